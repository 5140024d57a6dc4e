"""D003: no text notifies anybody, hides an address, or leaves its Markdown open."""

import re
from collections.abc import Iterator

from bot.core.findings import FieldPath, Remark
from bot.core.lint.text import shown, without_code
from bot.core.lint.view import View, error

_MENTION = re.compile(r"@(?:everyone|here)\b|<@[!&]?\d+>|<#\d+>")
_MASKED_LINK = re.compile(r"\[[^\]\n]{1,120}\]\(\s{0,9}<?([^)\s>]{0,500})\)?")
#: Left-to-right and right-to-left embeddings, overrides and isolates reorder the text after them.
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")


def check_markup(view: View) -> Iterator[Remark]:
    """D003: every text of the question, and the titles of its references."""
    user_pack = view.context.user_pack
    for path, text in view.texts:
        yield from markup_flaws(path, text, user_pack=user_pack)
    for index, reference in enumerate(view.question.references):
        for name, text in (("title", reference.title), ("section", reference.section)):
            yield from markup_flaws(("references", index, name), text, user_pack=user_pack)


def markup_flaws(path: FieldPath, text: str, *, user_pack: bool = False) -> Iterator[Remark]:
    """What Discord would make of a text beyond showing it."""
    if ("@" in text or "<#" in text) and (match := _MENTION.search(without_code(text))):
        mend = "put it in a code span: `" + match[0] + "`"
        yield error("D003", path, f"the mention {match[0]}", "a text that notifies nobody", mend)
    if "](" in text:
        yield from _links(path, text, user_pack)
    if not text.isascii() and (match := _DIRECTION.search(text)):
        found = f"the invisible direction mark U+{ord(match[0]):04X}"
        yield error("D003", path, found, "text without direction marks", "delete it")
    if "`" in text or "**" in text:
        yield from _open_marks(path, text)


def _links(path: FieldPath, text: str, user_pack: bool) -> Iterator[Remark]:
    for match in _MASKED_LINK.finditer(without_code(text)):
        if user_pack:
            found = f"an address behind a word: {shown(match[0])}"
            yield error("D003", path, found, "visible addresses only", "move it to references")
        elif not match[1].lower().startswith("https://"):
            found = f"a link to {shown(match[1]) or 'nothing'}"
            yield error("D003", path, found, "an https:// address", "correct or delete it")


def _open_marks(path: FieldPath, text: str) -> Iterator[Remark]:
    if text.count("```") % 2:
        yield error("D003", path, "a code block that stays open", "``` at its end", "close it")
        return
    prose = without_code(text)
    for mark, name in (("`", "a code span"), ("**", "bold text")):
        if prose.count(mark) % 2:
            yield error("D003", path, f"{name} that stays open", f"{mark} at its end", "close it")
