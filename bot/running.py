"""The bot on the real Discord: the pages, the login, and the signals that end or refresh it."""

import asyncio
import datetime
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

import aiohttp
import discord
from aiohttp import web

from bot import __version__
from bot.config import Settings
from bot.container import loss
from bot.failure import CONFIGURATION, FAILED
from bot.health import health_of
from bot.reloads import Reloads
from bot.signals import Signals
from bot.site import make_app, make_runner
from bot.threads import in_thread
from bot.wiring import Client, StartError, make_client

T = TypeVar("T")

_log = logging.getLogger(__name__)


#: The steps of the end, in seconds each: with the pages and the database all within `signals.DEADLINE_S`.
_LEAVE_S = 1.5
_ANSWER_S = 5.0
_CLOSE_S = 1.0
_PAGES_S = 0.5

_TOKEN = (
    "expected the current token of your bot; "
    "reset it in the Developer Portal (your application, Bot) and put the new one into .env"
)
_INTENTS = "expected the intent guilds to be allowed; look at Bot in the Developer Portal (your application)"
_NETWORK = "expected a connection to the internet; try again when there is one"
_AGAIN = "expected it to let the bot in; try again in a few minutes"


class SystemClock:
    """The machine's clock (see `core.clock.Clock`)."""

    def now(self) -> datetime.datetime:
        """The time now, aware, UTC."""
        return datetime.datetime.now(datetime.UTC)

    def monotonic(self) -> float:
        """Seconds that never jump back, from an arbitrary start."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)


async def run(settings: Settings, signals: Signals) -> None:
    """Runs until SIGTERM or SIGINT. Raises StartError if it cannot start, with what to do about it."""
    if settings.token is None:
        found = "QUIZBOT_TOKEN is not set; expected the token of your bot"
        mend = "copy .env.example to .env and fill it in, or look around without one: make try"
        raise StartError(CONFIGURATION, [f"{found}; {mend}"])
    stopping, reloads = asyncio.Event(), Reloads()
    signals.attend(asyncio.get_running_loop(), stopping.set, reloads.ask)
    made = await _unless(stopping, in_thread("start", _made, settings))
    if made is None:  # what was being read is dropped, and nothing was begun
        _log.info("stopping")
        return
    try:
        async with serve_pages(made, settings) as address:
            where = f"database {made.context.engine.path}, pages at {address}"
            _log.info("quizbot %s, %s, SQLite %s", __version__, where, sqlite3.sqlite_version)
            if warning := loss(made.context.engine.path, os.environ):
                _log.warning("%s", warning)
            reloading = asyncio.create_task(reloads.work(made.library))
            await _stay_connected(made, settings.token.get_secret_value(), stopping)
            reloading.cancel()
    finally:
        await in_thread("release", made.release)
    if stopping.is_set():
        _log.info("stopped")


def _made(settings: Settings) -> Client:
    try:
        return make_client(settings, clock=SystemClock())
    except OSError as error:
        found = f"{settings.content} cannot be read ({error.strerror or error}); expected a folder with packs"
        raise StartError(FAILED, [f"{found}; check QUIZBOT_CONTENT and its rights"]) from error


async def _unless(stopping: asyncio.Event, work: Awaitable[T]) -> T | None:
    """The result of the work, or None if the end comes before it; then the work is cancelled."""
    working, stopped = asyncio.ensure_future(work), asyncio.ensure_future(stopping.wait())
    await asyncio.wait({working, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if stopping.is_set():
        working.cancel()
        return None
    return await working


async def _stay_connected(client: Client, token: str, stopping: asyncio.Event) -> None:
    connected = asyncio.create_task(_connect(client, token))
    try:
        await _unless(stopping, asyncio.shield(connected))
        if stopping.is_set():
            _log.info("stopping")
    finally:
        await _goodbye(client, connected)


async def _goodbye(client: Client, connected: asyncio.Task[None]) -> None:
    """Takes no more interactions, answers those that came, then closes. Nothing is waited for for long."""
    connected.cancel()  # it would connect again
    await _within(_LEAVE_S, client.leave_gateway(), "Discord did not answer the goodbye")
    await _within(_ANSWER_S, client.in_flight.over(), "not every interaction could be answered")
    await _within(_CLOSE_S, client.close(), "the connections could not be closed")
    await asyncio.wait({connected}, timeout=_CLOSE_S)
    if connected.done() and not connected.cancelled():
        connected.exception()  # it was told, or came of ending


async def _within(seconds: float, step: Awaitable[object], otherwise: str) -> None:
    try:
        await asyncio.wait_for(step, seconds)
    except TimeoutError:
        _log.warning("%s", otherwise)
    except Exception as error:  # the steps that follow matter more
        _log.warning("%s: %s", otherwise, error)


async def _connect(client: Client, token: str) -> None:
    try:
        await client.login(token)
        starting = asyncio.create_task(_start_when_ready(client))
        try:
            await client.connect()
        finally:
            starting.cancel()
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise _why(error) from error


def _why(error: Exception) -> StartError:
    """What an operator can do about an error of the connection."""
    code, found, mend = FAILED, f"Discord refuses the start ({_words(error)})", _AGAIN
    match error:
        case discord.LoginFailure() | discord.HTTPException(status=401):
            code, found, mend = CONFIGURATION, "Discord refuses QUIZBOT_TOKEN", _TOKEN
        case discord.ConnectionClosed(code=4004):
            code, found, mend = CONFIGURATION, "Discord no longer takes QUIZBOT_TOKEN", _TOKEN
        case discord.PrivilegedIntentsRequired() | discord.ConnectionClosed(code=4014):
            code, found, mend = CONFIGURATION, "Discord refuses the intents of the bot", _INTENTS
        case discord.ConnectionClosed():
            found = f"Discord closed the connection (code {error.code})"
        case discord.GatewayNotFound():
            found = "Discord does not name its gateway"
        case aiohttp.ClientError() | OSError():
            found, mend = f"Discord cannot be reached ({_words(error)})", _NETWORK
    return StartError(code, [f"{found}; {mend}"])


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


async def _start_when_ready(client: Client) -> None:
    await client.wait_until_ready()
    client.start_loops()
    servers, questions = len(client.guilds), len(client.library.bank.questions)
    _log.info("ready: %d servers, %d questions", servers, questions, extra={"connected": True})


@asynccontextmanager
async def serve_pages(client: Client, settings: Settings) -> AsyncIterator[str]:
    """Serves the pages while the block runs; gives their address. Raises StartError if the port is taken."""
    app = make_app(
        client.context.bank,
        client.gallery,
        client.image_bytes,
        healthy=health_of(client),
        monotonic=client.context.clock.monotonic,
        public_url=settings.public_url,
    )
    runner = make_runner(app, shutdown_timeout=_PAGES_S)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            found = f"the pages cannot be served at {settings.bind} ({error.strerror or error})"
            mend = "stop what uses it, or set QUIZBOT_BIND to another address"
            raise StartError(FAILED, [f"{found}; expected a free address and port; {mend}"]) from None
        host, port = runner.addresses[0][:2]
        yield f"http://{f'[{host}]' if ':' in host else host}:{port}"
    finally:
        await runner.cleanup()
