"""A stand-in for Discord on this machine: REST and gateway for one bot, with faults on command."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import discord
from aiohttp import web

from tests.wire import checks, model
from tests.wire.doings import Doings
from tests.wire.faults import Buckets, Fault, Refused, answer
from tests.wire.gateway import Gateway
from tests.wire.model import BOT, Channel, Interaction, Message, Role, Server, User
from tests.wire.rest import Rest

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.never-tell-anybody-this-part-of-it"


def parts_of_the_token_in(text: str) -> list[str]:
    """Whatever a text holds of the token that is longer than six characters."""
    parts = (TOKEN[at : at + 7] for at in range(len(TOKEN) - 6))
    return [part for part in parts if part in text]


#: What the invitation asks for, and the rights that cards with reactions need.
GRANTED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    manage_messages=True,
).value


class Discord(Doings):
    """One Discord with one bot. `check` compares each request with Discord's document and limits."""

    def __init__(self, *, check: bool = True, limits: dict[str, tuple[int, float]] | None = None) -> None:
        self.check = check
        self.buckets = Buckets(limits or {})
        self.faults: list[Fault] = []
        self.ids = model.Ids()
        self._ahead_s = 0.0
        #: What the bot broke, each as "route: field: what"; a test that expects some takes them out.
        self.violations: list[str] = []
        #: "METHOD path" of every request, in order.
        self.seen: list[str] = []
        self.gateway = Gateway()
        self.gateway.ready = {"user": User(BOT, "quizbot", bot=True).payload()}
        self.users: dict[int, User] = {}
        self.servers: dict[int, Server] = {}
        self.gateway.servers = lambda: [each.payload() for each in self.servers.values()]
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self.commands: list[dict[str, Any]] = []
        self.rest = Rest(self)
        self.ada, self.bob = self.user("ada"), self.user("bob")
        self.server = self.add_server()
        self.channel = next(iter(self.server.channels.values()))

    async def __aenter__(self) -> "Discord":
        app = web.Application(client_max_size=2**26)
        app.router.add_get("/gw/", self.gateway.handle)
        app.router.add_route("*", "/api/v10/{path:.*}", self._request)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0, backlog=4096).start()
        self.port = self._runner.addresses[0][1]
        self.gateway.ready["resume_gateway_url"] = self.gateway_url
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def gateway_url(self) -> str:
        """Where the bot connects."""
        return f"ws://127.0.0.1:{self.port}/gw/"

    def now(self) -> float:
        """Unix seconds, on the clock of this Discord."""
        return time.time() + self._ahead_s

    def monotonic(self) -> float:
        """Seconds of the same clock that never jump back."""
        return time.monotonic() + self._ahead_s

    def moves(self, seconds: float) -> None:
        """Lets time pass here, though not for the bot."""
        self._ahead_s += seconds

    def new_id(self) -> int:
        """A snowflake of now."""
        return self.ids.new(self.now())

    # --- who and what there is

    def user(self, name: str) -> User:
        """Somebody new."""
        made = User(self.new_id(), name)
        self.users[made.id] = made
        return made

    def add_server(self, name: str = "Study group") -> Server:
        """A server with one text channel. The bot hears of it when it connects."""
        number = self.new_id()
        made = Server(number, name, self.ada.id, {number: Role(number, "@everyone", GRANTED)})
        self.servers[number] = made
        self.add_channel(made, "networking")
        return made

    async def new_server(self) -> None:
        """The bot is invited to a server that it does not know, where the people are others, too."""
        self.ada, self.bob = self.user("ada"), self.user("bob")
        self.server = self.add_server()
        self.channel = next(iter(self.server.channels.values()))
        self.seen.clear()
        await self.gateway.send("GUILD_CREATE", self.server.payload())

    def add_channel(self, server: Server, name: str, **about: Any) -> Channel:
        """One more channel."""
        made = Channel(self.new_id(), name, server.id, **about)
        self.channels[made.id] = server.channels[made.id] = made
        return made

    # --- requests

    async def _request(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        what = f"{request.method} {path}"
        body, files = await _body_of(request)
        self.seen.append(what)
        await self.gateway.tell()
        fault = next((fault for fault in self.faults if fault.matches(what)), None)
        if fault and not fault.after and (told := await fault.happen(request)) is not None:
            return told
        try:
            response: web.StreamResponse = self._answer(request, path, body, files)
        except Refused as refused:
            response = refused.response()
        await self.gateway.tell()
        if fault and fault.after and (told := await fault.happen(request)) is not None:
            return told
        return response

    def _answer(self, request: web.Request, path: str, body: Any, files: list[str]) -> web.Response:
        route, params, handler = self.rest.find(request.method, path)
        open_to_all = path == "gateway" or path.startswith(("interactions/", "webhooks/"))
        if not open_to_all and request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refused(401, 0, "401: Unauthorized")
        major = next(
            (params[key] for key in ("channel_id", "guild_id", "webhook_token") if key in params), ""
        )
        headers = self.buckets.take(route, major, self.monotonic())
        if self.check:
            self.complain(route, checks.violations(route, request.query, body))
        found = handler(params, body, files, dict(request.query))
        if found is None:
            return web.Response(status=204, headers=headers)
        return answer(found, headers=headers)

    def complain(self, route: str, violations: Any) -> None:
        """Notes what a request broke, and refuses it."""
        found = list(violations)
        self.violations += [f"{route}: {each}" for each in found]
        if found:
            raise Refused(400, 50035, f"Invalid Form Body: {found[0]}")

    # --- what tests wait for

    async def until(self, true: Callable[[], object], seconds: float = 10) -> None:
        """Waits until something that happened here makes it true."""
        async with asyncio.timeout(seconds), self.gateway.changed:
            await self.gateway.changed.wait_for(true)

    async def until_seen(self, request: str, times: int = 1, seconds: float = 10) -> None:
        """Waits until the bot has sent a request that begins so, so many times."""
        await self.until(lambda: self.count(request) >= times, seconds)

    def count(self, request: str) -> int:
        """How many requests began so."""
        return sum(each.startswith(request) for each in self.seen)

    def fail(self, request: str, status: int | None = None, **about: Any) -> Fault:
        """From now on requests that begin so go wrong (see `Fault`)."""
        fault = Fault(request, status, **about)
        self.faults.append(fault)
        return fault

    def refuse(self, request: str, status: int) -> Fault:
        """From now on requests that begin so are refused, 429 by the door keeper."""
        return self.fail(request, status, times=10**9, via=False)

    def hold(self, request: str, times: int = 10**9) -> asyncio.Event:
        """Requests that begin so wait for this event, then go their way."""
        event = asyncio.Event()
        self.fail(request, hold=event, times=times)
        return event


async def _body_of(request: web.Request) -> tuple[Any, list[str]]:
    """The JSON of a request, and the names of the files that it brings."""
    if not request.content_type.startswith("multipart"):
        text = await request.text()
        return (json.loads(text) if text else None), []
    body, files = None, []
    async for part in await request.multipart():
        assert not isinstance(part, type(None))
        if part.name == "payload_json":
            body = json.loads(await part.read())  # type: ignore[union-attr]
        else:
            await part.read()  # type: ignore[union-attr]
            files.append(str(part.filename))
    return body, files
