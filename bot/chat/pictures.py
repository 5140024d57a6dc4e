"""The picture of a question for a message: linked where we have an https address, else attached."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.chat.verdicts import Picture
from bot.core.question import Figure, Question
from bot.figures import Gallery

#: Discord shows it on both of its themes.
THEME: Final = "dark"
_DRAWN_NAMES = 4096


class Pictures:
    """Draws and names pictures. `image_bytes` gives a picture file's bytes by its SHA-256."""

    def __init__(
        self,
        gallery: Gallery,
        image_bytes: Callable[[str], Awaitable[bytes]],
        public_url: str | None,
    ) -> None:
        self._gallery = gallery
        self._image_bytes = image_bytes
        self._linked = public_url if public_url and public_url.startswith("https://") else None
        self._drawn: set[str] = set()

    async def of(self, question: Question, may_attach: bool) -> Picture | None:
        """The question's picture, or None if it has none or it could only be attached and may not be."""
        if not (self._linked or may_attach):
            return None
        if question.figure is not None:
            return await self._figure(question.figure)
        if question.image is not None and may_attach:
            return await self._image(question.image.sha256, question.image.alt)
        return None

    async def _figure(self, figure: Figure) -> Picture:
        name = self._gallery.name(figure, THEME, "png")
        if self._linked and name in self._drawn:
            return Picture(figure.alt, f"{self._linked}/f/{name}")
        data = await self._gallery.picture(figure, THEME, "png")  # so that the address answers
        if not self._linked:
            return Picture(figure.alt, f"attachment://{name}", data)
        if len(self._drawn) >= _DRAWN_NAMES:
            self._drawn.clear()
        self._drawn.add(name)
        return Picture(figure.alt, f"{self._linked}/f/{name}")

    async def _image(self, sha256: str, alt: str) -> Picture:
        data = await self._image_bytes(sha256)
        return Picture(alt, f"attachment://{sha256[:40]}.{_suffix(data)}", data)


def _suffix(data: bytes) -> str:
    return {b"\x89P": "png", b"\xff\xd8": "jpg"}.get(data[:2], "webp")
