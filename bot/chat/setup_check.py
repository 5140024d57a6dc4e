"""The check in the set-up panel: what the bot may do here, and how to mend what it may not."""

from collections.abc import Iterable, Iterator, Mapping

import discord

from bot.chat import permissions
from bot.chat.permissions import ASKING, REACTING, TITLES
from bot.chat.setup_menus import CHANNEL_TYPES
from bot.chat.texts import texts
from bot.core.server import AnswersBy, Server

#: More channels that lack something, or lack nothing, are only counted.
_CHANNELS = 8
_INTENTS = ("guilds", "guild_reactions")


def elsewhere(guild: discord.Guild, server: Server, here: int) -> dict[int, discord.Permissions]:
    """What the bot may do in each channel where `/quiz` may be used, except in the one with the id `here`."""
    return {
        each.id: each.permissions_for(guild.me)
        for each in sorted(guild.channels, key=lambda channel: channel.position)
        if each.type in CHANNEL_TYPES and each.id != here and server.allows(each.id)
    }


def check(
    server: Server,
    channel_id: int,
    here: discord.Permissions,
    others: Mapping[int, discord.Permissions],
    intents: discord.Intents,
) -> list[str]:
    """Lines with ✓ and ✗ in blocks: this channel, the others for `/quiz` (by id), the connection."""
    blocks = [
        "\n".join([texts.CHECK_HEAD.format(channel=channel_id), *_here(server, here)]),
        "\n".join(_others(server, others)),
        "\n".join([texts.CHECK_CONNECTION, *map(_intent, _INTENTS, (getattr(intents, i) for i in _INTENTS))]),
    ]
    if any("✗" in block for block in blocks):
        blocks.append("-# " + texts.CHECK_MEND)
    return [block for block in blocks if block]


def _needed(server: Server) -> tuple[str, ...]:
    more = REACTING if server.answers_by is AnswersBy.REACTIONS else ()
    return tuple(dict.fromkeys((*ASKING, *more)))


def _here(server: Server, granted: discord.Permissions) -> Iterator[str]:
    needed = _needed(server)
    for each in needed:
        line = texts.CHECK_GOOD if getattr(granted, each) else texts.CHECK_BAD
        yield line.format(permission=TITLES[each], why=texts.CHECK_WHY[each])
    if unneeded := [TITLES[each] for each in REACTING if each not in needed]:
        yield texts.CHECK_NOT_NEEDED.format(permissions=", ".join(unneeded))


def _others(server: Server, granted: Mapping[int, discord.Permissions]) -> Iterator[str]:
    if not granted:
        return
    yield texts.CHECK_CHANNELS
    lacks = {each: _lacks(server, of) for each, of in granted.items()}
    if good := [each for each, missing in lacks.items() if not missing]:
        shown = [mentions(good[:_CHANNELS])]
        if (more := len(good) - _CHANNELS) > 0:
            shown.append(texts.CHECK_CHANNELS_MORE_GOOD.format(number=more))
        yield texts.CHECK_CHANNEL_GOOD.format(channels=" ".join(shown))
    bad = [(each, missing) for each, missing in lacks.items() if missing]
    for channel_id, missing in bad[:_CHANNELS]:
        yield texts.CHECK_CHANNEL_BAD.format(channel=channel_id, missing=", ".join(missing))
    if (more := len(bad) - _CHANNELS) > 0:
        yield texts.CHECK_CHANNELS_MORE.format(number=more)


def _lacks(server: Server, granted: discord.Permissions) -> tuple[str, ...]:
    needed = _needed(server)
    # who may not see a channel may do nothing in it, so nothing is known of the rest
    return permissions.missing(granted, needed if granted.view_channel else ["view_channel"])


def _intent(name: str, asked_for: bool) -> str:
    line = texts.CHECK_INTENT_GOOD if asked_for else texts.CHECK_INTENT_BAD
    return line.format(intent=name.replace("_", " "))


def mentions(channel_ids: Iterable[int]) -> str:
    """Channels as links that show their names."""
    return " ".join(f"<#{each}>" for each in channel_ids)
