"""Positions and whole games for tests, made from the rules core alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from bot.cards.actions import Action
from bot.cards.cards import Card, card, table_card
from bot.cards.engine import apply, legal_actions, new_game
from bot.cards.events import Drew, Event
from bot.cards.groups import Group, group
from bot.cards.phases import GroupKind
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC, FirstDealer, RuleSet
from bot.cards.state import Seat, Stage, State
from bot.core.errors import GameError
from bot.core.events import TakenBack
from bot.core.records import Replayed
from bot.core.states import Transition, take_back

E = TypeVar("E", bound=Exception)
SECRET = bytes(range(32))
GOLDEN = Path(__file__).parent / "golden" / "records"
BEACON = "1376890123456789012-201-202"
HOST_DEALS = replace(CLASSIC, first_dealer=FirstDealer.HOST)
NAMES = ("Ada", "Ben", "Cyd", "Dee", "Eve", "Fay")


def held(codes: str) -> tuple[Card, ...]:
    """Cards of a hand or pile from codes separated by spaces."""
    return tuple(map(card, codes.split()))


def laid(kind: str, codes: str) -> Group:
    """A group of table cards; kind is S, R or C."""
    return group(GroupKind(kind), map(table_card, codes.split()))


def position(
    hands: Sequence[str],
    *,
    stage: Stage = Stage.PLAY,
    turn: int = 0,
    discard: str = "",
    draw: str | None = None,
    groups: dict[int, list[Group]] | None = None,
    trying: Sequence[int | None] | None = None,
    rules: RuleSet = CLASSIC,
    seats: dict[int, dict[str, Any]] | None = None,
    **fields: Any,
) -> State:
    """A state in mid-hand; cards that are not given elsewhere are in the draw pile.

    ``draw`` fixes the draw pile, bottom first (the rest of the deck is then left out of the game).
    """
    game = new_game("g", rules, NAMES[: len(hands)], SECRET).game
    phases, made = trying or [1] * len(hands), []
    for number, hand in enumerate(hands):
        of_seat = tuple((groups or {}).get(number, ()))
        seat = Seat(hand=held(hand), groups=of_seat, trying=phases[number])
        made.append(replace(seat, **(seats or {}).get(number, {})))
    state = State(
        game,
        version=7,
        stage=stage,
        seats=tuple(made),
        turn=turn,
        dealer=len(hands) - 1,
        hand=1,
        shuffles=1,
        discard_pile=held(discard),
    )
    pile = held(draw) if draw is not None else _rest_of_deck(state)
    return replace(state, draw_pile=pile, **fields)


def after(state: State, *actions: Action) -> State:
    """The state that a row of actions leads to."""
    for action in actions:
        state = apply(state, action).state
    return state


def coded(error: type[E], code: str) -> pytest.RaisesExc[E]:
    """Check that a refusal with this code is raised."""
    return pytest.raises(error, check=lambda found: getattr(found, "code", None) == code)


def refusal(state: State, action: Action) -> str:
    """The code with which an action is refused."""
    try:
        apply(state, action)
    except GameError as refused:
        return refused.code
    raise AssertionError(f"{action} was accepted")


def all_cards(state: State) -> Counter[Card]:
    """Every card of the game in all places; a laid Wild counts as a plain Wild."""
    cards = [*state.draw_pile, *state.discard_pile]
    for seat in state.seats:
        cards += seat.hand + seat.saved
        cards += [each.held for laid_group in seat.groups for each in laid_group.cards]
        # One that was turned over, which guards its target itself, lies on the discard pile.
        in_front = state.game.rules.skip_rule == "in_front" and seat.protected_until is None
        if seat.skipped and in_front:
            cards.append(card("S"))
    return Counter(cards)


@cache
def deck_of(rules: RuleSet) -> Counter[Card]:
    """The whole deck; the same counter each time, not to be changed."""
    return Counter(rules.deck)


def _rest_of_deck(state: State) -> tuple[Card, ...]:
    return tuple((deck_of(state.game.rules) - all_cards(state)).elements())


def random_choice(state: State, rng: Random) -> Action:
    """A random legal action; a phase that can be laid is laid, so that games go on."""
    legal = legal_actions(state)
    lay = legal.best_lay
    if lay is not None and rng.random() < 0.9:
        return lay
    return rng.choice(legal.plain)


def eager_choice(state: State, rng: Random) -> Action:
    """Lays and hits whatever it can, else plays at random: quick to the end of a hand."""
    legal = legal_actions(state)
    if legal.best_lay is not None:
        return legal.best_lay
    hits = [action for action in legal.plain if type(action).__name__ == "Hit"]
    return rng.choice(hits or legal.plain)


def steps(
    state: State,
    rng: Random,
    most: int = 2_000,
    choose: Callable[[State, Random], Action] = eager_choice,
    *,
    undone: float = 0.05,
) -> Iterator[tuple[State, Action | TakenBack, Transition]]:
    """Play on: each state, the action chosen there, and what it led to.

    ``undone`` is how often a turn is taken back where that is possible, in place of an action.
    """
    undo, drawn, since = Random(state.version), state, []
    for _ in range(most):
        if state.stage is Stage.OVER:
            return
        action: Action | TakenBack = TakenBack(drawn.turn)
        if undo.random() < undone and RECORDS.may_take_back(since, drawn.turn):
            step = take_back(state, drawn.turn, drawn)
        else:
            action = choose(state, rng)
            step = apply(state, action)
        yield state, action, step
        state = step.state
        if isinstance(step.events[-1], Drew):
            drawn, since = state, []
        since += step.events


def play_out(state: State, rng: Random, most: int = 200_000) -> tuple[State, list[Event]]:
    """The end of a game and all its events."""
    events: list[Event] = []
    for _, _, step in steps(state, rng, most):
        events += step.events
        state = step.state
    return state, events


@cache
def recorded(name: str) -> tuple[tuple[Replayed[State, Event], ...], ...]:
    """The turns of a golden record."""
    return tuple(RECORDS.decisions((GOLDEN / f"{name}.jsonl").read_text("utf-8").splitlines()))


def decisions(step: int) -> Iterator[State]:
    """A sample of the positions in the golden records in which a seat chooses."""
    for path in sorted(GOLDEN.iterdir()):
        chosen = [one.before for turn in recorded(path.stem) for one in turn]
        yield from [each for each in chosen if each.stage is not Stage.DEAL][::step]
