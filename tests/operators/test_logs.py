"""The log is for people on a terminal and JSON elsewhere; one line for each event, and no token in either."""

import json
import logging
import os
import re
import subprocess
import sys

import pytest

from bot.logs import _ForPeople, _ForPrograms

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.never-tell-anybody-this-part-of-it"
_SAYS = """
import logging
from bot import logs
logs.begin(debug=False)
logging.getLogger("bot.running").info("ready: %d servers\\n– all", 2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_on_a_terminal_it_is_for_people():
    ours, theirs = os.openpty()
    subprocess.run([sys.executable, "-c", _SAYS], stderr=theirs, check=True)
    told = os.read(ours, 4096).decode()
    os.close(ours)
    os.close(theirs)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} INFO    bot\.running  ready: 2 servers", told)


def test_elsewhere_each_event_is_one_json_object_whatever_the_stream_can_take():
    result = subprocess.run(
        [sys.executable, "-c", _SAYS],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    (line,) = result.stderr.splitlines()
    told = json.loads(line)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told.pop("at"))
    assert told == {"level": "info", "logger": "bot.running", "message": "ready: 2 servers\n– all"}


def record_of(message, *arguments):
    try:
        raise ValueError(f"Bot {TOKEN}")
    except ValueError:
        error = sys.exc_info()
    return logging.LogRecord("discord.http", logging.ERROR, "", 1, message, arguments, error)


@pytest.mark.parametrize("formatter", [_ForPeople(), _ForPrograms()])
@pytest.mark.parametrize("secret", [TOKEN, '{"token":"aW50"}', "/webhooks/12/aW50-_x/messages"])
def test_tokens_are_hidden_in_messages_and_tracebacks(formatter, secret):
    told = formatter.format(record_of("sent %s", secret))
    assert "Traceback" in told
    assert told.count("[hidden]") >= 2
    assert "aW50" not in told
    assert not any(TOKEN[at : at + 7] in told for at in range(len(TOKEN) - 6))


def test_an_exception_is_a_part_of_its_line():
    line = _ForPrograms().format(record_of("it failed"))
    assert "\n" not in line
    assert json.loads(line)["error"].splitlines()[-1] == "ValueError: Bot [hidden]"


_DEBUGGED = """
import logging
from bot import logs
logs.begin(debug=True)
for name in ("discord.gateway", "discord.http", "discord.client"):
    logging.getLogger(name).debug("%s was told: what a member wrote", name)
    logging.getLogger(name).info("%s is connected", name)
"""


def test_the_most_detailed_log_holds_no_text_of_members_either():
    result = subprocess.run([sys.executable, "-c", _DEBUGGED], capture_output=True, text=True, check=True)
    told = [json.loads(line)["message"] for line in result.stderr.splitlines()]
    assert [each for each in told if "wrote" in each] == ["discord.client was told: what a member wrote"]
    assert len([each for each in told if "is connected" in each]) == 3


_OUTAGE = """
import logging
from bot import logs
logs.begin(debug=False)
for _ in range(2):
    for seconds in (1, 2, 4):
        try:
            raise OSError("no route to host")
        except OSError:
            logging.getLogger("discord.shard").exception("Attempting a reconnect in %.2fs", seconds)
    logging.getLogger("bot.chat.client").info("connected again", extra={"connected": True})
"""


def test_an_outage_is_one_line_at_its_beginning_and_one_at_its_end():
    result = subprocess.run([sys.executable, "-c", _OUTAGE], capture_output=True, text=True, check=True)
    told = [json.loads(line)["message"] for line in result.stderr.splitlines()]
    first = "Attempting a reconnect in 1.00s: OSError: no route to host (--debug shows where)"
    assert told == [first, "connected again"] * 2
