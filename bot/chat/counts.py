"""Keeps the count of answers on cards up to date, within Discord's limits on edits."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

import discord

from bot.app import asking
from bot.chat import cards
from bot.chat.replies import NOBODY
from bot.core.clock import Clock
from bot.core.post import Post
from bot.store.engine import Engine

_log = logging.getLogger(__name__)

#: A card is edited at most this often …
EVERY_S = 10.0
#: … and not when it is older: Discord limits edits of messages older than an hour severely.
NOT_AFTER = timedelta(hours=1)


class Counts:
    """One task per card that has answers the card does not show yet."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._edited_at: dict[str, float] = {}

    def changed(self, post: Post, channel: Any) -> None:
        """An answer came in. The card follows at once, or when ten seconds since the last edit are over."""
        if post.private_to is not None or channel is None or post.post_id in self._tasks:
            return
        if self._clock.now() - post.posted_at > NOT_AFTER:
            self._edited_at.pop(post.post_id, None)
            return
        task = asyncio.create_task(self._bring_up_to_date(post.post_id, channel))
        self._tasks[post.post_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(post.post_id, None))

    async def _bring_up_to_date(self, post_id: str, channel: Any) -> None:
        waited = self._clock.monotonic() - self._edited_at.get(post_id, float("-inf"))
        if waited < EVERY_S:
            await self._clock.sleep(EVERY_S - waited)
        try:
            card = await self._engine.run(asking.card_to_count, post_id)
            # From here on a new answer starts a new task: this edit may not show it.
            self._tasks.pop(post_id, None)
            self._forget_old()
            if card is None or self._clock.now() - card.post.posted_at > NOT_AFTER:
                return
            self._edited_at[post_id] = self._clock.monotonic()
            message = channel.get_partial_message(card.post.message_id)
            await message.edit(view=cards.card_view(card), allowed_mentions=NOBODY)
        except (discord.Forbidden, discord.NotFound):
            await self._engine.run(asking.freeze_count, post_id)
        except (discord.HTTPException, OSError) as error:
            _log.warning("the count on a card could not be shown: %s", error)
        except Exception:
            _log.exception("the count on a card could not be shown")

    def _forget_old(self) -> None:
        oldest = self._clock.monotonic() - NOT_AFTER.total_seconds()
        if len(self._edited_at) > 10_000:
            self._edited_at = {post: at for post, at in self._edited_at.items() if at > oldest}

    async def close(self) -> None:
        """Gives up what is waiting: counts are shown again with the next answer."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
