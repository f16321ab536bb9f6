"""The state of a game: frozen, whole, and never shown to anybody (see :mod:`bot.rules.views`).

The functions after the classes are the few changes that every part of the engine shares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Protocol

from pydantic import AfterValidator, GetPydanticSchema, PlainSerializer

from bot.games.snapshots import Natural
from bot.games.states import evolve

from .cards import Card, cards, codes, table_card
from .editions import RuleSet
from .events import GameEnded, HandEnded, HeldCard
from .groups import Group, group
from .phases import GroupKind, Phase


def _text(read: Callable[[str], Any], write: Callable[[Any], str]) -> GetPydanticSchema:
    """How a snapshot writes a value as text."""
    stored = Annotated[str, AfterValidator(read), PlainSerializer(write, return_type=str)]
    return GetPydanticSchema(lambda _, schema: schema(stored))


def _group(text: str) -> Group:
    kind, *placed = text.split()
    return group(GroupKind(kind), map(table_card, placed))


CardsAsText = Annotated[tuple[Card, ...], _text(cards, codes)]
GroupAsText = Annotated[Group, _text(_group, lambda laid: f"{laid.kind} {codes(laid.cards)}")]


class Stage(StrEnum):
    """What the game waits for; the engine has one function for each."""

    DEAL = "deal"
    DECLARE = "declare"
    OFFER = "offer"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


# A member of an enumeration takes several times as long to look up as a name.
_OVER = Stage.OVER


class OutBy(StrEnum):
    """What a seat did with its last cards to go out."""

    DISCARD = "discard"
    HIT = "hit"
    LAY = "lay"


class Shuffler(Protocol):
    """Yields shuffle number ``k`` of a game: the cards given, in their new order."""

    def __call__(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in the order of shuffle ``k``."""

    def first_dealer(self, seats: int) -> int:
        """The seat drawn to deal the first hand."""

    @property
    def secret(self) -> bytes:
        """The secret behind the shuffles; empty where it is not known."""


@dataclass(frozen=True)
class Game:
    """The parts of a game that never change.

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

    @property
    def secret(self) -> bytes:
        """The secret behind the shuffles; empty where it is not known."""
        return self.shuffler.secret


@dataclass(frozen=True)
class Seat:
    """The state of one seat.

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
        passed: the top discards of this hand that were not taken when drawing, in order.
        out_by: how the seat went out in this hand, if it did.
        out_card: the last card, where it was discarded or hit.
    """

    hand: CardsAsText = ()
    groups: tuple[GroupAsText, ...] = ()
    trying: Natural | None = None
    completed: tuple[Natural, ...] = ()
    attempted: tuple[Natural, ...] = ()
    total: Natural = 0
    playing: bool = True
    skipped: bool = False
    guard: Natural | None = None
    saved: CardsAsText = ()
    saved_this_hand: bool = False
    drew_saved: bool = False
    offered: bool = False
    taken: CardsAsText = ()
    thrown: CardsAsText = ()
    passed: CardsAsText = ()
    out_by: OutBy | None = None
    out_card: HeldCard | None = None


@dataclass(frozen=True)
class State:
    """A whole game at one moment.

    Attributes:
        game: what never changes.
        version: rises by one with each action.
        stage: what the game waits for.
        seats: one for each player.
        turn: the seat to act; meaningless while a deal is due and when the game is over.
        dealer: who dealt this hand.
        hand: number of this hand, from 1; 0 before the first.
        shuffles: how many shuffles there have been.
        draw_pile: bottom first.
        discard_pile: bottom first.
        drawn: what the seat to act drew this turn, if anything.
        idle_turns: how many turns have ended since the hand's last lay or hit.
        dry: seats whose last turn could draw nothing, with no draw by anyone since.
        out: seats that went out this hand, in order.
        last_turns: seats that still have their last turn, in order (Final Turn).
        playoff: whether this hand is of a play-off.
        last_hand: how the hand before ended, once one has.
        result: how the game ended, once it has.
    """

    game: Game
    version: Natural
    stage: Stage
    seats: tuple[Seat, ...]
    turn: Natural = 0
    dealer: Natural = 0
    hand: Natural = 0
    shuffles: Natural = 0
    draw_pile: CardsAsText = ()
    discard_pile: CardsAsText = ()
    drawn: HeldCard | None = None
    idle_turns: Natural = 0
    dry: tuple[Natural, ...] = ()
    out: tuple[Natural, ...] = ()
    last_turns: tuple[Natural, ...] | None = None
    playoff: bool = False
    last_hand: HandEnded | None = None
    result: GameEnded | None = None

    def ends_after(self, idle_turns: int) -> bool:
        """Whether this number of turns without a lay or hit ends the hand."""
        each = self.game.rules.stalemate_turns
        if each is None or idle_turns < each:
            return False
        return idle_turns == each * sum([seat.playing for seat in self.seats])

    @property
    def actor(self) -> Seat:
        """The seat to act."""
        return self.seats[self.turn]

    def with_players(self, players: tuple[str, ...]) -> State:
        """The same state with other names of the players."""
        return evolve(self, game=replace(self.game, players=players))

    @property
    def pausing(self) -> bool:
        """Whether the next hand waits to be dealt."""
        return self.stage is Stage.DEAL

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.stage is _OVER


def with_seat(state: State, number: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with ``seat`` in the place of number ``number``."""
    return (*state.seats[:number], seat, *state.seats[number + 1 :])


def without(held: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Cards with some taken out.

    Raises:
        ValueError: one of them is not there.
    """
    for card in cards:
        at = held.index(card)
        held = held[:at] + held[at + 1 :]
    return held


def still_taken(taken: tuple[Card, ...], *played: Card) -> tuple[Card, ...]:
    """The cards known to be held from the discard pile, after a public play.

    Copies are not distinguished: a card of a kind that was taken counts as the one that was.
    """
    for card in played if taken else ():
        if card in taken:
            taken = without(taken, card)
    return taken


def clockwise_from(state: State, seat: int) -> tuple[int, ...]:
    """The seats that play this hand, in turn order: those behind ``seat``, then ``seat`` itself."""
    size = state.game.size
    around = ((seat + step) % size for step in range(1, size + 1))
    return tuple(each for each in around if state.seats[each].playing)
