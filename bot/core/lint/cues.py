"""Rules on cues that give the key away to test-wise readers (T…)."""

import re
from collections.abc import Iterator

from bot.core.findings import FieldPath, Remark
from bot.core.lint import limits
from bot.core.lint.text import normal_words, shown, stemmed, without_code, without_quotes
from bot.core.lint.view import View, error, info, warning
from bot.core.lint.wordlists import ABSOLUTES, DOMAIN_WORDS, STOP_WORDS, VAGUE

#: Words with hyphens kept whole, so that all-to-all and read-only hold no absolute term.
_TOKEN = re.compile(r"[^\W\d_]+(?:[-/][^\W_]+)*")
#: "all eight", "every 30 seconds", "only one": a number, not an absolute.
_COUNTED = re.compile(
    r"\b(?:all|every|only)\s+(?:the\s+)?(?:\d|two|three|four|five|six|seven|eight|sixteen|other\b)", re.I
)
_LIST_SPLIT = re.compile(r"\s*(?:\+|,|;|\band\b)\s*")
_LAST_WORD = re.compile(r"(\w+)\W{0,9}$")

#: Rare words that the key shares with the stem beyond what any other option shares.
CLANG_EXCESS = 2


def check_absolutes(view: View) -> Iterator[Remark]:
    """T001: absolute terms stand in all options or in none."""
    options = view.question.options
    found: dict[int, str] = {}
    for index, option in enumerate(options):
        prose = _COUNTED.sub(" ", without_quotes(without_code(option.text[: limits.FULL])))
        word = next((token for token in _TOKEN.findall(prose.lower()) if token in ABSOLUTES), "")
        if word:
            found[index] = word
    if not found or len(found) == len(options):
        return
    only_wrong = not any(options[index].correct for index in found)
    index, word = next(iter(found.items()))
    path: FieldPath = ("options", index, "text")
    if only_wrong:
        text = f'"{word}" in wrong options only'
        yield error("T001", path, text, "no absolute term that marks an option as wrong", "reword the option")
    else:
        text = f'"{word}" in {len(found)} of {len(options)} options'
        yield warning("T001", path, text, "absolute terms in all options or in none", "reword the option")


def check_vague(view: View) -> Iterator[Remark]:
    """T002: no vague frequency in options."""
    for index, option in enumerate(view.question.options):
        text = without_code(option.text[: limits.FULL])
        word = next((token for token in _TOKEN.findall(text) if _is_vague(token)), "")
        if word:
            path: FieldPath = ("options", index, "text")
            yield info(
                "T002",
                path,
                f'the vague "{word}" in an option',
                "a claim that can be checked",
                "say how often",
            )


def _is_vague(word: str) -> bool:
    return word.lower() in VAGUE and word != "May"  # the month


def check_clang(view: View) -> Iterator[Remark]:
    """T003: the key does not echo rare words of the stem that no other option has."""
    if view.single_key is None or len(view.option_words) < 3:
        return
    stem = _rare(normal_words(view.asked))
    shares = [stem & _rare(words) for words in view.option_words]
    key = shares[view.single_key]
    others = [share for index, share in enumerate(shares) if index != view.single_key]
    echoed = key.difference(*others)
    if len(echoed) >= CLANG_EXCESS and len(key) - max(map(len, others)) >= CLANG_EXCESS:
        path: FieldPath = ("options", view.single_key, "text")
        found = f"words of the stem that only the key repeats: {', '.join(sorted(echoed))}"
        yield warning(
            "T003", path, found, "no echo, or one in other options too", "reword the key or the stem"
        )


def _rare(words: list[str]) -> set[str]:
    """The stems of long words that are neither common English nor common in this field."""
    stems = {stemmed(word) for word in words if len(word) >= 5 and word not in STOP_WORDS}
    return {stem for stem in stems if stem not in DOMAIN_WORDS and stem.rstrip("e") not in DOMAIN_WORDS}


def check_convergence(view: View) -> Iterator[Remark]:
    """T004: where options are lists, the key is not the one that shares most with the others."""
    if view.single_key is None:
        return
    rows = [{part for part in _LIST_SPLIT.split(text.lower().strip(" .")) if part} for text in view.options]
    if len(rows) < 3 or min(map(len, rows)) < 2:
        return
    shared = [sum(len(row & other) for other in rows if other is not row) for row in rows]
    key = shared[view.single_key]
    if key > max(count for index, count in enumerate(shared) if index != view.single_key):
        path: FieldPath = ("options", view.single_key, "text")
        found = "a key that shares more parts with the other options than any of them"
        yield warning("T004", path, found, "parts spread evenly", "let a distractor share as many")


def check_grammar(view: View) -> Iterator[Remark]:
    """T005: the stem's last word fits every option."""
    match = _LAST_WORD.search(view.asked[-60:])
    last = match[1].lower() if match else ""
    if last in ("a", "an"):
        fits = [text[:1].lower() in "aeiou" for text in view.options]
        if last == "a":
            fits = [not fit for fit in fits]
    elif last in ("is", "are"):
        plural = [
            bool(re.match(r"[\w-]+s\b(?<!ss)", text.split(" of ")[0].split()[-1]))
            for text in view.options
            if text
        ]
        fits = plural if last == "are" else [not many for many in plural]
    else:
        return
    if any(fits) and not all(fits):
        found = f'a stem that ends with "{shown(last)}", which only some options fit'
        yield warning(
            "T005", ("stem",), found, "a stem that fits every option", "turn the stem into a question"
        )
