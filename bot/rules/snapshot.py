"""A game's state as JSON text and back, without what never changes in a game.

The rule set, the names and the shuffle secret are not in it, since they never change.

Cards are written as in game records, piles and hands as one text with
blanks between the cards, a group as the letter of its kind before its cards: ``R W4 B5 R6``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from bot.games.errors import SnapshotError
from bot.games.snapshots import damaged

from .cards import Card, Colour, card, cards, codes, full_deck, table_card
from .events import GameEnded, HandEnded
from .groups import Group, group
from .phases import GroupKind
from .state import Game, Seat, Stage, State

FORMAT = 1
_LATER_FIELDS = {"taken", "thrown", "passed", "idle_turns", "out_by", "out_card"}
"""Fields that snapshots of earlier versions have not: the default of the class stands for them."""
_compact = json.JSONEncoder(separators=(",", ":")).encode


def dumps(state: State) -> str:
    """A state as compact JSON, a few thousand characters; its game is not in it."""
    return _compact(_as_json(state) | {"format": FORMAT})


def loads(text: str, game: Game) -> State:
    """The state that :func:`dumps` wrote down, of the game given: exactly the same.

    Raises:
        SnapshotError: it cannot be a state of this game.
    """
    try:
        stored = dict(_Snapshot.model_validate_json(text))
    # The causes hold cards, which must not come into a log: what is said here is where it is wrong.
    except ValidationError as error:
        raise damaged(error) from None
    del stored["format"]
    state = State(game=game, **stored)
    _check_numbers(state)
    _check_cards(state)
    return state


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────
# What is stored follows from the fields of the classes and from these two tables.


def _as_json(of: object) -> dict[str, Any]:
    """The fields of a state, a seat or an event as JSON data."""
    return {name: as_json(getattr(of, name)) for name, as_json in _FIELDS[type(of)]}


def _unchanged(value: object) -> object:
    return value


def _or_none(value: object) -> object:
    return None if value is None else _as_json(value)


_AS_JSON: dict[Any, Callable[[Any], object]] = {
    tuple[Card, ...]: codes,
    Card | None: lambda drawn: None if drawn is None else drawn.code,
    tuple[Group, ...]: lambda laid: [f"{each.kind} {codes(each.cards)}" for each in laid],
    tuple[Seat, ...]: lambda seats: [_as_json(seat) for seat in seats],
    HandEnded | None: _or_none,
    GameEnded | None: _or_none,
}
"""By the type of a field; values of all other types are JSON data."""


def _json_fields(of: Any) -> list[tuple[str, Callable[[Any], object]]]:  # noqa: ANN401  # a dataclass
    hints = get_type_hints(of)
    names = [field.name for field in fields(of) if field.name != "game"]
    return [(name, _AS_JSON.get(hints[name], _unchanged)) for name in names]


_FIELDS: dict[type, list[tuple[str, Callable[[Any], object]]]] = {
    of: _json_fields(of) for of in (State, Seat, HandEnded, GameEnded)
}


class _Stored(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


def _model(of: Any) -> Any:  # noqa: ANN401  # a dataclass, and a model made of it
    """The model of stored JSON that becomes an object of a class."""
    hints = get_type_hints(of)
    stored: dict[str, Any] = {
        field.name: (
            _FROM_JSON.get(hints[field.name], hints[field.name]),
            field.default if field.name in _LATER_FIELDS else ...,
        )
        for field in fields(of)
        if field.name != "game"
    }
    return create_model(of.__name__, __base__=_Stored, **stored)


def _group(text: str) -> Group:
    kind, *placed = text.split()
    return group(GroupKind(kind), map(table_card, placed))


_Number = Annotated[int, Field(ge=0)]
_FROM_JSON: dict[Any, Any] = {
    int: _Number,
    int | None: _Number | None,
    tuple[int, ...]: tuple[_Number, ...],
    tuple[int, ...] | None: tuple[_Number, ...] | None,
    Card | None: Annotated[str, AfterValidator(card)] | None,
    tuple[Card, ...]: Annotated[str, AfterValidator(cards)],
    tuple[Group, ...]: tuple[Annotated[str, AfterValidator(_group)], ...],
}
"""By the type of a field; the others are validated as they stand."""
_Seat: Any = Annotated[_model(Seat), AfterValidator(lambda stored: Seat(**dict(stored)))]
_FROM_JSON[tuple[Seat, ...]] = tuple[_Seat, ...]


class _Snapshot(_model(State)):  # type: ignore[misc]  # made of the dataclass
    format: Literal[1]


# ── whether it can be ─────────────────────────────────────────────────────────────────────────


def _check_numbers(state: State) -> None:
    """Every seat and phase that is named must be there."""
    size, phases = state.game.size, len(state.game.phases)
    if len(state.seats) != size:
        raise SnapshotError(f"{len(state.seats)} seats for {size} players")
    guards = [seat.guard for seat in state.seats if seat.guard is not None]
    last_turns = state.last_turns or ()
    if max(state.turn, state.dealer, *guards, *state.dry, *state.out, *last_turns) >= size:
        raise SnapshotError("no such seat")
    for seat in state.seats:
        named = (*seat.completed, *seat.attempted, *([] if seat.trying is None else [seat.trying]))
        if any(not 1 <= phase <= phases for phase in named):
            raise SnapshotError("no such phase")
    if (state.stage is Stage.OVER) != (state.result is not None):
        raise SnapshotError("over or not")


def _check_cards(state: State) -> None:
    """No card may be there more often than the deck has it."""
    rules = state.game.rules
    deck = _deck(rules.colours, rules.skips)
    if any(count > deck.get(held, 0) for held, count in Counter(_all_cards(state)).items()):
        raise SnapshotError("more cards than the deck has")
    if any(_more(seat.taken, seat.hand + seat.saved) for seat in state.seats if seat.taken):
        raise SnapshotError("cards known to be held that are not")


def _more(some: tuple[Card, ...], there: tuple[Card, ...]) -> bool:
    """Whether some card is more often in ``some`` than there."""
    held = Counter(there)
    return any(many > held[each] for each, many in Counter(some).items())


def _all_cards(state: State) -> list[Card]:
    found = [*state.draw_pile, *state.discard_pile]
    for seat in state.seats:
        found += seat.hand + seat.saved
        for laid in seat.groups:
            found += [placed.held for placed in laid.cards]
    return found


@lru_cache(maxsize=64)
def _deck(colours: tuple[Colour, ...], skips: int) -> dict[Card, int]:
    return Counter(full_deck(colours, skips))
