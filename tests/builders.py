"""Small things that tests build: questions, packs, a bank, a store on a real file."""

import datetime
import random

from bot.core.bank import Bank
from bot.core.post import Click, Place
from bot.core.question import (
    Domain,
    Figure,
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

NOON = datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.UTC)
SECOND = datetime.timedelta(seconds=1)
HOUR = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)

SERVER = Place(guild_id=1, channel_id=10)
FIGURE = Figure(
    "bars",
    "Wide links win",
    "A long bar for the fabric, a short one for the office network.",
    {"bars": [{"label": "Fabric", "value": "400", "role": "key"}, {"label": "Office", "value": "1"}]},
)


def question(question_id: str = "fabric", **changes) -> Question:
    """A single question with four options, of which "right" is the key."""
    values = {
        "pack_id": "ai",
        "topic_id": "networking",
        "question_id": question_id,
        "number": 1,
        "status": Status.PUBLISHED,
        "level": Level.APPLY,
        "type": QuestionType.SINGLE,
        "stem": "Sixteen servers train one model. Which link keeps them busy?",
        "options": (
            Option("right", "A wide fabric", "Wide and quick is what the exchange needs.", True),
            Option("wrong-1", "An office switch", "Cheap and at hand, but far too narrow."),
            Option("wrong-2", "A storage network", "Fast, yet it carries blocks for disks."),
            Option("wrong-3", "A radio link", "No cable to pull, but the air is shared."),
        ),
        "short": "Training waits for the slowest exchange, so the link must be wide and quick.",
        "full": "Every step ends with an exchange of gradients.\n\nThe slowest link sets the pace.",
        "takeaway": "The slowest link sets the pace.",
        "objectives": ("2.9",),
        "figure": FIGURE,
        "references": (Reference("Guide", "https://example.org/guide", datetime.date(2025, 12, 1), "Links"),),
    }
    return Question(**(values | changes))


def multiple(question_id: str = "two-links", **changes) -> Question:
    """A multiple question with the keys "key-1" and "key-2"."""
    options = (
        Option("key-1", "Wide links", "They move much at once.", True),
        Option("key-2", "Quick links", "They answer soon.", True),
        Option("wrong-1", "Long links", "Length only adds delay."),
        Option("wrong-2", "Blue links", "Colour helps the technician, not the data."),
    )
    stem = "A cluster waits for its network. Which two properties help most against waiting? (Choose two.)"
    values = {"type": QuestionType.MULTIPLE, "options": options, "stem": stem, "level": Level.ANALYSE}
    return question(question_id, **(values | changes))


def pack(**changes) -> Pack:
    """A pack with two topics and one objective."""
    values = {
        "pack_id": "ai",
        "title": "AI infrastructure",
        "licence": "CC-BY-4.0",
        "language": "en",
        "description": "Practice.",
        "topics": (
            Topic("networking", "Networking", "🌐", ("2.9",)),
            Topic("storage", "Storage", "💾"),
            Topic("sets", "Sets"),
        ),
        "objectives": (Objective("2.9", "Pick a fast interconnect", "2"),),
        "domains": (Domain("2", "Infrastructure", 100.0),),
    }
    return Pack(**(values | changes))


def bank(*questions: Question, packs: tuple[Pack, ...] = ()) -> Bank:
    """A bank of these questions, by default in one pack."""
    packs = packs or (pack(),)
    return Bank(
        {each.pack_id: each for each in packs},
        {(each.pack_id, each.question_id): each for each in questions},
    )


def click(member_id: int = 7, *, place: Place = SERVER, message_id: int | None = None) -> Click:
    """Somebody presses something."""
    return Click(place, member_id, f"Member {member_id}", message_id)


def chance(seed: int = 1) -> random.Random:
    """A random source that gives the same each time."""
    return random.Random(seed)
