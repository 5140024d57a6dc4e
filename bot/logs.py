"""What the log looks like: one line for what happened, and never a secret in it."""

import datetime
import json
import logging
import re
import sys
import traceback

#: Whoever has the token of an interaction can answer in its place for a quarter of an hour.
_SECRETS = re.compile(
    r"(?P<before>/(?:interactions|webhooks)/\d+/|[\"']token[\"']: ?[\"'])[^/\s\"'?]+"
    # The bot's own, whatever it is written into: id, time and signature, each in base 64.
    r"|[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{20,}"
)
_HIDDEN = "[hidden]"
#: What discord.py says whenever it could not connect.
_TRIES = "Attempting a reconnect"


def without_secrets(text: str) -> str:
    """The text with every token in it hidden."""
    return _SECRETS.sub(lambda found: (found["before"] or "") + _HIDDEN, text)


class _ForPeople(logging.Formatter):
    """Hides tokens last of all, so in tracebacks too."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s  %(message)s", "%Y-%m-%d %H:%M:%S %z")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class _ForPrograms(logging.Formatter):
    """One JSON object per line: at, level, logger, message, and error with the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC).replace(tzinfo=None)
        line = {
            "at": at.isoformat(timespec="milliseconds") + "Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        # Hidden before quotes are escaped: afterwards a token would look like another text.
        hidden = {name: without_secrets(text) for name, text in line.items()}
        return json.dumps(hidden)  # in ASCII, whatever the stream can take


def _shorten(record: logging.LogRecord) -> bool:
    """Makes one line of what a library tells with a traceback; of strangers' bad requests nothing."""
    if record.name == "aiohttp.server" and record.exc_info:
        from aiohttp.http_exceptions import HttpProcessingError

        if isinstance(record.exc_info[1], HttpProcessingError):
            return False
    if record.name.startswith("discord.") and record.exc_info and record.exc_info[1]:
        said = " ".join("".join(traceback.format_exception_only(record.exc_info[1])).split())
        record.msg, record.args = "%s: %s (--debug shows where)", (record.getMessage(), said)
        record.exc_info = record.exc_text = None
    return True


class _OncePerOutage(logging.Filter):
    """Lets the first line of an outage through: the library tells of each try to connect.

    It is over with a line that says `extra={"connected": True}`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told = False

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "connected", False):
            self._told = False
        if not (record.name.startswith("discord.") and str(record.msg).startswith(_TRIES)):
            return True
        first, self._told = not self._told, True
        return first


def begin(*, debug: bool) -> None:
    """From now on what is logged goes to standard error: for people on a terminal, as JSON elsewhere.

    With `debug` everything, with tracebacks.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_ForPeople() if sys.stderr.isatty() else _ForPrograms())
    if not debug:
        handler.addFilter(_OncePerOutage())
        handler.addFilter(_shorten)
    logging.basicConfig(level=logging.DEBUG if debug else logging.INFO, handlers=[handler])
    logging.getLogger("discord").setLevel(logging.DEBUG if debug else logging.WARNING)
    # With more they would tell all that members write and all that is answered.
    for name in ("discord.gateway", "discord.http"):
        logging.getLogger(name).setLevel(logging.INFO if debug else logging.WARNING)
