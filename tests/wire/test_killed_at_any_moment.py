"""`kill -9` at whatever moment: no acknowledged answer is lost, none counts twice, all goes on afterwards."""

import asyncio
import os
import random
import sys

import pytest

from tests import builders
from tests.contents import write_question
from tests.wire import machine, rest
from tests.wire.killed import PATIENCE_S, STOPS, Life
from tests.wire.program import Bot
from tests.wire.standin import Discord

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")

#: Repeats what chance did; what the machine did in which order it does not repeat.
SEED = int(os.environ.get("SEED", random.SystemRandom().randrange(10**6)))
MEMBERS = 8


async def one_round(life, chance):
    """A life of the bot: what the last one left must be right, members go on, and it is killed."""
    bot, discord = life.bot, life.discord
    stop = [*chance.choice(STOPS), chance.choice(["before", "after"]), chance.randrange(1, 40), "kill"]
    await bot.start(wire={"stop": [stop] if chance.random() < 0.6 else []})
    ended = asyncio.create_task(bot.ends(seconds=60))
    try:
        if await unless(ended, looked_at(life)):
            until = len(discord.seen) + chance.randrange(80)
            going_on = [asyncio.create_task(life.goes_on()) for _ in range(MEMBERS)]
            enough = asyncio.create_task(discord.until(lambda: len(discord.seen) > until, seconds=5))
            await asyncio.wait({ended, enough, *going_on}, return_when=asyncio.FIRST_COMPLETED)
            await bot.kill()
            for each in (enough, *going_on):
                each.cancel()
            came_of_it = await asyncio.gather(enough, *going_on, return_exceptions=True)
            failures = [each for each in came_of_it if isinstance(each, Exception)]
            assert not [each for each in failures if not isinstance(each, TimeoutError)], failures
    finally:
        await bot.kill()
        await ended
    assert not any("Traceback" in line for line in bot.lines), bot.lines
    bot.lines.clear()


async def unless(ended, work):
    """True once the work is done; False if the bot ended before."""
    working = asyncio.create_task(work)
    await asyncio.wait({working, ended}, return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        await asyncio.sleep(0.1 if working.exception() else 0)  # it may fail because the bot is dying
    if ended.done():
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        return False
    working.result()
    return True


async def looked_at(life):
    await life.bot.says(" ready: ", seconds=60)
    await life.holds()
    await life.can_be_clicked(life.cards()[-2:])
    life.old_cards = len(life.cards())


async def lives(folder, rounds, seed):
    chance = random.Random(seed)
    async with Discord() as discord:
        bot = Bot(folder, discord)
        write_question(bot.content, builders.multiple(topic_id="sets"))
        life = Life(bot, chance)
        try:
            for number in range(rounds):
                try:
                    await one_round(life, chance)
                except BaseException:
                    print(f"failed in round {number + 1} of SEED={seed}")
                    raise
            await bot.start()
            await looked_at(life)
            await life.can_be_clicked(life.cards())
            await life.holds()
            assert await bot.stops() == 0
        finally:
            await bot.kill()
        assert discord.violations == []
        return len(life.known)


async def test_kill_9_loses_no_acknowledged_answer_and_counts_none_twice(
    tmp_path, monkeypatch, record_property
):
    monkeypatch.setattr(rest, "ACKNOWLEDGE_WITHIN_S", PATIENCE_S)  # two lives at once may be slow
    rounds = machine.rounds(5)
    record_property("rounds", rounds)
    lanes = min(2, max(1, rounds // 10))
    works = []
    for lane in range(lanes):
        (folder := tmp_path / str(lane)).mkdir()
        works.append(lives(folder, rounds // lanes, SEED + lane))
    answers = await asyncio.gather(*works)
    print(f"{sum(answers)} answers")
