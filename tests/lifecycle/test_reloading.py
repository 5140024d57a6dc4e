"""SIGHUP reads the questions again: one reading at a time, the newest last, the last good bank in use."""

import asyncio
import logging
import signal

from bot.reloads import Reloads
from tests import builders
from tests.contents import write_question
from tests.wire.program import still

READING = "bot.wiring:read_content"


class Slow:
    """A library whose readings last until they are let go; it notes what happens."""

    def __init__(self):
        self.begun = self.running = self.most = 0
        self.changed = asyncio.Condition()
        self.let_go = asyncio.Semaphore(0)

    async def reload(self):
        self.begun += 1
        self.running += 1
        self.most = max(self.most, self.running)
        async with self.changed:
            self.changed.notify_all()
        await self.let_go.acquire()
        self.running -= 1

    async def has_begun(self, times):
        async with asyncio.timeout(5), self.changed:
            await self.changed.wait_for(lambda: self.begun == times)


async def test_many_requests_during_a_reading_are_one_more_reading():
    slow, reloads = Slow(), Reloads()
    working = asyncio.create_task(reloads.work(slow))
    reloads.ask()
    await slow.has_begun(1)
    for _ in range(30):
        reloads.ask()
        await asyncio.sleep(0)
    slow.let_go.release()
    await slow.has_begun(2)
    slow.let_go.release()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (slow.begun, slow.running, slow.most) == (2, 0, 1)
    working.cancel()


async def test_a_reading_that_fails_is_told_and_the_next_one_happens(caplog):
    failures = [ValueError("a"), OSError("b")]
    done = asyncio.Event()

    class Broken:
        async def reload(self):
            if failures:
                raise failures.pop()
            done.set()

    reloads = Reloads()
    with caplog.at_level(logging.ERROR):
        working = asyncio.create_task(reloads.work(Broken()))
        while not done.is_set():
            reloads.ask()
            await asyncio.sleep(0)
    working.cancel()
    assert [record.message.split(";")[0] for record in caplog.records] == ["the bank was not read again"] * 2


async def test_a_good_change_is_taken_and_a_bad_one_told(bot):
    await (await bot.start()).is_ready()
    path = write_question(bot.content, builders.question("tapes"))
    bot.signal(signal.SIGHUP)
    await bot.says("the bank was read again: 3 questions")
    path.write_text(path.read_text("utf-8").replace("level:", "lvel:"), "utf-8")
    bot.signal(signal.SIGHUP)
    await bot.says("the last good one stays in use")
    assert any("tapes.yaml" in line and "lvel" in line for line in bot.lines)
    assert await bot.stops() == 0


async def test_members_are_answered_during_a_reading(bot, discord):
    await (await bot.start(wire=still(READING, 2))).is_ready()
    bot.signal(signal.SIGHUP)
    await bot.says("stopped")
    asked = await discord.types("quiz", topic="networking")
    await discord.answered(asked)
    assert asked.answer == 4
