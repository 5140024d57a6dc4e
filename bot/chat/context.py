"""What every handler needs: where to ask, what to show, what time it is."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.chat import replies
from bot.chat.pictures import Pictures
from bot.chat.replies import Reply
from bot.chat.texts import texts
from bot.core import flood
from bot.core.bank import Bank
from bot.core.clock import Clock
from bot.core.post import Click, Place
from bot.core.question import Question
from bot.core.response import ALL_TOPICS
from bot.store.engine import Engine


@dataclass(frozen=True)
class Context:
    """`bank` gives the bank as it is now; `page_url` the web page of a question, None without public URL."""

    engine: Engine
    bank: Callable[[], Bank]
    pictures: Pictures
    clock: Clock
    rng: random.Random
    page_url: Callable[[Question], str | None]
    refusals_logged: flood.Gate = field(default_factory=lambda: flood.Gate(flood.REFUSALS_LOGGED))

    async def reply(self, interaction: discord.Interaction[Any], work: Awaitable[Reply]) -> None:
        """Sends the reply privately and in time."""
        await replies.reply_privately(interaction, self.clock, work)

    def topic_title(self, topic: str) -> str:
        """The title of a board's topic ("<pack>/<topic>", or "" for all)."""
        if topic == ALL_TOPICS:
            return texts.ALL_TOPICS
        pack_id, _, topic_id = topic.partition("/")
        pack = self.bank().packs.get(pack_id)
        titles = {each.topic_id: each.title for each in pack.topics} if pack else {}
        return titles.get(topic_id, topic_id)


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Where an interaction happened, by what Discord says (never by a custom id)."""
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(interaction.guild_id, interaction.channel_id or 0, parent_id)


def click_of(interaction: discord.Interaction[Any], *, on_card: bool = False) -> Click:
    """Who pressed what where; `on_card` if the button stands on the card of its post.

    A private card is an ephemeral message, whose id is nobody's business.
    """
    message = interaction.message
    message_id = message.id if on_card and message and not message.flags.ephemeral else None
    return Click(place_of(interaction), interaction.user.id, interaction.user.display_name, message_id)


def may_attach(interaction: discord.Interaction[Any]) -> bool:
    """True if our reply here may carry a file; Discord computes the right for us."""
    return interaction.guild_id is None or interaction.app_permissions.attach_files
