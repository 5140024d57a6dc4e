"""The bot and its Discord, for each test or for many."""

import pytest
import pytest_asyncio

from tests import builders
from tests.contents import write_content
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


#: Its explanation has pages.
_LONG = "\n\n".join(f"Paragraph {number}. " + "word " * 150 for number in range(12))
_QUESTIONS = (
    builders.question(),
    builders.question("rails"),
    builders.question("long", topic_id="storage", full=_LONG),
    builders.multiple(topic_id="sets"),
)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def running(tmp_path_factory):
    """A bot that many tests talk to, in a loop that they share, with questions of all kinds."""
    folder = tmp_path_factory.mktemp("running")
    write_content(folder / "content", builders.pack(), *_QUESTIONS)
    async with Discord() as discord:
        made = Bot(folder, discord)
        await (await made.start()).is_ready()
        yield made
        code = await made.stops()
        await made.kill()
        assert code == 0
        # The library forgets to say that nobody is to be mentioned when it edits.
        sent = [each.body for each in discord.messages.values() if each.body.get("components")]
        assert all(each["allowed_mentions"] == {"parse": []} for each in sent)


@pytest_asyncio.fixture(loop_scope="session")
async def here(running):
    """Its Discord, in a server of the test's own. Whatever went wrong, nothing may be worth a traceback."""
    discord, said = running.discord, len(running.lines)
    running.listen_anew()
    await discord.new_server()
    await running.says(f"joined server {discord.server.id}")
    yield discord
    discord.faults.clear()
    broken, discord.violations = discord.violations, []
    assert broken == [], broken
    assert not any("Traceback" in line for line in running.lines[said:]), running.lines[said:]
