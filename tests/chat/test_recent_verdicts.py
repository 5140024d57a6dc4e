"""A verdict that was built for one member is told to another only if every word of it is the same."""

import dataclasses

import pytest

from bot.app.answering import Verdict
from bot.app.asking import Card
from bot.chat import recent_verdicts, verdicts
from bot.chat.layout import Picture
from bot.chat.recent_verdicts import RecentVerdicts
from bot.core.post import Post
from bot.core.response import AT_ONCE, Response
from tests import builders

QUESTION = builders.question()
SHOWN = ("right", "wrong-1", "wrong-2", "wrong-3")
POST = Post("0" * 13, "g1", 1, 10, 100, SHOWN, 7, None, builders.NOON, answered=1)
PICTURE = Picture("A bar.", "https://quiz.example.org/f/a.png")


def verdict(member_id=1, *, post=POST, streak=1, clicked=None, **response):
    given = {"option_ids": ("wrong-1",), "repeat": False, "late": False, "grade": 0.0, "points": 0}
    made = Response(
        post_id=post.post_id,
        member_id=member_id,
        sequence=1,
        mode=AT_ONCE,
        local_date=builders.NOON.date(),
        responded_at=builders.NOON,
        **(given | response),
    )
    return Verdict(Card(post, QUESTION, builders.pack()), made, streak, clicked)


OTHERS = {
    "the first": {},
    "another option": {"option_ids": ("wrong-2",)},
    "the right one": {"option_ids": ("right",), "grade": 1.0, "points": 2},
    "more points": {"option_ids": ("right",), "grade": 1.0, "points": 3},
    "nothing": {"option_ids": ()},
    "late": {"late": True},
    "a repeat": {"repeat": True},
    "a longer streak": {"streak": 2},
    "a second click": {"clicked": ("right",)},
    "a card in another order": {"post": dataclasses.replace(POST, post_id="1" * 13, shown=SHOWN[::-1])},
}


def test_members_who_are_told_the_same_share_a_view():
    recent = RecentVerdicts()
    views = {recent.view(verdict(member_id), PICTURE, None, "") for member_id in range(1, 50)}
    assert len(views) == 1


def test_whatever_differs_is_told_whether_it_was_built_before_or_not():
    recent = RecentVerdicts()
    for _ in range(2):
        for given in OTHERS.values():
            for picture, page, note in ((PICTURE, None, ""), (None, "https://x.example/q/", "no picture")):
                made = recent.view(verdict(**given), picture, page, note)
                fresh = verdicts.verdict_view(verdict(**given), picture, page, note)
                assert made.to_components() == fresh.to_components()


@pytest.mark.parametrize("most", [1, 3])
def test_only_the_last_few_are_kept(monkeypatch, most):
    monkeypatch.setattr(recent_verdicts, "_RECENT", most)
    recent = RecentVerdicts()
    for streak in range(10):
        recent.view(verdict(streak=streak), None, None, "")
    assert len(recent._views) == most
