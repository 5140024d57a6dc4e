"""Settings from the environment or `.env`, each one with its default; `.env.example` explains them."""

import ipaddress
from pathlib import Path
from typing import Any

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "QUIZBOT_"

_BESIDE = Path(__file__).parent
#: A checkout has its content beside the program, an installed package inside.
BUNDLED_CONTENT = _BESIDE / "content" if (_BESIDE / "content").is_dir() else _BESIDE.parent / "content"


class ConfigError(Exception):
    """Settings that cannot be used; `lines` says for each one what was found, expected and to be done."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Settings(BaseSettings):
    """What an operator can set. Values given in code win over the environment, this over `.env`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    token: SecretStr | None = Field(None, description="the bot's token from the Developer Portal")
    database: Path = Field(Path("data/quizbot.sqlite3"), description="a path to the database file")
    content: Path = Field(BUNDLED_CONTENT, description="a path to the folder with the packs")
    public_url: str | None = Field(
        None, description="where the pages can be reached, such as https://quiz.example.org"
    )
    bind: str = Field("127.0.0.1:8080", description="an address and port for the pages: 127.0.0.1:8080")

    @field_validator("public_url")
    @classmethod
    def _is_a_web_address(cls, value: str | None) -> str | None:
        if value is not None and (not value.startswith(("http://", "https://")) or len(value) > 200):
            raise ValueError
        return value.rstrip("/") if value else None

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
    try:
        return Settings(**given)
    except ValidationError as problem:
        raise ConfigError([_line(error) for error in problem.errors()]) from None
    except UnicodeDecodeError:
        raise ConfigError([".env is not UTF-8 text; save it as UTF-8"]) from None


def _line(error: Any) -> str:
    field = str(error["loc"][0])
    found = "what it is" if field == "token" else f'"{" ".join(str(error["input"]).split())}"'
    expected = Settings.model_fields[field].description
    return f"{PREFIX}{field.upper()} is {found}; expected {expected}; mend it in the environment or in .env"
