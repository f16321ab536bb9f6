"""Log lines as text or as JSON, with the ids of server, channel and game."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal, TextIO

LogFormat = Literal["text", "json"]
Id = int | str | None
_MESSAGES_SHOWN = {"aiohttp", "discord"}  # libraries whose exceptions never quote a hidden card
_HIDDEN = "[hidden]"
_TOKEN_OF_INTERACTION = re.compile(
    r"""(/(?:interactions|webhooks)/\d+/|["']token["']: ?["'])[^/?\s"']+"""
)
"""The token gives access to private hands for 15 minutes; the library logs paths and events."""
_SHORTEST_SECRET = 4
_CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINS_EMOJIS = "\u200d"
_ids: ContextVar[Mapping[str, Id]] = ContextVar("ids", default={})  # noqa: B039  # only replaced


def set_up_logging(
    level: int, shape: LogFormat, secrets: Sequence[str], stream: TextIO | None = None
) -> None:
    """Send every log line of this process to one stream, stderr by default.

    Secrets and the tokens of interactions are hidden. Above DEBUG, exceptions are logged without
    their messages, which may quote hidden cards, except those of Discord and the operating system.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Formatter(shape, secrets, whole=level <= logging.DEBUG))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)


@contextmanager
def about(**ids: Id) -> Iterator[None]:
    """Add ids (``guild``, ``channel``, ``game``) that are not None to log lines of this context."""
    token = _ids.set({**_ids.get(), **ids})
    try:
        yield
    finally:
        _ids.reset(token)


def printable(text: str) -> str:
    """Escape control characters, so that a stranger's text is one line and harmless."""
    if text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode()
        if unicodedata.category(character) in _CONTROLS and character != _JOINS_EMOJIS
        else character
        for character in text
    )


class _Formatter(logging.Formatter):
    """Formats a record with its ids, without secrets; if ``whole``, with all messages."""

    def __init__(self, shape: LogFormat, secrets: Sequence[str], *, whole: bool) -> None:
        super().__init__()
        self._line = _json_line if shape == "json" else _text_line
        # Removing a very short text would make lines unreadable.
        self._secrets = [secret for secret in secrets if len(secret) >= _SHORTEST_SECRET]
        self._whole = whole

    def format(self, record: logging.LogRecord) -> str:
        """Format a record, with a traceback if it has an exception."""
        fields = {
            "timestamp": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": self._redact(record.getMessage()),
        }
        ids = {name: value for name, value in _ids.get().items() if value is not None}
        error = record.exc_info[1] if record.exc_info else None
        trace = "\nbecause of\n".join(map(self._one, _chain(error)))
        return self._line(fields, ids, self._redact(trace))

    def _redact(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _TOKEN_OF_INTERACTION.sub(rf"\1{_HIDDEN}", text)

    def _one(self, error: BaseException) -> str:
        library = type(error).__module__.partition(".")[0]
        is_safe = self._whole or isinstance(error, OSError) or library in _MESSAGES_SHOWN
        what = f"{type(error).__qualname__}: {error}" if is_safe else type(error).__qualname__
        return "".join(traceback.format_tb(error.__traceback__)) + printable(what)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _json_line(fields: Mapping[str, str], ids: Mapping[str, Id], trace: str) -> str:
    exception = {"exception": trace} if trace else {}
    return json.dumps({**fields, **ids, **exception})


def _text_line(fields: Mapping[str, str], ids: Mapping[str, Id], trace: str) -> str:
    suffix = "".join(f" {name}={value}" for name, value in ids.items())
    line = printable("{timestamp} [{level}] {event} [{logger}]".format_map(fields) + suffix)
    return f"{line}\n{trace}" if trace else line
