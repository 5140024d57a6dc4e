import logging

import pytest

from bot.chat.client import BUTTONS
from tests.chat.world import World


@pytest.fixture
async def world(tmp_path):
    """A running bot on a simulated Discord."""
    async with World(tmp_path) as made:
        yield made
        templates = set(made.client._connection._view_store._dynamic_items.values())
        assert templates == set(BUTTONS), "a button class was forgotten by the library"


@pytest.fixture(autouse=True)
def no_swallowed_errors(request):
    """The library only logs what a button's callback raises: such a test fails. So does an internal error."""
    records = []

    class Keeper(logging.Handler):
        def emit(self, record):
            records.append(record.getMessage())

    keeper = Keeper(logging.ERROR)
    names = (
        ["discord.ui.view"]
        if request.node.get_closest_marker("errors_expected")
        else ["discord.ui.view", "bot"]
    )
    for name in names:
        logging.getLogger(name).addHandler(keeper)
    yield
    for name in names:
        logging.getLogger(name).removeHandler(keeper)
    assert records == []
