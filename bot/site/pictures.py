"""Which picture belongs to which figure, and where the site finds it."""

import logging
from collections.abc import Awaitable, Callable

from bot.core.bank import Bank
from bot.core.question import Figure
from bot.figures import Gallery

_log = logging.getLogger(__name__)

#: (theme, format) of every picture that the site may be asked for: pages show SVG, Discord PNG.
VARIANTS = (("light", "svg"), ("dark", "svg"), ("dark", "png"))


#: Gives the bytes of a picture file by its SHA-256.
ImageBytes = Callable[[str], Awaitable[bytes]]


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
