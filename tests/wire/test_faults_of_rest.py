"""Discord's REST answers late, wrongly or not at all: nothing is lost, nothing counts twice."""

import asyncio

import pytest

from tests.wire.people import button, card_of, crowd, ids_on, responses, rows, says, settled

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def storm(here, card, members):
    """Everybody clicks at once; the interactions."""
    ids = [each for each in ids_on(card) if each.startswith("q:")]
    clicks = (here.clicks(ids[number % 4], card, who) for number, who in enumerate(members))
    return await asyncio.gather(*clicks)


def counted_once(running, card, members):
    """Everybody has one answer; what follows from answers says the same."""
    everybody = [(len(members),)]
    assert [member_id for member_id, _ in responses(running, card)] == sorted(each.id for each in members)
    post = f"post WHERE message_id = {card.id}"
    assert rows(running, f"SELECT answered FROM {post}") == everybody
    here = f"scope = (SELECT scope FROM {post})"
    of_all = f"SELECT sum(answered) FROM total WHERE {here} AND period = 'all' AND topic = ''"
    assert rows(running, of_all) == everybody
    assert rows(running, f"SELECT count(*) FROM member WHERE {here}") == everybody


FAULTS = {
    "a 429 of the bucket": {"status": 429, "retry_after": 0.2},
    "a 503 before the effect": {"status": 503},
    "a 503 after the effect": {"status": 503, "after": True},
    "a 500 after the effect": {"status": 500, "after": True},
    "a reset before the effect": {"status": None},
    "a reset after the effect": {"status": None, "after": True},
}


async def test_of_300_clicks_while_rest_answers_429_503_and_resets_none_is_lost_or_counted_twice(
    running, here
):
    card, members = await card_of(here), crowd(here, 300)
    for about in FAULTS.values():
        here.fail("POST interactions", times=20, **about)
    clicks = []
    for start in range(0, 300, 50):
        clicks += await storm(here, card, members[start : start + 50])
        await settled(running, start + 50, card)
    counted_once(running, card, members)
    here.faults.clear()
    # A reset is neither success nor failure: who got no answer gets it with the next click.
    for who, clicked in zip(members, clicks, strict=True):
        if clicked.original is None:
            again = await here.answered(await here.clicks(button(card, "q:", ":0"), card, who))
            assert "You answered this card before" in says(again)
    counted_once(running, card, members)


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_click_is_answered_or_stored_whatever_rest_says(running, here, fault):
    card = await card_of(here)
    here.fail("POST interactions", **FAULTS[fault])
    clicked = await here.clicks(button(card, "q:", ":0"), card)
    await settled(running, 1, card)
    again = await here.answered(await here.clicks(button(card, "q:", ":A"), card))
    assert "You answered this card before" in says(again)
    assert len(responses(running, card)) == 1
    assert clicked.original is None or "Now you know" in says(clicked.original)
