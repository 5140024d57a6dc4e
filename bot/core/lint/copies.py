"""F005: no run of eight words from texts that we must not copy."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from bot.core.findings import Remark
from bot.core.lint.text import normal_words, shown
from bot.core.lint.view import View, error

RUN = 8

#: 64 bits: with a few hundred known runs, a false alarm among a billion runs is most unlikely.
BYTES = 8


def fingerprint(run: str) -> bytes:
    """The truncated SHA-256 of a run of words."""
    return hashlib.sha256(run.encode()).digest()[:BYTES]


def runs_of(words: Sequence[str]) -> list[str]:
    """Each run of eight of the normalised words, joined by blanks."""
    return [" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1)]


def copied_run(text: str) -> str:
    """The first run of eight words that a known text has too; "" if there is none."""
    return _copied(normal_words(text))


def _copied(words: Sequence[str]) -> str:
    known = _known_runs()
    return next((run for run in runs_of(words) if fingerprint(run) in known), "")


@cache
def _known_runs() -> frozenset[bytes]:
    lines = files("bot.core.lint").joinpath("known_runs.txt").read_text("utf-8").splitlines()
    return frozenset(bytes.fromhex(line) for line in lines if line and not line.startswith("#"))


def check_copies(view: View) -> Iterator[Remark]:
    """F005: no text of the question holds a known run."""
    for path, words in view.normal:
        if run := _copied(words):
            found = f'eight words in a row from a known text: "{shown(run, 100)}"'
            yield error("F005", path, found, "words of your own", "write it anew from the source")
