"""Which picture belongs to which figure, and where the site finds it."""

import logging
from collections.abc import Awaitable, Callable, Iterator

from bot.core.bank import Bank
from bot.core.question import Figure
from bot.figures import Gallery, Preview
from bot.site.wording import preview_of

_log = logging.getLogger(__name__)

#: (theme, format) of every picture of a figure that the site may be asked for: pages show SVG, Discord PNG.
VARIANTS = (("light", "svg"), ("dark", "svg"), ("dark", "png"))
#: Those who unfurl links want PNG, and cannot say which theme their reader has.
PREVIEW = ("dark", "png")

#: What is drawn, in which theme and format.
Drawing = tuple[Figure | Preview, str, str]
#: (figure, theme, format) -> the picture's file name below /f/, None if there is no picture.
PictureName = Callable[[Figure | Preview, str, str], str | None]
#: Gives the bytes of a picture file by its SHA-256.
ImageBytes = Callable[[str], Awaitable[bytes]]


def picture_name(gallery: Gallery, figure: Figure | Preview, theme: str, format: str) -> str | None:
    """The picture's file name; None for a figure that cannot be drawn: its page shows words instead."""
    try:
        return gallery.name(figure, theme, format)
    except ValueError as error:
        title = figure.title if isinstance(figure, Figure) else figure.question
        _log.warning('"%s" has no picture: %s', title, error)
        return None


def pictures_of(bank: Bank, gallery: Gallery, *, previews: bool) -> dict[str, Drawing]:
    """Every picture that the bank's questions can give, by name, with or without their previews."""
    named = {picture_name(gallery, *drawing): drawing for drawing in _drawings(bank, previews)}
    return {name: drawing for name, drawing in named.items() if name}


def _drawings(bank: Bank, previews: bool) -> Iterator[Drawing]:
    for question in bank.questions.values():
        if question.figure:
            for theme, format_ in VARIANTS:
                yield question.figure, theme, format_
        if previews and (preview := preview_of(bank, question)):
            yield preview, *PREVIEW
