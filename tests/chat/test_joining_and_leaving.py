"""Servers that the bot joins, leaves, comes back to, and forgets after 30 days."""

import asyncio
import logging
from datetime import timedelta

import discord
from simcord.backend import serializers

from tests.chat.world import text

DAY_S = 86_400.0


def greetings(channel):
    return [message.content for message in channel.history() if "`/setup`" in message.content]


async def invited(world, name="Elsewhere", guild_id=None, **overwrite):
    """The bot is added to a server whose system channel is "general"."""
    with world.deaf():
        guild = world.env.create_guild(name, id=guild_id)
        role = next(each for each in world.env.backend.get_guild(guild.id).roles.values() if each.managed)
        overwrites = {guild.roles[role.name]: discord.PermissionOverwrite(**overwrite)} if overwrite else {}
        channel = guild.create_text_channel("general", overwrites=overwrites)
        world.env.backend.edit_guild(guild.id, {"system_channel_id": channel.id})
    return guild, channel


async def kicked(world, guild):
    """The bot is removed from a server, which may come back under its id."""
    world.env.backend.remove_guild(guild.id)
    world.env.backend._reserved_ids.discard(guild.id)
    await world.env.settle()


async def joins(world, guild):
    """The bot is told of a server that it was added to."""
    backend = world.env.backend
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(guild.id)))
    await world.env.settle()


async def known(world):
    return await world.read(lambda store: store.known_servers())


async def test_a_server_is_greeted_with_one_line_when_the_bot_joins_and_never_again(world, caplog):
    caplog.set_level(logging.INFO, "bot.chat.servers")
    guild, channel = await invited(world)
    await joins(world, guild)
    (line,) = greetings(channel)
    assert "\n" not in line
    assert f"joined server {guild.id}" in [record.getMessage() for record in caplog.records]
    await kicked(world, guild)
    assert f"left server {guild.id}" in [record.getMessage() for record in caplog.records]
    guild, channel = await invited(world, guild_id=guild.id)
    await joins(world, guild)
    assert greetings(channel) == []
    assert (await known(world))[guild.id] is None


async def test_a_server_that_invited_the_bot_while_it_was_not_running_is_greeted_once(world):
    await world.env.settle()
    _, channel = await invited(world)
    assert greetings(channel) == []
    for _ in range(2):
        await world.restart()
        await world.env.settle()
        assert len(greetings(channel)) == 1


async def test_where_the_bot_may_not_write_or_view_nothing_is_sent(world):
    for name, denied in (("a", "send_messages"), ("b", "view_channel")):
        guild, _ = await invited(world, name, **{denied: False})
        before = len(world.env.http_requests)
        await joins(world, guild)
        assert [r for r in world.env.http_requests[before:] if r.method == "POST"] == []
        assert guild.id in await known(world)


async def test_a_greeting_that_fails_is_not_tried_again(world):
    guild, channel = await invited(world)
    world.env.inject_error("POST", "/channels/*/messages", status=500, code=0, times=1)
    await joins(world, guild)
    await world.restart()
    assert greetings(channel) == []


async def test_a_server_that_removed_the_bot_while_it_was_not_running_counts_as_left(world):
    guild, _ = await invited(world)
    await joins(world, guild)
    with world.deaf():
        world.env.backend.remove_guild(guild.id)
    await world.restart()
    assert (await known(world))[guild.id] is not None
    assert (await known(world))[world.guild.id] is None


async def test_an_outage_is_not_a_removal(world):
    parsers = world.client._connection.parsers
    with world.env._bot_scope():
        parsers["GUILD_DELETE"]({"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    with world.env._bot_scope():
        world.client.dispatch("ready")
    await world.env.settle()
    assert await known(world) == {world.guild.id: None}


async def test_kicked_in_mid_game_and_invited_again_quiz_works_at_once(world):
    """Field reports, Posts 9: a channel is not stuck in a running game."""
    await world.answers(world.ada, await world.quiz())
    await kicked(world, world.guild)
    guild = world.env.create_guild("Study group", id=world.guild.id)
    channel = guild.create_text_channel("networking")
    await world.env.settle()
    ada = guild.add_member(world.ada.user)
    await world.env.advance_time(6)
    card = (await ada.slash(channel, "quiz", topic="networking")).response
    verdict = await world.answers(ada, card)
    assert "points" in text(verdict)
    board = (await ada.slash(channel, "leaderboard")).response
    assert "**1.** Ada" in text(board)


async def test_a_deleted_channel_is_dropped_from_where_quiz_is_allowed(world):
    room = world.guild.create_text_channel("room")
    await world.set(channels=(room.id, world.channel.id))
    world.env.backend.delete_channel(room.id)
    await world.env.settle()
    server = await world.read(lambda store: store.server(world.guild.id))
    assert server.channels == (world.channel.id,)
    with world.deaf():
        world.env.backend.delete_channel(world.channel.id)
    await world.restart()
    assert (await world.read(lambda store: store.server(world.guild.id))).channels == ()


def clock_is_off(world, seconds):
    """Discord tells a time from which ours differs."""
    world.client.clock_watch.told(world.clock.now() - timedelta(seconds=seconds))


async def passes(world, days):
    """So many days later; the loop has had its hour."""
    world.env.settle_timeout = 60
    await world.env.advance_time(days * DAY_S + 3700)


async def left_with_data(world):
    await world.answers(world.ada, await world.quiz())
    await kicked(world, world.guild)


async def posts(world):
    return await world.read(lambda store: store.connection.execute("SELECT count(*) FROM post").fetchone()[0])


async def test_the_data_of_a_left_server_are_erased_after_30_days_and_a_log_line_says_so(world, caplog):
    caplog.set_level(logging.INFO, "bot.chat.housekeeping")
    clock_is_off(world, 3)
    await left_with_data(world)
    await passes(world, 29.9)
    assert (await posts(world), world.guild.id in await known(world)) == (1, True)
    await passes(world, 0.1)
    assert (await posts(world), world.guild.id in await known(world)) == (0, False)
    erased = f"erased what was kept about server {world.guild.id}, which was left 30 days ago"
    assert [record.getMessage() for record in caplog.records] == [erased]


async def test_nothing_is_erased_while_the_clock_may_be_wrong(world):
    await left_with_data(world)
    await passes(world, 31)
    assert await posts(world) == 1  # Discord told no time yet
    for seconds in (121, -121):
        clock_is_off(world, seconds)
        await world.client.housekeeping.erase()
        assert await posts(world) == 1
    clock_is_off(world, -119)
    await world.client.housekeeping.erase()
    assert await posts(world) == 0


async def test_a_clock_that_was_wrong_when_the_bot_was_removed_shortens_no_time(world):
    """Forty days behind, and mended by a time server a minute later."""
    clock_is_off(world, -40 * DAY_S)
    await left_with_data(world)
    removed = (await known(world))[world.guild.id]
    assert abs((removed - world.clock.now()).total_seconds() - 40 * DAY_S) < 60
    clock_is_off(world, 0)
    await world.client.housekeeping.erase()
    assert await posts(world) == 1


async def test_a_server_that_comes_back_in_time_keeps_everything(world):
    clock_is_off(world, 0)
    await left_with_data(world)
    await passes(world, 20)
    world.env.create_guild("Study group", id=world.guild.id)
    await world.env.settle()
    await passes(world, 20)
    assert await posts(world) == 1


async def test_many_posts_are_erased_in_steps_between_which_others_are_served(world):
    await left_with_data(world)
    await world.client.context.engine.run(
        lambda store: store.connection.execute(
            """WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 950)
            INSERT INTO post SELECT printf('%013d', n), scope, guild_id, channel_id, n, question_key,
            revision_key, shown, asked_by, private_to, posted_at, 0, 0, 'buttons', NULL, 0
            FROM post, number"""
        )
    )
    await world.client.context.engine.run(
        lambda store: store.connection.execute("UPDATE server SET removed_at = '2025-01-01T00:00:00.000Z'")
    )
    clock_is_off(world, 0)
    seen, engine = [], world.client.context.engine
    erasing = asyncio.create_task(world.client.housekeeping.erase())
    while not erasing.done():
        seen.append(
            await engine.run(
                lambda store: store.connection.execute("SELECT count(*) FROM post").fetchone()[0]
            )
        )
    await erasing
    assert len({number for number in seen if 0 < number < 951}) >= 2
    assert await posts(world) == 0
