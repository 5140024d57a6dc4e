"""A question from asking to the private verdict, over real HTTP and a real gateway."""

from tests.wire import checks


def button(message, ending):
    """The custom id on a message that ends so."""
    ids = [each.get("custom_id") or "" for each in checks.parts(message.body["components"])]
    return next(each for each in ids if each.endswith(ending))


async def test_a_question_is_asked_answered_and_explained(bot, discord):
    await (await bot.start()).is_ready()
    card = await discord.answered(await discord.types("quiz", topic="networking"))
    clicked = await discord.clicks(button(card, ":A"), card)
    verdict = await discord.answered(clicked)
    assert verdict.seen_by == discord.bob.id
    assert verdict.files
    explained = await discord.answered(await discord.clicks(button(verdict, ":0"), verdict))
    assert "Each option" in str(explained.body)
    assert await bot.stops() == 0
