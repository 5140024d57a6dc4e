"""Answers by reactions: the first counts, is taken away at once, and My result tells what came of it."""

import discord
import pytest

from bot.chat.reactions import EMOJI
from bot.core.errors import CannotSave
from bot.core.server import AnswersBy
from bot.store.responses import ResponseStore
from tests.builders import question
from tests.chat.world import World, buttons, post_of, text

OPTIONS = {letter: emoji for letter, emoji in EMOJI.items() if letter in "ABCD"}


async def letter_of(world, card, option_id="right"):
    return (await world.read(lambda store: store.post(post_of(card)).post)).letter_of(option_id)


def below(world, card):
    """Emoji -> who put it below the card, in order."""
    reactions = world.env.backend.get_message(world.channel.id, card.id).reactions
    return {each.emoji: set(each.user_ids) for each in reactions}


async def responses(world, card):
    query = "SELECT member_id, option_ids, points FROM response WHERE post_id = ?"
    return await world.read(lambda store: store.connection.execute(query, (post_of(card),)).fetchall())


async def result(world, member, card):
    return (await world.presses(member, card, f"y:{post_of(card)}")).response


async def test_the_card_has_a_letter_below_it_for_each_option_and_my_result_instead_of_letters(world):
    card = await world.quiz(answers="reactions")
    post_id = post_of(card)
    assert buttons(card) == [f"y:{post_id}", f"q:{post_id}:0", f"x:{post_id}:0"]
    assert "React with your letter" in text(card)
    bot = world.client.user.id
    assert below(world, card) == {emoji: {bot} for emoji in OPTIONS.values()}
    assert list(below(world, card)) == list(OPTIONS.values())


async def test_a_reaction_is_counted_and_taken_away_and_my_result_shows_the_private_verdict(world):
    card = await world.quiz(answers="reactions")
    assert "no answer of yours on this card yet" in text(await result(world, world.bob, card))
    await world.bob.react(card, EMOJI[await letter_of(world, card)])
    assert below(world, card) == {emoji: {world.client.user.id} for emoji in OPTIONS.values()}
    verdict = await result(world, world.bob, card)
    assert verdict.ephemeral
    assert "✓ Right" in text(verdict)
    assert "+2 points" in text(verdict)
    assert "no answer of yours" in text(await result(world, world.ada, card))


async def test_only_the_first_reaction_of_a_member_counts(world):
    card = await world.quiz(answers="reactions")
    right, wrong = [await letter_of(world, card, each) for each in ("right", "wrong-1")]
    for letter in (wrong, right, wrong):
        await world.bob.react(card, EMOJI[letter])
    await world.presses(world.bob, card, f"q:{post_of(card)}:0")
    assert await responses(world, card) == [(world.bob.id, '["wrong-1"]', 0)]
    assert all(users == {world.client.user.id} for users in below(world, card).values())


async def test_other_emoji_and_letters_that_the_card_does_not_show_count_nothing(world):
    card = await world.quiz(answers="reactions")
    await world.bob.react(card, "👍")
    await world.bob.react(card, EMOJI["H"])
    assert await responses(world, card) == []
    assert EMOJI["H"] not in {emoji for emoji, users in below(world, card).items() if users}
    assert below(world, card)["👍"] == {world.bob.id}


async def test_reactions_to_other_messages_are_left_alone(world):
    message = await world.ada.send(world.channel, "hello")
    await world.bob.react(message, EMOJI["A"])
    card = await world.quiz()  # takes buttons
    await world.bob.react(card, EMOJI["A"])
    assert below(world, card)[EMOJI["A"]] == {world.bob.id}
    assert await responses(world, card) == []


async def test_the_count_on_the_card_follows_reactions_too(world):
    card = await world.quiz(answers="reactions")
    await world.bob.react(card, EMOJI["A"])
    await world.env.advance_time(2)
    assert "1 answered" in text(card)


async def test_reactions_made_while_the_bot_was_away_are_read_when_it_returns(world):
    card = await world.quiz(answers="reactions")
    letter = await letter_of(world, card)
    with world.deaf():
        await world.bob.react(card, EMOJI[letter])
        await world.ada.react(card, EMOJI[letter])
        await world.ada.react(card, EMOJI[next(each for each in OPTIONS if each != letter)])
    await world.restart()
    await world.env.advance_time(1)
    assert await responses(world, card) == [(world.bob.id, '["right"]', 2)]
    assert all(users == {world.client.user.id} for users in below(world, card).values())
    assert "if there were two at once, neither counts" in text(await result(world, world.ada, card))
    await world.ada.react(card, EMOJI[letter])
    assert "✓ Right" in text(await result(world, world.ada, card))


async def test_who_had_answered_before_is_not_asked_again_after_reactions_while_the_bot_was_away(world):
    card = await world.quiz(answers="reactions")
    wrong = await letter_of(world, card, "wrong-2")
    await world.bob.react(card, EMOJI[wrong])
    with world.deaf():
        await world.bob.react(card, EMOJI[await letter_of(world, card)])
    await world.restart()
    await world.env.advance_time(1)
    assert await responses(world, card) == [(world.bob.id, '["wrong-2"]', 0)]


async def test_letters_that_a_crash_left_out_are_put_at_the_next_start(world):
    world.env.inject_error("PUT", "/channels/*/messages/*/reactions/*/@me", status=500, code=0, times=1)
    card = await world.quiz(answers="reactions")
    assert below(world, card) == {}
    await world.restart()
    await world.env.advance_time(1)
    assert list(below(world, card)) == list(OPTIONS.values())


@pytest.mark.parametrize("right", ["manage_messages", "add_reactions", "read_message_history"])
async def test_without_the_rights_the_mode_is_refused_and_says_what_to_grant(world, right):
    overwrite = discord.PermissionOverwrite(**{right: False})
    channel = world.guild.create_text_channel("strict", overwrites={world.guild.default_role: overwrite})
    reply = await world.quiz(channel=channel, answers="reactions")
    assert reply.ephemeral
    assert right.replace("_", " ").title() in text(reply)
    assert "answers:buttons" in text(reply)
    assert not (await world.quiz(channel=channel)).ephemeral


async def test_a_card_takes_buttons_as_soon_as_the_right_to_take_reactions_away_is_lost(world):
    card = await world.quiz(answers="reactions")
    await world.bob.react(card, EMOJI["A"])
    await world.grants(manage_messages=False)
    assert buttons(card)[0] == f"q:{post_of(card)}:A"
    assert below(world, card) == {}  # our own letters invite nobody any more
    assert "React with" not in text(card)
    assert "You answered this card before" in text(await world.answers(world.bob, card))


async def test_a_card_that_cannot_be_edited_goes_on_with_reactions_once_it_can_be_read_again(world):
    card = await world.quiz(answers="reactions")
    await world.grants(view_channel=False)
    with world.deaf():
        await world.bob.react(card, EMOJI[await letter_of(world, card)])
    await world.restart()
    await world.env.advance_time(2)
    assert await responses(world, card) == []
    await world.grants()
    assert await responses(world, card) == [(world.bob.id, '["right"]', 2)]
    await world.ada.react(card, EMOJI["A"])
    assert len(await responses(world, card)) == 2
    assert all(users == {world.client.user.id} for users in below(world, card).values())


async def test_everybody_who_reacted_while_the_bot_was_away_counts_even_if_it_may_not_clean_up(world):
    card = await world.quiz(answers="reactions")
    with world.deaf():
        for member in (world.bob, world.ada, world.member("cleo")):
            await member.react(card, EMOJI["B"])
        await world.grants(manage_messages=False)
    await world.restart()
    await world.env.advance_time(2)
    assert len(await responses(world, card)) == 3
    assert buttons(card)[0] == f"q:{post_of(card)}:A"


@pytest.mark.errors_expected
async def test_a_letter_that_could_not_be_stored_does_not_stay_to_be_seen(world, monkeypatch):
    def full(*_):
        raise CannotSave("disk is full")

    card = await world.quiz(answers="reactions")
    with monkeypatch.context() as patch:
        patch.setattr(ResponseStore, "add_response", full)
        await world.bob.react(card, EMOJI["A"])
    assert all(users == {world.client.user.id} for users in below(world, card).values())
    await world.bob.react(card, EMOJI["A"])
    assert len(await responses(world, card)) == 1


async def test_if_the_rights_are_lost_later_the_card_takes_buttons_instead_of_telling_who_chose_what(world):
    card = await world.quiz(answers="reactions")
    world.env.inject_error("DELETE", "/channels/*/messages/*/reactions/*/*", status=403, code=50013, times=1)
    await world.bob.react(card, EMOJI["A"])
    await world.env.advance_time(2)
    assert buttons(card)[0] == f"q:{post_of(card)}:A"
    assert len(await responses(world, card)) == 1


async def test_a_message_that_is_gone_is_not_looked_for_again(world):
    card = await world.quiz(answers="reactions")
    world.env.backend.delete_message(world.channel.id, card.id)
    await world.restart()
    await world.env.advance_time(1)
    since = world.clock.now().replace(year=2020)
    assert await world.read(lambda store: store.open_posts_with_reactions(since)) == []


async def test_the_servers_default_is_used_and_a_multiple_takes_buttons_all_the_same(world):
    await world.set(answers_by=AnswersBy.REACTIONS)
    assert buttons(await world.quiz())[0].startswith("y:")
    assert buttons(await world.quiz(topic="sets"))[0].startswith("m:")
    assert buttons(await world.quiz(answers="buttons"))[0].startswith("q:")


async def test_not_in_private_chats_and_not_for_multiple(world):
    reply = await world.quiz(topic="sets", answers="reactions")
    assert reply.ephemeral
    assert "one right answer only" in text(reply)


async def test_somebody_who_reacts_in_a_flood_is_counted_once_and_cleaned_up(world):
    card = await world.quiz(answers="reactions")
    for number in range(40):
        await world.bob.react(card, EMOJI["ABCD"[number % 4]])
    assert len(await responses(world, card)) == 1
    assert all(users == {world.client.user.id} for users in below(world, card).values())


async def test_a_card_of_eight_options_keeps_its_letters_in_order(tmp_path):
    options = tuple(
        type(question().options[0])(f"o-{n}", f"Option number {n}", "Because.", n == 0) for n in range(8)
    )
    async with World(tmp_path, (question(options=options),)) as world:
        card = await world.quiz(answers="reactions")
        assert list(below(world, card)) == list(EMOJI.values())
