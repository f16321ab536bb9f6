"""The state of a game: frozen, whole, and never shown to anybody (see :mod:`bot.rules.views`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from .cards import Card
from .editions import RuleSet
from .events import GameEnded, HandEnded
from .groups import Group
from .phases import Phase
from .shuffle import Shuffler


class Stage(StrEnum):
    """What is due; the engine has one function for each."""

    DEAL = "deal"
    DECLARE = "declare"
    OFFER = "offer"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True)
class Game:
    """What never changes in a game.

    Attributes:
        game_id: its id in records and custom ids.
        rules: the rule set.
        players: names by seat.
        shuffler: yields shuffle number k of the game.
        commitment: hex SHA-256 of the shuffle secret.
    """

    game_id: str
    rules: RuleSet
    players: tuple[str, ...]
    shuffler: Shuffler
    commitment: str

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases as data; phase number n of players and records is ``phases[n - 1]``."""
        return self.rules.parsed_phases

    @property
    def size(self) -> int:
        """How many seats there are."""
        return len(self.players)


@dataclass(frozen=True)
class Seat:
    """What belongs to one seat.

    Attributes:
        hand: cards held, in the order they came.
        groups: groups this seat laid this hand; not empty means its phase is down.
        trying: number of the phase tried this hand, from 1; None before declaring.
        completed: numbers of the phases completed so far, in the order of completion.
        attempted: numbers of the phases used up so far (differs under ten hands only).
        total: points so far; low is good.
        playing: False for a seat that sits out a play-off.
        skipped: whether the next turn is lost.
        guard: seat whose next turn lifts the protection against Skips; None without protection.
        saved: the save pile, bottom first.
        saved_this_hand: whether a card was set aside in this hand.
        drew_saved: whether the save pile was drawn from in this hand.
        offered: whether the opening offer was taken and serves as the first turn's draw.
        taken: cards taken from the discard pile in this hand, less those played since where all
            could see it. All lie in the hand or, where a card was saved unseen, on the save pile.
        thrown: the discards of this hand, in order.
        passed: the top discards of this hand that were left lying for another draw, in order.
    """

    hand: tuple[Card, ...] = ()
    groups: tuple[Group, ...] = ()
    trying: int | None = None
    completed: tuple[int, ...] = ()
    attempted: tuple[int, ...] = ()
    total: int = 0
    playing: bool = True
    skipped: bool = False
    guard: int | None = None
    saved: tuple[Card, ...] = ()
    saved_this_hand: bool = False
    drew_saved: bool = False
    offered: bool = False
    taken: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] = ()
    passed: tuple[Card, ...] = ()


@dataclass(frozen=True)
class State:
    """A whole game at one moment.

    Attributes:
        game: what never changes.
        version: rises by one with each action.
        stage: what is due.
        seats: one for each player.
        turn: the seat to act; meaningless while a deal is due and when the game is over.
        dealer: who dealt this hand.
        hand: number of this hand, from 1; 0 before the first.
        shuffles: how many shuffles there have been.
        draw_pile: bottom first.
        discard_pile: bottom first.
        drawn: what the seat to act drew this turn, if anything.
        dry: seats whose last turn could draw nothing, with no draw by anyone since.
        out: seats that went out this hand, in order.
        last_turns: seats that still have their last turn, in order (Final Turn).
        playoff: whether this hand is of a play-off.
        last_hand: how the hand before ended, once one has.
        result: how the game ended, once it has.
    """

    game: Game
    version: int
    stage: Stage
    seats: tuple[Seat, ...]
    turn: int = 0
    dealer: int = 0
    hand: int = 0
    shuffles: int = 0
    draw_pile: tuple[Card, ...] = ()
    discard_pile: tuple[Card, ...] = ()
    drawn: Card | None = None
    dry: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    last_turns: tuple[int, ...] | None = None
    playoff: bool = False
    last_hand: HandEnded | None = None
    result: GameEnded | None = None

    @property
    def actor(self) -> Seat:
        """The seat to act."""
        return self.seats[self.turn]
