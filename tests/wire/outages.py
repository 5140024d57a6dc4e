"""What members hear while the database cannot store, or not yet, what they answer."""

from bot.chat.texts import texts
from tests.wire.people import button, responses, says

#: How long Discord waits for a first answer, in seconds.
WITHIN_S = 3.0
_REFUSALS = (texts.CANNOT_SAVE, texts.BUSY)
_VERDICTS = (texts.RIGHT, texts.WRONG)


async def clicked_by(discord, card, members):
    """Everybody answers; the interactions."""
    return [await discord.clicks(button(card, "q:", ":A"), card, each) for each in members]


async def told(discord, clicks):
    """Everybody heard something in time: who got a verdict, and who was told that nothing was counted."""
    stored, refused = set(), set()
    for each in clicks:
        assert await discord.acknowledged(each) < WITHIN_S
        text = says(await discord.answered(each, seconds=30))
        assert text in _REFUSALS or any(f"### {verdict}" in text for verdict in _VERDICTS), text
        (refused if text in _REFUSALS else stored).add(each.member.id)
    return stored, refused


async def all_told(discord, card, members):
    """The same for many members, few at a time: how quick the machine is does not matter here."""
    stored, refused = set(), set()
    for start in range(0, len(members), 20):
        some = await told(discord, await clicked_by(discord, card, members[start : start + 20]))
        stored, refused = stored | some[0], refused | some[1]
    return stored, refused


def stored_members(bot, card):
    """Whose answers to a card are stored."""
    return {member_id for member_id, _ in responses(bot, card)}
