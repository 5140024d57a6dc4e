"""A leaderboard of ten million responses against one of ten thousand, with the same members."""

import datetime
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measuring import Figure, ratio
from bot.app.boards import leaderboard
from bot.core.periods import Period
from bot.core.post import Click
from bot.store.migrations import migrate
from bot.store.recounts import RECOUNTS, gather
from bot.store.store import Store
from tests import builders

ROUNDS = 15
MEMBERS = 10_000
FEW, MANY = 10_000, 10_000_000
#: Posts of one day.
DAILY = 10
_LAST_DAY = datetime.date(2026, 12, 1)


async def measure(folder: Path) -> list[Figure]:
    """Time for a page, over all periods and two topics; totals come from the product's own recount."""
    stores = [_filled(folder / f"{responses}.sqlite3", responses) for responses in (MANY, FEW)]
    many: list[float] = []
    few: list[float] = []
    for _ in range(ROUNDS + 1):
        for store, taken in zip(stores, (many, few), strict=True):
            taken.append(_page_s(store))
    return [ratio("board 10 million to 10 thousand", many[1:], few[1:], 1.5, unit="ms", scale=1000)]


def _page_s(store: Store) -> float:
    click = Click(builders.SERVER, MEMBERS // 2, "Ada")
    pages = [
        (period, topic, page) for period in Period for topic in ("", "ai/networking") for page in (1, 50)
    ]
    begun = time.perf_counter()
    for period, topic, page in pages:
        leaderboard(store, click, period, topic, page, now=builders.NOON)
    return (time.perf_counter() - begun) / len(pages)


def _filled(path: Path, responses: int) -> Store:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -500000")  # kB
    connection.execute("PRAGMA temp_store = MEMORY")
    migrate(connection)
    store = Store(connection)
    store.publish([builders.pack()], [builders.question()], builders.NOON)
    indexes = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE tbl_name = 'response' AND sql LIKE 'CREATE INDEX%'"
    ).fetchall()
    for name, _ in indexes:
        connection.execute(f"DROP INDEX {name}")
    connection.execute("BEGIN")
    for number, day in _posts(responses // MEMBERS):
        _answered(connection, f"{number:013}", day)
    connection.execute("COMMIT")
    for _, sql in indexes:
        connection.execute(sql)
    connection.execute("BEGIN")
    gather(connection)
    for recount in RECOUNTS[:2]:  # totals, and streaks of members
        recount.mend(connection)
    connection.execute("COMMIT")
    connection.close()
    return Store(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None))


def _posts(many: int) -> Iterator[tuple[int, datetime.date]]:
    """Numbers and days, the last of them today."""
    for number in range(many):
        yield number, _LAST_DAY - datetime.timedelta(days=(many - 1 - number) // DAILY)


def _answered(connection: sqlite3.Connection, post_id: str, day: datetime.date) -> None:
    """A post that every member answered, by chance right or wrong."""
    at = f"{day}T08:00:00.000Z"
    place = builders.SERVER
    connection.execute(
        """INSERT INTO post (post_id, scope, guild_id, channel_id, question_key, revision_key, shown,
        asked_by, posted_at, answered) VALUES (?, ?, ?, ?, 1, 1, '[]', 1, ?, ?)""",
        (post_id, place.scope(0), place.guild_id, place.channel_id, at, MEMBERS),
    )
    connection.execute(
        """WITH RECURSIVE one(member_id) AS
            (SELECT 1 UNION ALL SELECT member_id + 1 FROM one WHERE member_id < ?),
        graded AS MATERIALIZED (SELECT member_id, abs(random()) % 3 > 0 AS correct FROM one)
        INSERT INTO response SELECT ?, member_id, 1, ?, 1, 1, iif(correct, '["right"]', '["wrong-1"]'),
            'at_once', 0, 0, ?, ?, iif(correct, 1.0, 0.0), iif(correct, 2, 0) FROM graded""",
        (MEMBERS, post_id, place.scope(0), str(day), at),
    )
