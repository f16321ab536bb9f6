"""A cheap ``dataclasses.replace`` for the frozen data of this package."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")
_new, _put = object.__new__, object.__setattr__


def evolve(old: T, **changes: Any) -> T:  # noqa: ANN401  # a field may hold anything
    """A copy of a frozen dataclass (one without slots) with some fields changed.

    About nine times as quick as ``dataclasses.replace``, which counts: a game is thousands of
    states. Field names are the caller's care; none here has a ``__post_init__`` to run again.
    """
    new = _new(type(old))
    _put(new, "__dict__", {**old.__dict__, **changes})
    return new
