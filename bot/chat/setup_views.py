"""The set-up panel: the settings with their menus, and below them the check."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.app.servers import MAX_CHOSEN
from bot.chat import layout, markdown
from bot.chat.setup_check import mentions
from bot.chat.setup_menus import ChooseAnswers, ChooseChannels, ChooseRole, ChooseTopics
from bot.chat.texts import texts
from bot.core.selection import Selection
from bot.core.server import AnswersBy, Server

_LABEL = 100
_TITLE = 60
#: Titles, or channels, that a line names; the menu below shows all of them.
_NAMED = 6


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel shows. `topics` are all packs and topics that can be chosen, `time` is that of the
    walls in the server's zone; `manager` may change the moderator role. `notes` says what was just done.
    """

    server: Server
    title: str
    time: str
    topics: Sequence[Selection]
    manager: bool
    check: Sequence[str]
    notes: Sequence[str] = ()


def zone_line(server: Server, time: str) -> str:
    """The time zone."""
    return texts.SETUP_ZONE.format(zone=server.zone, time=time)


def topics_line(server: Server, topics: Sequence[Selection]) -> str:
    """The default topics."""
    titles = [each.title for each in topics if each.value in server.topics]
    shown = [markdown.one_line(markdown.shorten(title, _TITLE)) for title in titles[:_NAMED]]
    return texts.SETUP_TOPICS.format(topics=_listed(shown, len(titles)) or texts.SETUP_EVERYTHING)


def channels_line(server: Server) -> str:
    """Where `/quiz` is allowed."""
    shown = [mentions([each]) for each in server.channels[:_NAMED]]
    return texts.SETUP_CHANNELS.format(
        channels=_listed(shown, len(server.channels)) or texts.SETUP_EVERYWHERE
    )


def answers_line(server: Server) -> str:
    """How cards take answers."""
    return texts.SETUP_ANSWERS.format(answers=texts.ANSWERS_BY[server.answers_by])


def role_line(server: Server) -> str:
    """The moderator role."""
    role_id = server.moderator_role_id
    return texts.SETUP_ROLE.format(role=f"<@&{role_id}>" if role_id else texts.SETUP_NO_ROLE)


def _listed(shown: Sequence[str], number: int) -> str:
    more = [texts.SETUP_MORE.format(number=number - len(shown))] if number > len(shown) else []
    return " · ".join([*shown, *more])


def panel_view(panel: Panel) -> discord.ui.LayoutView:
    """The whole panel."""
    server = panel.server
    head = "\n".join([f"### {texts.SETUP_HEAD.format(server=markdown.name(panel.title))}", *panel.notes])
    parts: list[discord.ui.Item] = [
        discord.ui.TextDisplay(head),
        discord.ui.Separator(),
        _text(zone_line(server, panel.time), texts.SETUP_ZONE_HOW),
        *_topics(panel),
        _text(channels_line(server), texts.SETUP_CHANNELS_HOW),
        discord.ui.ActionRow(ChooseChannels.of(server.channels)),
        _text(answers_line(server), texts.SETUP_ANSWERS_HOW),
        *layout.rows(ChooseAnswers.of(each, chosen=each is server.answers_by) for each in AnswersBy),
        _text(role_line(server), texts.SETUP_ROLE_HOW if panel.manager else texts.SETUP_ROLE_FIXED),
        discord.ui.ActionRow(ChooseRole.of(server.moderator_role_id, disabled=not panel.manager)),
        discord.ui.Separator(),
        *map(discord.ui.TextDisplay, panel.check),
    ]
    return layout.view(discord.ui.Container(*parts, accent_colour=layout.NEUTRAL))


def _text(line: str, how: str) -> discord.ui.TextDisplay:
    return discord.ui.TextDisplay(f"{line}\n-# {how}")


def _topics(panel: Panel) -> list[discord.ui.Item]:
    offered = offered_topics(panel.server, panel.topics)
    how = texts.SETUP_TOPICS_HOW
    if len(offered) < len(panel.topics):
        how += " " + texts.SETUP_TOPICS_SOME.format(shown=len(offered), all=len(panel.topics))
    parts: list[discord.ui.Item] = [_text(topics_line(panel.server, panel.topics), how)]
    if offered:  # an empty menu is none
        options = [_option(each, each.value in panel.server.topics) for each in offered]
        parts.append(discord.ui.ActionRow(ChooseTopics.of(options)))
    return parts


def offered_topics(server: Server, topics: Sequence[Selection]) -> list[Selection]:
    """What fits into the menu: all that are set, then others, in the bank's order."""
    first = sorted(topics, key=lambda each: each.value not in server.topics)[:MAX_CHOSEN]
    return [each for each in topics if each in first]


def _option(topic: Selection, chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(
        label=markdown.shorten(topic.title, _LABEL),
        value=topic.value,
        description=markdown.shorten(topic.pack_id, _LABEL) if topic.topic_id and topic.pack_id else None,
        default=chosen,
    )
