"""What the network does to requests: a broken connection tells nothing about their effect."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TypeVar

import aiohttp
import discord

T = TypeVar("T")

#: What a broken connection raises.
BROKEN = (aiohttp.ClientError, TimeoutError)
#: All that may come of a request without being a mistake of ours.
TROUBLE = (discord.DiscordException, OSError, *BROKEN)
#: Discord's code for: this interaction has its first answer.
ACKNOWLEDGED = 40060


async def surely(send: Callable[[], Awaitable[T]]) -> T | None:
    """Sends an answer, once more if the connection broke; None if Discord has an answer already.

    The second one does no harm: Discord takes one first answer only, and an edit may be repeated. That
    there is one already means that an earlier try, of the library's after a 5xx too, had its effect.
    """
    try:
        try:
            return await send()
        except BROKEN:
            return await send()
    except discord.HTTPException as error:
        if error.code != ACKNOWLEDGED:
            raise
        return None


def pause_s(tries: int) -> float:
    """Seconds until what failed so often before is tried again: half a minute, doubled, an hour at most."""
    return min(30.0 * 2**tries, 3600.0)


def unreachable(error: BaseException) -> bool:
    """True if Discord cannot be reached, or sends us away: to tell somebody so would fail as well.

    An error 500 is not among them: it may come of the message, and another one gets through.
    """
    if isinstance(error, discord.HTTPException):
        return error.status == HTTPStatus.TOO_MANY_REQUESTS
    return isinstance(error, BROKEN)
