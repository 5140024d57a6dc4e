"""Whole copies of a database: written beside their place, looked at, and put there at once."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.soundness import damages, loose_ends, open_to_read, steps_to_come

#: What is not finished yet, or never was, has this behind its name.
DRAFT = ".draft"


class Damaged(sqlite3.DatabaseError):
    """What was to be copied is not sound; the text says why."""


def keep_copy(database: Path, path: Path) -> None:
    """A checked copy of this name, as private as the database; an older one goes for a finished one only.

    Raises sqlite3.Error, OSError, and what `steps_to_come` raises.
    """
    draft = path.with_name(path.name + DRAFT)
    with gone_if_broken_off(draft):
        copy(database, draft)
        put_in_place(draft, path, like=database)


def copy(source: Path, draft: Path) -> None:
    """A whole copy of what is committed, looked at after it was written. Raises as `keep_copy` does."""
    with closing(open_to_read(source)) as connection:
        steps_to_come(connection)
        connection.execute("VACUUM INTO ?", (str(draft),))
    flush(draft)
    with closing(open_to_read(draft)) as copied:
        if wrong := damages(copied):
            raise Damaged(f"the copy is damaged: {wrong[0]}")
        if ends := loose_ends(copied):
            raise Damaged(f"rows point at what is not there ({', '.join(ends)})")


def put_in_place(draft: Path, path: Path, *, like: Path) -> None:
    """Gives a finished draft its name, with owner and rights of what it stands for."""
    if like.is_file():
        shutil.copymode(like, draft)
    own_like(draft, like)
    draft.replace(path)
    flush(path.parent)


def own_like(path: Path, like: Path) -> None:
    """Gives a file or folder the owner of another one: the superuser may have made it by mistake."""
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # only the superuser may, and only there it matters
            os.chown(path, like.stat().st_uid, like.stat().st_gid)


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
    remove([draft, _journal(draft)])
    try:
        yield
    finally:
        remove([draft, _journal(draft)])


def remove(paths: list[Path]) -> None:
    """Removes those of the files that are there."""
    for path in paths:
        path.unlink(missing_ok=True)


def _journal(draft: Path) -> Path:
    return draft.with_name(draft.name + "-journal")
