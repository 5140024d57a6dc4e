"""Looking for what is wrong with an installation, and mending what follows from answers."""

import datetime
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot import backups
from bot.config import Settings
from bot.failure import FAILED, Failure
from bot.store.migrations import NewerDatabase
from bot.store.recounts import RECOUNTS, gather
from bot.store.soundness import NoDatabase, damages, loose_ends, open_to_read, steps_to_come

#: Below this the disk counts as full, in bytes.
_FREE = 200_000_000
_CLOCK = datetime.timedelta(seconds=60)
_BACKUP_AGE = datetime.timedelta(days=2)


class Mark(StrEnum):
    """What a check found; the last one: it was not made, or is no fault."""

    GOOD = "✓"
    BAD = "✗"
    NEITHER = "–"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    mark: Mark
    told: str

    def __str__(self) -> str:
        return f"{self.mark} {self.told}"


async def examine(settings: Settings, now: Callable[[], datetime.datetime]) -> AsyncIterator[Finding]:
    """Every check, each as soon as it is made. Changes nothing, so the bot may run."""
    for finding in _of_database(settings.database):
        yield finding
    yield _of_backups(settings.database, now())
    yield _of_disk(settings.database)
    yield _of_content(settings.content)
    yield await _of_clock(now)
    async for finding in _of_rights(settings):
        yield finding


def mend(database: Path, now: datetime.datetime) -> list[str]:
    """Corrects what follows from answers, after a backup; lines that say what was done. Raises Failure.

    Nobody else may write to the database: the caller holds its lock.
    """
    backup = backups.back_up(database, backups.backups_folder(database), backups.KEEP, now)
    lines = [f"the database as it was is kept in {backup}"]
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            if steps := steps_to_come(connection):
                found = f"{database} lacks {', '.join(steps)}; expected one that this version has opened"
                raise Failure(FAILED, [f"{found}; start the bot once, then try again"])
            connection.execute("BEGIN IMMEDIATE")
            gather(connection)
            for each in RECOUNTS:
                if wrong := each.wrong(connection):
                    each.mend(connection)
                    lines.append(f"{each.name}: {wrong} corrected")
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        found = f"nothing was mended ({error}); expected a database that can be written"
        raise Failure(FAILED, [f"{found}; the backup before it is {backup}"]) from None
    return lines


def _of_database(path: Path) -> Iterator[Finding]:
    if not path.is_file():
        yield Finding(
            Mark.BAD, f"database: there is no {path}; start the bot once, or check QUIZBOT_DATABASE"
        )
        return
    try:
        with closing(open_to_read(path)) as connection:
            connection.execute("BEGIN")  # all that follows is counted at the same moment
            steps = steps_to_come(connection)
            yield Finding(Mark.GOOD, f"database: {path}, {path.stat().st_size / 1e6:.1f} MB")
            yield from _of_soundness(connection)
            if steps:
                yield Finding(
                    Mark.BAD, f"schema: lacks {', '.join(steps)}; the next start of the bot adds it"
                )
                yield Finding(Mark.NEITHER, "recounts: not made with an old schema")
            else:
                yield Finding(Mark.GOOD, "schema: up to date")
                yield from _of_recounts(connection)
    except NewerDatabase as error:
        yield Finding(Mark.BAD, f"schema: written by a newer quizbot (it has {error}); install that version")
    except (NoDatabase, sqlite3.Error) as error:
        yield Finding(
            Mark.BAD, f"database: {path} cannot be read ({error}); restore a backup: quizbot restore"
        )


def _of_soundness(connection: sqlite3.Connection) -> Iterator[Finding]:
    if wrong := damages(connection):
        yield Finding(Mark.BAD, f"integrity: damaged ({wrong[0]}); restore a backup: quizbot restore")
    else:
        yield Finding(Mark.GOOD, "integrity: whole")
    if ends := loose_ends(connection):
        told = ", ".join(f"{number} of {where}" for where, number in ends.items())
        yield Finding(
            Mark.BAD, f"references: rows point at nothing ({told}); restore a backup: quizbot restore"
        )
    else:
        yield Finding(Mark.GOOD, "references: all lead somewhere")


def _of_recounts(connection: sqlite3.Connection) -> Iterator[Finding]:
    gather(connection)
    for each in RECOUNTS:
        if wrong := each.wrong(connection):
            told = f"{each.name}: {wrong} rows wrong; stop the bot and run: quizbot doctor --repair"
            yield Finding(Mark.BAD, told)
        else:
            yield Finding(Mark.GOOD, f"{each.name}: right")


def _of_backups(database: Path, now: datetime.datetime) -> Finding:
    made = backups.backups_in(folder := backups.backups_folder(database))
    if not made:
        return Finding(Mark.NEITHER, f"backups: none in {folder}; make one: quizbot backup")
    age = now - backups.made_at(made[-1])
    told = f"backups: {len(made)}, the newest {made[-1].name}"
    if age > _BACKUP_AGE:
        return Finding(Mark.NEITHER, f"{told} is {age.days} days old; let one be made every day")
    return Finding(Mark.GOOD, told)


def _of_disk(database: Path) -> Finding:
    folder = database.resolve().parent
    if not folder.is_dir():
        return Finding(Mark.NEITHER, f"disk: there is no folder {folder} yet")
    free = shutil.disk_usage(folder).free
    told = f"disk: {free / 1e9:.1f} GB free for {folder}"
    return Finding(Mark.GOOD, told) if free >= _FREE else Finding(Mark.BAD, f"{told}; make room")


def _of_content(folder: Path) -> Finding:
    from bot.core.findings import Severity
    from bot.packs import read_content

    try:
        content = read_content(folder, {})
    except OSError as error:
        told = f"content: {folder} cannot be read ({error.strerror or error}); check QUIZBOT_CONTENT"
        return Finding(Mark.BAD, told)
    if errors := sum(each.severity is Severity.ERROR for each in content.findings):
        return Finding(Mark.BAD, f"content: {errors} errors in {folder}; see them: quizbot check")
    return Finding(Mark.GOOD, f"content: {len(content.questions)} questions in {folder}")


async def _of_clock(now: Callable[[], datetime.datetime]) -> Finding:
    from bot.consulting import NoAnswer, clock_error

    try:
        error = await clock_error(now)
    except NoAnswer as reason:
        return Finding(Mark.NEITHER, f"clock: not compared with Discord's; {reason}")
    seconds = round(error.total_seconds())
    told = f"clock: {abs(seconds)} s {'ahead of' if seconds > 0 else 'behind'} Discord's"
    if abs(error) > _CLOCK:
        return Finding(Mark.BAD, f"{told}; let the machine set it by a time server")
    return Finding(Mark.GOOD, "clock: as Discord's")


async def _of_rights(settings: Settings) -> AsyncIterator[Finding]:
    from bot.consulting import NoAnswer, lacks

    if settings.token is None:
        yield Finding(Mark.NEITHER, "permissions: not asked for; QUIZBOT_TOKEN is not set")
        return
    try:
        number, lacking = await lacks(settings.token.get_secret_value())
    except NoAnswer as reason:
        yield Finding(Mark.NEITHER, f"permissions: Discord did not tell them; {reason}")
        return
    for each in lacking:
        server = f'"{" ".join(each.name.split())}" ({each.server_id})'
        told = f"permissions: {server} does not grant {', '.join(each.missing)}"
        yield Finding(Mark.BAD, f"{told}; grant it to the bot's role there")
    if not lacking:
        yield Finding(Mark.GOOD, f"permissions: all that is needed in {number} servers")
