"""The menus and buttons in the set-up panel."""

import re
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any, Protocol, Self

import discord

from bot.chat import buttons, ids
from bot.chat.buttons import Pressable, plain_button
from bot.chat.replies import Interaction
from bot.chat.texts import texts
from bot.core.errors import NotHere
from bot.core.server import AnswersBy

#: Where `/quiz` can be used: threads and posts belong to one of these, and voice channels have a chat.
#: Media channels have posts, too, but Discord's document does not allow their type in a menu.
CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
]
_MAX = 25


class Handlers(Protocol):
    """What choosing in the menus does."""

    def choose_topics(self, interaction: Interaction, topics: Sequence[str]) -> Awaitable[None]:
        """These are the default topics."""

    def choose_channels(self, interaction: Interaction, channels: Sequence[int]) -> Awaitable[None]:
        """`/quiz` is allowed in these channels."""

    def choose_answers(self, interaction: Interaction, answers_by: AnswersBy) -> Awaitable[None]:
        """Cards take answers so."""

    def choose_role(self, interaction: Interaction, role_id: int | None) -> Awaitable[None]:
        """This role moderates."""


def _chosen(interaction: Interaction) -> list[str]:
    """What was chosen in the menu, as the client says."""
    data: Any = interaction.data or {}
    return [str(value) for value in data.get("values") or ()]


def _chosen_ids(interaction: Interaction) -> list[int]:
    """The same for a menu of channels or roles. Raises NotHere for what is no id."""
    chosen = _chosen(interaction)
    if not all(re.fullmatch("[0-9]{1,20}", value) for value in chosen):
        raise NotHere
    return [int(value) for value in chosen]


def _defaults(
    ids_of: Iterable[int], kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=each, type=kind) for each in ids_of]


class ChooseTopics(Pressable, discord.ui.DynamicItem[discord.ui.Select[Any]], template=ids.SETUP_TOPICS):
    """The default packs and topics."""

    handled_by = "setup"

    @classmethod
    def of(cls, options: list[discord.SelectOption]) -> Self:
        """The menu of these options, of which any number can be chosen."""
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=ids.SETUP_TOPICS,
            placeholder=texts.SETUP_PICK_TOPICS,
            options=options,
            min_values=0,
            max_values=len(options),
        )
        return cls(menu)

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Saves the choice."""
        return handlers.choose_topics(interaction, _chosen(interaction))


class ChooseChannels(
    Pressable, discord.ui.DynamicItem[discord.ui.ChannelSelect[Any]], template=ids.SETUP_CHANNELS
):
    """The channels where `/quiz` is allowed."""

    handled_by = "setup"

    @classmethod
    def of(cls, channels: Iterable[int]) -> Self:
        """The menu, in which these are chosen."""
        menu: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
            custom_id=ids.SETUP_CHANNELS,
            placeholder=texts.SETUP_PICK_CHANNELS,
            channel_types=CHANNEL_TYPES,
            min_values=0,
            max_values=_MAX,
            default_values=_defaults(channels, discord.SelectDefaultValueType.channel),
        )
        return cls(menu)

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Saves the choice."""
        return handlers.choose_channels(interaction, _chosen_ids(interaction))


class ChooseRole(Pressable, discord.ui.DynamicItem[discord.ui.RoleSelect[Any]], template=ids.SETUP_ROLE):
    """The moderator role."""

    handled_by = "setup"

    @classmethod
    def of(cls, role_id: int | None, *, disabled: bool) -> Self:
        """The menu, in which this role is chosen."""
        menu: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
            custom_id=ids.SETUP_ROLE,
            placeholder=texts.SETUP_PICK_ROLE,
            min_values=0,
            max_values=1,
            disabled=disabled,
            default_values=_defaults([role_id] if role_id else [], discord.SelectDefaultValueType.role),
        )
        return cls(menu)

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Saves the choice."""
        chosen = _chosen_ids(interaction)
        return handlers.choose_role(interaction, chosen[0] if chosen else None)


class ChooseAnswers(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.SETUP_ANSWERS):
    """How cards take answers."""

    handled_by = "setup"

    @classmethod
    def of(cls, answers_by: AnswersBy, *, chosen: bool) -> Self:
        """The button for one of the ways."""
        label = texts.ANSWERS_BY[answers_by].capitalize()
        return cls(
            plain_button(
                ids.setup_answers(answers_by),
                texts.CHOSEN.format(label=label) if chosen else label,
                buttons.LOUD if chosen else buttons.QUIET,
            )
        )

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Saves the choice."""
        return handlers.choose_answers(interaction, AnswersBy(self.values["by"]))


ALL: tuple[type[discord.ui.DynamicItem[Any]], ...] = (ChooseTopics, ChooseChannels, ChooseRole, ChooseAnswers)
