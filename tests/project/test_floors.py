"""Imports go down only; the rules know neither the world nor the time; importing starts nothing."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.project.repository import ROOT

FLOORS = {
    **dict.fromkeys(["core"], 0),
    **dict.fromkeys(["app"], 1),
    **dict.fromkeys(["store", "packs", "figures"], 2),
    **dict.fromkeys(["chat", "site"], 3),
    **dict.fromkeys(["cli", "wiring", "config", "trial", "running", "checking", "__main__"], 4),
    **dict.fromkeys(["advice", "database_checks", "diagnosis", "repairing"], 4),
    **dict.fromkeys(["container", "logs", "reloads", "restoring", "signals", "threads"], 4),
    **dict.fromkeys(["backups", "consulting", "doctor", "failure", "health", "healthcheck", "inviting"], 4),
}
WIRING = 4
#: Only these may ask what time it is: they hand it to everybody else.
CLOCKS = {"bot.cli", "bot.running", "bot.trial"}


@dataclass(frozen=True)
class Arrow:
    """An import of ours. `typing_only`: it stands below `if TYPE_CHECKING`."""

    source: str
    target: str
    line: int
    typing_only: bool = False

    def __str__(self) -> str:
        return f"{self.source}:{self.line} imports {self.target}"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {module_name(path): path for path in sorted((ROOT / "bot").rglob("*.py"))}


def tree_of(name: str) -> ast.Module:
    return ast.parse(PATHS[name].read_text("utf-8"))


def is_typing_guard(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def imports(name: str, tree: ast.AST, *, package: bool = False) -> Iterator[Arrow]:
    """Every import of a module wherever it stands; `from x import y` points at x.y if that is a module."""

    def walk(node: ast.AST, typing_only: bool) -> Iterator[Arrow]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Arrow(name, alias.name, node.lineno, typing_only)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = name.split(".")
                above = above[: len(above) - node.level + package]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield Arrow(name, inner if inner in PATHS else base, node.lineno, typing_only)
        elif is_typing_guard(node):
            for child in node.body:
                yield from walk(child, True)
            for child in node.orelse:
                yield from walk(child, typing_only)
        else:
            for child in ast.iter_child_nodes(node):
                yield from walk(child, typing_only)

    yield from walk(tree, False)


def arrows() -> list[Arrow]:
    return [
        arrow
        for name, path in PATHS.items()
        for arrow in imports(name, tree_of(name), package=path.name == "__init__.py")
    ]


def is_allowed(arrow: Arrow) -> bool:
    source, target = arrow.source.split("."), arrow.target.split(".")
    if target[0] != "bot" or len(target) == 1:  # `from bot import __version__`
        return True
    if len(source) == 1:  # bot/__init__.py is below everything
        return False
    above, below = FLOORS[source[1]], FLOORS[target[1]]
    if source[1] == target[1] or below < above or above == below == WIRING:
        return True
    return source[1] == "app" and target[1] == "store" and arrow.typing_only


def test_every_module_has_its_floor():
    assert {name.split(".")[1] for name in PATHS if name != "bot"} == set(FLOORS)


def test_imports_go_down_only():
    assert [str(arrow) for arrow in arrows() if not is_allowed(arrow)] == []


def test_imports_do_not_go_round_in_circles():
    graph = {name: set() for name in PATHS}
    for arrow in arrows():
        package = arrow.source == arrow.target or arrow.source.startswith(arrow.target + ".")
        if arrow.target in PATHS and not arrow.typing_only and not package:
            graph[arrow.source].add(arrow.target)
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the circle


@pytest.mark.parametrize(
    ("source", "code", "allowed"),
    [
        ("bot.chat.cards", "from bot.app.asking import Card", True),
        ("bot.chat.cards", "from bot.store.engine import Engine", True),
        ("bot.app.asking", "if TYPE_CHECKING:\n    from bot.store.store import Store", True),
        ("bot.trial", "from bot.wiring import make_client", True),
        ("bot.core.post", "from .errors import NotHere", True),
        ("bot.core.post", "from bot import __version__", True),
        ("bot.app.asking", "from bot.store.store import Store", False),
        (
            "bot.app.asking",
            "if TYPE_CHECKING:\n    pass\nelse:\n    from bot.store.store import Store",
            False,
        ),
        ("bot.app.asking", "if TYPE_CHECKING:\n    from bot.chat.cards import card_view", False),
        ("bot.core.post", "from bot import app", False),
        ("bot.core.post", "from ..app import asking", False),
        ("bot.core.post", "def late():\n    import bot.store.store", False),
        ("bot.store.engine", "import bot.packs", False),
        ("bot.packs.check", "from bot.figures import check_figure", False),
        ("bot.chat.cards", "from bot.site import question_path", False),
        ("bot.site.pages", "from bot.chat.texts import en", False),
        ("bot.site.pages", "if TYPE_CHECKING:\n    from bot.chat.texts import en", False),
        ("bot.chat.client", "from bot import wiring", False),
        ("bot.figures.gallery", "from bot.config import Settings", False),
    ],
)
def test_the_test_tells_arrows_up_and_sideways(source, code, allowed):
    assert all(map(is_allowed, imports(source, ast.parse(code)))) is allowed


def outside(name: str) -> set[str]:
    """What a module imports that is not ours."""
    return {arrow.target for arrow in imports(name, tree_of(name)) if not arrow.target.startswith("bot")}


CORE = [name for name in PATHS if name.startswith("bot.core")]
APP = [name for name in PATHS if name.startswith("bot.app")]
#: What the rules may use of the standard library: values and their types, text, numbers.
PURE = {
    *("abc", "bisect", "calendar", "collections", "contextlib", "dataclasses", "datetime", "difflib"),
    *("enum", "functools", "hashlib", "heapq", "importlib.resources", "itertools", "json", "math"),
    *("operator", "pathlib", "random", "re", "statistics", "string", "types", "typing", "unicodedata"),
    *("urllib.parse", "zlib", "zoneinfo", "fsrs"),
}


@pytest.mark.parametrize("name", CORE + APP)
def test_rules_and_use_cases_know_nothing_of_the_outside_world(name):
    assert {each for each in outside(name) if each not in PURE and each.split(".")[0] not in PURE} == set()


@pytest.mark.parametrize("name", CORE + APP)
def test_rules_and_use_cases_read_no_files_and_wait_for_nothing(name):
    found = []
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith):
            found.append(f"{node.lineno}: waits")
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "Path", "pathlib.Path", "print"):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    assert found == []


@pytest.mark.parametrize("name", APP)
def test_use_cases_are_plain_functions(name):
    assert [node.name for node in ast.walk(tree_of(name)) if isinstance(node, ast.AsyncFunctionDef)] == []


def called(name: str) -> list[tuple[str, str]]:
    """Names of other modules that a module uses, spelled out in full, each with its line."""
    tree = tree_of(name)
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            first, dot, rest = ast.unparse(node).partition(".")
            if first in names:
                found.append((names[first] + dot + rest, f"{name}:{node.lineno}"))
    return found


@pytest.mark.parametrize("name", CORE + APP)
def test_rules_and_use_cases_are_given_their_chance(name):
    # random.Random is the type of what they are given; making one, or using the module's own, is not.
    of_random = [used for used in called(name) if used[0].startswith("random.")]
    made = [
        f"{name}:{node.lineno}"
        for node in ast.walk(tree_of(name))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random")
    ]
    assert [used for used in of_random if used[0].split(".")[:2] != ["random", "Random"]] == []
    assert made == []


ASKS_THE_TIME = {
    *("datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today"),
    *("time.time", "time.time_ns", "time.monotonic", "time.monotonic_ns", "time.localtime", "time.gmtime"),
    *("discord.utils.utcnow",),
}


@pytest.mark.parametrize("name", PATHS)
def test_only_the_wiring_asks_what_time_it_is(name):
    if name not in CLOCKS:
        assert [place for used, place in called(name) if used in ASKS_THE_TIME] == []


def test_the_clocks_are_where_we_look_for_them():
    assert {name for name in PATHS if any(used in ASKS_THE_TIME for used, _ in called(name))} == CLOCKS


# `bot.__main__` is left out: to be run is what it is for.
_IMPORT_ALL = """
import importlib, json, logging, signal, sys, threading
signals = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps({
    "modules": sorted({name.split(".")[0] for name in sys.modules}),
    "threads": [each.name for each in threading.enumerate()],
    "handlers": len(logging.getLogger().handlers),
    "signals": signals == [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)],
}))
"""


def test_importing_starts_nothing_and_loads_no_heavy_library(tmp_path):
    names = [name for name in PATHS if name != "bot.__main__"]
    result = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", _IMPORT_ALL, *names],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    after = json.loads(result.stdout)
    heavy = {"typst", "lxml", "openpyxl", "genanki", "simcord", "playwright", "PIL"}
    assert heavy & set(after.pop("modules")) == set()
    assert after == {"threads": ["MainThread"], "handlers": 0, "signals": True}
    assert list(tmp_path.iterdir()) == []
