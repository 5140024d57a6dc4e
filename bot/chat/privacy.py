"""`/privacy`: members read what is kept about them, and erase it."""

import gzip
import io
import json
import logging
from collections.abc import Awaitable
from typing import Any, Self

import discord
from discord import app_commands

from bot.app import privacy
from bot.chat import buttons, ids, layout, replies
from bot.chat.buttons import Pressable, plain_button
from bot.chat.context import Context, may_attach
from bot.chat.declaring import declare
from bot.chat.replies import Interaction, Reply, guarded, plain
from bot.chat.texts import texts
from bot.core import flood

_log = logging.getLogger(__name__)

#: A file beyond this is packed: Discord takes 10 MB.
_PACKED_ABOVE = 8_000_000


class Erase(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.ERASE):
    """Erases the data of whoever presses it, or keeps them."""

    handled_by = "privacy"

    @classmethod
    def of(cls, *, sure: bool) -> Self:
        """The button that does it, or the one that does not."""
        label, style = (texts.ERASE, buttons.DANGER) if sure else (texts.KEEP, buttons.QUIET)
        return cls(plain_button(ids.erase(sure=sure), label, style))

    def pressed(self, handlers: "Privacy", interaction: Interaction) -> Awaitable[None]:
        """Erases, or keeps."""
        return handlers.erase(interaction, sure=self.values["sure"] == "1")


BUTTONS: tuple[type[discord.ui.DynamicItem[Any]], ...] = (Erase,)


class Privacy:
    """The handlers behind `/privacy`. They only ever work on the member who asks."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._exports = flood.Gate(flood.PRIVACY_PER_MEMBER)
        self._erasures = flood.Gate(flood.PRIVACY_PER_MEMBER)

    def _admit(self, gate: flood.Gate, interaction: Interaction) -> None:
        gate.admit(interaction.user.id, self._context.clock.monotonic())

    async def export(self, interaction: Interaction) -> None:
        """Sends the member everything that is kept about them, as a file that they alone see."""
        if not may_attach(interaction):
            await self._context.reply(interaction, _said(texts.EXPORT_NO_FILES))
            return
        self._admit(self._exports, interaction)
        member_id, now = interaction.user.id, self._context.clock.now()
        # Always deferred: how long it takes depends on how much there is.
        await interaction.response.defer(ephemeral=True, thinking=True)
        data = await self._context.engine.read(
            lambda store: _encoded(privacy.export(store, member_id, now=now))
        )
        packed = len(data) > _PACKED_ABOVE
        name = texts.EXPORT_NAME + ".gz" * packed
        file = discord.File(io.BytesIO(gzip.compress(data) if packed else data), name)
        view = layout.view(
            discord.ui.Container(discord.ui.TextDisplay(texts.EXPORT_DONE), discord.ui.File(file))
        )
        await interaction.followup.send(
            view=replies.checked(view), file=file, ephemeral=True, allowed_mentions=replies.NOBODY
        )

    async def ask(self, interaction: Interaction) -> None:
        """Asks whether to erase everything."""

        async def work() -> Reply:
            question: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(texts.ERASE_ASK)
            choice = layout.rows([Erase.of(sure=True), Erase.of(sure=False)])
            return Reply(
                lambda _: layout.view(discord.ui.Container(question, *choice, accent_colour=layout.BAD))
            )

        await self._context.reply(interaction, work())

    async def erase(self, interaction: Interaction, *, sure: bool) -> None:
        """Erases the data of who pressed, if they are sure; says what was done in the question's place."""
        context = self._context
        if sure:
            self._admit(self._erasures, interaction)

        async def work() -> discord.ui.LayoutView:
            if not sure:
                return plain(texts.ERASE_KEPT).view(None)
            await context.engine.run(privacy.erase, interaction.user.id, rng=context.rng)
            _log.info("a member's data were erased on request")  # whose, the log must not keep either
            return plain(texts.ERASE_DONE).view(None)

        await replies.replace(interaction, context.clock, work())

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Declares `/privacy export` and `/privacy delete`."""
        group = app_commands.Group(name="privacy", description=texts.CMD_PRIVACY)

        @group.command(name="export", description=texts.CMD_PRIVACY_EXPORT)
        async def export(interaction: Interaction) -> None:
            await guarded(interaction, self.export(interaction))

        @group.command(name="delete", description=texts.CMD_PRIVACY_DELETE)
        async def delete(interaction: Interaction) -> None:
            await guarded(interaction, self.ask(interaction))

        declare(tree, group, in_private_chats=True)


async def _said(text: str) -> Reply:
    return plain(text)


def _encoded(about: dict[str, Any]) -> bytes:
    """As a JSON file that people can read too."""
    return json.dumps(about, ensure_ascii=False, indent=2).encode()
