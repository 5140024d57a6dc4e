"""A question from asking to the private verdict, over real HTTP and a real gateway."""

import pytest

from tests.wire import checks

pytestmark = pytest.mark.asyncio(loop_scope="module")


def button(message, ending):
    """The custom id on a message that ends so."""
    ids = [each.get("custom_id") or "" for each in checks.parts(message.body["components"])]
    return next(each for each in ids if each.endswith(ending))


async def test_a_question_is_asked_answered_and_explained(running, here):
    card = await here.answered(await here.types("quiz", topic="networking"))
    clicked = await here.clicks(button(card, ":A"), card)
    verdict = await here.answered(clicked)
    assert verdict.seen_by == here.bob.id
    assert verdict.files
    explained = await here.answered(await here.clicks(button(verdict, ":0"), verdict))
    assert "Each option" in str(explained.body)
