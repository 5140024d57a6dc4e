"""The rules that a question has to pass before people meet it: pure functions, remarks out."""

from bot.core.lint.changes import changed_under_same_number
from bot.core.lint.copies import copied_run
from bot.core.lint.registry import PACK_CODES, RULES, Rule, lint_pack, lint_question
from bot.core.lint.suppress import apply_suppressions
from bot.core.lint.view import Context, PackRemark

__all__ = [
    "PACK_CODES",
    "RULES",
    "Context",
    "PackRemark",
    "Rule",
    "apply_suppressions",
    "changed_under_same_number",
    "copied_run",
    "lint_pack",
    "lint_question",
]
