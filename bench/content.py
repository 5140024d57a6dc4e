"""Questions by the hundred, each of its own words, as long as those of the bank."""

import datetime
import random
import shutil
from pathlib import Path

from bot.config import BUNDLED_CONTENT
from bot.core.question import Figure, Level, Option, Question, Reference
from tests import builders
from tests.contents import write_content

_SYLLABLES = (
    ["ba", "be", "bi", "bo", "du", "da", "de", "di", "fo", "fa", "ga", "ge", "ko", "ka", "la", "le", "mi", "mo", "na", "ne", "po", "pa", "ra", "re", "sa", "se", "ta", "te", "vo", "zu"]
)


def write_questions(folder: Path, many: int) -> Path:
    """A content folder with one pack of so many questions."""
    chance = random.Random(many)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(5000)]
    return write_content(folder, builders.pack(), *(_question(chance, words, n) for n in range(many)))


def _question(chance: random.Random, words: list[str], number: int) -> Question:
    def said(length: int) -> str:
        return " ".join(chance.choices(words, k=length)).capitalize() + "."

    options = tuple(Option(f"option-{place}", said(6), said(45), place == number % 4) for place in range(4))
    bars = [{"label": said(2), "value": str(value), "role": "key"} for value in (400, 100)]
    return builders.question(
        f"question-{number}",
        topic_id=("networking", "storage")[number % 2],
        level=tuple(Level)[number % 3],
        stem=f"{said(40)} {said(12)[:-1]}?",
        options=options,
        short=said(55),
        full="\n\n".join(said(80) for _ in range(4)),
        takeaway=said(14),
        figure=Figure("bars", said(5), said(25), {"bars": bars}),
        references=(Reference(said(3), "https://example.org/guide", datetime.date(2025, 12, 1), said(3)),),
    )


def one_question(folder: Path) -> Path:
    """A content folder with one question of the bank, so that each run answers the same."""
    for name in ("pack.yaml", "networking/bare-metal-tenant.yaml"):
        path = folder / "ai-infrastructure" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(BUNDLED_CONTENT / "ai-infrastructure" / name, path)
    return folder
