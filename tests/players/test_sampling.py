"""Sampled draws and hands: what may come, what others would gain, and what plays tell them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from kit import held, laid, position

from bot.cards.actions import AnswerOffer, Discard, Draw, Source
from bot.cards.cards import SKIP, WILD, Card, card
from bot.cards.engine import legal_actions
from bot.cards.groups import Group
from bot.cards.rulesets import EDITIONS, FINAL_TURN
from bot.cards.state import Stage, State
from bot.cards.views import count_cards, unseen, view_for
from bot.players import hard, strategy
from bot.players.decision import Decision, fading, survival
from bot.players.hard import Hard
from bot.players.sampled_draws import Futures
from bot.players.sampled_hands import Leakage, wanted_next
from bot.seating import Level

SETS: dict[int, list[Group]] = {1: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]}


def _decision(state: State) -> Decision:
    return Decision(view_for(state, state.turn), legal_actions(state))


def _wants(state: State, seed: int = 1) -> dict[Card, float]:
    return wanted_next(_decision(state), Random(seed))


def test_what_another_player_took_is_not_to_come() -> None:
    state = position(["R1 R2", "R7 B8"], discard="G1")
    known = replace(state.seats[1], taken=held("R7"))
    told = replace(state, seats=(state.seats[0], known))
    before, after = unseen(view_for(state, 0)), unseen(view_for(told, 0))
    assert (before[card("R7")], after[card("R7")]) == (2, 1)
    assert before.total() - after.total() == 1


def test_the_chance_of_the_next_card_is_all_but_exact() -> None:
    """One card is missing, any Wild or one of a few numbers: that share of what is left."""
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4 B4"], discard="G1")
    decision = _decision(state)
    helpful = count_cards(decision.unseen, decision.solver.helpful(*decision.held))
    share = helpful / decision.unseen.total()
    for seed in range(5):
        futures = Futures(decision.solver, decision.view.hand, decision.unseen, Random(seed))
        found = futures.chance(*decision.held, fade=1e-9, drawn=True)
        assert found == pytest.approx(share, abs=1 / 30)


def test_the_hand_lasts_less_long_the_nearer_others_are_to_going_out() -> None:
    hands = ("R1 R2 R3 R4", "R1 R2", "R1")
    lasts = [survival(_decision(position(["B1 B2", hand], groups=SETS))) for hand in hands]
    assert lasts == sorted(lasts, reverse=True)
    assert lasts[0] > lasts[2]
    early = _decision(position(["B1 B2", "R1 R2 R3"]))
    assert fading(early) > fading(_decision(position(["B1 B2", "R1"], groups=SETS)))


def test_a_last_turn_has_no_turn_after_it() -> None:
    state = position(["B1 B2", ""], rules=EDITIONS["final_turn"], out=(1,), last_turns=())
    assert survival(_decision(state)) == 0


HIDDEN = "R1 B3 G6 Y8 R10 B12 G2 Y11"


def test_a_player_wants_more_of_what_it_took() -> None:
    state = position(["R7 R4 B9", f"{HIDDEN} G7 Y7"], discard="G1")
    told = replace(state.seats[1], taken=held("G7 Y7"))
    plain, knowing = _wants(state), _wants(replace(state, seats=(state.seats[0], told)))
    assert knowing[card("R7")] > plain[card("R7")]
    assert knowing[card("R7")] > 2 * knowing.get(card("R4"), 0)


@pytest.mark.parametrize("field", ["discarded", "declined"])
def test_a_player_wants_less_of_what_it_gave_up(field: str) -> None:
    state = position(["R7 R4 B9", f"{HIDDEN} G10 Y10"], discard="G1")
    told = replace(state.seats[1], **{field: held("G7 Y7")})  # type: ignore[arg-type]
    plain, knowing = _wants(state), _wants(replace(state, seats=(state.seats[0], told)))
    assert knowing.get(card("R7"), 0) < plain[card("R7")] / 2


def _hard(state: State, seed: int = 1) -> Card:
    view, legal = view_for(state, state.turn), legal_actions(state)
    action = strategy(Level.HARD).choose(view, legal, Random(seed))
    assert isinstance(action, Discard)
    return action.card


def test_a_wild_is_the_last_thing_to_go() -> None:
    for seed in range(5):
        assert _hard(position(["W W R1", "R4 B4"], discard="G1"), seed) is card("R1")
        assert _hard(position(["W W S", "R4 B4"], discard="G1"), seed) is SKIP
        assert _hard(position(["W W", "R4 B4"], discard="G1"), seed) is WILD


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seed", range(6))
def test_what_was_just_taken_is_never_thrown_back(level: Level, seed: int) -> None:
    """Not even where that card is the dearest and all others look more useful."""
    state = position(["Y12 R1 R2 R3", "R4 B4"], groups={0: SETS[1]}, discard="G1")
    seat = replace(state.seats[0], taken=held("Y12"))
    state = replace(state, seats=(seat, state.seats[1]), drawn=card("Y12"))
    action = strategy(level).choose(view_for(state, 0), legal_actions(state), Random(seed))
    assert isinstance(action, Discard)
    assert action.card is not card("Y12")


@pytest.mark.parametrize("seed", range(12))
def test_easy_never_forgets_to_hit_what_it_took_for_that(seed: int) -> None:
    state = position(["Y9 R1 R2 R3", "R4 B4"], groups={0: SETS[1]}, discard="G1")
    seat = replace(state.seats[0], taken=held("Y9"))
    state = replace(state, seats=(seat, state.seats[1]), drawn=card("Y9"))
    action = strategy(Level.EASY).choose(view_for(state, 0), legal_actions(state), Random(seed))
    assert not isinstance(action, Discard)


FIVES = tuple(card(code) for code in ("R5", "B5", "G5", "Y5"))
HAND = "R5 B5 R9 B9 R1 B2 G11 Y12 R3 R7"


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


@pytest.mark.parametrize("field", ["discarded", "declined"])
def test_what_was_given_up_seems_not_to_help(field: str) -> None:
    assert _told(FIVES, **{field: held("G5 Y5")}) < _told(FIVES) - 0.02


def test_a_card_thrown_now_is_seen_like_those_before() -> None:
    assert _told(FIVES, now=card("R5")) < _told(FIVES, now=card("R1"))


def _drawing(discard: str, stage: Stage = Stage.DRAW, **more: object) -> State:
    """Pairs of two numbers are held, of each of which the phase wants four."""
    hand, trying = "R9 B9 R4 B4 R1 R2 B3 G6 B7 R11", [7, 7]
    return position([hand, "R4 B4 G4"], stage=stage, discard=discard, trying=trying, **more)  # type: ignore[arg-type]


def test_nothing_is_left_that_completes_the_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "INFORMATION_COST", 1000.0)
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4"], stage=Stage.DRAW, discard="G1 Y9")
    view, legal = view_for(state, 0), legal_actions(state)
    assert Hard().choose(view, legal, Random(1)) == Draw(Source.DISCARD_PILE)


@pytest.mark.parametrize(("information_cost", "least", "most"), [(0.0, 0, 0), (1000.0, 8, 10)])
def test_an_open_card_is_left_where_it_tells_more_than_it_gains(
    information_cost: float, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hard, "INFORMATION_COST", information_cost)
    open_card = _drawing("G1 Y9"), Draw(Source.DRAW_PILE)
    offered = _drawing("Y9", Stage.OFFER, rules=FINAL_TURN), AnswerOffer(take=False)
    for state, leaves in (open_card, offered):
        view, legal = view_for(state, 0), legal_actions(state)
        left = sum(Hard().choose(view, legal, Random(seed)) == leaves for seed in range(10))
        assert least <= left <= most
