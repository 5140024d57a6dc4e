"""The sentence for everything that can go wrong."""

import logging
import math
import secrets
from collections.abc import Callable
from typing import Any

import discord

from bot.chat import markdown
from bot.chat.texts import texts
from bot.core.errors import (
    Busy,
    CannotSave,
    ChannelNotAllowed,
    EveryoneModerates,
    IncompleteReport,
    NoQuestion,
    NotAnswered,
    NotHere,
    NotManager,
    NotModerator,
    NotYours,
    OnlyInServer,
    ReactionsNotPossible,
    RightsMissing,
    ScoreHidden,
    TooFast,
    TooManyTopics,
    UnknownTopic,
    UnknownZone,
)
from bot.core.report import MAX_TEXT

_log = logging.getLogger(__name__)


def wording(error: BaseException) -> str:
    """The sentence for an error. Unknown ones are logged with a number, which the sentence names."""
    for kind, sentence in _SENTENCES.items():
        if isinstance(error, kind):
            return sentence
    for kind, worded in _WORDED.items():
        if isinstance(error, kind):
            return worded(error)
    number = secrets.token_hex(4)
    of_discord = isinstance(error, discord.HTTPException) and error.status >= 500
    _log.error("error %s: %s", number, error, exc_info=None if of_discord else error)
    return texts.INTERNAL.format(number=number)


_SENTENCES: dict[type[BaseException], str] = {
    NotHere: texts.NOT_HERE,
    NotAnswered: texts.NOT_ANSWERED,
    OnlyInServer: texts.ONLY_IN_SERVER,
    NotModerator: texts.NOT_MODERATOR,
    NotManager: texts.NOT_MANAGER,
    EveryoneModerates: texts.EVERYONE_MODERATES,
    TooManyTopics: texts.TOO_MANY_TOPICS,
    ScoreHidden: texts.SCORE_IS_HIDDEN,
    NotYours: texts.NOT_YOURS,
    IncompleteReport: texts.INCOMPLETE_REPORT.format(most=MAX_TEXT),
    Busy: texts.BUSY,
    CannotSave: texts.CANNOT_SAVE,
}


def _unknown_topic(error: UnknownTopic) -> str:
    asked = markdown.name(error.asked)
    if not error.nearest:
        return texts.UNKNOWN_TOPIC_BARE.format(asked=asked)
    nearest = " · ".join(f"**{title}**" for title in error.nearest)
    return texts.UNKNOWN_TOPIC.format(asked=asked, nearest=nearest)


def _unknown_zone(error: UnknownZone) -> str:
    asked = markdown.name(error.asked)
    if not error.nearest:
        return texts.UNKNOWN_ZONE_BARE.format(asked=asked)
    return texts.UNKNOWN_ZONE.format(asked=asked, nearest=" · ".join(f"**{each}**" for each in error.nearest))


def _no_question(error: NoQuestion) -> str:
    if error.level is None or not error.levels:
        return texts.NO_QUESTION_BARE.format(title=error.title)
    levels = ", ".join(texts.LEVELS[level] for level in error.levels)
    return texts.NO_QUESTION.format(title=error.title, level=texts.LEVELS[error.level], levels=levels)


def _too_fast(error: TooFast) -> str:
    seconds = math.ceil(error.wait_s)
    wait = texts.count(seconds, "second") if seconds <= 90 else texts.count(math.ceil(seconds / 60), "minute")
    return texts.TOO_FAST.format(wait=wait)


def _channel_not_allowed(error: ChannelNotAllowed) -> str:
    channels = " · ".join(f"<#{channel_id}>" for channel_id in error.channels)
    return texts.CHANNEL_NOT_ALLOWED.format(channels=channels)


def _rights_missing(error: RightsMissing) -> str:
    return texts.RIGHTS_MISSING.format(missing=", ".join(f"“{name}”" for name in error.missing))


def _no_reactions(error: ReactionsNotPossible) -> str:
    if not error.missing:
        return texts.NO_REACTIONS_AT_ALL
    return texts.NO_REACTIONS.format(missing=", ".join(f"“{name}”" for name in error.missing))


_WORDED: dict[type[BaseException], Callable[[Any], str]] = {
    UnknownTopic: _unknown_topic,
    UnknownZone: _unknown_zone,
    NoQuestion: _no_question,
    TooFast: _too_fast,
    ChannelNotAllowed: _channel_not_allowed,
    ReactionsNotPossible: _no_reactions,
    RightsMissing: _rights_missing,
}
