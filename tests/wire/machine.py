"""What goes wrong with the machine that the bot runs on, and what must hold afterwards."""

import os
import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import aiohttp

from bot.store.recounts import RECOUNTS, gather
from bot.store.soundness import damages, loose_ends, open_to_read
from tests.wire.program import Bot

#: The long form of the tests that go through many rounds (`make faults`) says how many.
LONG = "ROUNDS" in os.environ


def rounds(short: int) -> int:
    """How often to go through something: so often, or as often as the long form says."""
    return int(os.environ.get("ROUNDS", short))


def allow(bot: Bot, size: int) -> None:
    """From now on no file may grow beyond so many bytes."""
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def full_disk(bot: Bot) -> Iterator[None]:
    """While the block runs there is room for a few more answers, then for half of one."""
    with closing(sqlite3.connect(bot.database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # or there would be room within the log
    allow(bot, 200_000)
    try:
        yield
    finally:
        allow(bot, resource.RLIM_INFINITY)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another program holds the database while the block runs."""
    with closing(sqlite3.connect(database, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        yield
        stranger.execute("ROLLBACK")


async def health(bot: Bot) -> tuple[int, str]:
    """What the bot tells monitors."""
    bot.clock.moves(6)  # it looks anew every five seconds
    address = re.findall(r"pages at (http://[\d.:]+)", "\n".join(bot.lines))[-1]
    async with aiohttp.ClientSession() as session, session.get(f"{address}/healthz") as response:
        return response.status, (await response.text()).strip()


def faults_of(database: Path) -> list[str]:
    """What is wrong with a database: damage, rows that point at nothing, numbers that a recount denies."""
    with closing(open_to_read(database)) as connection:
        found = [*damages(connection), *loose_ends(connection)]
        connection.execute("BEGIN")
        gather(connection)
        return found + [f"{each.name}: {wrong}" for each in RECOUNTS if (wrong := each.wrong(connection))]
