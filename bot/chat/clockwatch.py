"""Compares this machine's clock with Discord's, which every REST answer tells."""

import datetime
import logging
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

_log = logging.getLogger(__name__)

#: A difference beyond this is warned of, once …
WARN_ABOVE_S = 60.0
#: … and is over when it is below this.
FINE_BELOW_S = 30.0


class ClockWatch:
    """Remembers by how much our clock differs. `difference_s` is positive if ours is ahead; None: unknown."""

    def __init__(self, now: Callable[[], datetime.datetime]) -> None:
        self._now = now
        self._warned = False
        self.difference_s: float | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """What the HTTP client needs to tell us of every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        return trace

    async def _answered(
        self, _: aiohttp.ClientSession, _context: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            theirs = parsedate_to_datetime(told.response.headers["Date"])
            self.compared((self._now() - theirs).total_seconds())
        except (KeyError, ValueError, TypeError):  # no time, or one without a zone
            return

    def compared(self, difference_s: float) -> None:
        """Takes note of a difference; the log tells once that it is large, and once that it is fine again."""
        self.difference_s = difference_s
        if abs(difference_s) > WARN_ABOVE_S and not self._warned:
            self._warned = True
            side = "ahead of" if difference_s > 0 else "behind"
            _log.warning(
                "this machine's clock is %.0f s %s Discord's; cards close and days end at the wrong time; "
                "set it right, or let it be kept right (NTP)",
                abs(difference_s),
                side,
            )
        elif abs(difference_s) < FINE_BELOW_S and self._warned:
            self._warned = False
            _log.info("this machine's clock agrees with Discord's again")
