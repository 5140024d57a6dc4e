"""What an operator can do about what SQLite or the disk refuses."""

import errno
import sqlite3
from pathlib import Path

from bot.store.copies import Damaged
from bot.store.soundness import NoDatabase

_RESTORE = "restore a backup: quizbot restore FILE"
_ROOM = "make room on the disk of {folder}"
_RIGHTS = "check the rights of {path} and of its folder"
_OF_SQLITE = {
    sqlite3.SQLITE_CORRUPT: _RESTORE,
    sqlite3.SQLITE_NOTADB: f"check QUIZBOT_DATABASE, or {_RESTORE}",
    sqlite3.SQLITE_FULL: _ROOM,
    sqlite3.SQLITE_IOERR: f"see in the machine's log whether its disk fails, or {_ROOM}",
    sqlite3.SQLITE_CANTOPEN: _RIGHTS,
    sqlite3.SQLITE_PERM: _RIGHTS,
    sqlite3.SQLITE_READONLY: _RIGHTS,
    sqlite3.SQLITE_AUTH: _RIGHTS,
    sqlite3.SQLITE_BUSY: "end the other program that uses it, or try again later",
    sqlite3.SQLITE_LOCKED: "end the other program that uses it, or try again later",
    # No such table, a table that is there already, …
    sqlite3.SQLITE_ERROR: f"its tables are not as quizbot makes them: {_RESTORE}",
}
_OF_DISK = {errno.ENOSPC: _ROOM, errno.EDQUOT: _ROOM, errno.EIO: _OF_SQLITE[sqlite3.SQLITE_IOERR]}


def advice(error: BaseException | None, path: Path) -> str:
    """What to do when this came of working on a file. Only what is damaged needs a backup."""
    match error:
        case Damaged():
            found = _RESTORE
        case NoDatabase() | None:
            found = "check QUIZBOT_DATABASE"
        case sqlite3.Error():
            found = _OF_SQLITE.get(getattr(error, "sqlite_errorcode", -1) & 0xFF, _RESTORE)
        case OSError():
            found = _OF_DISK.get(error.errno or 0, _RIGHTS)
        case UnicodeDecodeError():
            found = _RESTORE
        case _:
            found = "--debug shows where"
    return found.format(path=path, folder=path.parent)


def words(error: BaseException) -> str:
    """What an error says, in one line."""
    said = error.strerror if isinstance(error, OSError) else None
    return " ".join((said or str(error)).split()) or type(error).__name__
