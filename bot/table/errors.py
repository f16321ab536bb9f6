"""Refusals of tables, commands and components, whose sentences are ``errors.<code>``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.errors import CodedError
from bot.storage.errors import StaleWriteError, StoreError


class TableError(CodedError):
    """An action that was refused; nothing was changed."""


@contextmanager
def looking_up() -> Iterator[None]:
    """Turn a failure of the store into a refusal: TableError ``not_looked_up``."""
    try:
        yield
    except StoreError as error:
        raise TableError("not_looked_up") from error


@contextmanager
def storing() -> Iterator[None]:
    """Turn a failure of the store into a refusal: TableError ``not_stored`` or ``stale``."""
    try:
        yield
    except StaleWriteError as error:
        raise TableError("stale") from error
    except StoreError as error:
        raise TableError("not_stored") from error
