"""Ids as large as Discord's keep all their digits: two members whose ids differ in the last one stay two."""

import json

import pytest

from tests.wire.model import User
from tests.wire.people import button, card_of, responses, rows, says

pytestmark = pytest.mark.asyncio(loop_scope="session")

#: As floating-point numbers they are the same.
ONE, OTHER = 901234567890123457, 901234567890123459


async def test_members_whose_ids_differ_in_the_last_digit_only_are_two_everywhere(running, here):
    assert float(ONE) == float(OTHER)
    members = [User(ONE, "odd"), User(OTHER, "even")]
    here.users |= {each.id: each for each in members}
    card = await card_of(here)
    post_id = button(card, "q:").split(":")[1]
    (shown,) = rows(running, "SELECT shown FROM post WHERE post_id = ?", post_id)
    letters = dict(zip(json.loads(shown[0]), "ABCD", strict=True))
    for member, option in zip(members, ("right", "wrong-1"), strict=True):
        await here.answered(await here.clicks(button(card, "q:", f":{letters[option]}"), card, member))
    assert responses(running, card) == [(ONE, '["right"]'), (OTHER, '["wrong-1"]')]
    board = says(await here.answered(await here.types("leaderboard", members[0])))
    assert ("Odd" in board, "Even" in board) == (True, True)
    for member, right in zip(members, ("1 of 1 right", "0 of 1 right"), strict=True):
        assert right in says(await here.answered(await here.types("score", member)))
