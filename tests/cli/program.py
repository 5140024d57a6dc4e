"""The program as people start it: a process of its own, with settings of its own, kept off the network."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[2]

#: Python runs it before the program: whatever would leave this machine is refused, as without a network.
_OFFLINE = """\
import sys

HERE = {"127.0.0.1", "localhost", "::1", "", "0.0.0.0", None}


def watch(event, arguments):
    if event == "socket.getaddrinfo" and arguments[0] not in HERE:
        raise OSError(101, "Network is unreachable (asked for %s)" % arguments[0])
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in HERE:
        raise OSError(101, "Network is unreachable (went to %s)" % arguments[1][0])


sys.addaudithook(watch)
"""


@dataclass(frozen=True)
class Result:
    """How a run of the program ended."""

    code: int
    out: str
    err: str


def environment(folder: Path, **settings: object) -> dict[str, str]:
    """The environment of a run that starts in `folder`, where a guard is put beside."""
    guard = folder / ".offline"
    guard.mkdir(exist_ok=True)
    (guard / "sitecustomize.py").write_text(_OFFLINE, "utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.upper().startswith("QUIZBOT_")}
    paths = os.pathsep.join(map(str, (guard, ROOT)))
    return clean | {"PYTHONPATH": paths} | {f"QUIZBOT_{name}": str(value) for name, value in settings.items()}


def quizbot(*arguments: object, cwd: Path, **settings: object) -> Result:
    """Runs `quizbot …` in a folder with these settings (without their prefix) to its end."""
    result = subprocess.run(
        [sys.executable, "-m", "bot", *map(str, arguments)],
        cwd=cwd,
        env=environment(cwd, **settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Result(result.returncode, result.stdout, result.stderr)


@contextmanager
def together(works: Mapping[str, Callable[[], T]]) -> Iterator[Callable[[str], T]]:
    """Does all the works, two at a time; what is given waits for one of them by name."""
    with ThreadPoolExecutor(2) as pool:
        begun = {name: pool.submit(work) for name, work in works.items()}
        try:
            yield lambda name: begun[name].result()
        finally:
            pool.shutdown(cancel_futures=True)
