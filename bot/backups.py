"""Backups of the database, made while the bot runs, and putting one back while it does not."""

import contextlib
import datetime
import logging
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.failure import CONFIGURATION, FAILED, Failure
from bot.store.migrations import NewerDatabase
from bot.store.soundness import NoDatabase, damages, loose_ends, open_to_read, steps_to_come

_log = logging.getLogger(__name__)

KEEP = 7
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"quizbot-(\d{8}T\d{6}Z)\.sqlite3")
#: What is not finished yet, or never was, has this behind its name.
_DRAFT = ".draft"
#: What SQLite keeps beside a database, and what belongs to it.
_BESIDE = ("-wal", "-journal", "-shm")


def backups_folder(database: Path) -> Path:
    """Where backups are put if nothing else is said."""
    return database.parent / "backups"


def backups_in(folder: Path) -> list[Path]:
    """The finished backups in a folder, oldest first."""
    return sorted(path for path in folder.glob("quizbot-*.sqlite3") if _NAME.fullmatch(path.name))


def made_at(backup: Path) -> datetime.datetime:
    """When a backup was made, UTC, by its name."""
    stamp = _NAME.fullmatch(backup.name)
    assert stamp is not None
    return datetime.datetime.strptime(stamp[1], _STAMP).replace(tzinfo=datetime.UTC)


def back_up(database: Path, folder: Path, keep: int, now: datetime.datetime) -> Path:
    """Writes a backup of a database that may be in use, and removes all but the newest `keep`.

    Raises Failure. What was broken off has another name and is removed by the next one.
    """
    _must_exist(database)
    backup = folder / f"quizbot-{now.astimezone(datetime.UTC):{_STAMP}}.sqlite3"
    with _told(f"no backup was written to {folder}", "check that there is room and that it can be written"):
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            for left_over in folder.glob(f"quizbot-*.sqlite3{_DRAFT}"):
                left_over.unlink()
            draft = backup.with_name(backup.name + _DRAFT)
            with _gone_if_broken_off(draft):
                _copy(database, draft)
                _put_in_place(draft, backup, like=database)
            _rotate(folder, keep, backup)
    return backup


def restore(database: Path, backup: Path, now: datetime.datetime) -> Path | None:
    """Puts a backup in the database's place; where the old database is kept, None if there was none.

    Nobody may have the database open: the caller holds its lock. Raises Failure; then nothing has changed.
    Whenever this is broken off, the old one or the new one stands complete in its place.
    """
    _must_be_sound(backup)
    draft = database.with_name(database.name + ".restoring" + _DRAFT)
    kept = database.with_name(f"{database.name}.before-restore-{now.astimezone(datetime.UTC):{_STAMP}}")
    there = database.exists()
    mend = f"check that {database.parent} has room and can be written"
    with _told(f"{backup} was not restored", mend), _gone_if_broken_off(draft):
        draft.unlink(missing_ok=True)
        _copy(backup, draft)
        _forget_commands(draft)
        if there:
            _keep(database, kept)
        _put_in_place(draft, database, like=kept if there else database.parent)
    return kept if there else None


def _must_exist(path: Path) -> None:
    if not path.is_file():
        found = f"there is no database {path}; expected the file that the bot writes"
        raise Failure(FAILED, [f"{found}; start the bot once, or check QUIZBOT_DATABASE"])


def _must_be_sound(backup: Path) -> None:
    """Raises Failure if the file cannot become our database."""
    mend = "choose another backup"
    if not backup.is_file():
        raise Failure(FAILED, [f"there is no file {backup}; expected a backup; {mend}"])
    try:
        with closing(open_to_read(backup)) as connection:
            steps_to_come(connection)
            wrong = [*damages(connection), *loose_ends(connection)]
    except NewerDatabase as error:
        found = f"{backup} was written by a newer quizbot (it has {error}); expected this version or older"
        raise Failure(CONFIGURATION, [f"{found}; install the newer version, or {mend}"]) from None
    except (NoDatabase, sqlite3.Error) as error:
        raise Failure(FAILED, [f"{backup} is no backup ({error}); expected one of quizbot; {mend}"]) from None
    if wrong:
        raise Failure(FAILED, [f"{backup} is damaged ({wrong[0]}); expected a sound database; {mend}"])


def _copy(source: Path, draft: Path) -> None:
    """A whole copy of what is committed, looked at after it was written. Raises sqlite3.Error, OSError."""
    with closing(open_to_read(source)) as connection:
        steps_to_come(connection)
        connection.execute("VACUUM INTO ?", (str(draft),))
    _flush(draft)
    with closing(open_to_read(draft)) as copied:
        if wrong := damages(copied):
            raise sqlite3.DatabaseError(f"the copy is damaged: {wrong[0]}")
        if ends := loose_ends(copied):
            raise sqlite3.DatabaseError(f"rows point at what is not there ({', '.join(ends)})")


def _put_in_place(draft: Path, path: Path, *, like: Path) -> None:
    """Gives a finished draft its name, with owner and rights of what it stands for."""
    if like.is_file():
        shutil.copymode(like, draft)
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # only the superuser may, and only there it matters
            os.chown(draft, like.stat().st_uid, like.stat().st_gid)
    draft.replace(path)
    _flush(path.parent)


def _forget_commands(draft: Path) -> None:
    """Another version may have told Discord other commands since: they are told anew."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")  # nothing may stay beside a draft
        connection.execute("DELETE FROM meta WHERE name = 'commands'")


def _keep(database: Path, kept: Path) -> None:
    """Gives the old database with all that it holds a second name; the first may be replaced then."""
    _fold_in_log(database)
    # A log that is still there belongs to the old file and must never be applied to the new one.
    left = [suffix for suffix in _BESIDE if database.with_name(database.name + suffix).exists()]
    for suffix in ("", *left):
        _second_name(database.with_name(database.name + suffix), kept.with_name(kept.name + suffix))
    _flush(database.parent)
    for suffix in left:
        database.with_name(database.name + suffix).unlink()


def _fold_in_log(database: Path) -> None:
    """Makes one file of a database and its log; a damaged one stays as it is."""
    try:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        code = error.sqlite_errorcode & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            found = f"{database} is being read by another program; expected nobody to use it"
            raise Failure(FAILED, [f"{found}; wait until a backup or check has ended"]) from None
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        _log.warning("%s is damaged (%s); it is kept as it is", database, error)


def _second_name(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:  # not every file system can
        draft = other.with_name(other.name + _DRAFT)
        shutil.copy2(path, draft)
        _flush(draft)
        draft.replace(other)


def _rotate(folder: Path, keep: int, newest: Path) -> None:
    others = [path for path in backups_in(folder) if path != newest]
    for path in others[: max(len(others) - keep + 1, 0)]:
        try:
            path.unlink()
        except OSError as error:
            _log.warning("%s could not be removed (%s)", path, error.strerror)


def _flush(path: Path) -> None:
    """What was written is on the disk; for a folder: its names."""
    if path.is_dir() and os.name == "nt":  # there no folder can be opened
        return
    opened = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _gone_if_broken_off(draft: Path) -> Iterator[None]:
    """What is not finished takes no room; after a kill it is left over until the next time."""
    try:
        yield
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        found = f"another backup is being written to {folder}; expected one at a time"
        raise Failure(FAILED, [f"{found}; try again later"]) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _told(what: str, mend: str) -> Iterator[None]:
    """Turns what the disk or SQLite refuses into one line."""
    try:
        yield
    except NewerDatabase as error:
        raise Failure(
            CONFIGURATION, [f"{what} (a newer quizbot wrote it: {error}); use that version"]
        ) from None
    except (NoDatabase, sqlite3.Error, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else None
        raise Failure(FAILED, [f"{what} ({said or error}); expected it to be possible; {mend}"]) from None
