"""What a YAML syntax error means, in plain words: found, expected, what to do."""

import re
from collections.abc import Sequence
from typing import Any

import yaml

from bot.core.lint.text import shown

Words = tuple[str, str, str]

#: (pattern over the parser's context and problem, found, expected, mend). libyaml and the pure
#: loader word their problems differently, so each pattern knows both; the first match counts.
_MEANINGS: Sequence[tuple[re.Pattern[str], str, str, str]] = tuple(
    (re.compile(pattern), found, expected, mend)
    for pattern, found, expected, mend in (
        (
            r"mapping values are not allowed",
            'a second ": " in one line, or a line that is indented too far',
            "one key and its text in a line",
            "put the text in quotes or below `key: >-`, or line the key up with its neighbours",
        ),
        (
            r"quoted scalar.*(end of stream|document separator)",
            "a quotation mark that is never closed",
            "a closing quotation mark",
            "close it, or write the text below `key: >-` without quotes",
        ),
        (
            r"tab character|cannot start any token",
            "a tab used to indent",
            "spaces",
            "replace the tab by two spaces",
        ),
        (
            r"alias|anchor",
            "a text that starts with * or &",
            "text in quotes",
            "put the text in quotes, or write it below `key: >-`",
        ),
        (
            r" a tag",
            "a YAML tag",
            "plain text",
            "delete the word that starts with ! or put the text in quotes",
        ),
        (
            r"unknown escape|escape",
            "a backslash in double quotes that YAML does not know",
            "a known escape such as \\n, or a doubled backslash",
            "use single quotes, in which a backslash is only a backslash",
        ),
        (
            r"flow (sequence|mapping)",
            "a list in [ ] or a set of keys in { } that is not finished",
            "a comma or the closing bracket",
            "add what is missing, or put quotes around a text that holds a comma or #",
        ),
        (
            r"could not find expected ':'",
            "a line above that has no key",
            "`key: text`, or text indented below its key",
            "add the key with its colon, or indent the line",
        ),
        (
            r"(sequence entries|block sequence).*not allowed|not allowed.*sequence",
            "a list entry in a place where none can stand",
            "the dash on a line of its own below the key",
            "start the list on the next line",
        ),
        (
            r"block scalar",
            "text directly after > or |",
            "a line break after > or |",
            "move the text to the next line and indent it",
        ),
        (
            r"nesting|nested",
            "lists or keys nested far too deep",
            "at most 20 levels",
            "write it flatter",
        ),
        (
            r"document start|directive",
            "a second document or a % directive",
            "one plain document per file",
            "delete the line",
        ),
        (
            r"block mapping|block end|block collection|block node|node content",
            "a line that does not fit the lines above it",
            "a key at the same indentation as its neighbours",
            "check the indentation and the quotation marks of this line and of the one before",
        ),
    )
)

_UNKNOWN: Words = (
    "something that cannot be read as YAML",
    "lines of the form `key: text`",
    "compare this line with the template in the documentation",
)


_NOT_CLOSED: Words = (
    "a quotation mark that is not closed on its line",
    "a closing quotation mark at the end of the text",
    "close it, or write the text below `key: >-` without quotes",
)

#: What begins behind a text without quotation marks and makes YAML drop the rest of the line.
_COMMENT = re.compile(r"[ \t]+#")


def comment_behind(event: Any, text: str) -> tuple[int, int, Words] | None:
    """Where a comment begins behind a plain scalar, and what to say: most likely it was meant to be read."""
    comment = _COMMENT.match(text, event.end_mark.index)
    if comment is None:
        return None
    value = f'"{shown(event.value)}"' if event.value else "nothing"
    found = f'" #" behind {value}, where YAML drops the rest of the line'
    mend = "put quotes around it, or the comment on a line of its own"
    column = event.end_mark.column + len(comment[0])
    return event.end_mark.line + 1, column, (found, "the whole text", mend)


def meaning(error: yaml.YAMLError, text: str, wrapped: Any) -> tuple[int, int, Words]:
    """Line and column (from 1) of a parser's error in `text`, and its found, expected and mend.

    `wrapped` is the event of the last quoted text of several lines before the error, or None. A
    forgotten quotation mark lets a text run on to the next mark, which meant to open or to be an
    apostrophe, so that something stands behind it in its line.
    """
    context = getattr(error, "context", None) or ""
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or ""
    mark = getattr(error, "problem_mark", None)
    opened = getattr(error, "context_mark", None)
    if wrapped is not None and any(at is not None and _is_behind(at, wrapped) for at in (mark, opened)):
        return wrapped.start_mark.line + 1, wrapped.start_mark.column + 1, _NOT_CLOSED
    if opened is not None and ("quoted scalar" in context or "flow" in context):
        mark = opened  # where the quote or bracket opens is what the author has to look at
    if mark is None:
        return 1, 1, _UNKNOWN
    described = f"{context} {problem}"
    char = text[mark.index : mark.index + 1]
    if "cannot start any token" in problem and char != "\t":
        return mark.line + 1, mark.column + 1, _reserved(char)
    words = next((row[1:] for row in _MEANINGS if row[0].search(described)), _UNKNOWN)
    return mark.line + 1, mark.column + 1, words


def _is_behind(mark: Any, event: Any) -> bool:
    """True for a place behind the event, in the line in which it ends."""
    end = event.end_mark
    return bool(mark.line == end.line and mark.index >= end.index)


def _reserved(char: str) -> Words:
    found = f"a text that starts with {char}, which YAML keeps for itself"
    return found, "text in quotes", "put the text in quotes, or write it below `key: >-`"
