"""What the doctor says: one line for each check, also for one that could not be made."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.advice import advice, words

_log = logging.getLogger(__name__)


class Mark(StrEnum):
    """What a check found; the last one: it was not made, or is no fault."""

    GOOD = "✓"
    BAD = "✗"
    NEITHER = "–"


_IN_ASCII = {Mark.GOOD: "ok:", Mark.BAD: "FAULT:", Mark.NEITHER: "-"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    mark: Mark
    told: str

    def shown(self, encoding: str) -> str:
        """The line as a terminal can show it."""
        try:
            "".join(Mark).encode(encoding)
        except UnicodeEncodeError:
            return f"{_IN_ASCII[self.mark]} {self.told}"
        return f"{self.mark} {self.told}"


def guarded(about: str, path: Path, check: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """The findings of a check. What it dies of is one more: those that follow are still made."""
    try:
        yield from check()
    except Exception as error:
        _log.debug("%s could not be checked", about, exc_info=True)
        found = f"{about}: {path} could not be checked ({words(error)})"
        yield Finding(Mark.BAD, f"{found}; {advice(error, path)}")
