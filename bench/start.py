"""From the start of the process to READY, and what it then takes of memory, against the bare bot."""

import asyncio
from pathlib import Path
from unittest import mock

from bench.content import write_questions
from bench.load import Crowd
from bench.measuring import Figure, ratio
from bench.programs import Program
from bot import wiring
from bot.running import SystemClock
from bot.store.engine import Engine

ROUNDS = 5
FEW, MANY = 300, 10_000


async def measure(folder: Path) -> list[Figure]:
    """Each start finds the questions as they were published before; the first is to get warm."""
    contents = [write_questions(folder / "content" / str(many), many) for many in (FEW, MANY)]
    for content in contents:
        _publish(content, folder / f"ours-{content.name}")
    started: list[list[float]] = [[], [], []]
    cpu: list[list[float]] = [[], [], []]
    resident: list[list[float]] = [[], [], []]
    async with Crowd() as discord:
        programs = [
            *(Program.ours(folder / f"ours-{each.name}", discord, each) for each in contents),
            Program.bare(folder / "bare", discord),
        ]
        for _ in range(ROUNDS + 1):
            for place, program in enumerate(programs):
                async with program:
                    started[place].append(program.start_s)
                    cpu[place].append(program.start_cpu_s)
                    await asyncio.sleep(1)
                    resident[place].append(program.resident_bytes)
    few, many, bare = (each[1:] for each in started)
    idle = (resident[0][1:], resident[2][1:])
    return [
        ratio(f"start with {FEW} questions", few, bare, 1.5, unit="s"),
        ratio(f"start with {MANY:,} questions", many, bare, 2, unit="s"),
        ratio(f"start cpu with {FEW} questions", cpu[0][1:], cpu[2][1:], unit="s"),
        ratio(f"start cpu with {MANY:,} questions", cpu[1][1:], cpu[2][1:], unit="s"),
        ratio("start resident memory when idle", *idle, 1.6, unit="MB", scale=1e-6),
    ]


def _publish(content: Path, folder: Path) -> None:
    """As the first start would, but without its check, which takes minutes for so many questions."""
    folder.mkdir(exist_ok=True)
    engine = Engine.open(folder / "quiz.sqlite3")
    try:
        with mock.patch.object(wiring, "complaints", return_value=[]):
            wiring.Library(engine, content, SystemClock())
    finally:
        engine.close()
