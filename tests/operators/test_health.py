"""Healthy means: connected, and the writer really writes."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from bot import health
from bot.healthcheck import ask_health
from bot.store.engine import Engine
from tests.builders import NOON


class Clock:
    """Stands still until it is moved."""

    def __init__(self):
        self.seconds = 0.0

    def now(self):
        return NOON

    def monotonic(self):
        return self.seconds


@pytest.fixture
async def client(tmp_path):
    """What the check looks at: a client that is ready on two shards, and a real engine."""
    engine = Engine.open(tmp_path / "quiz.sqlite3")
    shards = {number: SimpleNamespace(is_closed=lambda: False) for number in range(2)}
    made = SimpleNamespace(
        context=SimpleNamespace(engine=engine, clock=Clock()), shards=shards, is_ready=lambda: True
    )
    yield made
    await asyncio.to_thread(engine.close)


async def test_all_is_well(client):
    assert await health.health_of(client)() == ""


async def test_before_the_first_connection(client):
    client.is_ready = lambda: False
    assert await health.health_of(client)() == "not connected to Discord yet"


async def test_one_broken_connection_of_several(client):
    client.shards[1].is_closed = lambda: True
    assert await health.health_of(client)() == "the connection to Discord is broken (shards 1)"


async def test_a_writer_that_hangs(client, monkeypatch):
    monkeypatch.setattr(health, "_WRITER_S", 0.02)
    release = threading.Event()
    blocked = asyncio.ensure_future(client.context.engine.run(lambda store: release.wait(10)))
    await asyncio.sleep(0)
    assert "has not answered" in await health.health_of(client)()
    release.set()
    await blocked


async def test_a_disk_that_became_read_only(client):
    client.context.engine._connection.execute("PRAGMA query_only = ON")
    assert "the database cannot be written" in await health.health_of(client)()


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_database_file_that_is_gone_or_another_one(client, replaced):
    path = client.context.engine.path
    path.rename(path.with_name("elsewhere"))
    if replaced:
        path.write_bytes(path.with_name("elsewhere").read_bytes())
    reason = await health.health_of(client)()
    assert f"{path} was removed or replaced" in reason


async def test_many_who_ask_cost_one_writing(client):
    engine, statements = client.context.engine, []
    engine._connection.set_trace_callback(statements.append)
    healthy = health.health_of(client)
    await asyncio.gather(*(healthy() for _ in range(20)))
    assert statements.count("COMMIT") == 1
    client.context.clock.seconds = 5
    await healthy()
    assert statements.count("COMMIT") == 2


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 1), ("0.0.0.0", 1), ("127.0.0.1", 0)])
def test_who_cannot_be_asked_is_one_line_that_names_the_setting(host, port):
    reason = ask_health(host, port)
    assert "QUIZBOT_BIND" in reason
    assert "0.0.0.0" not in reason
    assert "\n" not in reason
