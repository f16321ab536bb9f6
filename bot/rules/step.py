"""A step of a game, and the few moves that every part of the engine shares."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card
from .events import Event
from .state import Seat, State


@dataclass(frozen=True, slots=True)
class Step:
    """What an action led to: the new state and what happened, in order."""

    state: State
    events: tuple[Event, ...]

    def then(self, after: Step) -> Step:
        """This step followed by another that began at its state."""
        return Step(after.state, self.events + after.events)


def with_seat(state: State, number: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats with ``seat`` in the place of number ``number``."""
    return (*state.seats[:number], seat, *state.seats[number + 1 :])


def without(held: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Cards with some taken out.

    Raises:
        ValueError: one of them is not there.
    """
    for card in cards:
        at = _place_of(card, held)
        if at < 0:
            raise ValueError(card)
        held = held[:at] + held[at + 1 :]
    return held


def still_taken(taken: tuple[Card, ...], *played: Card) -> tuple[Card, ...]:
    """What is still known of the cards taken from the discard pile, after a public play.

    Copies are not told apart: any card of a kind that was taken may be the one that was taken.
    """
    for card in played:
        at = _place_of(card, taken)
        if at >= 0:
            taken = taken[:at] + taken[at + 1 :]
    return taken


def _place_of(card: Card, among: tuple[Card, ...]) -> int:
    """Where a card comes first, -1 for nowhere; about three times as quick as ``tuple.index``.

    A card is equal to nothing but itself, and asking for that by ``==`` is what takes the time.
    """
    for at, each in enumerate(among):
        if each is card:
            return at
    return -1


def clockwise_from(state: State, seat: int) -> tuple[int, ...]:
    """The seats that play this hand, in turn order: those behind ``seat``, then ``seat`` itself."""
    size = state.game.size
    around = ((seat + step) % size for step in range(1, size + 1))
    return tuple(each for each in around if state.seats[each].playing)
