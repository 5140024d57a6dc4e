"""Discord's REST routes that the bot uses: their effects, and what they refuse."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import discord

from tests.wire import checks
from tests.wire.faults import Refused
from tests.wire.model import APPLICATION, BOT, Channel, Interaction, Message, User

if TYPE_CHECKING:
    from tests.wire.standin import Discord

Params = dict[str, str]
Handler = Callable[[Params, Any, list[str], Params], Any]

ACKNOWLEDGE_WITHIN_S = 3.0
TOKEN_LASTS_S = 15 * 60
#: "In the past few minutes", says Discord of nonces.
NONCES_LAST_S = 180.0
#: Edits of messages that are older than an hour: Discord publishes no number; this one was seen.
OLD_S, OLD_EDITS, OLD_EDITS_PERIOD_S = 3600, 3, 20.0

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_QUIZBOT = User(BOT, "quizbot", bot=True)


class Rest:
    """The handlers, by route as Discord's document names it."""

    def __init__(self, here: "Discord") -> None:
        self._here = here
        self.nonces_last_s, self.old_edits_period_s = NONCES_LAST_S, OLD_EDITS_PERIOD_S
        #: What members may do, if it is not the usual.
        self.permissions: dict[int, int] = {}
        self._nonces: dict[tuple[int, str], tuple[int, float]] = {}
        self._old_edits: dict[int, list[float]] = {}
        self._routes: list[tuple[str, str, re.Pattern[str], Handler]] = []
        for route, handler in self._handlers().items():
            method, template = route.split(" ")
            pattern = re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(template)))
            self._routes.append((route, method, pattern, handler))

    def _handlers(self) -> dict[str, Handler]:
        return {
            "GET /users/@me": lambda *_: _QUIZBOT.payload(),
            "GET /users/@me/guilds": self._guilds,
            "POST /users/@me/channels": self._private_channel,
            "GET /oauth2/applications/@me": lambda *_: _application(),
            "GET /gateway": lambda *_: {"url": self._here.gateway_url},
            "GET /gateway/bot": self._gateway,
            "PUT /applications/{application_id}/commands": self._commands,
            "POST /interactions/{interaction_id}/{interaction_token}/callback": self._callback,
            f"GET {_ORIGINAL}": self._get_original,
            f"PATCH {_ORIGINAL}": self._edit_original,
            f"DELETE {_ORIGINAL}": self._delete_original,
            "POST /webhooks/{webhook_id}/{webhook_token}": self._follow_up,
            "GET /channels/{channel_id}": self._get_channel,
            "GET /channels/{channel_id}/messages": self._history,
            "POST /channels/{channel_id}/messages": self._send,
            f"GET {_MESSAGE}": self._get_message,
            f"PATCH {_MESSAGE}": self._edit_message,
            f"DELETE {_MESSAGE}": self._delete_message,
            f"DELETE {_MESSAGE}/reactions": self._clear_reactions,
            f"GET {_MESSAGE}/reactions/{{emoji_name}}": self._who_reacted,
            f"PUT {_MESSAGE}/reactions/{{emoji_name}}/@me": self._react,
            f"DELETE {_MESSAGE}/reactions/{{emoji_name}}/{{user_id}}": self._take_reaction,
        }

    def find(self, method: str, path: str) -> tuple[str, Params, Handler]:
        """The route of a request with its parameters and handler."""
        for route, of_method, pattern, handler in self._routes:
            if of_method == method and (found := pattern.fullmatch("/" + path)):
                return route, {key: unquote(value) for key, value in found.groupdict().items()}, handler
        self._here.violations.append(f"{method} /{path}: there is no such route here")
        raise Refused(404, 0, "404: Not Found")

    # --- the application

    def _gateway(self, *_: Any) -> Any:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        return {"url": self._here.gateway_url, "shards": 1, "session_start_limit": limit}

    def _commands(self, params: Params, body: Any, *_: Any) -> Any:
        self._here.commands = body
        own = {"application_id": params["application_id"], "version": "1"}
        return [{"type": 1} | command | own | {"id": str(self._here.new_id())} for command in body]

    def _guilds(self, _params: Params, _body: Any, _files: Any, query: Params) -> Any:
        after, limit = int(query.get("after", 0)), int(query.get("limit", 200))
        found = [
            {"id": str(each.id), "name": each.name, "icon": None, "owner": False, "features": []}
            | {"permissions": str(each.roles[each.id].permissions)}
            for each in self._here.servers.values()
            if each.id > after
        ]
        return found[:limit]

    def _private_channel(self, _params: Params, body: Any, *_: Any) -> Any:
        number = int(body["recipient_id"])
        channel = self._here.channels.setdefault(number + 1, Channel(number + 1, "dm", None, type=1))
        return channel.payload()

    # --- interactions

    def _interaction(self, params: Params) -> Interaction:
        number = int(params.get("interaction_id") or params["webhook_token"].removeprefix("told-"))
        found = self._here.interactions.get(number)
        if found is None or found.token != params.get("interaction_token", params.get("webhook_token")):
            raise Refused(404, 10062, "Unknown interaction")
        return found

    def _callback(self, params: Params, body: Any, files: list[str], query: Params) -> Any:
        found, now = self._interaction(params), self._here.monotonic()
        if found.acknowledged_at is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if now - found.sent_at > ACKNOWLEDGE_WITHIN_S:
            raise Refused(404, 10062, "Unknown interaction")
        kind, data = body["type"], body.get("data") or {}
        message = None
        if kind in (4, 5):
            message = self._respond(found, data, files, thinking=kind == 5)
        elif kind in (6, 7) and found.source is None:
            raise Refused(400, 50035, "type: there is no message to update")
        elif kind == 7:
            message = found.original = self._change(found.source, data, files)
        elif kind == 6:
            message = found.original = found.source
        found.acknowledged_at, found.answer, found.data = now, kind, data
        if query.get("with_response") not in ("1", "true"):
            return None
        return self._callback_response(found, message)

    def _callback_response(self, found: Interaction, message: Message | None) -> Any:
        number = {"response_message_id": str(message.id)} if message else {}
        about: dict[str, Any] = {"id": str(found.id), "type": found.kind} | number
        resource = {"type": found.answer} | ({"message": message.payload()} if message else {})
        return {"interaction": about, "resource": resource}

    def _respond(self, found: Interaction, data: Any, files: list[str], *, thinking: bool) -> Message:
        flags = data.get("flags") or 0
        if not thinking:
            self._check(data, flags, files)
        seen_by = found.member.id if flags & checks.EPHEMERAL else None
        found.original = self._new(found.channel, data, flags, files, seen_by)
        found.thinking = thinking
        return found.original

    def _original(self, params: Params) -> tuple[Interaction, Message]:
        found = self._interaction(params)
        if self._here.monotonic() - found.sent_at > TOKEN_LASTS_S:
            raise Refused(401, 50027, "Invalid Webhook Token")
        if found.original is None or found.original.id not in self._here.messages:
            raise Refused(404, 10008, "Unknown Message")
        return found, found.original

    def _get_original(self, params: Params, *_: Any) -> Any:
        return self._original(params)[1].payload()

    def _edit_original(self, params: Params, body: Any, files: list[str], *_: Any) -> Any:
        found, message = self._original(params)
        self._change(message, body, files)
        found.thinking = False
        return message.payload()

    def _delete_original(self, params: Params, *_: Any) -> Any:
        self._here.messages.pop(self._original(params)[1].id)

    def _follow_up(self, params: Params, body: Any, files: list[str], *_: Any) -> Any:
        found = self._interaction(params)
        if found.acknowledged_at is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if found.thinking:  # the first one takes the place of the thinking
            return self._edit_original(params, body, files)
        flags = body.get("flags") or 0
        self._check(body, flags, files)
        seen_by = found.member.id if flags & checks.EPHEMERAL else None
        found.followups.append(self._new(found.channel, body, flags, files, seen_by))
        return found.followups[-1].payload()

    # --- channels and messages

    def _channel(self, params: Params, *needed: str) -> Channel:
        """A channel in which the bot may do this."""
        channel = self._here.channels.get(int(params["channel_id"]))
        if channel is None or channel.gone:
            raise Refused(404, 10003, "Unknown Channel")
        if channel.guild_id is not None:
            server = self._here.servers.get(channel.guild_id)
            granted = discord.Permissions(server.permissions_of_bot(channel) if server else 0)
            if not granted.view_channel:
                raise Refused(403, 50001, "Missing Access")
            if not all(getattr(granted, each) for each in needed):
                raise Refused(403, 50013, "Missing Permissions")
        return channel

    def _message(self, params: Params) -> Message:
        message = self._here.messages.get(int(params["message_id"]))
        if message is None or message.seen_by is not None or message.channel_id != int(params["channel_id"]):
            raise Refused(404, 10008, "Unknown Message")
        return message

    def _get_channel(self, params: Params, *_: Any) -> Any:
        return self._channel(params).payload()

    def _get_message(self, params: Params, *_: Any) -> Any:
        self._channel(params, "read_message_history")
        return self._message(params).payload()

    def _history(self, params: Params, _body: Any, _files: Any, query: Params) -> Any:
        channel = self._channel(params)
        server = self._here.servers.get(channel.guild_id or 0)
        if server and not discord.Permissions(server.permissions_of_bot(channel)).read_message_history:
            return []  # without the right Discord shows nothing, and says nothing
        before, after = int(query.get("before", 2**63)), int(query.get("after", 0))
        found = [
            each.payload()
            for each in sorted(self._here.messages.values(), key=lambda each: -each.id)
            if each.channel_id == channel.id and each.seen_by is None and after < each.id < before
        ]
        return found[: int(query.get("limit", 50))]

    def _send(self, params: Params, body: Any, files: list[str], *_: Any) -> Any:
        channel = self._channel(params, "send_messages", *(["attach_files"] if files else []))
        nonce, flags = str(body.get("nonce") or ""), body.get("flags") or 0
        if body.get("enforce_nonce") and (earlier := self._by_nonce(channel, nonce)):
            return earlier.payload()
        self._check(body, flags, files)
        message = self._new(channel, body, flags, files, None)
        message.nonce = nonce or None
        self._nonces[(channel.id, nonce)] = (message.id, self._here.monotonic())
        return message.payload()

    def _by_nonce(self, channel: Channel, nonce: str) -> Message | None:
        number, at = self._nonces.get((channel.id, nonce), (0, float("-inf")))
        if self._here.monotonic() - at > self.nonces_last_s:
            return None
        if number not in self._here.messages:
            raise Refused(404, 10008, "Unknown Message")
        return self._here.messages[number]

    def _edit_message(self, params: Params, body: Any, files: list[str], *_: Any) -> Any:
        channel, message = self._channel(params), self._message(params)
        if message.author.id != BOT:
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        if self._here.now() - message.sent_at > OLD_S:
            now = self._here.monotonic()
            lately = [at for at in self._old_edits.get(channel.id, []) if now - at < self.old_edits_period_s]
            if len(lately) >= OLD_EDITS:
                wait = f"{self.old_edits_period_s - (now - lately[0]):.3f}"
                raise Refused(429, 30046, "Too many edits", {"Retry-After": wait, "Via": "1.1 google"})
            self._old_edits[channel.id] = [*lately, now]
        return self._change(message, body, files).payload()

    def _delete_message(self, params: Params, *_: Any) -> Any:
        self._channel(params)
        self._here.messages.pop(self._message(params).id)

    def _new(self, channel: Channel, body: Any, flags: int, files: list[str], seen_by: int | None) -> Message:
        number = self._here.new_id()
        message = Message(number, channel.id, _QUIZBOT, self._here.now(), body, flags, None, files, seen_by)
        self._here.messages[number] = message
        return message

    def _change(self, message: Message, body: Any, files: list[str]) -> Message:
        flags = message.flags | (body.get("flags") or 0)
        kept = [] if "attachments" in body else message.files
        self._check(body, flags, files, kept)
        message.body, message.flags, message.files = message.body | body, flags, [*kept, *files]
        message.edits += 1
        return message

    def _check(self, body: Any, flags: int, files: list[str], kept: list[str] | None = None) -> None:
        if checks.size(body) > checks.MOST_BYTES:
            self._here.violations.append(f"message: components: {checks.size(body)} bytes of text")
            raise Refused(500, 0, "500: Internal Server Error")
        if self._here.check:
            self._here.complain("message", checks.message_violations(body, flags, files, kept or []))

    # --- reactions

    def _react(self, params: Params, *_: Any) -> Any:
        self._channel(params, "read_message_history", "add_reactions")
        users = self._message(params).reactions.setdefault(params["emoji_name"], [])
        if BOT not in users:
            users.append(BOT)

    def _take_reaction(self, params: Params, *_: Any) -> Any:
        self._channel(params, "manage_messages")
        users = self._message(params).reactions.get(params["emoji_name"], [])
        if int(params["user_id"]) not in users:
            raise Refused(404, 10014, "Unknown Emoji")
        users.remove(int(params["user_id"]))

    def _clear_reactions(self, params: Params, *_: Any) -> Any:
        self._channel(params, "manage_messages")
        self._message(params).reactions.clear()

    def _who_reacted(self, params: Params, _body: Any, _files: Any, query: Params) -> Any:
        self._channel(params, "read_message_history")
        users = self._message(params).reactions.get(params["emoji_name"], [])
        after = int(query.get("after") or 0)
        found = [self._known(number).payload() for number in sorted(users) if number > after]
        return found[: int(query.get("limit", 25))]

    def _known(self, number: int) -> User:
        return self._here.users.get(number, User(number, "somebody", bot=number == BOT))

    # --- what the gateway tells

    def member(self, user: User) -> dict[str, Any]:
        """A member of a server, as events carry one."""
        about = {"user": user.payload(), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
        return about | {"deaf": False, "mute": False}

    def reaction(self, message: Message, emoji: str, user: User) -> dict[str, Any]:
        """MESSAGE_REACTION_ADD."""
        channel = self._here.channels[message.channel_id]
        return {
            **{"user_id": str(user.id), "channel_id": str(channel.id), "message_id": str(message.id)},
            **{"guild_id": str(channel.guild_id), "member": self.member(user), "burst": False, "type": 0},
            **{"emoji": {"id": None, "name": emoji}, "message_author_id": str(message.author.id)},
        }

    def interaction(self, made: Interaction, data: Any) -> dict[str, Any]:
        """INTERACTION_CREATE."""
        channel = made.channel
        server = self._here.servers.get(channel.guild_id or 0)
        told: dict[str, Any] = {
            **{"id": str(made.id), "application_id": str(APPLICATION), "type": made.kind, "version": 1},
            **{"token": made.token, "channel_id": str(channel.id), "channel": channel.payload()},
            **{"locale": "en-US", "entitlements": [], "authorizing_integration_owners": {}, "data": data},
            **{"attachment_size_limit": 10**7, "app_permissions": str(2**53 - 1)},
        }
        if server is None:
            told |= {"user": made.member.payload(), "context": 1}
        else:
            rights = str(self.permissions.get(made.member.id, server.roles[server.id].permissions))
            guild = {"id": str(server.id), "features": [], "locale": "en-US"}
            told |= {"guild_id": str(server.id), "guild": guild, "guild_locale": "en-US", "context": 0}
            told |= {"member": self.member(made.member) | {"permissions": rights}}
            told |= {"app_permissions": str(server.permissions_of_bot(channel))}
        if made.source is not None:
            told["message"] = self._with_button(made.source, data)
        return told

    def _with_button(self, message: Message, data: Any) -> dict[str, Any]:
        """The message as it is; a custom id that is not on it is forged onto it, as a hostile client can."""
        payload = message.payload()
        ids = [each.get("custom_id") for each in checks.parts(payload["components"])]
        if data.get("custom_id") not in ids:
            button = {"type": 2, "style": 2, "label": "?", "custom_id": data["custom_id"]}
            payload["components"] = [*payload["components"], {"type": 1, "components": [button]}]
        return payload


def _application() -> dict[str, Any]:
    about = {"id": str(APPLICATION), "name": "quizbot", "description": "", "icon": None, "flags": 0}
    about |= {"owner": _QUIZBOT.payload(), "bot_public": True, "bot_require_code_grant": False}
    return about | {"verify_key": "x", "team": None}
