"""The interface of a type of game to the table, the store and the lab."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

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


class GameType(ABC, Generic[R, S, A, E, V, L]):
    """A game as functions over its rules, states, actions, events, views and legal actions.

    What holds for every seat and every rule set is a class attribute.
    """

    name: ClassVar[str]
    all_editions_key: ClassVar[str]  # the edition under which results of all editions are added up
    high_wins: ClassVar[bool]  # whether many points are good
    reviewed: ClassVar[bool]  # whether finished games are reviewed for luck and choices
    # Classes of events:
    turns: ClassVar[type[AnyEvent]]  # of which every turn of a seat has exactly one
    turn_ends: ClassVar[tuple[type[AnyEvent], ...]]  # that end a turn
    deals: ClassVar[tuple[type[AnyEvent], ...]] = ()  # that begin a hand, if there are hands
    scores: ClassVar[tuple[type[AnyEvent], ...]] = ()  # that score a hand
    # That end a player's own turn: a game in which no person caused one was not played, and leaves
    # no result.
    plays: ClassVar[tuple[type[AnyEvent], ...]]
    # After which a seat may pass to another person, who learns nothing hidden of what was before.
    seats_change: ClassVar[tuple[type[AnyEvent], ...]]
    tally_lines: ClassVar[tuple[str, ...]]  # the types of lines that ``tally`` needs
    feat_lines: ClassVar[tuple[str, ...]]  # the types of lines that ``feats`` needs

    editions: Mapping[str, R]  # the presets of rules
    records: GameRecords[R, Any, S, A, E]
    snapshots: StateSnapshots[S]

    @property
    def has_hands(self) -> bool:
        return bool(self.deals)

    @abstractmethod
    def checked(self, rules: R, /) -> R:
        """The same rules if they can be played; raises RuleSetError otherwise."""

    @abstractmethod
    def rules_json(self, rules: R, /) -> Line:
        """Rules as JSON data, with their edition."""

    @abstractmethod
    def parse_rules(self, data: Line, /) -> R:
        """Rules from JSON data; raises the RecordError ``bad_rules``."""

    @abstractmethod
    def variation_text(self, rules: R, /) -> str:
        """How rules differ from their edition, as it may be typed."""

    @abstractmethod
    def new_game(
        self, game_id: str, rules: R, players: Sequence[str], secret: bytes, beacon: str = "", /
    ) -> S:
        """A game before its first action, of players by seat; the beacon is that of its lobby.

        Raises:
            RuleSetError: the rules cannot be played, or not by this number of players.
        """

    @abstractmethod
    def apply(self, state: S, action: A, /) -> Transition[S, E]:
        """Apply an action of the seat to act.

        Raises:
            MalformedError: the action is impossible in every state of this game.
            IllegalError: it is not allowed now.
        """

    @abstractmethod
    def abandon(self, state: S, /) -> Transition[S, E]:
        """End a game that is not over, in its present state."""

    @abstractmethod
    def forced_action(self, state: S, /) -> A | None:
        """The action that needs no decision: a deal, or the only one that is possible."""

    @abstractmethod
    def legal_actions(self, state: S, /) -> L:
        """The actions of the seat to act that ``apply`` accepts."""

    @abstractmethod
    def no_actions(self, state: S, /) -> L:
        """The actions of a seat that is not to act."""

    @abstractmethod
    def fallback(self, legal: L, /) -> A:
        """A simple legal action, for a computer player that fails."""

    @abstractmethod
    def view_for(self, state: S, seat: int | None, /) -> V:
        """The view of a seat, or of a spectator (None)."""

    @abstractmethod
    def seen_by(self, event: E, seat: int | None, /) -> E:
        """An event as a seat, or a spectator (None), may see it while the game goes on."""

    def find_highlight(
        self, spectator: Callable[[], V], events: Sequence[E], /
    ) -> AnyHighlight | None:
        """The highlight among some events, if any; ``spectator`` gives a spectator's view."""
        del spectator, events
        return None

    # Damaged lines of a record raise LookupError or TypeError in these.

    @abstractmethod
    def tally(self, lines: Iterable[Line], size: int, phases: int, /) -> GameTally:
        """How a finished game went; ``size`` is the number of seats, ``phases`` that of phases."""

    @abstractmethod
    def feats(
        self, lines: Iterable[Line], size: int, phases: Sequence[str], /
    ) -> Sequence[Mapping[str, int]]:
        """How often each seat did what achievements count, by name; phases are in notation."""

    @abstractmethod
    def efforts(self, events: Iterable[E], size: int, phases: int, /) -> Efforts:
        """How many turns each seat needed for each phase, from all events of a game."""


AnyGameType = GameType[AnyRules, AnyState, AnyAction, AnyEvent, AnyView, AnyLegal]
"""A game for those who serve all games alike."""
