"""What a game offers to the table, the store and the lab, whatever its rules are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.games.events import EndReason, TakeoverReason
from bot.games.records import ReplayedTurn
from bot.games.statistics import GameTally, Line

AnyAction = Any
"""A decision of a player; each system has its own classes."""
AnyEvent = Any
"""What an action did; each system has its own classes."""
AnyView = Any
"""What one seat, or a spectator, may know of a game; each system has its own class."""
AnyLegal = Any
"""The legal actions of the seat to act: iterable, with ``in``, and false when there are none."""


class AnyRules(Protocol):
    """The rules of one game, chosen before it begins."""

    @property
    def edition(self) -> str:
        """The id of the edition they started from, which belongs to one system."""

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases in notation."""

    @property
    def min_players(self) -> int:
        """The fewest seats."""

    @property
    def max_players(self) -> int:
        """The most seats."""


class AnyGame(Protocol):
    """What never changes in a game."""

    @property
    def game_id(self) -> str:
        """Its id in records and custom ids."""

    @property
    def rules(self) -> AnyRules:
        """Its rules."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat."""

    @property
    def secret(self) -> bytes:
        """The secret from which all its randomness comes."""


class AnyResult(Protocol):
    """How a game ended."""

    @property
    def reason(self) -> EndReason:
        """Why."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""


class AnyState(Protocol):
    """A whole game at one moment; frozen."""

    @property
    def game(self) -> AnyGame:
        """What never changes."""

    @property
    def version(self) -> int:
        """A number that rises by one with each action."""

    @property
    def turn(self) -> int:
        """The seat to act; meaningless while the game pauses and when it is over."""

    @property
    def pausing(self) -> bool:
        """Whether the table pauses before the next hand."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def result(self) -> AnyResult | None:
        """How the game ended, once it has."""

    def with_players(self, players: tuple[str, ...]) -> AnyState:
        """The same state with other names of the players."""


class AnyStep(Protocol):
    """The result of an action."""

    @property
    def state(self) -> Any:  # noqa: ANN401  # an AnyState, of the system's own class
        """The new state."""

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """What happened, in order."""


@dataclass(frozen=True, kw_only=True)
class GameSystem:
    """A game as functions over its own states, actions, events and views.

    Attributes:
        name: its id.
        editions: its rule sets, by edition.
        pooled_edition: the edition under which the ratings and totals of all its editions are
            added up; one of its own where it has just one.
        high_wins: whether many points are good.
        checked: the same rules, once they are known to be playable; raises RuleSetError.
        new_game: a game before its first action, from id, rules, names by seat and secret.
        due: the action that needs no decision, where only one is possible or a hand is to be dealt.
        legal_actions: the actions of the seat to act that ``apply`` accepts.
        no_actions: the same for a seat that is not to act.
        fallback: a simple legal action, for a computer player that fails.
        apply: the state and the events after an action; raises GameError.
        take_over: a seat passes between a person and a computer player.
        abandon: the game ends in its present state.
        view_for: the view of a seat, or of a spectator (None).
        seen_by: an event as a seat, or a spectator (None), may see it while the game runs.
        turn_ends: the classes of the events that end a turn.
        seats_change: the classes of the events after which a seat may pass to another person, who
            learns nothing hidden of what was before.
        highlight_of: what among some events is worth an animation, from a function that gives a
            spectator's view.
        variation_of: how rules differ from their edition, as it may be typed.
        rules_json: rules as JSON data, with their edition.
        parse_rules: rules from such data; raises RecordError.
        record_format: the format named in the first line of a game's record.
        header_line: the first line of a game's record.
        game_of: the game of such a line and its secret; raises ValueError.
        event_line: an event as a line of the record.
        parse_event: an event of a game from a line; raises RecordError.
        verify: the verdicts on the games of a file.
        turns: the first game of a file turn by turn; raises GameError.
        rounds: the places of the first turns of its hands, or of its rounds.
        dump: a state as JSON text, without what never changes in a game.
        load: the state of a game from such text; raises ValueError.
        tally: what the lines of a record say about the result, from the lines and the numbers of
            seats and phases; raises LookupError or TypeError.
        tally_lines: the types of the lines that ``tally`` needs.
        feats: how often each seat did what achievements count, by name, from the lines of a record,
            the number of seats and the phases in notation; raises LookupError or TypeError.
        feat_lines: the types of the lines that ``feats`` needs.
    """

    name: str
    editions: Mapping[str, Any]
    pooled_edition: str
    high_wins: bool
    checked: Callable[[Any], Any]
    new_game: Callable[[str, Any, Sequence[str], bytes], Any]
    due: Callable[[Any], AnyAction | None]
    legal_actions: Callable[[Any], AnyLegal]
    no_actions: Callable[[Any], AnyLegal]
    fallback: Callable[[Any], AnyAction]
    apply: Callable[[Any, Any], AnyStep]
    take_over: Callable[[Any, int, str, TakeoverReason], AnyStep]
    abandon: Callable[[Any], AnyStep]
    view_for: Callable[[Any, int | None], AnyView]
    seen_by: Callable[[Any, int | None], AnyEvent]
    turn_ends: tuple[type, ...]
    seats_change: tuple[type, ...]
    highlight_of: Callable[[Callable[[], Any], Sequence[Any]], Any]
    variation_of: Callable[[Any], str]
    rules_json: Callable[[Any], dict[str, Any]]
    parse_rules: Callable[[dict[str, Any]], Any]
    record_format: str
    header_line: Callable[[Any], dict[str, Any]]
    game_of: Callable[[dict[str, Any], bytes], Any]
    event_line: Callable[[Any], dict[str, Any]]
    parse_event: Callable[[dict[str, Any], Any], AnyEvent]
    verify: Callable[[Iterable[str | bytes]], Iterator[Any]]
    turns: Callable[[Iterable[str | bytes]], Iterator[ReplayedTurn[Any, Any]]]
    rounds: Callable[[Sequence[ReplayedTurn[Any, Any]]], tuple[int, ...]]
    dump: Callable[[Any], str]
    load: Callable[[str, Any], Any]
    tally: Callable[[Iterable[Line], int, int], GameTally]
    tally_lines: tuple[str, ...]
    feats: Callable[[Iterable[Line], int, Sequence[str]], Sequence[Mapping[str, int]]]
    feat_lines: tuple[str, ...]
