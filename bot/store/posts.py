"""Posts and showings."""

import datetime
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from bot.core.choosing import Showing
from bot.core.errors import NotHere
from bot.core.post import Place, Post
from bot.core.server import AnswersBy
from bot.store.servers import ServerStore
from bot.store.times import to_text, to_time


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A post with the revision that it shows."""

    post: Post
    question_key: int
    revision_key: int


_POST_COLUMNS = tuple(field.name for field in fields(Post))
_COLUMNS = ", ".join((*_POST_COLUMNS, "question_key", "revision_key"))
_PLACEHOLDERS = ", ".join("?" * (len(_POST_COLUMNS) + 2))


def _stored(row: tuple[Any, ...]) -> StoredPost:
    *columns, question_key, revision_key = row
    values: dict[str, Any] = dict(zip(_POST_COLUMNS, columns, strict=True))
    values["shown"] = tuple(json.loads(values["shown"]))
    values["posted_at"] = to_time(values["posted_at"])
    values["answers_by"] = AnswersBy(values["answers_by"])
    values["closed_at"] = to_time(values["closed_at"]) if values["closed_at"] else None
    return StoredPost(Post(**values), question_key, revision_key)


class PostStore(ServerStore):
    """The part of the store that knows posts and what was shown where."""

    def channel_showings(self, channel_id: int) -> Mapping[object, Showing]:
        """How often and how lately each question was shown in a channel, by (pack id, question id)."""
        return self._showings(
            """SELECT pack_id, question_id, times, last_at FROM channel_showing
            JOIN question USING (question_key) JOIN pack USING (pack_key) WHERE channel_id = ?""",
            (channel_id,),
        )

    def member_showings(self, scope: str, member_id: int) -> Mapping[object, Showing]:
        """The same for one member: private cards, and posts that the member answered."""
        return self._showings(
            """SELECT pack_id, question_id, times, last_at FROM member_showing
            JOIN question USING (question_key) JOIN pack USING (pack_key)
            WHERE scope = ? AND member_id = ?""",
            (scope, member_id),
        )

    def _showings(self, query: str, values: tuple[object, ...]) -> Mapping[object, Showing]:
        return {
            (pack_id, question_id): Showing(times, to_time(last_at))
            for pack_id, question_id, times, last_at in self.connection.execute(query, values)
        }

    def count_channel_showing(self, place: Place, question_key: int, now: datetime.datetime) -> None:
        """One more showing in a channel."""
        self.connection.execute(
            """INSERT INTO channel_showing (channel_id, guild_id, question_key, times, last_at)
            VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET times = times + 1, last_at = excluded.last_at,
            guild_id = excluded.guild_id""",
            (place.counting_channel_id, place.guild_id, question_key, to_text(now)),
        )

    def forget_channel_showing(self, channel_id: int, question_key: int) -> None:
        """Takes the last showing back: the card never appeared."""
        self.connection.execute(
            "UPDATE channel_showing SET times = times - 1 WHERE channel_id = ? AND question_key = ?",
            (channel_id, question_key),
        )
        self.connection.execute("DELETE FROM channel_showing WHERE times <= 0")

    def count_member_showing(
        self, scope: str, member_id: int, question_key: int, now: datetime.datetime
    ) -> None:
        """One more showing to a member."""
        self.connection.execute(
            """INSERT INTO member_showing VALUES (?, ?, ?, 1, ?)
            ON CONFLICT DO UPDATE SET times = times + 1, last_at = excluded.last_at""",
            (scope, member_id, question_key, to_text(now)),
        )

    def forget_member_showings(self, showings: Iterable[tuple[str, int, int]]) -> None:
        """Takes one showing each back, as (scope, member id, question key): it was to no purpose."""
        which, rows = "WHERE scope = ? AND member_id = ? AND question_key = ?", list(showings)
        self.connection.executemany(f"UPDATE member_showing SET times = times - 1 {which}", rows)
        self.connection.executemany(f"DELETE FROM member_showing {which} AND times <= 0", rows)

    def add_post(self, post: Post, question_key: int, revision_key: int) -> None:
        """Stores a new post."""
        row = asdict(post) | {"shown": json.dumps(post.shown), "posted_at": to_text(post.posted_at)}
        self.connection.execute(
            f"INSERT INTO post ({_COLUMNS}) VALUES ({_PLACEHOLDERS})",
            (*row.values(), question_key, revision_key),
        )

    def post(self, post_id: str) -> StoredPost:
        """A post by its id; NotHere if there is none."""
        row = self.connection.execute(f"SELECT {_COLUMNS} FROM post WHERE post_id = ?", (post_id,)).fetchone()
        if row is None:
            raise NotHere
        return _stored(row)

    def set_message(self, post_id: str, message_id: int) -> None:
        """Remembers the message that shows the post; the first one told stays."""
        self.connection.execute(
            "UPDATE post SET message_id = ? WHERE post_id = ? AND message_id IS NULL", (message_id, post_id)
        )

    def remove_post(self, post_id: str) -> bool:
        """Removes a post that nobody has answered; False if somebody has."""
        cursor = self.connection.execute(
            "DELETE FROM post WHERE post_id = ? AND answered = 0 AND message_id IS NULL", (post_id,)
        )
        return cursor.rowcount == 1

    def close_post(self, post_id: str, now: datetime.datetime) -> None:
        """From now on the post takes no answers; the first closing stays."""
        self.connection.execute(
            "UPDATE post SET closed_at = ? WHERE post_id = ? AND closed_at IS NULL", (to_text(now), post_id)
        )

    def posts_to_close(self) -> list[str]:
        """The closed posts whose message does not show it yet, earliest first."""
        rows = self.connection.execute(
            """SELECT post_id FROM post WHERE closed_at IS NOT NULL AND NOT closing_shown
            ORDER BY closed_at"""
        )
        return [post_id for (post_id,) in rows]

    def mark_closing_shown(self, post_id: str) -> None:
        """The message shows that the post is closed, or never can."""
        self.connection.execute("UPDATE post SET closing_shown = 1 WHERE post_id = ?", (post_id,))

    def chosen_on(self, post_id: str) -> dict[tuple[str, ...], int]:
        """How many members chose each set of options first; () is "I don't know"."""
        rows = self.connection.execute(
            """SELECT option_ids, count(*) FROM response
            WHERE post_id = ? AND sequence = 1 GROUP BY option_ids""",
            (post_id,),
        )
        return {tuple(json.loads(option_ids)): count for option_ids, count in rows}

    def post_with_reactions(self, message_id: int | None) -> StoredPost | None:
        """The post whose card is this message, if it takes answers by reactions."""
        row = self.connection.execute(
            f"SELECT {_COLUMNS} FROM post WHERE message_id = ? AND answers_by = 'reactions'", (message_id,)
        ).fetchone()
        return _stored(row) if row else None

    def open_posts_with_reactions(self, since: datetime.datetime) -> list[StoredPost]:
        """Open posts since then that take answers by reactions, newest first."""
        rows = self.connection.execute(
            f"""SELECT {_COLUMNS} FROM post INDEXED BY post_by_reactions
            WHERE answers_by = 'reactions' AND message_id IS NOT NULL AND closed_at IS NULL
            AND NOT count_frozen AND posted_at > ? ORDER BY posted_at DESC""",
            (to_text(since),),
        )
        return [_stored(row) for row in rows]

    def take_buttons(self, post_id: str) -> None:
        """The card takes answers by buttons from now on."""
        self.connection.execute("UPDATE post SET answers_by = 'buttons' WHERE post_id = ?", (post_id,))

    def freeze_count(self, post_id: str) -> None:
        """The card's message can no longer be edited; its count stays as it is, for good."""
        self.connection.execute("UPDATE post SET count_frozen = 1 WHERE post_id = ?", (post_id,))

    def count_is_frozen(self, post_id: str) -> bool:
        """True once `freeze_count` was called for this post."""
        row = self.connection.execute(
            "SELECT count_frozen FROM post WHERE post_id = ?", (post_id,)
        ).fetchone()
        return bool(row and row[0])
