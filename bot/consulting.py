"""What the doctor asks Discord, over REST and without a connection of its own: the time, and the rights."""

import datetime
import json
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import aiohttp
import discord

from bot import __version__
from bot.chat import permissions

_TIMEOUT = aiohttp.ClientTimeout(total=10)
_HEADERS = {"User-Agent": f"DiscordBot (quizbot, {__version__})"}
#: Discord gives this many servers at a time.
_PAGE = 200


class NoAnswer(Exception):
    """Discord could not be asked; the text says why."""


@dataclass(frozen=True, slots=True)
class Lack:
    """A server, and the names of the permissions that the bot lacks there."""

    name: str
    server_id: int
    missing: tuple[str, ...]


async def clock_error(now: Callable[[], datetime.datetime]) -> datetime.timedelta:
    """How far this machine's clock is ahead of Discord's, to about a second. Raises NoAnswer."""
    async with aiohttp.ClientSession(timeout=_TIMEOUT, headers=_HEADERS) as session:
        before = now()
        response, _body = await _get(session, "/gateway")
        middle = before + (now() - before) / 2
    try:
        theirs = parsedate_to_datetime(response.headers["Date"])
    except (KeyError, ValueError):
        raise NoAnswer("it tells no time") from None
    return middle - theirs


async def lacks(token: str) -> tuple[int, list[Lack]]:
    """How many servers the bot is in, and those that grant less than `invite` asks for. Raises NoAnswer.

    These are the rights in the server as a whole; a channel may take some of them back.
    """
    headers = _HEADERS | {"Authorization": f"Bot {token}"}
    servers: list[dict[str, Any]] = []
    async with aiohttp.ClientSession(timeout=_TIMEOUT, headers=headers) as session:
        while True:
            after = servers[-1]["id"] if servers else "0"
            response, page = await _get(session, f"/users/@me/guilds?limit={_PAGE}&after={after}")
            if response.status == HTTPStatus.UNAUTHORIZED:
                raise NoAnswer("it refuses QUIZBOT_TOKEN")
            if not response.ok or not isinstance(page, list):
                raise NoAnswer(f"it answers with status {response.status}")
            servers += page
            if len(page) < _PAGE:
                break
    found = [
        Lack(each["name"], int(each["id"]), permissions.missing(_granted(each), permissions.ASKING))
        for each in servers
    ]
    return len(found), [each for each in found if each.missing]


def _granted(server: dict[str, Any]) -> discord.Permissions:
    granted = discord.Permissions(int(server["permissions"]))
    return discord.Permissions.all() if granted.administrator else granted


async def _get(session: aiohttp.ClientSession, path: str) -> tuple[aiohttp.ClientResponse, Any]:
    try:
        async with session.get(discord.http.Route.BASE + path) as response:
            body = await response.text()
    except (aiohttp.ClientError, OSError, ValueError) as error:  # a timeout is an OSError
        raise NoAnswer(f"it cannot be reached: {' '.join(str(error).split()) or 'no answer'}") from None
    try:
        return response, json.loads(body)
    except ValueError:  # a page for people: its status has to do
        return response, None
