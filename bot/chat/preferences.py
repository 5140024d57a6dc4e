"""`/preferences`: what a member prefers, in every server."""

from collections.abc import Awaitable
from typing import Any, Self

import discord
from discord import app_commands

from bot.app import servers
from bot.chat import buttons, ids, layout, replies
from bot.chat.buttons import Pressable, plain_button
from bot.chat.context import Context
from bot.chat.declaring import declare
from bot.chat.replies import Interaction, Reply, guarded
from bot.chat.texts import texts
from bot.core import flood
from bot.core.server import Preference
from bot.store.store import Store

_FIELDS = {"h": "hidden", "n": "notes"}


class Prefer(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.PREFERENCE):
    """Turns one preference on or off; its id carries how it will be."""

    handled_by = "preferences"

    @classmethod
    def of(cls, what: str, *, on: bool) -> Self:
        """The button: "h" hides on boards, "n" is for notes by private message."""
        label = texts.PREFERENCE_BUTTONS[what, on]
        return cls(plain_button(ids.preference(what, on=on), label, buttons.QUIET))

    def pressed(self, handlers: "Preferences", interaction: Interaction) -> Awaitable[None]:
        """Saves it."""
        return handlers.prefer(interaction, _FIELDS[self.values["what"]], on=self.values["on"] == "1")


BUTTONS: tuple[type[discord.ui.DynamicItem[Any]], ...] = (Prefer,)


class Preferences:
    """The handlers of `/preferences` and its buttons. They only ever work on the member who asks."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._clicks = flood.Gate(flood.CLICKS_PER_MEMBER)

    async def show(self, interaction: Interaction) -> None:
        """What the member prefers, with a button for each."""

        async def work() -> Reply:
            preference = await self._context.engine.read(Store.preference, interaction.user.id)
            return Reply(lambda _: _view(preference))

        await self._context.reply(interaction, work())

    async def prefer(self, interaction: Interaction, field: str, *, on: bool) -> None:
        """Saves a preference and shows what holds then."""
        self._clicks.admit(interaction.user.id, self._context.clock.monotonic())

        async def work() -> discord.ui.LayoutView:
            member_id = interaction.user.id
            return _view(await self._context.engine.run(servers.set_preference, member_id, **{field: on}))

        await replies.replace(interaction, self._context.clock, work())

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Declares `/preferences`."""

        @app_commands.command(name="preferences", description=texts.CMD_PREFERENCES)
        async def preferences(interaction: Interaction) -> None:
            await guarded(interaction, self.show(interaction))

        declare(tree, preferences, in_private_chats=True)


def _view(preference: Preference) -> discord.ui.LayoutView:
    return layout.view(
        discord.ui.Container(
            discord.ui.TextDisplay(f"### {texts.PREFERENCES_HEAD}"),
            discord.ui.TextDisplay(texts.PREFERENCE_HIDDEN[preference.hidden]),
            *layout.rows([Prefer.of("h", on=not preference.hidden)]),
            discord.ui.TextDisplay(texts.PREFERENCE_NOTES[preference.notes]),
            *layout.rows([Prefer.of("n", on=not preference.notes)]),
            accent_colour=layout.NEUTRAL,
        )
    )
