import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import NotHere
from bot.core.post import Place, Post, new_post_id, shuffled
from bot.core.stem import split_stem
from tests.builders import NOON, chance, question


def post(shown=("b", "d", "a", "c")):
    return Post("0" * 13, "g1", 1, 10, None, shown, 7, None, NOON)


@given(st.integers(0, 2**32))
def test_a_post_id_is_13_characters_of_base_36(seed):
    assert re.fullmatch("[0-9a-z]{13}", new_post_id(chance(seed)))


def test_post_ids_differ():
    rng = chance()
    assert len({new_post_id(rng) for _ in range(1000)}) == 1000


def test_letters_name_the_options_as_shown():
    assert [post().options_of(letter) for letter in "ABCD"] == [("b",), ("d",), ("a",), ("c",)]


def test_a_set_of_letters_is_read_in_shown_order_and_once_each():
    assert post().options_of("CAC") == ("b", "a")


def test_i_dont_know_is_no_option():
    assert post().options_of("0") == ()


@pytest.mark.parametrize("letters", ["E", "AE", "", "a", "0A", "?"])
def test_letters_that_the_post_does_not_show_are_refused(letters):
    with pytest.raises(NotHere):
        post().options_of(letters)


def test_the_key_falls_on_every_letter():
    rng = chance()
    places = Counter(shuffled(question(), rng).index("right") for _ in range(400))
    assert min(places[place] for place in range(4)) > 60


def test_a_server_scores_together_and_a_private_chat_alone():
    assert (Place(5, 1).scope(7), Place(None, 1).scope(7)) == ("g5", "d7")


def test_a_thread_counts_as_its_channel():
    assert Place(5, 99, parent_id=1).counting_channel_id == 1


@pytest.mark.parametrize(
    ("stem", "parts"),
    [
        ("Jobs wait. Which link is slow?", ("Jobs wait.", "Which link is slow?")),
        ("Which link is slow? (Choose two.)", ("", "Which link is slow? (Choose two.)")),
        ("It runs at 2.5 Gb/s. Why so slow?", ("It runs at 2.5 Gb/s.", "Why so slow?")),
        ('He said "stop." What now?', ('He said "stop."', "What now?")),
        ("Is it up? It is. Why?", ("Is it up? It is.", "Why?")),
        ("Output:\n```\na. b?\n```\nWhat failed?", ("Output:\n```\na. b?\n```", "What failed?")),
        ("No question here.", ("", "No question here.")),
        ("A heading\n\nWhat now?", ("A heading", "What now?")),
    ],
)
def test_the_question_at_the_end_of_a_stem_is_found(stem, parts):
    assert split_stem(stem) == (*parts, "")


CODE = "```\nfor n in range(9):\n    step(n)  # why?\n```"


@pytest.mark.parametrize(
    ("stem", "parts"),
    [
        (f"It stops. Which line fails?\n{CODE}", ("It stops.", "Which line fails?", CODE)),
        (f"Look.\n\n{CODE}\n\nName the line.", (f"Look.\n\n{CODE}", "Name the line.", "")),
        (f"Name the line that fails:\n{CODE}", ("", "Name the line that fails:", CODE)),
        ("Which line fails?\n```\nstep()", ("", "Which line fails?", "```\nstep()")),
        (CODE, (CODE, "", "")),
    ],
)
def test_code_in_a_stem_stays_a_block_beside_the_question(stem, parts):
    assert split_stem(stem) == parts
