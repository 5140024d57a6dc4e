import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.periods import Period, local_date, period_start, period_starts
from bot.core.streaks import Streak, extend

MONDAY = datetime.date(2026, 11, 30)


def day(offset):
    return MONDAY + datetime.timedelta(days=offset)


def after(*offsets):
    streak = Streak()
    for offset in offsets:
        streak = extend(streak, day(offset))
    return streak


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ((0,), Streak(1, 1, day(0))),
        ((0, 1), Streak(2, 2, day(1))),
        ((0, 0), Streak(1, 1, day(0))),
        ((0, 1, 3), Streak(1, 2, day(3))),
        ((0, 1, 0), Streak(2, 2, day(1))),  # the zone moved: yesterday again
        ((0, 400, 1), Streak(1, 1, day(1))),  # the clock was far ahead once
    ],
)
def test_a_streak_counts_days_in_a_row(days, expected):
    assert after(*days) == expected


@pytest.mark.parametrize(("today", "alive"), [(1, 2), (2, 2), (3, 0)])
def test_a_streak_lives_until_the_end_of_the_next_day(today, alive):
    assert after(0, 1).on(day(today)) == alive


def test_no_answer_is_no_streak():
    assert Streak().on(MONDAY) == 0


@given(st.sets(st.integers(0, 60), min_size=1))
def test_the_longest_streak_is_the_longest_run_of_days(offsets):
    runs, length = [], 0
    for offset in range(62):
        length = length + 1 if offset in offsets else 0
        runs.append(length)
    assert after(*sorted(offsets)).longest == max(runs)


@pytest.mark.parametrize(
    ("period", "start"),
    [
        (Period.TODAY, "2026-12-03"),
        (Period.WEEK, "2026-11-30"),
        (Period.MONTH, "2026-12-01"),
        (Period.ALL, ""),
    ],
)
def test_periods_start_on_the_day_the_monday_and_the_first(period, start):
    assert period_start(period, datetime.date(2026, 12, 3)) == start


@pytest.mark.parametrize(
    ("zone", "date"),
    [
        ("UTC", "2026-12-01"),
        ("Asia/Seoul", "2026-12-02"),
        ("America/Los_Angeles", "2026-12-01"),
        ("Mars/Base", "2026-12-01"),
    ],
)
def test_the_date_is_the_one_on_the_local_wall(zone, date):
    moment = datetime.datetime(2026, 12, 1, 16, tzinfo=datetime.UTC)
    assert local_date(moment, zone).isoformat() == date


def test_all_periods_of_a_day_are_plain_texts():
    starts = period_starts(datetime.date(2026, 12, 2))
    assert starts == (("today", "2026-12-02"), ("week", "2026-11-30"), ("month", "2026-12-01"), ("all", ""))
    assert {type(text) for each in starts for text in each} == {str}
