"""F005: no run of eight words from texts that we must not copy."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate
from zlib import crc32

from bot.core.findings import Remark
from bot.core.lint.text import normal_words, shown
from bot.core.lint.view import View, error

RUN = 8

#: 64 bits: with a few hundred known runs, a false alarm among a billion runs is most unlikely.
BYTES = 8


def runs_of(words: Sequence[str]) -> list[bytes]:
    """Each run of eight of the normalised words, joined by blanks."""
    # Slices of one joined text cost half of joining each run: this is the linter's hottest loop.
    encoded = [word.encode() for word in words]
    text = b" ".join(encoded)
    ends = list(accumulate(len(word) + 1 for word in encoded))
    return [text[start : end - 1] for start, end in zip((0, *ends), ends[RUN - 1 :], strict=False)]


def fingerprint(run: bytes) -> bytes:
    """What a run is known by: its truncated SHA-256."""
    return sha256(run).digest()[:BYTES]


def copied_run(text: str) -> str:
    """The first run of eight words that a known text has too; "" if there is none."""
    return _copied(normal_words(text))


def _copied(words: Sequence[str]) -> str:
    checksums, known = _known_runs()
    for run in runs_of(words):
        # A checksum is quick, and nearly always enough to say no.
        if crc32(run) in checksums and fingerprint(run) in known:
            return run.decode()
    return ""


@cache
def _known_runs() -> tuple[frozenset[int], frozenset[bytes]]:
    """The CRC-32 and the fingerprints of the known runs."""
    lines = files("bot.core.lint").joinpath("known_runs.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return frozenset(int(crc, 16) for _, crc in rows), frozenset(bytes.fromhex(each) for each, _ in rows)


def check_copies(view: View) -> Iterator[Remark]:
    """F005: no text of the question holds a known run."""
    for path, words in view.normal:
        if run := _copied(words):
            found = f'eight words in a row from a known text: "{shown(run, 100)}"'
            yield error("F005", path, found, "words of your own", "write it anew from the source")
