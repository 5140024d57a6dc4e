"""The buttons in the moderators' list of open reports."""

from collections.abc import Awaitable
from typing import Any, Protocol, Self

import discord

from bot.chat import buttons, ids
from bot.chat.buttons import Pressable, plain_button
from bot.chat.replies import Interaction
from bot.chat.texts import texts
from bot.core.report import State

_HOW = {"d": State.DISMISSED, "m": State.MENDED}


class Handlers(Protocol):
    """What pressing the buttons does."""

    def handle(self, interaction: Interaction, report_id: int, state: State, page: int) -> Awaitable[None]:
        """Dismisses a report or marks it mended."""

    def show_question(self, interaction: Interaction, report_id: int, page: int) -> Awaitable[None]:
        """The question of a report, with its key."""

    def turn(self, interaction: Interaction, page: int) -> Awaitable[None]:
        """Another page of the open reports."""


class HandleReport(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.HANDLE):
    """Dismisses a report, or marks it mended."""

    handled_by = "reports"

    @classmethod
    def of(cls, report_id: int, how: str, page: int) -> Self:
        """The button for one report: "d" dismisses it, "m" marks it mended."""
        label, style = {"d": (texts.DISMISS, buttons.QUIET), "m": (texts.MARK_MENDED, buttons.DONE)}[how]
        return cls(plain_button(ids.handle(report_id, how, page), label, style))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Handles the report."""
        report_id, page = int(self.values["report"]), int(self.values["page"])
        return handlers.handle(interaction, report_id, _HOW[self.values["how"]], page)


class ShowQuestion(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.REPORTED):
    """Opens the question of a report (page 0), or turns its pages."""

    handled_by = "reports"

    @classmethod
    def of(cls, report_id: int, page: int, label: str) -> Self:
        """The button for a page."""
        return cls(plain_button(ids.reported(report_id, page), label, buttons.QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows the page."""
        return handlers.show_question(interaction, int(self.values["report"]), int(self.values["page"]))


class TurnReports(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.REPORTS):
    """Another page of the open reports."""

    handled_by = "reports"

    @classmethod
    def of(cls, page: int, label: str) -> Self:
        """The button to a page."""
        return cls(plain_button(ids.reports(page), label, buttons.QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows the page."""
        return handlers.turn(interaction, int(self.values["page"]))


ALL: tuple[type[discord.ui.DynamicItem[Any]], ...] = (HandleReport, ShowQuestion, TurnReports)
