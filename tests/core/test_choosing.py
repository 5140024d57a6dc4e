import datetime
import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.core.choosing import Showing, choose
from tests.builders import HOUR, NOON, chance


def pick(candidates, showings, seed=1):
    return choose(candidates, lambda candidate: candidate, showings, chance(seed))


def test_a_question_never_shown_comes_first():
    assert pick(["a", "b"], {"a": Showing(1, NOON)}) == "b"


def test_of_equal_counts_the_longest_ago_comes_first():
    assert pick(["a", "b"], {"a": Showing(1, NOON), "b": Showing(1, NOON - HOUR)}) == "b"


def test_between_equals_chance_decides():
    picked = Counter(pick(["a", "b", "c"], {}, seed) for seed in range(60))
    assert set(picked) == {"a", "b", "c"}


@given(st.integers(1, 8), st.integers(0, 2**32))
def test_nothing_comes_twice_until_all_have_come_and_never_twice_in_a_row(size, seed):
    showings, shown, rng = {}, [], chance(seed)
    for turn in range(3 * size):
        item = choose(range(size), lambda candidate: candidate, showings, rng)
        times = showings[item].times if item in showings else 0
        showings[item] = Showing(times + 1, NOON + datetime.timedelta(minutes=turn))
        shown.append(item)
    rounds = [shown[start : start + size] for start in range(0, 3 * size, size)]
    assert all(sorted(part) == list(range(size)) for part in rounds)
    assert size == 1 or all(a != b for a, b in itertools.pairwise(shown))
