"""The picture of a question for a message: linked where we have an https address, else attached."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from bot.chat.layout import Picture
from bot.core.question import Figure, Image, Question
from bot.figures import Gallery

#: Discord shows it on both of its themes.
THEME: Final = "dark"
#: Pictures kept in memory, about 100 kB each.
_RECENT = 64


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
        # A card is answered by many within minutes: they all get the same picture.
        self._recent: OrderedDict[int, tuple[Figure, Picture]] = OrderedDict()

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
        _, picture = self._recent.get(id(figure), (None, None))
        if picture is None:
            picture = await self._made(figure)
            # With the figure itself, so that no other can take its id meanwhile.
            self._recent[id(figure)] = (figure, picture)
            if len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
        return picture

    async def _made(self, figure: Figure) -> Picture:
        name = self._gallery.name(figure, THEME, "png")
        data = await self._gallery.picture(figure, THEME, "png")
        if self._linked:  # drawn all the same, so that the address answers
            return Picture(figure.alt, f"{self._linked}/f/{name}")
        return Picture(figure.alt, f"attachment://{name}", data)

    async def _image(self, image: Image) -> Picture:
        if self._linked:
            return Picture(image.alt, f"{self._linked}/f/{image.name}")
        return Picture(image.alt, f"attachment://{image.name}", await self._image_bytes(image.sha256))
