"""The manuals name all that there is: commands, settings, kinds of figures, fields of a question."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from discord import app_commands

from bot.cli import main
from bot.config import PREFIX, Settings
from bot.core.findings import Severity
from bot.figures import KINDS
from bot.packs import question_schema
from tests.chat.world import World
from tests.cli.program import quizbot
from tests.project.repository import ROOT
from tests.project.test_readme import README, code_of, tokens_of

DOCS = ROOT / "docs"
OPERATORS, MODERATORS, AUTHORS = DOCS / "operators.md", DOCS / "moderators.md", DOCS / "authors.md"


def rows(path: Path) -> list[list[str]]:
    """The rows of all tables of a page, each cell as it is written."""
    found: list[list[str]] = []
    for token in tokens_of(path):
        if token.type == "tr_open":
            found.append([])
        elif token.type in ("td_open", "th_open"):
            found[-1].append("")
        elif token.type == "inline" and found and found[-1] and not found[-1][-1]:
            found[-1][-1] = token.content
    return found


@cache
def first_cells(path: Path) -> tuple[str, ...]:
    """What the rows are about: the code at the start of their first cell."""
    cells = (re.match(r"\[?`([^`]+)`", row[0]) for row in rows(path) if row)
    return tuple(match[1] for match in cells if match)


# Commands of the program


def programs(group: click.Group, name: str = "quizbot") -> Iterator[tuple[str, click.Command]]:
    for command_name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from programs(command, f"{name} {command_name}")
        else:
            yield f"{name} {command_name}", command


def value_of(option: click.Option) -> str:
    """What stands behind an option, with a space before it: nothing, one of a few words, or a number."""
    if option.is_flag:
        return ""
    return " " + "|".join(option.type.choices) if isinstance(option.type, click.Choice) else " N"


def usage(name: str, command: click.Command) -> str:
    """A command with its arguments and options, as the manual writes it."""
    words = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            word = str(parameter.make_metavar(click.Context(command)))
        else:
            word = f"[{parameter.opts[0]}{value_of(parameter)}]"
        words.append(word)
    return " ".join(words)


@pytest.mark.parametrize(("name", "command"), [*programs(main)], ids=str)
def test_operators_find_every_command_of_the_program_with_its_options(name, command):
    described = [cell for cell in first_cells(OPERATORS) if cell.startswith(f"{name} ") or cell == name]
    assert described == [usage(name, command)]


def test_operators_find_no_command_that_is_not_there():
    named = {cell for cell in first_cells(OPERATORS) if cell.startswith("quizbot ")}
    assert named <= {usage(name, command) for name, command in programs(main)}


# Commands in Discord


@pytest.fixture(scope="module")
def slash_commands(tmp_path_factory):
    """The options of every slash command, each with whether it must be given."""
    client = World(tmp_path_factory.mktemp("docs")).client
    try:
        commands = [each for each in client.tree.walk_commands() if isinstance(each, app_commands.Command)]
        return {
            f"/{each.qualified_name}": {option.display_name: option.required for option in each.parameters}
            for each in commands
        }
    finally:
        client.release()


@pytest.mark.parametrize("path", [README, MODERATORS], ids=lambda path: path.name)
def test_every_slash_command_is_in_the_tables_with_its_options(path, slash_commands):
    described = [cell for cell in first_cells(path) if cell.startswith("/")]
    written = [
        " ".join([name, *(option if required else f"[{option}]" for option, required in options.items())])
        for name, options in slash_commands.items()
    ]
    assert sorted(described) == sorted(written)


@pytest.mark.parametrize(
    "path", [README, MODERATORS, AUTHORS, DOCS / "first-run.md"], ids=lambda path: path.name
)
def test_a_manual_names_no_slash_command_and_no_option_that_is_not_there(path, slash_commands):
    named = {line for line in code_of(path) if re.match(r"/[a-z]+(?![a-z/])", line)}
    wrong = set()
    for line in named:
        name = next((each for each in slash_commands if f"{line} ".startswith(f"{each} ")), None)
        if name is None or set(re.findall(r"(\w+):", line)) - set(slash_commands[name]):
            wrong.add(line)
    assert wrong == set()


# Settings


@pytest.mark.parametrize("field", Settings.model_fields)
def test_operators_find_every_setting_with_its_default(field):
    name, default = PREFIX + field.upper(), Settings.model_fields[field].default
    (row,) = [row for row in rows(OPERATORS) if row[0] == f"`{name}`"]
    expected = {"token": "none", "content": "the packs that come with quizbot", "public_url": "none"}
    assert row[1] == expected.get(field, f"`{default}`")


# Questions


@pytest.mark.parametrize("kind", KINDS)
def test_authors_find_every_kind_of_figure(kind):
    assert [row[0] for row in rows(AUTHORS) if f"`{kind}`" in row[0]] == [f"[`{kind}`](figures.md#{kind})"]


def test_authors_find_every_field_of_a_question_and_nothing_else():
    schema = question_schema()
    fields = [*schema["properties"], *schema["$defs"]["OptionModel"]["properties"]]
    assert sorted(set(first_cells(AUTHORS)) - set(KINDS)) == sorted(fields)


def test_authors_find_which_fields_a_question_must_have():
    schema = question_schema()
    required = {*schema["required"], *schema["$defs"]["OptionModel"]["required"]}
    assert {row[0].strip("`") for row in rows(AUTHORS) if "required" in row[1]} == required


def test_the_example_for_authors_passes_the_strict_check(tmp_path):
    example = re.search(r"```yaml\n(# yaml-language-server.*?)```", AUTHORS.read_text("utf-8"), re.S)
    topic = tmp_path / "content" / "ai-infrastructure" / "networking"
    topic.mkdir(parents=True)
    pack = ROOT / "content" / "ai-infrastructure" / "pack.yaml"
    (topic.parent / "pack.yaml").write_bytes(pack.read_bytes())
    (topic / "no-address-after-the-move.yaml").write_text(example[1], "utf-8")
    result = quizbot("check", "--strict", topic / "no-address-after-the-move.yaml", cwd=tmp_path)
    assert result.out.startswith(f"1 question checked: 0 {Severity.ERROR}s, 0 {Severity.WARNING}s")
