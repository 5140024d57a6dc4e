"""Backups of the database, made while the bot runs."""

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
from bot.store.engine import InUse, Unusable, take_lock
from bot.store.migrations import NewerDatabase
from bot.store.soundness import NoDatabase, damages, loose_ends, open_to_read, steps_to_come

_log = logging.getLogger(__name__)

KEEP = 7
STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"quizbot-(\d{8}T\d{6}Z)\.sqlite3")
#: What is not finished yet, or never was, has this behind its name.
DRAFT = ".draft"


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
    return datetime.datetime.strptime(stamp[1], STAMP).replace(tzinfo=datetime.UTC)


def back_up(database: Path, folder: Path, keep: int, now: datetime.datetime) -> Path:
    """Writes a backup of a database that may be in use, and removes all but the newest `keep`.

    Raises Failure. What was broken off has another name and is removed by the next one.
    """
    _must_exist(database)
    backup = folder / f"quizbot-{now.astimezone(datetime.UTC):{STAMP}}.sqlite3"
    with told(f"no backup was written to {folder}", "check that there is room and that it can be written"):
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            for left_over in folder.glob(f"quizbot-*.sqlite3{DRAFT}"):
                left_over.unlink()
            draft = backup.with_name(backup.name + DRAFT)
            with gone_if_broken_off(draft):
                copy(database, draft)
                put_in_place(draft, backup, like=database)
            _rotate(folder, keep, backup)
    return backup


def _must_exist(path: Path) -> None:
    if not path.is_file():
        found = f"there is no database {path}; expected the file that the bot writes"
        raise Failure(FAILED, [f"{found}; start the bot once, or check QUIZBOT_DATABASE"])


def copy(source: Path, draft: Path) -> None:
    """A whole copy of what is committed, looked at after it was written. Raises sqlite3.Error, OSError."""
    with closing(open_to_read(source)) as connection:
        steps_to_come(connection)
        connection.execute("VACUUM INTO ?", (str(draft),))
    flush(draft)
    with closing(open_to_read(draft)) as copied:
        if wrong := damages(copied):
            raise sqlite3.DatabaseError(f"the copy is damaged: {wrong[0]}")
        if ends := loose_ends(copied):
            raise sqlite3.DatabaseError(f"rows point at what is not there ({', '.join(ends)})")


def put_in_place(draft: Path, path: Path, *, like: Path) -> None:
    """Gives a finished draft its name, with owner and rights of what it stands for."""
    if like.is_file():
        shutil.copymode(like, draft)
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # only the superuser may, and only there it matters
            os.chown(draft, like.stat().st_uid, like.stat().st_gid)
    draft.replace(path)
    flush(path.parent)


def _rotate(folder: Path, keep: int, newest: Path) -> None:
    others = [path for path in backups_in(folder) if path != newest]
    for path in others[: max(len(others) - keep + 1, 0)]:
        try:
            path.unlink()
        except OSError as error:
            _log.warning("%s could not be removed (%s)", path, error.strerror)


def flush(path: Path) -> None:
    """What was written is on the disk; for a folder: its names."""
    if path.is_dir() and os.name == "nt":  # there no folder can be opened
        return
    opened = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def gone_if_broken_off(draft: Path) -> Iterator[None]:
    """What is not finished takes no room; after a kill it is left over until the next time."""
    try:
        yield
    finally:
        draft.unlink(missing_ok=True)


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
        raise Failure(FAILED, [f"{found}; check QUIZBOT_DATABASE and its rights"]) from None
    try:
        yield
    finally:
        lock.release()


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
def told(what: str, mend: str) -> Iterator[None]:
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
