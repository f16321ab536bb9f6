"""A step of a game, and the few moves that every part of the engine shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._frozen import evolve
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


def with_seat(state: State, number: int, **changes: Any) -> tuple[Seat, ...]:  # noqa: ANN401
    """The seats with one of them changed."""
    seats = list(state.seats)
    seats[number] = evolve(seats[number], **changes)
    return tuple(seats)


def without(held: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Cards with some taken out; they must be there."""
    left = list(held)
    for card in cards:
        left.remove(card)
    return tuple(left)


def still_taken(taken: tuple[Card, ...], *played: Card) -> tuple[Card, ...]:
    """What is still known of the cards taken from the discard pile, after a public play.

    Copies are not told apart: any card of a kind that was taken may be the one that was taken.
    """
    left = list(taken)
    for card in played:
        if card in left:
            left.remove(card)
    return tuple(left)


def clockwise_from(state: State, seat: int) -> tuple[int, ...]:
    """The seats that play this hand, in turn order: those behind ``seat``, then ``seat`` itself."""
    size = state.game.size
    around = ((seat + step) % size for step in range(1, size + 1))
    return tuple(each for each in around if state.seats[each].playing)
