"""What a game offers to the table, the store and the lab, whatever its rules are.

The ``system.py`` module of each game fulfils :class:`GameSystem`; no other part asks which game it
is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .records import GameRecords
from .states import Engine, StateSnapshots

# Each system has its own classes for these.
AnyAction = Any
"""A decision of a player."""
AnyEvent = Any
"""What an action did."""
AnyView = Any
"""What one seat, or a spectator, may know of a game."""
AnyLegal = Any
"""The legal actions of the seat to act: iterable, with ``in``, and false when there are none."""
AnyHighlight = Any
"""An event that is worth an animation."""


@dataclass(frozen=True, kw_only=True)
class Traits:
    """The facts in which games differ for everybody else."""

    pooled_edition: str  # the edition under which the results of all editions are added up
    high_wins: bool  # whether many points are good
    reviewed: bool  # whether finished games are reviewed for luck and choices
    turns: type  # the class of an event that every turn of a seat has exactly once
    turn_ends: tuple[type, ...]  # the classes of the events that end a turn
    # The classes of the events that begin a hand; empty for a game without hands.
    deals: tuple[type, ...]
    scores: tuple[type, ...]  # the classes of the events that score a hand
    # The classes of the events that end a player's own turn: a game in which no person caused one
    # was not played, and leaves no result.
    plays: tuple[type, ...]
    # The classes of the events after which a seat may pass to another person. That person
    # learns nothing hidden of what happened before.
    seats_change: tuple[type, ...]

    @property
    def has_hands(self) -> bool:
        """Whether the game is a series of hands."""
        return bool(self.deals)


class RuleSets(Protocol):
    """The rule sets of a game."""

    def checked(self, rules: Any, /) -> Any:
        """The same rules if they can be played; raises RuleSetError otherwise."""

    def rules_json(self, rules: Any, /) -> dict[str, Any]:
        """Rules as JSON data, with their edition."""

    def parse_rules(self, data: dict[str, Any], /) -> Any:
        """Rules from JSON data; raises the RecordError ``bad_rules``."""

    def variation_of(self, rules: Any, /) -> str:
        """How rules differ from their edition, as it may be typed."""


Line = Mapping[str, Any]
"""A line of a record as JSON data."""


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


class Statistics(Protocol):
    """What the lines of records say about games, and how results are added up.

    Damaged lines raise LookupError or TypeError.
    """

    @property
    def TALLY_LINES(self) -> tuple[str, ...]:  # noqa: N802
        """The types of lines that ``tally`` needs."""

    @property
    def FEAT_LINES(self) -> tuple[str, ...]:  # noqa: N802
        """The types of lines that ``feats`` needs."""

    def tally(self, lines: Iterable[Line], size: int, phases: int, /) -> GameTally:
        """How a finished game went; ``size`` is the number of seats, ``phases`` that of phases."""

    def feats(
        self, lines: Iterable[Line], size: int, phases: Sequence[str], /
    ) -> Sequence[Mapping[str, int]]:
        """How often each seat did what achievements count, by name; phases are in notation."""

    def efforts(self, events: Iterable[Any], size: int, phases: int, /) -> Efforts:
        """How many turns each seat needed for each phase, from all events of a game."""


class GameSystem(Engine, Protocol):
    """A game as functions over its own states, actions, events and views."""

    @property
    def name(self) -> str:
        """Its id."""

    @property
    def editions(self) -> Mapping[str, Any]:
        """Its presets of rules, by edition."""

    @property
    def traits(self) -> Traits:
        """The facts about it."""

    @property
    def rule_sets(self) -> RuleSets:
        """Its rule sets."""

    @property
    def records(self) -> GameRecords[Any, Any, Any]:
        """Its records."""

    @property
    def snapshots(self) -> StateSnapshots[Any]:
        """Its stored states."""

    @property
    def statistics(self) -> Statistics:
        """Its statistics."""

    def new_game(
        self, game_id: str, rules: Any, players: Sequence[str], secret: bytes, beacon: str = "", /
    ) -> Any:
        """A game before its first action, of players by seat; the beacon is that of its lobby.

        Raises:
            RuleSetError: the rules cannot be played, or not by this number of players.
        """

    def due(self, state: Any, /) -> AnyAction | None:
        """The action that needs no decision: a deal, or the only one that is possible."""

    def legal_actions(self, state: Any, /) -> AnyLegal:
        """The actions of the seat to act that ``apply`` accepts."""

    def no_actions(self, state: Any, /) -> AnyLegal:
        """The actions of a seat that is not to act."""

    def fallback(self, legal: Any, /) -> AnyAction:
        """A simple legal action, for a computer player that fails."""

    def view_for(self, state: Any, seat: int | None, /) -> AnyView:
        """The view of a seat, or of a spectator (None)."""

    def seen_by(self, event: Any, seat: int | None, /) -> AnyEvent:
        """An event as a seat, or a spectator (None), may see it while the game goes on."""

    def highlight_of(
        self, spectator: Callable[[], AnyView], events: Sequence[Any], /
    ) -> AnyHighlight | None:
        """The highlight among some events, if any; ``spectator`` gives a spectator's view."""
