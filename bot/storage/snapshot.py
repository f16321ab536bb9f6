"""A game's state as JSON text and back, without what never changes in a game.

The rule set, the names and the shuffle secret are stored once per game, not in the snapshot: see
:mod:`bot.storage.schema`. Cards are written as in game records, piles and hands as one text with
blanks between the cards, a group as the letter of its kind before its cards: ``R W4 B5 R6``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.rules.cards import Card, Colour, card, cards, codes, full_deck, table_card
from bot.rules.errors import GameError
from bot.rules.events import GameEnded, HandEnded
from bot.rules.groups import Group, group
from bot.rules.phases import GroupKind
from bot.rules.state import Game, Seat, Stage, State

from .errors import DamagedSnapshotError

FORMAT = 1
_compact = json.JSONEncoder(separators=(",", ":")).encode
_STATE = tuple(field.name for field in fields(State) if field.name != "game")
_SEAT = tuple(field.name for field in fields(Seat))
_HAND_ENDED = tuple(field.name for field in fields(HandEnded))
_GAME_ENDED = tuple(field.name for field in fields(GameEnded))

_Number = Annotated[int, Field(ge=0)]
_Seats = tuple[_Number, ...]
_Phase = Annotated[int, Field(ge=1)]


class _Stored(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class _Seat(_Stored):
    hand: str
    groups: tuple[str, ...]
    trying: _Phase | None
    completed: tuple[_Phase, ...]
    attempted: tuple[_Phase, ...]
    total: _Number
    playing: bool
    skipped: bool
    guard: _Number | None
    saved: str
    saved_this_hand: bool
    drew_saved: bool
    offered: bool
    # Snapshots of earlier versions have none of these.
    taken: str = ""
    thrown: str = ""
    passed: str = ""


class _Snapshot(_Stored):
    format: Literal[1]
    version: _Number
    stage: Stage
    seats: tuple[_Seat, ...]
    turn: _Number
    dealer: _Number
    hand: _Number
    shuffles: _Number
    draw_pile: str
    discard_pile: str
    drawn: str | None
    dry: _Seats
    out: _Seats
    last_turns: _Seats | None
    playoff: bool
    last_hand: HandEnded | None
    result: GameEnded | None


def dumps(state: State) -> str:
    """A state as compact JSON, a few thousand characters; its game is not in it."""
    data = _fields(state, _STATE)
    data["format"] = FORMAT
    data["seats"] = [_seat_data(seat) for seat in state.seats]
    data["draw_pile"] = codes(state.draw_pile)
    data["discard_pile"] = codes(state.discard_pile)
    data["drawn"] = state.drawn.code if state.drawn else None
    data["last_hand"] = _fields(state.last_hand, _HAND_ENDED) if state.last_hand else None
    data["result"] = _fields(state.result, _GAME_ENDED) if state.result else None
    return _compact(data)


def loads(text: str, game: Game) -> State:
    """The state that :func:`dumps` wrote down, of the game given: exactly the same.

    Raises:
        DamagedSnapshotError: it cannot be a state of this game.
    """
    try:
        return _state(_Snapshot.model_validate_json(text), game)
    # The causes hold cards, which must not come into a log: what is said here is where it is wrong.
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "all of it"
        raise DamagedSnapshotError(f"{where}: {first['type']}") from None
    except GameError as error:
        raise DamagedSnapshotError(error.code) from None
    except ValueError:
        raise DamagedSnapshotError("no such group") from None


def _fields(of: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}


def _seat_data(seat: Seat) -> dict[str, Any]:
    data = _fields(seat, _SEAT)
    data["hand"] = codes(seat.hand)
    data["saved"] = codes(seat.saved)
    data["taken"] = codes(seat.taken)
    data["thrown"] = codes(seat.thrown)
    data["passed"] = codes(seat.passed)
    data["groups"] = [f"{laid.kind} {codes(laid.cards)}" for laid in seat.groups]
    return data


def _state(stored: _Snapshot, game: Game) -> State:
    state = State(
        game=game,
        version=stored.version,
        stage=stored.stage,
        seats=tuple(map(_seat, stored.seats)),
        turn=stored.turn,
        dealer=stored.dealer,
        hand=stored.hand,
        shuffles=stored.shuffles,
        draw_pile=cards(stored.draw_pile),
        discard_pile=cards(stored.discard_pile),
        drawn=None if stored.drawn is None else card(stored.drawn),
        dry=stored.dry,
        out=stored.out,
        last_turns=stored.last_turns,
        playoff=stored.playoff,
        last_hand=stored.last_hand,
        result=stored.result,
    )
    _check_numbers(state)
    _check_cards(state)
    return state


def _seat(stored: _Seat) -> Seat:
    return Seat(
        hand=cards(stored.hand),
        groups=tuple(map(_group, stored.groups)),
        trying=stored.trying,
        completed=stored.completed,
        attempted=stored.attempted,
        total=stored.total,
        playing=stored.playing,
        skipped=stored.skipped,
        guard=stored.guard,
        saved=cards(stored.saved),
        saved_this_hand=stored.saved_this_hand,
        drew_saved=stored.drew_saved,
        offered=stored.offered,
        taken=cards(stored.taken),
        thrown=cards(stored.thrown),
        passed=cards(stored.passed),
    )


def _group(text: str) -> Group:
    kind, *placed = text.split()
    return group(GroupKind(kind), map(table_card, placed))


def _check_numbers(state: State) -> None:
    """Every seat and phase that is named must be there."""
    size, phases = state.game.size, len(state.game.phases)
    if len(state.seats) != size:
        raise DamagedSnapshotError(f"{len(state.seats)} seats for {size} players")
    guards = [seat.guard for seat in state.seats if seat.guard is not None]
    last_turns = state.last_turns or ()
    if max(state.turn, state.dealer, *guards, *state.dry, *state.out, *last_turns) >= size:
        raise DamagedSnapshotError("no such seat")
    for seat in state.seats:
        if max(seat.trying or 0, *seat.completed, *seat.attempted, 0) > phases:
            raise DamagedSnapshotError("no such phase")
    if (state.stage is Stage.OVER) != (state.result is not None):
        raise DamagedSnapshotError("over or not")


def _check_cards(state: State) -> None:
    """No card may be there more often than the deck has it."""
    rules = state.game.rules
    deck = _deck(rules.colours, rules.skips)
    if any(count > deck.get(held, 0) for held, count in Counter(_all_cards(state)).items()):
        raise DamagedSnapshotError("more cards than the deck has")
    if any(_more(seat.taken, seat.hand + seat.saved) for seat in state.seats if seat.taken):
        raise DamagedSnapshotError("cards known to be held that are not")


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
