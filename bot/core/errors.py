"""The errors of the rules core; their sentences for players are made elsewhere.

::

    CodedError (Exception)
    └── GameError (also ValueError)
        ├── MalformedError      makes no sense in any state: no such card, bad notation
        ├── IllegalError        a proper action that is not allowed now
        ├── RuleSetError        a combination of rules that cannot be played
        ├── RecordError         not a game record, or one that breaks the rules
        └── SnapshotError       a stored state that cannot be one of its game
"""

from __future__ import annotations

from typing import Any


class CodedError(Exception):
    """A refusal; ``code`` says which, ``data`` has the particulars."""

    def __init__(self, code: str, **data: Any) -> None:  # particulars of any kind
        super().__init__(code, data)
        self.code = code
        self.data: dict[str, Any] = data

    def __str__(self) -> str:
        particulars = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"{self.code} ({particulars})" if particulars else self.code


class GameError(CodedError, ValueError):
    """Something the rules core refuses."""


class MalformedError(GameError):
    """Something that makes no sense in any state: no such card, no such seat, bad notation."""


class IllegalError(GameError):
    """A proper action that is not allowed in this state."""


class RuleSetError(GameError):
    """A combination of rules that cannot be played."""


class RecordError(GameError):
    """Something that is not a game record, or a line of one that breaks the rules."""


class SnapshotError(GameError):
    """A stored state that cannot be one of its game; says why and quotes no card."""

    def __init__(self, why: str) -> None:
        super().__init__("damaged_snapshot", why=why)
