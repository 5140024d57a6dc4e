"""What the README and the manuals promise is there."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.cli import main
from tests.project.repository import ROOT, files

README = ROOT / "README.md"


def manuals() -> list[Path]:
    """The pages that people read, of those that git has or would take."""
    return [path for path in files() if path.suffix == ".md" and "tests" not in path.relative_to(ROOT).parts]


def tokens_of(path: Path) -> list[Token]:
    blocks = MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))
    return [token for block in blocks for token in (block, *(block.children or ()))]


def code_of(path: Path) -> list[str]:
    """The lines of the code blocks and the code spans."""
    return [
        line.strip().removeprefix("$ ")
        for token in tokens_of(path)
        if token.type in ("fence", "code_block", "code_inline")
        for line in token.content.splitlines()
    ]


@cache
def targets() -> frozenset[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return frozenset(re.findall(r"^([a-z][a-z-]*):", makefile, re.M))


def unknown_commands(line: str) -> list[str]:
    """What a line of code tells people to run and that is not there."""
    unknown = []
    for target in re.findall(r"(?:^|[;&|(]\s*)make ([a-z][a-z-]*)", line):
        if target not in targets():
            unknown.append(f"make {target}")
    for rest in re.findall(r"(?:^|[;&|(/]\s*|\s)(?:quizbot|-m bot)((?: +[^\s;&|)#]+)*)", line):
        words = rest.split()
        while words and words[0].startswith("-"):
            words.pop(0)
        if not words or not re.fullmatch("[a-z]+", words[0]):
            continue
        command = main.commands.get(words[0])
        if command is None:
            unknown.append(f"quizbot {words[0]}")
            continue
        known = {name for parameter in command.params for name in parameter.opts}
        for word in words[1:]:
            name = word.strip("[]").partition("=")[0]
            if name.startswith("--") and name not in known | {"--help"}:
                unknown.append(f"quizbot {words[0]} {name}")
    return unknown


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("make try && make fly", ["make fly"]),
        ("quizbot check --strict content", []),
        ("quizbot check --stict content", ["quizbot check --stict"]),
        (".venv/bin/quizbot fly", ["quizbot fly"]),
        ("python -m bot --debug run", []),
        ("python -m bot export", ["quizbot export"]),
        ("docker run quizbot", []),
    ],
)
def test_the_test_tells_commands_that_are_not_there(line, unknown):
    assert unknown_commands(line) == unknown


def test_the_readme_says_how_to_try_and_how_to_test():
    assert {"make try", "make test"} <= set(code_of(README))


def test_every_command_that_a_manual_names_is_there():
    unknown = {
        f"{path.relative_to(ROOT)}: {command}"
        for path in manuals()
        for line in code_of(path)
        for command in unknown_commands(line)
    }
    assert sorted(unknown) == []


def anchors(path: Path) -> set[str]:
    """What a link can point at within a page, made as the usual hosts make it."""
    tokens = tokens_of(path)
    headings = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    kept = [re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in kept}


def broken_links(path: Path) -> list[str]:
    broken = []
    for token in tokens_of(path):
        target = str(token.attrGet("href") or token.attrGet("src") or "")
        if not target or re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = unquote(target).partition("#")
        linked = (path.parent / name).resolve() if name else path
        outside = not linked.is_relative_to(ROOT)
        if outside or not linked.exists() or (anchor and anchor not in anchors(linked)):
            broken.append(f"{path.relative_to(ROOT)}: {target}")
    return broken


def test_links_to_files_of_the_repository_lead_somewhere():
    assert [link for path in manuals() for link in broken_links(path)] == []


def test_linked_files_are_in_git_and_not_only_on_this_disk():
    known = {path.resolve() for path in files()}
    missing = []
    for path in manuals():
        for token in tokens_of(path):
            target = str(token.attrGet("href") or token.attrGet("src") or "").partition("#")[0]
            linked = (path.parent / unquote(target)).resolve()
            if target and not re.match(r"[a-z]+:", target) and linked.is_file() and linked not in known:
                missing.append(f"{path.relative_to(ROOT)}: {target}")
    assert missing == []


def test_every_setting_that_a_manual_names_is_there():
    example = (ROOT / ".env.example").read_text("utf-8")
    named = {
        name for path in manuals() for name in re.findall(r"QUIZBOT_[A-Z_]+[A-Z]", path.read_text("utf-8"))
    }
    assert {name for name in named if f"{name}=" not in example} == set()
