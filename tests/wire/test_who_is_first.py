"""One member does two things at the same moment: one counts, and everybody hears which."""

import asyncio

import pytest

from bot.chat.reactions import EMOJI
from tests.wire.people import button, card_of, responses, rows, says, settled


async def test_two_options_at_the_same_moment_are_one_answer_and_both_clicks_are_answered(bot, discord):
    await (await bot.start()).is_ready()
    for _ in range(5):
        card = await card_of(discord, level="apply")
        member = discord.user("quick")
        clicks = await asyncio.gather(
            *(discord.clicks(button(card, "q:", f":{letter}"), card, member) for letter in "AC")
        )
        verdicts = [await discord.answered(each) for each in clicks]
        assert sum("You answered this card before" in says(each) for each in verdicts) == 1
        stored = rows(bot, "SELECT count(*) FROM response WHERE member_id = ?", member.id)
        assert stored == [(1,)]
        discord.ada = discord.user("next")  # /quiz is once in five seconds for each member


@pytest.mark.parametrize("reaction_first", [True, False])
async def test_a_button_and_a_reaction_at_once_are_one_answer(bot, discord, reaction_first):
    await (await bot.start()).is_ready()
    card = await card_of(discord, answers="reactions")
    await discord.until_seen("PUT channels", times=4)
    reacts = discord.reacts(EMOJI["A"], card)
    clicks = discord.clicks(button(card, "q:", ":0"), card)
    await asyncio.gather(*([reacts, clicks] if reaction_first else [clicks, reacts]))
    await settled(bot, 1)
    await discord.until_seen(f"DELETE channels/{discord.channel.id}/messages/{card.id}/reactions")
    result = await discord.answered(await discord.clicks(button(card, "y:"), card))
    assert len(responses(bot)) == 1
    assert "Now you know" in says(result) if responses(bot)[0][1] == "[]" else "You chose A" in says(result)


async def test_the_same_click_delivered_twice_is_one_answer(bot, discord):
    await (await bot.start()).is_ready()
    card = await card_of(discord)
    first = await discord.clicks(button(card, "q:", ":0"), card)
    await discord.gateway.send(
        "INTERACTION_CREATE",
        discord.rest.interaction(
            first, {"component_type": 2, "custom_id": button(card, "q:", ":0"), "id": 1}
        ),
    )
    await discord.answered(first)
    await discord.until_seen("POST interactions", times=3)  # the second acknowledgement is refused
    assert len(responses(bot)) == 1
    assert await bot.stops() == 0
    assert not any("Traceback" in line for line in bot.lines)
