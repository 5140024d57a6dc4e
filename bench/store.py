"""Durable answers per second with a thousand callers, against a plain loop that commits each row."""

import asyncio
import contextlib
import datetime
import random
import sqlite3
import time
from pathlib import Path

from bench.measuring import Figure, ratio
from bot.app import answering, asking
from bot.core.post import Click
from bot.core.question import Question
from bot.core.selection import Selection
from bot.store.engine import Engine
from bot.store.store import Store
from tests import builders

ROUNDS = 9
CALLERS = 1000
#: Each caller answers each of them in a round.
QUESTIONS = tuple(builders.question(name) for name in ("fabric", "rails", "optics"))
BANK = builders.bank(*QUESTIONS)
#: Rounds are this far apart, so that no answer repeats one that scored lately.
SCORING_AGAIN = datetime.timedelta(days=100)


async def measure(folder: Path) -> list[Figure]:
    """Ours flushes each commit to the disk (FULL), the loop does not (NORMAL)."""
    engine = Engine.open(folder / "ours.sqlite3")
    try:
        await engine.run(_publish)
        with contextlib.closing(_plain(folder / "plain.sqlite3")) as plain:
            ours, rows, theirs = [], [], []
            for number in range(ROUNDS + 1):
                ours.append(await _ours(engine, number))
                rows.append(await _rows(engine, number))
                theirs.append(_theirs(plain, number))
    finally:
        engine.close()
    # The first round was to get warm.
    return [
        ratio("store answers per second", ours[1:], theirs[1:], 1.0, at_least=True, unit="/s"),
        ratio("store the loop's row through the engine", rows[1:], theirs[1:], at_least=True, unit="/s"),
    ]


def _publish(store: Store) -> None:
    store.publish(BANK.packs.values(), BANK.questions.values(), builders.NOON)


def _plain(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE answer (message_id, user_id, letter, PRIMARY KEY (message_id, user_id))")
    return connection


async def _ours(engine: Engine, number: int) -> float:
    """Answers per second, everything that follows from an answer included: all of them score."""
    now = builders.NOON + number * SCORING_AGAIN
    posts = [(await engine.run(_post, question, now)).post.post_id for question in QUESTIONS]

    async def caller(member_id: int) -> None:
        for post_id in posts:
            click = Click(builders.SERVER, member_id, "Somebody")
            await engine.run(answering.answer, post_id, "A", click, now=now)

    begun = time.perf_counter()
    await asyncio.gather(*(caller(each + 1) for each in range(CALLERS)))
    return CALLERS * len(posts) / (time.perf_counter() - begun)


async def _rows(engine: Engine, number: int) -> float:
    """Rows per second where a use case does no more than the plain loop: what the engine itself costs."""

    def put(store: Store, name: str) -> None:
        store.connection.execute("INSERT INTO meta VALUES (?, 'A')", (name,))

    async def caller(member: int) -> None:
        for each in range(len(QUESTIONS)):
            await engine.run(put, f"{number}/{member}/{each}")

    begun = time.perf_counter()
    await asyncio.gather(*(caller(each) for each in range(CALLERS)))
    return CALLERS * len(QUESTIONS) / (time.perf_counter() - begun)


def _post(store: Store, question: Question, now: datetime.datetime) -> asking.Card:
    rng = random.SystemRandom()
    chosen = Selection("ai", "this one", (), pack_id=question.pack_id)
    only = builders.bank(question)
    click = Click(builders.SERVER, CALLERS + 1, "Ada")
    return asking.post_question(store, lambda: only, chosen, None, click, now=now, rng=rng)


def _theirs(plain: sqlite3.Connection, number: int) -> float:
    begun = time.perf_counter()
    for each in range(CALLERS * len(QUESTIONS)):
        plain.execute("INSERT INTO answer VALUES (?, ?, 'A')", (number, each))
        plain.commit()
    return CALLERS * len(QUESTIONS) / (time.perf_counter() - begun)
