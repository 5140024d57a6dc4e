"""What a Discord holds: servers, channels, roles, members, messages, interactions, and who may do what."""

from dataclasses import dataclass, field
from typing import Any

import discord

from tests.wire import checks

BOT = 123456789012345678
APPLICATION = BOT
#: Milliseconds of 1 January 2015, where Discord's ids begin.
_EPOCH_MS = 1420070400000


class Ids:
    """Snowflakes: milliseconds and a counter, as Discord makes them."""

    def __init__(self) -> None:
        self._last = 0

    def new(self, seconds: float) -> int:
        """An id of this moment (Unix seconds), larger than all before."""
        self._last = max(self._last + 1, (int(seconds * 1000) - _EPOCH_MS) << 22)
        return self._last


@dataclass
class User:
    """Somebody."""

    id: int
    name: str
    bot: bool = False

    def payload(self) -> dict[str, Any]:
        """As Discord tells it."""
        shown = None if self.bot else self.name.title()
        about = {"id": str(self.id), "username": self.name, "global_name": shown}
        return about | {"discriminator": "0", "avatar": None, "bot": self.bot}


@dataclass
class Role:
    """A role with its permissions."""

    id: int
    name: str
    permissions: int = 0

    def payload(self) -> dict[str, Any]:
        """As Discord tells it."""
        colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        about = {"id": str(self.id), "name": self.name, "permissions": str(self.permissions), "position": 0}
        return about | {
            **{
                "color": 0,
                "colors": colours,
                "hoist": False,
                "managed": False,
                "mentionable": False,
                "flags": 0,
            }
        }


@dataclass
class Channel:
    """A channel; `denied` is what the bot may not do in it, whatever its roles say."""

    id: int
    name: str
    guild_id: int | None
    type: int = 0
    denied: int = 0
    parent_id: int | None = None
    gone: bool = False

    def payload(self) -> dict[str, Any]:
        """As Discord tells it."""
        overwrites = [{"id": str(BOT), "type": 1, "allow": "0", "deny": str(self.denied)}]
        about = {"id": str(self.id), "type": self.type, "name": self.name, "position": 0}
        if self.guild_id is None:
            return about | {"recipients": [], "last_message_id": None}
        return about | {"guild_id": str(self.guild_id), "permission_overwrites": overwrites}


@dataclass
class Server:
    """A server; `members` are those whom the bot is told of."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    bot_roles: list[int] = field(default_factory=list)
    system_channel_id: int | None = None

    def permissions_of_bot(self, channel: Channel) -> int:
        """What the bot may do in a channel."""
        granted = self.roles[self.id].permissions
        for role_id in self.bot_roles:
            granted |= self.roles[role_id].permissions
        return granted & ~channel.denied

    def payload(self) -> dict[str, Any]:
        """As GUILD_CREATE tells it."""
        lists = ("emojis", "stickers", "features", "threads", "presences", "voice_states")
        me = {
            "user": User(BOT, "quizbot", bot=True).payload(),
            "roles": [str(each) for each in self.bot_roles],
        }
        me |= {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
        system = str(self.system_channel_id) if self.system_channel_id else None
        return {
            **{key: [] for key in (*lists, "stage_instances", "guild_scheduled_events")},
            **{"id": str(self.id), "name": self.name, "owner_id": str(self.owner_id), "member_count": 2},
            **{"roles": [role.payload() for role in self.roles.values()], "members": [me]},
            **{"channels": [each.payload() for each in self.channels.values() if not each.gone]},
            **{"unavailable": False, "large": False, "nsfw": False, "nsfw_level": 0, "verification_level": 0},
            **{"default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0},
            **{"afk_timeout": 0, "premium_tier": 0, "preferred_locale": "en-US", "system_channel_flags": 0},
            **{"joined_at": "2026-01-01T00:00:00+00:00", "premium_progress_bar_enabled": False},
            "system_channel_id": system,
        }


@dataclass
class Message:
    """A message. `seen_by` is the only one who sees an ephemeral one. `sent_at` is in Unix seconds."""

    id: int
    channel_id: int
    author: User
    sent_at: float
    body: dict[str, Any]
    flags: int = 0
    nonce: str | None = None
    files: list[str] = field(default_factory=list)
    seen_by: int | None = None
    edits: int = 0
    #: Emoji -> who reacted with it, in order.
    reactions: dict[str, list[int]] = field(default_factory=dict)

    def parts(self) -> list[dict[str, Any]]:
        """All its components, nested ones too."""
        return list(checks.parts(self.body.get("components") or ()))

    def payload(self) -> dict[str, Any]:
        """As Discord tells it."""
        nothing: dict[str, Any] = {key: [] for key in ("attachments", "embeds", "mentions", "mention_roles")}
        reactions = [
            {"emoji": {"id": None, "name": emoji}, "count": len(users), "me": BOT in users, "me_burst": False}
            | {"count_details": {"burst": 0, "normal": len(users)}, "burst_colors": []}
            for emoji, users in self.reactions.items()
            if users
        ]
        return nothing | {
            **{
                "id": str(self.id),
                "type": 0,
                "channel_id": str(self.channel_id),
                "author": self.author.payload(),
            },
            **{"content": self.body.get("content") or "", "components": self.body.get("components") or []},
            **{"mention_everyone": False, "pinned": False, "tts": False, "edited_timestamp": None},
            **{"timestamp": discord.utils.snowflake_time(self.id).isoformat(), "flags": self.flags},
            **{"reactions": reactions, "nonce": self.nonce},
        }


@dataclass
class Interaction:
    """Something that a member did, and what the bot made of it. Times are monotonic seconds."""

    id: int
    token: str
    kind: int
    member: User
    channel: Channel
    sent_at: float
    source: Message | None = None
    acknowledged_at: float | None = None
    #: The type of the first answer: 4 message, 5 thinking, 6 and 7 update, 8 suggestions, 9 modal.
    answer: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    #: The message that is its own response, and what was sent after it.
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    thinking: bool = False
