"""Backups of the database, made while the bot runs."""

import datetime
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.advice import advice, words
from bot.failure import CONFIGURATION, FAILED, Failure
from bot.store.copies import DRAFT, keep_copy, own_like, remove
from bot.store.engine import InUse, Unusable, take_lock
from bot.store.migrations import NewerDatabase
from bot.store.soundness import NoDatabase

_log = logging.getLogger(__name__)

KEEP = 7
STAMP = "%Y%m%dT%H%M%SZ"
_LOCK = ".lock"
_NAME = re.compile(r"quizbot-(\d{8}T\d{6}Z)\.sqlite3")


def backups_folder(database: Path) -> Path:
    """Where backups are put if nothing else is said."""
    return database.parent / "backups"


def backups_in(folder: Path) -> list[Path]:
    """The finished backups in a folder, oldest first. Raises OSError."""
    found = folder.iterdir() if folder.exists() else ()
    return sorted(path for path in found if _stamp(path) is not None)


def made_at(backup: Path) -> datetime.datetime:
    """When a backup was made, UTC, by its name."""
    stamp = _stamp(backup)
    assert stamp is not None
    return stamp


def _stamp(path: Path) -> datetime.datetime | None:
    """None for a name that we do not give."""
    match = _NAME.fullmatch(path.name)
    try:
        return match and datetime.datetime.strptime(match[1], STAMP).replace(tzinfo=datetime.UTC)
    except ValueError:  # a day that no calendar has
        return None


def stamped(now: datetime.datetime) -> str:
    """The time as it stands in the names of files."""
    return f"{now.astimezone(datetime.UTC):{STAMP}}"


def back_up(database: Path, folder: Path, keep: int, now: datetime.datetime) -> Path:
    """Writes a backup of a database that may be in use, and removes all but the newest `keep`.

    Raises Failure. What was broken off has another name and is removed by the next one.
    """
    backup = folder / f"quizbot-{stamped(now)}.sqlite3"
    with told(f"no backup was written to {folder}", backup):
        must_exist(database)
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        if new:
            own_like(folder, database.parent)
        with _alone(folder):
            own_like(folder / _LOCK, folder)
            remove(list(folder.glob(f"quizbot-*.sqlite3{DRAFT}*")))
            keep_copy(database, backup)
            _rotate(folder, keep, backup)
    return backup


def must_exist(path: Path) -> None:
    """Raises Failure if there is no database yet, and OSError."""
    if not path.is_file():
        found = f"there is no database {path}; expected the file that the bot writes"
        raise Failure(FAILED, [f"{found}; start the bot once, or check QUIZBOT_DATABASE"])


def _rotate(folder: Path, keep: int, newest: Path) -> None:
    """What is dated after the one just made is not counted: a clock was wrong, and nobody knows when."""
    others = [path for path in backups_in(folder) if made_at(path) < made_at(newest)]
    for path in others[: max(len(others) - keep + 1, 0)]:
        try:
            path.unlink()
        except OSError as error:
            _log.warning("%s could not be removed (%s)", path, error.strerror)


@contextmanager
def bot_stopped(database: Path) -> Iterator[None]:
    """Nobody else writes to the database while the block runs. Raises Failure if somebody does."""
    try:
        lock = take_lock(database)
    except InUse:
        found = f"{database} is in use by a quizbot; expected it to be stopped; stop it and try again"
        raise Failure(FAILED, [found]) from None
    except Unusable as error:
        found = f"{database} cannot be used ({error}); expected a folder that can be written"
        raise Failure(FAILED, [f"{found}; {advice(error.__cause__, database)}"]) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    lock = FileLock(folder / _LOCK)
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
def told(what: str, path: Path) -> Iterator[None]:
    """Turns what the disk or SQLite refuses while a file is written into one line."""
    try:
        yield
    except NewerDatabase as error:
        raise Failure(
            CONFIGURATION, [f"{what} (a newer quizbot wrote it: {error}); use that version"]
        ) from None
    except (NoDatabase, sqlite3.Error, OSError, UnicodeDecodeError) as error:
        found = f"{what} ({words(error)}); expected it to be possible"
        raise Failure(FAILED, [f"{found}; {advice(error, path)}"]) from None
