import pytest

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
