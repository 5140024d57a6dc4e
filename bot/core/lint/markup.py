"""D003: no text notifies anybody, hides an address, or leaves its Markdown open."""

import re
from collections.abc import Iterator

from bot.core.findings import FieldPath, Remark
from bot.core.lint.text import shown, without_code
from bot.core.lint.view import View, error

_MENTION = re.compile(r"@(?:everyone|here)\b|<@[!&]?\d+>|<#\d+>")
#: The end of a link's text and its address, whatever the text is: brackets, lines, thousands of words.
_MASKED_LINK = re.compile(r"(?:\[[^\[\]\n]{1,60})?\]\(\s*<?([^)\s>]{0,500})\)?")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
#: Left-to-right and right-to-left embeddings, overrides and isolates reorder the text after them.
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_ESCAPED = re.compile(r"\\.", re.S)
#: An address keeps its marks; those right behind it are the text's.
_ADDRESS = re.compile(r"https?://[^\s*~|<>()]*[^\s*~|<>()_]")
_PAIRED = (("**", "bold text"), ("__", "underlined text"), ("~~", "struck-out text"), ("||", "a spoiler"))


def check_markup(view: View) -> Iterator[Remark]:
    """D003: every text of the question. In a picture no Markdown is known, so marks in it mean nothing."""
    for path, text in question_texts(view):
        yield from markup_flaws(path, text, user_pack=view.context.user_pack)
    for path, text in view.drawn:
        if match := _MENTION.search(text):
            expected = "a text that notifies nobody"
            yield error("D003", path, f"the mention {match[0]}", expected, "name who is meant in words")


def question_texts(view: View) -> Iterator[tuple[FieldPath, str]]:
    """Every Markdown text that a member may read, with those of the references."""
    yield from view.texts
    for index, reference in enumerate(view.question.references):
        yield ("references", index, "title"), reference.title
        yield ("references", index, "section"), reference.section


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
    if any(mark in text for mark in ("`", "\\", "**", "__", "~~", "||")):
        yield from _open_marks(path, text)


def _links(path: FieldPath, text: str, user_pack: bool) -> Iterator[Remark]:
    for match in _MASKED_LINK.finditer(without_code(text)):
        if user_pack and _SCHEME.match(match[1]):
            found = f"an address behind a word: {shown(match[0])}"
            yield error("D003", path, found, "visible addresses only", "move it to references")
        elif not match[1].lower().startswith("https://"):
            found = f"a link to {shown(match[1]) or 'nothing'}"
            yield error("D003", path, found, "an https:// address", "correct or delete it")


def _open_marks(path: FieldPath, text: str) -> Iterator[Remark]:
    """Marks that go on into the texts that a message shows behind this one."""
    if "````" in text:
        # Where such a run ends depends on the program; Discord's fences have three.
        found = "a run of more than three backticks"
        yield error("D003", path, found, "one, two or three", "shorten it")
        return
    prose = _ESCAPED.sub(" ", without_code(text).rstrip())
    if "```" in prose:
        yield error("D003", path, "a code block that stays open", "``` at its end", "close it")
        return
    if "`" in prose:
        yield error("D003", path, "a code span that stays open", "` at its end", "close it")
    if prose.endswith("\\"):
        mend = "delete it, or put it in a code span"
        yield error("D003", path, "a backslash at the end", "a text that leaves the next one alone", mend)
    if "://" in prose:
        prose = _ADDRESS.sub("", prose)
    for mark, name in _PAIRED:
        if prose.count(mark) % 2:
            yield error("D003", path, f"{name} that stays open", f"{mark} at its end", "close it")
