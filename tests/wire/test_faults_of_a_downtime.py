"""What was left undone when the program ended is done after the next start."""

from tests.wire.people import close, crowd, says, shown_as_closed


async def test_after_a_downtime_all_old_cards_are_closed_within_discords_limit_on_old_edits(bot, discord):
    await (await bot.start()).is_ready()
    cards = []
    for member in crowd(discord, 6):
        cards.append(await discord.answered(await discord.types("quiz", member, topic="networking")))
        cards[-1].asker = member
    discord.fail("PATCH channels", 503, times=10**9)
    for card in cards:
        discord.ada = card.asker
        await close(discord, card)
    assert await bot.stops() == 0
    discord.faults.clear()
    discord.moves(3700)
    discord.rest.old_edits_period_s = 1.0
    await (await bot.start(wire={"set": {"bot.chat.card_edits:_TICK_S": 0.05}})).is_ready()
    for card in cards:
        await shown_as_closed(bot, card)
        assert "Closed" in says(card)
    assert [line for line in bot.lines if "discord.http" in line and "429" in line], "Discord never said no"
    assert not any("Traceback" in line for line in bot.lines)
