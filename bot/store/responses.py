"""Responses, the totals that follow from them, and the boards that read the totals."""

import datetime
import json

from bot.core.periods import period_starts
from bot.core.response import ALL_TOPICS, BoardKey, Response, Total
from bot.core.streaks import Streak
from bot.store.posts import PostStore
from bot.store.times import to_text, to_time

#: Members who hide are on no board.
_SEEN = "AND member_id NOT IN (SELECT member_id FROM preference WHERE hidden)"


class ResponseStore(PostStore):
    """The part of the store that knows who answered what."""

    def first_response(self, post_id: str, member_id: int) -> Response | None:
        """The member's first response to a post."""
        row = self.connection.execute(
            """SELECT sequence, option_ids, mode, repeat, late, local_date, responded_at, grade, points
            FROM response WHERE post_id = ? AND member_id = ? ORDER BY sequence LIMIT 1""",
            (post_id, member_id),
        ).fetchone()
        if row is None:
            return None
        sequence, option_ids, mode, repeat, late, local_date, responded_at, grade, points = row
        return Response(
            post_id,
            member_id,
            sequence,
            tuple(json.loads(option_ids)),
            mode,
            bool(repeat),
            bool(late),
            datetime.date.fromisoformat(local_date),
            to_time(responded_at),
            grade,
            points,
        )

    def last_scored_at(self, scope: str, member_id: int, question_key: int) -> datetime.datetime | None:
        """When the member last gave a response to this question here that could score, right or wrong."""
        (moment,) = self.connection.execute(
            """SELECT max(responded_at) FROM response
            WHERE scope = ? AND member_id = ? AND question_key = ? AND NOT repeat AND NOT late""",
            (scope, member_id, question_key),
        ).fetchone()
        return to_time(moment) if moment else None

    def add_response(self, response: Response, scope: str, question_key: int, revision_key: int) -> None:
        """Appends a response and counts it on its post if it is the member's first."""
        self.connection.execute(
            """INSERT INTO response (post_id, member_id, sequence, scope, question_key, revision_key,
            option_ids, mode, repeat, late, local_date, responded_at, grade, points)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                response.post_id,
                response.member_id,
                response.sequence,
                scope,
                question_key,
                revision_key,
                json.dumps(response.option_ids),
                response.mode,
                response.repeat,
                response.late,
                response.local_date.isoformat(),
                to_text(response.responded_at),
                response.grade,
                response.points,
            ),
        )
        if response.sequence == 1:
            self.connection.execute(
                "UPDATE post SET answered = answered + 1 WHERE post_id = ?", (response.post_id,)
            )

    def add_to_totals(self, scope: str, topic: str, response: Response) -> None:
        """Adds a graded response to the totals of every period, for its topic and for all topics."""
        rows = [
            (scope, period, start, of_topic, response.member_id)
            for period, start in period_starts(response.local_date)
            for of_topic in (ALL_TOPICS, topic)
        ]
        correct = int(response.right)
        self.connection.executemany(
            """INSERT INTO total (scope, period, start, topic, member_id, points, answered, correct)
            VALUES (?, ?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET
            points = points + excluded.points, answered = answered + 1,
            correct = correct + excluded.correct""",
            [(*row, response.points, correct) for row in rows],
        )

    def streak_of(self, scope: str, member_id: int) -> Streak:
        """The member's streak as of the last response here."""
        row = self.connection.execute(
            "SELECT streak, longest_streak, last_day FROM member WHERE scope = ? AND member_id = ?",
            (scope, member_id),
        ).fetchone()
        if row is None:
            return Streak()
        days, longest, last_day = row
        return Streak(days, longest, datetime.date.fromisoformat(last_day) if last_day else None)

    def remember_member(self, scope: str, member_id: int, name: str, streak: Streak) -> None:
        """Keeps the member's name as it was at this response, and the streak."""
        self.connection.execute(
            """INSERT INTO member VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
            name = excluded.name, streak = excluded.streak, longest_streak = excluded.longest_streak,
            last_day = excluded.last_day""",
            (
                scope,
                member_id,
                name,
                streak.days,
                streak.longest,
                streak.last_day.isoformat() if streak.last_day else None,
            ),
        )

    def board_page(self, board: BoardKey, offset: int, limit: int) -> list[Total]:
        """A stretch of a board, best first; equal points share a rank and keep one order."""
        rows = self.connection.execute(
            f"""SELECT member_id, coalesce(name, ''), points, answered, correct
            FROM total LEFT JOIN member USING (scope, member_id)
            WHERE scope = ? AND period = ? AND start = ? AND topic = ? {_SEEN}
            ORDER BY points DESC, correct DESC, member_id LIMIT ? OFFSET ?""",
            (board.scope, board.period, board.start, board.topic, limit, offset),
        ).fetchall()
        totals: list[Total] = []
        for place, (member_id, name, points, answered, correct) in enumerate(rows, offset + 1):
            if totals:
                rank = totals[-1].rank if totals[-1].points == points else place
            else:
                rank = self._rank(board, points)
            totals.append(Total(member_id, name, points, answered, correct, rank))
        return totals

    def board_size(self, board: BoardKey) -> int:
        """How many members are on a board for everybody to see."""
        (size,) = self.connection.execute(
            f"""SELECT count(*) FROM total
            WHERE scope = ? AND period = ? AND start = ? AND topic = ? {_SEEN}""",
            (board.scope, board.period, board.start, board.topic),
        ).fetchone()
        return int(size)

    def total_of(self, board: BoardKey, member_id: int) -> Total | None:
        """One member's row of a board with its rank, also if hidden; None if the member is not on it."""
        row = self.connection.execute(
            """SELECT member_id, coalesce(name, ''), points, answered, correct
            FROM total LEFT JOIN member USING (scope, member_id)
            WHERE scope = ? AND period = ? AND start = ? AND topic = ? AND member_id = ?""",
            (board.scope, board.period, board.start, board.topic, member_id),
        ).fetchone()
        if row is None:
            return None
        _, name, points, answered, correct = row
        return Total(member_id, name, points, answered, correct, self._rank(board, points))

    def _rank(self, board: BoardKey, points: int) -> int:
        (better,) = self.connection.execute(
            f"""SELECT count(*) FROM total
            WHERE scope = ? AND period = ? AND start = ? AND topic = ? AND points > ? {_SEEN}""",
            (board.scope, board.period, board.start, board.topic, points),
        ).fetchone()
        return int(better) + 1
