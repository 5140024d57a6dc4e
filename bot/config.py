"""Settings from the environment or `.env`, each one with its default; `.env.example` explains them."""

import difflib
import io
import ipaddress
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "QUIZBOT_"
#: An editor may begin a text with a byte order mark; it is no part of the first name.
_ENCODING = "utf-8-sig"
_ENV_FILE = ".env"
_MEND = "mend it in the environment or in .env"

_BESIDE = Path(__file__).parent
#: A checkout has its content beside the program, an installed package inside.
BUNDLED_CONTENT = _BESIDE / "content" if (_BESIDE / "content").is_dir() else _BESIDE.parent / "content"

#: An address is repeated in messages, which Discord limits to 4,000 characters in all.
_URL_LENGTH = 200


class ConfigError(Exception):
    """Settings that cannot be used; `lines` says for each one what was found, expected and to be done."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Settings(BaseSettings):
    """What an operator can set. Values given in code win over the environment, this over `.env`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=_ENV_FILE,
        env_file_encoding=_ENCODING,
        env_ignore_empty=True,
        extra="ignore",
    )

    token: SecretStr | None = Field(None, description="the bot's token as the Developer Portal shows it")
    database: Path = Field(Path("data/quizbot.sqlite3"), description="a path to the database file")
    content: Path = Field(BUNDLED_CONTENT, description="a path to the folder with the packs")
    public_url: str | None = Field(
        None, description="where the pages can be reached, such as https://quiz.example.org"
    )
    bind: str = Field("127.0.0.1:8080", description="an address and port for the pages: 127.0.0.1:8080")

    @field_validator("token")
    @classmethod
    def _is_one_word(cls, value: SecretStr | None) -> SecretStr | None:
        token = value.get_secret_value().strip() if value else ""
        if not all("!" <= character <= "~" for character in token):
            raise ValueError
        return SecretStr(token) if token else None

    @field_validator("database", "content")
    @classmethod
    def _with_home(cls, value: Path) -> Path:
        try:
            return value.expanduser()
        except RuntimeError:  # there is no such home
            raise ValueError from None

    @field_validator("database")
    @classmethod
    def _is_the_real_file(cls, value: Path) -> Path:
        """Whoever names a link means the file: its lock, its log and its copies lie beside that."""
        try:
            return value.resolve()
        except RuntimeError:  # a link that leads round in a circle
            raise ValueError from None

    @field_validator("public_url")
    @classmethod
    def _is_a_web_address(cls, value: str | None) -> str | None:
        address = (value or "").strip()
        if not address:
            return None
        # The pages' paths are put behind it as they are.
        if len(address) > _URL_LENGTH or any(c in '?#@\\<>"' or c.isspace() for c in address):
            raise ValueError
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise ValueError
        return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")

    @field_validator("bind")
    @classmethod
    def _is_host_and_port(cls, value: str) -> str:
        host, _, port = value.rpartition(":")
        if host != "localhost":
            ipaddress.ip_address(host.strip("[]"))
        if not (port.isascii() and port.isdigit() and int(port) < 65536):
            raise ValueError
        return value

    @property
    def host(self) -> str:
        """The address to listen on."""
        return self.bind.rpartition(":")[0].strip("[]")

    @property
    def port(self) -> int:
        """The port to listen on; 0 takes any free one."""
        return int(self.bind.rpartition(":")[2])


def load_settings(**given: Any) -> Settings:
    """The settings; raises ConfigError that names every bad one. Secrets are never repeated."""
    unknown = _unknown({*os.environ, *_names_in_file()})
    try:
        settings = Settings(**given)
    except ValidationError as problem:
        raise ConfigError([*unknown, *(_line(error) for error in problem.errors())]) from None
    if unknown:
        raise ConfigError(unknown)
    return settings


def _names_in_file() -> set[str]:
    """The names that `.env` sets. The library would take one that it cannot read for none at all."""
    try:
        text = Path(_ENV_FILE).read_text(_ENCODING)
    except FileNotFoundError:
        return set()
    except UnicodeDecodeError:
        raise ConfigError([f"{_ENV_FILE} is not UTF-8 text; save it as UTF-8"]) from None
    except OSError as error:
        found = f"{_ENV_FILE} cannot be read ({error.strerror or error}); expected a file with settings"
        raise ConfigError([f"{found}; mend its rights, or move it away"]) from None
    bindings = list(parse_stream(io.StringIO(text)))
    if wrong := [each.original.line for each in bindings if each.error]:
        # Never repeated: the token may stand there.
        expected = "expected NAME=value, with both quotes or none"
        raise ConfigError([f"line {line} of {_ENV_FILE} cannot be read; {expected}" for line in wrong[:1]])
    return {each.key for each in bindings if each.key}


def _unknown(names: set[str]) -> list[str]:
    """A line for each name that looks like a setting and is none: most likely a slip of a key."""
    right = [PREFIX + field.upper() for field in Settings.model_fields]
    wrong = sorted(name for name in names if name.upper().startswith(PREFIX) and name.upper() not in right)
    return [
        f"{' '.join(name.split())} is no setting; expected {_nearest(name, right)}; {_MEND}" for name in wrong
    ]


def _nearest(name: str, right: list[str]) -> str:
    return difflib.get_close_matches(name.upper(), right, n=1, cutoff=0)[0]


def _line(error: Any) -> str:
    field = str(error["loc"][0])
    found = "what it is" if field == "token" else f'"{" ".join(str(error["input"]).split())}"'
    expected = Settings.model_fields[field].description
    return f"{PREFIX}{field.upper()} is {found}; expected {expected}; {_MEND}"
