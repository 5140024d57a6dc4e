"""What the site needs of the pictures of figures, and which picture belongs to which figure."""

from typing import Protocol

from bot.core.bank import Bank
from bot.core.question import Figure

#: (theme, format) of every picture that the site may be asked for: pages show SVG, Discord PNG.
VARIANTS = (("light", "svg"), ("dark", "svg"), ("dark", "png"))


class Gallery(Protocol):
    """Draws figures and keeps the pictures; a name says which content it stands for."""

    def name(self, figure: Figure, theme: str, format: str) -> str:
        """The picture's file name: hex digits over its content, and the format's extension."""

    async def picture(self, figure: Figure, theme: str, format: str) -> bytes:
        """The picture, drawn if need be."""

    def cached(self, name: str) -> bytes | None:
        """The picture of this name if it has been drawn before."""


def pictures_of(bank: Bank, gallery: Gallery) -> dict[str, tuple[Figure, str, str]]:
    """Every picture that the bank's figures can give, by name."""
    figures = [question.figure for question in bank.questions.values() if question.figure]
    return {
        gallery.name(figure, theme, format_): (figure, theme, format_)
        for figure in figures
        for theme, format_ in VARIANTS
    }
