"""The real `quizbot run` as a process of its own, whose Discord is on this machine."""

import asyncio
import json
import os
import signal
import struct
import sys
from pathlib import Path
from typing import Any

from tests import builders
from tests.cli.program import environment
from tests.contents import write_content
from tests.wire.standin import TOKEN, Discord

LAUNCHER = "tests.wire.launcher"


def still(function: str, call: int = 1, when: str = "before") -> dict[str, Any]:
    """For `wire`: at this call of "module:function" the program says "stopped" and stands still."""
    module, _, name = function.partition(":")
    return {"stop": [[module, name, when, call, "hang"]]}


class Clock:
    """Moves the clock of a running bot."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ahead_s = 0.0
        self.moves(0)

    def moves(self, seconds: float) -> None:
        """Puts it forward, or back."""
        self.ahead_s += seconds
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.write(struct.pack("d", self.ahead_s))


class Bot:
    """A running bot: what it says, line by line, and how it ends."""

    def __init__(self, folder: Path, discord: Discord, launcher: str = LAUNCHER) -> None:
        self.folder = folder
        self.content = folder / "content"
        self.database = folder / "data" / "quiz.sqlite3"
        #: What it wrote, and the same in words: time, level, logger, message; then the lines of an error.
        self.written: list[str] = []
        self.lines: list[str] = []
        self.clock = Clock(folder / "clock")
        self._launcher = launcher
        self.discord = discord
        self._process: asyncio.subprocess.Process | None = None
        self._said = asyncio.Condition()
        if not self.content.exists():
            write_content(self.content, builders.pack(), builders.question(), builders.question("rails"))

    async def start(self, *options: str, wire: dict[str, Any] | None = None, **settings: Any) -> "Bot":
        """Starts it (again) with good settings but for what is given; `wire` as in `launcher`."""
        good = {"TOKEN": TOKEN, "CONTENT": self.content, "DATABASE": self.database, "BIND": "127.0.0.1:0"}
        wanted = json.dumps({"clock": str(self.clock.path)} | (wire or {}))
        self._over = False
        self.listen_anew()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._launcher, str(self.discord.port), *options, "run"),
            cwd=self.folder,
            env=environment(self.folder, **(good | settings)) | {"WIRE": wanted},
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=2**22,
        )
        self._listening = asyncio.create_task(self._listen(self._process))
        return self

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            async with self._said:
                self.written.append(line.decode().rstrip("\n"))
                self.lines += _in_words(self.written[-1])
                self._said.notify_all()
        async with self._said:  # who waits for more waits in vain
            self._over = True
            self._said.notify_all()

    def listen_anew(self) -> None:
        """What was said so far is no longer meant by `says`."""
        self._from = len(self.lines)

    async def says(self, text: str, times: int = 1, seconds: float = 10) -> str:
        """The line with this text since the last start (or `listen_anew`), once it was said so often."""

        def found() -> list[str]:
            return [line for line in self.lines[self._from :] if text in line]

        async with asyncio.timeout(seconds), self._said:
            await self._said.wait_for(lambda: self._over or len(found()) >= times)
        assert len(found()) >= times, self.lines
        return found()[times - 1]

    async def is_ready(self) -> "Bot":
        """Waits until it says so."""
        await self.says(" ready: ", seconds=30)
        return self

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def signal(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        os.kill(self.pid, number)

    async def ends(self, seconds: float = 10) -> int:
        """How it ended; a bot that was told to end has ten seconds."""
        assert self._process is not None
        async with asyncio.timeout(seconds):
            code = await self._process.wait()
            await self._listening
        return code

    async def stops(self) -> int:
        """Tells it to end, and waits."""
        self.signal(signal.SIGTERM)
        return await self.ends()

    async def kill(self) -> None:
        """Nothing of it stays behind."""
        if self._process is None:
            return
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
