"""Chances to win at any moment of the card game, from a view.

Within a hand, fits say who goes out first and who else lays; what follows a hand is worth what
:mod:`bot.analysis.game_chances` says.

A vector of features has a block for each kind of knowledge (phase down or not, own cards or not);
the blocks that do not apply are zeros. So one fit serves a spectator and a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from operator import mul

from bot.rules.distance import solver_for
from bot.rules.state import Stage
from bot.rules.unseen import unseen
from bot.rules.views import PlayerView, SeatView

from .coefficients import Coefficients, Vector, coefficients, likely
from .difficulty import Difficulty, difficulty
from .game_chances import (
    PhaseOrder,
    between_hands,
    by_points,
    corrected,
    duel_of,
    order_of,
    race,
    remaining,
)

UNDECIDED = 0.25
"""Hands that a hand being played adds to the spread of points, besides what is known of it."""


def chances(view: PlayerView, fitted: Coefficients | None = None) -> tuple[float, ...]:
    """Each seat's chance to win, as a spectator or the seat of the view may estimate it.

    Players are taken to be equally strong. A shared win counts as a part of one, and a game that
    was ended before its time as won by nobody: all chances are 0. Else they add up to 1.
    The first call for other phases than before takes a few tenths of a second.

    Args:
        view: of the card game.
        fitted: other coefficients than those of this version.
    """
    if view.result is not None:
        winners = view.result.winners
        return tuple((seat.seat in winners) / max(len(winners), 1) for seat in view.seats)
    fitted = fitted or coefficients()
    if view.stage is Stage.DEAL:
        return _before_the_deal(view, fitted)
    return _within(view, fitted)


def _before_the_deal(view: PlayerView, fitted: Coefficients) -> tuple[float, ...]:
    if view.playoff:
        playing = [seat.playing for seat in view.seats]
        return tuple(each / sum(playing) for each in playing)
    return between_hands(
        view.rules,
        [len(seat.completed) for seat in view.seats],
        [seat.total for seat in view.seats],
        played=view.hand_number,
        first=(view.dealer + 2) % len(view.seats) if view.hand_number else None,
        fitted=fitted,
    )


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What is likely in a hand, by seat.

    Attributes:
        out: the chance to go out first.
        lays: the chance that the phase is down at the end, though another goes out first.
        before: how many phases were completed before the hand.
    """

    out: tuple[float, ...]
    lays: tuple[float, ...]
    before: tuple[int, ...]


def _within(view: PlayerView, fitted: Coefficients) -> tuple[float, ...]:
    order = order_of(view.rules)
    facts = facts_of(view, order)
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
    size, over = len(view.seats), view.last_turns
    weights = (
        (fitted.two_out, fitted.two_lays) if size == 2 else (fitted.more_out, fitted.more_lays)
    )
    found = scores(weights[0], facts)
    out, lays = [0.0] * size, [0.0] * size
    for at, each in enumerate(facts):
        gone = view.seats[each.seat].out
        out[each.seat] = exp(found[at]) if over is None else float(gone)
        if each.laid:
            lays[each.seat] = 1.0
        elif over is None or each.seat == view.turn or each.seat in over:
            pressure = LAST_TURNS if over is not None else pressure_on(at, found)
            lays[each.seat] = likely(weights[1], lays_vector(each, pressure, order))
    whole = sum(out)
    before = tuple(len({*seat.completed} - {seat.groups and seat.trying}) for seat in view.seats)
    return _Outlook(tuple(part / whole for part in out), tuple(lays), before)


def _expected(view: PlayerView, outlook: _Outlook, fitted: Coefficients) -> list[float]:
    """The totals to expect after the hand."""
    laid, left = (
        sum(points * share for points, share in each)
        for each in (fitted.points_laid, fitted.points_left)
    )
    return [
        seat.total + (1 - out) * (lays * laid + (1 - lays) * left)
        for seat, out, lays in zip(view.seats, outlook.out, outlook.lays, strict=True)
    ]


def _duel(
    view: PlayerView, order: PhaseOrder, outlook: _Outlook, fitted: Coefficients
) -> tuple[float, ...]:
    duel, next_first = duel_of(order, fitted), view.dealer
    apart = view.seats[0].total - view.seats[1].total
    chance = 0.0
    for out, sign in ((0, -1), (1, 1)):
        lays = outlook.lays[1 - out]
        for laid, share, points in (
            (True, lays, fitted.points_laid),
            (False, 1 - lays, fitted.points_left),
        ):
            if not share:
                continue
            done = [before + 1 for before in outlook.before]
            done[1 - out] -= not laid
            for value, part in points:
                after = duel.value(done[0], done[1], apart + sign * value, next_first)
                chance += outlook.out[out] * share * part * after
    return chance, 1 - chance


def _race(
    view: PlayerView, order: PhaseOrder, outlook: _Outlook, fitted: Coefficients
) -> tuple[float, ...]:
    rows = remaining(order, len(view.seats), fitted)
    hands, totals, completed = [], [], []
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


LAST_TURNS = 3.0
"""The pressure where somebody is out already and only last turns are left."""


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What a seat knows of its cards.

    Attributes:
        distance: how many cards the phase still needs; 0 once it is down.
        share: which share of the unseen cards brings the phase nearer.
        wilds: how many Wilds are held.
        stuck: how many cards could not be hit now.
    """

    distance: int
    share: float
    wilds: int
    stuck: int


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat that plays the hand.

    Attributes:
        seat: its number.
        laid: whether its phase is down.
        cards: how many cards are held, that of a draw in this turn left out.
        down: which share of the other seats have their phase down.
        plays: whether it is in its turn and has drawn.
        turns: how many turns it has ended.
        wait: turns of others before its next one, as a share of the seats.
        step: the difficulty of its phase.
        taken: how many cards known to be held came from the discard pile, at most 4.
        own: its cards, if the viewer knows them.
    """

    seat: int
    laid: bool
    cards: int
    down: float
    plays: bool
    turns: int
    wait: float
    step: Difficulty
    taken: int
    own: OwnCards | None


def facts_of(view: PlayerView, order: PhaseOrder) -> list[SeatFacts]:
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
    wait = sum(
        view.seats[(turn + each) % len(view.seats)].playing
        for each in range((seat.seat - turn) % len(view.seats))
    )
    return SeatFacts(
        seat=seat.seat,
        laid=bool(seat.groups),
        cards=max(seat.cards - drawn, 0),
        down=sum(bool(each.groups) for each in view.seats if each is not seat) / (players - 1),
        plays=drawn,
        turns=len(seat.thrown),
        wait=wait / players + seat.skipped,
        step=step,
        taken=min(len(seat.taken), 4),
        own=_own(view, seat) if seat.seat == view.me else None,
    )


def _own(view: PlayerView, seat: SeatView) -> OwnCards | None:
    wilds = sum(card.is_wild for card in view.hand)
    if seat.groups:
        groups = [group for each in view.seats for group in each.groups]
        fits = {card: any(group.places_for(card) for group in groups) for card in {*view.hand}}
        return OwnCards(0, 1.0, wilds, sum(not fits[card] for card in view.hand))
    if seat.trying is None:
        return None
    solver = solver_for(view.phases[seat.trying - 1], view.rules)
    hand, natural_wilds = solver.encode(view.hand)
    distance = solver.distance(hand, natural_wilds)
    left = unseen(view)
    share = left.of(solver.helpful(hand, natural_wilds)) / max(left.total, 1) if distance else 1.0
    return OwnCards(distance, share, wilds, len(view.hand))


_OUT_BLOCKS = (10, 12, 10, 14)
"""Lengths of the blocks: phase down, own phase down, not down, own not down."""
_LAYS_BLOCKS = (12, 16)
"""Lengths of the blocks: not down, own not down."""


def out_vector(facts: SeatFacts) -> Vector:
    """The features of going out first."""
    own, step, wait = facts.own, facts.step, facts.wait
    log_cards, log_turns = log(1 + facts.cards), log(1 + facts.turns)
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
    """The features of laying though another seat goes out first."""
    own, step = facts.own, facts.step
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
    return [sum(map(mul, weights, out_vector(each))) for each in facts]


def pressure_on(at: int, found: Sequence[float]) -> float:
    """How near the others are to going out, from their scores."""
    return log(sum(exp(score) for place, score in enumerate(found) if place != at))
