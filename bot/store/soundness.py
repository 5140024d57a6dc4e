"""Whether a database file is sound: what an operator's commands ask before anything else."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from bot.store.migrations import MIGRATIONS, pending

_BUSY_TIMEOUT_MS = 5000


class NoDatabase(Exception):
    """The file is none of ours; the text says why."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, also beside the bot that is running. Raises sqlite3.Error."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
    return connection


def temporary_files_beside(connection: sqlite3.Connection, path: Path) -> None:
    """Lets SQLite put its temporary files where the database has room, not into a small /tmp.

    Where the folder cannot be written they stay where they were.
    """
    folder = str(path.resolve().parent).replace("'", "''")
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute(f"PRAGMA temp_store_directory = '{folder}'")


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


def differences(connection: sqlite3.Connection) -> list[str]:
    """Tables and indexes that are missing, or are not as the steps that this file has taken make them."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        MIGRATIONS.apply(Database(fresh), stop_before=pending(connection)[:1])
        right, found = _schema(fresh), _schema(connection)
    missing = [f"{name} is missing" for name in right if name not in found]
    return missing + [f"{name} is another" for name in right if found.get(name, right[name]) != right[name]]


def _schema(connection: sqlite3.Connection) -> dict[str, str]:
    """The definition of each table and index of ours, by its name. Spaces differ with SQLite's versions."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    ours = (row for row in rows if "_sqlite_migrations" not in row[1])  # the library's own
    return {f"{kind} {name}": "".join(definition.split()) for kind, name, definition in ours}


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Whatever makes a file unfit to be our database, each fault in words."""
    yield from damages(connection)
    yield from (f"rows point at nothing: {where}" for where in loose_ends(connection))
    yield from differences(connection)
