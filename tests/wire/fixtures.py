"""The bot and its Discord, for each test or for all of a module."""

import pytest
import pytest_asyncio

from tests.wire.program import Bot
from tests.wire.standin import Discord


@pytest.fixture
async def discord():
    """A Discord on this machine; what the bot's requests broke fails the test that caused it."""
    async with Discord() as here:
        yield here
        assert here.violations == []


@pytest.fixture
async def bot(tmp_path, discord):
    """Not started yet."""
    made = Bot(tmp_path, discord)
    yield made
    await made.kill()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory):
    """A bot that all tests of a module talk to; they run in the module's loop."""
    async with Discord() as discord:
        made = Bot(tmp_path_factory.mktemp("running"), discord)
        await (await made.start()).is_ready()
        yield made
        code = await made.stops()
        await made.kill()
        assert code == 0


@pytest_asyncio.fixture(loop_scope="module")
async def here(running):
    """Its Discord, in a server of the test's own. Whatever went wrong, nothing may be worth a traceback."""
    discord, said = running.discord, len(running.lines)
    await discord.new_server()
    await running.says(f"joined server {discord.server.id}")
    yield discord
    discord.faults.clear()
    broken, discord.violations = discord.violations, []
    assert broken == [], broken
    assert not any("Traceback" in line for line in running.lines[said:]), running.lines[said:]
