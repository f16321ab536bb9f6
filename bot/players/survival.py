"""How long the hand will last: how likely the player gets another turn."""

from __future__ import annotations

from bot.rules.views import SeatView

from .situation import Sight

# Shares of turns in which a player goes out, counted in games of three hard players.
GOES_OUT = (0.5, 0.34, 0.09, 0.05)
"""With the phase down, by the cards held; with no card the player floats."""
GOES_OUT_WITH_MORE = 0.03
GOES_OUT_BEFORE_LAYING = 0.025
WEARING = 0.96
"""Besides those who may go out now there are those who will be as near in a turn or two."""


def goes_out(seat: SeatView) -> float:
    """How likely this player goes out in one turn."""
    if not seat.groups:
        return GOES_OUT_BEFORE_LAYING
    return GOES_OUT[seat.cards] if seat.cards < len(GOES_OUT) else GOES_OUT_WITH_MORE


def survival(sight: Sight) -> float:
    """How likely nobody goes out before the player's next turn."""
    if sight.is_last_turn:
        return 0.0
    lasts = 1.0
    for seat in sight.others:
        if not seat.skipped:
            lasts *= 1 - goes_out(seat)
    return lasts


def fading(sight: Sight) -> float:
    """What reaching something a turn later is worth, as a share of reaching it now."""
    return survival(sight) * WEARING
