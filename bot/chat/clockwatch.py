"""Compares this machine's clock with Discord's, which every REST answer tells."""

import logging
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

from bot.core.clock import Clock

_log = logging.getLogger(__name__)

#: A difference beyond this is warned of, once …
WARN_ABOVE_S = 60.0
#: … and is over when it is below this.
FINE_BELOW_S = 30.0


class ClockWatch:
    """Remembers what time Discord last told, and when."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._warned = False
        self._told: tuple[datetime, float] | None = None

    @property
    def difference_s(self) -> float | None:
        """By how many seconds our clock is ahead of Discord's now; None if Discord told no time yet.

        A clock that was changed since Discord told its time is noticed by the seconds that passed since.
        """
        if self._told is None:
            return None
        theirs, at = self._told
        passed = timedelta(seconds=self._clock.monotonic() - at)
        return (self._clock.now() - theirs - passed).total_seconds()

    def discord_now(self) -> datetime:
        """The time by Discord's clock; by ours until Discord told its."""
        return self._clock.now() - timedelta(seconds=self.difference_s or 0.0)

    def trace(self) -> aiohttp.TraceConfig:
        """What the HTTP client needs to tell us of every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        return trace

    async def _answered(
        self, _: aiohttp.ClientSession, _context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            theirs = parsedate_to_datetime(answer.response.headers["Date"])
        except (KeyError, ValueError):
            return
        if theirs.tzinfo is not None:
            self.told(theirs)

    def told(self, theirs: datetime) -> None:
        """Discord's time is this; the log tells once that ours is far off, and once that it is fine again."""
        self._told = theirs, self._clock.monotonic()
        difference_s = (self._clock.now() - theirs).total_seconds()
        if abs(difference_s) > WARN_ABOVE_S and not self._warned:
            self._warned = True
            side = "ahead of" if difference_s > 0 else "behind"
            found = f"this machine's clock is {abs(difference_s):.0f} s {side} Discord's"
            _log.warning(
                "%s; expected at most %.0f s, or days end at the wrong time; set it", found, WARN_ABOVE_S
            )
        elif abs(difference_s) < FINE_BELOW_S and self._warned:
            self._warned = False
            _log.info("this machine's clock agrees with Discord's again")
