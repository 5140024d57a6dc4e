"""What members say is wrong with a question."""

import datetime
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from bot.core.errors import IncompleteReport

#: Characters of a report's text: five of them fit into one message of the moderators' list.
MAX_TEXT = 600


class Kind(StrEnum):
    """What is wrong with the question."""

    KEY = "key"
    WORDING = "wording"
    OUTDATED = "outdated"
    OTHER = "other"

    @property
    def needs_text(self) -> bool:
        """True if it tells moderators nothing without words."""
        return self is Kind.OTHER


class State(StrEnum):
    """What moderators made of a report."""

    OPEN = "open"
    DISMISSED = "dismissed"
    MENDED = "mended"


def checked(kind: str, text: str) -> tuple[Kind, str]:
    """What somebody's client sent, if it makes a report; else raises IncompleteReport.

    Control characters and halves of characters, which no keyboard types, are left out.
    """
    typed = "".join(
        char for char in text.strip() if char == "\n" or unicodedata.category(char) not in ("Cc", "Cs")
    )
    if kind not in [*Kind] or len(typed) > MAX_TEXT or (Kind(kind).needs_text and not typed):
        raise IncompleteReport
    return Kind(kind), typed


@dataclass(frozen=True, slots=True)
class Report:
    """One member's report of a question in one place.

    `name` is what the place called the member then; `handled_by` the moderator who dealt with it last, None
    while it is open. Times are UTC.
    """

    report_id: int
    scope: str
    revision_key: int
    member_id: int
    name: str
    kind: Kind
    text: str
    reported_at: datetime.datetime
    state: State = State.OPEN
    handled_by: int | None = None
    handled_at: datetime.datetime | None = None
