"""`quizbot try`: the real client on a simulated Discord, in the browser, without a token.

Everything about SimCord is in here. It starts each run at a fixed date with the same ids, so the
server and its members are made first, then its clock is moved to now, then the client's loops start.
"""

import asyncio
import contextlib
import datetime
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
from filelock import FileLock, Timeout

from bot.config import Settings
from bot.failure import FAILED
from bot.running import serve_pages
from bot.store.store import Store
from bot.wiring import Client, StartError, make_client

WELCOME = """
Open this address in your browser:

    {url}

Then try this, as you would in Discord:
  1. Type /quiz, pick it, type net, pick Networking, and send it with the arrow at the right.
  2. Click a wrong answer and read why it is wrong; open the full explanation.
  3. Choose another member in "Viewing as" and answer too; then send /leaderboard.
  4. Be a moderator: Mira, who comes first, may manage this server, so /setup and /reports are hers.
  5. Read the pages of the questions: {pages}

If the simulated Discord says that an action is uncertain, reload the page.
Ctrl-C stops it. Scores are kept for the next time; --fresh forgets them (make try ARGS=--fresh).
"""

MEMBERS = (("mira", "Mira"), ("jonas", "Jonas"), ("aiko", "Aiko"))
_EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
#: Real seconds that moving the clock may take.
_PATIENCE_S = 60.0


class SimulatedClock:
    """The simulator's clock; the machine's until the simulator is there."""

    def __init__(self) -> None:
        self.env: Any = None

    def now(self) -> datetime.datetime:
        """The time now, aware, UTC."""
        now: datetime.datetime = self.env.now() if self.env else datetime.datetime.now(datetime.UTC)
        return now

    def monotonic(self) -> float:
        """Simulated seconds."""
        return (self.now() - _EPOCH).total_seconds()

    async def sleep(self, seconds: float) -> None:
        """Waits in simulated time; nobody's click has to wait for it."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="the clock")


async def run_trial(settings: Settings, *, fresh: bool, speed: float, say: Callable[[str], None]) -> None:
    """Serves the preview until Ctrl-C. `speed` is simulated seconds per second. Raises StartError."""
    try:
        import simcord
    except ImportError:
        found = "quizbot try needs the simulator, which is the extra [try]; expected it to be installed"
        raise StartError(FAILED, [f"{found}; run in the checkout: pip install '.[try]'"]) from None
    folder = settings.database.parent / "try"
    bind = _free(settings)
    settings = settings.model_copy(
        update={"database": folder / settings.database.name, "bind": bind, "public_url": f"http://{bind}"}
    )
    if fresh:
        _forget(settings.database)
    clock = SimulatedClock()
    async with contextlib.AsyncExitStack() as stack:
        client = make_client(settings, clock=clock, always_sync=True, shard_count=1)
        stack.push_async_callback(asyncio.to_thread, client.release)
        await stack.enter_async_context(serve_pages(client, settings))
        env = await stack.enter_async_context(
            simcord.run(client, check_errors=False, settle_timeout=_PATIENCE_S)
        )
        clock.env = env
        channel, members = _populate(env)
        await env.advance_time(await _to_now(client, env.now()))
        client.start_loops()
        preview = await stack.enter_async_context(
            env.preview(channel, viewers=members, layout="channel", width=700)
        )
        say(WELCOME.format(url=preview.url, pages=f"{settings.public_url}/"))
        await _pump(env, preview, speed)


def _forget(database: Path) -> None:
    """Deletes the trial's database, and nothing else that may lie beside it. Raises StartError if in use."""
    lock = database.with_name(database.name + ".lock")
    database.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(lock, timeout=0):
            for ending in ("", "-wal", "-shm"):
                database.with_name(database.name + ending).unlink(missing_ok=True)
    except Timeout:
        found = f"{database} is in use by another quizbot; expected none, to begin afresh"
        raise StartError(FAILED, [f"{found}; stop the other one"]) from None


def _free(settings: Settings) -> str:
    """Where the pages go: the address that is set, or any free port there if it is taken."""
    for port in (settings.port, 0):
        with contextlib.suppress(OSError), socket.create_server((settings.host, port)) as trial:
            return f"{settings.host}:{trial.getsockname()[1]}"
    return settings.bind


def _populate(env: Any) -> tuple[Any, list[Any]]:
    """A server with something to set up: two channels, a role to give away, and a member who may do it."""
    env.backend.bot_user.name = "quizbot"
    guild = env.create_guild("Study group")
    channel = guild.create_text_channel("networking")
    members = [guild.add_member(env.create_user(name, global_name=shown)) for name, shown in MEMBERS]
    # after the members, whose ids count on from here: scores that are kept belong to them
    guild.create_text_channel("storage")
    staff = guild.create_role("Staff", permissions=discord.Permissions(manage_guild=True))
    guild.create_role("Tutors")
    env.backend.add_member_role(guild.id, members[0].id, staff.id)
    return channel, members


async def _to_now(client: Client, simulated: datetime.datetime) -> float:
    """Seconds from the simulator's start to now, or to the newest stored time if that is later."""
    newest = await client.context.engine.read(Store.newest_time)
    now = datetime.datetime.now(datetime.UTC)
    return (max(now, newest or now) - simulated).total_seconds()


def _take_turns(preview: Any) -> asyncio.Lock:
    """Lets an action of the page wait for the beat of the clock, and never be refused because of it.

    Without this the simulator refuses the later of the two, and the page, not knowing what became of its
    action, allows no more. It also refuses an action on what a refresh has replaced since it was shown; here
    all that ever changes by itself is a count.
    """
    turn = asyncio.Lock()
    act = preview._action

    async def act_in_turn(context_id: str | None, body: dict[str, Any]) -> Any:
        async with turn:
            if "published_revision" in body:
                body["published_revision"] = preview._get_page(context_id).revision
            return await act(context_id, body)

    preview._action = act_in_turn
    return turn


async def _pump(env: Any, preview: Any, speed: float) -> None:
    """Moves the simulated clock on each second, until the page's session or the process is stopped."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt
            loop.add_signal_handler(name, stopping.set)
    closed = asyncio.ensure_future(preview.wait_closed())
    stopped = asyncio.ensure_future(stopping.wait())
    turn = _take_turns(preview)
    shown = 0
    while not (closed.done() or stopped.done()):
        await asyncio.wait({closed, stopped}, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
        # A click in the browser holds the simulator: then this beat comes after it.
        async with turn:
            await env.advance_time(speed)
            # A refresh makes the page refuse what is just being typed, and answers to clicks show by
            # themselves: so only when the bot did something of its own accord.
            done = sum("/interactions/" not in request.path for request in env.http_requests)
            if done != shown:
                shown = done
                await preview.refresh()
    closed.cancel()
    stopped.cancel()
