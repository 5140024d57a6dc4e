"""Whether a database file is sound: what an operator's commands ask before anything else."""

import sqlite3
from pathlib import Path

from bot.store.migrations import pending

_BUSY_TIMEOUT_MS = 5000


class NoDatabase(Exception):
    """The file is none of ours; the text says why."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, also beside the bot that is running. Raises sqlite3.Error."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
    return connection


def steps_to_come(connection: sqlite3.Connection) -> list[str]:
    """The migrations that it still lacks. Raises NoDatabase, migrations.NewerDatabase, sqlite3.Error."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if "_sqlite_migrations" not in tables:
        raise NoDatabase("it is the database of another program" if tables else "it is empty")
    return pending(connection)


def damages(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds broken in the file, at most ten lines; none if it is whole."""
    try:
        found = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(10)")]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [] if found == ["ok"] else found


def loose_ends(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows of a table point at what is not there, by "table -> other table"."""
    counts: dict[str, int] = {}
    for table, _row, parent, _key in connection.execute("PRAGMA foreign_key_check"):
        counts[f"{table} -> {parent}"] = counts.get(f"{table} -> {parent}", 0) + 1
    return counts
