"""The reference: a bot with nothing but discord.py and sqlite3, as one would write it in an afternoon.

    python -m bench.bare PORT DATABASE [PICTURE]

It answers each click on its card with one fixed message, after one INSERT and COMMIT.
"""

import io
import sqlite3
import sys
from pathlib import Path
from typing import Any

import discord

Interaction = discord.Interaction[Any]

TOLD = "### Thank you\nYour answer was stored. The right one is shown when the question closes."


class Verdict(discord.ui.LayoutView):
    """What everybody is told."""

    def __init__(self, picture: str | None) -> None:
        super().__init__()
        container = discord.ui.Container[Any](discord.ui.TextDisplay(TOLD))
        if picture is not None:
            container.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}")))
        self.add_item(container)


class Answer(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"answer:(?P<letter>[A-H0])"):
    """A letter below the question."""

    def __init__(self, letter: str) -> None:
        super().__init__(discord.ui.Button(label=letter, custom_id=f"answer:{letter}"))
        self.letter = letter

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction, _item: Any, match: Any, /) -> "Answer":
        """The button that was pressed."""
        return cls(match["letter"])

    async def callback(self, interaction: Interaction) -> None:
        """Stores the answer and says so."""
        await interaction.client.answer(interaction, self.letter)


class Bare(discord.Client):
    """The whole bot."""

    def __init__(self, database: str, picture: Path | None) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.database = sqlite3.connect(database)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute(
            """CREATE TABLE IF NOT EXISTS answer
            (message_id, user_id, letter, PRIMARY KEY (message_id, user_id))"""
        )
        self.picture = (picture.name, picture.read_bytes()) if picture else None

    async def setup_hook(self) -> None:
        """Makes the buttons work."""
        self.add_dynamic_items(Answer)

    async def on_ready(self) -> None:
        """Says so."""
        print("ready: ", file=sys.stderr, flush=True)

    async def answer(self, interaction: Interaction, letter: str) -> None:
        """One row, one message."""
        assert interaction.message is not None
        row = (interaction.message.id, interaction.user.id, letter)
        self.database.execute("INSERT OR IGNORE INTO answer VALUES (?, ?, ?)", row)
        self.database.commit()
        if self.picture is None:
            await interaction.response.send_message(view=Verdict(None), ephemeral=True)
        else:
            name, data = self.picture
            file = discord.File(io.BytesIO(data), name)
            await interaction.response.send_message(view=Verdict(name), file=file, ephemeral=True)


def main() -> None:
    """Runs it against the Discord at a port of this machine."""
    from tests.wire.launcher import point_at
    from tests.wire.standin import TOKEN

    port, database, *picture = sys.argv[1:]
    point_at(port)
    Bare(database, Path(picture[0]) if picture else None).run(TOKEN, log_handler=None)


if __name__ == "__main__":
    main()
