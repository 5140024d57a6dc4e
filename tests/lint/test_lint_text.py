"""Words, sentences and code spans."""

import time

import pytest

from bot.core.lint.text import (
    code_spans,
    count_words,
    normal_words,
    plain,
    sentences,
    shown,
    syllables,
    without_code,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("It has 2.5 GB, e.g. Two disks. Then?", ["It has 2.5 GB, e.g. Two disks.", "Then?"]),
        ("- one\n- two", ["- one", "- two"]),
        ("It took 89 s. Then at 10 A. What?", ["It took 89 s.", "Then at 10 A.", "What?"]),
        ("No end", ["No end"]),
        ("He said “stop.” Then he went.", ["He said “stop.”", "Then he went."]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "prose", "code"),
    [
        ("a `b` c", "a   c", ["b"]),
        ("``a`b`` c", "  c", ["a`b"]),
        ("```\nx = 1\n``` y", "  y", ["x = 1"]),
        ("a ` b", "a ` b", []),
        ("a `` b ` c", "a `` b ` c", []),
    ],
)
def test_code_is_what_stands_between_equal_runs_of_backticks(text, prose, code):
    assert (without_code(text), code_spans(text)) == (prose, code)


def test_a_flood_of_backticks_takes_no_time():
    text = "".join("`" * (1 + index % 300) + " " for index in range(2000))
    started = time.perf_counter()
    without_code(text)
    assert time.perf_counter() - started < 1


def test_markdown_marks_are_no_words():
    assert plain("**Two** _disks_ of `md0`, see [docs](https://a.org)") == "Two disks of md0, see docs"


def test_names_with_underscores_stay_whole():
    assert plain("set max_wal_size to 2 * 3") == "set max_wal_size to 2 * 3"


@pytest.mark.parametrize(
    ("text", "count"), [("RAID 6 with all-to-all links", 5), ("磁盘阵列", 2), ("", 0), ("it's 2.5 GB/s", 3)]
)
def test_words_are_counted_as_read(text, count):
    assert count_words(text) == count


def test_normal_words_ignore_case_form_and_punctuation():
    assert normal_words("ＲＡＩＤ-6, it’s “Fine”") == ["raid", "6", "it", "s", "fine"]


@pytest.mark.parametrize(
    ("word", "count"), [("disk", 1), ("table", 2), ("write", 1), ("latency", 3), ("x", 1)]
)
def test_syllables_are_vowel_groups(word, count):
    assert syllables(word) == count


def test_a_quoted_text_is_one_printable_line():
    assert shown("a\n\tb\u202ec " + "x" * 100, 12) == "a b\\u202ec xxxxx…"
