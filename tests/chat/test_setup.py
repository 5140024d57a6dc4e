"""Moderators set their server up and see what the bot lacks."""

import json
import logging

import discord
import pytest
from simcord.backend.models import Overwrite

from bot.chat import setup_views
from bot.chat.atlas import atlas
from bot.chat.limits import check_payload
from bot.chat.setup_check import check
from bot.chat.setup_views import Panel
from bot.core.selection import Selection
from bot.core.server import AnswersBy, Server
from tests.chat.world import components, text


@pytest.fixture
def mod(world):
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("mod", global_name="Mod"), roles=[role])


async def opened(world, mod, channel=None, **options):
    return (await mod.slash(channel or world.channel, "setup", **options)).response


async def settings(world):
    return await world.read(lambda store: store.server(world.guild.id))


def menu(message, custom_id):
    return next(each for each in components(message) if each.get("custom_id") == custom_id)


def set_in(message, custom_id):
    """What is chosen in a menu when it opens."""
    found = menu(message, custom_id)
    if "options" in found:
        return [option["value"] for option in found["options"] if option.get("default")]
    return [int(each["id"]) for each in found.get("default_values", ())]


async def test_the_panel_shows_the_settings_with_menus_and_the_check(world, mod):
    shown = await opened(world, mod)
    assert shown.ephemeral
    assert text(shown).startswith("### Set-up of Study group\n**Time zone** UTC, where it is 00:0")
    for line in (
        "**Default topics** everything",
        "**Channels for /quiz** everywhere",
        "**Answers** by buttons",
        "**Moderator role** none",
        "✓ View Channel\n✓ Send Messages\n✓ Send Messages in Threads\n✓ Attach Files\n✓ Read Message History",
        "– Add Reactions, Manage Messages: only needed for answers by reactions",
        "✓ Intent guilds: asked for, needs no switch\n✓ Intent guild reactions: asked for, needs no switch",
    ):
        assert line in text(shown)
    assert "✗" not in text(shown)
    assert [option["value"] for option in menu(shown, "u:t")["options"]] == [
        *("ai/networking", "ai/storage", "ai/sets", "ai")
    ]


async def test_every_choice_is_saved_at_once_and_shown_in_place(world, mod, caplog):
    caplog.set_level(logging.INFO, "bot.chat.setup")
    tutors = world.guild.create_role("Tutors")
    panel = await opened(world, mod)
    await mod.select(panel, ["ai", "ai/storage"], custom_id="u:t")
    assert "✓ Saved · **Default topics** 💾 Storage · All of AI infrastructure\n" in text(panel)
    await mod.select(panel, [world.channel], custom_id="u:c")
    assert f"✓ Saved · **Channels for /quiz** <#{world.channel.id}>\n" in text(panel)
    await mod.click(panel, custom_id="u:a:reactions")
    assert "✓ Saved · **Answers** by reactions\n" in text(panel)
    assert "✓ Add Reactions\n✓ Manage Messages" in text(panel)
    await mod.select(panel, [tutors], custom_id="u:r")
    assert f"✓ Saved · **Moderator role** <@&{tutors.id}>\n" in text(panel)
    assert await settings(world) == Server(
        world.guild.id, "UTC", ("ai", "ai/storage"), (world.channel.id,), AnswersBy.REACTIONS, tutors.id
    )
    assert set_in(panel, "u:t") == ["ai/storage", "ai"]
    assert (set_in(panel, "u:c"), set_in(panel, "u:r")) == ([world.channel.id], [tutors.id])
    audit = [record.getMessage() for record in caplog.records]
    assert len(audit) == 4
    assert audit[1] == f"member {mod.id} set channels of server {world.guild.id} to ({world.channel.id},)"
    for custom_id in ("u:t", "u:c", "u:r"):
        await mod.select(panel, [], custom_id=custom_id)
    assert await settings(world) == Server(world.guild.id, answers_by=AnswersBy.REACTIONS)


async def test_the_time_zone_is_set_by_its_city_and_days_end_there(world, mod):
    choices = await mod.autocomplete(world.channel, "setup", "time_zone", "berlin")
    assert [choice["value"] for choice in choices] == ["Europe/Berlin"]
    assert choices[0]["name"].startswith("Europe/Berlin · 01:0")
    shown = await opened(world, mod, time_zone="Europe/Berlin")
    assert "✓ Saved · **Time zone** Europe/Berlin, where it is 01:0" in text(shown)
    help_page = (await world.ada.slash(world.channel, "help")).response
    assert "Days end at midnight, Europe/Berlin." in text(help_page)
    assert "Days end at midnight, UTC." in text((await world.ada.user.slash("help")).response)


async def test_the_tables_of_time_zones_are_read_at_the_start_and_not_while_somebody_types(world, mod):
    atlas.cache_clear()
    await world.restart()
    assert atlas.cache_info().misses == 1
    await mod.autocomplete(world.channel, "setup", "time_zone", "india")
    assert atlas.cache_info().misses == 1


async def test_a_city_alone_is_no_time_zone_and_the_refusal_names_the_zone(world, mod):
    """Field reports, Posts 2."""
    refused = await opened(world, mod, time_zone="London")
    assert text(refused) == "I know no time zone “London”. Did you mean **Europe/London**?"
    for zone in ("UTC", "Etc/UTC", "Europe/London"):
        assert f"**Time zone** {zone}, where it is 00:0" in text(await opened(world, mod, time_zone=zone))
    assert (await settings(world)).zone == "Europe/London"
    nothing = await opened(world, mod, time_zone="@everyone")
    assert "I know no time zone “@\u200beveryone”. Type a country or a large city" in text(nothing)


@pytest.mark.parametrize(
    ("zone", "topic", "why"),
    [
        ("Asia/Tokyo", "2.9", "I know no topic"),
        ("Tokyo", "ai", "I know no time zone"),
        ("Asia/Tokyo", "ai", "There can be 25 default topics at most"),
    ],
)
async def test_of_a_zone_and_a_topic_that_are_typed_together_both_are_saved_or_neither(
    world, mod, monkeypatch, zone, topic, why
):
    await opened(world, mod, time_zone="Europe/Rome", topic="storage")
    before = await settings(world)
    assert (before.zone, before.topics) == ("Europe/Rome", ("ai/storage",))
    monkeypatch.setattr("bot.app.servers.MAX_CHOSEN", 1)
    assert text(await opened(world, mod, time_zone=zone, topic=topic)).startswith(why)
    assert await settings(world) == before


async def test_a_topic_is_added_and_taken_out_by_typing(world, mod):
    await opened(world, mod, topic="ai/storage")
    shown = await opened(world, mod, topic="AI infrastructure")
    assert "✓ Saved · **Default topics** 💾 Storage · All of AI infrastructure\n" in text(shown)
    choices = await mod.autocomplete(world.channel, "setup", "topic", "stor")
    assert [(each["name"], each["value"]) for each in choices] == [
        ("✓ 💾 Storage · set, pick it to take it out", "ai/storage")
    ]
    await opened(world, mod, topic="storage")
    assert (await settings(world)).topics == ("ai",)
    assert text(await opened(world, mod, topic="2.9")).startswith("I know no topic “2.9”")
    assert "**Default topics** everything" in text(await opened(world, mod, topic="anything"))
    assert (await settings(world)).topics == ()


async def test_what_was_deleted_is_neither_shown_nor_in_the_menus(world, mod):
    gone = world.guild.create_text_channel("gone")
    await world.set(topics=("ai/gone",), channels=(gone.id,), moderator_role_id=987654321)
    world.env.backend.delete_channel(gone.id)
    await world.env.settle()
    shown = await opened(world, mod)
    assert [set_in(shown, each) for each in ("u:t", "u:c", "u:r")] == [[], [], []]
    assert "**Channels for /quiz** everywhere" in text(shown)
    assert "used in this channel" not in text(await world.quiz())


@pytest.mark.parametrize(
    ("custom_id", "values"), [("u:t", ["ai"]), ("u:c", ["10"]), ("u:a:reactions", None), ("u:r", ["20"])]
)
async def test_who_is_no_moderator_any_more_changes_nothing_with_an_open_panel(
    world, custom_id, values, caplog
):
    """Field reports, Permissions 5: the bot checks the right itself, at every use; one audit line."""
    tutors = world.guild.create_role("Tutors")
    tutor = world.guild.add_member(world.env.create_user("tutor"), roles=[tutors])
    await world.set(moderator_role_id=tutors.id)
    panel = await opened(world, tutor)
    await world.set(moderator_role_id=None)
    before = await settings(world)
    requests = await pressed(world, tutor, panel, custom_id, values)
    assert "Only moderators can do that" in str(requests[-1].json)
    assert requests[-1].json["data"]["flags"] & 64
    assert await settings(world) == before
    refused = [r.getMessage() for r in caplog.records if r.getMessage().startswith("refused ")]
    assert refused == [f"refused a change of the settings to member {tutor.id} in server {world.guild.id}"]


async def pressed(world, who, panel, custom_id, values, **changes):
    """Uses a control of the panel by a payload of its own making; the requests that follow."""
    data = {"custom_id": custom_id, "component_type": 2 if values is None else menu(panel, custom_id)["type"]}
    if values is not None:
        data["values"] = values
    return await world.forged(who, panel, "u:a:buttons", "u:a:buttons", data=data, **changes)


async def test_a_plain_member_cannot_set_anything_up(world, caplog):
    """Field reports, Permissions 5."""
    refused = await opened(world, world.ada, time_zone="Asia/Tokyo")
    assert refused.ephemeral
    assert text(refused).startswith("Only moderators can do that")
    assert await settings(world) == Server(world.guild.id)
    assert await world.ada.autocomplete(world.channel, "setup", "topic", "stor") == []
    assert len([r for r in caplog.records if r.getMessage().startswith("refused /setup to member")]) == 1


async def test_in_a_private_chat_there_is_no_set_up(world, mod):
    """Field reports, Permissions 5: the same from a private chat."""
    assert "setup" not in world.ada.user.available_commands()
    panel = await opened(world, mod)
    requests = await pressed(world, mod, panel, "u:a:reactions", None, guild_id=None, member=None, user={
        "id": str(mod.id), "username": "mod", "discriminator": "0", "avatar": None, "global_name": "Mod"
    })  # fmt: skip
    assert "That works in a server only" in str(requests[-1].json)
    assert (await settings(world)).answers_by is AnswersBy.BUTTONS


async def test_holders_of_the_moderator_role_cannot_hand_it_on(world, mod):
    tutors, friends = world.guild.create_role("Tutors"), world.guild.create_role("Friends")
    await mod.select(await opened(world, mod), [tutors], custom_id="u:r")
    tutor = world.guild.add_member(world.env.create_user("tutor"), roles=[tutors])
    panel = await opened(world, tutor)
    assert menu(panel, "u:r")["disabled"]
    await pressed(world, tutor, panel, "u:r", [str(friends.id)])
    assert "✗ Not saved: Only members who may manage this server can choose the moderator role." in text(
        panel
    )
    assert (await settings(world)).moderator_role_id == tutors.id
    await tutor.click(panel, custom_id="u:a:reactions")
    assert (await settings(world)).answers_by is AnswersBy.REACTIONS


async def test_everyone_is_refused_as_the_moderator_role(world, mod):
    panel = await opened(world, mod)
    await mod.select(panel, [world.guild.default_role], custom_id="u:r")
    assert "✗ Not saved: @everyone can't be the moderator role." in text(panel)
    assert (await settings(world)).moderator_role_id is None


async def test_the_check_names_what_is_missing_here_and_in_the_other_channels(world, mod):
    denied = discord.PermissionOverwrite(attach_files=False, add_reactions=False)
    bot_role = next(
        role for role in world.env.backend.get_guild(world.guild.id).roles.values() if role.managed
    )
    quiet = world.guild.create_text_channel("quiet", overwrites={world.guild.roles[bot_role.name]: denied})
    await world.set(channels=(world.channel.id, quiet.id), answers_by=AnswersBy.REACTIONS)
    there = text(await opened(world, mod, quiet))
    assert "✗ Attach Files: without it verdicts come without their pictures" in there
    assert "✗ Add Reactions: without it I can't put letters below a card" in there
    assert f"**The other channels for /quiz**\n✓ <#{world.channel.id}>: all granted" in there
    assert "To mend a ✗: in the channel's settings, under Permissions" in there
    from_here = text(await opened(world, mod))
    assert f"✗ <#{quiet.id}>: lacks Attach Files, Add Reactions" in from_here


async def test_where_quiz_is_allowed_everywhere_every_channel_is_checked(world, mod):
    """Without a ✗ there is nothing left to do."""
    backend = world.env.backend
    (role,) = [each for each in backend.get_guild(world.guild.id).roles.values() if each.managed]
    secret, voice = world.guild.create_text_channel("secret"), world.guild.create_voice_channel("voice")
    for channel, lacked in ((secret, {"view_channel": False}), (voice, {"attach_files": False})):
        _, denied = discord.PermissionOverwrite(**lacked).pair()
        backend.edit_channel(channel.id, {}, overwrites=[Overwrite(role.id, 0, 0, denied.value)])
    fine = [world.guild.create_news_channel("news"), world.guild.create_forum_channel("forum")]
    fine += [world.guild.create_stage_channel("stage")]
    world.guild.create_category("Rooms")
    shown = text(await opened(world, mod))
    assert f"✗ <#{secret.id}>: lacks View Channel\n" in shown
    assert f"✗ <#{voice.id}>: lacks Attach Files\n" in shown
    (good,) = [line for line in shown.splitlines() if line.endswith(": all granted")]
    assert sorted(good.removesuffix(": all granted").split()[1:]) == sorted(f"<#{c.id}>" for c in fine)
    await world.set(channels=(world.channel.id,))
    assert "✗" not in text(await opened(world, mod))


async def test_quiz_can_be_allowed_in_the_chat_of_a_voice_channel(world, mod):
    voice = world.guild.create_voice_channel("voice")
    panel = await opened(world, mod)
    assert {2, 13} <= set(menu(panel, "u:c")["channel_types"])
    await mod.select(panel, [voice], custom_id="u:c")
    assert (await settings(world)).channels == (voice.id,)
    assert "used in this channel" not in text(await world.quiz(channel=voice))
    assert "used in this channel" in text(await world.quiz())


def test_a_bank_of_many_topics_keeps_those_that_are_set_in_the_menu():
    topics = [Selection(f"ai/t{n:02}", f"Topic {n}", (), "ai", f"t{n:02}") for n in range(60)]
    server = Server(1, topics=("ai/t59", "ai/t02"))
    offered = setup_views.offered_topics(server, topics)
    assert (len(offered), offered[-1].value) == (25, "ai/t59")
    panel = setup_views.panel_view(Panel(server, "Group", "12:00", topics, True, ["✓"]))
    assert "The menu holds 25 of 60; `/setup topic` knows them all." in str(panel.to_components())


def test_the_fullest_panel_fits_into_one_message():
    topics = [Selection(f"ai/t{n}", f"{'界' * 90}{n}", (), "ai", f"t{n}") for n in range(60)]
    ids = tuple(10**18 + n for n in range(25))
    server = Server(
        10**18, "America/Argentina/ComodRivadavia", tuple(each.value for each in topics[:25]), ids,
        AnswersBy.REACTIONS, 10**18
    )  # fmt: skip
    nothing = discord.Permissions.none()
    found = check(server, 1, nothing, dict.fromkeys(ids, nothing), discord.Intents.none())
    assert "✗ and 17 more that lack something" in "\n".join(found)
    all_granted = check(
        server, 1, nothing, dict.fromkeys(ids, discord.Permissions.all()), discord.Intents.none()
    )
    assert f"<#{ids[7]}> and 17 more: all granted" in "\n".join(all_granted)
    notes = [setup_views.topics_line(server, topics), setup_views.channels_line(server)]
    view = setup_views.panel_view(Panel(server, "界" * 100, "12:00", topics, True, found, notes))
    check_payload(view.to_components())
    for each in json.loads(json.dumps(view.to_components()))[0]["components"]:
        for option in each.get("components", [{}])[0].get("options", ()):
            assert max(len(option["label"]), len(option["value"])) <= 100


def test_a_bank_without_packs_has_no_menu_of_topics():
    panel = setup_views.panel_view(Panel(Server(1), "Group", "12:00", [], True, ["✓"]))
    assert "u:t" not in str(panel.to_components())


async def test_an_old_panel_still_works_after_a_restart(world, mod):
    panel = await opened(world, mod)
    await world.restart()
    await mod.click(panel, custom_id="u:a:reactions")
    assert (await settings(world)).answers_by is AnswersBy.REACTIONS
