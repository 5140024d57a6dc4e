"""Questions that are asked and answered by the product's own use cases."""

import datetime
import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from bot.app.answering import answer
from bot.app.asking import post_question
from bot.app.publishing import publish_bank
from bot.core.selection import selections
from tests import builders


def rows(path: Path, query: str):
    """What a query gives, from a connection of its own."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def ask(store, seed: int = 1, now: datetime.datetime = builders.NOON) -> str:
    """Publishes two questions and posts one of them; the post's id."""
    bank = builders.bank(builders.question(), builders.question("rails"))
    publish_bank(store, list(bank.packs.values()), list(bank.questions.values()), {}, "test", now=now)
    everything = next(each for each in selections(bank) if each.value == "ai")
    card = post_question(
        store, lambda: bank, everything, None, builders.click(1), now=now, rng=random.Random(seed)
    )
    return card.post.post_id


def answer_all(store, members: Iterable[int], seed: int = 1, now: datetime.datetime = builders.NOON) -> None:
    """Each of these members answers one new post, some of them rightly."""
    post_id = ask(store, seed, now)
    for member in members:
        answer(store, post_id, "ABCD0"[member % 5], builders.click(member), now=now)
