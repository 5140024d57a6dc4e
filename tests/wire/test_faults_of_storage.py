"""The disk is full, the database is locked or slow: nothing that was told is lost, and it heals by itself."""

import asyncio
import resource
import sys

import pytest

from bot.store.engine import Engine
from tests.wire import machine
from tests.wire.people import button, card_of, crowd, responses, rows, says, settled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of files")

CANNOT_SAVE = "I can't save right now, so nothing was counted."
WITHIN_S = 3.0


async def clicked_by(discord, card, members):
    """Everybody answers; the interactions."""
    return [await discord.clicks(button(card, "q:", ":A"), card, each) for each in members]


async def told(discord, clicks):
    """Everybody heard something in time: who got a verdict, and who was told that nothing was counted."""
    stored, refused = set(), set()
    for each in clicks:
        assert await discord.acknowledged(each) < WITHIN_S
        text = says(await discord.answered(each, seconds=30))
        (refused if CANNOT_SAVE in text else stored).add(each.member.id)
        assert CANNOT_SAVE in text or "✓ Right" in text or "✗ Not this one" in text, text
    return stored, refused


async def all_told(discord, card, members):
    """The same for many members, few at a time: how quick the machine is does not matter here."""
    stored, refused = set(), set()
    for start in range(0, len(members), 20):
        some = await told(discord, await clicked_by(discord, card, members[start : start + 20]))
        stored, refused = stored | some[0], refused | some[1]
    return stored, refused


def stored_members(bot):
    return {member_id for member_id, _ in responses(bot)}


async def test_a_full_disk_counts_nothing_that_it_cannot_keep_and_heals_without_a_restart(bot, discord):
    await (await bot.start()).is_ready()
    card, members = await card_of(discord), crowd(discord, 120)
    before, _ = await told(discord, await clicked_by(discord, card, members[:10]))
    assert (await machine.health(bot))[0] == 200
    machine.fill_disk(bot)
    lines = len(bot.lines)
    stored, refused = await all_told(discord, card, members[10:])
    assert len(refused) > 50
    assert stored_members(bot) == before | stored
    status, reason = await machine.health(bot)
    assert (status, "the database cannot be written" in reason) == (503, True), reason
    board = await discord.answered(await discord.types("leaderboard", member=members[0]))
    assert "M0" in says(board)  # what only reads goes on
    assert sum("storing failed" in line for line in bot.lines) == 1
    assert len(bot.lines) - lines < 10, bot.lines[lines:]
    machine.make_room(bot)
    lost = [each for each in members if each.id in refused]
    assert await all_told(discord, card, lost) == (refused, set())
    assert stored_members(bot) == {each.id for each in members}
    assert (await machine.health(bot))[0] == 200
    await bot.says("storing works again")
    assert machine.faults_of(bot.database) == []
    assert await bot.stops() == 0
    assert not any("Traceback" in line for line in bot.lines)


async def test_a_start_on_a_full_disk_is_one_line(bot, discord):
    await bot.start()
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
    assert await bot.ends() == 1
    (line,) = bot.lines
    assert "cannot be used (" in line


async def test_answers_wait_for_a_lock_of_two_seconds_and_are_stored_once(bot, discord):
    await (await bot.start()).is_ready()
    card, members = await card_of(discord), crowd(discord, 10)
    with machine.locked(bot.database):
        clicks = await clicked_by(discord, card, members)
        await asyncio.sleep(2)
    assert await told(discord, clicks) == ({each.id for each in members}, set())
    assert stored_members(bot) == {each.id for each in members}
    assert machine.faults_of(bot.database) == []


async def test_a_long_lock_is_told_to_who_waits_and_all_is_well_afterwards(bot, discord):
    busy_ms, lock_s = (5000, 20) if machine.LONG else (600, 3)
    await (await bot.start(wire={"set": {"bot.store.engine:_BUSY_TIMEOUT_MS": busy_ms}})).is_ready()
    card, members = await card_of(discord), crowd(discord, 10)
    with machine.locked(bot.database):
        lock = asyncio.create_task(asyncio.sleep(lock_s))
        clicks = await clicked_by(discord, card, members)
        assert (await machine.health(bot))[0] == 503
        # The first of them opens a transaction of its own; it and those behind it are refused in turn.
        assert says(await discord.answered(clicks[0], seconds=20)).startswith(CANNOT_SAVE)
        await lock
    stored, refused = await told(discord, clicks)
    assert stored_members(bot) == stored
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


async def test_a_lock_that_comes_during_the_login_does_not_end_it(bot, discord):
    synced = ["discord.app_commands", "CommandTree.sync", "after", 1, 0.5]
    await bot.start(wire={"set": {"bot.store.engine:_BUSY_TIMEOUT_MS": 100}, "stop": [synced]})
    await bot.says("stopped")
    with machine.locked(bot.database):
        await bot.says("that Discord knows the commands could not be stored: database is locked")
        await bot.says("the servers could not be compared")
        await bot.is_ready()
    await told(discord, await clicked_by(discord, await card_of(discord), [discord.bob]))
    assert stored_members(bot) == {discord.bob.id}


async def test_a_slow_database_is_acknowledged_in_time_and_the_verdict_follows(bot, discord):
    stands_still_s = 10 if machine.LONG else 4
    stop = ["bot.store.store", "Store.add_response", "before", 1, stands_still_s]
    await (await bot.start(wire={"stop": [stop]})).is_ready()
    card, members = await card_of(discord), crowd(discord, 20)
    clicks = await clicked_by(discord, card, members)
    await bot.says("stopped")
    helped = await discord.types("help")
    assert await discord.acknowledged(helped) < 1  # what only reads does not wait
    again = await discord.clicks(button(card, "q:", ":0"), card, members[0])
    assert await discord.acknowledged(again) < WITHIN_S
    assert await told(discord, clicks) == ({each.id for each in members}, set())
    assert "You answered this card before" in says(await discord.answered(again))
    await settled(bot, 20)
    assert rows(bot, "SELECT count(*) FROM response") == [(20,)]
    assert machine.faults_of(bot.database) == []
    await discord.until(lambda: all(each.followups for each in clicks))  # the pictures
    assert await bot.stops() == 0
