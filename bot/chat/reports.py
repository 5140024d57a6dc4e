"""Reports of questions: members send them, moderators go through them."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.app import reporting
from bot.app.reporting import Handling
from bot.chat import replies, report_views
from bot.chat.context import Context, click_of
from bot.chat.declaring import declare
from bot.chat.moderators import require_moderator
from bot.chat.replies import Interaction, Reply, guarded, plain
from bot.chat.texts import texts
from bot.core import flood
from bot.core.report import Report, State

_log = logging.getLogger(__name__)


class Reports:
    """The handlers of the Report button, its form, and `/reports`."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._clicks = flood.Gate(flood.CLICKS_PER_MEMBER)
        self._sent = flood.Gate(flood.REPORTS_PER_MEMBER)

    def _admit(self, gate: flood.Gate, interaction: Interaction) -> None:
        gate.admit(interaction.user.id, self._context.clock.monotonic())

    async def open_form(self, interaction: Interaction, post_id: str) -> None:
        """Opens the form. It cannot be deferred, so nothing here waits for the writer."""
        self._admit(self._clicks, interaction)
        click = click_of(interaction)
        earlier = await self._context.engine.read(reporting.earlier_report, post_id, click)
        await interaction.response.send_modal(report_views.form(post_id, earlier))

    async def sent(self, interaction: Interaction, post_id: str) -> None:
        """A form came back, perhaps one that was opened before a restart: stores the report, says thanks."""
        self._admit(self._sent, interaction)
        kind, text = report_views.read_form(interaction.data)
        click = click_of(interaction)

        async def work() -> Reply:
            now = self._context.clock.now()
            done = await self._context.engine.run(reporting.report, post_id, kind, text, click, now=now)
            question, guild_id = done.question, click.place.guild_id
            where = f"server {guild_id}" if guild_id else "a private chat"
            _log.info("a report (%s) of %s/%s in %s", kind, question.pack_id, question.question_id, where)
            said = texts.REPORT_UPDATED if done.updated else texts.REPORT_THANKS
            return plain(
                said.format(who=texts.REPORT_TO_MODERATORS if guild_id else texts.REPORT_TO_OPERATOR)
            )

        await self._context.reply(interaction, work())

    async def show(self, interaction: Interaction) -> None:
        """The first page of the open reports of this server."""

        async def work() -> Reply:
            view = await self._page(interaction, 1)
            return Reply(lambda _: view)

        await self._context.reply(interaction, work())

    async def turn(self, interaction: Interaction, page: int) -> None:
        """Another page, in its place."""
        self._admit(self._clicks, interaction)
        await replies.replace(interaction, self._context.clock, self._page(interaction, page))

    async def show_question(self, interaction: Interaction, report_id: int, page: int) -> None:
        """The question of a report as a new private message, or another page in its place."""
        self._admit(self._clicks, interaction)
        context, scope = self._context, click_of(interaction).scope

        async def view() -> discord.ui.LayoutView:
            await require_moderator(context, interaction, "the question of a report")
            reported = await context.engine.run(reporting.reported_card, scope, report_id)
            if reported is None:
                return plain(texts.REPORT_NOT_HERE).view(None)
            return report_views.question_view(reported, page, context.page_url(reported.card.question))

        async def work() -> Reply:
            shown = await view()
            return Reply(lambda _: shown)

        if page:
            await replies.replace(interaction, context.clock, view())
        else:
            await context.reply(interaction, work())

    async def handle(self, interaction: Interaction, report_id: int, state: State, page: int) -> None:
        """Dismisses a report or marks it mended, and shows the list as it is then."""
        self._admit(self._clicks, interaction)
        context, click = self._context, click_of(interaction)

        async def work() -> discord.ui.LayoutView:
            server = await require_moderator(context, interaction, "dealing with a report")
            handling, found = await context.engine.run(
                reporting.handle_report,
                click.scope,
                report_id,
                state,
                click.member_id,
                now=context.clock.now(),
            )
            if handling is Handling.DONE:
                by, where = click.member_id, server.guild_id
                _log.info("member %d set report %d to %s in server %d", by, report_id, state, where)
            return await self._page(interaction, page, _note(handling, found, state))

        await replies.replace(interaction, context.clock, work())

    async def _page(self, interaction: Interaction, page: int, note: str = "") -> discord.ui.LayoutView:
        await require_moderator(self._context, interaction, "the list of reports")
        scope = click_of(interaction).scope
        # by the writer: what was published since is known to it
        reports = await self._context.engine.run(reporting.open_reports, scope, page)
        return report_views.list_view(reports, self._context.page_url, note)

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Declares `/reports`."""

        @app_commands.command(name="reports", description=texts.CMD_REPORTS)
        async def reports(interaction: Interaction) -> None:
            await guarded(interaction, self.show(interaction))

        declare(tree, reports, in_private_chats=False)


def _note(handling: Handling, found: Report | None, state: State) -> str:
    """What came of dealing with a report, in a line."""
    if found is None:
        return texts.REPORT_GONE
    if handling is Handling.DONE:
        return texts.REPORT_HANDLED.format(state=texts.REPORT_STATES[state])
    was = texts.REPORT_STATES[found.state]
    if found.handled_by is None:  # that moderator's data were erased
        return texts.REPORT_WAS_HANDLED_BY_NOBODY.format(state=was)
    return texts.REPORT_WAS_HANDLED.format(state=was, moderator=found.handled_by)
