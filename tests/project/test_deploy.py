"""The Dockerfile, compose.yaml and the units agree with the program that they start."""

import configparser
import json
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import PurePosixPath

import pytest
import yaml

from bot.cli import main
from bot.config import Settings
from bot.signals import DEADLINE_S
from tests.project.repository import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from try_image import ignored, instructions


@pytest.fixture(scope="module")
def image():
    """The arguments of each instruction of the Dockerfile, in order."""
    found = defaultdict(list)
    for name, argument in instructions((ROOT / "Dockerfile").read_text("utf-8")):
        found[name].append(argument)
    return found


@pytest.fixture(scope="module")
def service():
    return yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]["bot"]


def unit(name):
    """A unit of systemd. A key may stand there more than once; the last one counts here."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(ROOT / "deploy" / name, "utf-8")
    return parser


UNITS = ("quizbot.service", "quizbot-backup.service")


def settings_of(image):
    pairs = dict(each.split("=", 1) for line in image["ENV"] for each in shlex.split(line))
    return {name: value for name, value in pairs.items() if name.startswith("QUIZBOT_")}


def test_what_is_started_is_a_command_of_the_program(image):
    commands = [json.loads(image["CMD"][-1]), json.loads(image["HEALTHCHECK"][-1].partition("CMD ")[2])]
    for name in UNITS:
        path, *words = unit(name)["Service"]["ExecStart"].split()
        assert path == "/opt/quizbot/bin/quizbot"
        commands.append(["quizbot", *words])
    assert [
        command for command in commands if command[0] != "quizbot" or command[1] not in main.commands
    ] == []
    assert commands[:2] == [["quizbot", "run"], ["quizbot", "healthcheck"]]


def test_a_signal_to_stop_reaches_the_program_and_it_has_the_time_it_needs(image, service):
    assert image["STOPSIGNAL"] == ["SIGTERM"]
    assert "ENTRYPOINT" not in image
    assert float(service["stop_grace_period"].removesuffix("s")) > DEADLINE_S + 2
    assert float(unit(UNITS[0])["Service"]["TimeoutStopSec"]) > DEADLINE_S + 2


def test_the_settings_of_the_image_are_settings_and_can_be_used(image, service):
    made = settings_of(image)
    assert set(made) <= {f"QUIZBOT_{name.upper()}" for name in Settings.model_fields}
    assert {name: service["environment"][name] for name in made} == made
    used = Settings(_env_file=None, **{name.removeprefix("QUIZBOT_").lower(): made[name] for name in made})
    assert (used.host, used.port) == ("0.0.0.0", int(image["EXPOSE"][-1]))


def test_the_database_is_on_the_volume_and_the_user_may_write_there(image, service):
    database = PurePosixPath(settings_of(image)["QUIZBOT_DATABASE"])
    (volume,) = service["volumes"]
    assert str(database.parent) == volume.partition(":")[2] == "/data"
    assert any("install -d -o 10001 -g 10001 -m 0700 /data" in line for line in image["RUN"])
    assert "VOLUME" not in image, "an unnamed volume would hide that the answers are not kept"


def test_the_container_has_no_rights_and_its_port_is_not_for_the_world(image, service):
    assert image["USER"] == ["10001:10001"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["ports"] == [f"127.0.0.1:{image['EXPOSE'][-1]}:{image['EXPOSE'][-1]}"]


def test_what_is_installed_is_decided_by_hashes(image):
    installs = [
        each for line in image["RUN"] for each in line.split("&&") if " install " in each and "pip" in each
    ]
    assert len(installs) == 3
    assert all("--require-hashes -r requirements/" in each or "--no-index" in each for each in installs)


def test_what_builds_and_what_runs_can_be_installed_together():
    pinned = [
        dict(
            re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements" / f"{name}.txt").read_text("utf-8"), re.M)
        )
        for name in ("run", "build")
    ]
    assert {
        name: versions
        for name in pinned[0]
        if len(versions := {each.get(name) for each in pinned} - {None}) > 1
    } == {}


def test_what_must_be_mended_first_is_not_started_again_and_all_else_is(service):
    main_unit = unit(UNITS[0])["Service"]
    assert (main_unit["Restart"], main_unit["RestartPreventExitStatus"]) == ("on-failure", "78")
    assert service["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_may_write_to_its_own_folder_only(name):
    made = unit(name)["Service"]
    assert (made["ProtectSystem"], made["User"], made["NoNewPrivileges"]) == ("strict", "quizbot", "yes")
    assert made["WorkingDirectory"] == f"/var/lib/{made['StateDirectory']}"
    assert "ReadWritePaths" not in made


def test_the_backups_are_begun_by_the_timer():
    assert unit("quizbot-backup.timer")["Timer"]["OnCalendar"] == "daily"


@pytest.mark.parametrize(
    ("name", "out"),
    [
        (".env", True),
        ("data/quizbot.sqlite3", True),
        (".git/config", True),
        ("tests/conftest.py", True),
        ("bot/__pycache__/cli.cpython-311.pyc", True),
        ("bot/cli.py", False),
        ("bot/site/static/site.css", False),
        ("content/ai-infrastructure/pack.yaml", False),
        ("requirements/run.txt", False),
    ],
)
def test_only_the_program_is_sent_to_an_engine(name, out):
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert ignored(name, [line for line in lines if line and not line.startswith("#")]) is out


_ZONES = """
import datetime, zoneinfo
for zone in ("Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata"):
    print(datetime.datetime(2026, 7, 1, 12, tzinfo=zoneinfo.ZoneInfo(zone)).utcoffset())
"""


def test_time_zones_need_nothing_of_the_system():
    result = subprocess.run(
        [sys.executable, "-c", _ZONES],
        env={"PYTHONTZPATH": ""},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert result.stdout.split() == ["2:00:00", "-1", "day,", "21:00:00", "5:30:00"], result.stderr
    pinned = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    assert re.search(r"^tzdata==", pinned, re.M)
