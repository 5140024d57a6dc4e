"""All that is kept about one member: to hand it out, and to erase it.

A new column that names a member belongs into both; tests/chat/test_privacy.py searches every table.
"""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.store.reports import ReportStore

_PLACE = "iif(scope LIKE 'd%', 'private chat with the bot', 'server ' || substr(scope, 2)) AS place"
_QUESTION = "pack_id || '/' || question_id AS question"
_OF_QUESTION = "JOIN question USING (question_key) JOIN pack USING (pack_key)"

#: What is handed out, by the names that its reader sees. Ids are text: JSON readers round large numbers.
_ABOUT = {
    "preferences": """SELECT hidden AS hidden_on_boards, notes AS notes_by_message FROM preference
        WHERE member_id = :me""",
    "names_and_streaks": f"""SELECT {_PLACE}, name, streak AS streak_days,
        longest_streak AS longest_streak_days, last_day FROM member WHERE member_id = :me ORDER BY scope""",
    "points": f"""SELECT {_PLACE}, period, start, topic, points, answered, correct FROM total
        WHERE member_id = :me ORDER BY scope, period, start, topic""",
    "answers": f"""SELECT {_PLACE}, post_id AS card, {_QUESTION}, number AS revision, sequence,
        option_ids AS chosen, mode, repeat, late, local_date, responded_at, grade, points
        FROM response {_OF_QUESTION} JOIN revision ON revision.revision_key = response.revision_key
        WHERE member_id = :me ORDER BY responded_at, post_id, sequence""",
    "questions_met": f"""SELECT {_PLACE}, {_QUESTION}, times, last_at FROM member_showing {_OF_QUESTION}
        WHERE member_id = :me ORDER BY scope, pack_id, question_id""",
    "questions_asked_in_private_chat": f"""SELECT CAST(channel_id AS TEXT) AS channel, {_QUESTION}, times,
        last_at FROM channel_showing {_OF_QUESTION}
        WHERE channel_id IN (SELECT channel_id FROM post WHERE scope = :own)
        ORDER BY channel_id, pack_id, question_id""",
    "cards": f"""SELECT {_PLACE}, post_id AS card, CAST(channel_id AS TEXT) AS channel,
        CAST(message_id AS TEXT) AS message, {_QUESTION}, number AS revision, shown AS order_of_options,
        asked_by = :me AS you_asked, private_to IS :me AS only_for_you, posted_at, answered AS answers,
        answers_by, closed_at
        FROM post {_OF_QUESTION} JOIN revision ON revision.revision_key = post.revision_key
        WHERE asked_by = :me OR private_to = :me OR scope = :own ORDER BY posted_at, post_id""",
    "reports": f"""SELECT {_PLACE}, {_QUESTION}, number AS revision, name, kind, text, reported_at, state,
        handled_at
        FROM report {_OF_QUESTION} JOIN revision ON revision.revision_key = report.revision_key
        WHERE member_id = :me ORDER BY reported_at, report_id""",
    # what another member wrote is theirs
    "reports_handled_as_moderator": f"""SELECT {_PLACE}, {_QUESTION}, state, handled_at
        FROM report {_OF_QUESTION} WHERE handled_by = :me ORDER BY handled_at, report_id""",
}
_LISTS = {"chosen", "order_of_options"}
_YES_OR_NO = {"hidden_on_boards", "notes_by_message", "repeat", "late", "you_asked", "only_for_you"}

_ERASE = (
    "DELETE FROM channel_showing WHERE channel_id IN (SELECT channel_id FROM post WHERE scope = :own)",
    "DELETE FROM response WHERE scope = :own",
    "DELETE FROM report WHERE scope = :own OR member_id = :me",
    "DELETE FROM post WHERE scope = :own",
    "DELETE FROM total WHERE member_id = :me",
    "DELETE FROM member WHERE member_id = :me",
    "DELETE FROM member_showing WHERE member_id = :me",
    "DELETE FROM preference WHERE member_id = :me",
    "UPDATE report SET handled_by = NULL WHERE handled_by = :me",
    "UPDATE post SET asked_by = 0 WHERE asked_by = :me",
    "UPDATE post SET private_to = 0 WHERE private_to = :me",
)


class PrivacyStore(ReportStore):
    """The part of the store that knows where a member is named."""

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """While the block runs, everything is read as of one moment. For a connection that only reads."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("ROLLBACK")

    def all_about(self, member_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that names the member, in sections."""
        return {section: self._rows(query, member_id) for section, query in _ABOUT.items()}

    def _rows(self, query: str, member_id: int) -> list[dict[str, Any]]:
        cursor = self.connection.execute(query, _names(member_id))
        columns = [column for column, *_ in cursor.description]
        return [
            {column: _readable(column, value) for column, value in zip(columns, row, strict=True)}
            for row in cursor
        ]

    def erase_member(self, member_id: int, rng: random.Random) -> None:
        """Erases a member everywhere. Answers in servers stay for the statistics, each as a stranger's."""
        for statement in _ERASE:
            self.connection.execute(statement, _names(member_id))
        answers = self.connection.execute(
            "SELECT post_id, sequence FROM response WHERE member_id = ?", (member_id,)
        ).fetchall()
        # Every answer gets a number of its own, so that they cannot be told to be one member's.
        self.connection.executemany(
            "UPDATE response SET member_id = ? WHERE member_id = ? AND post_id = ? AND sequence = ?",
            [(-rng.randrange(1, 2**62), member_id, *answer) for answer in answers],
        )


def _names(member_id: int) -> dict[str, object]:
    """How rows name a member: by id, or by the scope of their private chat."""
    return {"me": member_id, "own": f"d{member_id}"}


def _readable(column: str, value: Any) -> Any:
    if column in _LISTS:
        return json.loads(value)
    return bool(value) if column in _YES_OR_NO else value
