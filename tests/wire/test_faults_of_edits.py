"""Edits of cards and reactions go wrong in every way: in the end each card shows what it should."""

import pytest

from bot.chat.reactions import EMOJI
from tests.wire.people import button, card_of, close, in_the_end, responses, says, settled, shown_as_closed

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAULTS = {
    "a 429 of the bucket": {"status": 429, "retry_after": 0.2},
    "a 429 of the door keeper": {"status": 429, "via": False},
    "500 once": {"status": 500},
    "500 always": {"status": 500, "times": 5},
    "502 once": {"status": 502},
    "503 once": {"status": 503},
    "503 twice": {"status": 503, "times": 2},
    "520 once": {"status": 520},
    "a reset before the effect": {"status": None},
    "a reset after the effect": {"status": None, "after": True},
}


async def test_the_count_and_the_answer_of_a_card_are_shown_whatever_rest_says(running, here):
    cards = {}
    for name, about in FAULTS.items():
        here.ada, here.channel = here.user("ada"), here.add_channel(here.server, "quiz")
        await here.gateway.send("CHANNEL_CREATE", here.channel.payload())
        card = cards[name] = await card_of(here)
        here.fail(f"PATCH channels/{here.channel.id}", **about)
        card.asker = here.ada
        await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    for name, card in cards.items():
        await in_the_end(running, here, lambda card=card: "1 answered" in says(card))
        here.ada = card.asker
        here.fail(f"PATCH channels/{card.channel_id}", **FAULTS[name])
        await close(here, card)
    for card in cards.values():
        await in_the_end(running, here, lambda card=card: "Closed" in says(card))
        await shown_as_closed(running, card)
        assert "✓ **" in says(card)
    assert not any("Traceback" in line for line in running.lines)


@pytest.mark.parametrize("request_", ["PUT", "GET", "DELETE"])
@pytest.mark.parametrize(
    "fault", ["503 once", "500 always", "a reset before the effect", "a reset after the effect"]
)
async def test_reactions_are_put_read_and_taken_away_whatever_rest_says(running, here, request_, fault):
    path = f"{request_} channels/{here.channel.id}"
    if request_ == "DELETE":
        card = await card_of(here, answers="reactions")
        await here.until(lambda: len(card.reactions) == 4 and here.count("GET channels") == 2)
        here.fail(path, **FAULTS[fault])
        await here.reacts(EMOJI["A"], card)
    else:
        here.fail(path, **FAULTS[fault])
        card = await card_of(here, answers="reactions")
        await here.until(lambda: not here.faults or here.faults[0].seen == here.faults[0].times)
        await here.reacts(EMOJI["A"], card)
    await settled(running, 1, card)
    one_each = lambda: [len(users) for users in card.reactions.values()] == [1] * 4  # noqa: E731
    await in_the_end(running, here, one_each)
    assert len(responses(running, card)) == 1


async def test_an_edit_that_hangs_holds_up_nobody_elses(running, here):
    hung, other = await card_of(here), here.add_channel(here.server, "other")
    await here.gateway.send("CHANNEL_CREATE", other.payload())
    release = here.hold(f"PATCH channels/{here.channel.id}", times=1)
    await here.answered(await here.clicks(button(hung, "q:", ":0"), hung))
    await here.until_seen(f"PATCH channels/{here.channel.id}")
    for _ in range(3):  # more of the same channel wait behind it
        here.ada = here.user("ada")
        card = await card_of(here)
        await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    card = await here.answered(await here.types("quiz", here.bob, other, topic="networking"))
    await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    await in_the_end(running, here, lambda card=card: "1 answered" in says(card))
    assert "1 answered" not in says(hung)
    release.set()
    await in_the_end(running, here, lambda: "1 answered" in says(hung))
