"""D003: characters that no message can hold, because they cannot be cut."""

from collections.abc import Iterable, Iterator

import regex

from bot.core.findings import FieldPath, Remark, Severity
from bot.core.lint import limits

_CHARACTER = regex.compile(r"\X")


def endless_characters(texts: Iterable[tuple[FieldPath, str]]) -> Iterator[Remark]:
    """Texts in which marks or joiners pile up on one letter.

    What the eye takes for one character is a grapheme cluster (Unicode annex 29), which may be of
    any length; where messages end, none is cut. This needs tables that the core does without.
    """
    for path, text in texts:
        if text.isascii():
            continue
        length = max(map(len, _CHARACTER.findall(text)))
        if length > limits.GRAPHEME:
            found = f"one character of {length:,} code points"
            expected = f"at most {limits.GRAPHEME}"
            yield Remark("D003", Severity.ERROR, path, found, expected, "delete the marks that pile up")
