"""The operator's settings, from the environment and a ``.env`` file."""

from __future__ import annotations

import os
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from dotenv import dotenv_values
from pydantic import (
    AliasChoices,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot import MISCONFIGURED
from bot.shards import ALL_SHARDS, Shards, parse_ids
from bot.telemetry.logs import LogFormat

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Seconds = Annotated[float, Field(allow_inf_nan=False)]
DEFAULT_DATABASE = "data/phase10.db"
_FILE = ".env"
_ENCODING = "utf-8-sig"  # some editors begin a file with a byte order mark
_NEAR = 0.75  # how similar a name is to one that was probably meant
_SECRET = {"discord_token", "database_url", "database"}


def _spelled(spell: Callable[[str], str]) -> BeforeValidator:
    return BeforeValidator(lambda text: spell(text.strip()) if isinstance(text, str) else text)


def unquoted(text: str) -> str:
    """Remove blanks around a value, and a pair of quotes, which ``docker --env-file`` keeps."""
    text = text.strip()
    if len(text) > 1 and text[0] in {'"', "'"} and text.endswith(text[0]):
        return text[1:-1].strip()
    return text


LogLevel = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], _spelled(str.upper)]


class OperatorError(Exception):
    """Errors that the operator can solve: a sentence for each, and the exit status."""

    def __init__(self, *sentences: str, status: int = 1) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
        self.status = status


class SettingsError(OperatorError, ValueError):
    """Settings cannot be used."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences, status=MISCONFIGURED)


class Settings(BaseSettings):
    """The settings; each is an environment variable of its name in capitals."""

    model_config = SettingsConfigDict(
        env_file=_FILE,
        env_file_encoding=_ENCODING,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
        populate_by_name=True,
    )

    discord_token: SecretStr | None = None  # needed only to run on Discord
    # The path of an SQLite file, or an ``sqlite`` or ``postgresql`` URL, which may contain a
    # password; ``DATABASE`` is the older name.
    database_url: Annotated[str, _spelled(unquoted)] = Field(
        default=DEFAULT_DATABASE,
        validation_alias=AliasChoices("database_url", "database"),
        repr=False,
    )
    log_level: LogLevel = "INFO"
    log_format: Annotated[LogFormat, _spelled(str.lower)] = "text"
    computer_pause: Seconds = Field(default=1.2, ge=0, le=10)  # before a computer player's turn
    hand_pause: Seconds = Field(default=20, ge=0, le=600)  # if not everybody is ready earlier
    heartbeat: Path | None = None  # a file that a running bot touches while it is connected
    # The shards of the bot, one by default, and those of this process, such as ``0,1`` or ``0-3``.
    shard_count: int | None = Field(default=None, ge=1, le=100_000)
    shard_ids: str | None = None
    # Where ``/metrics`` is served; nowhere without a port.
    metrics_port: int | None = Field(default=None, ge=1, le=65_535)
    metrics_host: str = "127.0.0.1"

    @property
    def shards(self) -> Shards:
        if self.shard_count is None:
            return ALL_SHARDS
        ids = range(self.shard_count) if self.shard_ids is None else parse_ids(self.shard_ids)
        return Shards(self.shard_count, tuple(ids))

    @field_validator("shard_ids")
    @classmethod
    def _of_the_count(cls, text: str | None, others: ValidationInfo) -> str | None:
        # If the count is invalid, only that is reported.
        if text is None or "shard_count" not in others.data:
            return text
        count = others.data["shard_count"]
        if count is None:
            raise ValueError("set SHARD_COUNT, too")
        Shards(count, parse_ids(text))
        return text


def load_settings(**given: Any) -> Settings:  # noqa: ANN401  # a setting of any kind
    """Load the settings of this process, which arguments override; raises SettingsError."""
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = error.errors()
        raise SettingsError(*map(_sentence, wrong), *misspelt_settings()) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The .env file cannot be read: {error}.") from error


def _sentence(error: ErrorDetails) -> str:
    """Describe an invalid setting, without the value of a secret."""
    name = str(error["loc"][0])
    # Pydantic puts a prefix before the message of a validator.
    reason = (error["msg"][0].lower() + error["msg"][1:]).removeprefix("value error, ")
    reason = reason.replace("input should", "it must").partition(", unable to parse")[0]
    value = "" if name in _SECRET else f" ({error['input']!r} was given)"
    return f"The setting {name.upper()} cannot be used: {reason}{value}."


def misspelt_settings() -> list[str]:
    """Return a sentence for each name in ``.env`` that is nearly that of a missing setting."""
    file = dotenv_values(_FILE, encoding=_ENCODING)
    given = {name.upper() for name, value in {**file, **os.environ}.items() if value}
    known = {*_NAMES, _OLDER_NAME}
    if _OLDER_NAME in given:
        given.add("DATABASE_URL")
    missing = [name for name in _NAMES if name not in given]
    return [
        f"{name} in .env is not a setting; did you mean {near}?"
        for name in file
        if name.upper() not in known
        for near in get_close_matches(name.upper().removeprefix("PHASE10_"), missing, 1, _NEAR)
    ]


_NAMES = [name.upper() for name in Settings.model_fields]
_OLDER_NAME = "DATABASE"
