"""From the start of the process to READY, and what it then takes of memory, against the bare bot."""

import asyncio
from pathlib import Path

from bench.content import write_questions
from bench.load import Crowd
from bench.measuring import Figure, ratio
from bench.programs import Program

ROUNDS = 7
FEW, MANY = 300, 10_000


async def measure(folder: Path) -> list[Figure]:
    """Each start but the first, which publishes the questions, and makes the database."""
    contents = [write_questions(folder / f"content-{many}", many) for many in (FEW, MANY)]
    started: list[list[float]] = [[], [], []]
    resident: list[list[float]] = [[], [], []]
    async with Crowd() as discord:
        programs = [
            *(Program.ours(folder / each.name, discord, each) for each in contents),
            Program.bare(folder / "bare", discord),
        ]
        for _ in range(ROUNDS + 1):
            for place, program in enumerate(programs):
                async with program:
                    started[place].append(program.start_s)
                    await asyncio.sleep(1)
                    resident[place].append(program.resident_bytes)
    few, many, bare = (each[1:] for each in started)
    idle = (resident[0][1:], resident[2][1:])
    return [
        ratio(f"start with {FEW} questions", few, bare, 1.5, unit="s"),
        ratio(f"start with {MANY:,} questions", many, bare, 2, unit="s"),
        ratio("start resident memory when idle", *idle, 1.6, unit="MB", scale=1e-6),
    ]
