"""Keeps the count of answers on cards up to date, within Discord's limits on edits."""

import asyncio
import contextvars
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord

from bot.app import asking
from bot.chat import cards
from bot.chat.replies import NOBODY, checked
from bot.core.clock import Clock
from bot.core.errors import StoreError
from bot.core.post import Post
from bot.store.engine import Engine

_log = logging.getLogger(__name__)

#: A card is edited at most this often …
EVERY_S = 10.0
#: … and not when it is older: Discord limits edits of messages older than an hour severely.
NOT_AFTER = timedelta(hours=1)
_TICK_S = 1.0
#: Edits that may wait for Discord at the same time.
_AT_ONCE = 20


@dataclass
class _Waiting:
    channel: Any
    due: float


class Counts:
    """Remembers which cards show too few answers; one loop edits them when they are due."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._waiting: dict[str, _Waiting] = {}
        self._edited_at: dict[str, float] = {}
        self._context: contextvars.Context | None = None
        self._loop: asyncio.Task[None] | None = None
        self._editing: set[asyncio.Task[None]] = set()

    def changed(self, post: Post, channel: Any) -> None:
        """An answer came in: the card follows in a second, or ten seconds after its last edit."""
        too_old = self._clock.now() - post.posted_at > NOT_AFTER
        if post.private_to is not None or channel is None or too_old:
            return
        due = self._edited_at.get(post.post_id, float("-inf")) + EVERY_S
        self._waiting.setdefault(post.post_id, _Waiting(channel, due))
        self._wake()

    def start(self, context: contextvars.Context) -> None:
        """From now on cards are edited, by a loop that runs in this context while something waits."""
        self._context = context
        self._wake()

    def _wake(self) -> None:
        if self._context is not None and self._loop is None and self._waiting:
            self._loop = self._context.run(asyncio.create_task, self._run(), name="counts")

    async def _run(self) -> None:
        while self._waiting:
            await self._clock.sleep(_TICK_S)
            now = self._clock.monotonic()
            due = [post_id for post_id, waiting in self._waiting.items() if waiting.due <= now]
            for post_id in due[: _AT_ONCE - len(self._editing)]:
                self._start(post_id, self._waiting.pop(post_id).channel, now)
        self._loop = None
        self._forget_old(self._clock.monotonic())

    def _start(self, post_id: str, channel: Any, now: float) -> None:
        self._edited_at[post_id] = now
        task = asyncio.create_task(self._edit(post_id, channel))
        self._editing.add(task)
        task.add_done_callback(self._editing.discard)

    def _forget_old(self, now: float) -> None:
        horizon = now - NOT_AFTER.total_seconds()
        self._edited_at = {post_id: at for post_id, at in self._edited_at.items() if at > horizon}

    async def _edit(self, post_id: str, channel: Any) -> None:
        try:
            card = await self._engine.run(asking.card_to_count, post_id)
            if card is not None:
                message = channel.get_partial_message(card.post.message_id)
                await message.edit(view=checked(cards.card_view(card)), allowed_mentions=NOBODY)
        except (discord.Forbidden, discord.NotFound):
            await self._freeze(post_id)
        except (discord.HTTPException, OSError) as error:
            _log.warning("the count on a card could not be shown: %s", error)
        except Exception:
            _log.exception("the count on a card could not be shown")

    async def _freeze(self, post_id: str) -> None:
        try:
            await self._engine.run(asking.freeze_count, post_id)
        except StoreError as error:
            _log.warning("a card that is gone could not be remembered as gone: %s", error)

    async def close(self) -> None:
        """Gives up the edits under way; the next answer shows the count again."""
        tasks = [*self._editing, *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
