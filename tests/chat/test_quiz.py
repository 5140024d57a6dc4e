import asyncio

import pytest

from tests.chat.world import buttons, components, post_of, text


async def test_quiz_posts_a_card_with_everything_on_it(world):
    card = await world.quiz()
    shown = text(card)
    for part in (
        "-# AI infrastructure · 🌐 Networking · apply · 2 points",
        "**Which link helps rack",
        "A wide fabric",
        "Answers are private · 0 answered · asked by <@",
    ):
        assert part in shown
    assert [custom_id[-2:] for custom_id in buttons(card)] == [":A", ":B", ":C", ":D", ":0", ":0"]


async def test_a_wrong_answer_explains_the_chosen_option_and_the_key_privately(world):
    card = await world.quiz()
    reply = await world.answers(world.bob, card, "wrong-2")
    assert reply.ephemeral
    for part in (
        "### ✗ Not this one",
        "· A storage network",
        "Fast, yet it carries blocks for disks.",
        "· A wide fabric",
        "Wide and quick is what the exchange needs.",
        "Training waits for the slowest exchange",
        "no points · streak: 1 day",
    ):
        assert part in text(reply)
    assert "Cheap and at hand" not in text(reply)


async def test_a_right_answer_says_so_and_shows_points_and_picture(world):
    reply = await world.answers(world.bob, await world.quiz())
    assert "### ✓ Right" in text(reply)
    assert "+2 points · streak: 1 day" in text(reply)
    (gallery,) = [each for each in components(reply) if each["type"] == 12]
    assert (
        gallery["items"][0]["description"] == "A long bar for the fabric, a short one for the office network."
    )


async def test_i_dont_know_is_answered_kindly_with_the_key(world):
    reply = await world.answers(world.bob, await world.quiz(), None)
    assert "### ○ Now you know" in text(reply)
    assert "· A wide fabric" in text(reply)
    assert "You chose" not in text(reply)


async def test_clicking_again_shows_the_same_verdict_and_which_response_counts(world):
    card = await world.quiz()
    first = await world.answers(world.bob, card, "wrong-1")
    again = await world.answers(world.bob, card, "right")
    assert "is the one that counts" not in text(first)
    assert text(again).startswith("-# You answered this card before. Your first answer (**")
    assert text(first) in text(again)
    score = await world.bob.slash(world.channel, "score")
    assert "**All time** · 0 points · 0 of 1 right (0 %) · rank 1" in text(score.response)


async def test_two_clicks_of_one_member_at_the_same_moment_count_once(world):
    card = await world.quiz()
    post_id = post_of(card)
    requests = await world.forged(world.bob, card, f"q:{post_id}:A", f"q:{post_id}:A")
    assert len([r for r in requests if r.path.endswith("/callback")]) == 1
    again = await world.forged(world.bob, card, f"q:{post_id}:A", f"q:{post_id}:C")
    assert len([r for r in again if r.path.endswith("/callback")]) == 1
    response = await world.read(lambda store: store.first_response(post_id, world.bob.id))
    assert response.sequence == 1
    assert (await world.read(lambda store: store.post(post_id).post)).answered == 1


async def test_clicks_leave_nothing_behind(world):
    card = await world.quiz()
    await world.answers(world.bob, card)
    await world.env.advance_time(11)
    before = len(asyncio.all_tasks())
    for _ in range(10):
        verdict = await world.answers(world.bob, card)
        await world.presses(world.bob, verdict, f"f:{post_of(card)}:0")
    assert len(asyncio.all_tasks()) == before
    assert world.client._connection._view_store._views == {}


async def test_members_do_not_disturb_each_other(world):
    card = await world.quiz()
    right = await world.answers(world.ada, card)
    wrong = await world.answers(world.bob, card, "wrong-3")
    assert "✓ Right" in text(right)
    assert "✗ Not this one" in text(wrong)


async def test_an_answer_belongs_to_the_card_that_was_clicked(world):
    older = await world.quiz(world.ada)
    other = world.guild.create_text_channel("elsewhere")
    newer = await world.quiz(world.bob, channel=other)
    carl = world.member("carl")
    await world.answers(carl, older)
    posts = [await world.read(lambda store, m=m: store.post(post_of(m)).post) for m in (older, newer)]
    assert [post.answered for post in posts] == [1, 0]


async def test_old_buttons_work_after_a_restart(world):
    card = await world.quiz()
    before = await world.answers(world.ada, card)
    for _ in range(2):
        await world.restart()
    assert "✓ Right" in text(await world.answers(world.bob, card))
    again = await world.answers(world.ada, card)
    assert text(before) in text(again)
    explained = await world.presses(world.ada, again, f"f:{post_of(card)}:0")
    assert "The slowest link sets the pace." in text(explained.response)


async def test_five_questions_come_before_any_comes_again_in_spite_of_a_restart(world):
    asked = []
    for turn in range(6):
        if turn == 3:
            await world.restart()
        post_id = post_of(await world.quiz())
        asked.append(
            await world.read(lambda s, p=post_id: s.revision(s.post(p).revision_key).question.question_id)
        )
    assert len(set(asked[:5])) == 5
    assert asked[5] != asked[4]


@pytest.mark.parametrize("place", ["thread", "forum post"])
async def test_threads_and_forum_posts_work_and_share_the_channels_turn(world, place):
    parent = world.guild.create_forum_channel("help") if place == "forum post" else world.channel
    thread = await _thread(world, parent)
    card = await world.quiz(channel=thread)
    assert "✓ Right" in text(await world.answers(world.bob, card))
    showings = await world.read(lambda store: store.channel_showings(parent.id))
    assert len(showings) == 1


async def _thread(world, parent):
    import discord

    channel = world.client.get_channel(parent.id)
    with world.env.time_context():
        if isinstance(channel, discord.ForumChannel):
            made = (await channel.create_thread(name="post", content="start")).thread
        else:
            made = await channel.create_thread(name="thread", type=discord.ChannelType.public_thread)
    return next(thread for thread in parent.threads if thread.id == made.id)


async def test_a_private_chat_has_its_own_board(world):
    user = world.env.create_user("dora", global_name="Dora")
    await world.env.advance_time(6)
    card = (await user.slash("quiz", topic="networking")).response
    post_id = post_of(card)
    stored = await world.read(lambda store: store.post(post_id).post)
    reply = await user.click(card, custom_id=f"q:{post_id}:{stored.letter_of('right')}")
    assert "+2 points" in text(reply.response)
    assert stored.scope == f"d{user.id}"
    board = await user.slash("leaderboard")
    assert "**1.** Dora · 2 points" in text(board.response)


async def test_the_card_counts_answers_at_most_once_in_ten_seconds(world):
    card = await world.quiz()
    edits = lambda: [r for r in world.env.http_requests if r.method == "PATCH"]  # noqa: E731
    for member in (world.ada, world.bob, world.member("carl")):
        await world.answers(member, card)
    await world.env.advance_time(1)
    assert len(edits()) == 1
    await world.answers(world.member("dan"), card)
    await world.env.advance_time(9)
    assert len(edits()) == 1
    await world.env.advance_time(2)
    assert len(edits()) == 2
    assert "4 answered" in text(world.channel.last_message)


async def test_an_hour_old_card_is_not_edited_any_more(world):
    card = await world.quiz()
    await world.env.advance_time(3601)
    await world.answers(world.bob, card)
    await world.env.advance_time(30)
    assert [r for r in world.env.http_requests if r.method == "PATCH"] == []


async def test_a_card_that_is_gone_is_tried_once_and_never_again(world):
    card = await world.quiz()
    post_id = post_of(card)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008, times=1)
    await world.answers(world.bob, card)
    await world.env.advance_time(11)
    assert await world.read(lambda store: store.count_is_frozen(post_id))
    await world.answers(world.ada, card)
    await world.env.advance_time(30)
    assert len([r for r in world.env.http_requests if r.method == "PATCH"]) <= 1


async def test_after_24_hours_an_answer_is_practice(world):
    card = await world.quiz()
    await world.env.advance_time(24 * 3600 + 1)
    reply = await world.answers(world.bob, card)
    assert "practice, no points: this card is more than 24 hours old" in text(reply)


async def test_a_question_met_before_is_a_repeat_and_the_verdict_says_so(world):
    await world.answers(world.bob, await world.quiz(topic="storage"))
    reply = await world.answers(world.bob, await world.quiz(topic="storage"))
    assert "### ✓ Right" in text(reply)
    assert "no points: you met this question here in the last 90 days" in text(reply)


async def test_quiz_takes_a_level(world):
    reply = await world.quiz(topic="anything", level="analyse")
    assert "analyse · 3 points" in text(reply)


async def test_a_level_that_a_topic_lacks_is_explained(world):
    reply = await world.quiz(topic="storage", level="recall")
    assert reply.ephemeral
    assert text(reply) == "“💾 Storage” has no question at the level recall. It has: apply."


async def test_an_unknown_topic_is_refused_with_those_that_are_similar(world):
    reply = await world.quiz(topic="netwerk `x`")
    assert reply.ephemeral
    assert text(reply).startswith("I know no topic “netwerk \\`x\\`”. Did you mean **🌐 Networking**")
    assert text(reply).count("**") == 2
    reply = await world.quiz(topic="quantum")
    assert text(reply) == "I know no topic “quantum”. Pick one from the list that opens while you type."


async def test_suggestions_for_a_topic_come_best_first(world):
    choices = await world.ada.autocomplete(world.channel, "quiz", "topic", "net")
    assert choices[0] == {"name": "🌐 Networking", "value": "ai/networking"}
    everything = await world.ada.autocomplete(world.channel, "quiz", "topic", "")
    assert everything[0]["name"] == "Anything"
