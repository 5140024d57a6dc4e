"""Show the answer: who asked and moderators end a card for everybody."""

import discord
import pytest

from bot.chat.reactions import EMOJI
from bot.core.server import AnswersBy
from bot.store.store import Store
from tests.chat.world import buttons, components, post_of, text


async def close(world, member, card):
    """The question whether to, and what came of saying yes (None if it was refused)."""
    asked = (await world.presses(member, card, f"x:{post_of(card)}:0")).response
    sure = [each for each in buttons(asked) if each.startswith("x:")]
    if not sure:
        return asked, None
    await world.presses(member, asked, sure[0])
    await world.env.advance_time(2)
    return asked, asked


async def test_who_asked_closes_the_card_and_everybody_sees_key_explanation_picture_and_counts(world):
    card = await world.quiz()
    await world.answers(world.bob, card, "right")
    await world.answers(world.ada, card, "wrong-1")
    asked, done = await close(world, world.ada, card)
    assert asked.ephemeral
    assert "Done" in text(done)
    shown = text(card)
    for part in (
        "A wide fabric** · 1 (50 %)",
        "An office switch · 1 (50 %)",
        "A radio link · nobody",
        "Training waits for the slowest exchange",
        "Closed · 2 answered",
    ):
        assert part in shown
    assert 12 in [each["type"] for each in components(card)]
    assert buttons(card) == [f"f:{post_of(card)}:0", f"y:{post_of(card)}"]


async def test_asking_alone_closes_nothing(world):
    card = await world.quiz()
    asked = (await world.presses(world.ada, card, f"x:{post_of(card)}:0")).response
    assert "0 answers so far" in text(asked)
    await world.env.advance_time(2)
    assert "✓ Right" in text(await world.answers(world.bob, card))


async def test_other_members_are_refused_and_learn_nothing(world):
    card = await world.quiz()
    refused, done = await close(world, world.bob, card)
    assert done is None
    assert text(refused) == (
        "Only the member who asked for this question, or a moderator, can show the answer to everybody."
    )
    # Nor with the button that somebody who may was given.
    asked = (await world.presses(world.ada, card, f"x:{post_of(card)}:0")).response
    requests = await world.forged(world.bob, card, f"x:{post_of(card)}:0", f"x:{post_of(card)}:1")
    assert "Only the member who asked" in str([request.json for request in requests])
    assert asked.ephemeral
    assert await world.read(lambda store: store.posts_to_close()) == []


async def test_who_may_manage_the_server_and_who_has_the_moderator_role_may_close(world):
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    tutors = world.guild.create_role("Tutors")
    await world.set(moderator_role_id=tutors.id)
    for number, role in enumerate((admins, tutors)):
        member = world.guild.add_member(world.env.create_user(f"mod{number}"), roles=[role])
        card = await world.quiz()
        _, done = await close(world, member, card)
        assert "Done" in text(done)
        assert "Closed" in text(card)


async def test_clicks_after_the_end_store_nothing_and_show_the_clickers_own_result(world):
    card = await world.quiz()
    await world.answers(world.bob, card, "wrong-1")
    letter = f"q:{post_of(card)}:A"
    await close(world, world.ada, card)
    own = (await world.presses(world.bob, card, f"y:{post_of(card)}")).response
    assert "✗ Not this one" in text(own)
    late = await world.forged(world.ada, card, f"y:{post_of(card)}", letter)
    said = str([request.json for request in late])
    assert "This question is closed" in said
    assert "closed before you answered: nothing was counted" in said
    assert "A wide fabric" in said
    assert await world.read(lambda store: store.first_response(post_of(card), world.ada.id)) is None


async def test_a_multiple_is_closed_too(world):
    card = await world.quiz(topic="sets")
    opened = (await world.presses(world.bob, card, f"m:{post_of(card)}")).response
    await close(world, world.ada, card)
    assert text(card).count("✓") == 2
    toggle = next(each for each in buttons(opened) if each.startswith("c:"))
    await world.presses(world.bob, opened, toggle)
    assert "closed before you answered" in text(opened)


async def test_a_card_with_reactions_loses_its_letters(world):
    await world.set(answers_by=AnswersBy.REACTIONS)
    card = await world.quiz()
    await world.bob.react(card, EMOJI["A"])
    await close(world, world.ada, card)
    assert "Closed · 1 answered" in text(card)
    deleted = [r.path for r in world.env.http_requests if r.method == "DELETE"]
    assert deleted[-1].endswith("/reactions")


async def test_a_picture_that_an_edit_may_not_bring_follows_as_a_message(world):
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
    card = await world.quiz()
    await close(world, world.ada, card)
    assert "Closed" in text(card)
    assert 12 not in [each["type"] for each in components(card)]
    assert 12 in [each["type"] for each in components(world.channel.last_message)]
    assert world.channel.last_message.id != card.id


async def test_what_a_crash_left_undone_is_shown_after_the_next_start(world):
    card = await world.quiz()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=503, code=0, times=1)
    await close(world, world.ada, card)
    assert "Closed" not in text(card)
    await world.restart()
    await world.env.advance_time(2)
    assert "Closed" in text(card)
    assert await world.read(lambda store: store.posts_to_close()) == []


async def test_an_edit_that_failed_is_tried_again(world):
    card = await world.quiz()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=503, code=0, times=2)
    await close(world, world.ada, card)
    await world.env.advance_time(100)
    assert "Closed" in text(card)


async def test_where_the_card_cannot_be_changed_it_is_not_closed_and_the_reply_says_what_to_grant(world):
    card = await world.quiz()
    asked = (await world.presses(world.ada, card, f"x:{post_of(card)}:0")).response
    await world.grants(view_channel=False)
    requests = await world.forged(world.ada, asked, f"x:{post_of(card)}:1", f"x:{post_of(card)}:1")
    assert "I lack the permission “View Channel”" in str([request.json for request in requests])
    assert await world.read(lambda store: store.posts_to_close()) == []


async def test_a_closed_card_that_was_out_of_reach_shows_the_answer_once_the_right_is_back(world):
    card = await world.quiz()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=2)
    await close(world, world.ada, card)
    assert "Closed" not in text(card)
    await world.grants(add_reactions=True)  # anything that changes what the bot may do
    assert "Closed" in text(card)


async def test_an_edit_that_is_refused_is_tried_less_and_less_often_and_given_up_after_a_week(world, caplog):
    card = await world.quiz()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083, times=10**6)
    await close(world, world.ada, card)
    tried = lambda: sum(r.method == "PATCH" for r in world.env.http_requests)  # noqa: E731
    await world.env.advance_time(3600)
    assert tried() < 20  # with the picture and without
    assert caplog.text.count("could not be edited") == 1
    await world.client.context.engine.run(
        lambda store: store.connection.execute("UPDATE post SET closed_at = '2020-01-01T00:00:00.000Z'")
    )
    await world.env.advance_time(3700)
    assert await world.read(lambda store: store.posts_to_close()) == []
    assert "is given up" in caplog.text


async def test_a_card_that_is_gone_is_given_up(world):
    card = await world.quiz()
    asked = (await world.presses(world.ada, card, f"x:{post_of(card)}:0")).response
    world.env.backend.delete_message(world.channel.id, card.id)
    await world.presses(world.ada, asked, f"x:{post_of(card)}:1")
    await world.env.advance_time(2)
    assert await world.read(lambda store: store.posts_to_close()) == []


async def test_a_late_count_does_not_hide_the_answer_again(world):
    card = await world.quiz()
    await world.answers(world.bob, card)
    await close(world, world.ada, card)
    await world.env.advance_time(30)
    assert "Closed" in text(card)


@pytest.mark.errors_expected
async def test_a_start_at_which_the_database_fails_still_closes_what_is_closed_from_then_on(
    world, monkeypatch
):
    card = await world.quiz()
    with monkeypatch.context() as patch:
        patch.setattr(Store, "posts_to_close", lambda _: 1 / 0)
        await world.restart()
        await world.env.advance_time(1)
    await close(world, world.ada, card)
    assert "Closed" in text(card)
