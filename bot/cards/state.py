"""The state of a game: frozen, whole, and never shown to anybody (see :mod:`bot.cards.views`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Protocol

from pydantic import AfterValidator, Field, GetPydanticSchema, PlainSerializer

from bot.core.errors import SnapshotError
from bot.core.states import AnyState, GameHeader, Natural, StateSnapshots

from .cards import Card, cards, codes, table_card
from .events import GameEnded, HandEnded, HeldCard
from .groups import Group, group
from .phases import GroupKind
from .rulesets import RuleSet


def _text(read: Callable[[str], Any], write: Callable[[Any], str]) -> GetPydanticSchema:
    stored = Annotated[str, AfterValidator(read), PlainSerializer(write, return_type=str)]
    return GetPydanticSchema(lambda _, schema: schema(stored))


def _group(text: str) -> Group:
    kind, *placed = text.split()
    return group(GroupKind(kind), map(table_card, placed))


CardsAsText = Annotated[tuple[Card, ...], _text(cards, codes)]
GroupAsText = Annotated[Group, _text(_group, lambda laid: f"{laid.kind} {codes(laid.cards)}")]


class Stage(StrEnum):
    """The kind of action that the game waits for."""

    DEAL = "deal"
    DECLARE = "declare"
    OFFER = "offer"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


BETWEEN_HANDS = frozenset((Stage.DEAL, Stage.OVER))


class OutBy(StrEnum):
    """The way in which a seat went out."""

    DISCARD = "discard"
    HIT = "hit"
    LAY = "lay"


class Shuffler(Protocol):
    """Yields shuffle number ``k`` of a game: the cards given, in their new order."""

    def __call__(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]: ...

    def first_dealer(self, seats: int) -> int: ...


CardHeader = GameHeader[RuleSet, Shuffler]


@dataclass(frozen=True)
class Seat:
    """The state of one seat; cards and turns are those of this hand."""

    hand: CardsAsText = ()  # in the order they came
    groups: tuple[GroupAsText, ...] = ()  # not empty means that the seat's phase is down
    trying: Natural | None = None  # number of the phase, from 1; None before declaring
    completed: tuple[Natural, ...] = ()  # numbers of phases, in the order of completion
    attempted: tuple[Natural, ...] = ()  # numbers of the phases used up
    total: Natural = 0  # low is good
    playing: bool = True  # False for a seat that sits out a play-off
    skipped: bool = False  # whether the next turn is lost
    # The seat whose next turn lifts the protection against Skips.
    protected_until: Annotated[Natural | None, Field(alias="guard")] = None
    saved: CardsAsText = ()  # the save pile, bottom first
    saved_this_hand: bool = False  # whether a card was set aside
    drew_saved: bool = False  # whether the save pile was drawn from
    offered: bool = False  # whether the opening offer serves as the first turn's draw
    # Cards taken from the discard pile, less the cards played since where all could see it. All lie
    # in the hand or, where a card was saved unseen, on the save pile.
    taken: CardsAsText = ()
    discarded: Annotated[CardsAsText, Field(alias="thrown")] = ()  # in order
    # The top discards that were not taken when drawing.
    declined: Annotated[CardsAsText, Field(alias="passed")] = ()
    out_by: OutBy | None = None  # how the seat went out
    out_card: HeldCard | None = None  # the last card, where it was discarded or hit


@dataclass(frozen=True)
class State(AnyState):
    """A whole game at one moment."""

    game: CardHeader
    version: Natural
    stage: Stage
    seats: tuple[Seat, ...]
    turn: Natural = 0  # the seat to act; meaningless while a deal is due and when the game is over
    dealer: Natural = 0  # of this hand
    hand: Natural = 0  # number of this hand, from 1; 0 before the first
    shuffles: Natural = 0  # how many there have been
    draw_pile: CardsAsText = ()  # bottom first
    discard_pile: CardsAsText = ()  # bottom first
    drawn: HeldCard | None = None  # by the seat to act, this turn
    idle_turns: Natural = 0  # turns since the hand's last lay or hit
    # The seats whose last turn could draw nothing, with no draw by anyone since.
    drew_nothing: Annotated[tuple[Natural, ...], Field(alias="dry")] = ()
    out: tuple[Natural, ...] = ()  # seats that went out this hand, in order
    last_turns: tuple[Natural, ...] | None = None  # seats that still have their last turn
    playoff: bool = False  # whether this hand is of a play-off
    last_hand: HandEnded | None = None  # how the hand before ended
    result: GameEnded | None = None

    def ends_after(self, idle_turns: int) -> bool:
        """Whether this number of turns without a lay or hit ends the hand."""
        limit = self.game.rules.stalemate_turns  # of each seat
        if limit is None or idle_turns < limit:
            return False
        return idle_turns == limit * sum([seat.playing for seat in self.seats])

    @property
    def actor(self) -> Seat:
        return self.seats[self.turn]

    @property
    def pausing(self) -> bool:
        return self.stage is Stage.DEAL


def first_state(game: CardHeader) -> State:
    """A game before its first deal."""
    return State(game, version=0, stage=Stage.DEAL, seats=(Seat(),) * game.size)


def with_seat(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:number], seat, *seats[number + 1 :])


def without(held: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """The cards held without some of them; ValueError if one is not there."""
    for card in cards:
        at = held.index(card)
        held = held[:at] + held[at + 1 :]
    return held


def still_taken(taken: tuple[Card, ...], *played: Card) -> tuple[Card, ...]:
    """The cards known to be held from the discard pile after a public play; copies are equal."""
    known = taken
    for card in played:
        if card in known:
            known = without(known, card)
    return known


def clockwise_from(state: State, seat: int) -> tuple[int, ...]:
    """The seats that play this hand, in turn order from the one behind ``seat`` to ``seat``."""
    size = state.game.size
    around = ((seat + step) % size for step in range(1, size + 1))
    return tuple(number for number in around if state.seats[number].playing)


# Cards are written as in game records, piles and hands as one text with blanks between the cards, a
# group as the letters of its kind before its cards: ``R W4 B5 R6``.


def _check(state: State) -> None:
    _check_numbers(state)
    _check_cards(state)


def _check_numbers(state: State) -> None:
    """Every seat and phase that is named must be there."""
    size = state.game.size
    phases = len(state.game.phases)
    if len(state.seats) != size:
        raise SnapshotError(f"{len(state.seats)} seats for {size} players")
    ends = [seat.protected_until for seat in state.seats if seat.protected_until is not None]
    last_turns = state.last_turns or ()
    if max(state.turn, state.dealer, *ends, *state.drew_nothing, *state.out, *last_turns) >= size:
        raise SnapshotError("no such seat")
    for seat in state.seats:
        named = (*seat.completed, *seat.attempted, *([] if seat.trying is None else [seat.trying]))
        if any(not 1 <= phase <= phases for phase in named):
            raise SnapshotError("no such phase")
    if (state.stage is Stage.OVER) != state.over:
        raise SnapshotError("over or not")


def _check_cards(state: State) -> None:
    """No card may be there more often than the deck has it."""
    if not Counter(_all_cards(state)) <= Counter(state.game.rules.deck):
        raise SnapshotError("more cards than the deck has")
    if any(not Counter(seat.taken) <= Counter(seat.hand + seat.saved) for seat in state.seats):
        raise SnapshotError("cards known to be held that are not")


def _all_cards(state: State) -> list[Card]:
    cards = [*state.draw_pile, *state.discard_pile]
    for seat in state.seats:
        cards += seat.hand + seat.saved
        cards += [placed.held for laid in seat.groups for placed in laid.cards]
    return cards


SNAPSHOTS: Final = StateSnapshots(State, _check)
