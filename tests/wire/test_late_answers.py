"""An answer that is late, or cannot be told: it is stored, and a second click tells it."""

from contextlib import asynccontextmanager

import pytest

from tests.wire import machine
from tests.wire.people import button, card_of, crowd, responses, says, settled

pytestmark = pytest.mark.asyncio(loop_scope="session")

AGAIN = "You answered this card before"


async def told_by_a_second_click(running, here, card):
    """One answer is stored, and the next click shows it."""
    again = await here.answered(await here.clicks(button(card, "q:", ":A"), card))
    assert AGAIN in says(again)
    assert len(responses(running, card)) == 1


async def test_what_discord_no_longer_knows_after_three_seconds_is_stored(running, here):
    card, said = await card_of(here), len(running.lines)
    release = here.hold("POST interactions", times=1)
    late = await here.clicks(button(card, "q:", ":0"), card)
    await here.until_seen("POST interactions", times=2)
    here.moves(3.1)
    release.set()
    await running.says("could not be answered in time (code 10062)")
    assert late.original is None
    await told_by_a_second_click(running, here, card)
    assert len([line for line in running.lines[said:] if "WARNING" in line or "ERROR" in line]) == 1


@asynccontextmanager
async def deferred(running, here, card):
    """A click that waits for the database, and is being thought about."""
    with machine.locked(running.database):
        clicked = await here.clicks(button(card, "q:", ":0"), card)
        assert 0.9 < await here.acknowledged(clicked) < 3
        assert clicked.answer == 5
        yield clicked


async def test_a_token_that_ended_meanwhile_costs_no_answer(running, here):
    card = await card_of(here)
    async with deferred(running, here, card):
        here.moves(15 * 60)
    await running.says("could not be answered in time (code 50027)")
    await told_by_a_second_click(running, here, card)


EDITS = {
    "503": {"status": 503},
    "500 after the effect": {"status": 500, "after": True},
    "a reset before the effect": {"status": None},
    "a reset after the effect": {"status": None, "after": True},
}


@pytest.mark.parametrize("fault", EDITS)
async def test_a_verdict_that_comes_later_comes_whatever_rest_says(running, here, fault):
    card = await card_of(here)
    async with deferred(running, here, card) as clicked:
        here.fail("PATCH webhooks", **EDITS[fault])
    assert "Now you know" in says(await here.answered(clicked))
    await here.until(lambda: clicked.followups)
    assert clicked.followups[0].files
    assert len(responses(running, card)) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_picture_that_follows_may_be_lost_but_not_be_sent_twice(running, here, after):
    card = await card_of(here)
    async with deferred(running, here, card) as clicked:
        here.fail("POST webhooks", None, after=after)
    assert "Now you know" in says(await here.answered(clicked))
    await running.says("a picture could not be sent")
    assert len(clicked.followups) == after


async def test_the_door_keeper_ends_one_answer_with_one_line_and_others_go_on(running, here):
    card, said = await card_of(here), len(running.lines)
    members = crowd(here, 5)
    here.fail("POST interactions", 429, via=False)
    clicks = [await here.clicks(button(card, "q:", ":0"), card, who) for who in (here.bob, *members)]
    await settled(running, 6, card)
    await here.until(lambda: sum(bool(each.original) for each in clicks) == 5)
    await running.says("an interaction could not be answered: 429")
    assert here.count("POST interactions") == 7, "who is sent away does not come back at once"
    lines = [line for line in running.lines[said:] if "WARNING" in line or "ERROR" in line]
    assert len(lines) == 1, lines


@pytest.mark.parametrize("status", [500, 502, 503, 520])
async def test_an_error_of_discord_that_stays_costs_one_line_and_no_answer(running, here, status):
    card, said = await card_of(here), len(running.lines)
    here.fail("POST interactions", status, times=5)
    clicked = await here.clicks(button(card, "q:", ":0"), card)
    await settled(running, 1, card)
    await here.until_seen("POST interactions", times=6)
    here.faults.clear()
    if clicked.original is None:
        await told_by_a_second_click(running, here, card)
    lines = [line for line in running.lines[said:] if "WARNING" in line or "ERROR" in line]
    assert len(lines) <= 2, lines


async def test_an_answer_that_hangs_keeps_nobody_waiting(here):
    card, members = await card_of(here), crowd(here, 20)
    release = here.hold("POST interactions", times=1)
    hung = await here.clicks(button(card, "q:", ":0"), card)
    await here.until_seen("POST interactions", times=2)
    for each in [await here.clicks(button(card, "q:", ":0"), card, who) for who in members]:
        assert await here.acknowledged(each) < 3
    assert hung.acknowledged_at is None
    release.set()
    await here.answered(hung)
