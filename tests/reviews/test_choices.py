"""Look back finds what set a hand back, and nothing that a hint advised."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from kit import laid, position

from bot.cards import engine
from bot.cards.actions import Action, Discard
from bot.cards.cards import Card, card
from bot.cards.events import Event
from bot.cards.record import RECORDS
from bot.cards.rulesets import EDITIONS, RuleSet
from bot.cards.state import Stage, State
from bot.cards.variations import varied
from bot.cards.views import view_for
from bot.core.records import dumps
from bot.players import strategy
from bot.players.advice import Advice, advise
from bot.players.decision import Decision
from bot.players.judgement import best_actions
from bot.reviews.choices import Cost, Effect, Judged, Use, judge, own_choices
from bot.reviews.course import finished_turns
from bot.seating import Level

GAMES = 3
SHARE = 0.2  # of the discards before the phase that are blunders
ME = 0


def blunders(decision: Decision) -> list[Card]:
    """The cards without which the phase is farther away than with the hint's discard."""
    kinds = [card for card in decision.kinds if card.number is not None]
    least = min(map(decision.distance_without, decision.kinds))
    return [card for card in kinds if decision.distance_without(card) > least]


def chosen(state: State, rng: Random, thrown: list[int]) -> Action:
    """What a hint advises, or now and then a card of the phase."""
    decision = Decision(view_for(state, ME), engine.legal_actions(state))
    advised = advise(decision.view, decision.legal).action
    free = state.stage is Stage.PLAY and isinstance(advised, Discard) and not decision.has_laid
    if free and rng.random() < SHARE and (cards := blunders(decision)):
        thrown.append(state.version)
        return Discard(rng.choice(cards))
    return advised


def played(rules: RuleSet, seed: int) -> tuple[list[str], list[int]]:
    """The record of a game of two, and the versions at which the first seat blundered."""
    rng = Random(seed)
    other = strategy(Level.NORMAL)
    state = engine.new_game("g", rules, ("Ada", "Pip"), seed.to_bytes(32, "big"))
    lines = [dumps(RECORDS.header_line(state.game))]
    thrown: list[int] = []
    while not state.over:
        legal = engine.legal_actions(state)
        if state.stage is Stage.DEAL:
            (action,) = legal
        elif state.turn == ME:
            action = chosen(state, rng, thrown)
        else:
            action = other.choose(view_for(state, state.turn), legal, rng)
        step = engine.apply(state, action)
        state = step.state
        lines += map(line, step.events)
    return lines, thrown


def line(event: Event) -> str:
    return dumps(RECORDS.event_line(event))


def games() -> Iterator[tuple[list[str], list[int]]]:
    rules = varied(EDITIONS["classic"], "phases=3")
    for seed in range(GAMES):
        yield played(rules, seed)


def test_blunders_that_made_the_phase_farther_are_found() -> None:
    made = found = 0
    for lines, thrown in games():
        turns = finished_turns(lines)
        for each in judge(turns, ME):
            effect = each.effect()
            blundered = each.decision.view.version in thrown
            made += blundered
            if blundered:
                found += effect is not None and effect.cost is Cost.FARTHER
            elif isinstance(each.own, Discard):
                assert effect is None, "a hint advised it"
        shown = own_choices(turns, ME).costly
        assert bool(shown) is bool(thrown)
    assert made
    assert found >= 0.95 * made


def _effect(state: State, own: str) -> tuple[Effect | None, Advice]:
    """What a discard cost of the first seat, if the next player laid with it, and the hint."""
    decision = Decision(view_for(state, ME), engine.legal_actions(state))
    better = advise(decision.view, decision.legal)
    used = (1, Use.LAID)
    judged = Judged(0, decision, Discard(card(own)), best_actions(decision), used)
    return judged.effect(better.action), better


@pytest.mark.parametrize(
    ("hand", "own", "cost"),
    [
        ("R5 Y12 G1", "Y12", Cost.NOT_HIT),
        ("W R5 Y12 G1", "W", Cost.NOT_HIT),
        ("W Y12 G1", "Y12", Cost.NOT_HIT),
        ("W Y12 G1", "W", Cost.HIT_THROWN),
    ],
)
def test_a_missed_hit_costs_the_points_of_its_hint(hand: str, own: str, cost: Cost) -> None:
    groups = {ME: [laid("S", "G5 B5 Y5")], 1: [laid("S", "R9 B9 G9")]}
    effect, hint = _effect(position([hand, "R4 B4"], groups=groups, discard="G2"), own)
    assert effect is not None
    assert (effect.cost, effect.points) == (cost, hint.number)


def test_a_card_of_the_number_of_the_hint_gave_the_next_player_no_more() -> None:
    state = position(["R5 G5 B6 Y7 R8 R9 B10", "R4 B4"], trying=[4, 4], discard="G2")
    assert [_effect(state, own)[0] for own in ("R5", "G5")] == [None, None]
    assert _effect(state, "B6")[0] is not None


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_follows_every_hint_reads_of_no_costly_choice(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.SHARE", 0.0)
    lines, thrown = played(varied(EDITIONS[edition], "phases=1"), 1)
    own = own_choices(finished_turns(lines), ME)
    assert thrown == []
    assert (own.costly, own.unlike_hints) == ((), 0)
    assert own.judged
