"""Erases what was kept long enough: servers that were left 30 days ago, private cards without an answer."""

import asyncio
import contextvars
import logging
from itertools import islice

from bot.app import asking, servers
from bot.chat.clockwatch import ClockWatch
from bot.chat.context import Context
from bot.core.errors import StoreError
from bot.store.store import Store

_log = logging.getLogger(__name__)

FIRST_AFTER_S = 60.0
EVERY_S = 3600.0
#: Posts, with all responses to them, that one step erases: members' clicks wait for a step.
_POSTS = 200
#: While our clock differs from Discord's by more than this, nothing is erased.
_CLOCK_S = 120.0


class Housekeeping:
    """One loop that ticks once an hour, from its start to its end."""

    def __init__(self, context: Context, clock_watch: ClockWatch) -> None:
        self._context = context
        self._clock_watch = clock_watch
        self._loop: asyncio.Task[None] | None = None

    def start(self, own_context: contextvars.Context) -> None:
        """Starts the loop in this context."""
        self._loop = own_context.run(asyncio.create_task, self._run(), name="housekeeping")

    async def _run(self) -> None:
        await self._context.clock.sleep(FIRST_AFTER_S)
        while True:
            try:
                await self.erase()
            except StoreError as error:
                _log.warning("what was kept long enough could not be erased; tried again later: %s", error)
            except Exception:
                _log.exception("what was kept long enough could not be erased; tried again later")
            await self._context.clock.sleep(EVERY_S)

    async def erase(self) -> None:
        """Erases all that is due, unless our clock may be wrong."""
        difference_s = self._clock_watch.difference_s
        if difference_s is None or abs(difference_s) > _CLOCK_S:
            return
        now = self._context.clock.now()
        while await self._context.engine.read(asking.is_unanswered, now=now):
            await self._context.engine.run(asking.erase_unanswered, now=now)
        for guild_id in await self._context.engine.read(servers.due_for_erasure, now=now):
            if await self._erase_server(guild_id):
                _log.info("erased what was kept about server %d, which was left 30 days ago", guild_id)

    async def _erase_server(self, guild_id: int) -> bool:
        """False if the server came back before all was gone."""
        engine, now = self._context.engine, self._context.clock.now()
        posts = iter(await engine.read(Store.posts_of_server, guild_id))
        while some := list(islice(posts, _POSTS)):
            if not await engine.run(servers.erase_posts, guild_id, some, now=now):
                return False
        while await engine.run(servers.erase_the_rest, guild_id, now=now):
            pass
        return guild_id not in await engine.read(Store.known_servers)

    async def close(self) -> None:
        """Stops; what is half erased is gone on with after the next start."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
