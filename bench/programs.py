"""A bot as a process of its own: ours or the bare one, and what it costs."""

import asyncio
import os
import sys
import time
from pathlib import Path
from types import TracebackType

from tests.cli.program import environment
from tests.wire.standin import TOKEN, Discord

#: Both say it once Discord lets them work.
READY = "ready:"
#: It rests when it takes less CPU than this within such a time, all in seconds.
_BUSY_S, _REST_S = 0.005, 0.5


class Program:
    """Runs from `async with` to its end."""

    def __init__(self, folder: Path, *arguments: object, **settings: object) -> None:
        self.folder = folder
        self.arguments = [str(each) for each in arguments]
        self.lines: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._environment = environment(folder, **settings) | {"WIRE": "{}"}

    @classmethod
    def ours(cls, folder: Path, discord: Discord, content: Path, **settings: object) -> "Program":
        """`quizbot run`."""
        database = folder / "quiz.sqlite3"
        own = {"TOKEN": TOKEN, "CONTENT": content, "DATABASE": database, "BIND": "127.0.0.1:0"}
        return cls(folder, "tests.wire.launcher", discord.port, "run", **(own | settings))

    @classmethod
    def bare(cls, folder: Path, discord: Discord, picture: Path | None = None) -> "Program":
        """The reference."""
        folder.mkdir(parents=True, exist_ok=True)
        more = [picture] if picture else []
        return cls(folder, "bench.bare", discord.port, folder / "bare.sqlite3", *more)

    async def __aenter__(self) -> "Program":
        begun = time.perf_counter()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *self.arguments),
            cwd=self.folder,
            env=self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(ready))
        try:
            async with asyncio.timeout(60):
                await ready.wait()
            if self._process.returncode is not None or self._listening.done():
                raise RuntimeError("\n".join(self.lines))
        except BaseException:
            self._process.kill()
            raise
        #: Seconds from the start of the process until it was ready.
        self.start_s = time.perf_counter() - begun
        self.start_cpu_s = self.cpu_s
        return self

    async def _listen(self, ready: asyncio.Event) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            self.lines.append(line.decode().rstrip())
            if READY in self.lines[-1]:
                ready.set()
        ready.set()  # nothing more comes

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            async with asyncio.timeout(15):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
        await self._listening

    @property
    def cpu_s(self) -> float:
        """CPU seconds of all its threads so far, of this process alone."""
        clock = (~self._process.pid << 3) | 2  # as clock_getcpuclockid(3) makes it
        return time.clock_gettime(clock)

    async def rests(self) -> None:
        """Waits until it has nothing left to do: what follows an answer belongs to its cost."""
        before = -1.0
        while self.cpu_s - before > _BUSY_S:
            before = self.cpu_s
            await asyncio.sleep(_REST_S)

    @property
    def resident_bytes(self) -> int:
        """Its resident memory."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
