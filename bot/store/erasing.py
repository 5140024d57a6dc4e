"""Erasing a server, in steps that are small enough not to keep anybody waiting."""

from collections.abc import Iterable

from bot.store.privacy import PrivacyStore

#: Rows of a table that one step takes.
_ROWS = 1000

#: What is kept by scope: table, and the rest of its key.
_BY_SCOPE = (
    ("report", "report_id"),
    ("total", "period, start, topic, member_id"),
    ("member_showing", "member_id, question_key"),
    ("member", "member_id"),
)


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

    def erase_channel_showings(self, channel_ids: Iterable[int]) -> None:
        """Erases what was shown in channels."""
        self.connection.executemany(
            "DELETE FROM channel_showing WHERE channel_id = ?", [(channel_id,) for channel_id in channel_ids]
        )

    def erase_some_of_scope(self, scope: str) -> bool:
        """Erases some of a scope's totals, members, showings and reports; False if there are none left."""
        for table, key in _BY_SCOPE:
            cursor = self.connection.execute(
                f"""DELETE FROM {table} WHERE scope = :scope AND ({key}) IN
                (SELECT {key} FROM {table} WHERE scope = :scope LIMIT {_ROWS})""",
                {"scope": scope},
            )
            if cursor.rowcount:
                return True
        return False

    def erase_settings(self, guild_id: int) -> None:
        """Erases the server's row, with which it is forgotten."""
        self.connection.execute("DELETE FROM server WHERE guild_id = ?", (guild_id,))
