"""Quick copies of frozen dataclasses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["fast_replace"]

T = TypeVar("T")

if TYPE_CHECKING:
    # mypy checks the names and types of the changes.
    from dataclasses import replace as fast_replace
else:
    _new = object.__new__
    _put = object.__setattr__

    def fast_replace(old: T, /, **changes: Any) -> T:
        """A copy of a dataclass without slots, with changes; no ``__post_init__`` is run."""
        new = _new(type(old))
        _put(new, "__dict__", old.__dict__ | changes)
        return new
