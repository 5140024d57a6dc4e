"""What the program asks for the time: one clock, handed in, so that tests can move it."""

import datetime
from typing import Protocol


class Clock(Protocol):
    """Wall time, monotonic seconds, and waiting."""

    def now(self) -> datetime.datetime:
        """The time now, aware, UTC."""

    def monotonic(self) -> float:
        """Seconds that never jump back, from an arbitrary start."""

    async def sleep(self, seconds: float) -> None:
        """Waits."""
