"""Answering an interaction: in time, privately, once, and never with silence."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

import discord

from bot.chat import layout, limits, markdown
from bot.chat.layout import Picture, picture_view
from bot.chat.network import ACKNOWLEDGED, surely, unreachable
from bot.chat.refusals import wording
from bot.core.clock import Clock

T = TypeVar("T")
Interaction = discord.Interaction[Any]
View = discord.ui.LayoutView

_log = logging.getLogger(__name__)

#: A reply that is not there by then is deferred; Discord waits 3 s.
DEFER_AFTER_S = 1.0
#: Interaction not known any more (too late), or already acknowledged: nothing more can be said.
_TOO_LATE = {10062, ACKNOWLEDGED, 50027}

#: A sentence about an error is cut to this many characters; what the log says of one to so many.
_SENTENCE, _WORDS = 1500, 200

NOBODY = discord.AllowedMentions.none()


class InFlight:
    """Counts the interactions that are being answered, so that the end of the program can wait for them."""

    def __init__(self) -> None:
        self.count = 0
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """While the block runs, one more is being answered."""
        self.count += 1
        self._none.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self._none.set()

    async def over(self) -> None:
        """Waits until none is being answered."""
        await self._none.wait()


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to come: its view, built with the picture or without."""

    view: Callable[[Picture | None], View]
    picture: Picture | None = None


def plain(text: str) -> Reply:
    """A reply of one text."""
    return Reply(lambda _: layout.view(discord.ui.Container(discord.ui.TextDisplay(text))))


async def reply_privately(interaction: Interaction, clock: Clock, work: Awaitable[Reply]) -> None:
    """Sends what `work` gives, to the member alone.

    A picture that cannot be uploaded costs the picture, never the words. A deferred reply comes without
    the picture that would have to be uploaded; this follows as a second private message.
    """
    reply, deferred = await _in_time(
        clock, work, lambda: interaction.response.defer(ephemeral=True, thinking=True)
    )
    attached = reply.picture if reply.picture and reply.picture.data is not None else None
    if not deferred and attached:
        try:
            await surely(
                lambda: interaction.response.send_message(
                    view=checked(reply.view(attached)),
                    file=attached.file(),
                    ephemeral=True,
                    allowed_mentions=NOBODY,
                )
            )
        except discord.HTTPException as error:
            if error.code in _TOO_LATE or error.status == HTTPStatus.TOO_MANY_REQUESTS:
                raise
            _log.warning("a picture could not be sent: %s", error)
        else:
            return

    def words() -> View:
        return checked(reply.view(None if attached else reply.picture))

    if not deferred:
        await surely(
            lambda: interaction.response.send_message(view=words(), ephemeral=True, allowed_mentions=NOBODY)
        )
        return
    await surely(lambda: interaction.edit_original_response(view=words(), allowed_mentions=NOBODY))
    if attached:
        await _send_after(interaction, attached)


async def _send_after(interaction: Interaction, picture: Picture) -> None:
    """The picture of a verdict that is there already. If it fails, the words have to do."""
    try:
        await interaction.followup.send(
            view=checked(picture_view(picture)),
            file=picture.file(),
            ephemeral=True,
            allowed_mentions=NOBODY,
        )
    except Exception as error:
        _log.warning("a picture could not be sent: %s", error)


async def reply_publicly(interaction: Interaction, clock: Clock, work: Awaitable[View]) -> int:
    """Sends what `work` gives to everybody in the channel; the message's id.

    What goes wrong is still said privately: a reply that was deferred for everybody is taken back first.
    """

    async def made() -> View:
        return checked(await work)

    try:
        view, deferred = await _in_time(clock, made(), lambda: interaction.response.defer(thinking=True))
    except Exception:
        if interaction.response.is_done():
            await interaction.delete_original_response()
        raise
    if deferred:
        edited = await surely(lambda: interaction.edit_original_response(view=view, allowed_mentions=NOBODY))
        if edited is not None:
            return edited.id
    else:
        sent = await surely(lambda: interaction.response.send_message(view=view, allowed_mentions=NOBODY))
        if sent is not None and sent.message_id:
            return sent.message_id
    return (await interaction.original_response()).id


async def replace(interaction: Interaction, clock: Clock, work: Awaitable[View]) -> None:
    """Puts what `work` gives in the place of the private message that was clicked.

    Everybody's message is never replaced, whatever a custom id claims: then it becomes a private reply.
    """
    if interaction.message is None or not interaction.message.flags.ephemeral:

        async def reply() -> Reply:
            made = await work
            return Reply(lambda _: made)

        await reply_privately(interaction, clock, reply())
        return
    view, deferred = await _in_time(clock, work, interaction.response.defer)
    if deferred:
        await surely(lambda: interaction.edit_original_response(view=checked(view), allowed_mentions=NOBODY))
    else:
        await surely(lambda: interaction.response.edit_message(view=checked(view), allowed_mentions=NOBODY))


async def _in_time(
    clock: Clock, work: Awaitable[T], defer: Callable[[], Awaitable[object]]
) -> tuple[T, bool]:
    """The result of `work`, and whether the interaction had to be deferred because it took over a second."""
    working = asyncio.ensure_future(work)
    waiting = asyncio.ensure_future(clock.sleep(DEFER_AFTER_S))
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    deferred = not working.done()
    if deferred:
        try:
            await surely(defer)
        except Exception:
            # The work goes on: what was asked for is stored even if nobody can be told.
            working.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise
    return await working, deferred


def checked(view: View) -> View:
    """The view, if Discord will take it; else raises limits.PayloadTooLarge."""
    limits.check_payload(view.to_components())
    return view


async def guarded(interaction: Interaction, work: Awaitable[None]) -> None:
    """Runs a handler to its end; whatever it raises becomes a private sentence."""
    with interaction.client.in_flight.one_more():
        try:
            await work
        except Exception as error:
            await report(interaction, error)


async def report(interaction: Interaction, error: BaseException) -> None:
    """Says what went wrong: the caller's mistake in words, ours with a number that is in the log."""
    if isinstance(error, discord.app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in _TOO_LATE:
        _log.warning("an interaction could not be answered in time (code %s)", error.code)
        return
    if interaction.client.is_closed():
        _log.warning("an interaction was not answered before the end: %s", error)
        return
    if unreachable(error):
        words = " ".join(str(error).split())[:_WORDS] or type(error).__name__
        _log.warning("an interaction could not be answered: %s", words)
        return
    await _say(interaction, wording(error))


async def _say(interaction: Interaction, text: str) -> None:
    try:
        view = checked(plain(markdown.shorten(text, _SENTENCE)).view(None))
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)
        else:
            await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
    except Exception as error:  # nothing is left that could be said
        _log.warning("could not tell a member about an error: %s", error)
