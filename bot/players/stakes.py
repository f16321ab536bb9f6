"""The value of the end of a hand for one seat: its chance to win the game from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from math import exp, log

from bot.cards.phases import TEN_PHASES
from bot.cards.rulesets import RuleSet, RunColours
from bot.cards.views import PlayerView
from bot.chances.game_chances import chances_between_hands

POINTS = 40
"""Points whose value is taken: about what is left in the hand of a player who does not lay."""
USUAL_POINTS = (45, 5)  # points left in a hand without the phase, and with it, about
LEAST = 100.0
MOST = 400.0
"""Bounds of a phase's value in points: where a game is nearly decided, neither counts."""
MOST_SHARE = 2.0  # the most that another player's phase costs, in own phases
_TINY = 1e-9
TEN_HANDS_IN_POINTS = 40.0
"""Value of a phase where points alone decide: the points that laying takes off a hand."""
_BOTH = ((False, False), (False, True), (True, False), (True, True))


@lru_cache(maxsize=64)
def _with_known_phases(rules: RuleSet) -> RuleSet:
    """Rules with as many printed phases, as the difficulty of others takes long to find."""
    if rules.runs is RunColours.ANY and set(rules.phases) <= set(TEN_PHASES):
        return rules
    return replace(rules, phases=TEN_PHASES[: len(rules.phases)], runs=RunColours.ANY)


def _usual_points(laid: Iterable[bool]) -> list[int]:
    return [USUAL_POINTS[down] for down in laid]


def _log_odds(chance: float) -> float:
    return log(max(chance, _TINY) / max(1 - chance, _TINY))


class Stakes:
    """The chances to win after this hand, for the seat of a view; each is computed once."""

    def __init__(self, view: PlayerView) -> None:
        assert view.me is not None, "a spectator has no stakes"
        self._me = view.me
        self._rules = _with_known_phases(view.rules)
        self._played = view.hand_number
        self._last = len(view.phases)
        self._playoff = view.playoff
        self._down = [bool(seat.groups) for seat in view.seats]
        self._done = [
            len(seat.completed) - (bool(seat.groups) and seat.trying in seat.completed)
            for seat in view.seats
        ]
        self._totals = [seat.total for seat in view.seats]
        self._known: dict[tuple[int, ...], float] = {}
        self._usual: dict[tuple[bool, ...], tuple[float, int]] = {}

    def after(self, laid: Sequence[bool], points: Sequence[int]) -> float:
        """The chance to win after a hand with these phases laid and points left, by seat."""
        done = [before + down for before, down in zip(self._done, laid, strict=True)]
        totals = [before + more for before, more in zip(self._totals, points, strict=True)]
        key = (*done, *totals)
        chance = self._known.get(key)
        if chance is None:
            chance = self._known[key] = self._chance(done, totals)
        return chance

    def about(self, laid: Sequence[bool], points: Sequence[int]) -> float:
        """Nearly :meth:`after`, but quick: with three or more seats all points count alike."""
        done = [before + down for before, down in zip(self._done, laid, strict=True)]
        if len(laid) == 2 or max(done) >= self._last:
            return self.after(laid, points)
        usual = self._usual.get(tuple(laid))
        if usual is None:
            chance = self.after(laid, _usual_points(laid))
            usual = self._usual[tuple(laid)] = _log_odds(chance), sum(_usual_points(laid))
        own, others = self._points_count
        mine = points[self._me] - USUAL_POINTS[laid[self._me]]
        theirs = sum(points) - usual[1] - mine
        return 1 / (1 + exp(-usual[0] - own * mine - others * theirs))

    @cached_property
    def _points_count(self) -> tuple[float, float]:
        """How much an own point, and one of another seat, changes the logarithm of the odds."""
        usual = _usual_points(self._down)
        seats = range(len(self._down))
        more = [points + POINTS for points in usual]
        mine = [(more if seat == self._me else usual)[seat] for seat in seats]
        theirs = [(usual if seat == self._me else more)[seat] for seat in seats]
        odds, with_mine, with_theirs = (
            _log_odds(self.after(self._down, points)) for points in (usual, mine, theirs)
        )
        others = len(usual) - 1
        return (with_mine - odds) / POINTS, (with_theirs - odds) / POINTS / others

    @cached_property
    def phase_in_points(self) -> float:
        """The value of laying the phase in this hand, in points of the own hand."""
        if self._rules.ten_hands:
            return TEN_HANDS_IN_POINTS
        if self._playoff:
            return MOST
        points = sum([self._if(me=me, others=others) for me, others in _BOTH])
        points -= sum([self._if(me=me, others=others, points=POINTS) for me, others in _BOTH])
        return max(LEAST, min(MOST, POINTS * len(_BOTH) * self._phase / max(points, _TINY)))

    @cached_property
    def _phase(self) -> float:
        """The value of laying the phase in this hand: the mean of all others laying and none."""
        lays = [self._if(me=True, others=others) for others in (False, True)]
        fails = [self._if(me=False, others=others) for others in (False, True)]
        return (sum(lays) - sum(fails)) / 2

    def share(self, seat: int) -> float:
        """The cost of another seat laying its phase, in phases of the own seat."""
        if self._rules.ten_hands or self._playoff:
            return 1 / (len(self._done) - 1)
        cost = sum([self._if(me=me) - self._if(me=me, also=seat) for me in (False, True)]) / 2
        return max(0.0, min(MOST_SHARE, cost / max(self._phase, _TINY)))

    def _if(
        self, *, me: bool, others: bool = False, also: int | None = None, points: int = 0
    ) -> float:
        """The chance to win if the seat lays or not, with these points, and others do or not."""
        seats = range(len(self._done))
        laid = [others or down or seat == also for seat, down in enumerate(self._down)]
        laid[self._me] = me
        return self.after(laid, [points if seat == self._me else 0 for seat in seats])

    def _chance(self, done: Sequence[int], totals: Sequence[int]) -> float:
        finished = [seat for seat, phases in enumerate(done) if phases >= self._last]
        if finished and not self._rules.ten_hands:
            # Equal totals are decided by a play-off between equals.
            least = min([totals[seat] for seat in finished])
            best = [seat for seat in finished if totals[seat] == least]
            return 1 / len(best) if self._me in best else 0.0
        return chances_between_hands(self._rules, done, totals, played=self._played)[self._me]
