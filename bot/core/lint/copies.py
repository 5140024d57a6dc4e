"""F005: no run of eight words from texts that we must not copy."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate

from bot.core.findings import Remark
from bot.core.lint.text import normal_words, shown
from bot.core.lint.view import View, error

RUN = 8

#: 64 bits: with a few hundred known runs, a false alarm among a billion runs is most unlikely.
BYTES = 8


def runs_of(words: Sequence[str]) -> Iterator[tuple[bytes, bytes]]:
    """Each run of eight of the normalised words, joined by blanks, with its truncated SHA-256."""
    # Slices of one joined text cost half of joining each run: this is the linter's hottest loop.
    text = " ".join(words).encode()
    ends = list(accumulate(len(word.encode()) + 1 for word in words))
    for start, end in zip((0, *ends), ends[RUN - 1 :], strict=False):
        run = text[start : end - 1]
        yield run, sha256(run).digest()[:BYTES]


def copied_run(text: str) -> str:
    """The first run of eight words that a known text has too; "" if there is none."""
    return _copied(normal_words(text))


def _copied(words: Sequence[str]) -> str:
    known = _known_runs()
    for run, fingerprint in runs_of(words):
        if fingerprint in known:
            return run.decode()
    return ""


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
