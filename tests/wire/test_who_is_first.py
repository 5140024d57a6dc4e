"""One member does two things at the same moment: one counts, and everybody hears which."""

import asyncio

import pytest

from bot.chat.reactions import EMOJI
from tests.wire.people import button, card_of, responses, rows, says, settled

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_options_at_the_same_moment_are_one_answer_and_both_clicks_are_answered(running, here):
    for _ in range(5):
        card = await card_of(here, level="apply")
        member = here.user("quick")
        clicks = await asyncio.gather(
            *(here.clicks(button(card, "q:", f":{letter}"), card, member) for letter in "AC")
        )
        verdicts = [await here.answered(each) for each in clicks]
        assert sum("You answered this card before" in says(each) for each in verdicts) == 1
        stored = rows(running, "SELECT count(*) FROM response WHERE member_id = ?", member.id)
        assert stored == [(1,)]
        here.ada = here.user("next")  # /quiz is once in five seconds for each member


@pytest.mark.parametrize("reaction_first", [True, False])
async def test_a_button_and_a_reaction_at_once_are_one_answer(running, here, reaction_first):
    card = await card_of(here, answers="reactions")
    await here.until_seen("PUT channels", times=4)
    reacts = here.reacts(EMOJI["A"], card)
    clicks = here.clicks(button(card, "q:", ":0"), card)
    await asyncio.gather(*([reacts, clicks] if reaction_first else [clicks, reacts]))
    await settled(running, 1, card)
    await here.until_seen(f"DELETE channels/{here.channel.id}/messages/{card.id}/reactions")
    result = await here.answered(await here.clicks(button(card, "y:"), card))
    ((_, chosen),) = responses(running, card)
    assert ("Now you know" if chosen == "[]" else "You chose A") in says(result)


async def test_the_same_click_delivered_twice_is_one_answer(running, here):
    card = await card_of(here)
    first = await here.clicks(button(card, "q:", ":0"), card)
    await here.gateway.send(
        "INTERACTION_CREATE",
        here.rest.interaction(first, {"component_type": 2, "custom_id": button(card, "q:", ":0"), "id": 1}),
    )
    await here.answered(first)
    await here.until_seen("POST interactions", times=3)  # the second acknowledgement is refused
    assert len(responses(running, card)) == 1
