"""Answers by reactions. A reaction is stored, then taken away at once, so that nobody sees it for long."""

import asyncio
import contextvars
import logging
from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.app import reacting
from bot.app.answering import Verdict
from bot.chat.context import Context
from bot.core import flood
from bot.core.errors import QuizbotError
from bot.core.post import LETTERS, Click, Place, Post
from bot.store.store import Store

if TYPE_CHECKING:
    from bot.chat.client import QuizClient

_log = logging.getLogger(__name__)

#: Letters as emoji: the regional indicators.
EMOJI = {letter: chr(0x1F1E6 + place) for place, letter in enumerate(LETTERS)}
_LETTERS = {emoji: letter for letter, emoji in EMOJI.items()}
#: Cards that are older are not read again when we come back.
CATCH_UP = timedelta(days=30)


class Reactions:
    """Puts letters below cards, takes reactions as answers, and reads those that came while we were away."""

    def __init__(self, context: Context, client: "QuizClient") -> None:
        self._context = context
        self._client = client
        self._gate = flood.Gate(flood.CLICKS_PER_MEMBER)
        #: Posts whose reactions have still to be read, with when somebody who reacts may go on.
        self._unread: dict[str, asyncio.Event] = {}
        self._own_context: contextvars.Context | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, own_context: contextvars.Context) -> None:
        """Reads what came while we were away."""
        self._own_context = own_context
        self.catch_up()

    def expect(self, post_id: str) -> None:
        """Lets whoever reacts to this post wait until `settle` has read what was there before."""
        self._unread[post_id] = asyncio.Event()

    def catch_up(self) -> None:
        """The same, whenever a connection was made anew."""
        if self._own_context is not None:
            task = self._own_context.run(asyncio.create_task, self._catch_up(), name="reactions")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up(self) -> None:
        since = self._context.clock.now() - CATCH_UP
        posts = await self._context.engine.read(Store.open_posts_with_reactions, since)
        for stored in posts:
            self.expect(stored.post.post_id)
        for stored in posts:
            await self.settle(stored.post)

    async def settle(self, post: Post) -> None:
        """Puts the letters that are missing below a card, then reads what members put there."""
        try:
            await self._settle(self._message(post), post)
        except discord.Forbidden as error:
            await self._take_buttons(post, error)
        except discord.NotFound:
            await self._context.engine.run(Store.freeze_count, post.post_id)
        except (discord.DiscordException, OSError, QuizbotError) as error:
            _log.warning("the reactions of post %s could not be read: %s", post.post_id, error)
        finally:
            if event := self._unread.pop(post.post_id, None):
                event.set()

    async def _settle(self, partial: discord.PartialMessage, post: Post) -> None:
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
                async for user in reaction.users():
                    if not user.bot:
                        found[user].append(letter)
        for user, letters in found.items():
            await self._count(post, letters, user.id, user.display_name)
            for letter in letters:
                await message.remove_reaction(EMOJI[letter], user)

    async def added(self, payload: discord.RawReactionActionEvent) -> None:
        """Somebody reacted to some message. Whatever happens is logged; there is nobody to tell."""
        letter, member = _LETTERS.get(str(payload.emoji)), payload.member
        if letter is None or member is None or member.bot:
            return
        try:
            stored = await self._context.engine.read(Store.post_with_reactions, payload.message_id)
            if stored is not None:
                await self._added(stored.post, letter, member)
        except discord.NotFound:
            pass  # the message, or the reaction, was taken away meanwhile
        except (discord.DiscordException, OSError, QuizbotError) as error:
            _log.warning("a reaction could not be taken: %s", error)
        except Exception:
            _log.exception("a reaction could not be taken")

    async def _added(self, post: Post, letter: str, member: discord.Member) -> None:
        if waiting := self._unread.get(post.post_id):
            await waiting.wait()  # an earlier one may still lie there, and this one with it
        at = self._context.clock.monotonic()
        if not self._gate.wait_s(member.id, at):
            self._gate.let_through(member.id, at)
            await self._count(post, [letter], member.id, member.display_name)
        try:
            await self._message(post).remove_reaction(EMOJI[letter], member)
        except discord.Forbidden as error:
            await self._take_buttons(post, error)

    async def _count(self, post: Post, letters: list[str], member_id: int, name: str) -> None:
        click = Click(Place(post.guild_id, post.channel_id), member_id, name, post.message_id)
        now = self._context.clock.now()
        verdict = await self._context.engine.run(reacting.react, post.post_id, letters, click, now=now)
        if isinstance(verdict, Verdict) and verdict.clicked is None:
            self._client.card_edits.answered(verdict.card.post)

    async def _take_buttons(self, post: Post, error: discord.Forbidden) -> None:
        """Without the right to take reactions away the card would tell who chose what."""
        _log.warning("post %s takes buttons instead of reactions: %s", post.post_id, error)
        await self._context.engine.run(Store.take_buttons, post.post_id)
        self._client.card_edits.changed(post.post_id)

    def _message(self, post: Post) -> discord.PartialMessage:
        assert post.message_id is not None
        channel = self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
        return channel.get_partial_message(post.message_id)

    async def close(self) -> None:
        """Gives up what is being read; it is read again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
