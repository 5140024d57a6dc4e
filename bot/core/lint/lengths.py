"""Rules on length and readability (L…, R…)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from statistics import fmean

from bot.core.findings import FieldPath, Remark
from bot.core.lint.text import count_words, shown, syllables, words
from bot.core.lint.view import View, warning
from bot.core.lint.wordlists import CRITICAL_TERMS, EMPHASIS, EMPHASIS_WORDS

KEY_RATIO = 1.25
KEY_EXCESS = 3
SPREAD_RATIO = 2
SPREAD_EXCESS = 5
MEAN_SENTENCE = 25
LONGEST_SENTENCE = 40
GRADE = 14
STEM_WORDS = 120

#: Names of products and formats: a capital or a digit inside, or capitals throughout.
_NAME = re.compile(r"\w*(?:\d|[A-Z])\w*")
_EMPHASIS = re.compile(
    r"\b(?:" + "|".join(EMPHASIS) + rf"|(?<!-)critical(?!-|\s+(?:{CRITICAL_TERMS})\b)(?:ly)?)\b", re.I
)


def check_key_length(view: View) -> Iterator[Remark]:
    """L001: the key does not stand out by its length."""
    if view.single_key is None or len(view.question.options) < 2:
        return
    lengths = view.option_lengths
    key = lengths[view.single_key]
    others = [length for index, length in enumerate(lengths) if index != view.single_key]
    mean = fmean(others)
    if key > max(others) and key > KEY_RATIO * mean and key > mean + KEY_EXCESS:
        path: FieldPath = ("options", view.single_key, "text")
        found = f"a key of {key} words where the others have {mean:.0f} on average"
        yield warning("L001", path, found, "a key as long as the others", "shorten it or lengthen the others")


def check_spread(view: View) -> Iterator[Remark]:
    """L002: options are of similar length."""
    lengths = view.option_lengths
    if len(lengths) < 2:
        return
    short, long = min(lengths), max(lengths)
    if long > SPREAD_RATIO * short and long - short > SPREAD_EXCESS:
        found = f"options of {short} to {long} words"
        yield warning("L002", ("options",), found, "options of similar length", "even them out")


def check_readability(view: View) -> Iterator[Remark]:
    """R001: the stem reads easily; code and names of products do not count."""
    parts = [words(part) for part in view.sentences]
    parts = [part for part in parts if part]
    if not parts:
        return
    longest = max(len(part) for part in parts)
    mean = fmean(len(part) for part in parts)
    mend = "split the long sentences"
    if longest > LONGEST_SENTENCE:
        found = f"a sentence of {longest} words in the stem"
        yield warning("R001", ("stem",), found, f"at most {LONGEST_SENTENCE}", mend)
    elif mean > MEAN_SENTENCE:
        found = f"sentences of {mean:.0f} words on average in the stem"
        yield warning("R001", ("stem",), found, f"at most {MEAN_SENTENCE}", mend)
    elif view.english and (grade := reading_grade(parts)) > GRADE:
        found = f"a stem of reading grade {grade:.0f}, in years of school"
        yield warning("R001", ("stem",), found, f"at most {GRADE}", "use shorter words and sentences")


def reading_grade(parts: list[list[str]]) -> float:
    """Flesch-Kincaid grade level of sentences (Kincaid et al. 1975), names of products left out."""
    counts = [count for part in parts for word in part if (count := _common_syllables(word))]
    if len(counts) < 10:
        return 0.0
    return 0.39 * len(counts) / len(parts) + 11.8 * fmean(counts) - 15.59


@lru_cache(1 << 14)
def _common_syllables(word: str) -> int:
    """The syllables of a common word, 0 for a name."""
    return 0 if _NAME.fullmatch(word[1:]) or not word.isascii() else syllables(word)


def check_stem_length(view: View) -> Iterator[Remark]:
    """R002: the stem is short, but longer than each option."""
    stem = count_words(view.stem)
    if stem > STEM_WORDS:
        yield warning(
            "R002", ("stem",), f"a stem of {stem} words", f"at most {STEM_WORDS}", "cut what is not needed"
        )
    for index, length in enumerate(view.option_lengths):
        if length > stem:
            path: FieldPath = ("options", index, "text")
            found = f"an option of {length} words under a stem of {stem}"
            yield warning(
                "R002", path, found, "options shorter than the stem", "move what they share to the stem"
            )


def check_emphasis(view: View) -> Iterator[Remark]:
    """R003: no praise and no alarm."""
    if view.vocabulary.isdisjoint(EMPHASIS_WORDS):
        return
    for (path, prose), (_, normal) in zip(view.prose, view.normal, strict=True):
        if EMPHASIS_WORDS.isdisjoint(normal):
            continue
        for match in _EMPHASIS.finditer(prose):
            found = f'the emphasis "{shown(match[0])}"'
            yield warning("R003", path, found, "plain facts", "delete it or say how much")
