"""The bot on the real Discord: the pages, the login, and the signals that end or refresh it."""

import asyncio
import datetime
import logging
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from aiohttp import web

from bot.config import Settings
from bot.site import make_app
from bot.wiring import CONFIGURATION, FAILED, BadContent, Client, StartError, make_client

_log = logging.getLogger(__name__)


#: What remains of the ten seconds in which the program ends is for storing what is queued.
_GOODBYE_S = 6.0


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


async def run(settings: Settings) -> None:
    """Runs until SIGTERM or SIGINT. Raises StartError if it cannot start, with what to do about it."""
    if settings.token is None:
        found = "QUIZBOT_TOKEN is not set; expected the token of your bot"
        mend = "copy .env.example to .env and fill it in, or look around without one: make try"
        raise StartError(CONFIGURATION, [f"{found}; {mend}"])
    client = make_client(settings, clock=SystemClock())
    try:
        async with client, serve_pages(client, settings):
            await _stay_connected(client, settings.token.get_secret_value())
    finally:
        await asyncio.to_thread(client.release)


async def _stay_connected(client: Client, token: str) -> None:
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stopping.set)
    reloads: set[asyncio.Task[None]] = set()

    def on_hangup() -> None:
        task = loop.create_task(_reload(client))
        reloads.add(task)
        task.add_done_callback(reloads.discard)

    loop.add_signal_handler(signal.SIGHUP, on_hangup)
    connected = asyncio.ensure_future(_connect(client, token))
    stopped = asyncio.ensure_future(stopping.wait())
    await asyncio.wait({connected, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    if connected.done():
        connected.result()
        return
    _log.info("stopping")
    try:
        # Leaving politely needs an answer from Discord; one that does not come is not waited for.
        await asyncio.wait_for(client.close(), _GOODBYE_S)
    except TimeoutError:
        _log.warning("Discord did not answer the goodbye")
    connected.cancel()
    await asyncio.gather(connected, return_exceptions=True)


async def _connect(client: Client, token: str) -> None:
    try:
        await client.login(token)
        starting = asyncio.create_task(_start_when_ready(client))
        try:
            await client.connect()
        finally:
            starting.cancel()
    except discord.LoginFailure:
        found = "Discord refuses QUIZBOT_TOKEN; expected the current token of your bot"
        mend = "reset it in the Developer Portal (your application, Bot) and put the new one into .env"
        raise StartError(CONFIGURATION, [f"{found}; {mend}"]) from None
    except OSError as error:
        found = f"Discord cannot be reached ({error}); expected a connection to the internet"
        raise StartError(FAILED, [f"{found}; try again when there is one"]) from None


async def _start_when_ready(client: Client) -> None:
    await client.wait_until_ready()
    client.start_loops()
    servers, questions = len(client.guilds), len(client.library.bank.questions)
    _log.info("ready: %d servers, %d questions, database %s", servers, questions, client.context.engine.path)


async def _reload(client: Client) -> None:
    try:
        await client.library.reload()
    except BadContent as error:
        for line in error.lines:
            _log.error("%s", line)
        _log.error("the bank was not read again; the last good one stays in use")
    except Exception:
        _log.exception("the bank was not read again; the last good one stays in use")


@asynccontextmanager
async def serve_pages(client: Client, settings: Settings) -> AsyncIterator[str]:
    """Serves the pages while the block runs; gives their address. Raises StartError if the port is taken."""
    runner = web.AppRunner(make_app(client.context.bank, client.gallery, client.image_bytes), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            found = f"the pages cannot be served at {settings.bind} ({error.strerror or error})"
            mend = "stop what uses it, or set QUIZBOT_BIND to another address"
            raise StartError(FAILED, [f"{found}; expected a free address and port; {mend}"]) from None
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()
