"""`/setup`: moderators see and change the settings of their server, and what the bot lacks there."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.app import servers
from bot.app.servers import Present
from bot.chat import markdown, replies, setup_views
from bot.chat.atlas import atlas
from bot.chat.context import Context, place_of
from bot.chat.declaring import declare
from bot.chat.moderators import is_manager, is_moderator, require_moderator, server_of
from bot.chat.refusals import wording
from bot.chat.replies import Interaction, Reply, guarded
from bot.chat.setup_check import check, elsewhere
from bot.chat.setup_views import Panel
from bot.chat.texts import texts
from bot.core import flood, zones
from bot.core.errors import NotManager, Refusal, UnknownTopic
from bot.core.selection import MAX_SUGGESTIONS, MAX_TYPED, Selection, resolve, selections, suggest
from bot.core.server import AnswersBy, Server
from bot.store.store import Store

T = TypeVar("T")

_log = logging.getLogger(__name__)

_CHOICE = 100

Typed = app_commands.Range[str, 1, MAX_TYPED]

#: One of the use cases of `app.servers`, for a value of the setting.
Change = Callable[[Store, int, Present, T], Server]


class Setup:
    """The handlers of `/setup` and its menus. Who may is asked anew at every use."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._atlas = atlas()  # read now: nobody's typing has to wait for it
        self._clicks = flood.Gate(flood.CLICKS_PER_MEMBER)

    async def show(self, interaction: Interaction, zone: str | None, topic: str | None) -> None:
        """Changes what was named with the command, then shows the panel."""

        async def work() -> Reply:
            server = await require_moderator(self._context, interaction, "/setup")
            notes = []
            if zone or topic:
                server = await self._set_typed(interaction, server, zone, topic)
            if zone:
                notes.append(setup_views.zone_line(server, self._time(server)))
            if topic:
                notes.append(setup_views.topics_line(server, self._topics()))
            view = self._panel(interaction, server, [texts.SETUP_SAVED.format(line=note) for note in notes])
            return Reply(lambda _: view)

        await self._context.reply(interaction, work())

    async def choose_topics(self, interaction: Interaction, topics: Sequence[str]) -> None:
        """The menu of default topics."""
        line = lambda server: setup_views.topics_line(server, self._topics())  # noqa: E731
        await self._chosen(interaction, "topics", servers.set_topics, topics, line)

    async def choose_channels(self, interaction: Interaction, channels: Sequence[int]) -> None:
        """The menu of channels."""
        line = setup_views.channels_line
        await self._chosen(interaction, "channels", servers.set_channels, channels, line)

    async def choose_answers(self, interaction: Interaction, answers_by: AnswersBy) -> None:
        """The buttons of how to answer."""
        line = setup_views.answers_line
        await self._chosen(interaction, "answers_by", servers.set_answers, answers_by, line)

    async def choose_role(self, interaction: Interaction, role_id: int | None) -> None:
        """The menu of roles, for who may manage the server: holders of the role must not hand it on."""
        change, line = servers.set_moderator_role, setup_views.role_line
        await self._chosen(interaction, "moderator_role_id", change, role_id, line, managers_only=True)

    async def _chosen(
        self,
        interaction: Interaction,
        setting: str,
        change: Change[T],
        value: T,
        line: Callable[[Server], str],
        *,
        managers_only: bool = False,
    ) -> None:
        """Saves a choice and shows the panel as it is then, with a line about what was saved or why not."""
        self._clicks.admit(interaction.user.id, self._context.clock.monotonic())

        async def work() -> discord.ui.LayoutView:
            server = await require_moderator(self._context, interaction, "a change of the settings")
            try:
                if managers_only and not is_manager(interaction):
                    raise NotManager
                server = await self._change(interaction, server, setting, change, value)
                note = texts.SETUP_SAVED.format(line=line(server))
            except Refusal as error:
                note = texts.SETUP_REFUSED.format(why=wording(error))
            return self._panel(interaction, server, [note])

        await replies.replace(interaction, self._context.clock, work())

    async def _set_typed(
        self, interaction: Interaction, server: Server, zone: str | None, topic: str | None
    ) -> Server:
        """Saves what was typed, all of it or nothing."""
        named = self._atlas.resolve(zone, self._context.clock.now()) if zone else None
        wanted = self._default_topic(topic) if topic else None
        assert server.guild_id is not None
        present = self._present(interaction, server)
        changed = await self._context.engine.run(
            servers.set_typed, server.guild_id, present, zone=named, topic=wanted
        )
        for setting, typed in (("zone", zone), ("topics", topic)):
            if typed:
                _log_change(interaction, setting, changed)
        return changed

    async def _change(
        self, interaction: Interaction, server: Server, setting: str, change: Change[T], value: T
    ) -> Server:
        """Runs the use case; `setting` names for the log what it sets."""
        assert server.guild_id is not None
        present = self._present(interaction, server)
        changed = await self._context.engine.run(change, server.guild_id, present, value)
        _log_change(interaction, setting, changed)
        return changed

    def _topics(self) -> list[Selection]:
        """The packs and topics that can be chosen."""
        return [each for each in selections(self._context.bank()) if each.pack_id and not each.objective_id]

    def _default_topic(self, text: str) -> str:
        """The value of the pack or topic that was typed, or ANYTHING. Raises UnknownTopic."""
        found = resolve(self._context.bank(), text)
        if found.objective_id:
            raise UnknownTopic(text, ())
        return found.value

    def _present(self, interaction: Interaction, server: Server) -> Present:
        """What there is; while the server is not known to us, what is set counts as there."""
        topics = [each.value for each in self._topics()]
        guild = _guild(interaction)
        if guild is None:
            role_id = server.moderator_role_id
            return Present(topics, server.channels, [role_id] if role_id else [])
        return Present(topics, [each.id for each in guild.channels], [each.id for each in guild.roles])

    def _time(self, server: Server) -> str:
        return zones.wall_time(server.zone, self._context.clock.now())

    def _panel(
        self, interaction: Interaction, server: Server, notes: Sequence[str] = ()
    ) -> discord.ui.LayoutView:
        server = self._present(interaction, server).of(server)
        guild = _guild(interaction)
        here = place_of(interaction)
        others = elsewhere(guild, server, here.counting_channel_id) if guild else {}
        intents = interaction.client.intents
        return setup_views.panel_view(
            Panel(
                server,
                guild.name if guild else texts.SETUP_THIS_SERVER,
                self._time(server),
                self._topics(),
                is_manager(interaction),
                check(server, here.channel_id, interaction.app_permissions, others, intents),
                notes,
            )
        )

    async def _suggest_topics(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        """Packs and topics, those marked that are set."""
        server = await server_of(self._context, interaction)
        if not is_moderator(interaction, server):
            return []
        found = [each for each in suggest(self._context.bank(), text) if not each.objective_id]
        return [
            app_commands.Choice(name=_marked(each, each.value in server.topics), value=each.value)
            for each in found[:MAX_SUGGESTIONS]
        ]

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Declares `/setup`."""

        @app_commands.command(name="setup", description=texts.CMD_SETUP)
        @app_commands.describe(time_zone=texts.CMD_SETUP_ZONE, topic=texts.CMD_SETUP_TOPIC)
        async def setup(
            interaction: Interaction,
            time_zone: Typed | None = None,
            topic: Typed | None = None,
        ) -> None:
            await guarded(interaction, self.show(interaction, time_zone, topic))

        @setup.autocomplete("time_zone")
        async def _(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
            found = self._atlas.suggest(current, self._context.clock.now())
            name = texts.ZONE_CHOICE.format
            return [
                app_commands.Choice(name=name(zone=each.name, time=each.wall_time), value=each.name)
                for each in found
            ]

        @setup.autocomplete("topic")
        async def _(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await self._suggest_topics(interaction, current)

        declare(tree, setup, in_private_chats=False)


def _guild(interaction: Interaction) -> discord.Guild | None:
    """The server, if we know its channels and roles."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    return None if guild is None or guild.unavailable else guild


def _log_change(interaction: Interaction, setting: str, changed: Server) -> None:
    what, by = getattr(changed, setting), interaction.user.id
    _log.info("member %d set %s of server %d to %s", by, setting, changed.guild_id, what)


def _marked(topic: Selection, chosen: bool) -> str:
    if not chosen:
        return markdown.shorten(topic.title, _CHOICE)
    room = _CHOICE - len(texts.SET_ALREADY.format(title=""))
    return texts.SET_ALREADY.format(title=markdown.shorten(topic.title, room))
