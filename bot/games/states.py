"""Steps from state to state, and quick copies of frozen dataclasses."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
S = TypeVar("S")
E_co = TypeVar("E_co", covariant=True)
F = TypeVar("F")
_new, _put = object.__new__, object.__setattr__


class Step(NamedTuple, Generic[S, E_co]):
    """The result of an action: the new state and the events, in order."""

    state: S
    events: tuple[E_co, ...]

    def then(self, after: Step[S, F]) -> Step[S, E_co | F]:
        """This step followed by another that began at its state."""
        return Step(after.state, self.events + after.events)


def evolve(old: T, **changes: Any) -> T:  # noqa: ANN401  # a field may hold anything
    """A copy of a frozen dataclass (one without slots) with some fields changed.

    About ten times as quick as ``dataclasses.replace``, which counts: a game is thousands of
    states. Field names are not checked, and no ``__post_init__`` is run.
    """
    new = _new(type(old))
    _put(new, "__dict__", old.__dict__ | changes)
    return new


def unchecked(kind: type[T], fields: dict[str, Any]) -> T:
    """A frozen dataclass (one without slots) with these fields, as quick as :func:`evolve`.

    Missing fields have their defaults, which are attributes of the class. The object keeps the
    dictionary, so nothing else may change it.
    """
    new = _new(kind)
    _put(new, "__dict__", fields)
    return new
