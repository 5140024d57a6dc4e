"""The connection breaks in every way: events are replayed, none counts twice, no loop runs twice."""

import asyncio

from bot.chat.reactions import EMOJI
from tests.wire.people import button, card_of, crowd, ids_on, responses, rows, settled


async def test_clicks_in_flight_while_the_gateway_is_dropped_20_times_count_once_each(bot, discord):
    await (await bot.start()).is_ready()
    card, members = await card_of(discord), crowd(discord, 100)
    ids = [each for each in ids_on(card) if each.startswith("q:")]
    for turn in range(20):
        some = members[turn * 5 : turn * 5 + 5]
        await asyncio.gather(*(discord.clicks(ids[turn % 4], card, who) for who in some[:3]))
        await discord.gateway.drop([4000, 1000, None][turn % 3])
        await asyncio.gather(*(discord.clicks(ids[turn % 4], card, who) for who in some[3:]))
        await discord.until(lambda so_far=turn + 1: discord.gateway.resumed == so_far)
    await settled(bot, 100)
    assert [member_id for member_id, _ in responses(bot)] == sorted(each.id for each in members)
    assert rows(bot, "SELECT answered FROM post") == [(100,)]
    assert (discord.gateway.resumed, discord.gateway.identified) == (20, 1)
    assert await bot.stops() == 0


async def test_discord_asks_to_reconnect_and_the_session_goes_on(bot, discord):
    await (await bot.start()).is_ready()
    card = await card_of(discord)
    await discord.gateway.ask_to_reconnect()
    await bot.says("the connection to Discord was resumed")
    await discord.answered(await discord.clicks(button(card, "q:", ":0"), card))
    assert len(responses(bot)) == 1


async def test_a_lost_session_begins_anew_without_a_second_sync_and_reads_reactions_that_it_missed(
    bot, discord
):
    await (await bot.start()).is_ready()
    card = await card_of(discord, answers="reactions")
    await discord.until_seen("PUT channels", times=4)
    await discord.until(lambda: discord.count("GET channels") >= 2)
    card.reactions[EMOJI["B"]].append(discord.bob.id)  # nobody tells the bot
    await discord.gateway.forget_session()
    await bot.says("connected to Discord again")
    await settled(bot, 1)
    await discord.until(lambda: all(users != [] and len(users) == 1 for users in card.reactions.values()))
    assert discord.count("PUT applications") == 1
    assert responses(bot)[0][0] == discord.bob.id


async def test_an_outage_of_a_server_is_not_a_removal(bot, discord):
    await (await bot.start()).is_ready()
    card = await card_of(discord)
    await discord.gateway.send("GUILD_DELETE", {"id": str(discord.server.id), "unavailable": True})
    await discord.gateway.send("GUILD_CREATE", discord.server.payload())
    await discord.answered(await discord.clicks(button(card, "q:", ":0"), card))
    assert rows(bot, "SELECT removed_at FROM server") == [(None,)]


async def test_a_removal_is_noted_and_coming_back_takes_the_note_away(bot, discord):
    await (await bot.start()).is_ready()
    await discord.gateway.send("GUILD_DELETE", {"id": str(discord.server.id)})
    await bot.says("left")
    assert rows(bot, "SELECT removed_at IS NULL FROM server") == [(0,)]
    await discord.gateway.send("GUILD_CREATE", discord.server.payload())
    await bot.says("back in server")
    assert rows(bot, "SELECT removed_at FROM server") == [(None,)]
