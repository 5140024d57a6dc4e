"""Reading and checking questions against parsing their files with PyYAML's C loader alone."""

import datetime
import time
from pathlib import Path

import yaml

from bench.content import write_questions
from bench.measuring import Figure, ratio
from bot.checking import complaints
from bot.packs import check_questions, read_content

ROUNDS = 7
QUESTIONS = 100
_TODAY = datetime.date(2026, 12, 1)


async def measure(folder: Path) -> list[Figure]:
    """The linter's rules; then all that `quizbot check` does: reading, rules, figures, rendered messages."""
    content_folder = write_questions(folder / "content", QUESTIONS)
    texts = [path.read_bytes() for path in content_folder.rglob("question-*.yaml")]
    lint: list[float] = []
    every: list[float] = []
    parse: list[float] = []
    for _ in range(ROUNDS + 1):
        begun = time.perf_counter()
        for text in texts:
            yaml.load(text, yaml.CSafeLoader)
        parsed = time.perf_counter()
        content = read_content(content_folder, {})
        read = time.perf_counter()
        check_questions(content, _TODAY, [])
        linted = time.perf_counter()
        complaints(content, _TODAY)
        checked = time.perf_counter()
        parse.append((parsed - begun) / QUESTIONS)
        lint.append((linted - read) / QUESTIONS)
        every.append((read - parsed + checked - linted) / QUESTIONS)
    return [
        ratio("check rules to parsing", lint[1:], parse[1:], 3, unit="ms", scale=1000),
        ratio("check all to parsing", every[1:], parse[1:], unit="ms", scale=1000),
    ]
