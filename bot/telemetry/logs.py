"""Log lines as text for people or as JSON for programs, with the ids of game and server."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal, TextIO

if TYPE_CHECKING:
    from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

LogFormat = Literal["text", "json"]
Id = int | str | None
_SAY_NO_CARDS = {"aiohttp", "discord"}
_HIDDEN = "[hidden]"
_SHORTEST_SECRET = 4
_ids: ContextVar[Mapping[str, Id]] = ContextVar("ids", default={})  # noqa: B039  # only replaced


def set_up_logging(
    level: int, shape: LogFormat, secrets: Sequence[str], stream: TextIO | None = None
) -> None:
    """Send every log line of this process to one stream in one shape.

    Above DEBUG an exception is told by its kind and by where it came from: what it says may quote
    hidden cards, unless Discord or the system says it.

    Args:
        level: the least important level that is logged.
        shape: text for people, or one JSON object a line.
        secrets: texts that are never written, such as the token and a database password.
        stream: where to; stderr when left out.
    """
    # All parts of the bot log, but only a service needs this, which takes long to load.
    import structlog  # noqa: PLC0415

    trace = _Trace(whole=level <= logging.DEBUG)
    before: list[Processor] = [
        _with_ids,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    out: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if shape == "json"
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=lambda out, failed: print(trace(failed), file=out)
        )
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *([structlog.processors.ExceptionRenderer(trace)] if shape == "json" else []),
            out,
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
    """Give every log line within these ids (``guild``, ``channel``, ``game``); None is left out.

    What begins within, such as a task, keeps them for as long as it lasts.
    """
    token = _ids.set({**_ids.get(), **ids})
    try:
        yield
    finally:
        _ids.reset(token)


def _with_ids(_logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
    known = {name: value for name, value in _ids.get().items() if value is not None}
    return {**known, **line}


class _Trace:
    """How something failed, as text."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole

    def __call__(self, exc_info: ExcInfo) -> str:
        told = map(self._one, _chain(exc_info[1]))
        return "\nbecause of\n".join(told)

    def _one(self, error: BaseException) -> str:
        module = type(error).__module__.partition(".")[0]
        told = self._whole or isinstance(error, OSError) or module in _SAY_NO_CARDS
        what = f"{type(error).__qualname__}: {error}" if told else type(error).__qualname__
        return "".join(traceback.format_tb(error.__traceback__)) + what


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, what it was raised for, and so on."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class _Redaction:
    """Takes secrets out of finished lines, wherever in them they stand."""

    def __init__(self, secrets: Sequence[str]) -> None:
        # Taking out a very short text would only make lines unreadable.
        self._secrets = [secret for secret in secrets if len(secret) >= _SHORTEST_SECRET]

    def __call__(self, _logger: WrappedLogger, _name: str, line: EventDict | str) -> str:
        text = str(line)
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return text
