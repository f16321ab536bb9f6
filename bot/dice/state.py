"""The state of a game: frozen and whole; all of it but the secret is public."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bot.rules.phases import Phase

from .dice import Face
from .editions import RuleSet
from .events import Bonus, Event, GameEnded, Ordered, TurnEnded
from .rolls import Roller

MOST_ROLLS = 3


class Stage(StrEnum):
    """What the game waits for."""

    ORDER = "order"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True)
class Game:
    """The parts of a game that never change.

    Attributes:
        game_id: its id in records and custom ids.
        rules: the rule set.
        players: names by seat.
        roller: yields roll number k of the game.
        commitment: hex SHA-256 of the rolls' secret.
    """

    game_id: str
    rules: RuleSet
    players: tuple[str, ...]
    roller: Roller
    commitment: str

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases as data; phase number n of players and records is ``phases[n - 1]``."""
        return self.rules.parsed_phases

    @property
    def size(self) -> int:
        """How many seats there are."""
        return len(self.players)

    @property
    def solo(self) -> bool:
        """Whether one player plays alone."""
        return self.size == 1

    @property
    def secret(self) -> bytes:
        """The secret behind the rolls; empty where it is not known."""
        return self.roller.secret


@dataclass(frozen=True)
class Seat:
    """The state of one seat.

    Attributes:
        points: what each completed phase scored, in their order.
        bonuses: the bonuses it has got.
        total: its points; high is good.
        tries: how many turns without success it has had at the phase it tries now.
    """

    points: tuple[int, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    total: int = 0
    tries: int = 0

    @property
    def completed(self) -> int:
        """How many phases it has completed."""
        return len(self.points)


@dataclass(frozen=True)
class State:
    """A whole game at one moment.

    Attributes:
        game: what never changes.
        version: rises by one with each action.
        stage: what the game waits for.
        seats: one for each player.
        turn: the seat to act; meaningless before the order is known and when the game is over.
        rolls: how many rolls there have been in the game, those for the order included.
        roll: how many rolls there have been in this turn.
        faces: the ten dice as they lie, from the turn before where ``roll`` is 0; empty before the
            game's first roll.
        kept: indices of the dice that the last roll left as they lay.
        order: how it was found who begins, once it is known.
        finisher: the seat that was first to complete the last phase, once one has; each other one
            then takes all its remaining turns at once.
        finish_turns: how many of these turns the seat to act has had.
        last_turn: how the turn before ended, once one has.
        result: how the game ended, once it has.
    """

    game: Game
    version: int
    stage: Stage
    seats: tuple[Seat, ...]
    turn: int = 0
    rolls: int = 0
    roll: int = 0
    faces: tuple[Face, ...] = ()
    kept: tuple[int, ...] = ()
    order: Ordered | None = None
    finisher: int | None = None
    finish_turns: int = 0
    last_turn: TurnEnded | None = None
    result: GameEnded | None = None

    @property
    def actor(self) -> Seat:
        """The seat to act."""
        return self.seats[self.turn]

    @property
    def phase(self) -> Phase:
        """The phase that the seat to act tries; only while the game waits for one."""
        return self.game.phases[self.actor.completed]


@dataclass(frozen=True, slots=True)
class Step:
    """The result of an action: the new state and the events, in order."""

    state: State
    events: tuple[Event, ...]

    def then(self, after: Step) -> Step:
        """This step followed by another that began at its state."""
        return Step(after.state, self.events + after.events)
