"""Whether the running bot is well: what it tells monitors and containers."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.chat.client import QuizClient
from bot.core.errors import StoreError
from bot.store.engine import Engine
from bot.store.store import Store
from bot.store.times import to_text

#: How long an answer of the writer may take, in seconds.
_WRITER_S = 2.0
#: However many ask, the database is written to this rarely, in seconds.
_FRESH_S = 5.0


def health_of(client: QuizClient) -> Callable[[], Awaitable[str]]:
    """A check of everything that an answer needs: "" when healthy, else the reason in one line."""
    clock, alone = client.context.clock, asyncio.Lock()
    looked_at, reason = float("-inf"), ""

    async def healthy() -> str:
        nonlocal looked_at, reason
        if broken := _connection(client):
            return broken
        async with alone:
            if clock.monotonic() - looked_at >= _FRESH_S:
                reason = await _database(client.context.engine, to_text(clock.now()))
                looked_at = clock.monotonic()
            return reason

    return healthy


def _connection(client: QuizClient) -> str:
    """The library closes a connection by itself that has been silent for a minute."""
    if not client.is_ready():
        return "not connected to Discord yet"
    closed = [number for number, shard in client.shards.items() if shard.is_closed()]
    return f"the connection to Discord is broken (shards {', '.join(map(str, closed))})" if closed else ""


async def _database(engine: Engine, now: str) -> str:
    if not engine.is_in_place():  # writing works on: into a file without a name
        return (
            f"{engine.path} was removed or replaced while the bot runs; stop the bot, then restore a backup"
        )
    return await _writer(engine, now)


async def _writer(engine: Engine, now: str) -> str:
    """Writes for real: a disk that became read-only is noticed in no other way."""
    try:
        async with asyncio.timeout(_WRITER_S):
            await engine.run(Store.set_meta, "healthy_at", now)
    except TimeoutError:
        return f"the database has not answered for {_WRITER_S:.0f} seconds"
    except StoreError as error:
        return f"the database cannot be written ({error or type(error).__name__})"
    return ""
