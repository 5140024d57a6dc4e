"""Erasing a server, and cards of no use, in steps that are small enough not to keep anybody waiting."""

import datetime
from collections.abc import Iterable

from bot.store.privacy import PrivacyStore
from bot.store.times import to_text

#: Rows of a table that one step takes.
_ROWS = 1000

#: What is kept by server: table, the column that names it, and the rest of the key.
_BY_SERVER = (
    ("report", "scope", "report_id"),
    ("total", "scope", "period, start, topic, member_id"),
    ("member_showing", "scope", "member_id, question_key"),
    ("member", "scope", "member_id"),
    ("channel_showing", "guild_id", "channel_id, question_key"),
)
_UNANSWERED = """FROM post INDEXED BY post_private_unanswered
    WHERE private_to IS NOT NULL AND answered = 0 AND posted_at < ?"""


class ErasingStore(PrivacyStore):
    """The part of the store that knows where a server is named."""

    def posts_of_server(self, guild_id: int) -> list[tuple[str, int]]:
        """The (post id, channel id) of all its posts; takes a look at every post."""
        return self.connection.execute(
            "SELECT post_id, channel_id FROM post WHERE guild_id = ?", (guild_id,)
        ).fetchall()

    def erase_posts(self, post_ids: Iterable[str]) -> None:
        """Erases posts and the responses to them; totals stay as they are."""
        rows = [(post_id,) for post_id in post_ids]
        self.connection.executemany("DELETE FROM response WHERE post_id = ?", rows)
        self.connection.executemany("DELETE FROM post WHERE post_id = ?", rows)

    def has_unanswered_private_posts(self, until: datetime.datetime) -> bool:
        """True if there are private posts from before then that nobody answered."""
        query = f"SELECT EXISTS (SELECT 1 {_UNANSWERED})"
        return bool(self.connection.execute(query, (to_text(until),)).fetchone()[0])

    def erase_unanswered_private_posts(self, until: datetime.datetime) -> None:
        """Erases some of them, and takes back that they were shown."""
        erased = self.connection.execute(
            f"""DELETE FROM post WHERE post_id IN (SELECT post_id {_UNANSWERED} LIMIT {_ROWS})
            RETURNING scope, private_to, question_key""",
            (to_text(until),),
        )
        self.forget_member_showings(erased.fetchall())

    def erase_channel_showings(self, channel_ids: Iterable[int]) -> None:
        """Erases what was shown in channels; of older rows it is not noted which server they belong to."""
        self.connection.executemany(
            "DELETE FROM channel_showing WHERE channel_id = ?", [(channel_id,) for channel_id in channel_ids]
        )

    def erase_some_of_server(self, guild_id: int) -> bool:
        """Erases some of a server's totals, members, showings and reports; False if there are none left."""
        values = {"scope": f"g{guild_id}", "guild_id": guild_id}
        for table, server, key in _BY_SERVER:
            cursor = self.connection.execute(
                f"""DELETE FROM {table} WHERE {server} = :{server} AND ({key}) IN
                (SELECT {key} FROM {table} WHERE {server} = :{server} LIMIT {_ROWS})""",
                values,
            )
            if cursor.rowcount:
                return True
        return False

    def erase_settings(self, guild_id: int) -> None:
        """Erases the server's row, with which it is forgotten."""
        self.connection.execute("DELETE FROM server WHERE guild_id = ?", (guild_id,))
