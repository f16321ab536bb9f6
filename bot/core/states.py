"""The common parts of the states of all games, steps between states, and quick copies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field as DataclassField
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from .chance import SECRET_BYTES, commitment, stream_secret
from .copies import fast_replace
from .errors import IllegalError, MalformedError, RuleSetError, SnapshotError
from .events import AnyEvent, EndReason, TakenBack, TakenOver, TakeoverReason

T = TypeVar("T")
A = TypeVar("A", bound="AnyState")
R = TypeVar("R", bound="AnyRules")
C = TypeVar("C")
S = TypeVar("S")
E_co = TypeVar("E_co", covariant=True)
F = TypeVar("F")
P = TypeVar("P", bound="AnyView")
R_co = TypeVar("R_co", bound="AnyRules", covariant=True)
C_co = TypeVar("C_co", covariant=True)


class AnyAction:
    """A decision of a player; each game has classes of its own."""

    __slots__ = ()


class AnyRules:
    """The rules of one game, chosen before it begins."""

    __slots__ = ()
    edition: str  # the id of the edition on which they are based; it belongs to one game
    phases: tuple[str, ...]  # in notation
    min_players: int
    max_players: int

    @property
    def parsed_phases(self) -> tuple[Any, ...]:
        raise NotImplementedError

    @property
    def for_fun(self) -> bool:
        """Whether a game counts for no rating or board, as its phases are not the edition's own."""
        return False

    def usual_turns(self, players: int) -> float:
        """About how many turns a game takes, all players together."""
        raise NotImplementedError


@dataclass(frozen=True)
class GameHeader(Generic[R_co, C_co]):
    """The parts of a game that never change."""

    game_id: str
    rules: R_co
    players: tuple[str, ...]
    chance: C_co  # the source of its randomness: its secret, or the lines of its record
    commitment: str  # hex SHA-256 of the secret
    secret: bytes = field(default=b"", repr=False)  # empty where it is not known
    beacon: str = ""  # the click on *Start* and the people; empty without a lobby

    @cached_property
    def phases(self) -> tuple[Any, ...]:
        """The phases as data; phase number n of players and records is ``phases[n - 1]``."""
        return self.rules.parsed_phases

    @property
    def size(self) -> int:
        return len(self.players)


AnyHeader = GameHeader[AnyRules, object]


class AnyResult(AnyEvent):
    """How a game ended; a frozen dataclass."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, DataclassField[Any]]]
    reason: EndReason
    secret: str  # in hex
    winners: tuple[int, ...]  # their seats
    ranking: tuple[tuple[int, ...], ...]  # seats by place, best first


class AnyState:
    """A whole game at one moment; a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, DataclassField[Any]]]
    game: AnyHeader
    version: int  # rises by one with each action
    turn: int  # the seat to act; meaningless while the game pauses and when it is over
    result: AnyResult | None

    @property
    def pausing(self) -> bool:
        """Whether the table pauses before the next hand."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return self.result is not None


class Transition(NamedTuple, Generic[S, E_co]):
    """The result of an action: the new state and the events, in order."""

    state: S
    events: tuple[E_co, ...]

    def then(self, after: Transition[S, F]) -> Transition[S, E_co | F]:
        """This transition followed by another that began at its state."""
        return Transition(after.state, self.events + after.events)


AnyTransition = Transition[AnyState, AnyEvent]


class AnySeatView:
    """The public facts of one seat; a frozen dataclass."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, DataclassField[Any]]]
    seat: int
    name: str
    total: int
    trying: int | None  # the number of the phase, if it is known


class AnyView:
    """The view of a game that one seat, or a spectator, has; a frozen dataclass."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, DataclassField[Any]]]
    game_id: str
    rules: AnyRules
    phases: tuple[Any, ...]
    commitment: str
    beacon: str  # empty without a lobby
    version: int
    turn: int | None  # the seat to act; None between turns
    me: int | None  # the viewer's seat; None for a spectator
    seats: Sequence[AnySeatView]
    result: AnyResult | None

    @property
    def my_turn(self) -> bool:
        return self.me is not None and self.me == self.turn


class AnyLegal(Protocol):
    """The legal actions of the seat to act; false when there are none."""

    def __iter__(self) -> Iterator[AnyAction]:
        """Every legal action, or of very many the best ones."""

    def __contains__(self, action: object, /) -> bool: ...

    def __bool__(self) -> bool: ...


Displayed = Any  # a view, legal actions or an event for the pages of one game, which know its class


class AnyHighlight:
    """An event that is worth an animation; each game has classes of its own."""


def new_game(  # noqa: PLR0913, PLR0917  # the parts of a game
    game_id: str,
    rules: R,
    players: Sequence[str],
    secret: bytes,
    beacon: str,
    chance: Callable[[bytes], C],
) -> GameHeader[R, C]:
    """A game of players by seat whose ``chance`` comes from 32 secret random bytes and a beacon."""
    check_players(rules, len(players))
    if len(secret) != SECRET_BYTES:
        raise MalformedError("bad_secret", length=len(secret))
    drawn = chance(stream_secret(secret, beacon))
    return GameHeader(game_id, rules, tuple(players), drawn, commitment(secret), secret, beacon)


def check_players(rules: AnyRules, players: int) -> None:
    """Raise a RuleSetError if the rules are not for this number of players."""
    if not rules.min_players <= players <= rules.max_players:
        raise RuleSetError("number_of_players", players=players, most=rules.max_players)


def find_handler(handlers: Mapping[type, tuple[StrEnum, T]], stage: StrEnum, action: object) -> T:
    """The handler of an action; raises MalformedError, or IllegalError in another stage."""
    if type(action) not in handlers:
        raise MalformedError("no_such_action", action=repr(action))
    needed, handler = handlers[type(action)]
    if stage is not needed:
        raise IllegalError("wrong_stage", stage=str(stage), needs=str(needed))
    return handler


def take_over(state: A, seat: int, by: str, reason: TakeoverReason) -> Transition[A, TakenOver]:
    """Record that a seat passed between a person and a computer player; nothing else changes."""
    if not 0 <= seat < state.game.size:
        raise MalformedError("no_such_seat", seat=seat)
    if state.over:
        raise IllegalError("game_over")
    return Transition(next_version(state), (TakenOver(seat, by, reason),))


def take_back(state: A, seat: int, drawn: A) -> Transition[A, TakenBack]:
    """Return to the state after a seat's draw, as the newest version of the game."""
    again = fast_replace(drawn, game=state.game, version=state.version + 1)
    return Transition(again, (TakenBack(seat),))


def left_last(
    ranking: Iterable[Iterable[int]], left: Collection[int]
) -> tuple[tuple[int, ...], ...]:
    """The ranking in which the seats of people who left share the last place."""
    staying = (tuple(seat for seat in tied if seat not in left) for tied in ranking)
    return tuple(tied for tied in (*staying, tuple(sorted(left))) if tied)


def without_leavers(view: P, left: Collection[int]) -> P:
    """The view in whose result people who left are last, and the best of the others win."""
    result = view.result
    if result is None:
        return view
    ranking = left_last(result.ranking, left)
    staying = tuple(seat for seat in result.winners if seat not in left)
    # A game without winners still has none.
    winners = (staying or ranking[0]) if result.winners else ()
    return replace(view, result=replace(result, winners=winners, ranking=ranking))


def with_names(view: P, names: Sequence[str]) -> P:
    """The view with these names of the seats, which may differ from those in the record."""
    if all(seat.name == name for seat, name in zip(view.seats, names, strict=True)):
        return view
    renamed = zip(view.seats, names, strict=True)
    return replace(view, seats=tuple(replace(seat, name=name) for seat, name in renamed))


def with_leaders(view: P) -> P:
    """The view in whose result, if the game was ended early, the leaders stand as its winners."""
    result = view.result
    if result is None or result.reason is not EndReason.ABANDONED or len(result.ranking) < 2:
        return view
    return replace(view, result=replace(result, winners=result.ranking[0]))


def won_by_staying(view: P, seat: int) -> P:
    """The view of a game that a player won because all other people had left."""
    result = view.result
    if result is None or result.reason is not EndReason.ABANDONED:
        return view
    ranking = first_of((seat,), result.ranking)
    won = replace(result, winners=(seat,), ranking=ranking, reason=EndReason.COMPLETED)
    return replace(view, result=won)


def first_of(
    seats: Collection[int], ranking: Iterable[Iterable[int]]
) -> tuple[tuple[int, ...], ...]:
    """The ranking in which some seats share the first place."""
    others = (tuple(seat for seat in tied if seat not in seats) for tied in ranking)
    return tuple(tied for tied in (tuple(seats), *others) if tied)


def next_version(state: A) -> A:
    return fast_replace(state, version=state.version + 1)


def with_players(state: A, players: tuple[str, ...]) -> A:
    game = replace(state.game, players=players)
    return fast_replace(state, game=game)


def without_beacon(state: A) -> A:
    """The same game without its beacon, which names people; its record still verifies."""
    game: AnyHeader = state.game
    result: Any = state.result
    secret = stream_secret(game.secret, game.beacon)
    game = replace(game, secret=secret, commitment=commitment(secret), beacon="")
    if result is not None:
        result = replace(result, secret=secret.hex())
    return fast_replace(state, game=game, result=result)


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
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "all of it"
        # The cause holds cards, which must not come into a log.
        raise SnapshotError(f"{where}: {first['type']}") from None


class StateSnapshots(Generic[S]):
    """The snapshots of a class of states: all its fields but ``game``, as they are annotated.

    A field that a stored state lacks has its default: it was added later.
    """

    def __init__(self, state: type[S], check: Callable[[S], None]) -> None:
        """``check`` raises SnapshotError for a state that cannot be."""
        hints = get_type_hints(state, include_extras=True)
        self._names = [item.name for item in fields(state) if item.name != "game"]  # type: ignore[arg-type]
        stored: dict[str, Any] = {
            name: (hints[name], getattr(state, name, ...)) for name in self._names
        }
        self._model = create_model(state.__name__, __base__=SnapshotModel, **stored)
        self._state = state
        self._check = check

    def dumps(self, state: S) -> str:
        stored = {name: getattr(state, name) for name in self._names}
        return self._model.model_construct(format=1, **stored).model_dump_json(by_alias=True)

    def loads(self, text: str, game: object) -> S:
        """The state that :meth:`dumps` wrote; SnapshotError if it cannot be one of this game."""
        stored = dict(read_snapshot(text, self._model))
        del stored["format"]
        state = self._state(game=game, **stored)  # type: ignore[call-arg]
        self._check(state)
        return state
