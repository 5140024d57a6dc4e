"""Servers that the bot joins and leaves. What happened while it was not connected is found out when ready."""

import logging
from collections.abc import Sequence

import discord

from bot.app import servers
from bot.chat.clockwatch import ClockWatch
from bot.chat.context import Context
from bot.chat.replies import NOBODY
from bot.chat.texts import texts
from bot.core.errors import StoreError
from bot.store.store import Store

_log = logging.getLogger(__name__)


class Servers:
    """Takes note of joining and leaving; greets a server once. An outage of Discord is not a removal."""

    def __init__(self, context: Context, clock_watch: ClockWatch) -> None:
        self._context = context
        self._clock_watch = clock_watch

    async def ready(self, client: discord.Client) -> None:
        """Compares the servers that the bot is in with those that are stored."""
        engine = self._context.engine
        try:
            without_row = await engine.read(Store.servers_without_row)
            present = {guild.id: guild for guild in client.guilds}  # also those that are unavailable
            now = self._clock_watch.discord_now()
            changes = await engine.run(servers.compare, present, without_row, now=now)
            self._log("left", changes.left)
            self._log("back in", changes.back)
            available = [guild for guild in present.values() if not guild.unavailable]
            channels = {guild.id: {each.id for each in guild.channels} for guild in available}
            await engine.run(servers.drop_deleted_channels, channels)
            for guild in available:
                if guild.id in changes.never_greeted:
                    await self.joined(guild)
        except StoreError as error:
            _log.warning("the servers could not be compared with those that are stored: %s", error)

    async def joined(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        try:
            first = await self._context.engine.run(servers.join, guild.id, now=self._context.clock.now())
            self._log("joined" if first else "back in", [guild.id])
            if first:
                await self._greet(guild)
        except StoreError as error:
            _log.warning("server %d could not be stored: %s", guild.id, error)

    async def available(self, guild: discord.Guild) -> None:
        """A server can be reached: after each start, after an outage, or since it invited the bot."""
        if not await self._context.engine.read(Store.is_settled, guild.id):
            await self.joined(guild)

    async def left(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server is gone."""
        try:
            # By Discord's clock: by a wrong one of ours the 30 days might be over once it is set right.
            now = self._clock_watch.discord_now()
            await self._context.engine.run(servers.leave, guild.id, now=now)
            self._log("left", [guild.id])
        except StoreError as error:  # found out again at the next start
            _log.warning("that server %d was left could not be stored: %s", guild.id, error)

    async def channel_deleted(self, guild: discord.Guild) -> None:
        """A channel of the server is gone, perhaps one that `/quiz` was allowed in."""
        channels = {guild.id: {each.id for each in guild.channels}}
        try:
            await self._context.engine.run(servers.drop_deleted_channels, channels)
        except StoreError as error:  # done at the next start
            _log.warning("a deleted channel could not be dropped from the settings: %s", error)

    async def _greet(self, guild: discord.Guild) -> None:
        """One line in the system channel, if the bot may write there. It is noted before that it was sent."""
        channel = guild.system_channel
        if channel is None:
            return
        may = channel.permissions_for(guild.me)
        if not (may.view_channel and may.send_messages):
            return
        try:
            await channel.send(texts.GREETING, allowed_mentions=NOBODY)
        except (discord.DiscordException, OSError) as error:
            _log.warning("server %d could not be greeted: %s", guild.id, error)

    def _log(self, what: str, guild_ids: Sequence[int]) -> None:
        for guild_id in guild_ids:
            _log.info("%s server %d", what, guild_id)
