"""Answering an interaction: in time, privately, once, and never with silence."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.chat import cards, limits, markdown
from bot.chat.texts import texts
from bot.chat.verdicts import Picture, picture_view
from bot.core.clock import Clock
from bot.core.errors import (
    Busy,
    CannotSave,
    NoQuestion,
    NotAnswered,
    NotHere,
    TooFast,
    UnknownTopic,
)

_log = logging.getLogger(__name__)

#: A reply that is not there by then is deferred; Discord waits 3 s.
DEFER_AFTER_S = 1.0
#: Interaction not known any more (too late), or already acknowledged: nothing more can be said.
_TOO_LATE = {10062, 40060, 50027}

NOBODY = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to come: its view, built with the picture or without."""

    view: Callable[[Picture | None], discord.ui.LayoutView]
    picture: Picture | None = None


def plain(text: str) -> Reply:
    """A reply of one text."""
    return Reply(lambda _: cards.view(discord.ui.Container(discord.ui.TextDisplay(text))))


async def reply_privately(interaction: discord.Interaction, clock: Clock, work: Awaitable[Reply]) -> None:
    """Sends what `work` gives, to the member alone.

    Directly if it is there within a second; else a deferred reply is edited, without the picture that
    would have to be uploaded, which then follows as a second private message.
    """
    working = asyncio.ensure_future(work)
    waiting = asyncio.ensure_future(clock.sleep(DEFER_AFTER_S))
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if working.done():
        waiting.cancel()
        reply = working.result()
        view = checked(reply.view(reply.picture))
        file = (reply.picture.file() if reply.picture else None) or discord.utils.MISSING
        await interaction.response.send_message(view=view, file=file, ephemeral=True, allowed_mentions=NOBODY)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    reply = await working
    attached = reply.picture if reply.picture and reply.picture.data is not None else None
    view = checked(reply.view(None if attached else reply.picture))
    await interaction.edit_original_response(view=view, allowed_mentions=NOBODY)
    if attached:
        await interaction.followup.send(
            view=checked(picture_view(attached)),
            file=attached.file() or discord.utils.MISSING,
            ephemeral=True,
            allowed_mentions=NOBODY,
        )


def checked(view: discord.ui.LayoutView) -> discord.ui.LayoutView:
    """The view, if Discord will take it; else raises limits.PayloadTooLarge."""
    limits.check_payload(view.to_components())
    return view


async def send_publicly(interaction: discord.Interaction, view: discord.ui.LayoutView) -> int:
    """The interaction's own response, for everybody in the channel; its message id."""
    response = await interaction.response.send_message(view=checked(view), allowed_mentions=NOBODY)
    if response.message_id is None:
        raise RuntimeError("Discord told no message id")
    return response.message_id


async def replace(interaction: discord.Interaction, view: discord.ui.LayoutView) -> None:
    """Puts this view in the place of the one that was clicked."""
    await interaction.response.edit_message(view=checked(view), allowed_mentions=NOBODY)


async def guarded(interaction: discord.Interaction, work: Awaitable[None]) -> None:
    """Runs a handler to its end; whatever it raises becomes a private sentence."""
    try:
        await work
    except Exception as error:
        await report(interaction, error)


async def report(interaction: discord.Interaction, error: BaseException) -> None:
    """Says what went wrong: the caller's mistake in words, ours with a number that is in the log."""
    if isinstance(error, discord.app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in _TOO_LATE:
        _log.warning("an interaction could not be answered in time (code %s)", error.code)
        return
    await _say(interaction, wording(error))


def wording(error: BaseException) -> str:
    """The sentence for an error. Unknown ones are logged with a number, which the sentence names."""
    for kind, sentence in _SENTENCES.items():
        if isinstance(error, kind):
            return sentence
    match error:
        case UnknownTopic():
            return _unknown_topic(error)
        case NoQuestion():
            return _no_question(error)
        case TooFast():
            return texts.TOO_FAST.format(wait=texts.count(max(1, round(error.wait_s)), "second"))
    number = secrets.token_hex(4)
    _log.error("error %s", number, exc_info=error)
    return texts.INTERNAL.format(number=number)


_SENTENCES: dict[type[BaseException], str] = {
    NotHere: texts.NOT_HERE,
    NotAnswered: texts.NOT_ANSWERED,
    Busy: texts.BUSY,
    CannotSave: texts.CANNOT_SAVE,
}


def _unknown_topic(error: UnknownTopic) -> str:
    asked = markdown.name(error.asked)
    if not error.nearest:
        return texts.UNKNOWN_TOPIC_BARE.format(asked=asked)
    nearest = " · ".join(f"**{title}**" for title in error.nearest)
    return texts.UNKNOWN_TOPIC.format(asked=asked, nearest=nearest)


def _no_question(error: NoQuestion) -> str:
    if error.level is None or not error.levels:
        return texts.NO_QUESTION_BARE.format(title=error.title)
    levels = ", ".join(texts.LEVELS[level] for level in error.levels)
    return texts.NO_QUESTION.format(title=error.title, level=texts.LEVELS[error.level], levels=levels)


async def _say(interaction: discord.Interaction, text: str) -> None:
    view = plain(text).view(None)
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)
        else:
            await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
    except (discord.HTTPException, OSError) as error:
        _log.warning("could not tell a member about an error: %s", error)
