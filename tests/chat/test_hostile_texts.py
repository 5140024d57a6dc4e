"""Texts that want to ping, and names that look like templates. What a check refuses may come in elsewhere."""

from dataclasses import replace

import discord
import pytest

from tests.builders import question
from tests.chat.test_show_the_answer import close
from tests.chat.world import post_of, text
from tests.contents import write_question


@pytest.fixture
def unchecked(monkeypatch):
    """Content is taken as it is."""
    monkeypatch.setattr("bot.wiring.complaints", lambda *_: [])


def pings_nobody(message):
    """True for a request body that forbids every mention."""
    return message["allowed_mentions"] == {"parse": []}


async def test_mentions_in_a_stem_an_option_and_an_explanation_are_visible_and_notify_nobody(
    world, unchecked
):
    role = world.guild.create_role("Quiz", mentionable=True)
    pings = f"@everyone @here <@&{role.id}> <@{world.bob.id}>"
    first, *others = question().options
    options = (replace(first, text=f"{pings} win", rationale=f"{pings} know"), *others)
    loud = question(
        "loud",
        topic_id="storage",
        objectives=(),
        stem=f"{pings} wait. Whom does {pings} wake?",
        options=options,
        short=f"{pings} in short",
        full=f"{pings} in full",
        takeaway=f"{pings} to remember",
    )
    (world.content / "ai" / "storage" / "disks.yaml").unlink()
    write_question(world.content, loud)
    await world.client.library.reload()
    before = len(world.env.http_requests)
    card = await world.quiz(topic="storage")
    assert text(card).count(pings) == 3
    verdict = await world.answers(world.ada, card)
    assert text(verdict).count(pings) == 3
    page = (await world.presses(world.ada, verdict, f"f:{post_of(card)}:0")).response
    assert text(page).count(pings) == 5
    await world.env.advance_time(2)  # the count is edited in
    await close(world, world.ada, card)
    assert text(card).count(pings) == 4
    kept = world.env.backend.get_message(world.channel.id, card.id)
    assert (kept.ping_user_ids, kept.ping_role_ids, kept.mention_everyone) == ([], [], False)
    assert role.id in kept.mention_role_ids  # it would have been notified
    bodies = [
        r.json.get("data", r.json) for r in world.env.http_requests[before:] if isinstance(r.json, dict)
    ]
    messages = [body for body in bodies if "components" in body]
    assert len(messages) >= 5
    assert all(map(pings_nobody, messages))


NAMES = ("{0.__class__}", "{}", "%s %n", "${x}", "{member} {}")


async def test_names_that_look_like_templates_are_shown_as_they_are_on_the_board_and_in_the_score(world):
    members = [world.guild.add_member(world.env.create_user(f"m{n}", global_name=name))
               for n, name in enumerate(NAMES)]  # fmt: skip
    card = await world.quiz()
    for member in members:
        await world.answers(member, card)
    board = text((await world.ada.slash(world.channel, "leaderboard")).response)
    for member, name in zip(members, NAMES, strict=True):
        score = text((await world.ada.slash(world.channel, "score", member=member)).response)
        assert f" {name} · 2 points" in _as_seen(board)
        assert f"### Score of {name}\n" in _as_seen(score)


def _as_seen(markdown):
    return markdown.replace("\\", "").replace("\u200b", "")


@pytest.mark.parametrize("lacking", ["embed_links", "attach_files"])
async def test_without_a_permission_the_whole_question_is_posted_and_the_picture_or_its_words_shown(
    world, caplog, lacking
):
    overwrites = {world.guild.default_role: discord.PermissionOverwrite(**{lacking: False})}
    channel = world.guild.create_text_channel("strict", overwrites=overwrites)
    card = await world.quiz(channel=channel)
    assert not card.ephemeral
    assert all(part in text(card) for part in ("Which link helps", "A wide fabric", "A radio link"))
    verdict = await world.answers(world.bob, card, "wrong-1")
    assert "✗ Not this one" in text(verdict)
    assert "Training waits for the slowest exchange" in text(verdict)
    told = "I may not attach files here. A moderator can grant me “Attach Files”." in text(verdict)
    assert told is (lacking == "attach_files")
    _, done = await close(world, world.ada, card)
    assert "Done" in text(done)
    closed = text(channel.last_message if channel.last_message.id == card.id else card)
    assert all(part in closed for part in ("Closed · 1 answered", "Training waits", "A wide fabric"))
    assert "Traceback" not in caplog.text
    assert [message.id for message in channel.history()] == [card.id]
