"""Snapshots of the card game.

Cards are written as in game records, piles and hands as one text with blanks between the cards, a
group as the letter of its kind before its cards: ``R W4 B5 R6``.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from bot.games.errors import SnapshotError
from bot.games.snapshots import StateSnapshots

from .cards import Card, Colour, full_deck
from .state import Stage, State


def _check(state: State) -> None:
    _check_numbers(state)
    _check_cards(state)


def _check_numbers(state: State) -> None:
    """Every seat and phase that is named must be there."""
    size, phases = state.game.size, len(state.game.phases)
    if len(state.seats) != size:
        raise SnapshotError(f"{len(state.seats)} seats for {size} players")
    guards = [seat.guard for seat in state.seats if seat.guard is not None]
    last_turns = state.last_turns or ()
    if max(state.turn, state.dealer, *guards, *state.dry, *state.out, *last_turns) >= size:
        raise SnapshotError("no such seat")
    for seat in state.seats:
        named = (*seat.completed, *seat.attempted, *([] if seat.trying is None else [seat.trying]))
        if any(not 1 <= phase <= phases for phase in named):
            raise SnapshotError("no such phase")
    if (state.stage is Stage.OVER) != (state.result is not None):
        raise SnapshotError("over or not")


def _check_cards(state: State) -> None:
    """No card may be there more often than the deck has it."""
    rules = state.game.rules
    if not Counter(_all_cards(state)) <= _deck(rules.colours, rules.skips):
        raise SnapshotError("more cards than the deck has")
    taken = [seat for seat in state.seats if seat.taken]
    if any(not Counter(seat.taken) <= Counter(seat.hand + seat.saved) for seat in taken):
        raise SnapshotError("cards known to be held that are not")


def _all_cards(state: State) -> list[Card]:
    cards = [*state.draw_pile, *state.discard_pile]
    for seat in state.seats:
        cards += seat.hand + seat.saved
        for group in seat.groups:
            cards += [placed.held for placed in group.cards]
    return cards


@lru_cache(maxsize=64)
def _deck(colours: tuple[Colour, ...], skips: int) -> Counter[Card]:
    return Counter(full_deck(colours, skips))


SNAPSHOTS: Final = StateSnapshots(State, _check)
