"""What the moderators of a server have set, and what a member prefers."""

import datetime
from dataclasses import dataclass
from enum import StrEnum


class AnswersBy(StrEnum):
    """How a card takes answers."""

    BUTTONS = "buttons"
    REACTIONS = "reactions"


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings. These are also what holds in a private chat, whose `guild_id` is None.

    `zone` is an IANA time zone. `topics` holds values of selections that "Anything" means here (empty:
    the whole bank); `channels` the ids where `/quiz` is allowed (empty: everywhere; a thread counts as
    its channel). `removed_at` (UTC) is when the bot was removed, None while it is there.
    """

    guild_id: int | None
    zone: str = "UTC"
    topics: tuple[str, ...] = ()
    channels: tuple[int, ...] = ()
    answers_by: AnswersBy = AnswersBy.BUTTONS
    moderator_role_id: int | None = None
    removed_at: datetime.datetime | None = None

    def allows(self, channel_id: int) -> bool:
        """True if `/quiz` may be used in this channel."""
        return not self.channels or channel_id in self.channels


@dataclass(frozen=True, slots=True)
class Preference:
    """What a member prefers everywhere: not to stand on boards; to get notes in private messages."""

    hidden: bool = False
    notes: bool = False
