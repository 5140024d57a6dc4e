"""Rules on the set of options (O…)."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from operator import ne

from bot.core.findings import FieldPath, Remark
from bot.core.lint.numbers import Quantity, quantity_of, range_of
from bot.core.lint.text import code_spans, shown, stemmed, without_code
from bot.core.lint.view import View, error, warning
from bot.core.lint.wordlists import FILLERS, ING_NOUNS, OPPOSITES, SUBJECTS
from bot.core.question import QuestionType

_ALL = re.compile(
    r"\s*(?:all|both)(?: of)?(?: the)?"
    r"(?: (?:above|options?|answers?|choices?|these|them|listed|four|three|five))"
    r"(?: (?:above|below|options?|answers?|choices?|listed|are (?:correct|true)))*\s*[.!]?\s*"
    r"|\s*(?:both\s+)?\(?[A-H]\)?(?:\s*,\s*\(?[A-H]\)?)*\s*,?\s+and\s+\(?[A-H]\)?\s*(?:only)?\s*[.!]?\s*",
    re.I,
)
_ALL_LETTERS = re.compile(r"[A-H]\b")
_NONE = re.compile(
    r"\s*(?:none|neither)(?: of)?(?: the)?(?: (?:above|options?|answers?|choices?|these|them|listed|others?))"
    r"(?: (?:above|below|options?|answers?|choices?|listed|(?:are|is) (?:correct|true)))*\s*[.!]?\s*",
    re.I,
)
_UNIT = re.compile(r"(?<=\d)\s?([A-Za-zµμΩ°%]+(?:/[A-Za-z]+)?)")
_CASED = re.compile(r"[kKMGTPE]?i?[bB](?:/s|ps|it|yte)?s?|-{1,2}\w[\w-]*")
#: From here on two spellings count as the same word.
SIMILAR = 0.9

_EDGE = ".,;:!?\"'“”‘’()[]{}…"


def check_all_of_the_above(view: View) -> Iterator[Remark]:
    """O001: no option stands for several others."""
    for index, text in enumerate(view.options):
        match = _ALL.fullmatch(text)
        if match and (text.lower().lstrip().startswith(("all", "both")) or _ALL_LETTERS.search(text)):
            path: FieldPath = ("options", index, "text")
            mend = "replace it, or make the type multiple"
            yield error("O001", path, f'the option "{shown(text)}"', "an answer of its own", mend)


def check_none_of_the_above(view: View) -> Iterator[Remark]:
    """O002: no option denies all others."""
    for index, text in enumerate(view.options):
        if _NONE.fullmatch(text):
            path: FieldPath = ("options", index, "text")
            yield warning("O002", path, f'the option "{shown(text)}"', "an answer of its own", "replace it")


def option_identity(text: str) -> tuple[str, ...]:
    """What makes an option differ from another: its words, folded, and its code as written.

    Case counts in code spans, in flags such as `-i`, and in units (GB is not Gb); punctuation
    counts within a word only, so that C++ is not C and 10.0.0.1 is not 100.0.1.
    """
    prose = unicodedata.normalize("NFKC", without_code(text)).replace("*", "").replace("_", " ")
    units = {unit for match in _UNIT.finditer(prose) for unit in match[1].split()}
    found: list[str] = code_spans(text)
    for token in prose.split():
        word = token.strip(_EDGE)
        bare = word.lstrip("0123456789.,")
        if word:
            found.append(word if _CASED.fullmatch(bare) or bare in units else word.casefold())
    return tuple(found)


def check_duplicates(view: View) -> Iterator[Remark]:
    """O003: all options differ."""
    options = view.question.options
    rows = [[word for word in row if word not in FILLERS] for row in view.option_words]
    for first, second in combinations(range(len(options)), 2):
        # Cheap and rough: whatever is the same below differs here in one word at most.
        if len(rows[first]) != len(rows[second]) or sum(map(ne, rows[first], rows[second])) > 1:
            continue
        one, other = option_identity(options[first].text), option_identity(options[second].text)
        path: FieldPath = ("options", second, "text")
        mend = "delete or reword one"
        if one == other and one:
            found = f'the option "{shown(options[second].text)}" twice'
            yield error("O003", path, found, "different options", mend)
        elif _almost_equal(one, other):
            ids = f"{options[first].option_id} and {options[second].option_id}"
            found = f"options that say almost the same: {ids}"
            yield warning("O003", path, found, "different options", mend)


def _almost_equal(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if the options differ in articles, in endings, or in the spelling of one word only.

    Another number, another word or another order is a difference that may be the point.
    """
    left, right = (tuple(word for word in words if word not in FILLERS) for words in (one, other))
    if len(left) != len(right) or not left:
        return False
    pairs = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    return len(pairs) <= 1 and all(_same_word(a, b) for a, b in pairs)


def _same_word(one: str, other: str) -> bool:
    """True for two forms or spellings of a word; a prefix such as in "asynchronous" makes another."""
    if not (one.isalpha() and other.isalpha() and one[0] == other[0]):
        return False
    if one.casefold() == other.casefold():  # units, whose case was kept on purpose
        return False
    return stemmed(one) == stemmed(other) or SequenceMatcher(None, one, other).ratio() >= SIMILAR


def check_pairs(view: View) -> Iterator[Remark]:
    """O004: no two options stand out as opposites, and none contains another."""
    if view.question.type is not QuestionType.SINGLE or len(view.question.options) < 3:
        return
    rows = [[word for word in words if word not in FILLERS] for words in view.option_words]
    pairs = list(combinations(range(len(rows)), 2))
    opposite = [pair for pair in pairs if _are_opposites(rows[pair[0]], rows[pair[1]])]
    within = [pair for pair in pairs if _one_holds_other(set(rows[pair[0]]), set(rows[pair[1]]))]
    # With two such pairs or more, nothing points at one of them.
    for found, what in ((opposite, "are opposites"), (within, "of which one contains the other")):
        if len(found) == 1:
            first, second = (view.question.options[index].option_id for index in found[0])
            text = f"two options that {what}: {first} and {second}".replace("that of which", "of which")
            mend = "reword one, or add a second such pair"
            yield warning("O004", ("options",), text, "options that do not hang together in pairs", mend)


def _are_opposites(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if the options differ in one word, and these two are opposites."""
    if len(one) != len(other):
        return False
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(different) == 1 and (different[0] in OPPOSITES or different[0][::-1] in OPPOSITES)


def _one_holds_other(one: set[str], other: set[str]) -> bool:
    """True if all words of one option, at least two, stand in the other."""
    small, large = sorted((one, other), key=len)
    return len(small) >= 2 and small < large


def check_parallel(view: View) -> Iterator[Remark]:
    """O005: options have the same grammatical form."""
    texts = [text.strip() for text in view.options if text.strip()]
    if len(texts) < 3:
        return
    stops = sum(text.endswith((".", "!")) and not text.endswith("etc.") for text in texts)
    if 0 < stops < len(texts):
        found = f"{stops} of {len(texts)} options with a full stop at the end"
        yield warning("O005", ("options",), found, "all or none", "add or delete full stops")
    classes = [_form(text) for text in texts]
    counts = {form: classes.count(form) for form in classes}
    if len(counts) > 1:
        for form in ("with an -ing form", 'with "to"', "as a sentence"):
            if form in counts:
                found = f"{counts[form]} of {len(texts)} options begin {form}"
                yield warning("O005", ("options",), found, "the same form for all", "reword them alike")
                return


def _form(text: str) -> str:
    """The form of an option by its first word, as far as that tells it."""
    first = text.split(maxsplit=1)[0].lower().strip(_EDGE)
    if first == "to":
        return 'with "to"'
    if first in SUBJECTS:
        return "as a sentence"
    if len(first) > 4 and first.endswith("ing") and first not in ING_NOUNS and first.isalpha():
        return "with an -ing form"
    return "otherwise"


def check_numbers(view: View) -> Iterator[Remark]:
    """O006: numeric options are sorted, share a unit, and their ranges do not overlap."""
    quantities = [quantity_of(text) for text in view.options]
    if len(quantities) >= 3 and all(quantities):
        yield from _check_quantities([item for item in quantities if item is not None])
        return
    ranges = [range_of(text) for text in view.options]
    if len(ranges) >= 3 and all(ranges):
        known = sorted((item for item in ranges if item is not None), key=lambda pair: pair[0].value)
        for (_, high), (low, _) in pairwise(known):
            if low.value < high.value:
                found = f"ranges that overlap at {low.text}"
                yield warning("O006", ("options",), found, "ranges apart", "move their limits")
                return


def _check_quantities(quantities: list[Quantity]) -> Iterator[Remark]:
    bases = {item.base for item in quantities}
    if len(bases) > 1:
        found = f"mixed units: {', '.join(sorted(base or 'none' for base in bases))}"
        yield warning("O006", ("options",), found, "one unit", "convert them")
        return
    values = [item.value for item in quantities]
    if values not in (sorted(values), sorted(values, reverse=True)):
        found = "numbers out of order"
        yield warning("O006", ("options",), found, "numbers sorted by size", "sort the options in the file")


def check_count(view: View) -> Iterator[Remark]:
    """O007: three to five options; one more where several are right."""
    count = len(view.question.options)
    most = 5 if view.question.type is QuestionType.SINGLE else 6
    if not 3 <= count <= most:
        found = f"{count} options"
        mend = (
            "drop the weakest distractors" if count > most else "add a distractor that somebody would believe"
        )
        yield warning("O007", ("options",), found, f"3 to {most}", mend)
