"""The database is locked for long, or slow, or cannot be opened: that is told in time, and all heals."""

import asyncio
import sys

import pytest

from bot.chat.texts import texts
from bot.store.engine import Engine
from tests.wire import machine
from tests.wire.outages import WITHIN_S, clicked_by, stored_members, told
from tests.wire.people import button, card_of, crowd, responses, rows, says

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of files")


def slow(seconds):
    """The writer stands still for so long at the first answer."""
    return ["bot.store.store", "Store.add_response", "before", 1, seconds]


async def test_a_long_lock_is_told_to_who_waits_and_all_is_well_afterwards(bot, discord):
    busy_ms, lock_s = (5000, 20) if machine.LONG else (400, 2)
    await (await bot.start(wire={"set": {"bot.store.engine:_BUSY_TIMEOUT_MS": busy_ms}})).is_ready()
    card, members = await card_of(discord), crowd(discord, 10)
    with machine.locked(bot.database):
        lock = asyncio.create_task(asyncio.sleep(lock_s))
        clicks = await clicked_by(discord, card, members)
        assert (await machine.health(bot))[0] == 503
        assert says(await discord.answered(clicks[0], seconds=20)) == texts.CANNOT_SAVE
        await lock
    stored, refused = await told(discord, clicks)
    assert stored_members(bot, card) == stored
    lost = [each for each in members if each.id in refused]
    assert await told(discord, await clicked_by(discord, card, lost)) == (refused, set())
    assert (await machine.health(bot))[0] == 200
    assert await bot.stops() == 0
    assert machine.faults_of(bot.database) == []
    assert any("another process holds the database" in line for line in bot.lines)
    assert not any("Traceback" in line for line in bot.lines)


async def test_a_start_on_a_locked_database_is_one_line_that_says_so(bot):
    Engine.open(bot.database).close()
    with machine.locked(bot.database):
        await bot.start(wire={"set": {"bot.store.engine:_BUSY_TIMEOUT_MS": 100}})
        assert await bot.ends() == 1
    assert "cannot be used (database is locked)" in bot.lines[-1]
    assert not any("Traceback" in line for line in bot.lines), bot.lines


async def test_a_start_on_a_full_disk_is_one_line_that_says_so(bot):
    await bot.start()
    machine.allow(bot, 1000)
    assert await bot.ends() == 1
    (line,) = bot.lines
    assert "cannot be used (" in line


async def test_a_lock_that_comes_during_the_login_does_not_end_it(bot, discord):
    synced = ["discord.app_commands", "CommandTree.sync", "after", 1, 0.5]
    await bot.start(wire={"set": {"bot.store.engine:_BUSY_TIMEOUT_MS": 100}, "stop": [synced]})
    await bot.says("stopped", seconds=30)
    with machine.locked(bot.database):
        await bot.says("that Discord knows the commands could not be stored: database is locked")
        await bot.says("the servers could not be compared")
        await bot.is_ready()
    await told(discord, await clicked_by(discord, await card_of(discord), [discord.bob]))
    assert [member_id for member_id, _ in responses(bot)] == [discord.bob.id]


async def test_a_slow_database_is_acknowledged_in_time_and_the_verdict_follows(bot, discord):
    await (await bot.start(wire={"stop": [slow(10 if machine.LONG else 3.5)]})).is_ready()
    card, members = await card_of(discord), crowd(discord, 20)
    clicks = await clicked_by(discord, card, members)
    await bot.says("stopped")
    await discord.acknowledged(await discord.types("help"))
    again = await discord.clicks(button(card, "q:", ":0"), card, members[0])
    assert await discord.acknowledged(again) < WITHIN_S
    assert await told(discord, clicks) == ({each.id for each in members}, set())
    assert "You answered this card before" in says(await discord.answered(again))
    assert rows(bot, "SELECT count(*) FROM response") == [(20,)]
    assert machine.faults_of(bot.database) == []
    await discord.until(lambda: all(each.followups for each in clicks))  # the pictures
    assert await bot.stops() == 0


async def test_beyond_what_may_wait_members_are_told_at_once_that_it_is_busy(bot, discord):
    room = {"bot.store.engine:QUEUE_LIMIT": 5}
    await (await bot.start(wire={"set": room, "stop": [slow(1.5)]})).is_ready()
    card, members = await card_of(discord), crowd(discord, 20)
    first, *others = members
    clicks = await clicked_by(discord, card, [first])
    await bot.says("stopped")
    clicks += await clicked_by(discord, card, others)
    stored, refused = await told(discord, clicks)
    assert len(refused) == 14
    assert {says(each.original) for each in clicks if each.member.id in refused} == {texts.BUSY}
    assert stored_members(bot, card) == stored
    lost = [each for each in members if each.id in refused][:5]
    assert (await told(discord, await clicked_by(discord, card, lost)))[1] == set()
