"""SIGTERM and SIGINT end the program with exit code 0 within ten seconds, whatever it was doing."""

import asyncio
import re
import signal
import sys

import pytest

from bot.signals import DEADLINE_S
from bot.store.engine import Engine
from tests.wire.people import button, card_of, rows
from tests.wire.program import still

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


def said_no_more_than_lines(bot):
    assert not any("Traceback" in line or line.startswith(" ") for line in bot.lines), bot.lines


READING = "bot.wiring:read_content"


async def test_before_anything_is_opened(bot):
    await bot.start(wire=still("bot.signals:Signals.catch", when="after"))
    await bot.says("stopped")
    bot.signal(signal.SIGHUP)  # it is heard and does no harm
    assert await bot.stops() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_while_the_questions_are_read(bot, number):
    await bot.start(wire=still(READING))
    await bot.says("stopped")
    bot.signal(signal.SIGHUP)
    bot.signal(number)
    assert await bot.ends() == 0
    said_no_more_than_lines(bot)
    Engine.open(bot.database).close()


async def test_while_the_login_hangs(bot, discord):
    discord.hold("GET users/@me")
    await bot.start()
    await discord.until_seen("GET users/@me")
    bot.signal(signal.SIGINT)
    assert await bot.ends() == 0
    said_no_more_than_lines(bot)


async def test_while_the_gateway_cannot_be_reached_at_start(bot, discord):
    discord.gateway.refuses = True
    await bot.start()
    await bot.says("Failed to connect for shard_id: 0")
    assert await bot.stops() == 0
    said_no_more_than_lines(bot)


async def test_while_it_tries_to_connect_again(bot, discord):
    await (await bot.start()).is_ready()
    discord.gateway.refuses = True
    await discord.gateway.drop(1000)
    await bot.says("Attempting a reconnect")
    assert await bot.stops() == 0
    said_no_more_than_lines(bot)


async def test_while_it_reads_again_and_discord_is_silent_at_the_goodbye(bot, discord):
    discord.gateway.silent_at_goodbye = True
    await (await bot.start(wire=still(READING, 2))).is_ready()
    bot.signal(signal.SIGHUP)
    await bot.says("stopped")
    assert await bot.stops() == 0
    said_no_more_than_lines(bot)
    Engine.open(bot.database).close()


async def test_what_is_in_flight_is_answered_first(bot, discord):
    await (await bot.start()).is_ready()
    card = await card_of(discord)
    release = discord.hold("POST interactions")
    asked = await discord.types("quiz", discord.bob, topic="networking")
    clicked = await discord.clicks(button(card, "q:"), card)
    await discord.until_seen("POST interactions", times=3)
    bot.signal(signal.SIGTERM)
    await discord.until(lambda: not discord.gateway.sockets)  # no new ones come in …
    # The pages are still there: it waits, and has closed nothing else by now.
    port = re.search(r"pages at http://127\.0\.0\.1:(\d+)", bot.lines[0])[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
    writer.write(b"GET / HTTP/1.0\r\n\r\n")
    assert b" 200 " in await reader.readline()
    writer.close()
    release.set()  # … and those that did are answered
    assert await bot.ends() == 0
    assert asked.original
    assert clicked.original
    # The message was acknowledged to the bot, which stored it after it had been told to end.
    assert rows(bot, "SELECT count(*) FROM post WHERE message_id IS NULL") == [(0,)]
    assert rows(bot, "SELECT count(*) FROM response") == [(1,)]
    said_no_more_than_lines(bot)


async def test_who_cannot_be_answered_is_not_waited_for_and_costs_one_line(bot, discord):
    await (await bot.start(wire={"set": {"bot.running:_ANSWER_S": 0.5}})).is_ready()
    card = await card_of(discord)
    discord.hold("POST interactions")
    await discord.clicks(button(card, "q:"), card)
    await discord.until_seen("POST interactions", times=2)
    assert await bot.stops() == 0
    await bot.says("not every interaction could be answered")
    await bot.says("an interaction was not answered before the end")
    assert rows(bot, "SELECT count(*) FROM response") == [(1,)]
    said_no_more_than_lines(bot)


async def test_a_second_signal_ends_it_at_once(bot, discord):
    await (await bot.start()).is_ready()
    discord.hold("POST interactions")
    await discord.types("help")
    await discord.until_seen("POST interactions")
    bot.signal(signal.SIGTERM)
    await bot.says("stopping")
    bot.signal(signal.SIGINT)
    assert await bot.ends() == 0
    assert not any("not every interaction" in line for line in bot.lines)


async def test_an_end_that_hangs_is_forced(bot):
    wire = {"set": {"bot.signals:DEADLINE_S": 1}} | still("bot.wiring:Client.release")
    await (await bot.start(wire=wire)).is_ready()
    assert await bot.stops() == 0
    assert bot.lines[-1] == "the end took too long; what was answered is stored"


def test_the_forced_end_comes_within_the_ten_seconds_that_are_promised():
    assert DEADLINE_S < 10
