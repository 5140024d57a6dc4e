"""Putting a backup in the place of the database, while the bot is stopped."""

import datetime
import glob
import logging
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.advice import advice, words
from bot.backups import stamped, told
from bot.failure import CONFIGURATION, FAILED, Failure
from bot.store.copies import DRAFT, copy, flush, gone_if_broken_off, put_in_place, remove
from bot.store.migrations import NewerDatabase
from bot.store.soundness import NoDatabase, faults, open_to_read, steps_to_come

_log = logging.getLogger(__name__)

#: What SQLite keeps beside a database, and what belongs to it.
_BESIDE = ("-wal", "-journal", "-shm")


def restore(database: Path, backup: Path, now: datetime.datetime) -> Path | None:
    """Puts a backup in the database's place; where the old database is kept, None if there was none.

    Nobody may have the database open: the caller holds its lock. Raises Failure; then nothing has changed.
    Whenever this is broken off, the old one or the new one stands complete in its place.
    """
    _must_be_sound(backup)
    draft = database.with_name(database.name + ".restoring" + DRAFT)
    kept = database.with_name(f"{database.name}.before-restore-{stamped(now)}")
    with told(f"{backup} was not restored", database), gone_if_broken_off(draft):
        there = database.exists()
        remove(list(database.parent.glob(f"{glob.escape(database.name)}.*{DRAFT}*")))  # left by a kill
        copy(backup, draft)
        _forget_commands(draft)
        _keep(database, kept)
        put_in_place(draft, database, like=kept if there else database.parent)
    return kept if there else None


def _must_be_sound(backup: Path) -> None:
    """Raises Failure if the file cannot become our database."""
    mend = "choose another backup"
    try:
        if not backup.is_file():
            raise Failure(FAILED, [f"there is no file {backup}; expected a backup; {mend}"])
        with closing(open_to_read(backup)) as connection:
            steps_to_come(connection)
            wrong = next(faults(connection), None)
    except NewerDatabase as error:
        found = f"{backup} was written by a newer quizbot (it has {error}); expected this version or older"
        raise Failure(CONFIGURATION, [f"{found}; install the newer version, or {mend}"]) from None
    except (NoDatabase, sqlite3.Error, OSError, UnicodeDecodeError) as error:
        if _is_another_matter(error):
            found = f"{backup} cannot be read ({words(error)}); expected a backup"
            raise Failure(FAILED, [f"{found}; {advice(error, backup)}"]) from None
        found = f"{backup} is no backup ({words(error)}); expected one of quizbot"
        raise Failure(FAILED, [f"{found}; {mend}"]) from None
    if wrong:
        raise Failure(FAILED, [f"{backup} is damaged ({wrong}); expected a sound database; {mend}"])


def _is_another_matter(error: Exception) -> bool:
    """True if the file itself may be sound: it could not be opened, or the machine fails."""
    of_the_file = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    if isinstance(error, sqlite3.Error):
        return error.sqlite_errorcode & 0xFF not in of_the_file
    return isinstance(error, OSError)


def _forget_commands(draft: Path) -> None:
    """Another version may have told Discord other commands since: they are told anew."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")  # nothing may stay beside a draft
        connection.execute("DELETE FROM meta WHERE name = 'commands'")


def _keep(database: Path, kept: Path) -> None:
    """Gives the old database with all that it holds a second name; the first may be replaced then."""
    if database.exists():
        _fold_in_log(database)
    # A log that is still there belongs to the old file and must never be applied to the new one.
    there = [each for each in ("", *_BESIDE) if database.with_name(database.name + each).exists()]
    for suffix in there:
        _second_name(database.with_name(database.name + suffix), kept.with_name(kept.name + suffix))
    flush(database.parent)
    for suffix in there:
        if suffix:
            database.with_name(database.name + suffix).unlink()


def _fold_in_log(database: Path) -> None:
    """Makes one file of a database and its log; a damaged one stays as it is."""
    try:
        with closing(open_to_read(database)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.DatabaseError as error:  # opened to be written, its log might be thrown away
        _log.warning("%s cannot be read (%s); it is kept as it is", database, error)
        return
    try:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        found = f"{database} is being read by another program; expected nobody to use it"
        raise Failure(FAILED, [f"{found}; wait until a backup or check has ended"]) from None


def _second_name(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:  # not every file system can
        draft = other.with_name(other.name + DRAFT)
        shutil.copy2(path, draft)
        flush(draft)
        draft.replace(other)
