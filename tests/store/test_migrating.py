"""A database of an older version is lifted step by step, with its rows, also if the machine dies half-way."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from sqlite_utils import Database

from bot.app.answering import answer
from bot.store.engine import Engine
from bot.store.migrations import MIGRATIONS
from tests import builders
from tests.cli.program import environment
from tests.operators.answers import answer_all, ask
from tests.wire.machine import LONG, faults_of

NOW = builders.NOON
STEP = "m003_servers_reports_and_closing"


def tables_of(connection):
    """The columns of each table, in the main database."""
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY 1"
        )
    ]
    return {name: [row[1] for row in connection.execute(f"PRAGMA main.table_info({name})")] for name in names}


def content_of(path, tables):
    """All rows, of the columns that there were."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(connection.execute(f"SELECT {', '.join(columns)} FROM {name}"), key=repr)
            for name, columns in tables.items()
            if not name.startswith("_")
        }


@pytest.fixture
def old(tmp_path):
    """The database of a version that knew two steps, with answers; its path and its tables."""
    engine = Engine.open(tmp_path / "new.sqlite3")
    engine.wait(answer_all, range(1, 30))
    engine.wait(answer_all, range(10, 50), seed=2)
    engine.close()
    path = tmp_path / "data" / "quiz.sqlite3"
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        MIGRATIONS.apply(Database(connection), stop_before=STEP)
        connection.execute("ATTACH ? AS new", (str(tmp_path / "new.sqlite3"),))
        tables = tables_of(connection)
        for name, columns in tables.items():
            if not name.startswith("_"):
                listed = ", ".join(columns)
                connection.execute(f"INSERT INTO main.{name} ({listed}) SELECT {listed} FROM new.{name}")
    return path, tables


def test_an_old_database_is_copied_and_lifted_with_every_row_and_answering_goes_on(old):
    path, tables = old
    before = content_of(path, tables)
    assert len(before["response"]) == 69
    engine = Engine.open(path)
    assert content_of(path, tables) == before
    assert content_of(path.with_name(f"{path.name}.before-{STEP}"), tables) == before
    assert faults_of(path) == []
    post_id = engine.wait(ask, seed=3)
    engine.wait(answer, post_id, "A", builders.click(99), now=NOW)
    engine.close()
    assert faults_of(path) == []


_KILLED = """
import os, pathlib, signal, sys
from sqlite_utils import Database

execute, left = Database.execute, [int(sys.argv[2])]


def dies(self, *arguments):
    found = execute(self, *arguments)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    return found


Database.execute = dies
from bot.store.engine import Engine

Engine.open(pathlib.Path(sys.argv[1])).close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_database_whose_lifting_was_killed_half_way_is_whole_and_the_next_start_ends_it(
    old, tmp_path, record_property
):
    path, tables = old
    before, whole, killed = content_of(path, tables), path.read_bytes(), 0
    for number in range(1, 60, 1 if LONG else 18):
        path.write_bytes(whole)
        code = subprocess.run(
            [sys.executable, "-c", _KILLED, path, str(number)], env=environment(tmp_path), check=False
        ).returncode
        assert code in (0, -signal.SIGKILL)
        killed += code != 0
        assert content_of(path, tables) == before, number
        Engine.open(path).close()
        assert content_of(path, tables) == before, number
        assert faults_of(path) == [], number
        if not code:
            break  # all statements were gone through
    record_property("rounds", killed)
    assert killed > 1
