"""Limits against floods: at most so many in so many seconds, for each key."""

from collections import deque
from collections.abc import Hashable

from bot.core.errors import TooFast

#: `/quiz` once in 5 s per member and 10 a minute per channel; 30 clicks a minute per member.
QUIZ_PER_MEMBER = (1, 5.0)
QUIZ_PER_CHANNEL = (10, 60.0)
CLICKS_PER_MEMBER = (30, 60.0)
#: 20 commands a minute per member, and 60 suggestions while typing them.
COMMANDS_PER_MEMBER = (20, 60.0)
SUGGESTIONS_PER_MEMBER = (60, 60.0)
#: One line a minute in the log for each member who tries what only moderators may, and each thing tried.
REFUSALS_LOGGED = (1, 60.0)
#: 5 reports in 10 minutes per member; as well 3 exports, and 3 erasures, of what is kept about them.
REPORTS_PER_MEMBER = (5, 600.0)
PRIVACY_PER_MEMBER = (3, 600.0)


class Gate:
    """Remembers when each key was let through. Times are monotonic seconds; state is lost at restart."""

    def __init__(self, limit: tuple[int, float]) -> None:
        self._limit, self._period_s = limit
        self._passed: dict[Hashable, deque[float]] = {}
        self._swept_at = float("-inf")

    def wait_s(self, key: Hashable, at: float) -> float:
        """Seconds until this key may pass; 0 if it may now. Counts nothing."""
        passed = self._passed.get(key)
        if passed is None or len(passed) < self._limit:
            return 0.0
        return max(0.0, passed[0] + self._period_s - at)

    def admit(self, key: Hashable, at: float) -> None:
        """Counts one for this key if it may pass now; else raises TooFast and counts nothing."""
        if wait_s := self.wait_s(key, at):
            raise TooFast(wait_s)
        self.let_through(key, at)

    def let_through(self, key: Hashable, at: float) -> None:
        """Counts one for this key."""
        if at >= self._swept_at + self._period_s:
            self._passed = {k: p for k, p in self._passed.items() if p[-1] + self._period_s > at}
            self._swept_at = at
        self._passed.setdefault(key, deque(maxlen=self._limit)).append(at)
