"""Texts of people and packs, made safe to stand inside our messages, and long ones in pages."""

import discord
import regex

_FENCE = "```"
_BLOCK_START = regex.compile(r"^\s*(\d*)(#{1,3}\s|>|-#|[-*+]\s|(?<=\d)\.\s)")


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut with "…" between whole graphemes: no half flag, no lone joiner."""
    if len(text) <= limit:
        return text
    kept, length = [], 0
    for grapheme in regex.findall(r"\X", text):
        length += len(grapheme)
        if length > limit - 1:
            break
        kept.append(grapheme)
    return "".join(kept).rstrip() + "…"


def name(text: str) -> str:
    """A display name: one line, at most 32 characters, its Markdown shown and not obeyed."""
    return discord.utils.escape_markdown(shorten(" ".join(text.split()), 32))


def flowing(text: str) -> str:
    """The text with the lines of each paragraph joined: authors wrap lines, Discord would break there.

    Lists, headings, quotes and code keep their lines.
    """
    lines: list[str] = []
    fenced = False
    joins = False
    for line in closed(text).strip().split("\n"):
        fence = line.lstrip().startswith(_FENCE)
        if joins and line.strip() and not (fenced or fence or _BLOCK_START.match(line)):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
        fenced ^= fence
        joins = bool(line.strip()) and not (fenced or fence or line.startswith("#"))
    return "\n".join(lines)


def one_line(text: str) -> str:
    """A text that must stay on its line: no line breaks, no heading, list or quote at its start."""
    return _BLOCK_START.sub(r"\1\\\2", " ".join(text.split()))


def closed(text: str) -> str:
    """The text with its last code fence closed, so that what follows looks normal."""
    return text if text.count(_FENCE) % 2 == 0 else f"{text.rstrip()}\n{_FENCE}"


def bold(text: str) -> str:
    """The text on one line in bold, whatever was bold in it before. Code spans stay."""
    return f"**{' '.join(text.split()).replace('**', '')}**"


def pages(text: str, characters: int, size: int) -> list[str]:
    """The text in parts of at most `characters` and `size` bytes, cut between lines where possible.

    A code fence that a cut goes through is closed before it and opened again behind it.
    """
    done: list[str] = []
    current: list[str] = []
    fence = ""
    for line in _short_lines(text, characters // 2, size // 2):
        trial = "\n".join([*current, line, _FENCE])
        if current and (len(trial) > characters or len(trial.encode()) > size):
            done.append("\n".join([*current, _FENCE] if fence else current).strip())
            current = [fence] if fence else []
        current.append(line)
        if line.lstrip().startswith(_FENCE):
            fence = "" if fence else line.strip()
    done.append(closed("\n".join(current).strip()))
    return [part for part in done if part] or [""]


def _short_lines(text: str, characters: int, size: int) -> list[str]:
    """The lines, over-long ones broken between words (or graphemes, where there are no spaces)."""
    lines: list[str] = []
    for line in text.split("\n"):
        current = ""
        for word in regex.findall(r"\s*\S+|\s+$", line):
            pieces = [word] if len(word) <= characters // 2 else regex.findall(r"\X{1,100}", word)
            for piece in pieces:
                if current and (len(current + piece) > characters or len((current + piece).encode()) > size):
                    lines.append(current)
                    current = piece.lstrip()
                else:
                    current += piece
        lines.append(current)
    return lines
