"""Answers by reactions. A reaction is stored, then taken away at once, so that nobody sees it for long."""

import asyncio
import contextlib
import contextvars
import logging
from collections import defaultdict
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.app import asking, reacting
from bot.chat import permissions
from bot.chat.context import Context
from bot.chat.network import TROUBLE, pause_s
from bot.core import flood
from bot.core.errors import QuizbotError, StoreError, TooFast
from bot.core.post import LETTERS, Click, Place, Post
from bot.core.server import AnswersBy
from bot.store.store import Store

if TYPE_CHECKING:
    from bot.chat.client import QuizClient

_log = logging.getLogger(__name__)

#: Letters as emoji: the regional indicators.
EMOJI = {letter: chr(0x1F1E6 + place) for place, letter in enumerate(LETTERS)}
_LETTERS = {emoji: letter for letter, emoji in EMOJI.items()}
#: Cards that are older are not read again when we come back.
CATCH_UP = timedelta(days=30)
_PAUSE_S = 1.0
#: Of a message or its channel; a missing reaction is something else.
_GONE = {10003, 10008}


@dataclass
class _Reading:
    """Reactions of a card that are about to be read. Who reacts meanwhile waits for `over`."""

    over: asyncio.Event = field(default_factory=asyncio.Event)
    #: Whose letters were read, and are dealt with.
    members: set[int] = field(default_factory=set)


class Reactions:
    """Puts letters below cards, takes reactions as answers, and reads those that came while we were away."""

    def __init__(self, context: Context, client: "QuizClient") -> None:
        self._context = context
        self._client = client
        self._gate = flood.Gate(flood.CLICKS_PER_MEMBER)
        #: By message id.
        self._readings: dict[int, _Reading] = {}
        #: Posts whose reactions could not be read, or not be taken away, the last time.
        self._unsettled: set[str] = set()
        #: How often such a post was tried again, and those that are about to be.
        self._tries: dict[str, int] = {}
        self._waiting: set[str] = set()
        #: Servers whose rights are about to be looked at.
        self._looking_at: set[int] = set()
        self._own_context: contextvars.Context | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, own_context: contextvars.Context) -> None:
        """Reads what came while we were away."""
        self._own_context = own_context
        self.catch_up()

    def expect(self, message_id: int) -> None:
        """Lets whoever reacts to this card wait until `settle` has read what was there before."""
        self._readings.setdefault(message_id, _Reading())

    def catch_up(self) -> None:
        """Reads what came while we were away, whenever a connection was made anew."""
        self._spawn(self._catch_up())

    def rights_changed(self, guild: discord.Guild) -> None:
        """Cards in this server may have to take buttons now, or can be read again."""
        if self._own_context is not None and guild.id not in self._looking_at:
            self._looking_at.add(guild.id)
            self._spawn(self._look_at(guild))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._own_context is None:
            work.close()
            return
        task = self._own_context.run(asyncio.create_task, self._guarded(work), name="reactions")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            _warn(error, "reactions could not be looked after: %s")

    async def _open_posts(self) -> list[Post]:
        since = self._context.clock.now() - CATCH_UP
        return [each.post for each in await self._context.engine.read(Store.open_posts_with_reactions, since)]

    async def _catch_up(self) -> None:
        posts = await self._open_posts()
        for post in posts:
            self.expect(post.message_id or 0)
        for post in posts:
            await self.settle(post)

    async def _look_at(self, guild: discord.Guild) -> None:
        await self._context.clock.sleep(_PAUSE_S)  # changes come in bunches
        self._looking_at.discard(guild.id)
        for post in await self._open_posts():
            channel = guild.get_channel_or_thread(post.channel_id)
            if post.guild_id != guild.id or channel is None:
                continue
            lacking = permissions.missing(channel.permissions_for(guild.me), permissions.REACTING)
            if lacking:
                await self._take_buttons(post, ", ".join(lacking))
            elif post.post_id in self._unsettled:
                await self.settle(post)

    async def settle(self, post: Post) -> None:
        """Puts the letters that are missing below a card, then reads what members put there."""
        reading = self._readings.get(post.message_id or 0) or _Reading()
        self._unsettled.add(post.post_id)
        try:
            await self._settle(self._client.card_edits.message_of(post), post, reading)
            self._unsettled.discard(post.post_id)
            self._tries.pop(post.post_id, None)
        except Exception as error:  # the other cards are read all the same
            await self._unread(post, error)
        finally:
            self._readings.pop(post.message_id or 0, None)
            reading.over.set()

    async def _unread(self, post: Post, error: Exception) -> None:
        """Reactions could not be read, or letters not be put: what becomes of the card."""
        try:
            if isinstance(error, discord.NotFound) and error.code in _GONE:
                await self._context.engine.run(Store.freeze_count, post.post_id)
            elif isinstance(error, discord.HTTPException) and error.status in (400, 403):
                await self._take_buttons(post, str(error))  # too many emoji there already, or no right
            else:
                self._later(post)
                _warn(error, "the reactions of post %s could not be read: %s", post.post_id)
        except StoreError as failed:
            _warn(failed, "the reactions of post %s could not be read: %s", post.post_id)

    def _later(self, post: Post) -> None:
        """What failed for a reason that passes by is tried again: nobody may see for long who chose what."""
        if post.post_id not in self._waiting:
            tries = self._tries.get(post.post_id, 0)
            self._tries[post.post_id] = tries + 1
            self._waiting.add(post.post_id)
            self._spawn(self._again(post, pause_s(tries)))

    async def _again(self, post: Post, after_s: float) -> None:
        await self._context.clock.sleep(after_s)
        self._waiting.discard(post.post_id)
        try:
            card = await self._context.engine.run(asking.card_to_edit, post.post_id)
        except StoreError as error:
            await self._unread(post, error)
            return
        if card and card.post.closed_at is None and card.post.answers_by is AnswersBy.REACTIONS:
            await self.settle(post)

    async def _settle(self, partial: discord.PartialMessage, post: Post, reading: _Reading) -> None:
        message = await partial.fetch()
        ours = {str(reaction.emoji) for reaction in message.reactions if reaction.me}
        missing = [EMOJI[letter] for letter in post.letters if EMOJI[letter] not in ours]
        for emoji in missing:
            await message.add_reaction(emoji)
        if missing:
            message = await partial.fetch()  # somebody may have been quicker
        found: defaultdict[discord.Member | discord.User, list[str]] = defaultdict(list)
        for reaction in message.reactions:
            letter = _LETTERS.get(str(reaction.emoji))
            if letter is not None and reaction.count > reaction.me:
                with contextlib.suppress(discord.NotFound):  # the last one took it back meanwhile
                    async for user in reaction.users():
                        if not user.bot:
                            found[user].append(letter)
        reading.members |= {user.id for user in found}
        for user, letters in found.items():
            place = Place(post.guild_id, post.channel_id)
            await self._count(Click(place, user.id, user.display_name, post.message_id), letters)
        for user, letters in found.items():
            for letter in letters:
                with contextlib.suppress(discord.NotFound):
                    await message.remove_reaction(EMOJI[letter], user)

    async def added(self, payload: discord.RawReactionActionEvent) -> None:
        """Somebody reacted to some message. Whatever happens is logged; there is nobody to tell."""
        letter, member = _LETTERS.get(str(payload.emoji)), payload.member
        if letter is None or member is None or member.bot:
            return
        try:
            await self._added(payload, letter, member)
        except Exception as error:
            _warn(error, "a reaction to message %d could not be taken: %s", payload.message_id)

    async def _added(
        self, payload: discord.RawReactionActionEvent, letter: str, member: discord.Member
    ) -> None:
        letters = [letter]
        if reading := self._readings.get(payload.message_id):
            await reading.over.wait()  # an earlier one may still lie there, and this one with it
            if member.id in reading.members:
                letters = []
        try:
            self._gate.admit(member.id, self._context.clock.monotonic())
        except TooFast:
            letters = []
        place = Place(payload.guild_id, payload.channel_id)
        click = Click(place, member.id, member.display_name, payload.message_id)
        try:
            # Nothing is awaited before this: so two reactions of a member are heard in their order.
            post = await self._count(click, letters)
        except StoreError as error:  # what is not counted must not stay to be seen either
            _warn(error, "a reaction to message %d was not counted: %s", payload.message_id)
            stored = await self._context.engine.read(Store.post_with_reactions, payload.message_id)
            post = stored.post if stored else None
        if post is not None:
            await self._take_away(post, letter, member)

    async def _count(self, click: Click, letters: list[str]) -> Post | None:
        """Stores what may count, and gives the post; None if the message is no card with reactions."""
        now = self._context.clock.now()
        found = await self._context.engine.run(reacting.react, letters, click, now=now)
        if found is None:
            return None
        post, verdict = found
        if verdict is not None and verdict.clicked is None:
            self._client.card_edits.answered(verdict.card.post)
        return post

    async def _take_away(self, post: Post, letter: str, member: discord.Member) -> None:
        try:
            await self._client.card_edits.message_of(post).remove_reaction(EMOJI[letter], member)
        except discord.Forbidden as error:
            await self._take_buttons(post, str(error))
        except discord.NotFound:
            pass  # the member, or somebody else, was quicker
        except TROUBLE:
            self._later(post)
            raise

    async def _take_buttons(self, post: Post, why: str) -> None:
        """Without the right to take reactions away the card would tell who chose what.

        It takes buttons once its message shows them; a card that cannot be edited stays as it is, and is
        looked at again when rights change, and at the next start.
        """
        card = await self._context.engine.run(asking.card_to_edit, post.post_id)
        if card is None or card.post.closed_at or card.post.answers_by is AnswersBy.BUTTONS:
            return
        try:
            shown = replace(card.post, answers_by=AnswersBy.BUTTONS)
            await self._client.card_edits.show(replace(card, post=shown))
        except TROUBLE as error:
            _log.warning("post %s can take neither reactions nor buttons: %s", post.post_id, error)
            self._unsettled.add(post.post_id)
            return
        await self._context.engine.run(Store.take_buttons, post.post_id)
        _log.warning("post %s takes buttons instead of reactions: %s", post.post_id, why)
        self._client.card_edits.changed(post.post_id)
        await self._take_letters_away(post)

    async def _take_letters_away(self, post: Post) -> None:
        """All reactions, or at least our own, which invite to go on."""
        message, me = self._client.card_edits.message_of(post), self._client.user
        try:
            await message.clear_reactions()
        except TROUBLE:
            for letter in post.letters:
                with contextlib.suppress(*TROUBLE):
                    await message.remove_reaction(EMOJI[letter], me)  # type: ignore[arg-type]

    async def close(self) -> None:
        """Gives up what is being read; it is read again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _warn(error: Exception, text: str, *about: object) -> None:
    """One line for what is expected to fail now and then, and where it failed for anything else."""
    expected = isinstance(error, (*TROUBLE, QuizbotError))
    _log.warning(text, *about, error, exc_info=not expected and error)
