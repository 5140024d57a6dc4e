"""What `pip install` of this repository brings: all that the program reads, and a `quizbot` that works."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.project.repository import ROOT, files


def run(*command, cwd, paths=()):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUIZBOT_")}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    return subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def pip_install(*arguments, cwd, paths=()):
    options = ("--quiet", "--no-input", "--disable-pip-version-check", "--retries", "0", "--timeout", "15")
    return run(sys.executable, "-m", "pip", "install", *options, *arguments, cwd=cwd, paths=paths)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which a copy of what git has was installed, without the libraries."""
    base = tmp_path_factory.mktemp("install")
    source, backend, target = base / "source", base / "backend", base / "target"
    got = pip_install("--target", backend, "hatchling>=1.27", cwd=base)
    if got.returncode != 0:
        pytest.skip(f"the build backend cannot be had: {got.stderr.strip().splitlines()[-1:]}")
    for path in files():
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    made = pip_install(
        "--no-deps", "--no-build-isolation", "--target", target, source, cwd=base, paths=[backend]
    )
    assert made.returncode == 0, made.stderr
    return target


def names(folder):
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_it_brings_every_file_of_the_program(installed):
    # Data count as much as code: texts, templates of pages and figures, styles, fingerprints.
    ours = {str(path.relative_to(ROOT)) for path in files() if path.is_relative_to(ROOT / "bot")}
    assert ours - names(installed) == set()
    for wanted in (
        "bot/core/lint/known_runs.txt",
        "bot/site/static/site.css",
        "bot/figures/templates/bars.typ",
    ):
        assert wanted in ours


def test_it_brings_the_questions_with_their_licence(installed):
    ours = {
        str(path.relative_to(ROOT / "content")) for path in files() if path.is_relative_to(ROOT / "content")
    }
    brought = names(installed / "bot" / "content")
    assert ours - brought == set()
    assert "LICENSE" in brought
    assert "ai-infrastructure/pack.yaml" in brought


def test_it_brings_the_licences_and_nothing_that_is_not_the_program(installed):
    (about,) = installed.glob("quizbot-*.dist-info")
    assert {"licenses/LICENSE", "licenses/content/LICENSE"} <= names(about)
    assert {path.name for path in installed.iterdir()} - {about.name} == {"bot", "bin"}


def test_it_checks_the_questions_that_it_brought_from_anywhere(installed, tmp_path):
    result = run(sys.executable, "-m", "bot", "check", cwd=tmp_path, paths=[installed])
    assert (result.returncode, result.stderr) == (0, "")
    count = len(
        [path for path in files() if path.is_relative_to(ROOT / "content") and path.suffix == ".yaml"]
    )
    assert result.stdout.startswith(f"{count - 1} questions checked: 0 errors")
    where = run(
        *(sys.executable, "-c", "import bot.config; print(bot.config.BUNDLED_CONTENT)"),
        cwd=tmp_path,
        paths=[installed],
    )
    assert where.stdout.strip() == str(installed / "bot" / "content")


def test_it_brings_the_command(installed, tmp_path):
    from bot import __version__

    result = run(installed / "bin" / "quizbot", "--version", cwd=tmp_path, paths=[installed])
    assert (result.returncode, result.stdout) == (0, f"quizbot, version {__version__}\n")
