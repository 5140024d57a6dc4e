"""Every command, button, menu and form once, over the wire: Discord's document and limits hold for all.

What the bot's requests break fails each test (see `fixtures`); the texts matter elsewhere.
"""

import discord as library
import pytest

from bot.chat.reactions import EMOJI
from bot.core.server import AnswersBy
from tests.wire.people import button, card_of, close, ids_on, in_the_end, says

pytestmark = pytest.mark.asyncio(loop_scope="session")

MANAGER = library.Permissions(manage_guild=True, send_messages=True, view_channel=True).value


async def test_commands_are_told_in_a_form_that_discord_takes(here):
    assert {each["name"] for each in here.commands} >= {"quiz", "score", "setup", "privacy"}


@pytest.mark.parametrize("level", [None, "apply"])
@pytest.mark.parametrize("answers", [None, "buttons", "reactions"])
async def test_a_quiz_in_all_its_forms(here, level, answers):
    wanted = {"level": level, "answers": answers}
    card = await card_of(here, **{name: value for name, value in wanted.items() if value})
    verdict = await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    assert verdict.files
    if answers == AnswersBy.REACTIONS:
        await here.until(lambda: len(card.reactions) == 4 and here.count("GET channels") >= 2)
        await here.reacts(EMOJI["A"], card, here.ada)
        await here.until(lambda: len(card.reactions[EMOJI["A"]]) == 1)
        assert "You chose A" in says(
            await here.answered(await here.clicks(button(card, "y:"), card, here.ada))
        )


async def test_a_set_is_chosen_submitted_and_shown_again(here):
    card = await here.answered(await here.types("quiz", topic="sets"))
    choice = await here.answered(await here.clicks(button(card, "m:"), card))
    for letter in "AB":
        await here.answered(await here.clicks(button(choice, "c:", letter), choice))
    verdict = await here.answered(await here.clicks(button(choice, "s:", ":AB"), choice))
    assert "set" in says(verdict) or "Right" in says(verdict)
    again = await here.answered(await here.clicks(button(card, "m:"), card))
    assert "You answered this card before" in says(again)
    assert "You answered" in says(
        await here.answered(await here.clicks(button(choice, "c:", ":ABC"), choice))
    )


async def test_explanations_have_pages_and_there_is_a_next_question(here):
    card = await here.answered(await here.types("quiz", topic="storage"))
    verdict = await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    first = await here.answered(await here.clicks(button(verdict, "f:", ":0"), verdict))
    (onward,) = [each for each in ids_on(first) if each.endswith(":2")]
    await here.answered(await here.clicks(onward, first))
    assert "Page 2 of" in says(first)
    more = await here.answered(await here.clicks(button(verdict, "n:"), verdict))
    await here.answered(await here.clicks(button(more, "q:", ":0"), more))


async def test_the_answer_is_shown_to_everybody(running, here):
    for answers in ("buttons", "reactions"):
        here.ada = here.user(answers)
        card = await card_of(here, answers=answers)
        await here.answered(await here.clicks(button(card, "q:", ":0"), card))
        await close(here, card)
        await in_the_end(running, here, lambda card=card: "Closed" in says(card))
        assert card.files
        await here.answered(await here.clicks(button(card, "y:"), card))
        await here.answered(await here.clicks(button(card, "f:"), card))


async def test_scores_boards_and_help(running, here):
    card = await card_of(here)
    for number in range(12):
        await here.answered(await here.clicks(button(card, "q:", ":A"), card, here.user(f"m{number}")))
    await here.answered(await here.types("score"))
    await here.answered(await here.types("score", member=here.bob))
    board = await here.answered(await here.types("leaderboard", period="week"))
    await here.answered(await here.clicks(button(board, "l:week:2:"), board, here.ada))
    assert "Page 2 of" in says(board)
    await here.answered(await here.types("leaderboard", topic="networking"))
    assert "/quiz" in says(await here.answered(await here.types("help")))
    assert "no topic" in says(await here.answered(await here.types("quiz", here.bob, topic="knitting")))


@pytest.mark.parametrize(
    ("command", "option", "text"),
    [
        ("quiz", "topic", "net"),
        ("leaderboard", "topic", ""),
        ("setup", "time_zone", "lon"),
        ("setup", "topic", ""),
    ],
)
async def test_suggestions(here, command, option, text):
    here.rest.permissions[here.ada.id] = MANAGER
    typed = await here.begins_to_type(command, option, text)
    await here.acknowledged(typed)
    assert typed.answer == 8
    assert typed.data["choices"]


async def test_a_server_is_set_up_with_every_menu(here):
    here.rest.permissions[here.bob.id] = MANAGER
    panel = await here.answered(await here.types("setup", here.bob))
    (role,) = here.server.roles
    chosen = {
        "u:t": ["ai/networking"],
        "u:c": [str(here.channel.id)],
        "u:r": [str(role)],
    }
    for custom_id, values in chosen.items():
        for each in (values, []):
            made = await here.selects(custom_id, each, panel)
            await here.acknowledged(made)
            assert made.answer in (6, 7)
    for ending in ("reactions", "buttons"):
        await here.acknowledged(await here.clicks(button(panel, "u:a:", ending), panel))
    await here.answered(await here.types("setup", here.bob, time_zone="Europe/Berlin"))
    told = await here.answered(await here.types("setup", here.ada))
    assert "Only moderators" in says(told)


async def test_preferences_are_turned_on_and_off(here):
    panel = await here.answered(await here.types("preferences"))
    for start in ("p:h:1", "p:n:1", "p:h:0", "p:n:0"):
        await here.answered(await here.clicks(button(panel, start), panel, here.ada))


async def test_a_question_is_reported_and_the_report_dealt_with(here):
    here.rest.permissions[here.ada.id] = MANAGER
    card = await card_of(here)
    verdict = await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    for kind, text in (("wording", ""), ("other", "**@everyone** " + "x" * 580)):
        form = await here.clicks(button(verdict, "r:"), verdict)
        thanks = await here.answered(await here.submits(form, kind=kind, text=text))
        assert "Thank you" in says(thanks)
    for number in range(6):
        who = here.user(f"m{number}")
        verdict = await here.answered(await here.clicks(button(card, "q:", ":0"), card, who))
        form = await here.clicks(button(verdict, "r:"), verdict, who)
        await here.answered(await here.submits(form, kind="key", text="界" * 600))
    reports = await here.answered(await here.types("reports"))
    for start in ("w:2", "w:1", "v:"):
        await here.answered(await here.clicks(button(reports, start), reports, here.ada))
    await here.answered(await here.clicks(button(reports, "v:"), reports, here.ada))


async def test_a_member_exports_and_erases_their_data(here):
    card = await card_of(here)
    await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    exported = await here.answered(await here.types("privacy export", here.bob))
    assert exported.files == ["quizbot-my-data.json"]
    for ending in (":0", ":1"):
        asked = await here.answered(await here.types("privacy delete", here.bob))
        await here.answered(await here.clicks(button(asked, "e:", ending), asked))


async def test_a_new_server_is_greeted_in_its_system_channel(running, here):
    server = here.add_server("Newcomers")
    server.system_channel_id = next(iter(server.channels))
    await here.gateway.send("GUILD_CREATE", server.payload())
    await here.until_seen(f"POST channels/{server.system_channel_id}/messages")
    await running.says(f"joined server {server.id}")
