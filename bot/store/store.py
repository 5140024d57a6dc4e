"""The store: everything that is kept, as questions that have an answer."""

import datetime

from bot.store.erasing import ErasingStore
from bot.store.times import to_time


class Store(ErasingStore):
    """One SQLite connection and the small methods that use cases call. Not safe across threads."""

    def meta(self, name: str) -> str | None:
        """A fact about the installation, such as the fingerprint of the synced commands."""
        row = self.connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, name: str, value: str) -> None:
        """Remembers a fact about the installation."""
        self.connection.execute(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (name, value)
        )

    def newest_time(self) -> datetime.datetime | None:
        """The latest moment at which something was posted or answered; None if nothing ever was."""
        (newest,) = self.connection.execute(
            "SELECT max(at) FROM (SELECT max(posted_at) AS at FROM post UNION ALL "
            "SELECT max(responded_at) FROM response)"
        ).fetchone()
        return to_time(newest) if newest else None
