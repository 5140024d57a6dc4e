"""Members' reports of questions, and what moderators made of them."""

import datetime
from typing import Any

from bot.core.report import Kind, Report, State
from bot.store.responses import ResponseStore
from bot.store.times import to_text, to_time

_COLUMNS = """report_id, scope, revision_key, member_id, name, kind, text, reported_at, state, handled_by,
    handled_at"""


def _report(row: tuple[Any, ...]) -> Report:
    (
        report_id,
        scope,
        revision_key,
        member_id,
        name,
        kind,
        text,
        reported_at,
        state,
        handled_by,
        handled_at,
    ) = row
    return Report(
        report_id,
        scope,
        revision_key,
        member_id,
        name,
        Kind(kind),
        text,
        to_time(reported_at),
        State(state),
        handled_by,
        to_time(handled_at) if handled_at else None,
    )


class ReportStore(ResponseStore):
    """The part of the store that knows reports. A scope is a place, as it is for scores."""

    def report_of(self, scope: str, question_key: int, member_id: int) -> Report | None:
        """A member's report of a question in a place."""
        row = self.connection.execute(
            f"SELECT {_COLUMNS} FROM report WHERE (scope, question_key, member_id) = (?, ?, ?)",
            (scope, question_key, member_id),
        ).fetchone()
        return _report(row) if row else None

    def put_report(
        self,
        scope: str,
        question_key: int,
        revision_key: int,
        member_id: int,
        name: str,
        kind: Kind,
        text: str,
        now: datetime.datetime,
    ) -> None:
        """Stores a report; the member's earlier one about this question here gives way, and is open again."""
        self.connection.execute(
            """INSERT INTO report
                (scope, question_key, revision_key, member_id, name, kind, text, reported_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
            revision_key = excluded.revision_key, name = excluded.name, kind = excluded.kind,
            text = excluded.text, reported_at = excluded.reported_at, state = 'open', handled_by = NULL,
            handled_at = NULL""",
            (scope, question_key, revision_key, member_id, name, kind, text, to_text(now)),
        )

    def open_reports(self, scope: str, offset: int, limit: int) -> list[tuple[Report, int]]:
        """A stretch of a place's open reports, oldest first, each with how many of its question are open."""
        rows = self.connection.execute(
            f"""SELECT {_COLUMNS}, (SELECT count(*) FROM report AS other WHERE other.state = 'open'
                AND other.scope = report.scope AND other.question_key = report.question_key)
            FROM report WHERE scope = ? AND state = 'open'
            ORDER BY reported_at, report_id LIMIT ? OFFSET ?""",
            (scope, limit, offset),
        ).fetchall()
        return [(_report(row[:-1]), row[-1]) for row in rows]

    def open_report_count(self, scope: str) -> int:
        """How many open reports a place has."""
        (number,) = self.connection.execute(
            "SELECT count(*) FROM report WHERE scope = ? AND state = 'open'", (scope,)
        ).fetchone()
        return int(number)

    def report(self, scope: str, report_id: int) -> Report | None:
        """A report of a place by its id."""
        row = self.connection.execute(
            f"SELECT {_COLUMNS} FROM report WHERE report_id = ? AND scope = ?", (report_id, scope)
        ).fetchone()
        return _report(row) if row else None

    def last_post_answered(
        self, scope: str, member_id: int, revision_key: int, until: datetime.datetime
    ) -> str | None:
        """The post with this revision that a member answered last before then."""
        row = self.connection.execute(
            """SELECT post_id FROM response
            WHERE (scope, member_id, revision_key) = (?, ?, ?) AND responded_at <= ?
            ORDER BY responded_at DESC LIMIT 1""",
            (scope, member_id, revision_key, to_text(until)),
        ).fetchone()
        return row[0] if row else None

    def handle_report(self, report_id: int, state: State, moderator_id: int, now: datetime.datetime) -> None:
        """Notes what a moderator made of a report."""
        self.connection.execute(
            "UPDATE report SET state = ?, handled_by = ?, handled_at = ? WHERE report_id = ?",
            (state, moderator_id, to_text(now), report_id),
        )
