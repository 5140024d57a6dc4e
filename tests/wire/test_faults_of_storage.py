"""The disk is full, the database is locked for a moment: nothing that was told is lost, and all heals."""

import asyncio
import sys

import pytest

from tests.wire import machine
from tests.wire.outages import all_told, clicked_by, stored_members, told
from tests.wire.people import card_of, crowd, says
from tests.wire.program import Bot

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(sys.platform == "win32", reason="needs limits of files"),
]


async def test_a_full_disk_counts_nothing_that_it_cannot_keep_and_heals_without_a_restart(running, here):
    card, members = await card_of(here), crowd(here, 80)
    before, _ = await told(here, await clicked_by(here, card, members[:10]))
    assert (await machine.health(running))[0] == 200
    lines = len(running.lines)
    with machine.full_disk(running):
        stored, refused = await all_told(here, card, members[10:])
        assert len(refused) > 30
        assert stored, "expected some to fit"
        assert stored_members(running, card) == before | stored
        # What is smaller than an answer may still find room now and then.
        looks = [await machine.health(running) for _ in range(15)]
        assert any(code == 503 and "the database cannot be written" in said for code, said in looks)
        board = await here.answered(await here.types("leaderboard", member=members[0]))
        assert "M0" in says(board)  # what only reads goes on
    lost = [each for each in members if each.id in refused]
    assert await all_told(here, card, lost) == (refused, set())
    assert stored_members(running, card) == {each.id for each in members}
    assert (await machine.health(running))[0] == 200
    assert machine.faults_of(running.database) == []
    said = running.lines[lines:]
    assert 1 <= sum("storing failed" in line for line in said) <= 3
    assert "storing works again" in said[-1]
    assert len(said) < 10, said


async def test_answers_wait_for_a_short_lock_and_are_stored_once(running, here):
    card, members = await card_of(here), crowd(here, 10)
    with machine.locked(running.database):
        clicks = await clicked_by(here, card, members)
        await asyncio.sleep(2 if machine.LONG else 1.2)  # longer than it takes to defer
    assert await told(here, clicks) == ({each.id for each in members}, set())
    assert stored_members(running, card) == {each.id for each in members}
    assert machine.faults_of(running.database) == []


async def test_a_second_program_on_the_same_database_refuses_in_one_line_and_the_first_goes_on(
    running, here, tmp_path
):
    identified = here.gateway.identified
    second = await Bot(tmp_path, here).start(DATABASE=running.database)
    try:
        assert await second.ends() == 1
    finally:
        await second.kill()
    (line,) = second.lines
    assert f"{running.database} is in use by another quizbot" in line
    assert here.gateway.identified == identified
    card = await card_of(here)
    await told(here, await clicked_by(here, card, [here.bob]))
    assert stored_members(running, card) == {here.bob.id}
