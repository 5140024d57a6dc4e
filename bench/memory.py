"""Resident memory after a hundred thousand clicks against after ten thousand. Takes minutes."""

from pathlib import Path

from bench.content import one_question
from bench.load import Crowd, letters_of
from bench.measuring import Figure, ratio
from bench.programs import Program

FEW, MANY, AT_ONCE = 10_000, 100_000, 200


async def measure(folder: Path) -> list[Figure]:
    """Each click by somebody new, 200 at once, on a card with the picture attached."""
    async with Crowd() as discord:
        program = Program.ours(folder / "ours", discord, one_question(folder / "content"))
        async with program:
            card = await discord.card()
            events = [discord.event(card, each) for each in letters_of(card)]
            resident = []
            for clicks in (FEW, MANY - FEW):
                for _ in range(clicks // AT_ONCE):
                    await discord.at_once(events, AT_ONCE)
                    discord.clicked.clear()
                resident.append(float(program.resident_bytes))
    after = (resident[1:], resident[:1])
    return [ratio("memory after 100,000 clicks to 10,000", *after, 1.1, unit="MB", scale=1e-6)]
