import asyncio
import logging

import discord
import pytest

from bot.chat import refusals
from bot.core.errors import CannotSave
from bot.store.responses import ResponseStore
from tests.builders import multiple, question
from tests.chat.world import World, components, post_of, text


async def test_quiz_is_once_in_five_seconds_per_member(world):
    await world.quiz()
    again = (await world.ada.slash(world.channel, "quiz", topic="networking")).response
    assert again.ephemeral
    assert text(again) == "That was quick! Please try again in 5 seconds."
    other = (await world.bob.slash(world.channel, "quiz", topic="networking")).response
    assert not other.ephemeral


async def test_quiz_is_ten_times_a_minute_per_channel(world):
    members = [world.member(f"m{number}") for number in range(11)]
    replies_ = [(await m.slash(world.channel, "quiz", topic="networking")).response for m in members]
    assert [reply.ephemeral for reply in replies_] == [False] * 10 + [True]
    assert "Please try again in 60 seconds." in text(replies_[-1])


async def test_clicks_are_thirty_a_minute_per_member_and_others_are_not_held_up(world):
    card = await world.quiz()
    custom_id = f"q:{post_of(card)}:A"
    replies_ = [(await world.presses(world.bob, card, custom_id)).response for _ in range(31)]
    assert ["That was quick" in text(reply) for reply in replies_] == [False] * 30 + [True]
    assert "That was quick" not in text((await world.presses(world.ada, card, custom_id)).response)
    await world.env.advance_time(61)
    assert "That was quick" not in text((await world.presses(world.bob, card, custom_id)).response)


@pytest.mark.errors_expected
async def test_an_internal_error_is_a_short_apology_with_a_number_that_is_in_the_log(
    world, monkeypatch, caplog
):
    card = await world.quiz()
    monkeypatch.setattr(ResponseStore, "add_response", lambda *_: 1 / 0)
    reply = (await world.presses(world.bob, card, f"q:{post_of(card)}:A")).response
    assert reply.ephemeral
    number = text(reply).rsplit("error ", 1)[1].rstrip(".")
    assert f"error {number}" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "ZeroDivisionError" not in text(reply)


@pytest.mark.errors_expected
async def test_an_internal_error_in_a_command_is_answered_too(world, monkeypatch):
    monkeypatch.setattr("bot.app.asking.choose", lambda *_: 1 / 0)
    reply = await world.quiz()
    assert reply.ephemeral
    assert "Something went wrong on my side." in text(reply)


@pytest.mark.errors_expected
async def test_a_full_disk_gives_no_verdict_and_counts_nothing(world, monkeypatch):
    def full(*_):
        raise CannotSave("disk is full")

    card = await world.quiz()
    with monkeypatch.context() as patch:
        patch.setattr(ResponseStore, "add_response", full)
        reply = (await world.presses(world.bob, card, f"q:{post_of(card)}:A")).response
    assert text(reply) == "I can't save right now, so nothing was counted. Please try again in a minute."
    assert "✓ Right" in text(await world.answers(world.bob, card))


@pytest.mark.errors_expected
async def test_a_card_that_discord_refuses_was_never_shown(world):
    world.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035, times=1)
    with _quiet():
        await world.quiz()
    assert await world.read(lambda store: store.channel_showings(world.channel.id)) == {}


@pytest.mark.errors_expected
async def test_quiz_works_on_when_send_messages_is_taken_away_and_a_refused_card_holds_nothing_up(world):
    """Field reports, Posts 9: answers to interactions need no such right, but Discord may refuse one."""
    before = await world.quiz()
    await world.grants(send_messages=False)
    assert "✓ Right" in text(await world.answers(world.bob, before))
    assert "✓ Right" in text(await world.answers(world.bob, await world.quiz()))
    shown = await world.read(lambda store: store.channel_showings(world.channel.id))
    world.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50013, times=1)
    with _quiet():
        await world.quiz()
    assert await world.read(lambda store: store.channel_showings(world.channel.id)) == shown
    assert await world.read(_number_of_posts) == 2
    assert "✓ Right" in text(await world.answers(world.bob, await world.quiz()))
    await world.grants()
    assert "✓ Right" in text(await world.answers(world.bob, await world.quiz()))
    assert await world.read(_number_of_posts) == 4
    score = text((await world.bob.slash(world.channel, "score")).response)
    assert "8 points · 4 of 4 right" in score


def _number_of_posts(store):
    return store.connection.execute("SELECT count(*) FROM post").fetchone()[0]


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_answer_is_kept_even_if_its_verdict_came_too_late(world, code, caplog):
    card = await world.quiz()
    world.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=code, times=1)
    stored = await world.read(lambda store: store.post(post_of(card)).post)
    with _quiet():
        await world.bob.click(card, custom_id=f"q:{stored.post_id}:{stored.letter_of('right')}")
    assert (await world.read(lambda s: s.first_response(stored.post_id, world.bob.id))).right
    assert "Traceback" not in caplog.text
    again = await world.answers(world.bob, card)
    assert "✓ Right" in text(again)


def _quiet():
    """SimCord reports a click that nobody acknowledged; here that is the point."""
    import contextlib

    return contextlib.suppress(AssertionError, discord.HTTPException, RuntimeError)


class SlowStore:
    """Makes the writer wait until it is let go."""

    def __init__(self, monkeypatch):
        import threading

        self.go = threading.Event()
        original = ResponseStore.add_response

        def slow(store, *args):
            self.go.wait(20)
            return original(store, *args)

        monkeypatch.setattr(ResponseStore, "add_response", slow)


async def test_a_slow_answer_is_deferred_after_a_second_and_its_picture_follows(world, monkeypatch):
    card = await world.quiz()
    slow = SlowStore(monkeypatch)
    deferred = asyncio.Event()
    original = discord.InteractionResponse.defer

    async def defer(response, **options):
        await original(response, **options)
        assert options == {"ephemeral": True, "thinking": True}
        deferred.set()
        slow.go.set()

    async def a_second(_):
        """The second is over at once."""

    monkeypatch.setattr(discord.InteractionResponse, "defer", defer)
    monkeypatch.setattr(world.clock, "sleep", a_second)
    stored = await world.read(lambda store: store.post(post_of(card)).post)
    result = await world.bob.click(card, custom_id=f"q:{stored.post_id}:{stored.letter_of('right')}")
    assert deferred.is_set()
    assert "✓ Right" in text(result.response)
    assert 12 not in [each["type"] for each in components(result.response)]
    (picture,) = result.followups
    assert picture.ephemeral
    assert 12 in [each["type"] for each in components(picture)]


async def test_without_attach_files_the_verdict_comes_without_picture_and_says_why(world):
    overwrite = discord.PermissionOverwrite(attach_files=False)
    closed = world.guild.create_text_channel("closed", overwrites={world.guild.default_role: overwrite})
    card = await world.quiz(channel=closed)
    reply = await world.answers(world.bob, card)
    assert 12 not in [each["type"] for each in components(reply)]
    assert "A moderator can grant me “Attach Files”." in text(reply)


@pytest.mark.parametrize("wide", ["x", "界", "🏳️‍🌈"])
async def test_the_longest_texts_that_the_linter_lets_pass_are_sent(tmp_path, wide):
    size = {"x": 1, "界": 3, "🏳️‍🌈": 14}[wide]
    fill = lambda limit: wide * min(limit // len(wide), 1900 // size)  # noqa: E731
    options = tuple(
        type(o)(o.option_id, f"{number} {fill(150)}", fill(500), o.correct)
        for number, o in enumerate(question().options)
    )
    long = question("long", options=options, short=fill(800), stem=f"{fill(900)} Which one helps?")
    async with World(tmp_path, (long,)) as world:
        card = await world.quiz()
        assert "Only" not in text(card)
        reply = await world.answers(world.bob, card, "wrong-1")
        assert "✗ Not this one" in text(reply)
        page = (await world.presses(world.bob, reply, f"f:{post_of(card)}:0")).response
        assert "Which one helps?" in text(page)


async def test_a_long_explanation_is_paged_in_place(tmp_path):
    code = "```\n" + "\n".join(f"    line {number} of the code" for number in range(200)) + "\n```"
    long = question("long", full=f"Look at this:\n\n{code}\n\nAnd that was it.")
    async with World(tmp_path, (long,)) as world:
        card = await world.quiz()
        verdict = await world.answers(world.bob, card)
        page = (await world.presses(world.bob, verdict, f"f:{post_of(card)}:0")).response
        assert "-# Page 1 of " in text(page)
        assert text(page).count("```") == 2
        await world.presses(world.bob, page, f"f:{post_of(card)}:2")
        assert "-# Page 2 of " in text(page)
        assert text(page).count("```") == 2
        assert "    line" in text(page)
        await world.restart()
        await world.presses(world.bob, page, f"f:{post_of(card)}:1")
        assert "-# Page 1 of " in text(page)


async def test_eight_long_options_of_a_multiple_still_fit(tmp_path):
    option = type(multiple().options[0])
    options = tuple(option(f"option-{n}", f"{n} " + "x" * 180, "word " * 110, n < 2) for n in range(8))
    async with World(
        tmp_path, (multiple(options=options, short="word " * 150, topic_id="sets", objectives=()),)
    ) as world:
        card = await world.quiz(topic="sets")
        choice = (await world.presses(world.bob, card, f"m:{post_of(card)}")).response
        for letters in ("A", "AB", "ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFG", "ABCDEFGH"):
            await world.presses(world.bob, choice, f"c:{post_of(card)}:{letters}")
        reply = (await world.presses(world.bob, choice, f"s:{post_of(card)}:ABCDEFGH")).response
        assert "✗ Not this set" in text(reply)


async def test_commands_are_synced_only_when_they_changed(world):
    syncs = lambda: [r for r in world.env.http_requests if r.path.endswith("/commands")]  # noqa: E731
    assert len(syncs()) == 1
    await world.restart()
    assert len(syncs()) == 1
    await world.client.context.engine.run(lambda store: store.set_meta("commands", "other ones"))
    await world.restart()
    assert len(syncs()) == 2


async def test_no_privileged_intent_is_asked_for(world):
    assert world.client.intents.value == discord.Intents(guilds=True, guild_reactions=True).value


def test_unknown_errors_are_never_shown(caplog):
    with caplog.at_level(logging.CRITICAL):
        assert "secret" not in refusals.wording(RuntimeError("secret"))


class Refused(discord.HTTPException):
    """What Discord answers when it does not take a message."""

    def __init__(self, status, code):
        response = type("Response", (), {"status": status, "reason": "no"})()
        super().__init__(response, {"code": code, "message": "no"})


async def test_a_card_that_was_shown_although_discord_said_acknowledged_stays_alive(world, monkeypatch):
    original = discord.InteractionResponse.send_message

    async def effect_then_error(response, **message):
        await original(response, **message)
        raise Refused(400, 40060)

    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "send_message", effect_then_error)
        await world.quiz()
    card = world.channel.last_message
    assert "✓ Right" in text(await world.answers(world.bob, card))


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50013), (413, 40005), (500, 0)])
async def test_a_picture_that_cannot_be_uploaded_never_costs_the_verdict(world, monkeypatch, status, code):
    card = await world.quiz()
    original = discord.InteractionResponse.send_message

    async def no_files(response, **message):
        if message.get("file", discord.utils.MISSING) is not discord.utils.MISSING:
            raise Refused(status, code)
        return await original(response, **message)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", no_files)
    reply = await world.answers(world.bob, card)
    assert "✓ Right" in text(reply)
    assert 12 not in [each["type"] for each in components(reply)]


@pytest.mark.errors_expected
async def test_a_picture_that_cannot_be_drawn_never_costs_the_verdict(world, monkeypatch):
    def broken(*_):
        raise OSError("no space left on device")

    card = await world.quiz()
    monkeypatch.setattr(world.client.gallery, "name", broken)
    reply = await world.answers(world.bob, card)
    assert "✓ Right" in text(reply)
    assert "The picture is missing: it could not be drawn." in text(reply)


async def test_everybodys_card_is_never_replaced_by_a_private_reply(world):
    card = await world.quiz()
    post_id = post_of(card)
    await world.answers(world.bob, card)
    real = f"q:{post_id}:A"
    for fake in (f"f:{post_id}:1", f"c:{post_id}:A", "l:all:2:"):
        requests = await world.forged(world.bob, card, real, fake)
        assert [r.json["type"] for r in requests if r.path.endswith("/callback")] == [4]
        assert requests[-1].json["data"]["flags"] & 64
    assert "Which link helps rack" in text(world.channel.last_message)


async def test_topics_have_a_longest_length(world):
    commands = {
        command.name: command.to_dict(world.client.tree) for command in world.client.tree.get_commands()
    }
    for name in ("quiz", "leaderboard"):
        (topic,) = [option for option in commands[name]["options"] if option["name"] == "topic"]
        assert topic["max_length"] == 100
