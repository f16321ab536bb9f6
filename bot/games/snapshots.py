"""States as JSON text and back, without the parts that never change in a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Annotated, Any, Generic, Literal, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from .errors import SnapshotError

S = TypeVar("S")
M = TypeVar("M", bound="SnapshotModel")
Natural = Annotated[int, Field(ge=0)]


class SnapshotModel(BaseModel):
    """The stored fields of a state; its errors do not quote them, as they hold cards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    format: Literal[1] = Field()


def read_snapshot(text: str, model: type[M]) -> M:
    """The stored fields; a SnapshotError has the place of the first wrong one and its error."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"])) or "all of it"
        # The cause holds cards, which must not come into a log.
        raise SnapshotError(f"{where}: {first['type']}") from None


class StateSnapshots(Generic[S]):
    """The snapshots of a class of states: all its fields but ``game``, as they are annotated."""

    def __init__(self, state: type[S], check: Callable[[S], None]) -> None:
        """``check`` raises SnapshotError for a state that cannot be."""
        hints = get_type_hints(state, include_extras=True)
        self._names = [item.name for item in fields(state) if item.name != "game"]  # type: ignore[arg-type]
        stored: dict[str, Any] = {name: (hints[name], ...) for name in self._names}
        self._model = create_model(state.__name__, __base__=SnapshotModel, **stored)
        self._state, self._check = state, check

    def dumps(self, state: S) -> str:
        """A state as compact JSON."""
        stored = {name: getattr(state, name) for name in self._names}
        return self._model.model_construct(format=1, **stored).model_dump_json()

    def loads(self, text: str, game: Any) -> S:
        """The state that :meth:`dumps` wrote; SnapshotError if it cannot be one of this game."""
        stored = dict(read_snapshot(text, self._model))
        del stored["format"]
        state = self._state(game=game, **stored)  # type: ignore[call-arg]
        self._check(state)
        return state
