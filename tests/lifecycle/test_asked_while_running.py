"""What is asked of a running bot, and of Discord beside it: health, the time, the rights."""

import asyncio
import datetime
import re

import discord as library
import pytest

from bot.consulting import Lack, NoAnswer, clock_error, lacks
from tests.cli.program import quizbot
from tests.wire.model import Role, Server
from tests.wire.standin import TOKEN, Discord


async def health(bot):
    """What `quizbot healthcheck` says about this bot."""
    address = re.search(r"pages at http://([\d.]+:\d+)", "\n".join(bot.lines))[1]
    return await asyncio.to_thread(quizbot, "healthcheck", cwd=bot.folder, BIND=address)


async def test_a_bot_is_healthy_once_it_is_connected_and_until_it_is_not(bot, discord):
    login = discord.hold("GET users/@me")
    await bot.start()
    await discord.until_seen("GET users/@me")
    early = await health(bot)
    assert (early.code, early.out, early.err) == (1, "", "not connected to Discord yet\n")
    login.set()
    await bot.is_ready()
    ready = await health(bot)
    assert (ready.code, ready.out, ready.err) == (0, "healthy\n", "")
    discord.gateway.refuses = True
    await discord.gateway.drop(1000)
    await bot.says("Attempting a reconnect")
    broken = await health(bot)
    assert (broken.code, broken.out) == (1, "")
    assert "the connection to Discord is broken" in broken.err
    assert await bot.stops() == 0


@pytest.fixture
def here(discord: Discord, monkeypatch):
    monkeypatch.setattr(library.http.Route, "BASE", f"http://127.0.0.1:{discord.port}/api/v10")
    return discord


def off_by(seconds):
    return lambda: datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)


@pytest.mark.parametrize("seconds", [0, 90, -90])
async def test_the_clock_is_compared_with_discords(here, seconds):
    error = (await clock_error(off_by(seconds))).total_seconds()
    assert seconds - 5 < error < seconds + 5


async def test_servers_that_grant_too_little_are_named(here):
    everything, administrator, nothing = 2**40 - 1, 8, 0
    here.servers = {
        number: Server(number, f"Server {number}", 1, {number: Role(number, "@everyone", permissions)})
        for number, permissions in enumerate([everything, administrator, nothing] * 100, 1)
    }
    number, lacking = await lacks(TOKEN)
    assert number == 300
    assert [each.server_id for each in lacking] == list(range(3, 301, 3))
    assert lacking[0] == Lack("Server 3", 3, lacking[0].missing)
    assert {"View Channel", "Send Messages", "Attach Files"} <= set(lacking[0].missing)


@pytest.mark.parametrize(("status", "told"), [(401, "QUIZBOT_TOKEN"), (429, "status 429")])
async def test_a_refusal_is_a_reason_and_no_fault(here, status, told):
    here.refuse("GET users/@me/guilds", status)
    with pytest.raises(NoAnswer, match=told):
        await lacks(TOKEN)


async def test_without_a_network_there_is_a_reason(monkeypatch):
    monkeypatch.setattr(library.http.Route, "BASE", "http://127.0.0.1:1/api")
    with pytest.raises(NoAnswer, match="cannot be reached"):
        await clock_error(off_by(0))
