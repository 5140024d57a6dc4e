import pytest

from bot.store.engine import Engine
from tests.operators.answers import answer_all


@pytest.fixture
def database(tmp_path):
    """A database with 12 answers that nobody has open."""
    path = tmp_path / "data" / "quiz.sqlite3"
    engine = Engine.open(path)
    engine.wait(answer_all, range(1, 13))
    engine.close()
    return path
