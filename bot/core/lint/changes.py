"""S004: what may not change under the same revision number."""

from bot.core.findings import Remark
from bot.core.lint.view import error
from bot.core.question import Question


def changed_under_same_number(old: Question, new: Question) -> Remark | None:
    """A remark if key, option ids or type changed but the number did not rise; None if all is well.

    Old answers are explained by the revision that they were given to; a number that names two
    different keys would make people doubt which.
    """
    if new.number > old.number:
        return None
    options = {option.option_id for option in old.options}, {option.option_id for option in new.options}
    for name, before, after in (
        ("type", str(old.type), str(new.type)),
        ("options", ", ".join(sorted(options[0])), ", ".join(sorted(options[1]))),
        ("key", ", ".join(sorted(old.key)), ", ".join(sorted(new.key))),
    ):
        if before != after:
            found = f'{name} "{after}" in revision {new.number}, where revision {old.number} had "{before}"'
            expected = f"a revision number above {old.number}"
            return error("S004", ("revision",), found, expected, f"write revision: {old.number + 1}")
    return None
