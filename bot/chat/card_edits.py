"""Keeps cards as they should look: the count of answers, and the answer once a card is closed.

Only here messages of cards are edited, one edit of a card at a time, each from what the database says
then. The count is decoration and follows within Discord's limits on edits. That a closed card shows its
answer is a promise: it is tried until it worked or cannot, also after a restart.
"""

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import discord

from bot.app import asking, closing
from bot.app.asking import Card
from bot.chat import cards, closed_cards
from bot.chat.context import Context
from bot.chat.layout import picture_view
from bot.chat.limits import PayloadTooLarge
from bot.chat.network import TROUBLE, pause_s
from bot.chat.replies import NOBODY, checked
from bot.core.errors import StoreError
from bot.core.post import Post
from bot.core.server import AnswersBy
from bot.store.store import Store

_log = logging.getLogger(__name__)

#: A card is edited at most this often …
EVERY_S = 10.0
#: … and not when it is older: Discord limits edits of messages older than an hour severely.
NOT_AFTER = timedelta(hours=1)
#: Where an edit is refused, the count is not tried again for this time.
NOT_AGAIN_FOR_S = 600.0
#: A closed card that could not be shown is given up when it was closed so long ago.
GIVE_UP_AFTER = timedelta(days=7)
_TICK_S = 1.0
#: Edits that may wait for Discord at the same time, in as many channels …
_AT_ONCE = 20
#: … and for so long: one whose answer never comes must not hold up its channel.
WITHIN_S = 60.0

#: (channel id, guild_id=…) -> something that messages can be edited in.
Channels = Callable[..., discord.PartialMessageable]


class CardEdits:
    """Remembers which cards look out of date; one loop edits them when they are due."""

    def __init__(self, context: Context, channels: Channels) -> None:
        self._context = context
        self._channels = channels
        self._due: dict[str, float] = {}
        self._edited_at: dict[str, float] = {}
        #: Closed cards that could not be shown so far, with how often they were tried.
        self._tries: dict[str, int] = {}
        self._own_context: contextvars.Context | None = None
        self._loop: asyncio.Task[None] | None = None
        self._editing: dict[str, asyncio.Task[None]] = {}
        #: Channels in which a card is being edited.
        self._busy: set[int] = set()

    def answered(self, post: Post) -> None:
        """An answer came in: the card follows in a second, or ten seconds after its last edit."""
        too_old = self._context.clock.now() - post.posted_at > NOT_AFTER
        if post.private_to is None and not too_old:
            due = self._edited_at.get(post.post_id, float("-inf")) + EVERY_S
            self._due.setdefault(post.post_id, due)
            self._wake()

    def changed(self, post_id: str) -> None:
        """The card was closed, or takes answers in another way: it is edited as soon as possible."""
        self._due[post_id] = float("-inf")
        self._wake()

    def hurry(self) -> None:
        """What could not be shown so far may work now: a right, a channel or a connection has changed."""
        for post_id in self._tries:
            self._due[post_id] = float("-inf")
        self._wake()

    def start(self, own_context: contextvars.Context) -> None:
        """From now on cards are edited, by a loop that runs in this context while something waits."""
        self._own_context = own_context
        self._loop = own_context.run(asyncio.create_task, self._begin(), name="card edits")

    async def _begin(self) -> None:
        try:
            for post_id in await self._context.engine.read(Store.posts_to_close):
                self.changed(post_id)
        except Exception:  # what members do from now on is shown all the same
            _log.exception("cards that were closed before could not be looked for")
        await self._run()

    def _wake(self) -> None:
        if self._own_context is not None and self._loop is None and self._due:
            self._loop = self._own_context.run(asyncio.create_task, self._run(), name="card edits")

    async def _run(self) -> None:
        clock = self._context.clock
        while self._due:
            await clock.sleep(_TICK_S)
            now = clock.monotonic()
            due = [each for each, at in self._due.items() if at <= now and each not in self._editing]
            for post_id in due[: _AT_ONCE - len(self._editing)]:
                self._start(post_id, now)
        self._loop = None
        self._forget_old(clock.monotonic())

    def _start(self, post_id: str, now: float) -> None:
        del self._due[post_id]
        self._edited_at[post_id] = now
        task = asyncio.create_task(self._edit(post_id))
        self._editing[post_id] = task
        task.add_done_callback(lambda _: self._editing.pop(post_id))

    def _forget_old(self, now: float) -> None:
        horizon = now - NOT_AFTER.total_seconds()
        self._edited_at = {post_id: at for post_id, at in self._edited_at.items() if at > horizon}

    async def _edit(self, post_id: str) -> None:
        card = None
        try:
            card = await self._context.engine.run(asking.card_to_edit, post_id)
            if card is not None and card.post.channel_id in self._busy:
                # Discord limits edits by channel: one that waits there must not take the others' place.
                self._due.setdefault(post_id, float("-inf"))
                self._wake()
                return
            if card is not None:
                await self._show_alone(card)
            self._tries.pop(post_id, None)
        except discord.NotFound:
            await self._give_up(post_id)
        except PayloadTooLarge as error:
            _log.error("card %s cannot be shown: %s", post_id, error)
            await self._give_up(post_id)
        except Exception as error:
            await self._failed(post_id, card, error)

    async def _show_alone(self, card: Card) -> None:
        """Edits a card while no other one of its channel is edited. Raises TimeoutError, too."""
        self._busy.add(card.post.channel_id)
        try:
            async with asyncio.timeout(WITHIN_S):
                await self.show(card)
        finally:
            self._busy.discard(card.post.channel_id)

    async def show(self, card: Card) -> None:
        """Edits the card's message to what it should show. Raises what Discord or the store says."""
        if card.post.closed_at is None:
            await self.message_of(card.post).edit(
                view=checked(cards.card_view(card)), allowed_mentions=NOBODY
            )
        else:
            await self._show_closed(card)

    async def _failed(self, post_id: str, card: Card | None, error: Exception) -> None:
        """Decides when to try again: soon for what passes by, later for what somebody has to mend."""
        now = self._context.clock.monotonic()
        closed_at = card.post.closed_at if card else None
        refused = isinstance(error, discord.HTTPException) and error.status in (400, 403)
        expected = isinstance(error, (*TROUBLE, StoreError))
        tries = self._tries.get(post_id, 0)
        if not tries:
            _log.warning("card %s could not be edited: %s", post_id, error, exc_info=not expected and error)
        if closed_at is None and refused:
            self._edited_at[post_id] = now + NOT_AGAIN_FOR_S - EVERY_S
        elif closed_at is not None and self._context.clock.now() - closed_at > GIVE_UP_AFTER:
            _log.warning("card %s is given up: it could not show its answer for a week", post_id)
            await self._give_up(post_id)
        else:
            self._tries[post_id] = tries + 1
            self._due.setdefault(post_id, now + pause_s(tries))
            self._wake()

    def message_of(self, post: Post) -> discord.PartialMessage:
        """The message that shows a post whose message is known."""
        assert post.message_id is not None
        channel = self._channels(post.channel_id, guild_id=post.guild_id)
        return channel.get_partial_message(post.message_id)

    async def _show_closed(self, card: Card) -> None:
        """Edits the answer in. A picture that cannot be uploaded by an edit follows as a message."""
        context, post_id = self._context, card.post.post_id
        outcome = await context.engine.read(closing.outcome, post_id)
        page_url = context.page_url(card.question)
        try:
            picture = await context.pictures.of(card.question, may_attach=True)
        except Exception:
            _log.exception("no picture for %s/%s", card.question.pack_id, card.question.question_id)
            picture = None
        message = self.message_of(card.post)
        attached = picture if picture and picture.data is not None else None
        view = checked(closed_cards.closed_view(card, outcome, picture, page_url))
        more: dict[str, Any] = {"attachments": [attached.file()]} if attached else {}
        try:
            await message.edit(view=view, allowed_mentions=NOBODY, **more)
        except discord.HTTPException as error:
            refused = error.status in (400, 403) and attached is not None
            if not refused:
                raise
            view = checked(closed_cards.closed_view(card, outcome, None, page_url))
            await message.edit(view=view, allowed_mentions=NOBODY)
        else:
            attached = None
        await context.engine.run(Store.mark_closing_shown, post_id)
        if card.post.answers_by is AnswersBy.REACTIONS:
            with contextlib.suppress(*TROUBLE):  # letters that do no harm
                await message.clear_reactions()
        if attached:
            await self._send_picture(message, picture_view(attached), attached.file())

    async def _send_picture(
        self, message: discord.PartialMessage, view: discord.ui.LayoutView, file: discord.File
    ) -> None:
        try:
            await message.channel.send(view=checked(view), file=file, allowed_mentions=NOBODY)
        except TROUBLE as error:
            _log.warning("a picture could not be sent: %s", error)

    async def _give_up(self, post_id: str) -> None:
        """The card's message is gone, or cannot be made: it is never edited again."""
        self._tries.pop(post_id, None)
        try:
            await self._context.engine.run(asking.freeze_card, post_id)
        except StoreError as error:
            _log.warning("a card that is gone could not be remembered as gone: %s", error)

    async def close(self) -> None:
        """Gives up the edits under way; the next answer, or the next start, shows them."""
        self._due.clear()
        tasks = [*self._editing.values(), *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
