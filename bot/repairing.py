"""Mending what follows from answers, while the bot is stopped."""

import datetime
import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path

from bot.backups import must_exist, stamped, told
from bot.failure import FAILED, Failure
from bot.store.copies import keep_copy
from bot.store.recounts import RECOUNTS, gather
from bot.store.soundness import faults, open_to_read, steps_to_come, temporary_files_beside
from bot.store.values import unreadable


def mend(database: Path, now: datetime.datetime) -> list[str]:
    """Corrects what follows from answers, after a copy; lines that say what was done. Raises Failure.

    Nobody else may write to the database: the caller holds its lock.
    """
    kept = database.with_name(f"{database.name}.before-repair-{stamped(now)}")
    with told(f"{database} was not mended", database):
        must_exist(database)
        _must_be_mendable(database)
        keep_copy(database, kept)
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            corrected = _correct(connection, database)
    return [f"the database as it was is kept in {kept}", *corrected]


def _must_be_mendable(database: Path) -> None:
    """Raises Failure for what no recount can mend."""
    with closing(open_to_read(database)) as connection:
        if steps := steps_to_come(connection):
            found = f"{database} lacks {', '.join(steps)}; expected one that this version has opened"
            raise Failure(FAILED, [f"{found}; start the bot once, then try again"])
        if fault := next(chain(faults(connection), unreadable(connection)), None):
            found = f"{database} is damaged ({fault}); expected a sound database"
            raise Failure(FAILED, [f"{found}; restore a backup: quizbot restore FILE"])


def _correct(connection: sqlite3.Connection, database: Path) -> list[str]:
    connection.execute("PRAGMA synchronous = FULL")
    temporary_files_beside(connection, database)
    connection.execute("BEGIN IMMEDIATE")
    gather(connection)
    lines = []
    for each in RECOUNTS:
        if wrong := each.wrong(connection):
            each.mend(connection)
            lines.append(f"{each.name}: {wrong} corrected")
    connection.execute("COMMIT")
    return lines
