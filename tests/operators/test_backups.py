"""A backup holds everything that was told to be stored, is checked, and half a one never looks like one."""

import asyncio
import datetime
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from bot.app.answering import answer
from bot.backups import back_up, backups_folder, backups_in, bot_stopped
from bot.core.periods import Period
from bot.core.response import BoardKey
from bot.failure import Failure
from bot.repairing import mend
from bot.store import copies, soundness
from bot.store.engine import Engine
from tests import builders
from tests.cli.program import environment, quizbot
from tests.operators.answers import answer_all, ask, rows

NOW = builders.NOON
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
COUNT = "SELECT count(*) FROM response"


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


async def test_fifty_answers_while_a_board_is_read_and_a_backup_runs(tmp_path):
    engine = Engine.open(tmp_path / "quiz.sqlite3")
    post_id = await engine.run(ask)
    board = BoardKey("g1", Period.ALL, "")
    answers = [engine.run(answer, post_id, "A", builders.click(member), now=NOW) for member in range(1, 51)]
    reads = [engine.read(lambda store: store.board_page(board, 0, 10)) for _ in range(50)]
    copy = asyncio.to_thread(back_up, engine.path, tmp_path / "backups", 7, NOW)
    *_, backup = await asyncio.gather(*answers, *reads, copy)
    assert rows(engine.path, COUNT) == [(50,)]
    assert rows(backup, COUNT)[0][0] <= 50
    await asyncio.to_thread(engine.close)


def test_a_hundred_answers_are_in_a_backup_of_the_running_bot_that_is_restored_elsewhere(tmp_path):
    engine = Engine.open(tmp_path / "quiz.sqlite3")
    engine.wait(answer_all, range(1, 101))
    made = quizbot("backup", tmp_path / "copies", cwd=tmp_path, DATABASE=engine.path)
    engine.close()
    assert (made.code, made.err) == (0, "")
    (name,) = names(tmp_path / "copies")
    assert f"{name} written and checked, 0." in made.out
    elsewhere = tmp_path / "elsewhere" / "other.sqlite3"
    put = quizbot("restore", tmp_path / "copies" / name, cwd=tmp_path, DATABASE=elsewhere)
    assert (put.code, put.err) == (0, "")
    assert rows(elsewhere, COUNT) == [(100,)]
    assert rows(elsewhere, "PRAGMA integrity_check") == [("ok",)]
    Engine.open(elsewhere).close()


def test_only_the_newest_are_kept_and_nothing_else_is_removed(database, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    others = ["notes.txt", "quizbot-mine.sqlite3", "quizbot-20260101T000000Z.sqlite3.gz"]
    for name in others:
        (folder / name).write_text("")
    for day in range(5):
        back_up(database, folder, 3, NOW + datetime.timedelta(days=day))
    kept = [f"quizbot-2026120{day}T120000Z.sqlite3" for day in (3, 4, 5)]
    assert names(folder) == sorted([*others, *kept])


def test_what_is_dated_in_the_future_neither_counts_nor_is_removed(database, tmp_path):
    folder = tmp_path / "backups"
    ahead = back_up(database, folder, 1, NOW + datetime.timedelta(days=400))
    for day in range(3):
        newest = back_up(database, folder, 2, NOW + datetime.timedelta(days=day))
    assert [path.name for path in backups_in(folder)] == [
        "quizbot-20261202T120000Z.sqlite3",
        newest.name,
        ahead.name,
    ]


def test_a_name_with_a_day_that_no_calendar_has_is_none_of_ours(database, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "quizbot-20261399T000000Z.sqlite3").write_text("")
    made = back_up(database, folder, 1, NOW)
    assert backups_in(folder) == [made]
    assert len(names(folder)) == 2


@pytest.mark.skipif(not ROOT, reason="only the superuser gives files away")
def test_what_the_superuser_makes_by_mistake_belongs_to_the_owner_of_the_folder(database):
    os.chown(database.parent, 10001, 10001)
    os.chown(database, 10001, 10001)
    database.with_name(database.name + ".lock").unlink()
    made = back_up(database, backups_folder(database), 7, NOW)
    with bot_stopped(database):
        mend(database, NOW)
    owners = {path.name: path.stat().st_uid for path in database.parent.rglob("*")}
    assert {"backups", ".lock", made.name, database.name + ".lock"} < owners.keys()
    assert set(owners.values()) == {10001}


_KILLED = """
import datetime, pathlib, sys, threading
from bot import backups
from bot.store import copies

def held(path):
    print("held", flush=True)
    threading.Event().wait()

copies.flush = held
database = pathlib.Path(sys.argv[1])
backups.back_up(database, backups.backups_folder(database), 7, datetime.datetime.now(datetime.UTC))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_one_that_was_broken_off_does_not_look_like_one_and_goes_with_the_next(database, tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", _KILLED, database], env=environment(tmp_path), stdout=subprocess.PIPE
    ) as child:
        assert child.stdout.readline() == b"held\n"
        child.send_signal(signal.SIGKILL)
    folder = backups_folder(database)
    (left_over,) = names(folder)
    (folder / f"{left_over}-journal").write_text("killed a moment earlier")
    assert left_over.endswith(".sqlite3.draft")
    assert backups_in(folder) == []
    made = back_up(database, folder, 7, NOW)
    assert names(folder) == [made.name]


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights of files")
def test_it_is_as_private_as_the_database(database, tmp_path):
    database.chmod(0o600)
    made = back_up(database, tmp_path / "backups", 7, NOW)
    assert made.stat().st_mode & 0o777 == 0o600


def no_database(database, folder):
    database.unlink()


def no_sqlite(database, folder):
    database.write_text("not a database, but long enough to be looked at" * 50)


def of_another_program(database, folder):
    database.unlink()
    with closing(sqlite3.connect(database)) as other:
        other.execute("CREATE TABLE users (name TEXT)")


def damaged(database, folder):
    content = bytearray(database.read_bytes())
    content[4096 * 3 : 4096 * 20] = b"\xff" * (4096 * 17)
    database.write_bytes(content)


def folder_is_a_file(database, folder):
    folder.write_text("")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (no_database, "there is no database "),
        (no_sqlite, "file is not a database"),
        (of_another_program, "the database of another program"),
        (damaged, "malformed"),
        (folder_is_a_file, "File exists"),
    ],
)
def test_what_cannot_be_backed_up_is_one_line_and_leaves_nothing(database, tmp_path, spoil, told):
    folder = tmp_path / "backups"
    spoil(database, folder)
    with pytest.raises(Failure, match=told) as failure:
        back_up(database, folder, 7, NOW)
    assert failure.value.exit_code == 1
    assert len(failure.value.lines) == 1
    assert not folder.is_dir() or names(folder) == []


_LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
from bot.cli import main
main(args=["backup"], prog_name="quizbot")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of files")
def test_a_disk_that_is_full_is_one_line_and_leaves_nothing(database, tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", _LIMITED],
        env=environment(tmp_path, DATABASE=database),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"no backup was written to {backups_folder(database)} (")
    assert names(backups_folder(database)) == []


def test_two_at_once_do_not_remove_each_others_drafts(database, tmp_path, monkeypatch):
    folder = tmp_path / "backups"
    copy = copies.copy

    def meanwhile(source, draft):
        copy(source, draft)
        monkeypatch.setattr(copies, "copy", copy)
        with pytest.raises(Failure, match="another backup"):
            back_up(database, folder, 7, NOW + builders.SECOND)

    monkeypatch.setattr(copies, "copy", meanwhile)
    assert back_up(database, folder, 7, NOW).exists()


@pytest.mark.parametrize("folder", ["x" * 300, "circle"])
def test_a_folder_that_may_not_be_entered_is_one_line(tmp_path, folder):
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(Failure) as failure:
        back_up(tmp_path / folder / "quiz.sqlite3", tmp_path / "backups", 7, NOW)
    assert len(failure.value.lines) == 1


def test_only_what_is_damaged_is_told_to_be_restored(database, tmp_path, monkeypatch):
    monkeypatch.setattr(soundness, "_BUSY_TIMEOUT_MS", 1)

    def line():
        with pytest.raises(Failure) as failure:
            back_up(database, tmp_path / "backups", 7, NOW)
        return failure.value.lines[0]

    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        told = line()
    assert "restore" not in told
    assert "the other program" in told
    damaged(database, tmp_path)
    assert "quizbot restore" in line()
