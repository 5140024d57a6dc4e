"""The end while much is under way."""

import asyncio
import random
import signal
import subprocess
import sys

import pytest

from tests import builders
from tests.cli.program import environment
from tests.contents import write_question
from tests.wire import machine
from tests.wire.people import button, card_of, crowd, responses, rows, says

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


async def in_flight(discord, card, members):
    """Everybody answers, and Discord keeps the bot waiting; what lets it go on, and the interactions."""
    seen = discord.count("POST interactions")
    go_on = discord.hold("POST interactions")
    clicks = [await discord.clicks(button(card, "q:", ":A"), card, each) for each in members]
    await discord.until_seen("POST interactions", times=seen + len(members))
    return go_on, clicks


def each_verdict_is_stored(bot, clicks):
    told = [each for each in clicks if each.original is not None]
    assert all("✓ Right" in says(each.original) or "✗ Not this one" in says(each.original) for each in told)
    assert {each.member.id for each in told} <= {member_id for member_id, _ in responses(bot)}
    assert machine.faults_of(bot.database) == []
    return len(told)


async def test_the_end_with_20_answers_in_flight_and_a_reading_that_hangs_answers_them_first(bot, discord):
    reading = ["bot.wiring", "read_content", "before", 2, "hang"]
    await (await bot.start(wire={"stop": [reading]})).is_ready()
    card = await card_of(discord)
    bot.signal(signal.SIGHUP)
    await bot.says("stopped")
    go_on, clicks = await in_flight(discord, card, crowd(discord, 20))
    bot.signal(signal.SIGTERM)
    await discord.until(lambda: not discord.gateway.sockets)
    go_on.set()
    assert await bot.ends() == 0
    assert each_verdict_is_stored(bot, clicks) == 20
    assert not any("Traceback" in line for line in bot.lines)


_ABORTS = """
import atexit, os
from bot import running
from bot.cli import main


async def run(settings, signals):
    atexit.register(os.abort)


running.run = run
main(args=["run"], prog_name="quizbot")
"""


def test_the_end_does_not_take_python_down_around_threads_that_are_still_at_work(tmp_path):
    """Some libraries abort the process then."""
    ended = subprocess.run(
        [sys.executable, "-c", _ABORTS], env=environment(tmp_path), cwd=tmp_path, check=False
    )
    assert ended.returncode == 0


async def test_the_end_during_a_reading_leaves_the_bank_as_it_was_or_as_it_will_be(
    bot, discord, record_property
):
    record_property("rounds", rounds := min(30, machine.rounds(1)))
    chance, expected = random.Random(rounds), 2
    for number in range(rounds):
        await (await bot.start()).is_ready()
        discord.ada = discord.user("asks")
        go_on, clicks = await in_flight(discord, await card_of(discord), crowd(discord, 20))
        for each in range(20):
            write_question(bot.content, builders.question(f"more-{number}-{each}"))
        bot.signal(signal.SIGHUP)
        await asyncio.sleep(chance.uniform(0, 0.3))
        bot.signal(signal.SIGTERM)
        go_on.set()
        discord.faults.clear()
        assert await bot.ends() == 0
        assert each_verdict_is_stored(bot, clicks) == 20
        ((questions,),) = rows(bot, "SELECT count(*) FROM question WHERE revision_key IS NOT NULL")
        assert questions in (expected, 2 + 20 * (number + 1))
        expected = 2 + 20 * (number + 1)  # at the next start, if not now
        assert not any("Traceback" in line for line in bot.lines)
