"""Characters that cannot be cut (D003), and quotation marks that YAML takes for letters (S001)."""

from collections.abc import Iterable, Iterator

import regex

from bot.core.findings import FieldPath, Remark, Severity
from bot.core.lint import limits

_CHARACTER = regex.compile(r"\X")

#: The quotation marks that word processors make of " and '.
QUOTES = "“”„‟‘’‚‛"

#: A whole text in such marks; a mark within it belongs to a quotation, or is an apostrophe.
_QUOTED = regex.compile(f"[{QUOTES}](?:[^{QUOTES}]|\\b’\\b)+[{QUOTES}]")


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


def quoted_texts(texts: Iterable[tuple[FieldPath, str]]) -> Iterator[Remark]:
    """Short texts that stand in typographic quotation marks as a whole: YAML takes those for letters."""
    for path, text in texts:
        if path[-1] in ("text", "takeaway", "title") and _QUOTED.fullmatch(text):
            found = f"{path[-1]} in typographic quotation marks, which will be shown"
            mend = "write straight quotation marks, or none"
            yield Remark("S001", Severity.WARNING, path, found, "the text alone", mend)
