"""Which question comes next."""

import datetime
import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_NEVER = datetime.datetime.min.replace(tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True)
class Showing:
    """How often a question was shown, and when last (UTC)."""

    times: int
    last_at: datetime.datetime


def choose(
    candidates: Sequence[T],
    key: Callable[[T], Hashable],
    showings: Mapping[Hashable, Showing],
    rng: random.Random,
) -> T:
    """Fewest showings first, then the longest ago, then chance; IndexError without candidates.

    So nothing comes twice until all have come once.
    """

    def exposure(candidate: T) -> tuple[int, datetime.datetime]:
        showing = showings.get(key(candidate))
        return (showing.times, showing.last_at) if showing else (0, _NEVER)

    least = min(map(exposure, candidates), default=None)
    return rng.choice([candidate for candidate in candidates if exposure(candidate) == least])
