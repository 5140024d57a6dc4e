import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.question import Level
from bot.core.scoring import Standing, grade_response, points_for, standing
from tests.builders import DAY, HOUR, NOON, SECOND, multiple, question


@pytest.mark.parametrize(
    ("chosen", "grade"),
    [
        (["key-1", "key-2"], 1.0),
        (["key-2", "key-1"], 1.0),
        (["key-1"], 0.0),
        (["key-1", "key-2", "wrong-1"], 0.0),
        (["key-1", "wrong-1"], 0.0),
        ([], 0.0),
    ],
)
def test_a_multiple_is_right_only_for_the_exact_set(chosen, grade):
    assert grade_response(multiple(), chosen) == grade


@pytest.mark.parametrize(("chosen", "grade"), [(["right"], 1.0), (["wrong-1"], 0.0), ([], 0.0)])
def test_a_single_is_right_for_its_key(chosen, grade):
    assert grade_response(question(), chosen) == grade


@pytest.mark.parametrize(("level", "points"), [(Level.RECALL, 1), (Level.APPLY, 2), (Level.ANALYSE, 3)])
def test_points_follow_the_level(level, points):
    assert points_for(level, 1.0, Standing(repeat=False, late=False)) == points


@pytest.mark.parametrize(
    ("grade", "of"),
    [
        (0.0, Standing(repeat=False, late=False)),
        (1.0, Standing(repeat=True, late=False)),
        (1.0, Standing(repeat=False, late=True)),
    ],
)
def test_wrong_repeated_and_late_responses_earn_nothing(grade, of):
    assert points_for(Level.ANALYSE, grade, of) == 0


@pytest.mark.parametrize(
    ("last", "now", "repeat"),
    [
        (None, NOON, False),
        (NOON - 90 * DAY + SECOND, NOON, True),
        (NOON - 90 * DAY, NOON, False),
        (NOON + HOUR, NOON, True),  # the clock was set back in between
        (NOON + 300 * DAY, NOON, False),  # the clock was far ahead once
    ],
)
def test_a_question_met_for_points_in_the_last_90_days_is_a_repeat(last, now, repeat):
    assert standing(now, last, now).repeat is repeat


@pytest.mark.parametrize(("age", "late"), [(24 * HOUR, False), (24 * HOUR + SECOND, True), (-HOUR, False)])
def test_a_card_gives_points_for_24_hours(age, late):
    assert standing(NOON - age, None, NOON).late is late


@given(
    st.frozensets(st.sampled_from(["key-1", "key-2", "wrong-1", "wrong-2"])),
    st.sampled_from(Level),
    st.timedeltas(-2 * DAY, 100 * DAY).map(NOON.__add__),
)
def test_points_are_never_negative_and_only_for_the_key(chosen, level, posted_at):
    earned = points_for(level, grade_response(multiple(), chosen), standing(posted_at, None, NOON))
    assert earned >= 0
    assert not (earned and chosen != {"key-1", "key-2"})
