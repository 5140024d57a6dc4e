"""`quizbot run`, `quizbot invite` and the help: one clear line and the right exit code for each failure."""

import base64
import re
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.cli import main
from bot.store.engine import Engine
from tests import builders
from tests.cli.program import Result, environment, quizbot, together
from tests.contents import write_content


def token_of(application_id: str) -> str:
    """A token as Discord makes them, of no bot: its first part is the id."""
    return base64.urlsafe_b64encode(application_id.encode()).decode().rstrip("=") + ".x4Kq7z.not-a-secret-Zw3"


ID = "1234567890123456789"
TOKEN = token_of(ID)


def lines_of(result, code):
    """What a run that failed with this code told; it told nothing on its output, and never the token."""
    assert result.code == code, result.err
    assert result.out == ""
    assert "Traceback" not in result.err
    assert not any(part in result.err for part in TOKEN.split(".")), "the token was told"
    return result.err.splitlines()


def line_of(result, code):
    (line,) = lines_of(result, code)
    return line


# --- help, usage, invite --------------------------------------------------------------------------

WRONG_USAGE = ("fly", "check --fly")
IDS = (ID[:18], ID)  # with and without the padding that tokens leave out
NO_TOKENS = ("!!!.x.y", token_of("123"), "a" * 32)
NO_IDS = ("abc", "123")

#: Name of a run -> its arguments and settings.
RUNS = {
    "help": (["--help"], {}),
    **{f"usage {words}": (words.split(), {}) for words in WRONG_USAGE},
    **{f"token of {each}": (["invite"], {"TOKEN": token_of(each)}) for each in IDS},
    **{f"token {each}": (["invite"], {"TOKEN": each}) for each in ("", *NO_TOKENS)},
    **{f"id {each}": (["invite", each], {}) for each in (ID, *NO_IDS)},
    "both": (["invite", ID[::-1]], {"TOKEN": TOKEN}),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """How a run ended, by its name."""
    works = {
        name: partial(quizbot, *arguments, cwd=tmp_path_factory.mktemp("cli"), **settings)
        for name, (arguments, settings) in RUNS.items()
    }
    with together(works) as ended:
        yield ended


def test_help_lists_every_command_with_a_description(runs):
    result = runs("help")
    assert (result.code, result.err) == (0, "")
    listed = dict(re.findall(r"^  ([a-z]+) {2,}(\S.+)$", result.out.partition("Commands:")[2], re.M))
    assert set(listed) == set(main.commands) >= {"run", "try", "check", "schema", "invite"}
    assert all(len(description.split()) > 2 for description in listed.values())
    assert "..." not in result.out.partition("Commands:")[2], "a description is cut off"


def test_each_command_and_each_option_is_described():
    for name, command in main.commands.items():
        assert command.help, name
        bare = [each.opts for each in command.params if each.param_type_name == "option" and not each.help]
        assert bare == [], name


@pytest.mark.parametrize("words", WRONG_USAGE)
def test_wrong_usage_is_told_with_the_way_to_the_help(runs, words):
    result = runs(f"usage {words}")
    assert (result.code, result.out) == (2, "")
    assert "--help" in result.err
    assert result.err.splitlines()[-1].startswith("Error: ")


def link_parts(result):
    assert (result.code, result.err) == (0, "")
    (line,) = result.out.splitlines()
    link = urlsplit(line)
    assert (link.scheme, link.netloc, link.path) == ("https", "discord.com", "/oauth2/authorize")
    return {name: values[0] for name, values in parse_qs(link.query).items()}


VIEW, SEND, FILES, HISTORY, IN_THREADS = 1 << 10, 1 << 11, 1 << 15, 1 << 16, 1 << 38


def test_invite_prints_a_link_with_just_the_permissions_that_are_needed(runs):
    parts = link_parts(runs(f"id {ID}"))
    assert parts["client_id"] == ID
    assert set(parts["scope"].split()) == {"bot", "applications.commands"}
    assert int(parts["permissions"]) == VIEW | SEND | FILES | HISTORY | IN_THREADS


@pytest.mark.parametrize("application_id", IDS)
def test_invite_finds_the_id_in_the_token(runs, application_id):
    assert link_parts(runs(f"token of {application_id}"))["client_id"] == application_id


def test_an_id_on_the_command_line_wins_over_the_token(runs):
    assert link_parts(runs("both"))["client_id"] == ID[::-1]


def test_invite_without_an_id_says_where_to_find_one(runs):
    line = line_of(runs("token "), 78)
    assert line.startswith("there is neither an application id nor QUIZBOT_TOKEN; expected a number of 17 to")
    assert "Developer Portal" in line
    assert "quizbot invite" in line


@pytest.mark.parametrize("token", NO_TOKENS)
def test_invite_says_that_a_token_is_none_and_does_not_repeat_it(runs, token):
    line = line_of(runs(f"token {token}"), 78)
    assert line.startswith("QUIZBOT_TOKEN is not a token")
    assert "Reset Token" in line
    assert token not in line


@pytest.mark.parametrize("given", NO_IDS)
def test_invite_refuses_what_is_no_id(runs, given):
    result = runs(f"id {given}")
    assert result.code in (2, 78)
    assert result.out == ""
    assert "17 to 20 digits" in result.err


# --- run ------------------------------------------------------------------------------------------


class Start:
    """A folder with good content, and `quizbot run` in it with good settings but for what is given."""

    def __init__(self, folder):
        self.folder = folder
        self.database = folder / "data" / "quiz.sqlite3"
        self.content = folder / "content"
        write_content(self.content, builders.pack(), builders.question(), builders.multiple())

    def run(self, *options, **settings):
        good = {"TOKEN": TOKEN, "CONTENT": self.content, "DATABASE": self.database, "BIND": "127.0.0.1:0"}
        return quizbot(*options, "run", cwd=self.folder, **(good | settings))


def no_token(start):
    return start.run(TOKEN="")


def bad_settings(start):
    return start.run(BIND="here", PUBLIC_URL="there")


def newer_database(start):
    Engine.open(start.database).close()
    with closing(sqlite3.connect(start.database)) as connection, connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('quizbot', 'm999', '')"
        )
    return start.run()


_HOLDER = """
import pathlib, sys
from bot.store.engine import Engine
engine = Engine.open(pathlib.Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
engine.close()
"""


def database_in_use(start):
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, start.database],
        env=environment(start.folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as holder:
        assert holder.stdout.readline() == "open\n"
        result = start.run()
        holder.stdin.close()
        assert holder.wait(30) == 0
    return result


def file_as_folder(start):
    start.database.parent.write_text("a file in place of the folder")
    return start.run()


def no_database(start):
    start.database.parent.mkdir()
    start.database.write_text("no database, but long enough to be looked at; " * 50)
    return start.run()


BAD_FILES = ("fabric.yaml", "two-links.yaml")


def bad_content(start):
    for name in BAD_FILES:
        path = start.content / "ai" / "networking" / name
        path.write_text(path.read_text("utf-8").replace("level:", "lvel:"), "utf-8")
    return start.run()


def other_content(start):
    (start.folder / "other").mkdir()
    (start.folder / "other" / "notes.txt").write_text("no question", "utf-8")
    return start.run(CONTENT=start.folder / "other")


def taken_port(start):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        start.address = f"127.0.0.1:{taken.getsockname()[1]}"
        return start.run(BIND=start.address)


def no_network(start):
    return start.run()


def debug_without_network(start):
    return start.run("--debug")


#: All names lead to a server here that takes connections and never says a word.
_SILENCE = """
import os, socket
address = ("127.0.0.1", int(os.environ["SILENT_PORT"]))
socket.getaddrinfo = lambda *_, **__: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address)]
"""


def stopped_while_connecting(start):
    guarded = environment(
        start.folder, TOKEN=TOKEN, CONTENT=start.content, DATABASE=start.database, BIND="127.0.0.1:0"
    )
    with (start.folder / ".offline" / "sitecustomize.py").open("a", encoding="utf-8") as guard:
        guard.write(_SILENCE)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(30)
        with subprocess.Popen(
            [sys.executable, "-m", "bot", "run"],
            cwd=start.folder,
            env=guarded | {"SILENT_PORT": str(silent.getsockname()[1])},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            try:
                silent.accept()[0].detach()  # it stays open: the login waits for an answer
                process.terminate()
                out, err = process.communicate(timeout=10)
            finally:
                process.kill()
    return Result(process.returncode, out, err)


STARTS = (
    *(no_token, bad_settings, newer_database, database_in_use, file_as_folder, no_database),
    *(bad_content, other_content, taken_port, no_network),
    debug_without_network,
    stopped_while_connecting,
)


@pytest.fixture(scope="module")
def starts(tmp_path_factory):
    """How a start ended, by the name of its case, with its folder."""

    def work(case, folder):
        start = Start(folder)
        return case(start), start

    works = {case.__name__: partial(work, case, tmp_path_factory.mktemp("run")) for case in STARTS}
    with together(works) as ended:
        yield lambda case: ended(case.__name__)


def test_without_a_token_it_says_how_to_get_on(starts):
    result, start = starts(no_token)
    line = line_of(result, 78)
    assert line.startswith("QUIZBOT_TOKEN is not set; expected ")
    assert ".env" in line
    assert "make try" in line
    assert not start.database.exists()


def test_every_bad_setting_is_a_line(starts):
    lines = lines_of(starts(bad_settings)[0], 78)
    assert sorted(line.split()[0] for line in lines) == ["QUIZBOT_BIND", "QUIZBOT_PUBLIC_URL"]


def test_a_database_of_a_newer_version_is_a_matter_of_configuration(starts):
    result, start = starts(newer_database)
    line = line_of(result, 78)
    assert line.startswith(f"{start.database} was written by a newer quizbot")
    assert "m999" in line


def test_a_database_that_another_process_uses_is_refused(starts):
    result, start = starts(database_in_use)
    assert line_of(result, 1).startswith(f"{start.database} is in use by another quizbot; expected ")


@pytest.mark.parametrize("case", [file_as_folder, no_database])
def test_a_database_that_cannot_be_used_is_told(starts, case):
    result, start = starts(case)
    line = line_of(result, 1)
    assert line.startswith(f"{start.database} cannot be used (")
    assert "QUIZBOT_DATABASE" in line


def test_content_with_errors_is_refused_and_every_bad_file_named(starts):
    result, start = starts(bad_content)
    *findings, last = lines_of(result, 1)
    for name in BAD_FILES:
        assert any(line.startswith(f"{start.content / 'ai' / 'networking' / name}:") for line in findings)
    assert all(re.match(r".+:\d+:\d+: error \[[A-Z]\d{3}\] ", line) for line in findings)
    assert "quizbot check" in last


def test_a_content_folder_without_packs_is_refused(starts):
    result, start = starts(other_content)
    first, *_ = lines_of(result, 1)
    assert first.startswith(f"{start.folder / 'other'}:1:1: error [S001] ")


def test_a_port_that_is_taken_is_told_before_any_login(starts):
    result, start = starts(taken_port)
    line = line_of(result, 1)
    # A login would have ended with "Discord cannot be reached": the guard lets nobody out.
    assert line.startswith(f"the pages cannot be served at {start.address} (")
    assert "QUIZBOT_BIND" in line
    Engine.open(start.database).close()  # it was given back


def test_without_a_network_it_says_so_and_gives_everything_back(starts):
    result, start = starts(no_network)
    started, line = lines_of(result, 1)
    assert f"database {start.database}, pages at http://127.0.0.1:" in started
    assert line.startswith("Discord cannot be reached (")
    assert "discord.com" in line
    Engine.open(start.database).close()


def test_debug_shows_the_traceback_and_still_no_token(starts):
    result, _ = starts(debug_without_network)
    assert "Traceback (most recent call last)" in result.err
    assert "StartError" in result.err
    assert not any(part in result.err + result.out for part in TOKEN.split("."))


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGTERM")
def test_it_stops_within_ten_seconds_while_discord_does_not_answer(starts):
    result, start = starts(stopped_while_connecting)
    assert (result.code, result.out) == (0, "")
    assert "Traceback" not in result.err
    Engine.open(start.database).close()
