import sqlite3

import pytest

from bot.app.publishing import publish_bank
from bot.store.migrations import migrate
from bot.store.store import Store
from tests import builders


@pytest.fixture
def store():
    """The real store on a database in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection)
    yield Store(connection)
    connection.close()


@pytest.fixture
def publish(store):
    """Publishes questions (and packs) in the store and gives the bank of them."""

    def publish(*questions, packs=()):
        made = builders.bank(*questions, packs=packs)
        publish_bank(
            store, list(made.packs.values()), list(made.questions.values()), {}, "test", now=builders.NOON
        )
        return made

    return publish
