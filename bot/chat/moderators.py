"""Who may change a server's settings; asked anew at every use, whatever Discord shows to whom."""

import logging

import discord

from bot.chat.context import Context
from bot.chat.replies import Interaction
from bot.core.errors import NotModerator, OnlyInServer
from bot.core.server import Server

_log = logging.getLogger(__name__)


async def require_moderator(context: Context, interaction: Interaction, what: str) -> Server:
    """The server's settings, if this member moderates it. Raises OnlyInServer, NotModerator.

    `what` names for the log what was refused; the log has one line a minute of each.
    """
    server = await server_of(context, interaction)
    if not is_moderator(interaction, server):
        key, at = (interaction.user.id, server.guild_id, what), context.clock.monotonic()
        if not context.refusals_logged.wait_s(key, at):
            context.refusals_logged.let_through(key, at)
            _log.warning("refused %s to member %d in server %d", what, interaction.user.id, server.guild_id)
        raise NotModerator
    return server


async def server_of(context: Context, interaction: Interaction) -> Server:
    """The settings of the server in which this happens. Raises OnlyInServer in a private chat."""
    if interaction.guild_id is None:
        raise OnlyInServer
    return await context.engine.read(lambda store: store.server(interaction.guild_id))


def is_moderator(interaction: Interaction, server: Server) -> bool:
    """True for who may manage the server, and for who has the moderator role; by Discord's own payload."""
    if server.guild_id is None:
        return False
    if is_manager(interaction):
        return True
    user, role_id = interaction.user, server.moderator_role_id
    return role_id is not None and isinstance(user, discord.Member) and user.get_role(role_id) is not None


def is_manager(interaction: Interaction) -> bool:
    """True for who may manage the server by Discord's own rights."""
    return interaction.permissions.manage_guild or interaction.permissions.administrator
