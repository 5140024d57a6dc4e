"""Members who click as fast as Discord lets them: a stand-in that costs little, and what it heard."""

import asyncio
import functools
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.wire import checks
from tests.wire.model import BOT, Interaction, Message, User
from tests.wire.standin import Discord

#: Put in where each interaction has its own: long enough not to occur otherwise.
_ID, _MEMBER, _SEQUENCE = 7770000000000000001, 7770000000000000002, 7770000000003
_JSON = {"Content-Type": "application/json"}


@dataclass
class Click:
    """One click; times are in seconds of `time.perf_counter`."""

    number: int
    sent_at: float = 0.0
    acknowledged_at: float = 0.0
    #: The JSON of all that was told, but for "thinking".
    answer: bytes = b""
    deferred: bool = False
    over: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def waited_s(self) -> float:
        """From the click to its acknowledgement."""
        return self.acknowledged_at - self.sent_at


class Crowd(Discord):
    """A Discord that checks nothing, whose members are new with each click."""

    def __init__(self) -> None:
        super().__init__(check=False)
        self.clicked: dict[int, Click] = {}
        #: The last answer that brought a file, as it was sent.
        self.last_upload = b""
        self._sequence = 10**6

    async def _request(self, request: web.Request) -> web.StreamResponse:
        kind, _, rest = request.match_info["path"].partition("/")
        if kind == "interactions":
            return await self._hears(request, int(rest.partition("/")[0]))
        if kind == "webhooks":
            return await self._hears(request, int(rest.split("/")[1].removeprefix("told-")))
        return await super()._request(request)

    async def _hears(self, request: web.Request, number: int) -> web.StreamResponse:
        """The answer to a click, or what follows it."""
        click = self.clicked.get(number)
        if click is None:
            return await super()._request(request)
        body = await request.read()
        sent = payload_of(body)
        if sent is not body:
            self.last_upload = body
        if not click.acknowledged_at:
            click.acknowledged_at = time.perf_counter()
        if sent.startswith(b'{"type":5'):
            click.deferred = True
        else:
            click.answer += sent
            if not click.over.done():
                click.over.set_result(None)
        return web.Response(body=echoed(sent).replace(b"7770000000000000001", b"%d" % number), headers=_JSON)

    async def card(self, like: dict[str, Any] | None = None) -> Message:
        """A card: one that the bot posts, or one that looks as told."""
        if like is not None:
            number = self.new_id()
            made = Message(
                number,
                self.channel.id,
                User(BOT, "quizbot", bot=True),
                self.now(),
                like,
                checks.COMPONENTS_V2,
            )
            self.messages[number] = made
            return made
        self.ada = self.user("ada")
        return await self.answered(await self.types("quiz", topic="networking"))

    def event(self, card: Message, custom_id: str) -> str:
        """The event of a click, with places for what differs."""
        made = Interaction(_ID, f"told-{_ID}", 3, User(_MEMBER, "member"), self.channel, 0.0, card)
        data = {"component_type": 2, "custom_id": custom_id, "id": 1}
        told = {"op": 0, "t": "INTERACTION_CREATE", "s": _SEQUENCE, "d": self.rest.interaction(made, data)}
        return json.dumps(told)

    async def click(self, event: str) -> Click:
        """Somebody new clicks."""
        click = Click(self.new_id())
        self.clicked[click.number] = click
        self._sequence += 1
        text = event.replace(str(_ID), str(click.number)).replace(str(_MEMBER), str(self.new_id()))
        text = text.replace(str(_SEQUENCE), str(self._sequence))
        socket = next(iter(self.gateway.sockets))
        click.sent_at = time.perf_counter()
        await socket.send_str(text)
        return click

    async def one_by_one(self, events: list[str], times: int) -> list[Click]:
        """Each click after the answer to the one before."""
        clicks = []
        for number in range(times):
            clicks.append(await self.click(events[number % len(events)]))
            await asyncio.wait_for(clicks[-1].over, 20)
        return clicks

    async def at_once(self, events: list[str], times: int) -> list[Click]:
        """All clicks before the first answer, as far as the bot reads them."""
        clicks = [await self.click(events[number % len(events)]) for number in range(times)]
        await asyncio.wait([click.over for click in clicks], timeout=60)
        return clicks


def payload_of(body: bytes) -> bytes:
    """The JSON of a request, which a file may follow."""
    if not body.startswith(b"--"):
        return body
    start = body.index(b"\r\n\r\n", body.index(b'name="payload_json"')) + 4
    return body[start : body.index(b"\r\n--", start)]


def file_of(body: bytes) -> bytes:
    """The file that follows the JSON."""
    boundary = body[: body.index(b"\r\n")]
    start = body.index(b"\r\n\r\n", body.index(b'name="files[0]"')) + 4
    return body[start : body.rindex(b"\r\n" + boundary)]


@functools.lru_cache(4096)
def echoed(sent: bytes) -> bytes:
    """What Discord says to an answer: the message as it is now, under a number to be replaced."""
    body = json.loads(sent)
    told = body.get("data", body) if "type" in body else body
    message = Message(
        _ID, 1, User(BOT, "quizbot", bot=True), 0.0, told or {}, checks.COMPONENTS_V2 | checks.EPHEMERAL
    )
    payload = message.payload()
    if "type" in body:
        about = {"id": str(_ID), "type": 3, "response_message_id": str(_ID)}
        payload = {"interaction": about, "resource": {"type": body["type"], "message": payload}}
    return json.dumps(payload).encode()


def letters_of(card: Message) -> list[str]:
    """The custom ids of the letters on a card."""
    ids = (each.get("custom_id") or "" for each in checks.parts(card.body["components"]))
    return [each for each in ids if re.fullmatch(r"(q:.*|answer):[A-H]", each)]


def renamed(card: Message) -> dict[str, Any]:
    """The same card with the buttons of the bare bot."""
    text = re.sub(r'"q:[^"]*:([A-H0])"', r'"answer:\1"', json.dumps(card.body))
    body: dict[str, Any] = json.loads(text)
    return body
