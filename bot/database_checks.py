"""The doctor's checks of the database; all counts are of the same moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from bot.diagnosis import Finding, Mark, guarded
from bot.store.migrations import NewerDatabase
from bot.store.recounts import RECOUNTS, gather
from bot.store.soundness import (
    damages,
    differences,
    loose_ends,
    open_to_read,
    steps_to_come,
    temporary_files_beside,
)
from bot.store.values import unreadable

_RESTORE = "restore a backup: quizbot restore FILE"


def of_database(path: Path) -> Iterator[Finding]:
    """Every check of the database."""
    if not path.is_file():
        yield Finding(
            Mark.BAD, f"database: there is no {path}; start the bot once, or check QUIZBOT_DATABASE"
        )
        return
    with closing(open_to_read(path)) as connection:
        temporary_files_beside(connection, path)
        connection.execute("BEGIN")  # all that follows is counted at the same moment
        try:
            steps = steps_to_come(connection)
        except NewerDatabase as error:
            told = f"schema: written by a newer quizbot (it has {error}); install that version"
            yield Finding(Mark.BAD, told)
            return
        yield Finding(Mark.GOOD, f"database: {path}, {path.stat().st_size / 1e6:.1f} MB")
        checks = {"integrity": _of_integrity, "references": _of_references}
        for about, check in checks.items():
            yield from guarded(about, path, partial(check, connection))
        yield from guarded("schema", path, partial(_of_schema, connection, steps))
        if steps:
            yield Finding(Mark.NEITHER, "values and recounts: not looked at with an old schema")
        else:
            yield from _of_contents(connection, path)


def _of_contents(connection: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    values = list(guarded("values", path, partial(_of_values, connection)))
    yield from values
    if all(each.mark is Mark.GOOD for each in values):
        yield from guarded("recounts", path, partial(_of_recounts, connection))
    else:
        yield Finding(Mark.NEITHER, "recounts: not made, since a value cannot be read")


def _of_integrity(connection: sqlite3.Connection) -> Iterator[Finding]:
    if wrong := damages(connection):
        yield Finding(Mark.BAD, f"integrity: damaged ({wrong[0]}); {_RESTORE}")
    else:
        yield Finding(Mark.GOOD, "integrity: whole")


def _of_references(connection: sqlite3.Connection) -> Iterator[Finding]:
    if ends := loose_ends(connection):
        told = ", ".join(f"{number} of {where}" for where, number in ends.items())
        yield Finding(Mark.BAD, f"references: rows point at nothing ({told}); {_RESTORE}")
    else:
        yield Finding(Mark.GOOD, "references: all lead somewhere")


def _of_schema(connection: sqlite3.Connection, steps: list[str]) -> Iterator[Finding]:
    if wrong := differences(connection):
        yield Finding(Mark.BAD, f"schema: {', '.join(wrong)}; {_RESTORE}")
    elif steps:
        yield Finding(Mark.BAD, f"schema: lacks {', '.join(steps)}; the next start of the bot adds it")
    else:
        yield Finding(Mark.GOOD, "schema: up to date")


def _of_values(connection: sqlite3.Connection) -> Iterator[Finding]:
    wrong = list(unreadable(connection))
    for each in wrong:
        yield Finding(Mark.BAD, f"values: unreadable {each}; correct it with sqlite3, or {_RESTORE}")
    if not wrong:
        yield Finding(Mark.GOOD, "values: all can be read")


def _of_recounts(connection: sqlite3.Connection) -> Iterator[Finding]:
    gather(connection)
    for each in RECOUNTS:
        if wrong := each.wrong(connection):
            told = f"{each.name}: {wrong} rows wrong; stop the bot and run: quizbot doctor --repair"
            yield Finding(Mark.BAD, told)
        else:
            yield Finding(Mark.GOOD, f"{each.name}: right")
