"""The interface of a type of game to the table, the store and the lab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .events import AnyEvent
from .records import GameRecords, Line
from .states import (
    AnyAction,
    AnyHighlight,
    AnyLegal,
    AnyRules,
    AnyState,
    AnyView,
    StateSnapshots,
    Transition,
)

R = TypeVar("R", bound=AnyRules)
S = TypeVar("S", bound=AnyState)
A = TypeVar("A", bound=AnyAction)
E = TypeVar("E", bound=AnyEvent)
V = TypeVar("V", bound=AnyView)
L = TypeVar("L", bound=AnyLegal)


@dataclass(frozen=True, slots=True)
class SeatTally:
    """How a game went for one seat.

    In a game without hands each turn counts as one, which is won if the turn succeeded.
    """

    total: int
    hands_won: int
    hands: int
    phases: int
    # For each phase, the hands in which it was tried, and the hands that completed it.
    tries: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GameTally:
    """How a game went; ``ranking`` lists places best first."""

    hands: int
    abandoned: bool
    ranking: tuple[tuple[int, ...], ...]
    seats: tuple[SeatTally, ...]


@dataclass(frozen=True, slots=True)
class Efforts:
    """How much the seats of a game needed for its phases; lists are by seat, then by phase."""

    turns: list[list[int]]  # own turns while trying a phase
    laid: list[list[int]]  # how often a phase was completed
    # The points of each scored hand (not of play-offs), or of the whole game, by seat.
    scores: list[tuple[int, ...]]


@dataclass(frozen=True, eq=False, kw_only=True)
class GameType(Generic[R, S, A, E, V, L]):
    """A game as facts and functions over its rules, states, actions, events, views and moves."""

    name: str
    all_editions_key: str  # the edition under which results of all editions are added up
    high_wins: bool  # whether many points are good
    reviewed: bool  # whether finished games are reviewed for luck and choices
    # Classes of events:
    turns: type[AnyEvent]  # of which every turn of a seat has exactly one
    turn_ends: tuple[type[AnyEvent], ...]  # that end a turn
    deals: tuple[type[AnyEvent], ...] = ()  # that begin a hand, if there are hands
    scores: tuple[type[AnyEvent], ...] = ()  # that score a hand
    # That end a player's own turn: a game in which no person caused one was not played, and leaves
    # no result.
    plays: tuple[type[AnyEvent], ...]
    # After which a seat may pass to another person, who learns nothing hidden of what was before.
    seats_change: tuple[type[AnyEvent], ...]

    editions: Mapping[str, R]  # the presets of rules
    records: GameRecords[R, Any, S, A, E]
    snapshots: StateSnapshots[S]

    checked: Callable[[R], R]  # the same rules; raises RuleSetError if they cannot be played
    rules_json: Callable[[R], Line]  # with their edition
    parse_rules: Callable[[Line], R]  # raises the RecordError ``bad_rules``
    variation_text: Callable[[R], str]  # how rules differ from their edition, as it may be typed
    # A game before its first action: id, rules, players by seat, secret, and the lobby's beacon.
    # Raises RuleSetError where the rules cannot be played, or not by this number of players.
    new_game: Callable[[str, R, Sequence[str], bytes, str], S]
    # Applies an action of the seat to act. Raises MalformedError for one that is impossible in
    # every state of this game, IllegalError for one that is not allowed now.
    apply: Callable[[S, A], Transition[S, E]]
    abandon: Callable[[S], Transition[S, E]]  # ends a game that is not over, in its present state
    # The action that needs no decision: a deal, or the only one that is possible.
    forced_action: Callable[[S], A | None]
    legal_actions: Callable[[S], L]  # those of the seat to act that ``apply`` accepts
    no_actions: Callable[[S], L]  # those of a seat that is not to act
    fallback: Callable[[L], A]  # a simple legal action, for a computer player that fails
    view_for: Callable[[S, int | None], V]  # the view of a seat, or of a spectator (None)
    # Whether people at a table are shown an event of a computer player before the rest of its turn.
    is_step: Callable[[E], bool]
    # An event as a seat, or a spectator (None), may see it while the game goes on.
    seen_by: Callable[[E, int | None], E]
    # The highlight among some events, if any; the first argument gives a spectator's view.
    find_highlight: Callable[[Callable[[], V], Sequence[E]], AnyHighlight | None]

    # From the lines of a record (of the types in ``…_lines``), the number of seats, and the phases
    # or their number; damaged lines raise LookupError or TypeError.
    tally_lines: tuple[str, ...]
    tally: Callable[[Iterable[Line], int, int], GameTally]  # how a finished game went
    feat_lines: tuple[str, ...]
    # How often each seat did what achievements count, by name.
    feats: Callable[[Iterable[Line], int, Sequence[str]], Sequence[Mapping[str, int]]]
    # How many turns each seat needed for each phase, from all events of a game.
    efforts: Callable[[Iterable[E], int, int], Efforts]

    @property
    def has_hands(self) -> bool:
        return bool(self.deals)


AnyGameType = GameType[AnyRules, AnyState, AnyAction, AnyEvent, AnyView, AnyLegal]
"""A game for those who serve all games alike."""
