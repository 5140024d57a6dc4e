"""The picture that a link to a question unfurls into: what is asked, and nothing of the answer."""

from dataclasses import asdict, dataclass
from typing import Any

from bot.figures.font import covered_characters


@dataclass(frozen=True, slots=True)
class Preview:
    """What the picture says: plain texts, already cut to what one can read at a glance.

    It holds neither options nor explanations, so its bytes cannot depend on the key.
    """

    pack: str
    topic: str
    scenario: str
    question: str

    def drawn(self) -> dict[str, Any]:
        """The data that the template draws from, ready for JSON."""
        return {"kind": "preview", **asdict(self)}


def is_drawable(text: str) -> bool:
    """Whether the font has every character of a text; any other would be a gap in the picture."""
    return covered_characters().issuperset(text)
