"""What plays tell: others guess a hand by what was taken and thrown, and hard heeds that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from kit import held, position

from bot.cards.actions import AnswerOffer, Draw, Source
from bot.cards.cards import Card, card
from bot.cards.editions import FINAL_TURN
from bot.cards.engine import legal_actions
from bot.cards.state import Stage, State
from bot.cards.views import view_for
from bot.players import hard
from bot.players.decision import Decision
from bot.players.hard import Hard
from bot.players.sampled_hands import Leakage

FIVES = tuple(card(code) for code in ("R5", "B5", "G5", "Y5"))
HAND = "R5 B5 R9 B9 R1 B2 G11 Y12 R3 R7"


def _decision(state: State) -> Decision:
    return Decision(view_for(state, state.turn), legal_actions(state))


def _told(
    helpful: Sequence[Card], seeds: int = 8, now: Card | None = None, **public: object
) -> float:
    """What others know of a hand by what they saw of it, over a few generators."""
    decision = _decision(position([HAND, "R4 B4 G4"], discard="G1"))
    me = replace(decision.view.my_seat, **public)  # type: ignore[arg-type]
    found = [Leakage(decision, me, Random(seed)).leaked(helpful, now) for seed in range(seeds)]
    return sum(found) / seeds


def test_what_was_taken_tells_what_is_collected() -> None:
    assert _told(FIVES, taken=held("G5")) > _told(FIVES) + 0.02


@pytest.mark.parametrize("field", ["thrown", "passed"])
def test_what_was_given_up_seems_not_to_help(field: str) -> None:
    assert _told(FIVES, **{field: held("G5 Y5")}) < _told(FIVES) - 0.02


def test_a_card_thrown_now_is_seen_like_those_before() -> None:
    assert _told(FIVES, now=card("R5")) < _told(FIVES, now=card("R1"))


def _drawing(discard: str, stage: Stage = Stage.DRAW, **more: object) -> State:
    """Pairs of two numbers are held, of each of which the phase wants four."""
    hand, trying = "R9 B9 R4 B4 R1 R2 B3 G6 B7 R11", [7, 7]
    return position([hand, "R4 B4 G4"], stage=stage, discard=discard, trying=trying, **more)  # type: ignore[arg-type]


def test_nothing_is_left_that_completes_the_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "LEAK_COST", 1000.0)
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4"], stage=Stage.DRAW, discard="G1 Y9")
    view, legal = view_for(state, 0), legal_actions(state)
    assert Hard().choose(view, legal, Random(1)) == Draw(Source.DISCARD_PILE)


@pytest.mark.parametrize(("leaks", "least", "most"), [(0.0, 0, 0), (1000.0, 8, 10)])
def test_an_open_card_is_left_where_it_tells_more_than_it_gains(
    information_cost: float, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hard, "LEAK_COST", information_cost)
    open_card = _drawing("G1 Y9"), Draw(Source.DRAW_PILE)
    offered = _drawing("Y9", Stage.OFFER, rules=FINAL_TURN), AnswerOffer(take=False)
    for state, leaves in (open_card, offered):
        view, legal = view_for(state, 0), legal_actions(state)
        left = sum(Hard().choose(view, legal, Random(seed)) == leaves for seed in range(10))
        assert least <= left <= most
