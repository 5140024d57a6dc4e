"""What tests say about cards, members and what is stored."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from tests.wire import checks
from tests.wire.model import Message, User
from tests.wire.program import Bot
from tests.wire.standin import Discord


def ids_on(message: Message) -> list[str]:
    """The custom ids on a message."""
    return [each["custom_id"] for each in checks.parts(message.body["components"]) if each.get("custom_id")]


def button(message: Message, start: str, end: str = "") -> str:
    """The custom id on a message that begins and ends so."""
    return next(each for each in ids_on(message) if each.startswith(start) and each.endswith(end))


def says(message: Message) -> str:
    """All texts of a message."""
    return "\n".join(
        each["content"] for each in checks.parts(message.body["components"]) if each["type"] == 10
    )


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


def responses(bot: Bot) -> list[tuple[int, str]]:
    """Who answered what, once for each stored response."""
    return rows(bot, "SELECT member_id, option_ids FROM response ORDER BY member_id")


async def settled(bot: Bot, answers: int, seconds: float = 20) -> None:
    """Waits until so many answers are stored."""
    async with asyncio.timeout(seconds):
        while len(responses(bot)) < answers:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
