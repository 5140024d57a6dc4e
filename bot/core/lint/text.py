"""Words, sentences and code spans of a Markdown text, as the rules need them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from bot.core.findings import FieldPath

#: Words whose stems are kept: the vocabulary of a field is small.
_CACHED = 1 << 14

#: How deep `texts_in` looks; no kind of figure nests deeper.
_DEPTH = 8

_BACKTICKS = re.compile(r"(\\*)(`+)")
_LINK = re.compile(r"!?\[([^\]\n]{0,120})\]\([^)\s]{0,500}\)")
_MARKS = re.compile(
    r"\*\*|__|~~|\|\||(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|^[ \t]*(?:#{1,3}|>{1,3}|[-*]|\d+\.)[ \t]+", re.M
)
_QUOTED = re.compile(r"“[^”\n]{0,500}”|\"[^\"\n]{0,500}\"|«[^»\n]{0,500}»")
_WORD = re.compile(r"[^\W_]+(?:[-./'’+:][^\W_]+)*")
_ASCII_WORD = re.compile("[a-z0-9]+")
_NORMAL_WORD = re.compile(r"[^\W_]+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]*_]*\s+(?=[^\sa-z])|\n\s*\n|\n(?=\s*(?:[-*•]|\d+\.)\s)")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|vs|cf|approx)\.$", re.I)
_VOWELS = re.compile("[aeiouy]+")


def shown(text: str, length: int = 60) -> str:
    """A text as a finding may quote it: one line, printable, at most `length` characters."""
    line = " ".join(text.split())
    if len(line) > length:
        line = line[: length - 1] + "…"
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in line)


def texts_in(value: Any, path: FieldPath = ()) -> Iterator[tuple[FieldPath, str]]:
    """Every text in nested fields and lists, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping) and len(path) < _DEPTH:
        for name, inner in value.items():
            yield from texts_in(inner, (*path, name))
    elif isinstance(value, list | tuple) and len(path) < _DEPTH:
        for index, inner in enumerate(value):
            yield from texts_in(inner, (*path, index))


def without_code(text: str) -> str:
    """The text with every code span and code block replaced by a blank."""
    if "`" not in text:
        return text
    parts, end = [], 0
    for start, stop in _code_ranges(text):
        parts.append(text[end:start])
        end = stop
    return " ".join([*parts, text[end:]])


def is_one_line(text: str) -> bool:
    """True for a text without any kind of line break in it."""
    return len(text.splitlines()) <= 1


def without_quotes(text: str) -> str:
    """The text with everything in double quotation marks replaced by a blank."""
    return _QUOTED.sub(" ", text)


def code_spans(text: str) -> list[str]:
    """What stands in code spans and code blocks, without their backticks."""
    return [text[start:stop].strip("`").strip() for start, stop in _code_ranges(text)]


def _code_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Where code starts and stops: a run of backticks closes with the next run of its length.

    A backslash takes the first backtick from a run that would open, but not from one that closes.
    The time is linear, which no regular expression with a back reference offers.
    """
    runs = [(match.start(2), match.end(2), len(match[1]) % 2) for match in _BACKTICKS.finditer(text)]
    closing: dict[int, int] = {}  # index of a run -> index of the run that closes it
    latest: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        start, stop, escaped = runs[index]
        if stop - start - escaped in latest:
            closing[index] = latest[stop - start - escaped]
        latest[stop - start] = index
    index = 0
    while index < len(runs):
        last = closing.get(index)
        if last is not None:
            yield runs[index][0] + runs[index][2], runs[last][1]
            index = last
        index += 1


def plain(text: str) -> str:
    """The text without Markdown's marks; what stands in code spans stays."""
    return _MARKS.sub("", _LINK.sub(r"\1", text)).replace("`", "")


def words(text: str) -> list[str]:
    """The words as written; hyphens, dots and slashes within a word keep it together."""
    return _WORD.findall(text)


def count_words(text: str) -> int:
    """The number of words; of scripts without spaces, two characters count as one word."""
    wide = len(_WIDE.findall(text)) if not text.isascii() else 0
    return len(_WORD.findall(_WIDE.sub(" ", text) if wide else text)) + (wide + 1) // 2


def normal_words(text: str) -> list[str]:
    """The words after NFKC, case folding and dropping punctuation, for comparing texts."""
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    return _NORMAL_WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def sentences(text: str) -> list[str]:
    """The sentences of a text; paragraphs and list entries end one too."""
    parts: list[str] = []
    for part in _pieces(text):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += " " + part
        else:
            parts.append(part)
    return parts


def _pieces(text: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if piece := text[start : match.end()].strip():
            yield piece
        start = match.end()
    if piece := text[start:].strip():
        yield piece


def syllables(word: str) -> int:
    """About how many syllables an English word has: its vowel groups without a silent e."""
    word = word.lower()
    count = len(_VOWELS.findall(word))
    if word.endswith("e") and not word.endswith(("le", "ee")) and count > 1:
        count -= 1
    return max(count, 1)


@lru_cache(_CACHED)
def stemmed(word: str) -> str:
    """A word without the commonest English endings, so that `links` meets `link`."""
    word = word.lower()
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
