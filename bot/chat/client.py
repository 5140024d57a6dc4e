"""The Discord client: registers buttons and commands, and starts what runs beside them."""

import asyncio
import contextlib
import contextvars
import hashlib
import json
import logging
import re
from typing import Any

import discord
from discord import app_commands

from bot.chat import buttons, ids, preferences, privacy, replies, report_buttons, setup_menus
from bot.chat.card_edits import CardEdits
from bot.chat.clockwatch import ClockWatch
from bot.chat.commands import Commands
from bot.chat.context import Context
from bot.chat.handlers import ButtonHandlers
from bot.chat.housekeeping import Housekeeping
from bot.chat.preferences import Preferences
from bot.chat.privacy import Privacy
from bot.chat.reactions import Reactions
from bot.chat.reports import Reports
from bot.chat.servers import Servers
from bot.chat.setup import Setup
from bot.core import flood
from bot.core.errors import NotHere, Refusal, StoreError, TooFast

_log = logging.getLogger(__name__)

#: Every class of buttons and menus; whatever stands on an old message belongs to one of them.
BUTTONS = (*buttons.ALL, *report_buttons.ALL, *privacy.BUTTONS, *setup_menus.ALL, *preferences.BUTTONS)


class _Tree(app_commands.CommandTree[Any]):
    """A command tree that never leaves a member without an answer, and holds back floods."""

    def __init__(self, client: "QuizClient") -> None:
        super().__init__(client)
        self._clock = client.context.clock
        self._commands = flood.Gate(flood.COMMANDS_PER_MEMBER)
        self._suggestions = flood.Gate(flood.SUGGESTIONS_PER_MEMBER)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """False for a member who sends commands too fast and is told so, or types too fast to be advised."""
        at, member_id = self._clock.monotonic(), interaction.user.id
        typing = interaction.type is discord.InteractionType.autocomplete
        gate = self._suggestions if typing else self._commands
        wait_s = gate.wait_s(member_id, at)
        if not wait_s:
            gate.let_through(member_id, at)
        elif typing:
            with contextlib.suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
        else:
            await replies.guarded(interaction, _refuse(TooFast(wait_s)))
        return not wait_s

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        await replies.report(interaction, error)


async def _refuse(why: Refusal) -> None:
    raise why


# We never speak: no need to warn about missing voice libraries.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class QuizClient(discord.AutoShardedClient):
    """Not started by itself. `setup_hook` starts nothing timed; `start_loops` does."""

    def __init__(self, context: Context, *, always_sync: bool, shard_count: int | None) -> None:
        self.clock_watch = ClockWatch(context.clock)
        super().__init__(
            intents=discord.Intents(guilds=True, guild_reactions=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=shard_count,
            http_trace=self.clock_watch.trace(),
        )
        self.context = context
        self.card_edits = CardEdits(context, self.get_partial_messageable)
        self.handlers = ButtonHandlers(context, self.card_edits)
        self.reactions = Reactions(context, self)
        self.reports = Reports(context)
        self.privacy = Privacy(context)
        self.setup = Setup(context)
        self.preferences = Preferences(context)
        self.servers = Servers(context, self.clock_watch)
        self.housekeeping = Housekeeping(context, self.clock_watch)
        self.in_flight = replies.InFlight()
        self.tree = _Tree(self)
        self._always_sync = always_sync
        self._was_ready = False
        self._own_context = contextvars.copy_context()
        Commands(context, self.reactions).add_to(self.tree)
        self.reports.add_to(self.tree)
        self.privacy.add_to(self.tree)
        self.setup.add_to(self.tree)
        self.preferences.add_to(self.tree)

    async def setup_hook(self) -> None:
        """Makes old buttons work and brings Discord's list of commands up to date."""
        self.add_dynamic_items(*BUTTONS)
        self._own_context = contextvars.copy_context()
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        commands.sort(key=lambda command: str(command["name"]))
        text = json.dumps([self.application_id, commands], sort_keys=True)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        synced = await self.context.engine.read(lambda store: store.meta("commands"))
        if self._always_sync or synced != fingerprint:
            await self.tree.sync()
            try:
                await self.context.engine.run(lambda store: store.set_meta("commands", fingerprint))
            except StoreError as error:  # they are told again at the next start
                _log.warning("that Discord knows the commands could not be stored: %s", error)

    def start_loops(self) -> None:
        """Starts what is timed. It runs as if `setup_hook` had started it, whoever calls."""
        self.card_edits.start(self._own_context)
        self.reactions.start(self._own_context)
        self.housekeeping.start(self._own_context)

    async def on_ready(self) -> None:
        """Logs a connection that was made anew. The first one is told by whoever waits for it."""
        if self._was_ready:
            _log.info("connected to Discord again", extra={"connected": True})
            self.reactions.catch_up()  # what came meanwhile was not told
            self.card_edits.hurry()
        self._was_ready = True
        await self.servers.ready(self)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        await self.servers.joined(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server can be reached."""
        await self.servers.available(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server; an outage calls something else."""
        await self.servers.left(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted."""
        await self.servers.channel_deleted(channel.guild)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel was changed, perhaps what the bot may do in it."""
        self._rights_changed(after.guild)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role was changed, perhaps one of the bot's."""
        self._rights_changed(after.guild)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot was given a role, or lost one; of others Discord does not tell."""
        self._rights_changed(after.guild)

    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """A thread was changed, perhaps opened again."""
        self._rights_changed(after.guild)

    def _rights_changed(self, guild: discord.Guild) -> None:
        self.reactions.rights_changed(guild)
        self.card_edits.hurry()

    async def on_shard_resumed(self, _shard: int) -> None:
        """Logs a connection that was taken up where it broke."""
        _log.info("the connection to Discord was resumed", extra={"connected": True})

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """Somebody reacted to something, which may be a card."""
        with self.in_flight.one_more():
            await self.reactions.added(payload)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Takes forms that come back, and answers whatever none of our buttons and menus took.

        The library calls a button before it tells of the interaction. It passes over an id that no version
        of ours knows any more, or that the message does not have, or has for another kind of component.
        """
        if interaction.type is discord.InteractionType.component and buttons.TAKEN not in interaction.extras:
            await replies.guarded(interaction, _refuse(NotHere()))
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data or {}
            form = re.fullmatch(ids.REPORT_FORM, str(data.get("custom_id", "")))
            sent = self.reports.sent(interaction, form["post"]) if form else _refuse(NotHere())
            await replies.guarded(interaction, sent)

    async def leave_gateway(self) -> None:
        """From now on no interaction comes in; those that did can still be answered."""
        shards = (shard.disconnect() for shard in self.shards.values())
        await asyncio.gather(*shards, return_exceptions=True)

    async def close(self) -> None:
        """Stops what is timed, then leaves Discord. The engine is closed by whoever opened it."""
        await self.housekeeping.close()
        await self.reactions.close()
        await self.card_edits.close()
        await super().close()
