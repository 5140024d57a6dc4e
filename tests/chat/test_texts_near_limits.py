"""Long options, emoji of several parts, code fences, long boards and messages that Discord would refuse."""

import asyncio
import re
from dataclasses import replace

import discord
import pytest
import regex

from bot.app import answering
from bot.chat import layout, limits, markdown
from bot.core.post import Click, Place
from bot.core.question import Option
from tests.builders import multiple, pack, question
from tests.chat.test_show_the_answer import close
from tests.chat.world import World, buttons, components, post_of, text
from tests.contents import write_content

FAMILY, FLAG = "👨‍👩‍👧‍👦", "🇩🇪"
CODE = "\n".join(f"{'    ' * (n % 4)}step({n})" for n in range(60))


@pytest.fixture(autouse=True)
def unchecked(monkeypatch):
    """Content is taken as it is, also where the linter would refuse it."""
    monkeypatch.setattr("bot.wiring.complaints", lambda *_: [])


def labels(message):
    return [each["label"] for each in components(message) if each["type"] == 2]


def with_texts(*texts, **changes):
    """A question whose options say this; the first is the key."""
    options = (Option(f"o-{n}", each, f"Because {n}.", n == 0) for n, each in enumerate(texts))
    return question(options=tuple(options), figure=None, **changes)


@pytest.mark.parametrize(
    "texts",
    [
        [f"{n} ".ljust(n, "x") for n in (76, 77, 79, 80, 81)],
        [f"{'The same words '.ljust(140, '=')}{end:>10}" for end in ("left", "right", "up", "down")],
    ],
    ids=["76 to 81 characters", "alike but for the last ten of 150"],
)
async def test_buttons_carry_letters_and_long_options_stand_in_full_beside_them(tmp_path, texts):
    async with World(tmp_path, (with_texts(*texts),)) as world:
        card = await world.quiz()
        assert labels(card) == [*"ABCDE"[: len(texts)], "I don't know", "Show the answer"]
        post = await world.read(lambda store: store.post(post_of(card)).post)
        lines = text(card).split("\n")
        for number, each in enumerate(texts):
            expected = f"**{post.letter_of(f'o-{number}')}**\u2002{' '.join(each.split())}"
            assert expected in lines
        verdict = await world.answers(world.bob, card, "o-1")
        await close(world, world.ada, card)
        for message in (verdict, card):
            assert all(" ".join(each.split()) in text(message) for each in texts[:2])


async def test_an_option_of_70_emoji_and_a_title_of_250_are_not_cut(tmp_path):
    emoji, title = "🚀" * 70, "🧪" * 250
    asked = with_texts(emoji, FAMILY * 10, FLAG * 35)
    async with World(tmp_path, (asked,)) as world:
        write_content(world.content, pack(title=title), asked)
        await world.client.library.reload()
        card = await world.quiz(topic="networking")
        assert title in text(card)
        assert all(each.text in text(card) for each in asked.options)


@pytest.mark.parametrize("whole", [FAMILY, FLAG, "🏳️‍🌈"])
@pytest.mark.parametrize("characters", [122, 337, 900, 3400])
def test_no_cut_of_a_long_text_leaves_half_an_emoji(whole, characters):
    for prefix in ("", "x"):
        pages = markdown.pages(prefix + whole * 900, characters, 3 * characters)
        lines = [line for page in pages for line in page.split("\n")]
        assert len(pages) > 1 or len(whole) * 900 < characters
        assert all(re.fullmatch(f"x?({whole})*", line) for line in lines)
        assert "".join(lines) == prefix + whole * 900


async def test_a_verdict_that_must_cut_its_rationales_cuts_between_whole_emoji(tmp_path):
    options = tuple(Option(f"o-{n}", f"Number {n}", "x" * n + FAMILY * 84, n < 4) for n in range(8))
    async with World(tmp_path, (multiple(options=options, topic_id="sets", objectives=()),)) as world:
        card = await world.quiz(topic="sets")
        post_id = post_of(card)
        choice = (await world.presses(world.bob, card, f"m:{post_id}")).response
        for end in range(1, 9):
            await world.presses(world.bob, choice, f"c:{post_id}:{'ABCDEFGH'[:end]}")
        verdict = (await world.presses(world.bob, choice, f"s:{post_id}:ABCDEFGH")).response
        cut = [line for line in text(verdict).split("\n") if FAMILY in line]
        assert len(cut) >= 8
        assert all(re.fullmatch(f"x*({FAMILY})+( …)?", line) for line in cut)


async def test_of_40_packs_25_are_suggested_best_first_and_each_can_be_told_apart_and_chosen(tmp_path):
    async with World(tmp_path, (question(figure=None),)) as world:
        long = "Long name ".ljust(120, "x")
        for number in range(40):
            pack_id = f"net-{number}"
            made = pack(pack_id=pack_id, title=long if number == 39 else f"Pack {number}", objectives=())
            write_content(world.content, made, question(pack_id=pack_id, objectives=(), figure=None))
        await world.client.library.reload()
        suggest = lambda typed: world.ada.autocomplete(world.channel, "quiz", "topic", typed)  # noqa: E731
        for typed in ("", "net", long):
            choices = await suggest(typed)
            assert 1 <= len(choices) <= 25
            assert max(len(choice["name"]) for choice in choices) <= 100
            assert len({choice["name"] for choice in choices}) == len(choices)
        assert len(await suggest("")) == len(await suggest("net")) == 25
        assert (await suggest(""))[0]["name"] == "Anything"
        assert (await suggest("net"))[0]["name"] == "🌐 Networking · AI infrastructure"
        (chosen, *_) = await suggest(long)
        assert chosen == {"name": f"All of {long}"[:99] + "…", "value": "net-39"}
        for typed in (chosen["value"], long[:100], "Networking · Pack 7", "pack 7"):
            card = await world.quiz(topic=typed)
            assert (long if "7" not in typed else "Pack 7") in text(card)


async def test_a_board_of_100_members_with_wide_names_has_ten_pages_within_the_limits(world):
    card = await world.quiz()
    post_id = post_of(card)
    place, now = Place(world.guild.id, world.channel.id), world.clock.now()
    letter = (await world.read(lambda store: store.post(post_id).post)).letter_of("right")
    run = world.client.context.engine.run
    clicks = [Click(place, 10**18 + n, f"{'界' * 29}{n:03}") for n in range(99)]
    await asyncio.gather(*(run(answering.answer, post_id, letter, each, now=now) for each in clicks))
    await world.answers(world.bob, card, "wrong-1")
    board = (await world.bob.slash(world.channel, "leaderboard")).response
    for asked, shown in ((1, 1), (10, 10), (99, 10)):
        if asked > 1:
            await world.forged(world.bob, board, buttons(board)[0], f"l:all:{asked}:")
        assert f"Page {shown} of 10 · 100 members" in text(board)
        assert "You: **100.** with 0 points" in text(board)
        assert text(board).count("界" * 29) == (10 if shown == 1 else 9)
        assert limits.violations(board.components) == []
    assert "There is no page 99; this is the last one." in text(board)


@pytest.mark.parametrize("paragraph", [300, 3900])
async def test_an_explanation_of_3900_chinese_characters_is_told_whole_in_pages(tmp_path, paragraph):
    whole = "".join(chr(0x4E00 + n) for n in range(3900))
    full = "\n\n".join(whole[start : start + paragraph] for start in range(0, 3900, paragraph))
    async with World(tmp_path, (question(full=full),)) as world:
        card = await world.quiz()
        verdict = await world.answers(world.bob, card)
        page = (await world.presses(world.bob, verdict, f"f:{post_of(card)}:0")).response
        told = text(page)
        while following := [each for each in buttons(page) if each.endswith(f":{told.count('Page ') + 1}")]:
            await world.presses(world.bob, page, following[0])
            told += text(page)
        assert told.count("Page ") >= 2
        assert "".join(regex.findall("[\u4e00-\u5fff]", told)) == whole
        assert "The slowest link sets the pace." in told


async def test_the_picture_stays_when_a_closed_card_is_edited_again(world):
    card = await world.quiz()
    await close(world, world.ada, card)
    world.client.card_edits.changed(post_of(card))
    await world.env.advance_time(2)
    edits = [r for r in world.env.http_requests if r.method == "PATCH" and "/channels/" in r.path]
    assert len(edits) == 2
    (gallery,) = [each for each in components(card) if each["type"] == 12]
    assert gallery["items"][0]["description"].startswith("A long bar")
    assert len(world.env.backend.get_message(world.channel.id, card.id).attachments) == 1


@pytest.mark.errors_expected
async def test_a_message_of_41_components_is_never_sent_and_its_post_taken_back(world, monkeypatch, caplog):
    def too_many(_card):
        return layout.view(discord.ui.Container(*(discord.ui.TextDisplay(str(n)) for n in range(40))))

    monkeypatch.setattr("bot.chat.cards.card_view", too_many)
    reply = await world.quiz()
    assert reply.ephemeral
    number = text(reply).rsplit("error ", 1)[1].rstrip(".")
    assert number in caplog.text
    assert "PayloadTooLarge: maximum number of children exceeded (40)" in caplog.text
    assert await world.read(lambda store: store.channel_showings(world.channel.id)) == {}


@pytest.mark.errors_expected
async def test_a_send_that_fails_on_discords_side_is_told_to_the_member_or_else_to_the_log(world, caplog):
    fails = lambda times: world.env.inject_error(  # noqa: E731
        "POST", "/interactions/*/*/callback", status=500, code=0, times=times
    )
    fails(1)
    reply = await world.quiz()
    assert reply.ephemeral
    assert text(reply).rsplit("error ", 1)[1].rstrip(".") in caplog.text
    card = await world.quiz()
    fails(1)  # of the picture: the words come all the same
    assert "✓ Right" in text(await world.answers(world.bob, card))
    fails(3)
    post = await world.read(lambda store: store.post(post_of(card)).post)
    await world.ada.click(card, custom_id=f"q:{post.post_id}:{post.letter_of('right')}")
    assert "could not tell a member about an error" in caplog.text
    assert "is the one that counts" in text(await world.answers(world.ada, card))


FENCED = f"```\n{CODE}\n```"


@pytest.mark.parametrize(
    "stem",
    [f"It prints:\n\n{FENCED}\n\nWhich line fails?", f"Which line fails?\n\n{FENCED}",
     f"Which line fails?\n\n```\n{CODE}"],
    ids=["before the question", "behind the question", "never closed"],
)  # fmt: skip
async def test_every_code_block_is_whole_and_closed_and_what_follows_looks_normal(tmp_path, stem):
    asked = with_texts("call ``` now", "call ```x``` now", "call none", stem=stem)
    options = tuple(replace(each, rationale="See:\n```\nrationale()") for each in asked.options)
    asked = replace(asked, options=options, short="See:\n```\n  short()", full=f"See:\n```\n{CODE}")
    async with World(tmp_path, (asked,)) as world:
        card = await world.quiz()
        assert CODE in text(card)
        assert "**Which line fails?**" in text(card)
        verdict = await world.answers(world.bob, card, "o-1")
        page = (await world.presses(world.bob, verdict, f"f:{post_of(card)}:0")).response
        assert CODE in text(page)
        await close(world, world.ada, card)
        for message in (card, verdict, page):
            contents = [each["content"] for each in components(message) if each["type"] == 10]
            assert [each for each in contents if each.count("```") % 2] == []
        after = _without_code(text(page))
        assert "### Each option" in after
        assert "Remember: " in after
        assert "```" not in _without_code(text(card))


def _without_code(shown):
    return re.sub("```.*?```", "", shown, flags=re.DOTALL)
