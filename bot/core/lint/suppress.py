"""Warnings that an author keeps on purpose (S002, S003)."""

from collections.abc import Collection, Iterable, Iterator

from bot.core.findings import Remark, Severity
from bot.core.lint.text import shown
from bot.core.lint.view import error, warning
from bot.core.question import Question


def apply_suppressions(
    question: Question, remarks: Iterable[Remark], *, unchecked: Collection[str] = ()
) -> Iterator[Remark]:
    """The remarks without those that the question suppresses, and what is wrong with that.

    Errors stay whatever is suppressed. `unchecked` are the codes whose rules did not run, so that
    nobody can say whether suppressing them is of use.
    """
    reasons = {item.code: item.reason.strip() for item in question.suppressions}
    used: set[str] = set()
    stopped: set[str] = set()
    for remark in remarks:
        if remark.severity is Severity.ERROR:
            stopped.add(remark.code)
        elif reasons.get(remark.code):
            used.add(remark.code)
            continue
        yield remark
    for index, item in enumerate(question.suppressions):
        path = ("lint", "suppress", index)
        code = shown(item.code)
        if not item.reason.strip():
            found = f"{code} suppressed without a reason"
            mend = "add reason, or delete the entry and mend the question"
            yield error("S003", path, found, "the reason why the question is right as it is", mend)
        elif item.code not in used and item.code in stopped:
            yield error("S003", path, f"{code} suppressed, which is an error here", "a warning", "mend it")
        elif item.code not in used and item.code not in unchecked:
            yield warning(
                "S002", path, f"{code} suppressed, but not found", "only what is needed", "delete it"
            )
