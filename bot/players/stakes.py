"""What the end of a hand is worth to one seat: its chance to win the game from there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.analysis.between import between_hands
from bot.rules.views import PlayerView, SeatView

USUAL_POINTS = 40
"""Points by which a typical hand separates those who laid from those who did not."""
FEWEST = 1e-6
"""The least that a phase or points count, so that ratios stay finite in decided games."""


class Stakes:
    """The chances to win after this hand, for the seat of a view; remembers what it was asked."""

    def __init__(self, view: PlayerView) -> None:
        assert view.me is not None, "a spectator has no stakes"
        self._me, self._rules = view.me, view.rules
        self._played, self._last = view.hand_number, len(view.phases)
        self._done = [len(seat.completed) for seat in view.seats]
        self._totals = [seat.total for seat in view.seats]
        self._open = [_is_open(seat) for seat in view.seats]
        self._known: dict[tuple[int, ...], float] = {}

    def after(self, laid: Sequence[bool], points: Sequence[int]) -> float:
        """The chance to win when the hand has ended like this.

        Args:
            laid: by seat, whether its phase is down.
            points: by seat, the points left in its hand.
        """
        done = [
            before + (down and new)
            for before, down, new in zip(self._done, laid, self._open, strict=True)
        ]
        totals = [before + more for before, more in zip(self._totals, points, strict=True)]
        key = (*done, *totals)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._chance(done, totals)
        return found

    def _chance(self, done: Sequence[int], totals: Sequence[int]) -> float:
        finished = [seat for seat, phases in enumerate(done) if phases >= self._last]
        if finished and not self._rules.ten_hands:
            # Equal totals are decided by a play-off between equals.
            least = min([totals[seat] for seat in finished])
            best = [seat for seat in finished if totals[seat] == least]
            return (self._me in best) / len(best)
        return between_hands(self._rules, done, totals, played=self._played)[self._me]


def _is_open(seat: SeatView) -> bool:
    """Whether laying in this hand would complete a phase more."""
    return not seat.groups and seat.playing and seat.trying not in seat.completed
