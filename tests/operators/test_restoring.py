"""A restored backup takes the database's place at once or not at all, and the old one is kept whole."""

import os
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot import restoring
from bot.backups import back_up
from bot.failure import Failure
from bot.restoring import restore
from bot.store.engine import Engine
from tests import builders
from tests.cli.program import environment, quizbot
from tests.operators.answers import answer_all, rows

NOW = builders.NOON
COUNT = "SELECT count(*) FROM response"
BESIDE = ("-wal", "-shm", "-journal")


@pytest.fixture
def backup(database, tmp_path):
    """A backup with 12 answers of a database that then got 3 more."""
    made = back_up(database, tmp_path / "copies", 7, NOW)
    engine = Engine.open(database)
    engine.wait(answer_all, range(21, 24), seed=2)
    engine.close()
    return made


#: Three more answers, which stay in the log beside the database: the program is killed.
_CRASHED = """
import os, pathlib, sys
from bot.store.engine import Engine
from tests.operators.answers import answer_all
engine = Engine.open(pathlib.Path(sys.argv[1]))
engine.wait(answer_all, range(31, 34), seed=3)
os._exit(9)
"""


def crash(database, folder):
    subprocess.run([sys.executable, "-c", _CRASHED, database], env=environment(folder), check=False)
    assert database.with_name(database.name + "-wal").stat().st_size > 0


def beside(path):
    return [suffix for suffix in BESIDE if path.with_name(path.name + suffix).exists()]


def test_the_newest_answers_stay_with_the_old_one_and_none_gets_into_the_new(database, backup, tmp_path):
    crash(database, tmp_path)
    done = quizbot("restore", backup, cwd=tmp_path, DATABASE=database)
    assert (done.code, done.err) == (0, "")
    (kept,) = database.parent.glob("*.before-restore-*")
    assert f"quizbot restore {kept}" in done.out
    assert beside(database) == beside(kept) == []
    assert rows(kept, COUNT) == [(18,)]
    assert rows(database, COUNT) == [(12,)]
    back = quizbot("restore", kept, cwd=tmp_path, DATABASE=database)
    assert back.code == 0
    engine = Engine.open(database)
    engine.wait(answer_all, [41], seed=4)
    engine.close()
    assert rows(database, COUNT) == [(19,)]


def test_the_commands_are_told_to_discord_anew(database, tmp_path):
    engine = Engine.open(database)
    engine.wait(lambda store: store.set_meta("commands", "those of another version"))
    engine.close()
    restore(database, back_up(database, tmp_path, 7, NOW), NOW)
    assert rows(database, "SELECT value FROM meta WHERE name = 'commands'") == []


def test_a_damaged_database_is_kept_with_its_log(database, backup, tmp_path):
    crash(database, tmp_path)
    log = b"half of a log"
    database.write_bytes(b"damaged" * 2000)
    database.with_name(database.name + "-wal").write_bytes(log)
    kept = restore(database, backup, NOW)
    assert kept.read_bytes().startswith(b"damaged")
    assert kept.with_name(kept.name + "-wal").read_bytes() == log
    assert beside(database) == []
    assert rows(database, COUNT) == [(12,)]


def test_a_log_without_its_database_is_not_applied_to_the_new_one(database, backup, tmp_path):
    crash(database, tmp_path)
    database.unlink()
    assert restore(database, backup, NOW) is None
    assert beside(database) == []
    assert rows(database, COUNT) == [(12,)]


def test_where_files_cannot_have_two_names_the_old_one_is_copied(database, backup, monkeypatch):
    def refused(*_):
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    kept = restore(database, backup, NOW)
    assert (rows(kept, COUNT), rows(database, COUNT)) == ([(15,)], [(12,)])


def test_it_needs_the_bot_to_be_stopped(database, backup, tmp_path):
    engine = Engine.open(database)
    done = quizbot("restore", backup, cwd=tmp_path, DATABASE=database)
    engine.close()
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"{database} is in use by a quizbot; expected ")
    assert rows(database, COUNT) == [(15,)]


def test_who_still_reads_the_old_one_is_not_cut_off(database, backup):
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute(COUNT).fetchall()
        with pytest.raises(Failure, match="read by another program"):
            restore(database, backup, NOW)
    assert rows(database, COUNT) == [(15,)]


def test_a_database_that_may_be_read_but_not_written_is_named_with_its_rights(database, backup):
    def refused(*_):
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    with pytest.MonkeyPatch.context() as patched, pytest.raises(Failure) as failure:
        patched.setattr(restoring, "_fold_in_log", refused)
        restore(database, backup, NOW)
    (line,) = failure.value.lines
    assert f"check the rights of {database} and of its folder" in line


def test_what_restores_that_were_killed_left_is_removed(database, backup):
    left = [".restoring.draft", ".restoring.draft-journal", ".before-restore-20261130T000000Z.draft"]
    for name in left:
        database.with_name(database.name + name).write_text("")
    restore(database, backup, NOW)
    assert list(database.parent.glob("*.draft*")) == []


def test_the_way_back_can_be_typed_whatever_the_path_is(tmp_path, database, backup):
    folder = tmp_path / "it's my data"
    database.parent.rename(folder)
    done = quizbot("restore", backup, cwd=tmp_path, DATABASE=folder / database.name)
    *_, back = shlex.split(done.out.rpartition("to go back: ")[2])
    assert rows(Path(back), COUNT) == [(15,)]


def test_a_link_to_the_database_is_left_and_what_it_means_is_restored(tmp_path, database, backup):
    link = tmp_path / "link.sqlite3"
    link.symlink_to(database)
    engine = Engine.open(database)
    refused = quizbot("restore", backup, cwd=tmp_path, DATABASE=link)
    engine.close()
    assert "is in use by a quizbot" in refused.err
    assert quizbot("restore", backup, cwd=tmp_path, DATABASE=link).code == 0
    assert link.is_symlink()
    assert rows(database, COUNT) == [(12,)]
    (kept,) = database.parent.glob("*.before-restore-*")
    assert rows(kept, COUNT) == [(15,)]


def missing(backup):
    backup.unlink()


def no_sqlite(backup):
    backup.write_text("not a database, but long enough to be looked at" * 50)


def empty(backup):
    backup.write_text("")


def damaged(backup):
    content = bytearray(backup.read_bytes())
    content[4096 * 3 : 4096 * 20] = b"\xff" * (4096 * 17)
    backup.write_bytes(content)


def execute(backup, *statements):
    with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def of_another_program(backup):
    backup.unlink()
    execute(backup, "CREATE TABLE users (name TEXT)")


def dangling(backup):
    execute(backup, "DELETE FROM post")


def lacking_a_table(backup):
    execute(backup, "DROP TABLE report")


def newer(backup):
    execute(
        backup,
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('quizbot', 'm999', '')",
    )


@pytest.mark.parametrize(
    ("spoil", "code", "told"),
    [
        (missing, 1, "there is no file"),
        (no_sqlite, 1, "is no backup"),
        (empty, 1, "it is empty"),
        (of_another_program, 1, "of another program"),
        (damaged, 1, "malformed"),
        (dangling, 1, "is damaged"),
        (lacking_a_table, 1, "table report is missing"),
        (newer, 78, "newer quizbot"),
    ],
)
def test_what_cannot_be_restored_is_one_line_and_changes_nothing(database, backup, spoil, code, told):
    spoil(backup)
    with pytest.raises(Failure, match=told) as failure:
        restore(database, backup, NOW)
    assert (failure.value.exit_code, len(failure.value.lines)) == (code, 1)
    assert [path.name for path in database.parent.iterdir() if not path.name.endswith(".lock")] == [
        database.name
    ]
    assert rows(database, COUNT) == [(15,)]


#: Restores again and again, each time killed before another step that changes or opens a file; tells
#: after each what is found in the place: answers, and whether it is whole.
_KILLED = """
import datetime, itertools, os, pathlib, shutil, sqlite3, sys
from bot.restoring import restore

database, backup, crashed = map(pathlib.Path, sys.argv[1:])
tmp = crashed.parent
STEPS = {"open", "os.link", "os.rename", "os.remove", "sqlite3.connect"}

def die_at(step):
    left = itertools.count(step, -1)
    def hook(event, arguments):
        if event in STEPS and str(tmp) in str(arguments[0]) and next(left) == 0:
            os._exit(9)
    sys.addaudithook(hook)

for step in itertools.count():
    shutil.rmtree(database.parent)
    shutil.copytree(crashed, database.parent)
    child = os.fork()
    if child == 0:
        die_at(step)
        restore(database, backup, datetime.datetime.now(datetime.UTC))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    connection = sqlite3.connect(database)
    (answers,) = connection.execute("SELECT count(*) FROM response").fetchone()
    (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    print(os.waitstatus_to_exitcode(status), answers, whole, flush=True)
    if status == 0:
        break
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_killed_at_any_step_the_old_one_or_the_new_one_is_there_complete(database, backup, tmp_path):
    crash(database, tmp_path)
    crashed = tmp_path / "crashed"
    database.parent.rename(crashed)
    database.parent.mkdir()
    result = subprocess.run(
        [sys.executable, "-c", _KILLED, database, backup, crashed],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    *killed, done = result.stdout.splitlines()
    assert done == "0 12 ok"
    assert len(killed) > 10
    assert set(killed) <= {"9 18 ok", "9 12 ok"}
    assert killed[0] == "9 18 ok"
