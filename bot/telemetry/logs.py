"""Log lines as text or as JSON, with the ids of server, channel and game."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Literal, TextIO

LogFormat = Literal["text", "json"]
LogLine = MutableMapping[str, Any]
Id = int | str | None
_MESSAGES_SHOWN = {"aiohttp", "discord"}
"""Libraries whose exceptions never quote a hidden card."""
_HIDDEN = "[hidden]"
_SHORTEST_SECRET = 4
_ids: ContextVar[Mapping[str, Id]] = ContextVar("ids", default={})  # noqa: B039  # only replaced


def set_up_logging(
    level: int, shape: LogFormat, secrets: Sequence[str], stream: TextIO | None = None
) -> None:
    """Send every log line of this process to one stream.

    Above DEBUG, exceptions are logged without their messages, which may quote hidden cards, except
    those of Discord and of the operating system.

    Args:
        level: the lowest level that is logged.
        shape: text, or one JSON object per line.
        secrets: texts to remove from every line, such as the token and a database password.
        stream: the stream; stderr by default.
    """
    # Slow to import, and only a service needs it.
    import structlog  # noqa: PLC0415

    trace = _ExceptionFormatter(whole=level <= logging.DEBUG)
    renderer = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if shape == "json"
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=lambda out, failed: print(trace(failed), file=out)
        )
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            _add_ids,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *([structlog.processors.ExceptionRenderer(trace)] if shape == "json" else []),
            renderer,
            _Redaction(secrets),
        ],
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)


@contextmanager
def about(**ids: Id) -> Iterator[None]:
    """Add ids (``guild``, ``channel``, ``game``) to every log line of this context.

    Ids that are None are left out. A task started in the context keeps them until it ends.
    """
    token = _ids.set({**_ids.get(), **ids})
    try:
        yield
    finally:
        _ids.reset(token)


def _add_ids(_logger: object, _method: str, line: LogLine) -> LogLine:
    return {name: value for name, value in _ids.get().items() if value is not None} | dict(line)


class _ExceptionFormatter:
    """Formats an exception and its causes, with all messages only if ``whole``."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole

    def __call__(
        self, exc_info: tuple[type[BaseException], BaseException, TracebackType | None]
    ) -> str:
        return "\nbecause of\n".join(map(self._one, _chain(exc_info[1])))

    def _one(self, error: BaseException) -> str:
        library = type(error).__module__.partition(".")[0]
        shown = self._whole or isinstance(error, OSError) or library in _MESSAGES_SHOWN
        what = f"{type(error).__qualname__}: {error}" if shown else type(error).__qualname__
        return "".join(traceback.format_tb(error.__traceback__)) + what


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, then its cause or context, and so on."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class _Redaction:
    """Replaces secrets in finished lines."""

    def __init__(self, secrets: Sequence[str]) -> None:
        # Replacing a very short text would make lines unreadable.
        self._secrets = [secret for secret in secrets if len(secret) >= _SHORTEST_SECRET]

    def __call__(self, _logger: object, _method: str, line: object) -> str:
        text = str(line)
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return text
