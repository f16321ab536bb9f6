"""Hints: what the hard computer player does, with a reason that is true."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from kit import decisions, laid, position

from bot.cards.actions import AnswerOffer, Declare, Discard, Draw, Hit, Lay, Source
from bot.cards.cards import SKIP, WILD, Card, cards
from bot.cards.distance import helpful, solver_for
from bot.cards.engine import legal_actions
from bot.cards.marked_cards import fitting
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage, State
from bot.cards.views import PlayerView, count_cards, unseen, view_for
from bot.cards.worth import Worth, compare_with_hidden
from bot.players import hard
from bot.players.advice import Advice, Reason, explain
from bot.players.judgement import clearly_best

SETS = {0: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]}


def _advice(state: State, seed: int = 1) -> Advice:
    return explain(view_for(state, state.turn), legal_actions(state), Random(seed))


def _drawing(hand: str, discard: str, **more: object) -> State:
    return position([hand, "R4 B4 G4"], stage=Stage.DRAW, discard=discard, **more)  # type: ignore[arg-type]


def test_a_skip_stops_who_is_about_to_go_out() -> None:
    groups = {2: [laid("S", "R5 B5 G5"), laid("S", "R8 B8 G8")]}
    hand = "S R1 R2 R3 B4 B6 Y7 G12 B10 Y10 Y11"
    found = _advice(position([hand, "R9 R6", "R4", "R7 R1"], groups=groups, discard="G1"))
    assert (found.action, found.reason) == (Discard(SKIP, 2), Reason.STOPS)
    assert (found.seat, found.number) == (2, 1)


def test_what_the_next_player_has_taken_is_kept_from_them() -> None:
    """Either card is as useless to oneself; only one is like what the next player took."""
    hand = "R5 B5 G5 R9 B9 R2 R4 B4 Y2"
    reasons = set()
    for taken, thrown in (("G4", "9"), ("G9", "4")):
        hands, seats = [hand, f"{taken} R1 R3 R6 R7 R8 R10"], {1: {"taken": cards(taken)}}
        state = position(hands, discard="G12", seats=seats)
        found = _advice(state)
        assert isinstance(found.action, Discard)
        assert found.action.card.number == int(thrown)
        reasons.add(found.reason)
    assert Reason.COLLECTS in reasons


def test_a_spare_card_is_kept_that_the_next_player_can_hit_with() -> None:
    state = position(["R1 B1 R9 B9 R5 Y2", "R4 B4"], groups={1: [laid("S", "G5 B5 Y5")]})
    found = _advice(state)
    assert (found.action, found.reason) == (Discard(cards("Y2")[0]), Reason.WITHHOLDS)
    assert (found.card, found.seat) == (cards("R5")[0], 1)


def test_a_card_of_a_number_that_is_missing_is_not_called_as_good_to_discard() -> None:
    state = position(["R1 B1 R9 B9 R10 G10 W B6 Y6 Y2 G8", "R4 B4"], discard="G1")
    best = clearly_best(view_for(state, 0), legal_actions(state))
    assert best == (Discard(cards("Y2")[0]), Discard(cards("G8")[0]))


def test_throwing_what_tells_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The card named is the one that would go if nothing could be learned from it."""
    state = position(["R9 B9 R4 B4 R1 R2 B3 G6 B7 R11 Y12", "R4 B1"], discard="G1", trying=[7, 7])
    found = {}
    for information_cost in (0.0, 1000.0):
        monkeypatch.setattr(hard, "INFORMATION_COST", information_cost)
        found[information_cost] = _advice(state)
    open_handed, hiding = found.values()
    assert isinstance(open_handed.action, Discard)
    assert isinstance(hiding.action, Discard)
    assert open_handed.reason is not Reason.TELLS_LESS
    assert hiding.reason is Reason.TELLS_LESS
    assert hiding.card is open_handed.action.card is not hiding.action.card


def _missing(view: PlayerView, hand: tuple[Card, ...]) -> int:
    assert view.my_phase is not None
    solver = solver_for(view.my_phase, view.rules)
    return solver.distance(*solver.encode(hand))


def _numbers(held: tuple[Card, ...]) -> set[int]:
    return {each.number for each in held if each.number}


def _next(view: PlayerView) -> int:
    """Who may take what is discarded now."""
    assert view.me is not None
    around = [(view.me + step) % len(view.seats) for step in range(1, len(view.seats))]
    return next(s for s in around if not view.seats[s].skipped and view.seats[s].playing)


def _check(view: PlayerView, found: Advice) -> None:
    """The reason is true of the action, by the plainest reading of it."""
    _check_draw(view, found)
    _check_play(view, found)
    _check_discard(view, found)


def _check_draw(view: PlayerView, found: Advice) -> None:
    action = found.action
    top = view.discard_pile[-1] if view.discard_pile else None
    laid_all = [group for seat in view.seats for group in seat.groups]
    match found.reason:
        case Reason.NEAREST_PHASE:
            assert isinstance(action, Declare)
        case Reason.COMPLETES | Reason.NEARER | Reason.WIDENS:
            source = action.source if isinstance(action, Draw) else Source.DISCARD_PILE
            taken = view.saved[-1] if source is Source.SAVE_PILE else top
            assert taken is not None
            then = _missing(view, (*view.hand, taken))
            before = _missing(view, view.hand)
            assert (then == 0) == (found.reason is Reason.COMPLETES)
            assert (then < before) == (found.reason is not Reason.WIDENS)
            assert found.number in (0, then)
        case Reason.NO_NEARER:
            assert found.card is top
            assert top is not None
            assert _missing(view, (*view.hand, top)) == _missing(view, view.hand)
        case Reason.AS_GOOD:
            assert top is not None
            assert found.card is top
            assert action in (Draw(Source.DRAW_PILE), AnswerOffer(take=False))
            assert compare_with_hidden(view, top) is Worth.EVEN
        case Reason.FITS_NOTHING:
            assert found.card is top
            assert top is not None
            assert not any(group.places_for(top) for group in laid_all)


def _check_play(view: PlayerView, found: Advice) -> None:
    action = found.action
    match found.reason:
        case Reason.GOES_OUT:
            assert len(view.hand) == 1 or isinstance(action, Hit | Lay)
        case Reason.KEEPS_WILDS:
            assert isinstance(action, Lay)
            used = sum(each.is_wild for group in action.groups for each in group.cards)
            assert found.number == view.hand.count(WILD) - used > 0
        case Reason.LOWERS_POINTS:
            assert isinstance(action, Hit)
            assert found.number == CLASSIC.points(action.card)


def _check_discard(view: PlayerView, found: Advice) -> None:
    action = found.action
    match found.reason:
        case (
            Reason.STOPS
            | Reason.MOST_PHASES
            | Reason.FEWEST_POINTS
            | Reason.DELAYS
            | Reason.EXTRA_TURN
        ):
            assert isinstance(action, Discard)
            assert action.target is not None
            assert action.target == found.seat
            stops = bool(view.seats[action.target].groups) == (found.reason is Reason.STOPS)
            assert stops or len(view.seats) == 2
        case Reason.TELLS_LESS:
            assert isinstance(action, Discard)
            assert found.card in view.hand
            assert found.card is not action.card
        case Reason.COLLECTS | Reason.WITHHOLDS:
            assert found.card in view.hand
            assert found.card is not action.card  # type: ignore[union-attr]
            assert found.seat == _next(view)
            known = _numbers(view.seats[found.seat].taken)
            assert (found.card.number in known) == (found.reason is Reason.COLLECTS)
        case Reason.LEFT_LYING:
            assert isinstance(action, Discard)
            taker = view.seats[_next(view)]
            assert action.card.number in _numbers(taker.discarded + taker.declined)
            assert found.seat == taker.seat
        case Reason.DEAREST:
            assert isinstance(action, Discard)
            assert found.number == CLASSIC.points(action.card)
        case Reason.EQUAL | Reason.NEARER_A_RUN:
            assert isinstance(action, Discard)
            assert found.card in view.hand
            assert found.card is not action.card
            if found.reason is Reason.EQUAL:
                marks = zip(view.hand, fitting(view, view.hand), strict=True)
                assert not {action.card, found.card} & {card for card, fits in marks if fits}
        case Reason.LEAVES_MORE:
            assert isinstance(action, Discard)
            assert found.number == _helping(view, action.card) > 0


def _helping(view: PlayerView, thrown: Card) -> int:
    """How many unseen cards bring the phase nearer without a card."""
    hand = list(view.hand)
    hand.remove(thrown)
    assert view.my_phase is not None
    return count_cards(unseen(view), helpful(hand, view.my_phase, view.rules))


def test_who_holds_the_phase_is_not_told_that_a_card_brings_it_no_nearer() -> None:
    found = _advice(_drawing("R5 B5 G5 R9 B9 G9 R1 B2 G11 Y12", "G1 Y7"))
    assert (found.action, found.reason) == (Draw(Source.DRAW_PILE), Reason.NOT_NEEDED)


def test_hints_in_recorded_games_are_true() -> None:
    told: Counter[Reason] = Counter()
    for number, state in enumerate(decisions(83)):
        view, legal = view_for(state, state.turn), legal_actions(state)
        found = explain(view, legal, Random(number))
        assert found.action in legal
        _check(view, found)
        told[found.reason] += 1
    assert len(told) >= 18, told
