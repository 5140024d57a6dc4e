from tests.chat.world import buttons, post_of, text


async def test_the_leaderboard_shows_ranks_and_the_asking_members_own_row(world):
    card = await world.quiz()
    await world.answers(world.ada, card)
    await world.answers(world.bob, card, "wrong-1")
    board = (await world.bob.slash(world.channel, "leaderboard")).response
    assert board.ephemeral
    assert text(board) == (
        "### Leaderboard · all time · all topics\n"
        "**1.** Ada · 2 points · 1 of 1 right\n"
        "**2.** Bob · 0 points · 0 of 1 right\n"
        "You: **2.** with 0 points · 0 of 1 right"
    )


async def test_a_topics_board_and_a_period_can_be_asked_for(world):
    await world.answers(world.ada, await world.quiz(topic="storage"))
    board = await world.ada.slash(world.channel, "leaderboard", period="week", topic="stor")
    assert text(board.response).startswith("### Leaderboard · this week · Storage\n**1.** Ada · 2 points")
    other = await world.ada.slash(world.channel, "leaderboard", topic="networking")
    assert "Nobody has scored here yet." in text(other.response)


async def test_only_topics_are_suggested_for_a_board(world):
    choices = await world.ada.autocomplete(world.channel, "leaderboard", "topic", "")
    assert [choice["value"] for choice in choices] == ["anything", "ai/networking", "ai/storage", "ai/sets"]


async def test_a_long_board_has_pages_within_discords_limits(world):
    card = await world.quiz()
    for number in range(23):
        await world.answers(world.member("界" * 30 + str(number)), card)
    board = (await world.ada.slash(world.channel, "leaderboard")).response
    assert "Page 1 of 3 · 23 members" in text(board)
    assert "You are not on this board yet." in text(board)
    await world.presses(world.ada, board, buttons(board)[0])
    assert "Page 2 of 3" in text(board)
    await world.forged(world.ada, board, buttons(board)[0], "l:all:99:")
    assert "There is no page 99; this is the last one." in text(board)


async def test_the_score_of_somebody_else_and_of_nobody(world):
    await world.answers(world.ada, await world.quiz())
    score = (await world.bob.slash(world.channel, "score", member=world.ada)).response
    assert "### Score of Ada" in text(score)
    assert "**Today** · 2 points · 1 of 1 right (100 %) · rank 1" in text(score)
    own = (await world.bob.slash(world.channel, "score")).response
    assert text(own).count("nothing yet") == 4
    assert "Streak: 0 days (longest 0 days)" in text(own)


async def test_a_member_who_left_stays_on_the_board_and_nobody_is_fetched(world):
    card = await world.quiz()
    await world.answers(world.bob, card)
    world.guild.remove_member(world.bob)
    before = len(world.env.http_requests)
    board = (await world.ada.slash(world.channel, "leaderboard")).response
    assert "Bob · 2 points" in text(board)
    assert [
        r.method for r in world.env.http_requests[before:] if "/users/" in r.path or "/members/" in r.path
    ] == []


async def test_names_are_shown_and_never_read_as_templates_or_markdown(world):
    card = await world.quiz()
    names = ["{0.__class__}", "{}", "%s %n", "${x}", "**bold** `x`", "@everyone"]
    for name in names:
        await world.answers(world.member(name), card)
    shown = text((await world.ada.slash(world.channel, "leaderboard")).response)
    for name in ("{0.\\_\\_class\\_\\_}", "{}", "%S %N", "${X}", "\\*\\*Bold\\*\\*"):
        assert name.lower() in shown.lower()


async def test_next_is_a_private_card_that_scores(world):
    card = await world.quiz()
    verdict = await world.answers(world.bob, card)
    following = (await world.presses(world.bob, verdict, f"n:{post_of(card)}")).response
    assert following.ephemeral
    assert "Only you see this" in text(following)
    assert post_of(following) != post_of(card)
    reply = await world.answers(world.bob, following)
    assert "+2 points" in text(reply)


async def test_the_full_explanation_opens_in_discord_with_each_option_and_sources(world):
    card = await world.quiz()
    verdict = await world.answers(world.bob, card)
    page = (await world.presses(world.bob, verdict, f"f:{post_of(card)}:0")).response
    assert page.ephemeral
    for part in (
        "Every step ends with an exchange of gradients.",
        "### Each option",
        "A wide fabric** · ✓ right\nWide and quick",
        "An office switch** · ✗ wrong here\nCheap and at hand",
        "Remember: The slowest link sets the pace.",
        "Guide, Links (read 2025-12-01)\n<https://example.org/guide>",
    ):
        assert part in text(page)


async def test_nothing_is_explained_or_continued_before_an_answer(world):
    card = await world.quiz()
    verdict = await world.answers(world.ada, card)
    post_id = post_of(card)
    for real in (f"f:{post_id}:0", f"n:{post_id}"):
        requests = await world.forged(world.ada, verdict, real, real, member=_as(world, world.bob))
        assert "Answer the question first" in str(requests[-1].json)


def _as(world, member):
    user = {
        "id": str(member.id),
        "username": "bob",
        "discriminator": "0",
        "avatar": None,
        "global_name": "Bob",
    }
    return {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False,
            "permissions": "0", "flags": 0}  # fmt: skip


async def test_help_says_how_it_works(world):
    shown = (await world.ada.slash(world.channel, "help")).response
    assert shown.ephemeral
    for part in ("/quiz networking", "/score", "/leaderboard", "recall 1, apply 2, analyse 3", "90 days"):
        assert part in text(shown)
