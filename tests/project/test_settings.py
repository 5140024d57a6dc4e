"""`.env.example` and the settings agree; a setting that cannot be used is one line that helps."""

import os
import re
import shutil

import pytest

from bot.config import PREFIX, ConfigError, Settings, load_settings
from tests.project.repository import ROOT

EXAMPLE = ROOT / ".env.example"
NAMES = {PREFIX + name.upper() for name in Settings.model_fields}
_SETTING = re.compile(r"#?([A-Z][A-Z0-9_]*)=(.*)")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.secret.part-of-it"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder to start in, with no setting made anywhere."""
    for name in os.environ:
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines_of_example() -> list[str]:
    return EXAMPLE.read_text("utf-8").splitlines()


def test_the_example_names_every_setting_once_and_nothing_else():
    named = [match[1] for line in lines_of_example() if (match := _SETTING.fullmatch(line))]
    assert sorted(named) == sorted(NAMES)


def test_every_other_line_of_the_example_is_a_comment():
    others = [line for line in lines_of_example() if line and not _SETTING.fullmatch(line)]
    assert [line for line in others if not line.startswith("# ")] == []


def test_every_setting_of_the_example_has_a_comment_above_it():
    lines = lines_of_example()
    bare = [
        line
        for above, line in zip(["", *lines], lines, strict=False)
        if _SETTING.fullmatch(line) and not above.startswith("# ")
    ]
    assert bare == []


def test_the_example_as_it_is_gives_the_defaults(folder):
    defaults = load_settings()
    shutil.copy(EXAMPLE, folder / ".env")
    assert load_settings() == defaults
    assert defaults.token is None


def test_the_values_that_the_example_shows_can_be_used(folder):
    shown = "\n".join(line[1:] for line in lines_of_example() if line.startswith("#QUIZBOT_"))
    (folder / ".env").write_text(shown, "utf-8")
    used, defaults = load_settings(), Settings(_env_file=None)
    assert used.public_url is not None
    assert (used.database, used.bind) == (defaults.database, defaults.bind)
    assert (ROOT / used.content).resolve() == defaults.content.resolve()


def test_the_environment_wins_over_the_file_and_code_over_both(folder, monkeypatch):
    (folder / ".env").write_text("QUIZBOT_BIND=127.0.0.1:1\nQUIZBOT_DATABASE=file.sqlite3\n", "utf-8")
    monkeypatch.setenv("QUIZBOT_BIND", "127.0.0.1:2")
    assert load_settings().bind == "127.0.0.1:2"
    assert load_settings().database.name == "file.sqlite3"
    assert load_settings(bind="127.0.0.1:3").bind == "127.0.0.1:3"


def test_an_empty_value_is_no_value(monkeypatch):
    defaults = load_settings()
    for name in NAMES:
        monkeypatch.setenv(name, "")
    assert load_settings() == defaults


BAD = [
    ("QUIZBOT_BIND", "8080"),
    ("QUIZBOT_BIND", "127.0.0.1"),
    ("QUIZBOT_BIND", "127.0.0.1:65536"),
    ("QUIZBOT_BIND", "127.0.0.1:-1"),
    ("QUIZBOT_BIND", "127.0.0.1:http"),
    ("QUIZBOT_BIND", "127.0.0.1:٨٠"),
    ("QUIZBOT_BIND", "quiz.example.org:8080"),
    ("QUIZBOT_PUBLIC_URL", "quiz.example.org"),
    ("QUIZBOT_PUBLIC_URL", "ftp://quiz.example.org"),
    ("QUIZBOT_PUBLIC_URL", "https://"),
    ("QUIZBOT_PUBLIC_URL", "https:///quiz"),
    ("QUIZBOT_PUBLIC_URL", "https://quiz.example.org/?a=1"),
    ("QUIZBOT_PUBLIC_URL", "https://quiz.example.org?"),
    ("QUIZBOT_PUBLIC_URL", "https://quiz.example.org#top"),
    ("QUIZBOT_PUBLIC_URL", "https://ada@quiz.example.org"),
    ("QUIZBOT_PUBLIC_URL", "https://quiz.example .org"),
    ("QUIZBOT_PUBLIC_URL", "https://quiz.example.org:http"),
    ("QUIZBOT_DATABASE", "~no-such-member-here/quiz.sqlite3"),
    ("QUIZBOT_PUBLIC_URL", "https://" + "x" * 200),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_one_line_with_what_was_found_and_expected_and_what_to_do(name, value, monkeypatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    (line,) = refusal.value.lines
    expected = Settings.model_fields[name.removeprefix(PREFIX).lower()].description
    assert line.startswith(f'{name} is "{value}"; expected {expected}; ')
    assert ".env" in line.rpartition(";")[2]


def test_a_value_with_a_line_break_is_still_one_line(monkeypatch):
    monkeypatch.setenv("QUIZBOT_BIND", "127.0.0.1\n:8080")
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    assert [len(line.splitlines()) for line in refusal.value.lines] == [1]


def test_all_bad_values_are_told_at_once(monkeypatch):
    monkeypatch.setenv("QUIZBOT_BIND", "here")
    monkeypatch.setenv("QUIZBOT_PUBLIC_URL", "there")
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    assert sorted(line.split()[0] for line in refusal.value.lines) == ["QUIZBOT_BIND", "QUIZBOT_PUBLIC_URL"]


def test_a_file_that_is_not_text_is_one_line(folder):
    (folder / ".env").write_bytes(b"QUIZBOT_BIND=127.0.0.1:8080 # \xff\n")
    with pytest.raises(ConfigError, match=r"\.env is not UTF-8 text") as refusal:
        load_settings()
    assert len(refusal.value.lines) == 1


@pytest.mark.parametrize(("name", "value"), BAD[:1] + BAD[-1:])
def test_the_token_is_in_no_error_and_in_no_repr(name, value, monkeypatch):
    monkeypatch.setenv("QUIZBOT_TOKEN", TOKEN)
    assert load_settings().token.get_secret_value() == TOKEN
    assert "secret" not in repr(load_settings()) + str(load_settings())
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    error = refusal.value
    assert "secret" not in repr(error) + str(error) + repr(error.__cause__)
    assert error.__suppress_context__


def test_a_token_that_is_no_text_is_refused_without_being_repeated():
    with pytest.raises(ConfigError) as refusal:
        load_settings(token=123456789)
    assert "123456789" not in str(refusal.value)
    assert refusal.value.lines[0].startswith("QUIZBOT_TOKEN is ")


@pytest.mark.parametrize(
    ("bind", "host", "port"),
    [
        ("127.0.0.1:8080", "127.0.0.1", 8080),
        ("localhost:0", "localhost", 0),
        ("[::1]:80", "::1", 80),
        ("0.0.0.0:65535", "0.0.0.0", 65535),
    ],
)
def test_addresses_that_can_be_used(bind, host, port):
    settings = load_settings(bind=bind)
    assert (settings.host, settings.port) == (host, port)


@pytest.mark.parametrize(
    ("address", "used"),
    [
        ("https://quiz.example.org/", "https://quiz.example.org"),
        (" https://quiz.example.org//\n", "https://quiz.example.org"),
        ("HTTPS://quiz.example.org/study/", "https://quiz.example.org/study"),
        ("Http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("https://[::1]:8443", "https://[::1]:8443"),
        (" ", None),
    ],
)
def test_a_public_address_is_put_in_order(address, used, monkeypatch):
    monkeypatch.setenv("QUIZBOT_PUBLIC_URL", address)
    assert load_settings().public_url == used


def test_a_path_may_begin_in_the_home_folder(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("QUIZBOT_DATABASE", "~/data/quiz.sqlite3")
    (folder / ".env").write_text("QUIZBOT_CONTENT=~/packs\n", "utf-8")
    assert load_settings().database == folder / "data" / "quiz.sqlite3"
    assert load_settings().content == folder / "packs"


# --- the token ------------------------------------------------------------------------------------


def test_white_space_around_a_token_is_no_part_of_it(monkeypatch):
    monkeypatch.setenv("QUIZBOT_TOKEN", f" {TOKEN}\r\n")
    assert load_settings().token.get_secret_value() == TOKEN


def test_a_blank_token_is_none(monkeypatch):
    monkeypatch.setenv("QUIZBOT_TOKEN", " \t ")
    assert load_settings().token is None


@pytest.mark.parametrize(
    "token", [f"Bot {TOKEN}", f"{TOKEN}\nx", f"{TOKEN}é", f"{TOKEN}\x7f", f"{TOKEN}\x1b"]
)
def test_a_token_that_cannot_be_one_is_refused_without_being_repeated(token, monkeypatch):
    monkeypatch.setenv("QUIZBOT_TOKEN", token)
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    (line,) = refusal.value.lines
    assert line.startswith("QUIZBOT_TOKEN is what it is; expected ")
    assert "secret" not in line


def test_a_link_to_the_database_means_the_file_behind_it(folder, monkeypatch):
    (folder / "disk").mkdir()
    (folder / "quiz.sqlite3").symlink_to(folder / "disk" / "real.sqlite3")
    monkeypatch.setenv("QUIZBOT_DATABASE", "quiz.sqlite3")
    assert load_settings().database == folder / "disk" / "real.sqlite3"


# --- .env and names -------------------------------------------------------------------------------


def test_a_file_with_a_byte_order_mark_is_read_from_its_first_name_on(folder):
    (folder / ".env").write_text("QUIZBOT_BIND=127.0.0.1:1\n", "utf-8-sig")
    assert load_settings().bind == "127.0.0.1:1"


@pytest.mark.parametrize("wrong", ['QUIZBOT_TOKEN="secret', "QUIZBOT_TOKEN = 'secret' x", "a secret here"])
def test_a_line_of_the_file_that_cannot_be_read_is_told_by_its_number_alone(wrong, folder):
    (folder / ".env").write_text(f"# ours\n\nQUIZBOT_BIND=127.0.0.1:1\n{wrong}\n", "utf-8")
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    (line,) = refusal.value.lines
    assert line.startswith("line 4 of .env cannot be read; expected ")
    assert "secret" not in line


def as_folder(path):
    path.mkdir()


def as_circle(path):
    path.symlink_to(path)


@pytest.mark.parametrize("made", [as_folder, as_circle])
def test_a_file_that_cannot_be_read_is_told_and_not_taken_for_none(made, folder):
    made(folder / ".env")
    with pytest.raises(ConfigError) as refusal:
        load_settings()
    (line,) = refusal.value.lines
    assert line.startswith(".env cannot be read (")


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("QUIZBOT_TOKN", "QUIZBOT_TOKEN"),
        ("QUIZBOT_DATABSE", "QUIZBOT_DATABASE"),
        ("QUIZBOT_PUBLICURL", "QUIZBOT_PUBLIC_URL"),
        ("quizbot_contents", "QUIZBOT_CONTENT"),
    ],
)
def test_a_name_that_is_no_setting_is_told_with_the_nearest_one(slip, meant, folder, monkeypatch):
    (folder / ".env").write_text(f"{slip}=secret\n", "utf-8")
    with pytest.raises(ConfigError) as in_file:
        load_settings()
    (folder / ".env").unlink()
    monkeypatch.setenv(slip, "secret")
    with pytest.raises(ConfigError) as in_environment:
        load_settings()
    assert in_file.value.lines == in_environment.value.lines
    (line,) = in_file.value.lines
    assert line.startswith(f"{slip} is no setting; expected {meant}; ")
    assert "secret" not in line


def test_names_of_other_programs_are_not_ours(folder, monkeypatch):
    (folder / ".env").write_text("OTHER_TOKN=x\n", "utf-8")
    monkeypatch.setenv("QUIZ_TOKN", "x")
    assert load_settings().token is None
