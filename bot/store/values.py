"""Values that only the program understands: dates, times, lists, zones, contents. SQLite takes any text."""

import datetime
import json
import sqlite3
import zoneinfo
from collections.abc import Callable, Iterator

from bot.core.question import pack_from, question_from
from bot.core.server import AnswersBy
from bot.store.times import to_text, to_time


def _time(text: str) -> None:
    if to_text(to_time(text)) != text:
        raise ValueError  # its order would not be that of time


def _list(text: str) -> None:
    if not isinstance(json.loads(text), list):
        raise ValueError


#: Table, its key, a column, and what reads it. What a recount derives is none of them: it is mended.
_READERS: tuple[tuple[str, str, str, Callable[[str], object]], ...] = (
    ("pack", "pack_key", "data", lambda text: pack_from(json.loads(text))),
    ("revision", "revision_key", "data", lambda text: question_from(json.loads(text))),
    ("server", "guild_id", "zone", zoneinfo.ZoneInfo),
    ("server", "guild_id", "topics", _list),
    ("server", "guild_id", "channels", _list),
    ("server", "guild_id", "answers_by", AnswersBy),
    ("server", "guild_id", "removed_at", _time),
    ("post", "post_id", "shown", _list),
    ("post", "post_id", "answers_by", AnswersBy),
    ("post", "post_id", "posted_at", _time),
    ("post", "post_id", "closed_at", _time),
    ("response", "post_id, member_id, sequence", "option_ids", _list),
    ("response", "post_id, member_id, sequence", "local_date", datetime.date.fromisoformat),
    ("response", "post_id, member_id, sequence", "responded_at", _time),
    ("report", "report_id", "reported_at", _time),
)


def unreadable(connection: sqlite3.Connection) -> Iterator[str]:
    """For each column with values that cannot be read: which, in how many rows, and the key of the first."""
    for table, key, column, read in _READERS:
        first, number = None, 0
        for *keys, text in connection.execute(
            f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY {key}"
        ):
            if not _can(read, text):
                first, number = first or keys, number + 1
        if first:
            told = ", ".join(f"{name} {value}" for name, value in zip(key.split(", "), first, strict=True))
            yield f"{table}.{column} in {number} rows, the first: {told}"


def _can(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except Exception:  # whatever it is: the program would die of it, too
        return False
    return True
