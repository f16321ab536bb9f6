"""The state of a game: frozen and whole; all of it but the secret is public."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from pydantic import Field

from bot.games.snapshots import Natural
from bot.games.states import evolve
from bot.rules.phases import Phase

from .dice import Roller
from .editions import DiceRules
from .events import Bonus, DiceGameEnded, Kept, Ordered, ShownFaces, TurnEnded

MOST_ROLLS = 3


class DiceStage(StrEnum):
    """What the game waits for."""

    ORDER = "order"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True)
class DiceGame:
    """The parts of a game that never change.

    Attributes:
        game_id: its id in records and custom ids.
        rules: the rule set.
        players: names by seat.
        roller: yields roll number k of the game.
        commitment: hex SHA-256 of the rolls' secret.
    """

    game_id: str
    rules: DiceRules
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
class DiceSeat:
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
class DiceState:
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

    game: DiceGame
    version: Natural
    stage: DiceStage
    seats: tuple[DiceSeat, ...]
    turn: Natural = 0
    rolls: Natural = 0
    roll: Annotated[int, Field(ge=0, le=MOST_ROLLS)] = 0
    faces: ShownFaces | tuple[()] = ()
    kept: Kept = ()
    order: Ordered | None = None
    finisher: Natural | None = None
    finish_turns: Natural = 0
    last_turn: TurnEnded | None = None
    result: DiceGameEnded | None = None

    @property
    def actor(self) -> DiceSeat:
        """The seat to act."""
        return self.seats[self.turn]

    @property
    def pausing(self) -> bool:
        """Whether the table pauses before the game goes on; it never does between turns."""
        return False

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.stage is DiceStage.OVER

    def with_players(self, players: tuple[str, ...]) -> DiceState:
        """The same state with other names of the players."""
        return evolve(self, game=replace(self.game, players=players))

    @property
    def phase(self) -> Phase:
        """The phase that the seat to act tries; only while the game waits for one."""
        return self.game.phases[self.actor.completed]
