"""What a response is worth, and whether it can be worth anything."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from bot.core.question import Level, Question

POINTS = {Level.RECALL: 1, Level.APPLY: 2, Level.ANALYSE: 3}
#: A question that scored (or could have) in this time is only repeated.
REPEAT_WINDOW = datetime.timedelta(days=90)
#: A card gives points this long; later responses are practice.
SCORING_WINDOW = datetime.timedelta(hours=24)
_CLOCK_SLIP = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """Why a response cannot score, if it cannot: met here for points lately, or the card is too old."""

    repeat: bool
    late: bool


def standing(
    posted_at: datetime.datetime, last_scored_at: datetime.datetime | None, now: datetime.datetime
) -> Standing:
    """`last_scored_at`: the member's last response to this question here that could score, right or wrong.

    One that lies more than a day ahead was given by a wrong clock and holds nobody up.
    """
    return Standing(
        repeat=last_scored_at is not None and -_CLOCK_SLIP < now - last_scored_at < REPEAT_WINDOW,
        late=now - posted_at > SCORING_WINDOW,
    )


def grade_response(question: Question, option_ids: Collection[str]) -> float:
    """1.0 for exactly the key, else 0.0; nothing in part, and "I don't know" (no option) is 0.0."""
    return 1.0 if frozenset(option_ids) == question.key else 0.0


def points_for(level: Level, grade: float, of: Standing) -> int:
    """Points of one response: the level's for a right one that is neither a repeat nor late."""
    return 0 if of.repeat or of.late or grade < 1.0 else POINTS[level]
