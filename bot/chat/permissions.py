"""Which rights the bot needs for what, by the names that Discord's settings show."""

from collections.abc import Iterable

import discord

#: What every card needs …
ASKING = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "read_message_history")
#: … what an edit of it needs …
EDITING = ("view_channel",)
#: … and what one that takes answers by reactions needs.
REACTING = ("view_channel", "read_message_history", "add_reactions", "manage_messages")

#: The names that people see.
TITLES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "add_reactions": "Add Reactions",
    "manage_messages": "Manage Messages",
}


def missing(permissions: discord.Permissions, needed: Iterable[str]) -> tuple[str, ...]:
    """The names of the permissions that are needed and not granted."""
    return tuple(TITLES[each] for each in needed if not getattr(permissions, each))
