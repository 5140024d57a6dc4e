"""A member who wants to do harm: payloads that no client sends, and too many of those that one does."""

import json

import pytest

from bot.store.recounts import RECOUNTS, gather
from tests.chat.test_joining_and_leaving import DAY_S, clock_is_off
from tests.chat.test_reports import moderator, opens, tampered
from tests.chat.test_setup import opened, pressed, settings
from tests.chat.world import post_of, text

NOT_HERE = "That does not belong to a question here."


def only_reply(requests):
    """What the one answer to an interaction says, which only its member sees."""
    (request,) = requests
    assert request.json["data"]["flags"] & 64
    return json.dumps(request.json)


async def helps(world, member):
    return text((await member.slash(world.channel, "help")).response)


async def test_commands_are_twenty_a_minute_per_member_and_others_are_not_held_up(world):
    said = [await helps(world, world.bob) for _ in range(21)]
    assert ["That was quick!" in each for each in said] == [False] * 20 + [True]
    assert "That was quick!" in text((await world.bob.slash(world.channel, "preferences")).response)
    assert "That was quick!" not in await helps(world, world.ada)
    await world.env.advance_time(60)
    assert "That was quick!" not in await helps(world, world.bob)


async def test_suggestions_are_sixty_a_minute_per_member_and_then_none(world):
    async def typed(member):
        return await member.autocomplete(world.channel, "quiz", "topic", "net")

    for _ in range(58):
        world.client.tree._suggestions.let_through(world.bob.id, world.clock.monotonic())
    assert [bool(await typed(world.bob)) for _ in range(3)] == [True, True, False]
    assert await typed(world.ada)
    assert "That was quick!" not in await helps(world, world.bob)


async def test_a_member_who_is_refused_again_and_again_leaves_one_line_a_minute_for_each_thing_tried(
    world, caplog
):
    for _ in range(2):
        for command in ("setup", "setup", "reports", "setup"):
            await world.bob.slash(world.channel, command)
        await world.ada.slash(world.channel, "setup")
        await world.env.advance_time(60)
    lines = [r.getMessage().split(" in server")[0] for r in caplog.records if "refused" in r.getMessage()]
    of_bob = [f"refused {what} to member {world.bob.id}" for what in ("/setup", "the list of reports")]
    assert lines == [*of_bob, f"refused /setup to member {world.ada.id}"] * 2


@pytest.mark.parametrize("custom_id", ["u:r", "u:c"])
@pytest.mark.parametrize("values", [["abc"], ["1.5"], ["-1"], ["１"], ["9" * 5000]])
async def test_values_of_a_menu_that_are_no_ids_are_refused_and_change_nothing(world, custom_id, values):
    mod = moderator(world)
    panel = await opened(world, mod)
    before = await settings(world)
    assert NOT_HERE in only_reply(await pressed(world, mod, panel, custom_id, values))
    assert await settings(world) == before


@pytest.mark.parametrize("values", [None, 5, {"a": 1}])
async def test_values_of_a_menu_that_are_no_list_are_answered_too(world, values):
    mod = moderator(world)
    panel = await opened(world, mod)
    before = await settings(world)
    data = {"custom_id": "u:t", "component_type": 3, "values": values}
    requests = await world.forged(mod, panel, "u:a:buttons", "u:a:buttons", data=data)
    assert len(requests) == 1
    assert await settings(world) == before


def _of_another_kind(payload):
    payload["data"] |= {"component_type": 3, "values": ["A"]}


def _not_on_the_message(payload):
    payload["data"]["custom_id"] = payload["data"]["custom_id"].replace(":A", ":H")


def _of_another_button(payload):
    payload["data"]["custom_id"] = "e:1"


def _message_without_components(payload):
    payload["message"]["components"] = []


def _message_of_the_old_kind(payload):
    payload["message"]["flags"] = 0


@pytest.mark.parametrize(
    "change",
    [
        _of_another_kind,
        _not_on_the_message,
        _of_another_button,
        _message_without_components,
        _message_of_the_old_kind,
    ],
)
async def test_a_known_button_that_is_not_on_the_message_like_this_is_refused_once_and_does_nothing(
    world, change
):
    card = await world.quiz()
    payload = await world.held(world.bob, card, f"q:{post_of(card)}:A")
    payload = json.loads(json.dumps(payload))
    change(payload)
    assert NOT_HERE in only_reply(await world.deliver(payload))
    assert await world.read(lambda store: store.first_response(post_of(card), world.bob.id)) is None


async def test_a_form_that_no_version_of_ours_knows_any_more_is_answered(world):
    def change(data):
        data["custom_id"] = "old:form"

    assert NOT_HERE in await tampered(world, world.bob, await opens(world, world.bob), change)


@pytest.mark.parametrize(
    "components",
    [
        None,
        5,
        "kind",
        ["kind"],
        [None],
        [{"component": ["kind"]}],
        [{"component": "kind"}],
        [{"component": {"custom_id": ["kind"], "value": "key"}}],
        [{"component": {"custom_id": "kind", "value": ["key"]}}, {"component": {"custom_id": "text"}}],
        [{"type": 1, "components": [{"custom_id": "text", "value": "x"}]}],
    ],
)
async def test_a_form_of_another_shape_is_refused_like_one_that_is_not_filled_in(world, components):
    def change(data):
        data["components"] = components

    said = await tampered(world, world.bob, await opens(world, world.bob), change)
    assert "That did not tell me what is wrong." in said


async def _cards(world):
    query = "SELECT post_id, private_to IS NOT NULL FROM post ORDER BY private_to IS NOT NULL"
    return await world.read(lambda store: store.connection.execute(query).fetchall())


async def test_private_cards_that_nobody_answered_are_erased_after_a_day_and_count_as_never_shown(world):
    clock_is_off(world, 0)
    card = await world.quiz(topic="storage")
    verdict = await world.answers(world.bob, card)
    more = [(await world.presses(world.bob, verdict, f"n:{post_of(card)}")).response for _ in range(3)]
    await world.answers(world.bob, more[1])
    await world.env.advance_time(DAY_S - 60)
    await world.client.housekeeping.erase()
    assert len(await _cards(world)) == 4
    await world.env.advance_time(120)
    await world.client.housekeeping.erase()
    assert await _cards(world) == [(post_of(card), 0), (post_of(more[1]), 1)]
    showings = await world.read(lambda store: store.member_showings(f"g{world.guild.id}", world.bob.id))
    assert [showing.times for showing in showings.values()] == [2]
    late = await world.presses(world.bob, more[0], f"q:{post_of(more[0])}:A")
    assert NOT_HERE in text(late.response)


async def test_thousands_of_unanswered_cards_are_erased_in_steps_and_leave_nothing_to_mend(world):
    clock_is_off(world, 0)
    card = await world.quiz()
    asked = (await world.ada.click(card, custom_id=f"x:{post_of(card)}:0")).response
    await world.ada.click(asked, custom_id=f"x:{post_of(card)}:1")
    missed = (await world.bob.click(card, custom_id=f"q:{post_of(card)}:A")).response
    await world.presses(world.bob, missed, f"n:{post_of(card)}")
    engine = world.client.context.engine
    await engine.run(
        lambda store: store.connection.execute(
            """WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2500)
            INSERT INTO post SELECT printf('%013d', n), scope, guild_id, channel_id, NULL, question_key,
            revision_key, shown, asked_by, private_to, posted_at, 0, 0, 'buttons', NULL, 0
            FROM post, number WHERE private_to"""
        )
    )
    await world.env.advance_time(DAY_S + 3600)
    await world.client.housekeeping.erase()
    assert await _cards(world) == [(post_of(card), 0)]

    def wrong(store):
        gather(store.connection)
        return [each.name for each in RECOUNTS if each.wrong(store.connection)]

    assert await engine.read(wrong) == []
