"""Looking for what is wrong with an installation."""

import datetime
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

from bot import backups
from bot.config import Settings
from bot.database_checks import of_database
from bot.diagnosis import Finding, Mark, guarded

#: Below this the disk counts as full, in bytes.
_FREE = 200_000_000
_CLOCK = datetime.timedelta(seconds=60)
_BACKUP_AGE = datetime.timedelta(days=2)


async def examine(settings: Settings, now: Callable[[], datetime.datetime]) -> AsyncIterator[Finding]:
    """Every check, each as soon as it is made. Changes nothing, so the bot may run."""
    database, content = settings.database, settings.content
    folder = backups.backups_folder(database)
    for about, path, check in (
        ("database", database, partial(of_database, database)),
        ("backups", folder, partial(_of_backups, folder, now())),
        ("disk", database, partial(_of_disk, database)),
        ("content", content, partial(_of_content, content)),
    ):
        for finding in guarded(about, path, check):
            yield finding
    yield await _of_clock(now)
    async for finding in _of_rights(settings):
        yield finding


def _of_backups(folder: Path, now: datetime.datetime) -> Iterator[Finding]:
    every = backups.backups_in(folder)
    made = [each for each in every if backups.made_at(each) <= now]
    if ahead := len(every) - len(made):
        told = f"backups: {ahead} in {folder} are dated in the future, up to {every[-1].name}; never rotated"
        yield Finding(Mark.NEITHER, f"{told}; check the clock, and remove them by hand")
    if not made:
        yield Finding(Mark.NEITHER, f"backups: none in {folder}; make one: quizbot backup")
        return
    age = now - backups.made_at(made[-1])
    told = f"backups: {len(made)}, the newest {made[-1].name}"
    if age > _BACKUP_AGE:
        yield Finding(Mark.NEITHER, f"{told} is {age.days} days old; let one be made every day")
    else:
        yield Finding(Mark.GOOD, told)


def _of_disk(database: Path) -> Iterator[Finding]:
    folder = database.parent
    if not folder.is_dir():
        yield Finding(Mark.NEITHER, f"disk: there is no folder {folder} yet")
        return
    free = shutil.disk_usage(folder).free
    told = f"disk: {free / 1e9:.1f} GB free for {folder}"
    yield Finding(Mark.GOOD, told) if free >= _FREE else Finding(Mark.BAD, f"{told}; make room")


def _of_content(folder: Path) -> Iterator[Finding]:
    from bot.core.findings import Severity
    from bot.packs import read_content

    try:
        content = read_content(folder, {})
    except OSError as error:
        told = f"content: {folder} cannot be read ({error.strerror or error}); check QUIZBOT_CONTENT"
        yield Finding(Mark.BAD, told)
        return
    if errors := sum(each.severity is Severity.ERROR for each in content.findings):
        yield Finding(Mark.BAD, f"content: {errors} errors in {folder}; see them: quizbot check")
    else:
        yield Finding(Mark.GOOD, f"content: {len(content.questions)} questions in {folder}")


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
