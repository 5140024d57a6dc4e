"""What is kept about a member: all of it handed out, all of it erased."""

import asyncio
import gzip
import json
import logging
import random

import discord
import pytest

from bot.app import answering
from bot.chat import privacy
from bot.core.post import Click, Place
from bot.core.server import Preference
from bot.store.recounts import RECOUNTS, gather
from tests.chat.test_reports import listed, opens, reports, sends
from tests.chat.world import post_of, text

#: Each table that names members, with the sections of the export that its rows are in.
SECTIONS = {
    "response": ["answers"],
    "total": ["points"],
    "member": ["names_and_streaks"],
    "member_showing": ["questions_met"],
    "channel_showing": ["questions_asked_in_private_chat"],
    "post": ["cards"],
    "report": ["reports", "reports_handled_as_moderator"],
    "preference": ["preferences"],
}


@pytest.fixture
async def cleo(world):
    """A member who moderates by a role, and has done everything that leaves a trace."""
    role = world.guild.create_role("Tutors")
    await world.set(moderator_role_id=role.id)
    member = world.guild.add_member(world.env.create_user("cleo", global_name="Cleo"), roles=[role])
    _ = member.user.dm_channel  # the simulator gives ids in order: so it has the same one each time
    engine = world.client.context.engine
    if _CLEO:
        await engine.run(put_back)
        return member
    await in_the_server(world, member)
    await as_moderator(world, member)
    await in_private(world, member)
    await engine.run(lambda store: store.put_preference(member.id, Preference(notes=True)))
    await world.env.advance_time(15)
    await world.read(keep)
    return member


#: The rows that all this leaves. It takes a while, so only the first test does it.
_CLEO = {}


def keep(store):
    for table in ("post", *SECTIONS):
        _CLEO[table] = store.connection.execute(f"SELECT * FROM '{table}'").fetchall()


def put_back(store):
    for table, rows in _CLEO.items():
        places = ", ".join("?" * len(rows[0]))
        store.connection.executemany(f"INSERT INTO '{table}' VALUES ({places})", rows)


async def in_the_server(world, member):
    for topic in ("networking", "storage"):
        card = await world.quiz(member, topic)
        await world.answers(world.bob, card, "wrong-1")
        verdict = await world.answers(member, card)
        following = (await member.click(verdict, custom_id=f"n:{post_of(card)}")).response
        if topic == "networking":
            await world.answers(member, following, "wrong-2")
    await sends(member, await opens(world, member), "other", "Mine: 界")


async def as_moderator(world, member):
    for reporter in (world.bob, world.ada):
        await reports(world, reporter, "other", "Their own words")
    page = await listed(world, member)
    await member.click(page, custom_id="v:2:d:1")
    await member.click(page, custom_id="v:3:m:1")


async def in_private(world, member):
    for topic in ("networking", "storage"):
        await world.env.advance_time(6)
        card = (await member.user.slash("quiz", topic=topic)).response
    opened = await opens(world, member, card, member.user)
    await sends(member.user, opened, "outdated", "in private")
    verdict = (await member.user.click(card, custom_id=f"q:{post_of(card)}:0")).response
    await member.user.click(verdict, custom_id=f"n:{post_of(card)}")


async def export(who, *where):
    """What the member is sent: the file's name and bytes."""
    message = (await who.slash(*where, "privacy export")).response
    assert message.ephemeral
    (file,) = message.attachments
    return file.filename, await file.read()


async def erase(member, channel, sure=1):
    asked = (await member.slash(channel, "privacy delete")).response
    assert asked.ephemeral
    await member.click(asked, custom_id=f"e:{sure}")
    return asked


def ids_of(member):
    return member.id, member.user.dm_channel.id


def naming(*ids):
    """Finds every row of every table in which one of the ids stands, as a number or within a text."""

    def find(store):
        rows = lambda query: store.connection.execute(query).fetchall()  # noqa: E731
        found = {}
        for (table,) in rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
            columns = [name for _, name, *_ in rows(f"PRAGMA table_info('{table}')")]
            places = [f"instr(CAST(\"{column}\" AS TEXT), '{one}')" for column in columns for one in ids]
            if named := rows(f"SELECT * FROM '{table}' WHERE {' OR '.join(places)}"):
                found[table] = named
        return found

    return find


def everything(store):
    """All rows of all tables."""
    tables = store.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        table: sorted(map(repr, store.connection.execute(f"SELECT * FROM '{table}'"))) for (table,) in tables
    }


async def test_a_member_who_was_erased_is_named_in_no_table(world, cleo):
    assert set(await world.read(naming(*ids_of(cleo)))) == set(SECTIONS)
    asked = await erase(cleo, world.channel)
    assert text(asked).startswith("✓ Done: I keep nothing about you any more.")
    assert await world.read(naming(*ids_of(cleo))) == {}
    assert await world.read(naming("Cleo")) == {}


async def test_the_export_holds_every_row_that_names_the_member(world, cleo):
    named = await world.read(naming(*ids_of(cleo)))
    name, data = await export(cleo, world.channel)
    about = json.loads(data)
    assert name == "quizbot-my-data.json"
    assert about["member"] == str(cleo.id)
    sections = {section for table in named for section in SECTIONS[table]}
    assert set(about) - {"member", "exported_at"} == sections
    for table, rows in named.items():
        entries = [json.dumps(each, ensure_ascii=False) for one in SECTIONS[table] for each in about[one]]
        assert len(entries) == len(rows), table
        times = {value for row in rows for value in row if str(value).endswith("Z") and table != "report"}
        assert all(any(moment in entry for entry in entries) for moment in times)
    assert {each["text"] for each in about["reports"]} == {"Mine: 界", "in private"}
    assert {each["place"] for each in about["answers"]} == {
        *(f"server {world.guild.id}", "private chat with the bot")
    }
    assert all(each["question"].startswith("ai/") for each in about["answers"])


async def test_the_export_works_in_a_private_chat_and_is_the_same_there(world, cleo):
    _, here = await export(cleo, world.channel)
    _, there = await export(cleo.user)
    of_here, of_there = json.loads(here), json.loads(there)
    assert {**of_here, "exported_at": ""} == {**of_there, "exported_at": ""}
    assert b'\n  "answers": [\n' in here


async def test_the_export_tells_nothing_about_others(world, cleo):
    _, data = await export(cleo, world.channel)
    for each in (str(world.bob.id), str(world.ada.id), "Bob", "Their own words"):
        assert each not in data.decode()


async def test_a_member_without_a_trace_gets_an_export_of_nothing(world):
    about = json.loads((await export(world.bob, world.channel))[1])
    assert all(about[section] == [] for sections in SECTIONS.values() for section in sections)


async def test_a_large_export_is_packed(world, monkeypatch):
    monkeypatch.setattr(privacy, "_PACKED_ABOVE", 100)
    name, data = await export(world.bob, world.channel)
    assert name == "quizbot-my-data.json.gz"
    assert json.loads(gzip.decompress(data))["member"] == str(world.bob.id)


async def test_where_files_may_not_be_attached_the_export_names_the_private_chat(world):
    forbidden = {world.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    channel = world.guild.create_text_channel("bare", overwrites=forbidden)
    said = (await world.bob.slash(channel, "privacy export")).response
    assert "Send me `/privacy export` in a private chat" in text(said)


async def test_exports_and_erasures_in_a_flood_have_to_wait(world):
    for _ in range(3):
        await export(world.bob, world.channel)
        await erase(world.bob, world.channel)
    refused = (await world.bob.slash(world.channel, "privacy export")).response
    assert "Please try again in 10 minutes." in text(refused)
    asked = (await world.bob.slash(world.channel, "privacy delete")).response
    assert "Please try again in" in text((await world.bob.click(asked, custom_id="e:1")).response)


async def test_nothing_of_others_changes_when_a_member_is_erased(world, cleo):
    def of_others(store):
        rows = lambda query: store.connection.execute(query, {"me": cleo.id}).fetchall()  # noqa: E731
        return [
            rows(
                "SELECT * FROM total WHERE member_id != :me ORDER BY scope, period, start, topic, member_id"
            ),
            rows("SELECT * FROM member WHERE member_id != :me ORDER BY scope, member_id"),
            rows(
                "SELECT * FROM member_showing WHERE member_id != :me ORDER BY scope, member_id, question_key"
            ),
            rows("SELECT post_id, answered, closed_at FROM post WHERE guild_id IS NOT NULL ORDER BY post_id"),
            rows("SELECT post_id, option_ids, points FROM response WHERE scope LIKE 'g%' ORDER BY 1, 2, 3"),
            rows("SELECT text, state, handled_at FROM report WHERE member_id != :me ORDER BY report_id"),
        ]

    before = await world.read(of_others)
    await erase(cleo, world.channel)
    assert await world.read(of_others) == before


async def test_answers_that_stay_for_the_statistics_cannot_be_linked(world, cleo):
    count = "SELECT count(*) FROM response WHERE member_id = ? AND scope LIKE 'g%'"
    (before,) = await world.read(lambda store: store.connection.execute(count, (cleo.id,)).fetchone())
    await erase(cleo, world.channel)
    query = "SELECT member_id FROM response WHERE member_id < 0"
    strangers = await world.read(lambda store: store.connection.execute(query).fetchall())
    assert len(set(strangers)) == before == 4


async def test_delete_my_data(world, cleo):
    """Field reports, Permissions 6: gone everywhere, others keep what they have, a new start from zero."""
    own = (await world.bob.slash(world.channel, "score")).response
    await erase(cleo, world.channel)
    board = text((await world.bob.slash(world.channel, "leaderboard")).response)
    assert "Cleo" not in board
    assert "Bob" in board
    of_cleo = text((await world.bob.slash(world.channel, "score", member=cleo)).response)
    assert of_cleo.count("nothing yet") == 4
    rows = text(own).split("rank")[0], text((await world.bob.slash(world.channel, "score")).response)
    assert rows[1].startswith(rows[0])
    verdict = await world.answers(cleo, await world.quiz(world.bob))
    assert "+2 points · streak: 1 day" in text(verdict)


async def test_who_keeps_everything_keeps_everything(world, cleo):
    before = await world.read(everything)
    assert text(await erase(cleo, world.channel, sure=0)) == "○ Nothing was erased."
    assert await world.read(everything) == before


async def test_the_question_says_plainly_what_happens(world):
    asked = text((await world.bob.slash(world.channel, "privacy delete")).response)
    for part in (
        "points, streak",
        "reports and preferences",
        "not linked",
        "asked by",
        "Backups",
        "from zero",
    ):
        assert part in asked


async def test_a_card_does_not_name_an_erased_member_any_more(world):
    card = await world.quiz(world.bob)
    assert f"<@{world.bob.id}>" in text(card)
    await erase(world.bob, world.channel)
    await world.answers(world.ada, card)
    await world.env.advance_time(2)
    assert "· 1 answered · points end" in text(card)
    assert "<@0>" not in text(card)


async def test_an_erasure_that_fails_erases_nothing(world, cleo, monkeypatch):
    before = await world.read(everything)

    class Broken(random.Random):
        def randrange(self, *_):
            raise MemoryError

    with pytest.raises(MemoryError):
        await world.client.context.engine.run(privacy.privacy.erase, cleo.id, rng=Broken())
    assert await world.read(everything) == before


async def test_a_click_in_flight_is_answered_and_counts_from_zero_or_not_at_all(world, cleo):
    card = await world.quiz(world.bob)
    click = Click(Place(world.guild.id, world.channel.id), cleo.id, "Cleo")
    engine, context = world.client.context.engine, world.client.context
    answer = engine.run(answering.answer, post_of(card), "A", click, now=context.clock.now())
    erasing = engine.run(privacy.privacy.erase, cleo.id, rng=context.rng)
    again = engine.run(answering.answer, post_of(card), "B", click, now=context.clock.now())
    first, _, second = await asyncio.gather(answer, erasing, again)
    assert (first.clicked, second.clicked) == (None, None)
    await erase(cleo, world.channel)
    assert await world.read(naming(*ids_of(cleo))) == {}


async def test_after_an_erasure_everything_still_adds_up(world, cleo):
    await erase(cleo, world.channel)

    def wrong(store):
        gather(store.connection)
        return {each.name: each.wrong(store.connection) for each in RECOUNTS}

    assert set((await world.client.context.engine.run(wrong)).values()) == {0}


async def test_the_log_does_not_keep_who_was_erased(world, cleo, caplog):
    caplog.set_level(logging.INFO)
    await erase(cleo, world.channel)
    lines = [record.getMessage() for record in caplog.records]
    assert "a member's data were erased on request" in lines
    assert not any(str(cleo.id) in line for line in lines)


async def test_what_was_erased_is_not_left_in_the_file(world, cleo):
    await erase(cleo, world.channel)
    await asyncio.to_thread(world.client.release)
    assert b"Cleo" not in world.settings.database.read_bytes()
