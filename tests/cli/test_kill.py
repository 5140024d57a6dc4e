"""An answer that was acknowledged survives kill -9, exactly once."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import date, timedelta

import pytest

from bot.store.engine import Engine
from tests.cli.program import environment

#: Posts a question many times, then answers for ever, many members at once; each line was acknowledged.
CHILD = """
import asyncio, datetime, itertools, pathlib, random, sys
from bot.app.answering import answer
from bot.app.asking import post_question
from bot.app.publishing import publish_bank
from bot.core.selection import selections
from bot.store.engine import Engine
from tests import builders

NOW = datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.UTC)
AT_ONCE = int(sys.argv[3])


async def main(path, first_member):
    engine = Engine.open(path)
    bank = builders.bank(builders.question(), builders.question("rails"))
    questions = list(bank.questions.values())
    await engine.run(publish_bank, list(bank.packs.values()), questions, {}, "test", now=NOW)
    everything = next(each for each in selections(bank) if each.value == "ai")
    rng = random.Random(first_member)
    posts = []
    for _ in range(12):
        asked = (lambda: bank, everything, None, builders.click(1))
        card = await engine.run(post_question, *asked, now=NOW, rng=rng)
        posts.append(card.post.post_id)
    members = itertools.count(first_member)

    async def keep_answering(post_id):
        for member in members:
            now = NOW + datetime.timedelta(seconds=member)
            await engine.run(answer, post_id, rng.choice("ABCD0"), builders.click(member), now=now)
            print(post_id, member, flush=True)
            now += datetime.timedelta(minutes=1)
            again = posts[posts.index(post_id) - 1]
            await engine.run(answer, again, rng.choice("ABCD0"), builders.click(member), now=now)
            print(again, member, flush=True)

    # Many at once: so one commit holds many answers, and none of them may be told before it.
    await asyncio.gather(*(keep_answering(posts[each % len(posts)]) for each in range(AT_ONCE)))


asyncio.run(main(pathlib.Path(sys.argv[1]), int(sys.argv[2])))
"""
#: How many acknowledged answers to wait for before each kill.
ROUNDS = (1, 7, 40, 133, 260)
AT_ONCE = 60


def killed_after(count, path, folder, first_member):
    """Every answer that a child acknowledged until it was killed."""
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, path, str(first_member), str(AT_ONCE)],
        env=environment(folder),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as child:
        lines = [child.stdout.readline() for _ in range(count)]
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()  # what it still told before it died
    assert child.returncode == -signal.SIGKILL
    whole = [line for line in lines if line.endswith("\n")]
    return [(post_id, int(member)) for post_id, member in map(str.split, whole)]


def recount(responses):
    """What the totals must be, from the responses alone."""
    totals = Counter()
    for scope, member, local_date, grade, points, topic in responses:
        day = date.fromisoformat(local_date)
        monday = day - timedelta(days=day.weekday())
        starts = {
            "today": day.isoformat(),
            "week": monday.isoformat(),
            "month": day.replace(day=1).isoformat(),
            "all": "",
        }
        for period, start in starts.items():
            for of_topic in ("", topic):
                row = (scope, period, start, of_topic, member)
                totals[row, "points"] += points
                totals[row, "answered"] += 1
                totals[row, "correct"] += grade == 1.0
    return +totals


def check_database(path, acknowledged):
    with closing(sqlite3.connect(path)) as connection:

        def rows(query):
            return connection.execute(query).fetchall()

        assert rows("PRAGMA integrity_check") == [("ok",)]
        assert rows("PRAGMA foreign_key_check") == []
        stored = Counter(rows("SELECT post_id, member_id FROM response"))
        assert set(acknowledged) <= set(stored), "an acknowledged answer is lost"
        assert set(stored.values()) == {1}, "an answer is there twice"
        counted = rows("SELECT post_id, count(*) FROM response GROUP BY post_id")
        assert dict(rows("SELECT post_id, answered FROM post WHERE answered > 0")) == dict(counted)
        scoring = rows(
            "SELECT scope, member_id, local_date, grade, points, 'ai/networking' FROM response"
            " WHERE NOT repeat AND NOT late"
        )
        found = Counter()
        for *row, points, answered, correct in rows(
            "SELECT scope, period, start, topic, member_id, points, answered, correct FROM total"
        ):
            key = tuple(row)
            found |= {(key, "points"): points, (key, "answered"): answered, (key, "correct"): correct}
        assert +found == recount(scoring)
        members = rows("SELECT DISTINCT scope, member_id FROM response ORDER BY 1, 2")
        assert rows("SELECT scope, member_id FROM member ORDER BY 1, 2") == members
        shown = rows("SELECT scope, member_id, sum(times) FROM member_showing GROUP BY 1, 2 ORDER BY 1, 2")
        assert shown == rows("SELECT scope, member_id, count(*) FROM response GROUP BY 1, 2 ORDER BY 1, 2")
        return stored


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_acknowledged_answers_survive_kill_9_exactly_once(tmp_path):
    path = tmp_path / "quiz.sqlite3"
    acknowledged = []
    for number, count in enumerate(ROUNDS):
        told = killed_after(count, path, tmp_path, first_member=10_000 * (number + 1))
        assert len(told) >= count
        acknowledged += told
        engine = Engine.open(path)  # the lock is free, and the file heals by itself
        assert engine.wait(lambda store: store.meta("bank")) == "test"
        assert asyncio.run(engine.read(lambda store: store.newest_time())) is not None
        engine.close()
        stored = check_database(path, acknowledged)
        # At most what was on its way when the child died is there without having been told.
        assert len(stored) - len(acknowledged) <= AT_ONCE * (number + 1)
    assert len(acknowledged) == len(set(acknowledged))
