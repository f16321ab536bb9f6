"""Chances to win at any moment of the card game, from a view.

Within a hand, fits say who goes out first and who else lays; what follows a hand is worth what
:mod:`bot.analysis.between` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from bot.rules.state import Stage
from bot.rules.views import PlayerView

from .between import (
    PhaseOrder,
    between_hands,
    by_points,
    corrected,
    duel_of,
    order_of,
    race,
    remaining,
)
from .coefficients import Coefficients, coefficients, likely
from .hand_features import LAST_TURNS, SeatFacts, facts_of, lays_vector, pressure_on, scores

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
