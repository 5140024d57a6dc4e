"""Starts the unmodified program against a Discord on this machine.

    python -m tests.wire.launcher PORT quizbot-arguments …

Addresses are replaced, waits of the library are cut short. WIRE holds JSON of what else a test wants:
  clock       a file with a float: the program's clock is that many seconds ahead of the machine's
  stop        [[module, name.of.function, "before" or "after", n, "kill", "hang" or seconds], …]: at the
              n-th call of a function the process dies, or stands still, for ever or for so long
  set         {"module:NAME": value, …}: constants that tests cannot wait for
The product knows nothing of any of this.
"""

import asyncio
import importlib
import json
import os
import signal
import struct
import sys
import threading
import time
from typing import Any


class QuickAsyncio:
    """`asyncio` for a module of the library whose waits before another try are cut short."""

    pauses = frozenset({1, 3, 5, 7, 9})

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, *more: Any) -> Any:
        """Waits; but not for long where the library only gives Discord time to recover."""
        return await asyncio.sleep(0.02 if seconds in self.pauses else seconds, *more)


def point_at(port: str) -> None:
    """Lets the library talk to this machine, and be impatient."""
    import discord
    import yarl

    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gw/")
    discord.asset.Asset.BASE = f"http://127.0.0.1:{port}/cdn"
    for name in ("http", "webhook.async_", "client", "shard", "gateway"):
        importlib.import_module(f"discord.{name}").asyncio = QuickAsyncio()
    discord.backoff.ExponentialBackoff.delay = lambda _self: 0.05
    make = discord.state.ConnectionState.__init__

    def soon_ready(self: Any, **options: Any) -> None:
        make(self, **options, guild_ready_timeout=0.05)  # it waits two seconds for more servers

    discord.state.ConnectionState.__init__ = soon_ready


class MovedClock:
    """A clock (see `bot.core.clock.Clock`) that runs as many seconds ahead as a file says."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDONLY)

    def _ahead(self) -> float:
        (seconds,) = struct.unpack("d", os.pread(self._file, 8, 0))
        return float(seconds)

    def now(self) -> Any:
        import datetime

        return datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=self._ahead())

    def monotonic(self) -> float:
        return time.monotonic() + max(0.0, self._ahead())

    async def sleep(self, seconds: float) -> None:
        until = self.monotonic() + seconds
        while (left := until - self.monotonic()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(min(left, 0.02))


def stop_at(module: str, name: str, when: str, number: int, how: str | float) -> None:
    """Lets the process die, or stand still, before or after the n-th call of a function."""
    holder: Any = importlib.import_module(module)
    *outer, last = name.split(".")
    for each in outer:
        holder = getattr(holder, each)
    original, calls = getattr(holder, last), []

    def halt() -> None:
        print("stopped", file=sys.stderr, flush=True)
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        until = time.monotonic() + (how if isinstance(how, (int, float)) else float("inf"))
        while time.monotonic() < until:  # in steps: a wait without end may miss a signal at its beginning
            threading.Event().wait(0.05)

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        calls.append(1)
        if when == "before" and len(calls) == number:
            halt()
        result = original(*args, **kwargs)
        if when == "after" and len(calls) == number:
            halt()
        return result

    async def wrapped_async(*args: Any, **kwargs: Any) -> Any:
        calls.append(1)
        if when == "before" and len(calls) == number:
            halt()
        result = await original(*args, **kwargs)
        if when == "after" and len(calls) == number:
            halt()
        return result

    setattr(holder, last, wrapped_async if asyncio.iscoroutinefunction(original) else wrapped)


def main() -> None:
    port, *arguments = sys.argv[1:]
    wanted = json.loads(os.environ.get("WIRE", "{}"))
    point_at(port)
    if "clock" in wanted:
        from bot import running

        running.SystemClock = lambda: MovedClock(wanted["clock"])
    for stop in wanted.get("stop", ()):
        stop_at(*stop)
    for name, value in wanted.get("set", {}).items():
        module, _, constant = name.partition(":")
        setattr(importlib.import_module(module), constant, value)
    from bot.cli import main as quizbot

    quizbot(args=arguments, prog_name="quizbot")


if __name__ == "__main__":
    main()
