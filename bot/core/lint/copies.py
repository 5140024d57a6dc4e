"""F005: no run of eight words from texts that we must not copy."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from bot.core.findings import Remark
from bot.core.lint.text import normal_words, shown
from bot.core.lint.view import View, error

RUN = 8

#: 64 bits: with a few hundred known runs, a false alarm among a billion runs is most unlikely.
DIGITS = 16


def runs_of(text: str) -> Iterator[tuple[str, str]]:
    """Each run of eight normalised words of a text, with its truncated SHA-256."""
    words = normal_words(text)
    for start in range(len(words) - RUN + 1):
        run = " ".join(words[start : start + RUN])
        yield run, hashlib.sha256(run.encode()).hexdigest()[:DIGITS]


def copied_run(text: str) -> str:
    """The first run of eight words that a known text has too; "" if there is none."""
    known = _known_runs()
    return next((run for run, digest in runs_of(text) if digest in known), "")


@cache
def _known_runs() -> frozenset[str]:
    lines = files("bot.core.lint").joinpath("known_runs.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def check_copies(view: View) -> Iterator[Remark]:
    """F005: no text of the question holds a known run."""
    for path, text in view.texts:
        if run := copied_run(text):
            found = f'eight words in a row from a known text: "{shown(run, 100)}"'
            yield error("F005", path, found, "words of your own", "write it anew from the source")
