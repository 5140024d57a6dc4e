"""Rules on the key and its explanation (K…)."""

import re
from collections.abc import Iterator

from bot.core.findings import FieldPath, Remark
from bot.core.lint.text import normal_words, shown, stemmed
from bot.core.lint.view import View, error, warning
from bot.core.lint.wordlists import NUMBERS, STOP_WORDS
from bot.core.question import QuestionType

#: "Option B", "answers A and C"; a capital letter alone, so that "Plan A", "option a day" and
#: "Class B" pass. Code spans are cut before.
_LETTER = re.compile(
    r"\b(?:[Oo]ptions?|[Aa]nswers?|[Cc]hoices?|OPTIONS?)\s+\(?[A-H](?:\)|\b(?!['’.]?\w|[-/+#]))"
)
_LETTER_WORDS = ("option", "options", "answer", "answers", "choice", "choices")
_MARKS = " *_\n"
_EXPLAINING = ("short", "full", "takeaway")
_VERDICT_ENDS = r"(?=[\s*_]*(?:[.,:;!–—]|here\b|because\b|answer\b|$))"
_RIGHT = re.compile(rf"[\s*_]*(?:correct|right|true){_VERDICT_ENDS}", re.I)
_WRONG = re.compile(rf"[\s*_]*(?:incorrect|wrong|false|not correct){_VERDICT_ENDS}", re.I)


def check_key(view: View) -> Iterator[Remark]:
    """K001: one key for `single`; for `multiple` at least two, not all, and the stem says how many."""
    question = view.question
    keys = len(question.key)
    path: FieldPath = ("options",)
    if question.type is QuestionType.SINGLE:
        if keys != 1:
            mend = "write correct: true at exactly one option, or make the type multiple"
            yield error("K001", path, f"{_count(keys)} in a single question", "exactly one", mend)
        return
    most = len(question.options) - 1
    if not 2 <= keys <= most:
        expected = f"2 to {most}" if most >= 2 else "at least two, and a wrong option too"
        mend = "correct the options, or make the type single"
        yield error("K001", path, f"{_count(keys)} in a multiple question", expected, mend)
    elif view.english and not {str(keys), NUMBERS[keys]}.intersection(_asking(view)):
        expected = f"the number of keys ({NUMBERS[keys]}) in the question itself"
        mend = f'end the stem with "(Choose {NUMBERS[keys]}.)"'
        yield error("K001", ("stem",), "a stem that does not say how many to choose", expected, mend)


def _asking(view: View) -> list[str]:
    """The words of the question itself and of the "(Choose two.)" behind it."""
    return normal_words(view.lead_in + " " + view.choose)


def _count(keys: int) -> str:
    return f"{keys or 'no'} correct option{'' if keys == 1 else 's'}"


def check_rationales(view: View) -> Iterator[Remark]:
    """K002: every option has a rationale, which does not say the opposite of `correct`."""
    for index, option in enumerate(view.question.options):
        path: FieldPath = ("options", index, "rationale")
        if not option.rationale.strip():
            found = f"no rationale for {shown(option.option_id)}"
            yield warning("K002", path, found, "why it is right or wrong here", "add rationale")
        elif option.correct and (match := _WRONG.match(option.rationale)):
            found = f'a rationale of the key that begins with "{match[0].strip(_MARKS)}"'
            yield warning("K002", path, found, "why it is right", "correct the key or the rationale")
        elif not option.correct and (match := _RIGHT.match(option.rationale)):
            found = f'a rationale of a wrong option that begins with "{match[0].strip(_MARKS)}"'
            yield warning("K002", path, found, "why it is wrong here", "correct the key or the rationale")


def check_letters(view: View) -> Iterator[Remark]:
    """K003: no text names an option by its letter, since options are shuffled."""
    if view.vocabulary.isdisjoint(_LETTER_WORDS):
        return
    for path, text in view.prose:
        for match in _LETTER.finditer(text):
            found = f'"{match[0]}", but letters change with each post'
            yield error("K003", path, found, "the option in words", "name what the option says")


def check_agreement(view: View) -> Iterator[Remark]:
    """K004: the explanation speaks of what only the key says."""
    if view.single_key is None:
        return
    others = {
        stemmed(word) for i, row in enumerate(view.option_words) for word in row if i != view.single_key
    }
    key = {stemmed(word) for word in view.option_words[view.single_key]}
    distinctive = {word for word in key - others - STOP_WORDS if len(word) > 2 or word.isdigit()}
    if len(distinctive) < 2:  # one word may well be put differently
        return
    explanation = {word for path, row in view.normal if path[0] in _EXPLAINING for word in row}
    if not distinctive & explanation and not distinctive & {stemmed(word) for word in explanation}:
        found = f"an explanation without any of: {', '.join(sorted(distinctive)[:6])}"
        yield warning(
            "K004", ("short",), found, "the key's own words in it", "check that it explains the key"
        )
