"""What a member chose, and what the totals make of it."""

import datetime
from dataclasses import dataclass

from bot.core.periods import Period

#: The topic of totals over all topics.
ALL_TOPICS = ""
#: A card that shows its verdict at once takes only the first response.
AT_ONCE = "at_once"


@dataclass(frozen=True, slots=True)
class Response:
    """What one member chose on one post. `option_ids` is empty for "I don't know".

    `grade` and `points` are None until they are known. Sequence numbers count from 1. `repeat`: the
    member met the question here for points lately; `late`: the card no longer gave points.
    """

    post_id: str
    member_id: int
    sequence: int
    option_ids: tuple[str, ...]
    mode: str
    repeat: bool
    late: bool
    local_date: datetime.date
    responded_at: datetime.datetime
    grade: float | None
    points: int | None

    @property
    def scores(self) -> bool:
        """True if it counts for points and totals, right or wrong."""
        return not (self.repeat or self.late)

    @property
    def right(self) -> bool:
        """True if exactly the key was chosen."""
        return self.grade == 1.0


@dataclass(frozen=True, slots=True)
class BoardKey:
    """Which board: scope, period with its first day (ISO date, "" for all time), topic ("" for all)."""

    scope: str
    period: Period
    start: str
    topic: str = ALL_TOPICS


@dataclass(frozen=True, slots=True)
class Total:
    """What a member has gathered on one board, from responses that could score."""

    member_id: int
    name: str
    points: int
    answered: int
    correct: int
    rank: int
