"""Nothing tells the key before the answer, nothing pings, nothing forged is believed."""

import json
import re

import pytest

from bot.chat.client import BUTTONS
from bot.core.question import Option
from tests.builders import question
from tests.chat.world import World, buttons, post_of, text

PINGS = "@everyone @here <@&123> <@123>"


async def test_everything_that_is_sent_or_edited_forbids_mentions(world):
    card = await world.quiz()
    verdict = await world.answers(world.ada, card)
    await world.presses(world.ada, verdict, f"f:{post_of(card)}:0")
    await world.presses(world.ada, verdict, f"n:{post_of(card)}")
    await world.quiz(topic="nonsense")
    await world.ada.slash(world.channel, "leaderboard")
    await world.env.advance_time(2)
    messages = [
        r for r in world.env.http_requests if isinstance(r.json, dict) and "components" in str(r.json)
    ]
    assert len(messages) >= 7
    for request in messages:
        body = request.json.get("data", request.json)
        assert body["allowed_mentions"] == {"parse": []}


async def test_the_card_is_the_same_whichever_option_is_the_key(tmp_path):
    """With the same options in the same order the payload does not differ by one byte."""
    sent = []
    for key in ("right", "wrong-3"):
        options = tuple(
            Option(o.option_id, o.text, o.rationale, o.option_id == key) for o in question().options
        )
        async with World(tmp_path / key, (question(options=options),)) as world:
            world.client.context.rng.__class__.shuffle  # noqa: B018
            card = await world.quiz()
            await world.env.advance_time(1)
            stored = await world.read(lambda store, c=card: store.post(post_of(c)).post)
            shown = json.dumps(_last_card(world)).replace(post_of(card), "POST")
            for option_id in stored.shown:
                letter = stored.letter_of(option_id)
                option_text = question().option(option_id).text
                shown = shown.replace(f"**{letter}**\\u2002{option_text}", option_text)
            lines = sorted(o.text for o in options)
            assert all(line in shown for line in lines)
            sent.append(re.sub("|".join(map(re.escape, lines)), "OPTION", shown))
    assert sent[0] == sent[1]


def _last_card(world):
    (request,) = [r for r in world.env.http_requests if r.path.endswith("/callback")]
    return request.json["data"]


async def test_a_card_carries_no_picture_and_no_link(world):
    card = await world.quiz()
    assert "attachment" not in json.dumps(_last_card(world))
    assert not any("http" in each for each in buttons(card))


async def test_all_custom_ids_match_their_templates_fully(world):
    known = [button.__discord_ui_compiled_template__ for button in BUTTONS]
    card = await world.quiz()
    verdict = await world.answers(world.bob, card)
    sets = await world.quiz(topic="sets")
    choice = (await world.presses(world.bob, sets, f"m:{post_of(sets)}")).response
    found = [each for message in (card, verdict, sets, choice) for each in buttons(message)]
    assert [each for each in found if not any(template.fullmatch(each) for template in known)] == []


@pytest.mark.parametrize(
    "fake",
    [
        "q:zzzzzzzzzzzzz:A",  # no such post
        "q:{post}:H",  # no such option
        "s:{post}:AB",  # a set for a single
        "f:{post}:0",  # not answered yet
        "n:{post}",
        "x:what",  # no button of ours
        "q:{post}:A:extra",
    ],
)
async def test_a_forged_button_gets_a_neutral_refusal_and_stores_nothing(world, fake):
    card = await world.quiz()
    post_id = post_of(card)
    requests = await world.forged(world.bob, card, f"q:{post_id}:A", fake.format(post=post_id))
    assert len(requests) == 1
    assert requests[0].json["data"]["flags"] & 64
    assert await world.read(lambda store: store.first_response(post_id, world.bob.id)) is None


async def test_a_card_of_another_server_is_refused_without_a_hint(world):
    card = await world.quiz()
    post_id = post_of(card)
    elsewhere = world.guild.create_text_channel("elsewhere")
    other = await world.quiz(channel=elsewhere)
    requests = await world.forged(world.bob, other, f"q:{post_of(other)}:A", f"q:{post_id}:A")
    assert "does not belong to a question here" in str(requests[-1].json)
    assert (await world.read(lambda store: store.post(post_id).post)).answered == 0


async def test_hostile_texts_are_shown_and_ping_nobody(tmp_path):
    hostile = question(
        "hostile",
        stem="A pack says: # not a heading. What does it do?",
        options=(
            Option("right", "# Heading", "> a quote", True),
            Option("wrong-1", "- list `code`", "A fence:\n```\ninside\n```"),
            Option("wrong-2", "||spoiler|| `@everyone`", "`{0.__class__}` %s {}"),
            Option("wrong-3", "Emoji " + "🏳️‍🌈" * 40, "fine"),
        ),
        figure=None,
    )
    async with World(tmp_path, (question(), hostile)) as world:
        for _ in range(2):
            card = await world.quiz()
            verdict = await world.answers(world.bob, card, "wrong-1")
            assert "✗ Not this one" in text(verdict)
            if "A pack says" in text(card):
                assert "\\# Heading" in text(card)
                assert text(verdict).count("```") % 2 == 0


async def test_the_seed_of_the_order_is_not_in_the_post(world):
    card = await world.quiz()
    columns = await world.read(
        lambda store: [row[1] for row in store.connection.execute("PRAGMA table_info(post)")]
    )
    assert "shown" in columns
    assert not any("seed" in column for column in columns)
    assert re.fullmatch("[0-9a-z]{13}", post_of(card))
