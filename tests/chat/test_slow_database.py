"""A database that takes longer than Discord waits: acknowledged in time, told later, counted once."""

import threading

import discord
import pytest

from bot.store.store import Store
from tests.chat.world import post_of, text


class Stuck:
    """A database that gives no answer before `acknowledged` interactions were acknowledged."""

    def __init__(self, world, monkeypatch, *, acknowledged, method):
        self.deferred, self.waited = [], []
        go = threading.Event()
        original, defer = getattr(Store, method), discord.InteractionResponse.defer

        def stuck(store, *arguments):
            assert go.wait(20), "nobody was acknowledged before the database answered"
            return original(store, *arguments)

        async def counted(response, **options):
            await defer(response, **options)
            self.deferred.append(options)
            if len(self.deferred) == acknowledged:
                go.set()

        async def over_at_once(seconds):
            self.waited.append(seconds)

        monkeypatch.setattr(Store, method, stuck)
        monkeypatch.setattr(discord.InteractionResponse, "defer", counted)
        monkeypatch.setattr(world.clock, "sleep", over_at_once)


PRIVATELY = {"ephemeral": True, "thinking": True}


async def test_a_second_click_while_the_first_still_waits_is_acknowledged_too_and_counts_nothing(
    world, monkeypatch
):
    card = await world.quiz()
    post_id = post_of(card)
    post = await world.read(lambda store: store.post(post_id).post)
    letters = [post.letter_of(option_id) for option_id in ("right", "wrong-1")]
    clicks = [await world.held(world.bob, card, f"q:{post_id}:{letter}") for letter in letters]
    stuck = Stuck(world, monkeypatch, acknowledged=2, method="add_response")
    requests = await world.deliver(*clicks)
    assert stuck.deferred == [PRIVATELY] * 2
    assert max(stuck.waited[:2]) < 3
    verdicts = [str(r.json) for r in requests if r.method == "PATCH" and "/webhooks/" in r.path]
    assert len(verdicts) == 2
    assert all("✓ Right" in each for each in verdicts)
    again = f"Your first answer (**{letters[0]}**) counts, not **{letters[1]}**"
    assert sorted(again in each for each in verdicts) == [False, True]  # whichever was edited in first
    rows = "SELECT option_ids, points FROM response WHERE post_id = ?"
    assert await world.read(lambda store: store.connection.execute(rows, (post_id,)).fetchall()) == [
        ('["right"]', 2)
    ]
    assert "**All time** · 2 points · 1 of 1 right" in text(
        (await world.bob.slash(world.channel, "score")).response
    )


@pytest.mark.parametrize(
    ("command", "method", "shown"),
    [
        ("score", "total_of", "**All time** · 2 points"),
        ("leaderboard", "board_page", "**1.** Bob · 2 points"),
    ],
)
async def test_what_is_asked_of_a_slow_database_is_acknowledged_and_follows(
    world, monkeypatch, command, method, shown
):
    await world.answers(world.bob, await world.quiz())
    stuck = Stuck(world, monkeypatch, acknowledged=1, method=method)
    reply = (await world.bob.slash(world.channel, command)).response
    assert stuck.deferred == [PRIVATELY]
    assert stuck.waited[0] < 3
    assert reply.ephemeral
    assert shown in text(reply)


async def test_show_the_answer_is_acknowledged_in_time_too(world, monkeypatch):
    card = await world.quiz()
    stuck = Stuck(world, monkeypatch, acknowledged=1, method="server")
    asked = (await world.presses(world.ada, card, f"x:{post_of(card)}:0")).response
    assert stuck.deferred == [PRIVATELY]
    assert "Show the answer to everybody here?" in text(asked)
