"""The gateway: one session of one bot, with what it missed, and the ways in which it breaks."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT, _INVALID, _HELLO, _ACK = 0, 1, 2, 6, 7, 9, 10, 11


class Gateway:
    """Sends events to the bot, now or when it comes back."""

    def __init__(self) -> None:
        self.refuses = False
        #: It does not answer the bot's goodbye.
        self.silent_at_goodbye = False
        self.sockets: set[web.WebSocketResponse] = set()
        self.identified = self.resumed = 0
        self.intents = 0
        #: The connection that is told events: it has identified itself, or resumed.
        self._live: web.WebSocketResponse | None = None
        self._events: list[dict[str, Any]] = []
        self._session = 0
        self.changed = asyncio.Condition()
        self.ready: dict[str, Any] = {}
        #: What GUILD_CREATE tells of each server.
        self.servers: Callable[[], list[dict[str, Any]]] = list

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One connection, as long as it lasts."""
        if self.refuses:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self.sockets.add(socket)
        try:
            await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 41250}})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(socket, json.loads(message.data))
        finally:
            self.sockets.discard(socket)
            self._live = None if self._live is socket else self._live
            with contextlib.suppress(RuntimeError):
                await self.tell()
        return socket

    async def tell(self) -> None:
        """Wakes whoever waits for something to change."""
        async with self.changed:
            self.changed.notify_all()

    async def _hear(self, socket: web.WebSocketResponse, message: Any) -> None:
        match message["op"]:
            case 1:
                await socket.send_json({"op": _ACK})
            case 2:
                await self._identify(socket, message["d"])
            case 6:
                await self._resume(socket, message["d"])

    async def _identify(self, socket: web.WebSocketResponse, about: Any) -> None:
        self.identified += 1
        self.intents = about["intents"]
        self._session += 1
        self._events.clear()
        unavailable = [{"id": each["id"], "unavailable": True} for each in self.servers()]
        session = {"session_id": f"session-{self._session}", "shard": about.get("shard", [0, 1])}
        self._live = socket
        await self._dispatch("READY", self.ready | session | {"v": 10, "guilds": unavailable}, socket)
        for server in self.servers():
            await self._dispatch("GUILD_CREATE", server, socket)
        await self.tell()
        if self.silent_at_goodbye:
            await asyncio.Event().wait()

    async def _resume(self, socket: web.WebSocketResponse, about: Any) -> None:
        if about["session_id"] != f"session-{self._session}":
            await socket.send_json({"op": _INVALID, "d": False})
            return
        self.resumed += 1
        self._live = socket
        for event in self._events[about["seq"] :]:
            await socket.send_json(event)
        await self._dispatch("RESUMED", {}, socket)
        await self.tell()

    async def send(self, event: str, data: Any) -> None:
        """Tells the bot something; if it is not there, when it resumes."""
        await self._dispatch(event, data, self._live)

    async def _dispatch(self, event: str, data: Any, socket: web.WebSocketResponse | None) -> None:
        self._events.append({"op": _DISPATCH, "t": event, "s": len(self._events) + 1, "d": data})
        if socket is not None:
            with contextlib.suppress(ConnectionError):  # it will ask for it
                await socket.send_json(self._events[-1])

    async def drop(self, code: int | None) -> None:
        """Closes the connection with a code, or resets it without one."""
        for socket in list(self.sockets):
            self.sockets.discard(socket)
            self._live = None
            if code is None:
                transport = socket._req.transport if socket._req else None
                if transport is not None:
                    transport.abort()
            else:
                await socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Discord wants to move the bot to another machine."""
        for socket in list(self.sockets):
            await socket.send_json({"op": _RECONNECT, "d": None})

    async def forget_session(self) -> None:
        """The session is over: the bot has to begin a new one, and missed what was sent meanwhile."""
        self._session += 1
        for socket in list(self.sockets):
            await socket.send_json({"op": _INVALID, "d": False})
