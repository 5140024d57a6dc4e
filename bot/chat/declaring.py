"""Putting a slash command on the tree, with where it works."""

from typing import Any

from discord import app_commands


def declare(
    tree: app_commands.CommandTree[Any],
    command: app_commands.Command[Any, ..., Any] | app_commands.Group,
    *,
    in_private_chats: bool,
) -> None:
    """Adds a command that works in servers and, if it makes sense there, in private chats with the bot."""
    command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=in_private_chats)
    command.allowed_installs = app_commands.AppInstallationType(guild=True)
    tree.add_command(command)
