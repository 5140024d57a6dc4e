"""Servers with their settings, and members' preferences."""

import datetime
import json

from bot.core.server import AnswersBy, Preference, Server
from bot.store.bank import BankStore
from bot.store.times import to_text, to_time

_COLUMNS = "zone, topics, channels, answers_by, moderator_role_id, removed_at"


class ServerStore(BankStore):
    """The part of the store that knows servers and what people set."""

    def server(self, guild_id: int | None) -> Server:
        """A server's settings; the defaults for one that nothing was set for, and for private chats."""
        row = self.connection.execute(
            f"SELECT {_COLUMNS} FROM server WHERE guild_id = ?", (guild_id,)
        ).fetchone()
        if row is None:
            return Server(guild_id)
        zone, topics, channels, answers_by, moderator_role_id, removed_at = row
        return Server(
            guild_id,
            zone,
            tuple(json.loads(topics)),
            tuple(json.loads(channels)),
            AnswersBy(answers_by),
            moderator_role_id,
            to_time(removed_at) if removed_at else None,
        )

    def put_server(self, server: Server) -> None:
        """Stores a server's settings."""
        self.connection.execute(
            f"""INSERT INTO server (guild_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET zone = excluded.zone, topics = excluded.topics,
            channels = excluded.channels, answers_by = excluded.answers_by,
            moderator_role_id = excluded.moderator_role_id, removed_at = excluded.removed_at""",
            (
                server.guild_id,
                server.zone,
                json.dumps(server.topics, ensure_ascii=False),
                json.dumps(server.channels),
                server.answers_by,
                server.moderator_role_id,
                to_text(server.removed_at) if server.removed_at else None,
            ),
        )

    def zone_of(self, guild_id: int | None) -> str:
        """The server's IANA time zone; UTC until it is set, and in private chats."""
        row = self.connection.execute("SELECT zone FROM server WHERE guild_id = ?", (guild_id,)).fetchone()
        return str(row[0]) if row else "UTC"

    def greet(self, guild_id: int, now: datetime.datetime) -> bool:
        """Notes that the server is greeted; False if it was before. So it happens at most once."""
        cursor = self.connection.execute(
            """INSERT INTO server (guild_id, greeted_at) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET greeted_at = excluded.greeted_at WHERE greeted_at IS NULL""",
            (guild_id, to_text(now)),
        )
        return cursor.rowcount == 1

    def known_servers(self) -> dict[int, datetime.datetime | None]:
        """Every server that has a row, with when the bot was removed from it."""
        rows = self.connection.execute("SELECT guild_id, removed_at FROM server")
        return {guild_id: to_time(removed_at) if removed_at else None for guild_id, removed_at in rows}

    def is_settled(self, guild_id: int) -> bool:
        """True for a server that was greeted and is not noted as left."""
        row = self.connection.execute(
            """SELECT 1 FROM server WHERE guild_id = ? AND greeted_at IS NOT NULL AND removed_at IS NULL""",
            (guild_id,),
        ).fetchone()
        return row is not None

    def servers_never_greeted(self) -> set[int]:
        """The servers that nothing was said to when the bot joined."""
        rows = self.connection.execute("SELECT guild_id FROM server WHERE greeted_at IS NULL")
        return {guild_id for (guild_id,) in rows}

    def servers_without_row(self) -> list[int]:
        """Servers that only their posts know; takes a look at every post."""
        rows = self.connection.execute(
            """SELECT DISTINCT guild_id FROM post WHERE guild_id IS NOT NULL
            AND guild_id NOT IN (SELECT guild_id FROM server)"""
        )
        return [guild_id for (guild_id,) in rows]

    def set_removed(self, guild_id: int, removed_at: datetime.datetime | None) -> None:
        """Notes when the bot was removed from a server; None: it is there."""
        self.connection.execute(
            """INSERT INTO server (guild_id, removed_at) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET removed_at = excluded.removed_at""",
            (guild_id, to_text(removed_at) if removed_at else None),
        )

    def servers_to_erase(self, removed_before: datetime.datetime) -> list[int]:
        """The servers that the bot was removed from before then, longest ago first."""
        rows = self.connection.execute(
            "SELECT guild_id FROM server WHERE removed_at < ? ORDER BY removed_at", (to_text(removed_before),)
        )
        return [guild_id for (guild_id,) in rows]

    def preference(self, member_id: int) -> Preference:
        """What a member prefers."""
        row = self.connection.execute(
            "SELECT hidden, notes FROM preference WHERE member_id = ?", (member_id,)
        ).fetchone()
        return Preference(*map(bool, row)) if row else Preference()

    def put_preference(self, member_id: int, preference: Preference) -> None:
        """Stores what a member prefers."""
        self.connection.execute(
            """INSERT INTO preference VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
            hidden = excluded.hidden, notes = excluded.notes""",
            (member_id, preference.hidden, preference.notes),
        )
