"""Members hide on boards, and choose whether they get notes."""

from tests.chat.world import buttons, text


async def test_preferences_are_private_and_turned_in_place(world):
    panel = (await world.ada.slash(world.channel, "preferences")).response
    assert panel.ephemeral
    assert text(panel).startswith("### Your preferences, in every server\n**Boards** You are on leaderboards")
    assert buttons(panel) == ["p:h:1", "p:n:1"]
    await world.ada.click(panel, custom_id="p:n:1")
    assert "once there are daily questions here; there are none yet." in text(panel)
    await world.ada.click(panel, custom_id="p:h:1")
    assert "**Boards** You are hidden" in text(panel)
    assert buttons(panel) == ["p:h:0", "p:n:0"]
    await world.ada.click(panel, custom_id="p:h:0")
    assert "**Boards** You are on leaderboards" in text(panel)


async def test_preferences_hold_everywhere_and_can_be_set_in_a_private_chat(world):
    panel = (await world.ada.user.slash("preferences")).response
    await world.ada.user.click(panel, custom_id="p:h:1")
    assert "You are hidden" in text((await world.ada.slash(world.channel, "preferences")).response)
    assert "You are on leaderboards" in text((await world.bob.slash(world.channel, "preferences")).response)


async def test_a_hidden_member_keeps_the_own_score_and_is_listed_nowhere(world):
    """Field reports, Permissions 6, second half."""
    card = await world.quiz()
    await world.answers(world.ada, card)
    await world.answers(world.bob, card, "wrong-1")
    panel = (await world.ada.slash(world.channel, "preferences")).response
    await world.ada.click(panel, custom_id="p:h:1")
    board = text((await world.bob.slash(world.channel, "leaderboard")).response)
    assert "**1.** Bob · 0 points" in board
    assert "Ada" not in board
    refused = (await world.bob.slash(world.channel, "score", member=world.ada)).response
    assert text(refused) == "This member keeps their score to themselves."
    own = text((await world.ada.slash(world.channel, "score")).response)
    assert "**Today** · 2 points · 1 of 1 right (100 %) · rank 1" in own
    assert "Only you see this score: you are hidden on boards" in own
    shown = text((await world.ada.slash(world.channel, "leaderboard")).response)
    assert "You: **1.** with 2 points · 1 of 1 right\n-# Only you see this row" in shown


async def test_a_hidden_member_alone_is_not_told_that_nobody_scored(world):
    await world.answers(world.ada, await world.quiz())
    panel = (await world.ada.slash(world.channel, "preferences")).response
    await world.ada.click(panel, custom_id="p:h:1")
    shown = text((await world.ada.slash(world.channel, "leaderboard")).response)
    assert "Nobody else is on this board yet.\nYou: **1.** with 2 points" in shown
