"""A question that no rule has anything to say about, and ways to spoil it."""

import datetime
from dataclasses import replace
from typing import Any

from bot.core.findings import Remark
from bot.core.lint import Context, lint_question
from bot.core.question import (
    Domain,
    Figure,
    Image,
    Level,
    Objective,
    Option,
    Pack,
    Question,
    QuestionType,
    Reference,
    Status,
    Topic,
)

TODAY = datetime.date(2026, 12, 1)

PACK = Pack(
    pack_id="sample",
    title="Sample",
    licence="CC-BY-4.0",
    language="en",
    description="For tests.",
    topics=(Topic("storage", "Storage", "💾", ("1.1",)),),
    objectives=(Objective("1.1", "Name a level", "1"), Objective("2.1", "Size a pool", "2")),
    domains=(Domain("1", "Disks", 60), Domain("2", "Pools", 40)),
)

CLEAN = Question(
    pack_id="sample",
    topic_id="storage",
    question_id="two-failures",
    number=1,
    status=Status.PUBLISHED,
    level=Level.APPLY,
    type=QuestionType.SINGLE,
    stem=(
        "An archive has twelve disks. Two of them may fail in the same week, and no file may be lost. "
        "Which RAID level gives the most room under that condition?"
    ),
    options=(
        Option("raid-0", "RAID 0", "Striping alone has the most room, but one failure loses all files."),
        Option("raid-5", "RAID 5", "One parity block per stripe lets a single disk fail, not two."),
        Option(
            "raid-6", "RAID 6", "Two parity blocks per stripe let two disks fail, at the cost of two.", True
        ),
        Option("raid-10", "RAID 10", "Mirrors may lose two disks of one pair, and half of the room is gone."),
    ),
    short="With RAID 6 each stripe has two parity blocks. Ten of twelve disks hold data.",
    full="Count the parity. RAID 6 has two blocks of it in each stripe, so it outlives two failures.",
    takeaway="RAID 6 outlives two failed disks and costs the room of two.",
    objectives=("1.1",),
    references=(
        Reference("md(4)", "https://man7.org/linux/man-pages/man4/md.4.html", datetime.date(2026, 11, 30)),
    ),
)

CONTEXT = Context(TODAY, PACK, frozenset({"two-failures", "one-failure"}))

FIGURE = Figure("bars", "Room per level", "RAID 0 gives twelve disks of room, RAID 6 ten.", {})
IMAGE = Image("images/raid.png", "Two parity blocks in each stripe.", "CC0-1.0", "Drawn by us", "ab" * 32)


def texts(*options: str, key: int = 0, **changes: Any) -> dict[str, Any]:
    """Changes for `spoiled`: options of these texts, the first of which is the key unless told."""
    made = tuple(
        Option(f"o{index}", text, f"Rationale {index} for it.", index == key)
        for index, text in enumerate(options)
    )
    return {"options": made, **changes}


def option(index: int, **changes: Any) -> dict[str, Any]:
    """Changes for `spoiled`: one option of the clean question otherwise."""
    options = list(CLEAN.options)
    options[index] = replace(options[index], **changes)
    return {"options": tuple(options)}


def reference(**changes: Any) -> dict[str, Any]:
    """Changes for `spoiled`: its reference otherwise."""
    return {"references": (replace(CLEAN.references[0], **changes),)}


def several(*keys: int, **changes: Any) -> dict[str, Any]:
    """Changes for `spoiled`: a multiple question with these options as its key."""
    options = tuple(replace(item, correct=index in keys) for index, item in enumerate(CLEAN.options))
    return {"type": QuestionType.MULTIPLE, "options": options, **changes}


def stem(question: str) -> dict[str, Any]:
    """Changes for `spoiled`: another last sentence of the stem."""
    return {"stem": f"An archive has twelve disks, and two may fail at a time. {question}"}


def spoiled(**changes: Any) -> Question:
    """The clean question with changes."""
    return replace(CLEAN, **changes)


def line(remark: Remark) -> str:
    """A remark as one line, with the path of its field in front."""
    path = ".".join(map(str, remark.path)) or "-"
    return f"{path}: {remark.severity}: {remark.found}; expected {remark.expected}; {remark.mend}"


def remarks(code: str, context: Context = CONTEXT, **changes: Any) -> list[str]:
    """The lines that a rule has to say about the clean question with changes."""
    found = lint_question(spoiled(**changes), context)
    return [line(remark) for remark in found if remark.code == code]
