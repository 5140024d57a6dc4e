import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from bot.core.errors import Busy, CannotSave
from bot.store import engine as engine_module
from bot.store.engine import Engine, InUse, Unusable
from bot.store.migrations import MIGRATIONS, NewerDatabase, migrate, pending


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "quiz.sqlite3"


@pytest.fixture
def engine(path):
    opened = Engine.open(path)
    yield opened
    opened.close()


def put(store, name, value="1"):
    store.set_meta(name, value)
    return value


def fail(store, error):
    store.set_meta("half", "written")
    raise error


def on_disk(path, name):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()


async def test_a_result_arrives_only_after_it_is_on_disk(engine, path):
    assert await engine.run(put, "a", "42") == "42"
    assert on_disk(path, "a") == ("42",)


async def test_a_use_case_that_raises_rolls_back_alone(engine, path):
    results = await asyncio.gather(
        engine.run(put, "before"),
        engine.run(fail, KeyError("no")),
        engine.run(put, "after"),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [str, KeyError, str]
    assert [on_disk(path, name) is not None for name in ("before", "half", "after")] == [True, False, True]


async def test_a_constraint_that_fails_leaves_the_others_alone(engine):
    def broken(store):
        store.connection.execute("INSERT INTO post (post_id) VALUES ('x')")

    results = await asyncio.gather(engine.run(broken), engine.run(put, "a"), return_exceptions=True)
    assert isinstance(results[0], sqlite3.IntegrityError)
    assert results[1] == "1"


async def test_many_queued_use_cases_share_a_commit(engine):
    commits = []
    engine._connection.set_trace_callback(
        lambda statement: commits.append(statement) if statement == "COMMIT" else None
    )
    await asyncio.gather(*(engine.run(put, f"n{number}") for number in range(300)))
    assert len(commits) < 30


async def test_a_full_disk_fails_the_whole_batch_and_heals_by_itself(engine, path):
    (size,) = engine._connection.execute("PRAGMA page_count").fetchone()
    engine._connection.execute(f"PRAGMA max_page_count = {size}")
    results = await asyncio.gather(
        *(engine.run(put, f"n{number}", "x" * 5000) for number in range(20)), return_exceptions=True
    )
    assert {type(result) for result in results} <= {CannotSave, str}
    assert any(isinstance(result, CannotSave) for result in results)
    engine._connection.execute("PRAGMA max_page_count = 1000000")
    assert await engine.run(put, "again") == "1"
    kept = [number for number, result in enumerate(results) if isinstance(result, str)]
    assert [on_disk(path, f"n{number}") is not None for number in range(20)] == [
        number in kept for number in range(20)
    ]


async def test_an_outage_is_two_lines_in_the_log_however_many_were_refused(engine, caplog):
    (size,) = engine._connection.execute("PRAGMA page_count").fetchone()
    engine._connection.execute(f"PRAGMA max_page_count = {size}")
    for _ in range(20):
        with pytest.raises(CannotSave):
            await engine.run(put, "a", "x" * 50_000)
        await engine.run(lambda store: store.meta("a"))  # reading works, and tells nothing of writing
    engine._connection.execute("PRAGMA max_page_count = 1000000")
    await engine.run(put, "a", "x" * 50_000)
    assert [record.message for record in caplog.records if record.name == "bot.store.engine"] == [
        "storing failed: database or disk is full",
        "storing works again; it failed 20 times",
    ]


async def test_what_sqlite_cannot_do_for_one_use_case_is_logged_too(engine, caplog):
    with pytest.raises(CannotSave, match="no such table"):
        await engine.run(lambda store: store.connection.execute("INSERT INTO nobody VALUES (1)"))
    assert "no such table" in caplog.text


async def test_the_log_that_a_long_reader_let_grow_shrinks_once_it_is_gone(engine, path):
    wal = path.with_name(path.name + "-wal")
    reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM meta").fetchall()
    for number in range(400):
        await engine.run(put, f"n{number % 50}", f"{number:05}" * 8000)
    assert wal.stat().st_size > 12 * 2**20
    reader.execute("ROLLBACK")
    for number in range(2):
        await engine.run(put, "n", f"{number}")
    assert wal.stat().st_size <= 4 * 2**20
    reader.close()


async def test_a_file_locked_by_a_stranger_is_an_error_to_the_caller_and_nothing_more(path, monkeypatch):
    monkeypatch.setattr(engine_module, "_BUSY_TIMEOUT_MS", 10)
    engine = Engine.open(path)
    stranger = sqlite3.connect(path, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(CannotSave):
        await engine.run(put, "a")
    stranger.execute("ROLLBACK")
    stranger.close()
    assert await engine.run(put, "a") == "1"
    engine.close()


async def test_too_many_waiting_is_refused_at_once(engine, monkeypatch):
    release = threading.Event()
    taken = threading.Event()
    blocked = asyncio.ensure_future(engine.run(lambda store: (taken.set(), release.wait(10))))
    await asyncio.to_thread(taken.wait, 10)
    waiting = [asyncio.ensure_future(engine.run(put, "a")) for _ in range(engine_module.QUEUE_LIMIT)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await engine.run(put, "one too many")
    release.set()
    assert set(await asyncio.gather(*waiting)) == {"1"}
    assert await blocked


async def test_a_caller_that_goes_away_does_not_undo_its_use_case(engine, path):
    release = threading.Event()
    asyncio.ensure_future(engine.run(lambda store: release.wait(10)))
    leaving = asyncio.ensure_future(engine.run(put, "kept"))
    await asyncio.sleep(0)
    leaving.cancel()
    release.set()
    await engine.run(put, "later")
    assert on_disk(path, "kept") == ("1",)


async def test_readers_see_what_was_committed_and_cannot_write(engine):
    await engine.run(put, "a")
    assert await engine.read(lambda store: store.meta("a")) == "1"
    with pytest.raises(sqlite3.OperationalError):
        await engine.read(put, "b")


async def test_closing_finishes_what_was_queued(path):
    engine = Engine.open(path)
    queued = [asyncio.ensure_future(engine.run(put, f"n{number}")) for number in range(50)]
    await asyncio.sleep(0)
    await asyncio.to_thread(engine.close)
    assert await asyncio.gather(*queued) == ["1"] * 50


def test_the_database_has_the_promised_settings(engine):
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    assert [engine._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas] == ["wal", 2, 1]


def test_a_second_process_on_the_same_file_is_refused(engine, path):
    code = (
        "import sys, pathlib\nfrom bot.store.engine import Engine, InUse\n"
        "try: Engine.open(pathlib.Path(sys.argv[1]))\nexcept InUse: print('in use')"
    )
    found = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert found.stdout == "in use\n"


def test_the_file_can_be_opened_again_after_closing(path):
    Engine.open(path).close()
    Engine.open(path).close()
    with pytest.raises(InUse):
        first = Engine.open(path)
        try:
            Engine.open(path)
        finally:
            first.close()


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unusable):
        Engine.open(tmp_path / "file" / "quiz.sqlite3")


def test_a_file_that_is_no_database_is_one_clear_error(tmp_path):
    (tmp_path / "quiz.sqlite3").write_text("not a database, but long enough to be looked at" * 50)
    with pytest.raises(Unusable, match="not a database"):
        Engine.open(tmp_path / "quiz.sqlite3")


def test_the_database_of_another_program_is_refused_and_untouched(tmp_path):
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE users (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(Unusable, match="another program"):
        Engine.open(path)
    assert path.read_bytes() == before


def test_a_newer_database_is_refused_and_untouched(path):
    Engine.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('quizbot', 'm999', '')"
        )
    connection.close()
    with pytest.raises(NewerDatabase) as refusal:
        Engine.open(path)
    assert refusal.value.names == ["m999"]


def test_an_older_database_is_copied_then_lifted_with_its_rows(path):
    from sqlite_utils import Database

    path.parent.mkdir()
    old = sqlite3.connect(path, isolation_level=None)
    MIGRATIONS.apply(Database(old), stop_before="m002_posts_and_responses")
    old.execute("INSERT INTO meta VALUES ('kept', 'yes')")
    old.close()
    Engine.open(path).close()
    assert on_disk(path, "kept") == ("yes",)
    copy = path.with_name("quiz.sqlite3.before-m002_posts_and_responses")
    assert on_disk(copy, "kept") == ("yes",)
    with sqlite3.connect(copy) as before:
        assert before.execute("SELECT count(*) FROM sqlite_master WHERE name = 'post'").fetchone() == (0,)


def older(path):
    from sqlite_utils import Database

    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        MIGRATIONS.apply(Database(old), stop_before="m003_servers_reports_and_closing")


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights of files")
def test_the_copy_of_an_older_database_is_as_private_as_it(path):
    older(path)
    path.chmod(0o600)
    Engine.open(path).close()
    (copy,) = path.parent.glob("*.before-m003*")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_an_older_database_that_cannot_be_copied_whole_is_not_lifted(path):
    older(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("INSERT INTO question (pack_key, question_id) VALUES (9, 'of no pack')")
    with pytest.raises(Unusable, match="point at what is not there"):
        Engine.open(path)
    assert list(path.parent.glob("*.before-*")) == []
    with closing(sqlite3.connect(path)) as old:
        assert "m003_servers_reports_and_closing" in pending(old)


def test_a_migration_that_fails_leaves_nothing_half_done(monkeypatch):
    connection = sqlite3.connect(":memory:", isolation_level=None)
    MIGRATIONS.apply(__import__("sqlite_utils").Database(connection), stop_before="m002_posts_and_responses")
    connection.execute("CREATE TABLE member_showing (x)")  # the last table of the step is in the way
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert "post" not in names
    connection.close()


async def test_what_comes_after_closing_is_told_at_once(path):
    engine = Engine.open(path)
    await asyncio.to_thread(engine.close)
    with pytest.raises(CannotSave):
        await engine.run(put, "a")


async def test_the_writer_survives_a_rollback_that_fails(engine, monkeypatch):
    real = engine._connection

    class Failing:
        in_transaction = True

        def execute(self, statement, *values):
            if statement in ("COMMIT", "ROLLBACK"):
                raise sqlite3.OperationalError("disk I/O error")
            return real.execute(statement, *values)

    engine._connection = Failing()
    with pytest.raises(CannotSave):
        await engine.run(put, "a")
    engine._connection = real
    real.execute("ROLLBACK")
    assert await engine.run(put, "b") == "1"


def test_the_writer_survives_an_event_loop_that_is_gone(engine, path):
    released = threading.Event()

    async def goes_away():
        waiting = asyncio.create_task(engine.run(lambda store: released.wait(10) and put(store, "a")))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(goes_away())
    released.set()
    engine.wait(put, "b")
    assert (on_disk(path, "a"), on_disk(path, "b")) == (("1",), ("1",))
