"""The picture of a question for a message: linked where we have an https address, else attached."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.chat.verdicts import Picture
from bot.core.question import Figure, Image, Question
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
        if question.image is not None:
            return await self._image(question.image)
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

    async def _image(self, image: Image) -> Picture:
        if self._linked:
            return Picture(image.alt, f"{self._linked}/f/{image.name}")
        return Picture(image.alt, f"attachment://{image.name}", await self._image_bytes(image.sha256))
