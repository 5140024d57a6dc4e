"""What tests say about cards, members and what is stored."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from tests.wire.model import Message, User
from tests.wire.program import Bot
from tests.wire.standin import Discord


def ids_on(message: Message) -> list[str]:
    """The custom ids on a message."""
    return [each["custom_id"] for each in message.parts() if each.get("custom_id")]


def button(message: Message, start: str, end: str = "") -> str:
    """The custom id on a message that begins and ends so."""
    return next(each for each in ids_on(message) if each.startswith(start) and each.endswith(end))


def says(message: Message) -> str:
    """All texts of a message."""
    return "\n".join(each["content"] for each in message.parts() if each["type"] == 10)


async def card_of(discord: Discord, **options: Any) -> Message:
    """A new question in the channel."""
    return await discord.answered(await discord.types("quiz", topic="networking", **options))


def crowd(discord: Discord, size: int) -> list[User]:
    """Many members."""
    return [discord.user(f"m{number}") for number in range(size)]


def rows(bot: Bot, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """What the database says."""
    with closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True)) as connection:
        return connection.execute(query, values).fetchall()


def responses(bot: Bot, card: Message | None = None) -> list[tuple[int, str]]:
    """Who answered what, once for each stored response: of all, or to one card."""
    of_card = f"WHERE message_id = {card.id}" if card else ""
    query = f"SELECT member_id, option_ids FROM response JOIN post USING (post_id) {of_card}"
    return rows(bot, f"{query} ORDER BY member_id")


async def settled(bot: Bot, answers: int, card: Message | None = None, seconds: float = 20) -> None:
    """Waits until so many answers are stored: of all, or to one card."""
    async with asyncio.timeout(seconds):
        while len(responses(bot, card)) < answers:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


#: Longer than any pause before one of the first three tries of something.
A_WHILE_S = 130


async def in_the_end(bot: Bot, discord: Discord, true: Callable[[], object], tries: int = 3) -> None:
    """Waits until something is true, letting time pass for the bot where it waits before it tries again."""
    for _ in range(tries):
        try:
            return await discord.until(true, 1.5)
        except TimeoutError:
            bot.clock.moves(A_WHILE_S)
    return await discord.until(true, 5)


async def close(discord: Discord, card: Message) -> None:
    """Who asked for a card (`discord.ada`) shows its answer to everybody."""
    asked = await discord.answered(await discord.clicks(button(card, "x:"), card, discord.ada))
    done = await discord.answered(await discord.clicks(button(asked, "x:", ":1"), asked, discord.ada))
    assert "Done" in says(done)


async def shown_as_closed(bot: Bot, card: Message, seconds: float = 10) -> None:
    """Waits until the database remembers that a card shows its answer."""
    query = "SELECT closing_shown FROM post WHERE message_id = ?"
    async with asyncio.timeout(seconds):
        while rows(bot, query, card.id) != [(1,)]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
