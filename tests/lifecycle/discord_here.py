"""A stand-in for Discord on this machine: login, gateway, interactions, and the ways in which they fail."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.never-tell-anybody-this-part-of-it"
BOT, SERVER, CHANNEL, MEMBER = (str(123456789012345678 + number) for number in range(4))
_HELLO, _HEARTBEAT, _ACK, _IDENTIFY, _RESUME = 10, 1, 11, 2, 6
USER = {"id": BOT, "username": "quizbot", "discriminator": "0", "avatar": None, "bot": True}


def parts_of_the_token_in(text: str) -> list[str]:
    """Whatever a text holds of the token that is longer than six characters."""
    parts = (TOKEN[at : at + 7] for at in range(len(TOKEN) - 6))
    return [part for part in parts if part in text]


class Discord:
    """REST v10 and a gateway, for one bot in one server."""

    def __init__(self) -> None:
        #: "METHOD path" of a request begins with a key -> it is answered with this status.
        self.refuse: dict[str, int] = {}
        #: … -> its answer waits for this event.
        self.hold: dict[str, asyncio.Event] = {}
        self.gateway_refuses = False
        self.silent_at_goodbye = False
        #: The servers that the bot is in, as it would be told over REST.
        self.servers: list[dict[str, Any]] = []
        self.seen: list[str] = []
        #: Interaction id -> what the bot answered, once the answer to that was on its way back.
        self.answers: dict[str, Any] = {}
        #: … -> the message that this became.
        self.messages: dict[str, Any] = {}
        self.gateways: set[web.WebSocketResponse] = set()
        self._changed = asyncio.Condition()
        self._ids = 10**18
        self._sequence = 0

    async def __aenter__(self) -> "Discord":
        app = web.Application()
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def until(self, true: Callable[[], object], seconds: float = 8) -> None:
        """Waits until something that happened here makes it true."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(true)

    async def until_seen(self, request: str, times: int = 1) -> None:
        """Waits until the bot has sent a request that begins so."""
        await self.until(lambda: sum(each.startswith(request) for each in self.seen) >= times)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def new_id(self) -> str:
        self._ids += 1
        return str(self._ids)

    # --- REST

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        what = f"{request.method} {path}"
        body = await _body_of(request)
        self.seen.append(what)
        await self._tell()
        for start, event in self.hold.items():
            if what.startswith(start):
                await event.wait()
        for start, status in self.refuse.items():
            if what.startswith(start):
                return _json({"message": "no", "code": 0}, status)
        found = self._answer(what, path, body)
        if what == "GET users/@me/guilds":
            after, limit = (int(request.query[name]) for name in ("after", "limit"))
            found = [each for each in self.servers if int(each["id"]) > after][:limit]
        if path.endswith("/callback"):
            self.answers[path.split("/")[1]] = body
            await self._tell()
        return _json(found)

    def _answer(self, what: str, path: str, body: Any) -> Any:
        if what == "GET users/@me":
            return USER
        if what == "GET oauth2/applications/@me":
            about = {"id": BOT, "name": "quizbot", "description": "", "icon": None, "flags": 0, "owner": USER}
            return about | {
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "x",
                "team": None,
            }
        if what == "GET gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
            return {"url": self._gateway_url(), "shards": 1, "session_start_limit": limit}
        if what.startswith("PUT applications/"):
            own = {"application_id": BOT, "version": "1"}
            return [{"type": 1} | command | own | {"id": self.new_id()} for command in body]
        if path.endswith("/callback"):
            number = path.split("/")[1]
            message = self.messages[number] = self.message((body.get("data") or {}).get("components", []))
            response = {"id": number, "type": 2, "response_message_id": message["id"]}
            return {"interaction": response, "resource": {"type": body["type"], "message": message}}
        return self.message((body or {}).get("components", []))  # edits and what follows

    def message(self, components: list[Any]) -> dict[str, Any]:
        """A message of the bot."""
        nothing: dict[str, Any] = {key: [] for key in ("attachments", "embeds", "mentions", "mention_roles")}
        return nothing | {
            **{"id": self.new_id(), "type": 0, "channel_id": CHANNEL, "content": "", "author": USER},
            **{"mention_everyone": False, "pinned": False, "tts": False, "edited_timestamp": None},
            **{"timestamp": "2026-12-01T00:00:00+00:00", "flags": 1 << 15, "components": components},
        }

    # --- gateway

    def _gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway/"

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        self.seen.append("gateway")
        await self._tell()
        if self.gateway_refuses:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.gateways.add(socket)
        try:
            await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 41250}})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(socket, json.loads(message.data))
        finally:
            self.gateways.discard(socket)
            with contextlib.suppress(RuntimeError):
                await self._tell()
        return socket

    async def _hear(self, socket: web.WebSocketResponse, message: Any) -> None:
        match message["op"]:
            case 1:
                await socket.send_json({"op": _ACK})
            case 2:
                unavailable = [{"id": SERVER, "unavailable": True}]
                session = {
                    "shard": [0, 1],
                    "session_id": "session",
                    "resume_gateway_url": self._gateway_url(),
                }
                await self._send(socket, "READY", {"v": 10, "user": USER, "guilds": unavailable, **session})
                await self._send(socket, "GUILD_CREATE", _server())
                if self.silent_at_goodbye:
                    await asyncio.Event().wait()
            case 6:
                await self._send(socket, "RESUMED", {})

    async def _send(self, socket: web.WebSocketResponse, event: str, data: Any) -> None:
        self._sequence += 1
        await socket.send_json({"op": 0, "t": event, "s": self._sequence, "d": data})

    async def drop(self, code: int) -> None:
        """Closes the bot's connection with a code of Discord's."""
        for socket in list(self.gateways):
            await socket.close(code=code)

    # --- what members do

    async def types(self, command: str, **options: str) -> str:
        """A member sends a slash command; the id of the interaction."""
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        return await self._interact(2, {"id": "1", "name": command, "type": 1, "options": given})

    async def clicks(self, custom_id: str, message: dict[str, Any]) -> str:
        """A member presses a button of a message; the id of the interaction."""
        return await self._interact(
            3, {"component_type": 2, "custom_id": custom_id, "id": 1}, message=message
        )

    async def _interact(self, kind: int, data: Any, **more: Any) -> str:
        number = self.new_id()
        user = {"id": MEMBER, "username": "ada", "global_name": "Ada", "discriminator": "0", "avatar": None}
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
        interaction = {
            **{"id": number, "application_id": BOT, "type": kind, "token": f"told-{number}", "version": 1},
            **{"guild_id": SERVER, "guild": {"id": SERVER, "features": [], "locale": "en-US"}},
            **{"channel_id": CHANNEL, "channel": _channel(), "locale": "en-US", "guild_locale": "en-US"},
            "member": member | {"permissions": "2147483647", "deaf": False, "mute": False},
            **{"app_permissions": "2147483647", "entitlements": [], "authorizing_integration_owners": {}},
            **{"context": 0, "attachment_size_limit": 10**7, "data": data},
            **more,
        }
        (socket,) = self.gateways
        await self._send(socket, "INTERACTION_CREATE", interaction)
        return number

    async def answer_to(self, number: str) -> Any:
        """What the bot said to an interaction."""
        await self.until(lambda: number in self.answers)
        return self.answers[number]


async def _body_of(request: web.Request) -> Any:
    if not request.content_type.startswith("multipart"):
        text = await request.text()
        return json.loads(text) if text else None
    async for part in await request.multipart():
        if part.name == "payload_json":  # type: ignore[union-attr]
            return json.loads(await part.read())  # type: ignore[union-attr]
    return None


def _json(data: Any, status: int = 200) -> web.Response:
    # Discord's own header says no charset, and the library looks at the whole header.
    headers = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)


def _channel() -> dict[str, Any]:
    return {"id": CHANNEL, "type": 0, "name": "networking", "position": 0, "permission_overwrites": []}


def _server() -> dict[str, Any]:
    everyone = {"id": SERVER, "name": "@everyone", "permissions": "2147483647", "position": 0, "color": 0}
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    role = everyone | {"colors": colours, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    lists = ("members", "emojis", "stickers", "features", "threads", "presences", "voice_states")
    return {
        **{key: [] for key in (*lists, "stage_instances", "guild_scheduled_events")},
        **{"id": SERVER, "name": "Study group", "owner_id": MEMBER, "member_count": 2, "roles": [role]},
        **{"channels": [_channel()], "unavailable": False, "large": False, "nsfw": False, "nsfw_level": 0},
        **{"verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0},
        **{"mfa_level": 0, "afk_timeout": 0, "premium_tier": 0, "preferred_locale": "en-US"},
        **{"system_channel_flags": 0, "joined_at": "2026-01-01T00:00:00+00:00"},
        "premium_progress_bar_enabled": False,
    }
