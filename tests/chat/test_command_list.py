"""The commands that Discord lists: each once, none that is gone, and told anew only when they changed."""

import re

from discord import app_commands

from bot.chat.commands import Commands
from bot.chat.texts import texts


def told(world):
    """The requests that told Discord the commands."""
    return [r for r in world.env.http_requests if r.method != "GET" and "/commands" in r.path]


def listed(world):
    """What a member of the server is offered."""
    found = world.env.backend.visible_commands(user_id=world.ada.id, channel_id=world.channel.id)
    return [each["name"] for each in found]


async def test_each_command_is_listed_once_and_a_renamed_one_replaces_the_old(world, monkeypatch):
    names = sorted(command.name for command in world.client.tree.get_commands())
    assert listed(world) == names
    assert {"quiz", "help"} <= set(names)

    def renamed(_self):
        @app_commands.command(name="guide", description="How this works")
        async def guide(_interaction):
            """Never called."""

        return guide

    monkeypatch.setattr(Commands, "_help", renamed)
    await world.restart()
    assert listed(world) == sorted({*names, "guide"} - {"help"})
    assert len(told(world)) == 2
    await world.restart()
    await world.restart()
    assert len(told(world)) == 2


async def test_a_test_run_that_always_tells_them_leaves_no_second_list_in_a_server(world, monkeypatch):
    before = listed(world)
    world.client.release()
    trial = world._client()
    monkeypatch.setattr(trial, "_always_sync", True)
    await world.env.restart_bot(trial)
    trial.release()
    world.client = world._client()
    await world.env.restart_bot(world.client)
    assert len(told(world)) == 2  # the normal run found nothing new
    assert not any("/guilds/" in request.path for request in told(world))
    assert listed(world) == before
    assert len(set(before)) == len(before)


async def test_every_command_says_where_it_works(world):
    # What says nothing is offered in private chats between members too, where the bot is not.
    for command in world.client.tree.get_commands():
        contexts, installs = command.allowed_contexts, command.allowed_installs
        assert contexts is not None, f"{command.name} has no allowed_contexts"
        assert installs is not None, f"{command.name} has no allowed_installs"
        assert (bool(contexts.guild), bool(contexts.private_channel)) == (True, False), command.name
        assert (bool(installs.guild), bool(installs.user)) == (True, False), command.name


async def test_help_names_every_command_and_what_members_can_add_to_it(world):
    named = re.findall("`(/[^`]+)`", texts.HELP)
    missing = []
    for command in world.client.tree.walk_commands():
        if isinstance(command, app_commands.Group):
            continue
        usage = f"/{command.qualified_name}"
        if not command.description.startswith("Moderators"):
            options = [
                each.display_name if each.required else f"[{each.display_name}]"
                for each in command.parameters
            ]
            usage = " ".join([usage, *options])
        if usage not in named:
            missing.append(usage)
    assert missing == []
