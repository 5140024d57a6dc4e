from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.boards import leaderboard, score
from bot.core.periods import Period
from bot.core.response import AT_ONCE, Response
from bot.core.streaks import Streak
from bot.store.migrations import migrate
from bot.store.store import Store
from tests.builders import DAY, NOON, click


def respond(store, member_id, points, *, at=NOON, topic="ai/networking", name=None):
    """A graded response as the totals see it."""
    number = store.connection.execute("SELECT count(*) FROM total").fetchone()[0]
    response = Response(
        f"{number:013}", member_id, 1, (), AT_ONCE, False, False, at.date(), at, float(points > 0), points
    )
    store.add_to_totals("g1", topic, response)
    store.remember_member("g1", member_id, name or f"Member {member_id}", Streak(1, 1, at.date()))


def board(store, period=Period.ALL, *, asking=99, now=NOON, topic="", page=1):
    return leaderboard(store, click(asking), period, topic, page, now=now)


def test_equal_points_share_a_rank_and_keep_one_order(store):
    for member_id, points in ((4, 0), (1, 12), (3, 9), (2, 12)):
        respond(store, member_id, points)
    for _ in range(5):
        assert [(row.rank, row.member_id) for row in board(store).rows] == [(1, 1), (1, 2), (3, 3), (4, 4)]


def test_the_rank_on_the_score_is_the_rank_on_the_board(store):
    for member_id, points in ((1, 12), (2, 12), (3, 9), (4, 0)):
        respond(store, member_id, points)
    ranks = [score(store, click(1), member, now=NOON).totals[Period.ALL].rank for member in (1, 2, 3, 4)]
    assert ranks == [1, 1, 3, 4]


def test_a_tie_across_two_pages_keeps_its_rank(store):
    for member_id in range(1, 16):
        respond(store, member_id, 3 if member_id < 13 else 1)
    assert [row.rank for row in board(store, page=2).rows] == [1, 1, 13, 13, 13]


def test_today_week_and_month_begin_anew_and_all_time_goes_on(store):
    respond(store, 1, 2, at=NOON)  # a Tuesday, the 1st
    later = {
        Period.TODAY: NOON + DAY,
        Period.WEEK: NOON + 6 * DAY,
        Period.MONTH: NOON + 31 * DAY,
    }
    assert all(board(store, period).rows for period in Period)
    assert [period for period, now in later.items() if board(store, period, now=now).rows] == []
    assert board(store, now=NOON + 400 * DAY).rows


def test_a_topic_has_a_board_of_its_own(store):
    respond(store, 1, 2, topic="ai/networking")
    respond(store, 2, 3, topic="ai/storage")
    assert [row.member_id for row in board(store, topic="ai/storage").rows] == [2]


def test_the_asking_members_row_is_there_wherever_it_stands(store):
    for member_id in range(1, 31):
        respond(store, member_id, 31 - member_id)
    own = board(store, asking=30).own
    assert (own.rank, own.points) == (30, 1)


def test_a_page_that_does_not_exist_becomes_the_last(store):
    for member_id in range(100):
        respond(store, member_id, 1)
    shown = board(store, page=99)
    assert (shown.page, shown.pages, len(shown.rows)) == (10, 10, 10)


def test_an_empty_board_is_one_empty_page(store):
    shown = board(store)
    assert (shown.rows, shown.own, shown.page, shown.pages) == ((), None, 1, 1)


def test_somebody_who_never_answered_has_an_empty_score(store):
    found = score(store, click(1), 1, now=NOON)
    assert (set(found.totals.values()), found.streak) == ({None}, 0)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3), st.integers(0, 40)), max_size=30))
def test_totals_equal_a_recount(responses):
    import sqlite3

    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    store = Store(connection)
    for member_id, points, days in responses:
        respond(store, member_id, points, at=NOON + days * DAY)
    for member_id in range(1, 6):
        mine = [points for member, points, _ in responses if member == member_id]
        total = score(store, click(member_id), member_id, now=NOON).totals[Period.ALL]
        found = (total.points, total.answered, total.correct) if total else (0, 0, 0)
        assert found == (sum(mine), len(mine), sum(points > 0 for points in mine))
    connection.close()
