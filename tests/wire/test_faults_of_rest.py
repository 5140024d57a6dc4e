"""Discord's REST answers late, wrongly or not at all: nothing is lost, nothing counts twice."""

import asyncio

import pytest

from tests.wire.people import button, card_of, crowd, ids_on, responses, rows, says, settled


async def storm(discord, card, members):
    """Everybody clicks at once; the interactions."""
    ids = [each for each in ids_on(card) if each.startswith("q:")]
    clicks = (discord.clicks(ids[number % 4], card, who) for number, who in enumerate(members))
    return await asyncio.gather(*clicks)


def counted_once(bot, members):
    """Everybody has one answer; what follows from answers says the same."""
    assert [member_id for member_id, _ in responses(bot)] == sorted(each.id for each in members)
    assert rows(bot, "SELECT answered FROM post") == [(len(members),)]
    assert rows(bot, "SELECT sum(answered) FROM total WHERE period = 'all' AND topic = ''") == [
        (len(members),)
    ]
    assert rows(bot, "SELECT count(*) FROM member") == [(len(members),)]


FAULTS = {
    "a 429 of the bucket": {"status": 429, "retry_after": 0.2},
    "a 503 before the effect": {"status": 503},
    "a 503 after the effect": {"status": 503, "after": True},
    "a 500 after the effect": {"status": 500, "after": True},
    "a reset before the effect": {"status": None},
    "a reset after the effect": {"status": None, "after": True},
}


async def test_of_300_clicks_while_rest_answers_429_503_and_resets_none_is_lost_or_counted_twice(
    bot, discord
):
    await (await bot.start()).is_ready()
    card, members = await card_of(discord), crowd(discord, 300)
    for about in FAULTS.values():
        discord.fail("POST interactions", times=20, **about)
    clicks = []
    for start in range(0, 300, 50):
        clicks += await storm(discord, card, members[start : start + 50])
        await settled(bot, start + 50)
    counted_once(bot, members)
    discord.faults.clear()
    # A reset is neither success nor failure: who got no answer gets it with the next click.
    for who, clicked in zip(members, clicks, strict=True):
        if clicked.original is None:
            again = await discord.answered(await discord.clicks(button(card, "q:", ":0"), card, who))
            assert "You answered this card before" in says(again)
    counted_once(bot, members)
    assert await bot.stops() == 0
    assert not any("Traceback" in line for line in bot.lines)


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_click_is_answered_or_stored_whatever_rest_says(bot, discord, fault):
    await (await bot.start()).is_ready()
    card = await card_of(discord)
    discord.fail("POST interactions", **FAULTS[fault])
    clicked = await discord.clicks(button(card, "q:", ":0"), card)
    await settled(bot, 1)
    again = await discord.answered(await discord.clicks(button(card, "q:", ":A"), card))
    assert "You answered this card before" in says(again)
    assert len(responses(bot)) == 1
    assert clicked.original is None or "Now you know" in says(clicked.original)
    assert await bot.stops() == 0
