"""The real `quizbot run` as a process of its own, whose Discord is on this machine."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from discord_here import TOKEN, Discord

from tests import builders
from tests.cli.program import environment
from tests.contents import write_content

#: Only addresses are set, and one delay is cut short. `HOLD` names what never ends: "start" (before
#: anything is imported), the n-th reading of the questions, or "end" (giving back the database; then
#: the deadline of the end is cut short, too).
_LAUNCHER = """
import os, signal, sys, threading

port, hold = sys.argv[1], os.environ.get("HOLD", "")
from bot import signals

if hold == "start":
    catch = signals.Signals.catch

    def caught(self):
        catch(self)
        print("held", file=sys.stderr, flush=True)
        while True:
            threading.Event().wait(0.05)

    signals.Signals.catch = caught
else:
    import discord, yarl
    from bot import wiring

    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api"
    state = discord.state.ConnectionState
    make = state.__init__

    def soon_ready(self, **options):
        make(self, **options, guild_ready_timeout=0.05)

    state.__init__ = soon_ready  # it waits two seconds for more servers
    read, readings = wiring.read_content, []

    def reading(*arguments):
        readings.append(arguments)
        if hold == str(len(readings)):
            print("held", file=sys.stderr, flush=True)
            threading.Event().wait()
        return read(*arguments)

    wiring.read_content = reading
    if hold == "end":
        signals.DEADLINE_S = 1
        wiring.Client.release = lambda self: threading.Event().wait()

from bot.cli import main

main(args=sys.argv[2:], prog_name="quizbot")
"""


class Bot:
    """A running bot: what it says, line by line, and how it ends."""

    def __init__(self, folder: Path, discord: Discord) -> None:
        self.folder = folder
        self.content = folder / "content"
        self.database = folder / "data" / "quiz.sqlite3"
        #: What it wrote, and the same in words: time, level, logger, message; then the lines of an error.
        self.written: list[str] = []
        self.lines: list[str] = []
        self._discord = discord
        self._over = False
        self._said = asyncio.Condition()
        if not self.content.exists():
            write_content(self.content, builders.pack(), builders.question(), builders.question("rails"))

    async def start(self, *options: str, hold: str = "", **settings: Any) -> "Bot":
        """Starts it with good settings but for what is given."""
        good = {"TOKEN": TOKEN, "CONTENT": self.content, "DATABASE": self.database, "BIND": "127.0.0.1:0"}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _LAUNCHER, str(self._discord.port), *options, "run"),
            cwd=self.folder,
            env=environment(self.folder, **(good | settings)) | {"HOLD": hold},
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=2**22,
        )
        self._listening = asyncio.create_task(self._listen())
        return self

    async def _listen(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            async with self._said:
                self.written.append(line.decode().rstrip("\n"))
                self.lines += _in_words(self.written[-1])
                self._said.notify_all()
        async with self._said:  # who waits for more waits in vain
            self._over = True
            self._said.notify_all()

    async def says(self, text: str, times: int = 1, seconds: float = 8) -> str:
        """The line with this text, as soon as it was said so often."""

        def found() -> list[str]:
            return [line for line in self.lines if text in line]

        async with asyncio.timeout(seconds), self._said:
            await self._said.wait_for(lambda: self._over or len(found()) >= times)
        assert len(found()) >= times, self.lines
        return found()[times - 1]

    async def is_ready(self) -> "Bot":
        """Waits until it says so."""
        await self.says(" ready: ")
        return self

    def signal(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        os.kill(self._process.pid, number)

    async def ends(self, seconds: float = 10) -> int:
        """How it ended; a bot that was told to end has ten seconds."""
        async with asyncio.timeout(seconds):
            code = await self._process.wait()
            await self._listening
        return code

    async def kill(self) -> None:
        """Nothing of it stays behind."""
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await self._listening


def _in_words(line: str) -> list[str]:
    if not line.startswith("{"):
        return [line]
    told = json.loads(line)
    words = f"{told['at']} {told['level'].upper()} {told['logger']}  {told['message']}"
    return [words, *told.get("error", "").splitlines()]
