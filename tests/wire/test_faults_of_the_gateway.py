"""The connection breaks in every way: events are replayed, none counts twice, no loop runs twice."""

import asyncio

import pytest

from bot.chat.reactions import EMOJI
from tests.wire.people import button, card_of, crowd, ids_on, responses, rows, settled

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_clicks_in_flight_while_the_gateway_is_dropped_20_times_count_once_each(running, here):
    card, members = await card_of(here), crowd(here, 100)
    before = here.gateway.resumed
    ids = [each for each in ids_on(card) if each.startswith("q:")]
    for turn in range(20):
        some = members[turn * 5 : turn * 5 + 5]
        await asyncio.gather(*(here.clicks(ids[turn % 4], card, who) for who in some[:3]))
        await here.gateway.drop([4000, 1000, None][turn % 3])
        await asyncio.gather(*(here.clicks(ids[turn % 4], card, who) for who in some[3:]))
        await here.until(lambda so_far=turn + 1: here.gateway.resumed == before + so_far)
    await settled(running, 100, card)
    assert [member_id for member_id, _ in responses(running, card)] == sorted(each.id for each in members)
    assert rows(running, "SELECT answered FROM post WHERE message_id = ?", card.id) == [(100,)]
    assert here.gateway.identified == 1


async def test_discord_asks_to_reconnect_and_the_session_goes_on(running, here):
    card = await card_of(here)
    before = here.gateway.resumed
    await here.gateway.ask_to_reconnect()
    await here.until(lambda: here.gateway.resumed == before + 1)
    await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    assert len(responses(running, card)) == 1


async def test_a_lost_session_begins_anew_without_a_second_sync_and_reads_reactions_that_it_missed(
    running, here
):
    card = await card_of(here, answers="reactions")
    await here.until_seen("PUT channels", times=4)
    await here.until(lambda: here.count("GET channels") >= 2)
    card.reactions[EMOJI["B"]].append(here.bob.id)  # nobody tells the bot
    await here.gateway.forget_session()
    await running.says("connected to Discord again")
    await settled(running, 1, card)
    await here.until(lambda: all(users != [] and len(users) == 1 for users in card.reactions.values()))
    assert here.count("PUT applications") == 0
    ((member_id, _),) = responses(running, card)
    assert member_id == here.bob.id


def removed(running, here):
    """When the server removed the bot, as it is stored."""
    return rows(running, "SELECT removed_at FROM server WHERE guild_id = ?", here.server.id)


async def test_an_outage_of_a_server_is_not_a_removal(running, here):
    card = await card_of(here)
    await here.gateway.send("GUILD_DELETE", {"id": str(here.server.id), "unavailable": True})
    await here.gateway.send("GUILD_CREATE", here.server.payload())
    await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    assert removed(running, here) == [(None,)]


async def test_a_removal_is_noted_and_coming_back_takes_the_note_away(running, here):
    await here.gateway.send("GUILD_DELETE", {"id": str(here.server.id)})
    await running.says(f"left server {here.server.id}")
    assert removed(running, here) != [(None,)]
    await here.gateway.send("GUILD_CREATE", here.server.payload())
    await running.says(f"back in server {here.server.id}")
    assert removed(running, here) == [(None,)]
