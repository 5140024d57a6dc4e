"""What clients may forge is refused with the same words, stores nothing and tells nothing."""

import pytest

from bot.chat.texts import texts
from tests.wire.people import button, card_of, close, ids_on, in_the_end, responses, rows, says

pytestmark = pytest.mark.asyncio(loop_scope="session")


def post_of(card):
    """The post id on a card."""
    return button(card, "q:").split(":")[1]


FORGED = {
    "a post that does not exist": "q:0000000000000:A",
    "a letter that the card does not show": "q:{post}:H",
    "a letter that there is not": "q:{post}:Z",
    "a set of one for a single question": "s:{post}:AB",
    "a choice on a single question": "m:{post}",
    "a version of a button that we do not know": "zz:1",
    "another server's post": "q:{foreign}:A",
    "the result of another server's post": "y:{foreign}",
    "the explanation of another server's post": "f:{foreign}:0",
    "more of another server's post": "n:{foreign}",
    "the end of another server's post": "x:{foreign}:1",
    "another card of this server": "q:{other}:A",
    "another member's private card": "q:{private}:A",
}


@pytest.mark.parametrize("forged", FORGED)
async def test_a_forged_button_gets_the_same_private_words_and_no_row(running, here, forged):
    foreign = await card_of(here)
    await here.new_server()
    await running.says(f"joined server {here.server.id}")
    card, asker = await card_of(here), here.ada
    here.ada = here.user("next")
    other = await card_of(here)
    verdict = await here.answered(await here.clicks(button(card, "q:", ":0"), card, asker))
    private = await here.answered(await here.clicks(button(verdict, "n:"), verdict, asker))
    before = len(responses(running))
    made = FORGED[forged].format(
        post=post_of(card), foreign=post_of(foreign), other=post_of(other), private=post_of(private)
    )
    told = await here.answered(await here.clicks(made, card))
    assert says(told) == texts.NOT_HERE
    assert told.seen_by == here.bob.id
    assert ids_on(told) == []
    assert len(responses(running)) == before
    assert says(await here.answered(await here.clicks(button(card, "q:", ":0"), card)))


async def test_a_click_on_a_closed_card_is_told_so_and_counts_nothing(running, here):
    card = await card_of(here)
    old = button(card, "q:", ":A")
    await close(here, card)
    await in_the_end(running, here, lambda: "Closed" in says(card))
    told = await here.answered(await here.clicks(old, card))
    assert "This question is closed" in says(told)
    assert told.seen_by == here.bob.id
    assert responses(running, card) == []
    assert rows(running, "SELECT answered FROM post WHERE message_id = ?", card.id) == [(0,)]


async def test_verdicts_choices_scores_and_refusals_are_seen_by_who_asked_alone(here):
    card = await card_of(here)
    clicked = await here.answered(await here.clicks(button(card, "q:", ":0"), card))
    more = [await here.answered(await here.clicks(button(clicked, start), clicked)) for start in ("f:", "n:")]
    for command in ("score", "leaderboard", "help", "preferences", "setup", "reports", "privacy delete"):
        more.append(await here.answered(await here.types(command, here.bob)))
    assert {each.seen_by for each in (clicked, *more)} == {here.bob.id}
    assert card.seen_by is None
