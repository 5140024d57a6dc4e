"""What follows from posts and responses, counted anew: totals, streaks, counts on cards, showings.

What must be there is gathered in temporary tables, which a connection that only reads may have, too.
After a member's deletion responses stay under a negative member id, which only a card's count holds.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby

from bot.core.periods import Period, period_start
from bot.core.response import ALL_TOPICS
from bot.core.streaks import Streak, extend


@dataclass(frozen=True, slots=True)
class Recount:
    """Something that follows from other rows. `wrong` counts the rows that differ; `mend` corrects them.

    Both need `gather` before them, in the same transaction.
    """

    name: str
    wrong: Callable[[sqlite3.Connection], int]
    mend: Callable[[sqlite3.Connection], None]


def gather(connection: sqlite3.Connection) -> None:
    """Counts anew from posts and responses, into temporary tables; takes seconds per million responses."""
    for statement in _GATHER:
        connection.execute(statement)
    days = [day for (day,) in connection.execute("SELECT DISTINCT day FROM right_daily")]
    starts = [
        (day, period, period_start(period, date.fromisoformat(day))) for day in days for period in Period
    ]
    connection.executemany("INSERT INTO right_start VALUES (?, ?, ?)", starts)
    connection.execute(_RIGHT_TOTALS, (ALL_TOPICS,))
    _gather_streaks(connection)


def _gather_streaks(connection: sqlite3.Connection) -> None:
    """A member's days in the order of their first responses; a second one of a day changes no streak."""
    days = connection.execute(
        """SELECT scope, member_id, day, min(first_at) FROM right_daily
        WHERE first_at IS NOT NULL GROUP BY scope, member_id, day"""
    )
    date_of = cache(date.fromisoformat)
    rows = []
    for (scope, member_id), of_member in groupby(days, key=lambda row: row[:2]):
        streak = Streak()
        for *_, day, _first_at in sorted(of_member, key=lambda row: str(row[3])):
            streak = extend(streak, date_of(day))
        rows.append((scope, member_id, streak.days, streak.longest, str(streak.last_day)))
    connection.executemany("INSERT INTO right_streak VALUES (?, ?, ?, ?, ?)", rows)


_GATHER = (
    *(
        f"DROP TABLE IF EXISTS temp.{name}"
        for name in ("right_daily", "right_start", "right_total", "right_streak", "right_answered")
    ),
    # a member's day with one topic; `answered` counts what could score, whose sums stand in totals
    """CREATE TEMP TABLE right_daily (scope TEXT, member_id INTEGER, day TEXT, topic TEXT, first_at TEXT,
        points INTEGER, answered INTEGER, correct INTEGER,
        PRIMARY KEY (scope, member_id, day, topic)) WITHOUT ROWID""",
    # the topic is that of the revision which was answered
    """INSERT INTO right_daily
        WITH of_revision AS MATERIALIZED
            (SELECT revision.revision_key,
                pack_id || '/' || json_extract(revision.data, '$.topic_id') AS topic
            FROM revision JOIN question USING (question_key) JOIN pack USING (pack_key))
        SELECT scope, member_id, local_date, topic, min(iif(sequence = 1, responded_at, NULL)),
            sum(iif(repeat OR late, NULL, points)), sum(NOT repeat AND NOT late AND grade IS NOT NULL),
            sum(NOT repeat AND NOT late AND grade = 1.0)
        FROM response JOIN of_revision USING (revision_key) WHERE member_id > 0
        GROUP BY scope, member_id, local_date, topic""",
    "CREATE TEMP TABLE right_start (day TEXT, period TEXT, start TEXT)",
    """CREATE TEMP TABLE right_streak (scope TEXT, member_id INTEGER, streak INTEGER,
        longest_streak INTEGER, last_day TEXT, PRIMARY KEY (scope, member_id)) WITHOUT ROWID""",
    """CREATE TEMP TABLE right_answered AS
        SELECT post_id, count(*) AS answered FROM response WHERE sequence = 1 GROUP BY post_id""",
)
_RIGHT_TOTALS = """CREATE TEMP TABLE right_total AS
    WITH of_topic AS MATERIALIZED
        (SELECT scope, period, start, topic, member_id, sum(points) AS points,
            sum(answered) AS answered, sum(correct) AS correct
        FROM right_daily JOIN right_start USING (day) WHERE answered
        GROUP BY scope, period, start, topic, member_id)
    SELECT * FROM of_topic
    UNION ALL SELECT scope, period, start, ?, member_id, sum(points), sum(answered), sum(correct)
        FROM of_topic GROUP BY scope, period, start, member_id"""


def _number(query: str) -> Callable[[sqlite3.Connection], int]:
    def wrong(connection: sqlite3.Connection) -> int:
        return int(connection.execute(query).fetchone()[0])

    return wrong


def _statements(*statements: str) -> Callable[[sqlite3.Connection], None]:
    def mend(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return mend


def _differing(key: str, stored: str, right: str) -> str:
    """Counts the keys whose rows are not the same in both queries, or are in only one of them."""
    return f"""SELECT count(*) FROM
        (SELECT {key} FROM (SELECT * FROM ({stored}) EXCEPT SELECT * FROM ({right}))
        UNION SELECT {key} FROM (SELECT * FROM ({right}) EXCEPT SELECT * FROM ({stored})))"""


_TOTAL = "scope, period, start, topic, member_id, points, answered, correct"
_STREAK = "scope, member_id, streak, longest_streak, last_day"
_ANSWERED = "SELECT post_id, answered FROM"

# a private card that could not be sent leaves its showing behind: only members who are gone count
_LOST_SHOWINGS = """FROM member_showing WHERE (scope, member_id) NOT IN
    (SELECT scope, member_id FROM response WHERE member_id > 0
    UNION SELECT scope, private_to FROM post WHERE private_to > 0)"""
_LOST_IMAGES = """FROM image WHERE sha256 NOT IN (SELECT json_extract(data, '$.image.sha256')
    FROM revision WHERE json_extract(data, '$.image.sha256') IS NOT NULL)"""

RECOUNTS = (
    Recount(
        "totals",
        _number(
            _differing(
                "scope, period, start, topic, member_id",
                f"SELECT {_TOTAL} FROM total",
                f"SELECT {_TOTAL} FROM right_total",
            )
        ),
        _statements("DELETE FROM total", f"INSERT INTO total ({_TOTAL}) SELECT {_TOTAL} FROM right_total"),
    ),
    Recount(
        "streaks of members",
        _number(
            _differing(
                "scope, member_id", f"SELECT {_STREAK} FROM member", f"SELECT {_STREAK} FROM right_streak"
            )
        ),
        _statements(
            """DELETE FROM member WHERE (scope, member_id) NOT IN
                (SELECT scope, member_id FROM right_streak)""",
            # a name that is lost comes back with the member's next response
            f"""INSERT INTO member (name, {_STREAK}) SELECT '', {_STREAK} FROM right_streak WHERE true
                ON CONFLICT DO UPDATE SET streak = excluded.streak,
                longest_streak = excluded.longest_streak, last_day = excluded.last_day""",
        ),
    ),
    Recount(
        "counts on cards",
        _number(_differing("post_id", f"{_ANSWERED} post WHERE answered", f"{_ANSWERED} right_answered")),
        _statements(
            """UPDATE post SET answered = 0
                WHERE answered AND post_id NOT IN (SELECT post_id FROM right_answered)""",
            """UPDATE post SET answered = right_answered.answered
                FROM right_answered WHERE right_answered.post_id = post.post_id""",
        ),
    ),
    Recount(
        "showings to members",
        _number(f"SELECT count(*) {_LOST_SHOWINGS}"),
        _statements(f"DELETE {_LOST_SHOWINGS}"),
    ),
    Recount("pictures", _number(f"SELECT count(*) {_LOST_IMAGES}"), _statements(f"DELETE {_LOST_IMAGES}")),
)
