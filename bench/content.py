"""Questions by the hundred, each of its own words, as long as those of the bank."""

import random
import shutil
from pathlib import Path

from bot.config import BUNDLED_CONTENT
from tests import builders
from tests.contents import write_content

_FIRST, _REST = "bdfgklmnprstvz", ("a", "en", "i", "or", "u", "est")
_LEVELS = ("recall", "apply", "analyse")
#: Written as text: a library that writes YAML would take minutes for ten thousand files.
_QUESTION = """\
revision: 1
status: published
objectives: ["2.9"]
level: {level}
type: single
stem: >-
  {stem}
options:
{options}
short: >-
  {short}
full: |
  {full}
takeaway: >-
  {takeaway}
figure:
  kind: bars
  title: {title}
  alt: >-
    {alt}
  bars:
    - {{label: Fabric, value: "400", role: key}}
    - {{label: Office, value: "1"}}
references:
  - {{title: Guide, section: Links, url: "https://example.org/guide", retrieved: 2025-12-01}}
"""
_OPTION = "  - id: option-{place}\n    text: {text}\n{correct}    rationale: >-\n      {rationale}"


def write_questions(folder: Path, many: int) -> Path:
    """A content folder with one pack of so many questions."""
    chance = random.Random(many)
    words = [
        "".join(chance.choice(_FIRST) + chance.choice(_REST) for _ in range(chance.randint(2, 4)))
        for _ in range(5000)
    ]
    write_content(folder, builders.pack())
    for topic in ("networking", "storage"):
        (folder / "ai" / topic).mkdir()
    for number in range(many):
        topic = ("networking", "storage")[number % 2]
        path = folder / "ai" / topic / f"question-{number}.yaml"
        path.write_text(_question(chance, words, number), "utf-8")
    return folder


def _question(chance: random.Random, words: list[str], number: int) -> str:
    def said(length: int) -> str:
        return " ".join(chance.choices(words, k=length)).capitalize()

    options = (
        _OPTION.format(
            place=place,
            text=said(6),
            rationale=said(45) + ".",
            correct="    correct: true\n" if place == number % 4 else "",
        )
        for place in range(4)
    )
    return _QUESTION.format(
        level=_LEVELS[number % 3],
        stem=f"{said(40)}. {said(12)}?",
        options="\n".join(options),
        short=said(55) + ".",
        full="\n\n  ".join(said(80) + "." for _ in range(4)),
        takeaway=said(14) + ".",
        title=said(3),
        alt=said(25) + ".",
    )


def one_question(folder: Path) -> Path:
    """A content folder with one question of the bank, so that each run answers the same."""
    for name in ("pack.yaml", "networking/bare-metal-tenant.yaml"):
        path = folder / "ai-infrastructure" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(BUNDLED_CONTENT / "ai-infrastructure" / name, path)
    return folder
