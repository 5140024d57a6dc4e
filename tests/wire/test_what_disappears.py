"""Messages, channels, rights, servers and members that disappear at any step cost nobody an answer."""

import discord as library
import pytest

from bot.chat import markdown
from bot.chat.reactions import EMOJI
from tests.wire.people import (
    button,
    card_of,
    close,
    crowd,
    ids_on,
    in_the_end,
    responses,
    rows,
    says,
    settled,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")

VIEW = library.Permissions(view_channel=True).value
MANAGE = library.Permissions(manage_messages=True).value


async def answered(here, card, member=None):
    """A member gets the verdict."""
    verdict = await here.answered(await here.clicks(button(card, "q:", ":0"), card, member))
    assert "Now you know" in says(verdict)
    assert verdict.seen_by == (member or here.bob).id
    return verdict


def is_given_up(running, card):
    """The bot has learnt that the card's message is gone."""
    return rows(running, "SELECT count_frozen FROM post WHERE message_id = ?", card.id) == [(1,)]


@pytest.mark.parametrize("what", ["message", "channel"])
async def test_a_card_that_is_deleted_before_its_count_is_edited_keeps_its_answers(running, here, what):
    card = await card_of(here)
    if what == "message":
        here.deletes_message(card)
    else:
        await here.deletes_channel(here.channel)
    await answered(here, card)
    await in_the_end(running, here, lambda: is_given_up(running, card))
    edits = here.count(f"PATCH channels/{card.channel_id}")
    await answered(here, card, here.ada)
    running.clock.moves(20)
    later = here.add_channel(here.server, "later")
    await here.gateway.send("CHANNEL_CREATE", later.payload())
    other = await here.answered(await here.types("quiz", here.bob, later, topic="networking"))
    await answered(here, other)
    await in_the_end(running, here, lambda: "1 answered" in says(other))
    assert here.count(f"PATCH channels/{card.channel_id}") == edits, "what is gone is not edited again"
    assert len(responses(running, card)) == 2


async def test_a_card_that_is_deleted_between_click_and_verdict_is_answered(running, here):
    card = await card_of(here)
    release = here.hold("POST interactions", times=1)
    clicked = await here.clicks(button(card, "q:", ":0"), card)
    await here.until_seen("POST interactions", times=2)
    here.deletes_message(card)
    release.set()
    assert "Now you know" in says(await here.answered(clicked))
    assert len(responses(running, card)) == 1


@pytest.mark.parametrize("what", ["message", "channel"])
async def test_a_card_that_is_deleted_before_it_is_closed_is_closed_once(running, here, what):
    card = await card_of(here)
    await answered(here, card)
    await in_the_end(running, here, lambda: "1 answered" in says(card))
    release = here.hold(f"PATCH channels/{card.channel_id}", times=1)
    await close(here, card)
    await here.until_seen(f"PATCH channels/{card.channel_id}", times=2)
    if what == "message":
        here.deletes_message(card)
    else:
        await here.deletes_channel(here.channel)
    release.set()
    await in_the_end(running, here, lambda: is_given_up(running, card))
    ((closed, shown),) = rows(
        running, "SELECT closed_at IS NOT NULL, closing_shown FROM post WHERE message_id = ?", card.id
    )
    assert (closed, shown) == (1, 1)
    assert len(responses(running, card)) == 1


async def test_a_right_that_is_taken_away_costs_the_count_only_and_comes_back(running, here):
    card = await card_of(here)
    await here.denies(here.channel, VIEW)
    await answered(here, card)
    await here.until_seen(f"PATCH channels/{card.channel_id}")
    await answered(here, card, here.ada)
    await here.denies(here.channel, 0)
    running.clock.moves(601)
    (third,) = crowd(here, 1)
    await answered(here, card, third)
    await in_the_end(running, here, lambda: "3 answered" in says(card))


async def test_a_card_with_reactions_takes_buttons_when_it_may_not_take_them_away(running, here):
    card = await card_of(here, answers="reactions")
    await here.until(lambda: len(card.reactions) == 4 and here.count("GET channels") == 2)
    here.channel.denied = MANAGE  # and nobody tells the bot
    await here.reacts(EMOJI["A"], card)
    await settled(running, 1, card)
    await in_the_end(running, here, lambda: any(each.endswith(":A") for each in ids_on(card)))
    await here.answered(await here.clicks(button(card, "q:", ":A"), card, here.ada))
    assert len(responses(running, card)) == 2


async def test_a_card_with_reactions_that_is_deleted_is_left_alone(running, here):
    card = await card_of(here, answers="reactions")
    await here.until(lambda: len(card.reactions) == 4 and here.count("GET channels") == 2)
    here.deletes_message(card)
    await here.gateway.send("MESSAGE_REACTION_ADD", here.rest.reaction(card, EMOJI["A"], here.bob))
    await settled(running, 1, card)
    await in_the_end(running, here, lambda: is_given_up(running, card))


async def test_clicks_in_flight_while_the_server_removes_the_bot_are_stored_and_answered(running, here):
    card, members = await card_of(here), crowd(here, 20)
    release = here.hold("POST interactions")
    clicks = [await here.clicks(button(card, "q:", ":0"), card, who) for who in members]
    await here.until_seen("POST interactions", times=21)
    server = here.server
    await here.removes_bot()
    await running.says(f"left server {server.id}")
    release.set()
    for each in clicks:
        assert "Now you know" in says(await here.answered(each))
    assert len(responses(running, card)) == 20
    here.servers[server.id] = server
    await here.gateway.send("GUILD_CREATE", server.payload())
    await running.says(f"back in server {server.id}")
    assert len(responses(running, card)) == 20


async def test_whoever_left_or_is_renamed_is_on_the_board_inert_and_nobody_is_asked(running, here):
    card = await card_of(here)
    gone, renamed = here.user("gone"), here.user("plain")
    for who in (gone, renamed):
        for letter in "ABCD":  # the first counts
            await here.answered(await here.clicks(button(card, "q:", f":{letter}"), card, who))
    del here.users[gone.id]
    renamed.name = "**<@1>** @everyone `x`"
    other = await here.answered(await here.types("quiz", here.bob, topic="networking"))
    await answered(here, other, renamed)
    board = await here.answered(await here.types("leaderboard"))
    assert "Gone" in says(board)
    assert "Plain" not in says(board)
    assert markdown.name(renamed.name.title()) in says(board)
    assert renamed.name.title() not in says(board)
    assert board.body["allowed_mentions"] == {"parse": []}
    assert not [each for each in here.seen if "members" in each or each.startswith("GET users")]
