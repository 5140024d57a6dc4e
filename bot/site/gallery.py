"""What the site needs of the pictures of figures, and which picture belongs to which figure."""

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.core.bank import Bank
from bot.core.question import Figure

_log = logging.getLogger(__name__)

#: (theme, format) of every picture that the site may be asked for: pages show SVG, Discord PNG.
VARIANTS = (("light", "svg"), ("dark", "svg"), ("dark", "png"))


#: Gives the bytes of a picture file by its SHA-256.
ImageBytes = Callable[[str], Awaitable[bytes]]


class Gallery(Protocol):
    """Draws figures and keeps the pictures; a name says which content it stands for."""

    def name(self, figure: Figure, theme: str, format: str) -> str:
        """The picture's file name: hex digits over its content, and the format's extension.

        Raises ValueError if the figure cannot be drawn.
        """

    async def picture(self, figure: Figure, theme: str, format: str) -> bytes:
        """The picture, drawn if need be."""

    def cached(self, name: str) -> bytes | None:
        """The picture of this name if it has been drawn before."""


def picture_name(gallery: Gallery, figure: Figure, theme: str, format: str) -> str | None:
    """The picture's file name; None for a figure that cannot be drawn: its page shows words instead."""
    try:
        return gallery.name(figure, theme, format)
    except ValueError as error:
        _log.warning('figure "%s" has no picture: %s', figure.title, error)
        return None


def pictures_of(bank: Bank, gallery: Gallery) -> dict[str, tuple[Figure, str, str]]:
    """Every picture that the bank's figures can give, by name."""
    drawings = [
        (question.figure, theme, format_)
        for question in bank.questions.values()
        if question.figure
        for theme, format_ in VARIANTS
    ]
    named = {picture_name(gallery, *drawing): drawing for drawing in drawings}
    return {name: drawing for name, drawing in named.items() if name}
