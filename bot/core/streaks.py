"""Days in a row with at least one first response to a post."""

import datetime
from dataclasses import dataclass, replace

_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """`days` up to and with `last_day` (a local date), and the most there ever were."""

    days: int = 0
    longest: int = 0
    last_day: datetime.date | None = None

    def on(self, today: datetime.date) -> int:
        """The streak as it stands on a local date: yesterday's still lives, an older one is over."""
        if self.last_day is None or not -_DAY <= self.last_day - today <= _DAY:
            return 0
        return self.days


def extend(streak: Streak, day: datetime.date) -> Streak:
    """The streak after a first response on this local date.

    The day before the last one (the zone moved, the clock was corrected) changes nothing. A last day
    further ahead was never real: somebody's clock was wrong, and the streak begins anew.
    """
    if streak.last_day is not None and day <= streak.last_day <= day + _DAY:
        return streak
    days = streak.on(day) + 1
    return replace(streak, days=days, longest=max(days, streak.longest), last_day=day)
