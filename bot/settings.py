"""What an operator can set, from the environment and a ``.env`` file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Seconds = Annotated[float, Field(allow_inf_nan=False)]
LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class SettingsError(ValueError):
    """A setting that cannot be used; the message is one sentence for the operator."""


class Settings(BaseSettings):
    """The settings; each is an environment variable of its name in capitals.

    Attributes:
        discord_token: the bot's token; only running on Discord needs it.
        database: the SQLite file that keeps games, as a path or an ``sqlite`` URL.
        log_level: the least important messages that are logged.
        computer_pause: seconds before a computer player's turn.
        hand_pause: seconds between two hands, unless everybody is ready before.
        heartbeat: a file that a running bot touches while it is connected; None for no such file.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
    )

    discord_token: SecretStr | None = None
    database: str = "data/phase10.db"
    log_level: LogLevel = "INFO"
    computer_pause: Seconds = Field(default=1.2, ge=0, le=10)
    hand_pause: Seconds = Field(default=20, ge=0, le=600)
    heartbeat: Path | None = None

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @field_validator("discord_token")
    @classmethod
    def _without_spaces(cls, token: SecretStr | None) -> SecretStr | None:
        return SecretStr(token.get_secret_value().strip()) if token else None


def load_settings(**given: Any) -> Settings:  # noqa: ANN401  # a setting of any kind
    """The settings of this process; those given here win.

    Raises:
        SettingsError: one cannot be used, or the ``.env`` file cannot be read.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The .env file cannot be read: {error}.") from error


def _sentence(error: ValidationError) -> str:
    """What is wrong with the first bad setting; a secret's value is never repeated."""
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0])
    said = first["msg"][0].lower() + first["msg"][1:]
    value = "" if name == "discord_token" else f" ({first['input']!r} was given)"
    return f"The setting {name.upper()} cannot be used: {said}{value}."
