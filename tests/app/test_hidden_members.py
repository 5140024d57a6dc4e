"""Members who hide are on nobody else's board, and ranks, sizes and pages agree about it."""

import pytest

from bot.app import servers
from bot.app.boards import leaderboard, score
from bot.core.errors import ScoreHidden
from bot.core.periods import Period
from tests.app.test_boards import board, respond
from tests.builders import NOON, click


@pytest.fixture
def crowd(store):
    """Members 1 to 25 with 12, 12, 9, 8 … points; the second and the fourth hide."""
    for member_id in range(1, 26):
        respond(store, member_id, 12 if member_id < 3 else max(0, 12 - member_id))
    for member_id in (2, 4):
        servers.set_preference(store, member_id, hidden=True)
    return store


def all_rows(store):
    first = board(store)
    pages = [board(store, page=page).rows for page in range(1, first.pages + 1)]
    return first, [row for rows in pages for row in rows]


def test_hidden_members_are_left_out_of_rows_ranks_sizes_and_pages(crowd):
    """Field reports, Permissions 6: the second keeps private stats but isn't listed."""
    first, rows = all_rows(crowd)
    assert (first.players, first.pages, len(rows)) == (23, 3, 23)
    assert not {2, 4} & {row.member_id for row in rows}
    assert [(row.member_id, row.rank) for row in rows[:3]] == [(1, 1), (3, 2), (5, 3)]


def test_ranks_on_scores_and_boards_agree_and_ties_share_one(crowd):
    _, rows = all_rows(crowd)
    for row in rows:
        total = score(crowd, click(row.member_id), row.member_id, now=NOON).totals[Period.ALL]
        assert total == row
    assert {row.rank for row in rows if row.points == 0} == {10}


def test_a_hidden_member_still_sees_the_own_row_and_score(crowd):
    shown = board(crowd, asking=4)
    assert (shown.hidden, shown.own.points, shown.own.rank) == (True, 8, 3)
    own = score(crowd, click(4), 4, now=NOON)
    assert (own.hidden, own.totals[Period.ALL].rank) == (True, 3)
    assert not board(crowd, asking=1).hidden


def test_nobody_else_sees_a_hidden_members_score(crowd):
    with pytest.raises(ScoreHidden):
        score(crowd, click(1), 4, now=NOON)
    assert score(crowd, click(1), 3, now=NOON).totals[Period.ALL].points == 9


def test_who_shows_up_again_is_back_with_all_points(crowd):
    servers.set_preference(crowd, 2, hidden=False)
    assert [(row.member_id, row.rank) for row in board(crowd).rows[:2]] == [(1, 1), (2, 1)]


def test_one_preference_leaves_the_other_alone(store):
    servers.set_preference(store, 7, notes=True)
    servers.set_preference(store, 7, hidden=True)
    assert servers.set_preference(store, 7, hidden=False).notes


def test_boards_are_read_from_their_indexes_and_not_sorted(crowd):
    said = []
    crowd.connection.set_trace_callback(said.append)
    leaderboard(crowd, click(1), Period.ALL, now=NOON)
    crowd.connection.set_trace_callback(None)
    plans = [
        step[3]
        for query in said
        if "FROM total" in query
        for step in crowd.connection.execute(f"EXPLAIN QUERY PLAN {query}")
    ]
    assert [step for step in plans if "SCAN" in step and "preference_hidden" not in step] == []
    assert [step for step in plans if "TEMP B-TREE" in step] == []
    assert any("total_board" in step for step in plans)
