"""Reactions that come at the same moment, while cards are read, or while reading fails."""

import asyncio

import aiohttp
import pytest

from bot.chat.reactions import EMOJI
from tests.chat.test_reactions import below, responses
from tests.chat.world import buttons, post_of


def reaction(world, card, member, letter):
    user = {"id": str(member.id), "username": member.name, "discriminator": "0", "avatar": None}
    about = {"user": user, "roles": [], "joined_at": "2020-01-01T00:00:00+00:00", "flags": 0}
    return {
        **{"user_id": str(member.id), "channel_id": str(world.channel.id), "message_id": str(card.id)},
        **{"guild_id": str(world.guild.id), "burst": False, "type": 0},
        "member": about | {"deaf": False, "mute": False},
        "emoji": {"id": None, "name": EMOJI[letter]},
    }


def hold_readings(world):
    """Every reading of a card waits for this event."""
    let_go, real = asyncio.Event(), world.client.reactions._settle

    async def held(*arguments):
        await let_go.wait()
        await real(*arguments)

    world.client.reactions._settle = held
    return let_go


async def nothing_in_flight(world):
    await asyncio.wait_for(world.client.in_flight.over(), 5)


async def test_of_two_reactions_in_one_moment_the_first_counts(world):
    card = await world.quiz(answers="reactions")
    members = [world.member(f"m{number}") for number in range(40)]
    stored = await world.read(lambda store: store.post(post_of(card)).post)
    with world.env._bot_scope():
        for number, member in enumerate(members):
            for letter in "AB" if number % 2 else "BA":
                world.client._connection.parsers["MESSAGE_REACTION_ADD"](
                    reaction(world, card, member, letter)
                )
    await world.env.settle()
    await nothing_in_flight(world)
    chosen = {member_id: option_ids for member_id, option_ids, _ in await responses(world, card)}
    for number, member in enumerate(members):
        first = stored.shown["AB".index("A" if number % 2 else "B")]
        assert chosen[member.id] == f'["{first}"]'


async def test_one_card_that_cannot_be_read_does_not_hold_up_the_others(world):
    first = await world.quiz(answers="reactions")
    second = await world.quiz(answers="reactions")
    real = world.client.reactions._settle

    async def broken(partial, post, reading):
        if post.post_id == post_of(second):
            raise aiohttp.ServerDisconnectedError
        await real(partial, post, reading)

    world.client.reactions._settle = broken
    with world.deaf():
        await world.bob.react(first, EMOJI["A"])
    world.client.reactions.catch_up()
    await world.env.settle()
    await world.bob.react(second, EMOJI["A"])
    assert (len(await responses(world, first)), len(await responses(world, second))) == (1, 1)
    assert world.client.in_flight.count == 0


async def test_a_second_connection_while_cards_are_read_leaves_nobody_waiting(world):
    card = await world.quiz(answers="reactions")
    let_go = hold_readings(world)
    world.client.reactions.catch_up()
    await asyncio.sleep(0)
    with world.env._bot_scope():
        world.client._connection.parsers["MESSAGE_REACTION_ADD"](reaction(world, card, world.bob, "A"))
    world.client.reactions.catch_up()
    await asyncio.sleep(0)
    let_go.set()
    await nothing_in_flight(world)
    await world.env.settle()
    assert len(await responses(world, card)) == 1


async def test_a_letter_from_before_and_one_put_while_the_card_is_read_count_both_not(world):
    card = await world.quiz(answers="reactions")
    with world.deaf():
        await world.bob.react(card, EMOJI["A"])
    let_go = hold_readings(world)
    world.client.reactions.expect(card.id)
    world.client.reactions.catch_up()
    reacting = asyncio.create_task(world.bob.react(card, EMOJI["B"]))
    await asyncio.sleep(0.05)
    let_go.set()
    await reacting
    await nothing_in_flight(world)
    assert await responses(world, card) == []
    assert all(users == {world.client.user.id} for users in below(world, card).values())


async def test_a_reaction_that_is_gone_meanwhile_freezes_no_card(world):
    card = await world.quiz(answers="reactions")
    with world.deaf():
        await world.bob.react(card, EMOJI["A"])
        await world.ada.react(card, EMOJI["B"])
    world.env.inject_error("DELETE", "/channels/*/messages/*/reactions/*/*", status=404, code=10014, times=1)
    await world.restart()
    await world.env.advance_time(2)
    assert len(await responses(world, card)) == 2
    assert not await world.read(lambda store: store.count_is_frozen(post_of(card)))


@pytest.mark.parametrize("status", [400, 403])
async def test_where_no_more_letters_can_be_put_the_card_takes_buttons(world, status):
    world.env.inject_error(
        "PUT", "/channels/*/messages/*/reactions/*/@me", status=status, code=30010, times=1
    )
    card = await world.quiz(answers="reactions")
    await world.env.advance_time(2)
    assert buttons(card)[0] == f"q:{post_of(card)}:A"
