"""Texts of people and packs, made safe to stand inside our messages, and long ones in pages."""

import itertools

import discord
import regex

_FENCE = "```"
# A character as people see it. Pairs of flag letters come first: to find out where in a long row of them
# a pair begins, \X alone looks back to its start each time.
_GRAPHEME = regex.compile(r"\p{RI}{2}[\p{Grapheme_Extend}\u200d]*|\X")
_CODE = regex.compile(r"`+[^`]*`+")
_HEADING = regex.compile(r"#{1,3}\s.*")
_PAIRS = ("||", "~~", "**", "__")
_JOINER = "\u200d"
_STYLES = "\ufe0e\ufe0f"  # make a character text or emoji
# What shows nothing, whatever its category says: Hangul's fillers, braille's empty cell, a null notehead …
_INVISIBLE = regex.compile(
    rf"[[\p{{C}}\p{{Zl}}\p{{Zp}}\p{{Default_Ignorable_Code_Point}}\u2800\U0001d159]--[{_JOINER}{_STYLES}]]",
    regex.V1,
)
#: Lines of a quote: a report of a word a line would push the others off the screen.
_QUOTE_LINES = 6
_BLOCK_START = regex.compile(r"^\s*(\d*)(#{1,3}\s|>|-#|[-*+]\s|(?<=\d)\.\s)")


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut with "…" between whole graphemes: no half flag, no lone joiner."""
    if len(text) <= limit:
        return text
    kept, length = [], 0
    for grapheme in _GRAPHEME.findall(text):
        length += len(grapheme)
        if length > limit - 1:
            break
        kept.append(grapheme)
    return "".join(kept).rstrip() + "…"


def name(text: str) -> str:
    """A display name: one line, at most 32 characters, shown as it is: no Markdown, mention, link or emoji.

    Invisible characters, which could turn the line around, are left out; "" if nothing visible is left.
    """
    return _inert(shorten(_visible(text), 32))


def quoted(text: str, characters: int, size: int) -> str:
    """What a member wrote, as a quote of at most so many characters and bytes, and as inert as a name.

    What goes beyond six lines follows in the last one.
    """
    limit, quote = len(text), _quote(text)
    while limit and not _fits(quote, characters, size):
        limit = limit * 3 // 4
        quote = _quote(shorten(text, limit))
    return quote


def _quote(text: str) -> str:
    lines = [line for line in map(_visible, text.splitlines()) if line]
    if len(lines) > _QUOTE_LINES:
        lines[_QUOTE_LINES - 1 :] = [" / ".join(lines[_QUOTE_LINES - 1 :])]
    return "\n".join(f"> {_inert(line)}" for line in lines)


def _visible(text: str) -> str:
    """The text on one line without what cannot be seen."""
    seen = _INVISIBLE.sub("", " ".join(text.split())).strip(_JOINER + " ")
    return seen if seen.strip(_JOINER + _STYLES + " ") else ""


def _inert(line: str) -> str:
    """The line as it is: no Markdown, mention, link or emoji."""
    escaped = discord.utils.escape_markdown(line.replace("](", "]\u200b("), ignore_links=False)
    return escaped.replace("<", "\\<").replace("://", ":\u200b//").replace("@", "@\u200b")


def flowing(text: str) -> str:
    """The text with the lines of each paragraph joined: authors wrap lines, Discord would break there.

    Lists, headings, quotes and code keep their lines.
    """
    lines: list[str] = []
    fenced = False
    joins = False
    for line in closed(text).strip().split("\n"):
        fence = _turns_fence(line)
        if joins and line.strip() and not (fenced or fence or _BLOCK_START.match(line)):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
        fenced ^= fence
        joins = bool(line.strip()) and not (fenced or fence or line.startswith("#"))
    return "\n".join(lines)


def _turns_fence(line: str) -> bool:
    """True if a code block begins or ends on this line, not both."""
    return line.count(_FENCE) % 2 == 1


def one_line(text: str) -> str:
    """A text that must stay on its line: no line breaks, no heading, list or quote at its start.

    A mark that would pair with one of the next line, or escape what follows, is shown as it is.
    """
    line = _BLOCK_START.sub(r"\1\\\2", " ".join(text.split()))
    for mark in _PAIRS:
        if _outside_code(line).count(mark) % 2:
            place = line.rindex(mark)
            line = f"{line[:place]}\\{line[place]}\\{line[place + 1 :]}"
    trailing = len(line) - len(line.rstrip("\\"))
    return line + "\\" * (trailing % 2)


def _outside_code(text: str) -> str:
    return _CODE.sub("", text)


def closed(text: str) -> str:
    """The text with its last code fence closed, so that what follows looks normal."""
    return text if text.count(_FENCE) % 2 == 0 else f"{text.rstrip()}\n{_FENCE}"


def bold(text: str) -> str:
    """The text on one line in bold, whatever was bold in it before. Code spans stay as they are."""
    line = " ".join(text.split())
    parts = _CODE.split(line)
    codes = _CODE.findall(line)
    plain = [part.replace("**", "") for part in parts]
    return (
        "**" + "".join(part + code for part, code in itertools.zip_longest(plain, codes, fillvalue="")) + "**"
    )


def pages(text: str, characters: int, size: int) -> list[str]:
    """The text in parts of at most `characters` and `size` bytes, cut between blocks where possible.

    A block that is too long for one part is cut between its lines; a code fence that such a cut goes
    through is closed before it and opened again behind it. A heading stays with what follows it.
    """
    done: list[str] = []
    current = ""
    for block in _blocks(closed(text)):
        trial = f"{current}\n\n{block}" if current else block
        if _fits(trial, characters, size):
            current = trial
        elif _fits(block, characters, size):
            done.append(current)
            current = block
        else:
            *full, current = _cut(trial, characters, size)
            done += full
    return [part for part in (*done, current) if part] or [""]


def _fits(text: str, characters: int, size: int) -> bool:
    return len(text) <= characters and len(text.encode()) <= size


def _blocks(text: str) -> list[str]:
    """Paragraphs, lists and code blocks; a heading together with its first paragraph."""
    blocks: list[str] = []
    for part in text.strip().split("\n\n"):
        glued = blocks and (blocks[-1].count(_FENCE) % 2 or _HEADING.fullmatch(blocks[-1]))
        if glued:
            blocks[-1] += "\n\n" + part
        else:
            blocks.append(part)
    return [block.strip("\n") for block in blocks if block.strip()]


def _cut(text: str, characters: int, size: int) -> list[str]:
    """One block in parts, cut between its lines."""
    done: list[str] = []
    current: list[str] = []
    fence = ""
    for line in _short_lines(text, characters // 2, size // 2):
        trial = "\n".join([*current, line, _FENCE])
        if current and not _fits(trial, characters, size):
            done.append("\n".join([*current, _FENCE] if fence else current).strip())
            current = [fence] if fence else []
        current.append(line)
        if _turns_fence(line):
            fence = "" if fence else line[line.rindex(_FENCE) :].strip()
    done.append(closed("\n".join(current).strip()))
    return done


def _hard_cut(piece: str, characters: int) -> list[str]:
    """A grapheme of hundreds of marks has no place to cut; it is cut all the same."""
    return [piece[start : start + characters] for start in range(0, len(piece), characters)]


def _short_lines(text: str, characters: int, size: int) -> list[str]:
    """The lines, over-long ones broken between words (or graphemes, where there are no spaces)."""
    lines: list[str] = []
    for line in text.split("\n"):
        current = ""
        for word in regex.findall(r"\s*\S+|\s+$", line):
            pieces = [word] if len(word) <= characters // 4 else _GRAPHEME.findall(word)
            pieces = [part for piece in pieces for part in _hard_cut(piece, min(characters, size // 4))]
            for piece in pieces:
                if current and (len(current + piece) > characters or len((current + piece).encode()) > size):
                    lines.append(current)
                    current = piece.lstrip()
                else:
                    current += piece
        lines.append(current)
    return lines
