"""No text of ours repeats a known text, and the fingerprints cannot be read back."""

import re
from pathlib import Path
from zlib import crc32

import pytest

from bot.core.lint import copied_run, copies
from tests.lint.sample import remarks

ROOT = Path(__file__).parents[2]
_OURS = [
    *(ROOT / "content").rglob("*.yaml"),
    *(ROOT / "docs").rglob("*.md"),
    *ROOT.glob("*.md"),
]


@pytest.fixture
def known(monkeypatch):
    """Pretends that one sentence is known."""
    sentence = "The quick brown fox jumps over the lazy dog by night"
    runs = copies.runs_of(copies.normal_words(sentence))
    known = frozenset(map(crc32, runs)), frozenset(map(copies.fingerprint, runs))
    monkeypatch.setattr(copies, "_known_runs", lambda: known)


@pytest.mark.parametrize(
    "text",
    [
        "Then the quick brown fox jumps over the lazy cat.",
        "THE **quick** brown-fox, jumps\nover (the) lazy: dog!",
        "Then the quick brown ﬁx: quick brown fox jumps over the lazy dog.",
    ],
)
def test_eight_words_of_a_known_text_are_found_whatever_their_punctuation(known, text):
    assert copied_run(text)


def test_seven_words_are_no_copy(known):
    assert copied_run("The quick brown fox jumps over the old dog") == ""


def test_a_copy_is_an_error_in_any_text_of_a_question(known):
    text = "We saw that the quick brown fox jumps over the lazy dog."
    assert remarks("F005", takeaway=text) == [
        "takeaway: error: eight words in a row from a known text: "
        '"the quick brown fox jumps over the lazy"; expected words of your own; '
        "write it anew from the source"
    ]


def test_the_committed_fingerprints_are_sorted_hashes_and_nothing_else():
    lines = (ROOT / "bot/core/lint/known_runs.txt").read_text("utf-8").splitlines()
    runs = [line for line in lines if not line.startswith("#")]
    assert runs == sorted(set(runs))
    assert len(runs) > 900
    assert all(re.fullmatch("[0-9a-f]{16} [0-9a-f]{8}", run) for run in runs)


@pytest.mark.parametrize("path", _OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_that_we_publish_copies_a_known_text(path):
    assert copied_run(path.read_text("utf-8")) == ""
