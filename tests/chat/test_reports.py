"""Members report what is wrong with a question; moderators go through the reports of their server."""

import contextlib
import json
import logging
from dataclasses import replace

import discord
import pytest

from bot.app.asking import Card
from bot.app.reporting import OpenReport, OpenReports, ReportedCard
from bot.chat import report_views
from bot.chat.limits import check_payload
from bot.core.errors import IncompleteReport
from bot.core.post import Post
from bot.core.report import MAX_TEXT, Kind, Report
from tests.builders import NOON, pack, question
from tests.chat.world import World, buttons, post_of, text

PINGS = "@everyone @here <@&123> <@123> https://example.org [x](https://example.org)"


def moderator(world, name="mod"):
    role = world.guild.create_role(f"{name}s", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user(name, global_name=name.title()), roles=[role])


async def opens(world, member, card=None, user=None):
    """A member answers a card (a new one if none is given) and presses Report."""
    card = card or await world.quiz()
    verdict = await world.answers(user or member, card)
    return await (user or member).click(verdict, custom_id=f"r:{post_of(card)}")


async def sends(member, opened, kind="key", words=""):
    return (await member.submit_modal(opened, {"kind": kind, "text": words})).response


async def reports(world, member, kind="key", words="", card=None):
    return await sends(member, await opens(world, member, card), kind, words)


async def listed(world, member):
    return (await member.slash(world.channel, "reports")).response


async def tampered(world, member, opened, change):
    """Sends the form, but `change` has its way with the payload before the bot sees it; the requests."""
    parsers = world.client._connection.parsers
    kept, original = [], parsers["INTERACTION_CREATE"]
    parsers["INTERACTION_CREATE"] = kept.append
    try:
        with contextlib.suppress(Exception):  # nobody answers what is kept back
            await member.submit_modal(opened, {"kind": "key", "text": ""})
    finally:
        parsers["INTERACTION_CREATE"] = original
    payload = json.loads(json.dumps(kept[0]))
    change(payload["data"])
    before = len(world.env.http_requests)
    with world.env._bot_scope():
        original(payload)
    await world.env.settle()
    return str([request.json for request in world.env.http_requests[before:]])


async def stored(world):
    query = "SELECT member_id, kind, text, state FROM report ORDER BY report_id"
    return await world.read(lambda store: store.connection.execute(query).fetchall())


async def test_a_report_is_stored_thanked_for_and_listed_for_moderators(world, caplog):
    caplog.set_level(logging.INFO, "bot")
    thanks = await reports(world, world.bob, "wording", "Which *rack*?\n\nI see two.")
    assert thanks.ephemeral
    assert text(thanks) == "Thank you! The moderators of this server can see your report now."
    shown = await listed(world, moderator(world))
    assert shown.ephemeral
    assert text(shown).startswith("### Open reports · 1\n**Which link helps rack ")
    assert "\n-# AI infrastructure · Networking · `link-" in text(shown)
    assert "\n⚑ Unclear or misspelt · Bob · <t:" in text(shown)
    assert ":R>\n> Which \\*rack\\*?\n> I see two." in text(shown)
    (line,) = [record.getMessage() for record in caplog.records if "a report" in record.getMessage()]
    assert line.startswith("a report (wording) of ai/link-")
    assert "rack" not in line


async def test_the_form_keeps_to_discords_limits_and_is_not_kept_in_memory(world):
    opened = await opens(world, world.bob)
    form = opened.modal
    assert len(form["title"]) <= 45
    for label in form["components"]:
        assert len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
    assert [option["value"] for option in form["components"][0]["component"]["options"]] == [
        *("key", "wording", "outdated", "other")
    ]
    assert world.client._connection._view_store._modals == {}


async def test_the_second_report_of_a_question_updates_the_first_and_opens_it_again(world):
    card = await world.quiz()
    await reports(world, world.bob, "key", "B is right too", card)
    mod = moderator(world)
    page = await listed(world, mod)
    await mod.click(page, custom_id="v:1:d:1")
    verdict = (await world.bob.click(card, custom_id=f"q:{post_of(card)}:A")).response
    opened = await world.bob.click(verdict, custom_id=f"r:{post_of(card)}")
    kinds, words = (label["component"] for label in opened.modal["components"])
    assert [option["value"] for option in kinds["options"] if option.get("default")] == ["key"]
    assert words["value"] == "B is right too"
    thanks = await sends(world.bob, opened, "outdated", "Since 2026")
    assert text(thanks) == (
        "Thank you! I updated your report. The moderators of this server can see it as it is now."
    )
    assert await stored(world) == [(world.bob.id, "outdated", "Since 2026", "open")]
    assert "Open reports · 1" in text(await listed(world, mod))


async def test_a_form_that_was_opened_before_a_restart_still_counts(world):
    opened = await opens(world, world.bob)
    await world.restart()
    assert "Thank you!" in text(await sends(world.bob, opened))
    assert len(await stored(world)) == 1


async def test_two_members_forms_do_not_get_in_each_others_way(world):
    card = await world.quiz()
    of_ada, of_bob = await opens(world, world.ada, card), await opens(world, world.bob, card)
    await sends(world.ada, of_ada, "key")
    await sends(world.bob, of_bob, "outdated")
    assert [row[:2] for row in await stored(world)] == [(world.ada.id, "key"), (world.bob.id, "outdated")]
    assert text(await listed(world, moderator(world))).count("2 open reports of this question") == 2


async def test_something_else_needs_words(world):
    refused = await reports(world, world.bob, "other", " \n ")
    assert "That did not tell me what is wrong." in text(refused)
    assert await stored(world) == []


def _unknown_kind(data):
    data["components"][0]["component"]["value"] = "drop"


def _endless_text(data):
    data["components"][1]["component"]["value"] = "x" * 5000


def _no_fields(data):
    data["components"] = []


def _no_component(data):
    data["components"][0] = {"type": 18}


@pytest.mark.parametrize("change", [_unknown_kind, _endless_text, _no_fields, _no_component])
async def test_what_no_form_of_ours_sends_is_refused(world, change):
    said = await tampered(world, world.bob, await opens(world, world.bob), change)
    assert "That did not tell me what is wrong." in said
    assert await stored(world) == []


async def test_half_characters_and_control_characters_are_left_out(world):
    def change(data):
        data["components"][1]["component"]["value"] = "a\ud800b\x00c"

    assert "Thank you!" in await tampered(world, world.bob, await opens(world, world.bob), change)
    assert [row[2] for row in await stored(world)] == ["abc"]


async def test_only_who_knows_the_key_of_a_post_here_may_report_it(world):
    card = await world.quiz()
    verdict = await world.answers(world.ada, card)
    other = await world.quiz()
    real = f"r:{post_of(card)}"
    for fake, sentence in (
        (f"r:{post_of(other)}", "Answer the question first"),
        ("r:zzzzzzzzzzzzz", "does not belong to a question here"),
    ):
        requests = await world.forged(world.ada, verdict, real, fake)
        assert sentence in str(requests[-1].json)
    opened = await world.ada.click(verdict, custom_id=real)

    def change(data):
        data["custom_id"] = data["custom_id"].replace(post_of(card), post_of(other))

    assert "Answer the question first" in await tampered(world, world.ada, opened, change)
    assert await stored(world) == []


async def test_a_closed_card_can_be_reported_by_who_missed_it(world):
    card = await world.quiz()
    asked = (await world.ada.click(card, custom_id=f"x:{post_of(card)}:0")).response
    await world.ada.click(asked, custom_id=f"x:{post_of(card)}:1")
    await world.env.advance_time(2)
    missed = (await world.bob.click(card, custom_id=f"y:{post_of(card)}")).response
    opened = await world.bob.click(missed, custom_id=f"r:{post_of(card)}")
    assert "Thank you!" in text(await sends(world.bob, opened))


async def test_a_report_in_a_private_chat_goes_to_the_operator_and_no_server_sees_it(world):
    card = (await world.bob.user.slash("quiz", topic="networking")).response
    opened = await opens(world, world.bob, card, world.bob.user)
    assert "Whoever runs this bot can see your report now." in text(await sends(world.bob.user, opened))
    assert "There are no open reports." in text(await listed(world, moderator(world)))


async def test_reports_in_a_flood_have_to_wait(world):
    for _ in range(5):
        await reports(world, world.bob)
    assert "Please try again in 10 minutes." in text(await reports(world, world.bob))
    await world.env.advance_time(600)
    assert "Thank you!" in text(await reports(world, world.bob))


async def test_mentions_in_a_report_ping_nobody_and_links_are_dead(world):
    """Field reports, Permissions 1: pings in texts."""
    await reports(world, world.bob, "other", PINGS)
    shown = text(await listed(world, moderator(world)))
    assert "@\u200beveryone @\u200bhere \\<@\u200b&123>" in shown
    assert "https://" not in shown
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        if "components" in body.get("data", {}) and body["type"] != 9:  # a form is no message
            assert body["data"]["allowed_mentions"] == {"parse": []}


async def test_moderators_dismiss_and_mark_mended_with_one_audit_line_each(world, caplog):
    caplog.set_level(logging.INFO, "bot")
    await reports(world, world.ada, words="first, and secret")
    await reports(world, world.bob, "outdated")
    mod = moderator(world)
    page = await listed(world, mod)
    await mod.click(page, custom_id="v:1:d:1")
    assert text(page).startswith("✓ That report is dismissed.\n### Open reports · 1")
    await mod.click(page, custom_id="v:2:m:1")
    assert text(page).startswith("✓ That report is marked mended.\nThere are no open reports.")
    assert [row[3] for row in await stored(world)] == ["dismissed", "mended"]
    audit = [record.getMessage() for record in caplog.records if "set report" in record.getMessage()]
    assert audit == [
        f"member {mod.id} set report 1 to dismissed in server {world.guild.id}",
        f"member {mod.id} set report 2 to mended in server {world.guild.id}",
    ]


async def test_a_report_that_somebody_else_dealt_with_meanwhile_stays_as_it_is(world):
    await reports(world, world.bob)
    first, second = moderator(world, "una"), moderator(world, "duo")
    page, stale = await listed(world, first), await listed(world, second)
    await first.click(page, custom_id="v:1:m:1")
    await second.click(stale, custom_id="v:1:d:1")
    assert f"○ Nothing changed: that report was already marked mended by <@{first.id}>." in text(stale)
    assert [row[3] for row in await stored(world)] == ["mended"]


async def test_reports_of_another_server_cannot_be_dealt_with(world):
    await reports(world, world.bob)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("chat")
    role = other.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(world.env.create_user("eve"), roles=[role])
    card = (await stranger.slash(channel, "quiz", topic="storage")).response
    opened = await opens(world, stranger, card)
    await sends(stranger, opened)
    page = (await stranger.slash(channel, "reports")).response
    assert "Open reports · 1" in text(page)
    await world.forged(stranger, page, "v:2:d:1", "v:1:d:1")
    assert "that report is not here any more" in text(page)
    assert [row[3] for row in await stored(world)] == ["open", "open"]


@pytest.mark.parametrize("real", ["v:1:d:1", "w:2", "o:1:0"])
async def test_members_cannot_use_what_only_moderators_see(world, real, caplog):
    """Field reports, Permissions 5: asked anew at every use."""
    for member in [world.ada, world.bob, *(world.member(f"m{n}") for n in range(4))]:
        await reports(world, member)
    tutors = world.guild.create_role("Tutors")
    mod = world.guild.add_member(world.env.create_user("mod"), roles=[tutors])
    await world.set(moderator_role_id=tutors.id)
    page = await listed(world, mod)
    await world.set(moderator_role_id=None)
    refused = (await mod.click(page, custom_id=real)).response
    assert text(refused).startswith("Only moderators can do that")
    assert text(await listed(world, world.ada)).startswith("Only moderators can do that")
    assert {row[3] for row in await stored(world)} == {"open"}
    assert len([r for r in caplog.records if r.getMessage().startswith("refused ")]) == 2


async def test_a_moderator_sees_the_question_of_a_report_with_the_letters_of_its_member(world):
    card = await world.quiz()
    await reports(world, world.bob, words="B is right too", card=card)
    mod = moderator(world)
    page = await listed(world, mod)
    shown = (await mod.click(page, custom_id="o:1:0")).response
    assert shown.ephemeral
    asked, options = text(card).split("\n")[:2], [line for line in text(card).split("\n") if "\u2002" in line]
    assert text(shown).startswith("\n\n".join(asked))
    for line in options:
        assert line in text(shown)
    post = await world.read(lambda store: store.post(post_of(card)).post)
    assert f"**{post.letter_of('right')} · " in text(shown)
    assert "The letters are those that this member saw." in text(shown)
    assert "· ✓ right\n" in text(shown)
    assert text(shown).count("· ✗ wrong here\n") == len(options) - 1
    assert "Open reports · 1" in text(page)


async def test_who_reported_without_answering_saw_letters_that_nobody_kept(world):
    card = await world.quiz()
    asked = (await world.ada.click(card, custom_id=f"x:{post_of(card)}:0")).response
    await world.ada.click(asked, custom_id=f"x:{post_of(card)}:1")
    await world.env.advance_time(2)
    missed = (await world.bob.click(card, custom_id=f"y:{post_of(card)}")).response
    await sends(world.bob, await world.bob.click(missed, custom_id=f"r:{post_of(card)}"))
    mod = moderator(world)
    shown = (await mod.click(await listed(world, mod), custom_id="o:1:0")).response
    assert "The letters may not be those that this member saw." in text(shown)
    assert "· ✓ right\n" in text(shown)


async def test_the_question_of_a_report_that_is_gone_or_elsewhere_is_not_shown(world):
    await reports(world, world.bob)
    mod = moderator(world)
    page = await listed(world, mod)
    requests = await world.forged(mod, page, "o:1:0", "o:2:0")
    assert "That report is not here any more." in str(requests[-1].json)


async def test_with_a_public_address_each_report_leads_to_the_page_of_its_question(tmp_path):
    async with World(tmp_path, public_url="https://quiz.example") as world:
        card = await world.quiz()
        verdict = await world.answers(world.bob, card)
        (address,) = [each for each in buttons(verdict) if each.startswith("https://")]
        await sends(world.bob, await world.bob.click(verdict, custom_id=f"r:{post_of(card)}"))
        assert f" · [Open the page]({address})\n" in text(await listed(world, moderator(world)))


def test_the_longest_question_of_a_report_fits_into_its_pages():
    long = question("q" * 60, stem=f"{'界' * 300}. Which?", full="界 " * 3000)
    post = Post("", "g1", None, 0, None, tuple(o.option_id for o in long.options), 0, None, NOON)
    reported = ReportedCard(10**17, Card(post, long, pack(title="界" * 90)), as_seen=False)
    for page in (0, 1, 2, 99):
        view = report_views.question_view(reported, page, "https://quiz.example/" + "q" * 200)
        check_payload(view.to_components())
    assert "o:100000000000000000:" in json.dumps(view.to_components())


async def test_the_list_is_not_offered_in_a_private_chat(world):
    assert "reports" not in world.ada.user.available_commands()


async def test_a_list_has_pages_of_five_oldest_first(world):
    members = [world.member(f"m{number}") for number in range(7)]
    for member in members:
        await reports(world, member)
    mod = moderator(world)
    page = await listed(world, mod)
    assert [f"M{number} ·" in text(page) for number in range(7)] == [True] * 5 + [False] * 2
    assert "Page 1 of 2 · oldest first" in text(page)
    assert buttons(page)[-1] == "w:2"
    await mod.click(page, custom_id="w:2")
    assert [f"M{number} ·" in text(page) for number in range(7)] == [False] * 5 + [True] * 2
    await mod.click(page, custom_id="v:7:d:2")
    await mod.click(page, custom_id="v:6:d:2")
    assert "Open reports · 5" in text(page)


@pytest.mark.parametrize("char", ["x", "界", "*", "@", "👩‍👩‍👧‍👦", "\n", "`"])
def test_five_of_the_longest_reports_fit_into_one_message(char):
    words = (char * MAX_TEXT)[:MAX_TEXT]
    about = question("q" * 60, stem=f"{'界' * 300}. Which `{'界' * 400}`?")
    row = Report(10**17, "g1", 1, 2, "界" * 40, Kind.OTHER, words, NOON)
    rows = tuple(OpenReport(row, about, pack(title="界" * 90), 999) for _ in range(5))
    rows = tuple(replace(row, report=replace(row.report, report_id=n)) for n, row in enumerate(rows))
    url = "https://quiz.example/" + "q" * 150
    view = report_views.list_view(OpenReports(rows, 2, 3, 12), lambda _: url, "✓ That report is dismissed.")
    check_payload(view.to_components())
    plain = [OpenReport(replace(row.report, name="Bob"), question(), pack(), 1) for row in rows]
    shown = json.dumps(
        report_views.list_view(OpenReports(tuple(plain), 1, 1, 5), lambda _: None).to_components()
    )
    if char == "x":
        assert shown.count("x" * MAX_TEXT) == 5


def test_a_form_of_nothing_is_refused():
    with pytest.raises(IncompleteReport):
        report_views.read_form({})
