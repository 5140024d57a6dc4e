"""Why something was not done. The words for people live in `bot/chat/texts` and `bot/cli.py`.

QuizbotError
├── Refusal            the caller's mistake or bad luck; a person is told in one sentence
│   ├── UnknownTopic, UnknownZone, NoQuestion
│   ├── NotHere        no such post in this place; says nothing more, so that ids cannot be probed
│   ├── NotAnswered
│   ├── OnlyInServer, NotModerator, NotManager, NotYours
│   ├── EveryoneModerates, TooManyTopics, ScoreHidden
│   ├── ChannelNotAllowed, ReactionsNotPossible, RightsMissing
│   ├── IncompleteReport
│   └── TooFast
└── StoreError         ours
    ├── Busy           too much is waiting; nothing was stored
    └── CannotSave     disk full, file locked, …; nothing was stored
"""

from bot.core.question import Level


class QuizbotError(Exception):
    """Root of everything that we raise on purpose."""


class Refusal(QuizbotError):
    """What was asked for cannot be done; nothing was stored."""


class UnknownTopic(Refusal):
    """No topic, objective or pack is spelled like this; `nearest` holds up to three titles."""

    def __init__(self, asked: str, nearest: tuple[str, ...]) -> None:
        super().__init__(asked)
        self.asked = asked
        self.nearest = nearest


class UnknownZone(Refusal):
    """No time zone is spelled like this; `nearest` holds up to three names."""

    def __init__(self, asked: str, nearest: tuple[str, ...]) -> None:
        super().__init__(asked)
        self.asked = asked
        self.nearest = nearest


class NoQuestion(Refusal):
    """The selection holds no question of this level; `levels` are those that it has."""

    def __init__(self, title: str, level: Level | None, levels: tuple[Level, ...]) -> None:
        super().__init__(title)
        self.title = title
        self.level = level
        self.levels = levels


class NotHere(Refusal):
    """There is no such post in this place, or the choice is none of its options."""


class NotAnswered(Refusal):
    """The member has not answered this post yet, so nothing about it is told."""


class OnlyInServer(Refusal):
    """Asked for in a private chat, where it has no meaning."""


class NotModerator(Refusal):
    """Only moderators of this server may do that."""


class NotManager(Refusal):
    """Only members who may manage this server may do that; holders of the moderator role may not."""


class EveryoneModerates(Refusal):
    """@everyone cannot be the moderator role."""


class TooManyTopics(Refusal):
    """More default packs and topics than a menu can show."""


class ScoreHidden(Refusal):
    """That member is hidden on boards; nobody else sees their score."""


class NotYours(Refusal):
    """Only who asked for the card, or a moderator, may close it."""


class ChannelNotAllowed(Refusal):
    """`/quiz` is not allowed in this channel; `channels` are those where it is."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(str(channels))
        self.channels = channels


class ReactionsNotPossible(Refusal):
    """A card cannot take reactions here. `missing` names the permissions that the bot lacks.

    Without any it is what was asked for: a private chat, or a choice that holds no `single` question.
    """

    def __init__(self, missing: tuple[str, ...] = ()) -> None:
        super().__init__(str(missing))
        self.missing = missing


class IncompleteReport(Refusal):
    """A report does not say what is wrong, or says it at a length that no form of ours allows."""


class RightsMissing(Refusal):
    """The bot may not do here what this needs; `missing` names the permissions that it lacks."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(str(missing))
        self.missing = missing


class TooFast(Refusal):
    """A flood limit was reached; the next try is welcome after `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"{wait_s:.1f} s")
        self.wait_s = wait_s


class StoreError(QuizbotError):
    """The database could not do it; nothing was stored."""


class Busy(StoreError):
    """More use cases are waiting than the queue holds."""


class CannotSave(StoreError):
    """SQLite refused: disk full, file locked by another program, file gone."""
