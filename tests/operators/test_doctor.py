"""The doctor finds what does not follow from the answers, mends just that, and leaves the rest alone."""

import asyncio
import random
import shutil
import sqlite3
import subprocess
import sys
from collections import namedtuple
from contextlib import closing
from datetime import timedelta

import pytest

from bot import backups, database_checks
from bot.app.answering import answer
from bot.app.asking import next_question, withdraw_post
from bot.backups import back_up, backups_folder
from bot.config import Settings
from bot.consulting import NoAnswer
from bot.diagnosis import Mark
from bot.doctor import examine
from bot.failure import Failure
from bot.repairing import mend
from bot.store.engine import Engine
from bot.store.recounts import RECOUNTS, gather
from tests import builders
from tests.cli.program import environment, quizbot
from tests.contents import write_content
from tests.operators.answers import answer_all, ask, rows

NOW = builders.NOON
DERIVED = {
    "totals": "SELECT * FROM total ORDER BY 1, 2, 3, 4, 5",
    "streaks of members": """SELECT scope, member_id, streak, longest_streak, last_day
        FROM member ORDER BY 1, 2""",
    "counts on cards": "SELECT post_id, answered FROM post ORDER BY 1",
    "showings to members": "SELECT * FROM member_showing ORDER BY 1, 2, 3",
    "pictures": "SELECT sha256 FROM image",
}


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    async def nobody(*_):
        raise NoAnswer("it cannot be reached: no network")

    monkeypatch.setattr("bot.consulting.clock_error", nobody)
    monkeypatch.setattr("bot.consulting.lacks", nobody)


@pytest.fixture
def settings(database):
    content = write_content(database.parent.parent / "content", builders.pack(), builders.question())
    return Settings(_env_file=None, token=None, database=database, content=content)


def findings(settings, now=NOW):
    """What the doctor says, by what each line is about."""

    async def look():
        return [finding async for finding in examine(settings, lambda: now)]

    return {each.told.partition(":")[0]: each for each in asyncio.run(look())}


def bad(settings):
    return {name for name, finding in findings(settings).items() if finding.mark is Mark.BAD}


def execute(database, *statements):
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_sound_installation_has_no_fault_and_what_was_not_looked_at_is_said(settings):
    found = findings(settings)
    assert bad(settings) == set()
    assert {name for name, each in found.items() if each.mark is Mark.NEITHER} == {
        "backups",
        "clock",
        "permissions",
    }
    assert "no network" in found["clock"].told
    assert "QUIZBOT_TOKEN" in found["permissions"].told


def wrong(store):
    gather(store.connection)
    return {each.name: each.wrong(store.connection) for each in RECOUNTS}


def test_the_recount_agrees_with_what_answering_keeps(store):
    """Half a year with repeats, late answers and days that fall out."""
    rng, now, posts = random.Random(3), NOW, []
    for _ in range(400):
        now += timedelta(hours=rng.randrange(1, 20))
        if not posts or rng.random() < 0.3:
            posts.append(ask(store, rng.randrange(10**6), now))
        answer(
            store, rng.choice(posts[-3:]), rng.choice("ABCD0"), builders.click(rng.randrange(1, 9)), now=now
        )
    assert wrong(store) == dict.fromkeys(DERIVED, 0)
    for flag in ("repeat", "late", "NOT repeat AND NOT late"):
        found = store.connection.execute(f"SELECT count(*) FROM response WHERE {flag}").fetchone()
        assert found > (9,), flag


def test_answers_that_belong_to_nobody_any_more_count_on_cards_only(store):
    answer_all(store, range(1, 6))
    for table in ("total", "member", "member_showing"):
        store.connection.execute(f"DELETE FROM {table} WHERE member_id = 3")
    store.connection.execute("UPDATE response SET member_id = -1 WHERE member_id = 3")
    assert wrong(store) == dict.fromkeys(DERIVED, 0)


def test_a_private_card_that_could_not_be_sent_is_no_fault(store):
    post_id = ask(store)
    answer(store, post_id, "A", builders.click(5), now=NOW)
    bank = builders.bank(builders.question(), builders.question("rails"))
    card = next_question(store, lambda: bank, post_id, builders.click(5), now=NOW, rng=builders.chance(2))
    withdraw_post(store, card.post.post_id, builders.SERVER)
    assert wrong(store) == dict.fromkeys(DERIVED, 0)


SPOILT = [
    ("totals", "UPDATE total SET points = points + 1 WHERE member_id = 5 AND period = 'week'"),
    ("totals", "DELETE FROM total WHERE member_id = 5"),
    ("totals", "INSERT INTO total VALUES ('g1', 'all', '', '', 99, 1, 1, 1)"),
    ("streaks of members", "UPDATE member SET streak = 9 WHERE member_id = 5"),
    ("streaks of members", "DELETE FROM member WHERE member_id = 5"),
    ("streaks of members", "INSERT INTO member VALUES ('g1', 99, 'Nobody', 1, 1, '2026-12-01')"),
    ("counts on cards", "UPDATE post SET answered = 0"),
    (
        "counts on cards",
        "INSERT INTO post (post_id, scope, channel_id, question_key, revision_key, shown, asked_by, "
        "posted_at, answered) "
        "SELECT 'x', 'g1', 10, question_key, revision_key, '[]', 1, posted_at, 0 FROM post",
    ),
    ("showings to members", "INSERT INTO member_showing VALUES ('g1', 99, 1, 1, '')"),
    ("pictures", "INSERT INTO image VALUES ('0123', x'00')"),
]


@pytest.mark.parametrize(("name", "statement"), SPOILT)
def test_what_does_not_follow_from_the_answers_is_found_and_mended(settings, database, name, statement):
    before = {each: rows(database, query) for each, query in DERIVED.items()}
    execute(database, statement)
    if "'x'" in statement:  # a card that counts answers it never got
        before[name] = rows(database, DERIVED[name])
        execute(database, "UPDATE post SET answered = 7 WHERE post_id = 'x'")
    assert bad(settings) == {name}
    answers = rows(database, "SELECT * FROM response")
    _kept, line = mend(database, NOW)
    assert line.startswith(f"{name}: ")
    assert bad(settings) == set()
    assert {each: rows(database, query) for each, query in DERIVED.items()} == before
    assert rows(database, "SELECT * FROM response") == answers


def test_all_counts_are_of_the_same_moment_while_members_answer(settings, database, monkeypatch):
    engine = Engine.open(database)

    def gather_before_an_answer(connection):
        gather(connection)
        engine.wait(answer_all, range(20, 30), seed=5)

    monkeypatch.setattr(database_checks, "gather", gather_before_an_answer)
    assert bad(settings) == set()
    engine.close()
    assert rows(database, "SELECT count(*) FROM response") == [(22,)]


def test_repair_needs_the_bot_to_be_stopped_and_keeps_a_copy(database, settings, tmp_path):
    execute(database, "UPDATE total SET points = 99")
    given = {"cwd": tmp_path, "DATABASE": database, "CONTENT": settings.content}
    engine = Engine.open(database)
    refused = quizbot("doctor", "--repair", **given)
    looked = quizbot("doctor", **given)
    engine.close()
    assert (refused.code, refused.out) == (1, "")
    assert "is in use by a quizbot" in refused.err
    assert looked.code == 1
    assert "✗ totals: " in looked.out
    done = quizbot("doctor", "--repair", **given)
    assert (done.code, done.err) == (0, "")
    assert "✓ totals: right" in done.out
    assert not backups_folder(database).exists()  # none of them had to make room for it
    (kept,) = database.parent.glob(f"{database.name}.before-repair-*Z")
    assert rows(kept, "SELECT DISTINCT points FROM total") == [(99,)]


def damaged(database):
    content = bytearray(database.read_bytes())
    content[4096 * 3 : 4096 * 20] = b"\xff" * (4096 * 17)
    database.write_bytes(content)


def dangling(database):
    execute(database, "DELETE FROM post")


def no_database(database):
    database.unlink()


def older(database):
    execute(database, "DELETE FROM _sqlite_migrations WHERE name LIKE 'm003%'")


def newer(database):
    values = "('quizbot', 'm999', '')"
    execute(database, f"INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES {values}")


def lacking_an_index(database):
    execute(database, "DROP INDEX total_board")


def lacking_a_table(database):
    execute(database, "DROP TABLE preference")


def with_another_column(database):
    execute(database, "ALTER TABLE preference RENAME COLUMN notes TO letters")


def with_a_day_that_is_none(database):
    execute(database, "UPDATE response SET local_date = '2026-02-30' WHERE member_id = 7")


@pytest.mark.parametrize(
    ("spoil", "about"),
    [
        (damaged, "integrity"),
        (dangling, "references"),
        (no_database, "database"),
        (older, "schema"),
        (newer, "schema"),
        (lacking_an_index, "schema"),
        (lacking_a_table, "schema"),
        (with_another_column, "schema"),
        (with_a_day_that_is_none, "values"),
    ],
)
def test_what_cannot_be_mended_is_told_and_left_alone(settings, database, spoil, about):
    spoil(database)
    before = database.read_bytes() if database.exists() else b""
    assert about in bad(settings)
    with pytest.raises(Failure) as failure:
        mend(database, NOW)
    assert len(failure.value.lines) == 1
    assert (database.read_bytes() if database.exists() else b"") == before
    assert list(database.parent.glob("*.before-repair-*")) == []


@pytest.mark.parametrize(("days", "mark"), [(1, Mark.GOOD), (3, Mark.NEITHER)])
def test_an_old_backup_is_a_hint_and_no_fault(settings, database, days, mark):
    back_up(database, backups_folder(database), 7, NOW - timedelta(days=days))
    assert findings(settings)["backups"].mark is mark


def test_a_disk_that_is_nearly_full_is_a_fault(settings, monkeypatch):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(199_999_999))
    assert bad(settings) == {"disk"}


def test_content_with_errors_is_a_fault(settings):
    path = settings.content / "ai" / "networking" / "fabric.yaml"
    path.write_text(path.read_text("utf-8").replace("level:", "lvel:"), "utf-8")
    assert bad(settings) == {"content"}


@pytest.mark.parametrize(
    ("seconds", "mark", "told"),
    [(1, Mark.GOOD, "as"), (61, Mark.BAD, "61 s ahead"), (-3600, Mark.BAD, "3600 s behind")],
)
def test_a_clock_that_is_off_by_a_minute_is_a_fault(settings, monkeypatch, seconds, mark, told):
    async def error(_now):
        return timedelta(seconds=seconds)

    monkeypatch.setattr("bot.consulting.clock_error", error)
    found = findings(settings)["clock"]
    assert found.mark is mark
    assert told in found.told


UNREADABLE = [
    ("server.zone", "guild_id 7", "UPDATE server SET zone = 'Mars/Olympus'"),
    ("server.zone", "guild_id 7", "UPDATE server SET zone = '../passwd'"),
    ("server.answers_by", "guild_id 7", "UPDATE server SET answers_by = 'shouting'"),
    ("server.topics", "guild_id 7", "UPDATE server SET topics = '[1'"),
    ("server.channels", "guild_id 7", "UPDATE server SET channels = '{}'"),
    ("server.removed_at", "guild_id 7", "UPDATE server SET removed_at = 'yesterday'"),
    ("revision.data", "revision_key 1", "UPDATE revision SET data = '{' WHERE revision_key = 1"),
    ("revision.data", "revision_key 2", "UPDATE revision SET data = '{}' WHERE revision_key = 2"),
    ("pack.data", "pack_key 1", "UPDATE pack SET data = '[]'"),
    (
        "response.local_date",
        "member_id 7",
        "UPDATE response SET local_date = '2026-02-30' WHERE member_id = 7",
    ),
    ("response.option_ids", "member_id 3", "UPDATE response SET option_ids = 'x' WHERE member_id >= 3"),
    ("post.posted_at", "post_id", "UPDATE post SET posted_at = '2026-12-01 12:00'"),
]


@pytest.mark.parametrize(("where", "key", "statement"), UNREADABLE)
def test_a_value_that_cannot_be_read_is_told_with_its_place_and_the_other_checks_are_made(
    settings, database, where, key, statement
):
    execute(database, "INSERT INTO server (guild_id) VALUES (7)", statement)
    found = findings(settings)
    assert bad(settings) == {"values"}
    assert f"unreadable {where} in " in found["values"].told
    assert key in found["values"].told
    assert {"schema", "recounts", "backups", "disk", "content", "clock", "permissions"} < found.keys()


def test_what_a_check_dies_of_is_one_line_and_those_that_follow_are_made(settings, monkeypatch):
    def dies(*_):
        raise ValueError("two\nlines")

    for module, check in ((database_checks, "damages"), (backups, "backups_in")):
        monkeypatch.setattr(module, check, dies)
    found = findings(settings)
    assert bad(settings) == {"integrity", "backups"}
    assert "(two lines)" in found["integrity"].told
    assert {"references", "totals", "disk", "content"} < found.keys()


@pytest.mark.parametrize("folder", ["x" * 300, "circle"])
def test_a_folder_that_may_not_be_entered_is_told_and_the_rest_is_looked_at(settings, tmp_path, folder):
    (tmp_path / "circle").symlink_to("circle")
    lost = settings.model_copy(update={"database": tmp_path / folder / "quiz.sqlite3"})
    assert "database" in bad(lost)
    assert {"content", "clock", "permissions"} < findings(lost).keys()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_FULL, "make room on the disk of "),
        (sqlite3.SQLITE_IOERR_WRITE, "whether its disk fails"),
        (sqlite3.SQLITE_CANTOPEN, "check the rights of "),
        (sqlite3.SQLITE_PERM, "check the rights of "),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "check the rights of "),
        (sqlite3.SQLITE_BUSY, "end the other program"),
        (sqlite3.SQLITE_CORRUPT, "quizbot restore"),
        (sqlite3.SQLITE_NOTADB, "quizbot restore"),
    ],
)
def test_only_damage_is_answered_with_a_restore(settings, monkeypatch, code, told):
    def fails(_connection):
        error = sqlite3.OperationalError("it failed")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(database_checks, "gather", fails)
    line = findings(settings)["recounts"].told
    assert told in line
    assert ("quizbot restore" in line) == ("restore" in told)


def test_temporary_files_lie_beside_the_database(settings, database, monkeypatch):
    """A small /tmp, as in a container, is no limit."""
    used = []

    def look(connection):
        gather(connection)
        used.extend(connection.execute("PRAGMA temp_store_directory").fetchone())

    monkeypatch.setattr(database_checks, "gather", look)
    assert bad(settings) == set()
    assert used == [str(database.parent)]


def test_a_backup_from_the_future_is_a_hint(settings, database):
    back_up(database, backups_folder(database), 7, NOW + timedelta(days=3))

    async def look():
        return [finding async for finding in examine(settings, lambda: NOW)]

    lines = [each for each in asyncio.run(look()) if each.told.startswith("backups: ")]
    assert [each.mark for each in lines] == [Mark.NEITHER, Mark.NEITHER]
    assert "dated in the future" in lines[0].told
    assert "none in" in lines[1].told


def test_a_terminal_without_our_marks_is_shown_words(settings, tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "bot", "doctor"],
        cwd=tmp_path,
        env=environment(tmp_path, DATABASE=settings.database, CONTENT=settings.content)
        | {"PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        encoding="latin-1",
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "ok: integrity: whole" in result.stdout
    assert "- backups: none" in result.stdout
