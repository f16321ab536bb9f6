"""Chances to win at any moment of the card game, from a view.

Within a hand, fits tell the seat that goes out first and the seats that lay. A vector of features
has a block for each kind of knowledge (phase down or not, own cards or not), of which one is not
all zeros. So one fit serves a spectator and a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from operator import mul

from bot.cards.distance import solver_for
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView, count_cards, unseen

from .game_chances import (
    Coefficients,
    Difficulty,
    PhaseOrder,
    Vector,
    build_duel,
    by_points,
    chances_between_hands,
    coefficients,
    corrected,
    difficulty,
    hand_ends,
    likely,
    phase_order,
    race,
    remaining,
)

UNDECIDED = 0.25  # how much of a hand's spread of points is left while the hand is played


def chances(view: PlayerView, fitted: Coefficients | None = None) -> tuple[float, ...]:
    """Each seat's chance to win by the view, if all play equally well.

    The first call for other phases than before takes a few tenths of a second.
    """
    if view.result is not None:
        winners = view.result.winners
        share = 1 / max(len(winners), 1)
        return tuple(share if seat.seat in winners else 0.0 for seat in view.seats)
    fitted = fitted or coefficients()
    if view.stage is Stage.DEAL:
        return _before_the_deal(view, fitted)
    return _within(view, fitted)


def _before_the_deal(view: PlayerView, fitted: Coefficients) -> tuple[float, ...]:
    if view.playoff:
        playing = [seat.playing for seat in view.seats]
        return tuple(plays / sum(playing) for plays in playing)
    return chances_between_hands(
        view.rules,
        [len(seat.completed) for seat in view.seats],
        [seat.total for seat in view.seats],
        played=view.hand_number,
        first=(view.dealer + 2) % len(view.seats) if view.hand_number else None,
        fitted=fitted,
    )


@dataclass(frozen=True, slots=True)
class _Outlook:
    """The likely outcome of a hand, by seat."""

    out: tuple[float, ...]  # the chance to go out first
    # The chance that the phase is down at the end if another seat goes out first.
    lays: tuple[float, ...]
    before: tuple[int, ...]  # how many phases were completed before the hand


def _within(view: PlayerView, fitted: Coefficients) -> tuple[float, ...]:
    order = phase_order(view.rules)
    facts = seat_facts(view, order)
    outlook = _outlook(view, order, facts, fitted)
    if view.playoff:
        return outlook.out
    if view.rules.ten_hands:
        left = len(view.phases) - view.hand_number
        return by_points(_expected(view, outlook, fitted), left + UNDECIDED)
    if len(view.seats) == 2:
        return _duel(view, order, outlook, fitted)
    return _race(view, order, outlook, fitted)


def _outlook(
    view: PlayerView, order: PhaseOrder, facts: Sequence[SeatFacts], fitted: Coefficients
) -> _Outlook:
    size = len(view.seats)
    over = view.last_turns
    weights = (
        (fitted.two_out, fitted.two_lays) if size == 2 else (fitted.more_out, fitted.more_lays)
    )
    logarithms = scores(weights[0], facts)
    out = [0.0] * size
    lays = [0.0] * size
    for at, own in enumerate(facts):
        seat = own.seat
        out[seat] = exp(logarithms[at]) if over is None else float(view.seats[seat].out)
        if own.laid:
            lays[seat] = 1.0
        elif over is None or seat == view.turn or seat in over:
            pressure = LAST_TURNS if over is not None else pressure_on(at, logarithms)
            lays[seat] = likely(weights[1], lays_vector(own, pressure, order))
    whole = sum(out)
    before = tuple(len({*seat.completed} - {seat.groups and seat.trying}) for seat in view.seats)
    return _Outlook(tuple(part / whole for part in out), tuple(lays), before)


def _expected(view: PlayerView, outlook: _Outlook, fitted: Coefficients) -> list[float]:
    """The totals to expect after the hand."""
    spreads = fitted.points_laid, fitted.points_left
    laid, left = (sum(points * share for points, share in spread) for spread in spreads)
    return [
        seat.total + (1 - out) * (lays * laid + (1 - lays) * left)
        for seat, out, lays in zip(view.seats, outlook.out, outlook.lays, strict=True)
    ]


def _duel(
    view: PlayerView, order: PhaseOrder, outlook: _Outlook, fitted: Coefficients
) -> tuple[float, ...]:
    duel = build_duel(order, fitted)
    next_first = view.dealer
    lead = view.seats[0].total - view.seats[1].total
    mine, other = outlook.before
    whole = 0.0
    for chance, (mine_laid, other_laid), changes in hand_ends(outlook.out, outlook.lays, fitted):
        for change, share in changes:
            after = duel.value(mine + mine_laid, other + other_laid, lead + change, next_first)
            whole += chance * share * after
    return whole, 1 - whole


def _race(
    view: PlayerView, order: PhaseOrder, outlook: _Outlook, fitted: Coefficients
) -> tuple[float, ...]:
    rows = remaining(order, len(view.seats), fitted)
    hands = []
    totals = []
    completed = []
    laid = sum(points * share for points, share in fitted.points_laid)
    for seat, out, lays, before in zip(
        view.seats, outlook.out, outlook.lays, outlook.before, strict=True
    ):
        now = out + (1 - out) * lays
        pairs = zip(rows[before + 1], rows[before], strict=True)
        hands.append((0.0, *[now * one + (1 - now) * other for one, other in pairs]))
        # Points of this hand where the phase is laid; all others are the same for every seat.
        totals.append(seat.total + laid * (1 - out / now if now else 1))
        completed.append(before + now)
    return corrected(race(hands, outlook.before, totals), order, completed, fitted)


LAST_TURNS = 3.0  # the pressure where somebody is out already and only last turns are left


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The knowledge of a seat about its cards."""

    distance: int  # how many cards the phase still needs; 0 once it is down
    share: float  # the share of the unseen cards that bring the phase nearer
    wilds: int  # how many Wilds are held
    stuck: int  # how many cards could not be hit now


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat that plays the hand."""

    seat: int
    laid: bool
    cards: int  # how many cards are held, without a card drawn in this turn
    down: float  # the share of the other seats that have their phase down
    plays: bool  # whether the seat is in its turn and has drawn
    turns: int  # how many turns the seat has ended
    wait: float  # turns of others before the seat's next turn, as a share of the seats
    step: Difficulty  # the difficulty of its phase
    taken: int  # how many cards known to be held came from the discard pile, at most 4
    own: OwnCards | None  # the seat's cards, if the viewer knows them


def seat_facts(view: PlayerView, order: PhaseOrder) -> list[SeatFacts]:
    """The seats that play this hand; the hand is being played."""
    playing = [seat for seat in view.seats if seat.playing]
    return [_facts(view, seat, order, len(playing)) for seat in playing]


def _facts(view: PlayerView, seat: SeatView, order: PhaseOrder, players: int) -> SeatFacts:
    if seat.trying is None:
        step = order.steps[min(len(seat.completed), len(order.steps) - 1)]
    else:
        step = difficulty(view.phases[seat.trying - 1], view.rules)
    acts = seat.seat == view.turn
    drawn = acts and view.stage is Stage.PLAY
    turn = view.turn or 0
    around = (*view.seats[turn:], *view.seats[:turn])
    wait = sum(before.playing for before in around[: around.index(seat)])
    return SeatFacts(
        seat=seat.seat,
        laid=bool(seat.groups),
        cards=max(seat.cards - drawn, 0),
        down=sum(bool(s.groups) for s in view.seats if s is not seat) / (players - 1),
        plays=drawn,
        turns=len(seat.discarded),
        wait=wait / players + seat.skipped,
        step=step,
        taken=min(len(seat.taken), 4),
        own=_own(view, seat) if seat.seat == view.me else None,
    )


def _own(view: PlayerView, seat: SeatView) -> OwnCards | None:
    wilds = sum(card.is_wild for card in view.hand)
    if seat.groups:
        return OwnCards(0, 1.0, wilds, sum(not view.fits_table(card) for card in view.hand))
    if seat.trying is None:
        return None
    solver = solver_for(view.phases[seat.trying - 1], view.rules)
    hand, natural_wilds = solver.encode(view.hand)
    distance = solver.distance(hand, natural_wilds)
    left = unseen(view)
    helping = count_cards(left, solver.helpful(hand, natural_wilds))
    share = helping / max(left.total(), 1) if distance else 1.0
    return OwnCards(distance, share, wilds, len(view.hand))


_OUT_BLOCKS = (10, 12, 10, 14)
"""Lengths of the blocks: phase down, own phase down, not down, own not down."""
_LAYS_BLOCKS = (12, 16)  # lengths of the blocks: not down, own not down


def out_vector(facts: SeatFacts) -> Vector:
    """The features of going out first."""
    own = facts.own
    step = facts.step
    wait = facts.wait
    log_cards = log(1 + facts.cards)
    log_turns = log(1 + facts.turns)
    few = (facts.cards == 1, facts.cards == 2, facts.cards > 3)
    if facts.laid:
        now = (facts.down, facts.down * log_cards, facts.plays, log_turns, wait)
        if own is None:
            return _block(0, (1, log_cards, *few, *now), _OUT_BLOCKS)
        return _block(1, (1, log_cards, *few, own.stuck, own.stuck < 2, *now), _OUT_BLOCKS)
    if own is None:
        time = (log_turns, step.turns * log_turns)
        return _block(2, (1, *step, *time, facts.taken, wait), _OUT_BLOCKS)
    return _block(3, (*_of_hand(own), *step, log_turns, wait), _OUT_BLOCKS)


def lays_vector(facts: SeatFacts, pressure: float, order: PhaseOrder) -> Vector:
    """The features of laying if another seat goes out first."""
    own = facts.own
    step = facts.step
    if own is None:
        time = (log(1 + facts.turns), facts.taken, facts.wait, pressure)
        flags = (order.last_turn, order.choose)
        return _block(0, (1, *step, *time, *flags), _LAYS_BLOCKS)
    others = (facts.wait, pressure, pressure * own.distance)
    return _block(1, (*_of_hand(own), *step, *others, order.last_turn), _LAYS_BLOCKS)


def _of_hand(own: OwnCards) -> tuple[float, ...]:
    log_share = log(own.share + 0.01)
    near = (own.distance == 0, own.distance == 1, own.distance)
    return (1, *near, log_share, own.distance * log_share, own.wilds)


def _block(at: int, values: Sequence[float], lengths: Sequence[int]) -> Vector:
    assert len(values) == lengths[at]
    return (*[0.0] * sum(lengths[:at]), *map(float, values), *[0.0] * sum(lengths[at + 1 :]))


def scores(weights: Vector, facts: Sequence[SeatFacts]) -> list[float]:
    """How likely each seat goes out first, as logarithms up to a constant."""
    return [sum(map(mul, weights, out_vector(seat))) for seat in facts]


def pressure_on(at: int, all_scores: Sequence[float]) -> float:
    """How near the others are to going out, from their scores."""
    return log(sum(exp(score) for place, score in enumerate(all_scores) if place != at))
