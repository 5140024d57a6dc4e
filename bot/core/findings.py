"""What a check has to say: a place, a rule's code, what was found, what was expected, what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

FieldPath = tuple[str | int, ...]


class Severity(StrEnum):
    """An error stops publication, a warning wants a reason, an info is only said."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Remark:
    """A complaint about a question, a pack or a figure, placed by the path of its field.

    `path` is () for the whole, ("options", 2, "text") for a nested field. The three texts are
    sentence parts without a final stop: "<found>; expected <expected>; <mend>".
    """

    code: str
    severity: Severity
    path: FieldPath
    found: str
    expected: str
    mend: str


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A remark with its place in a file; line and column count from 1."""

    file: str
    line: int
    column: int
    code: str
    severity: Severity
    found: str
    expected: str
    mend: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.severity} [{self.code}] {self.found}; expected {self.expected}; {self.mend}"


def has_errors(findings: Iterable[Finding]) -> bool:
    """True if any finding stops publication."""
    return any(finding.severity is Severity.ERROR for finding in findings)
