"""The challenge of a week: one quick game against two computer players, the same for everyone."""

from __future__ import annotations

import hmac
from datetime import date, timedelta

from bot.cards.rulesets import CLASSIC
from bot.cards.variations import Length, with_length

from .calendar import closes, last_closed, utc_date, week_bounds

CHALLENGE_RULES = with_length(CLASSIC, Length.QUICK)
CHALLENGE_OPPONENTS = 2


def challenge_week(moment: float) -> date:
    """The Monday of the week of a moment, which names its challenge."""
    return week_bounds(utc_date(moment))[0]


def challenge_closes(week: date) -> float:
    """The moment from which the results of a challenge are complete: that of its Sunday's hand."""
    return closes(week_bounds(week)[1])


def last_challenge(moment: float) -> date:
    """The newest week whose challenge is closed."""
    sunday = week_bounds(last_closed(moment) + timedelta(days=1))[0] - timedelta(days=1)
    return week_bounds(sunday)[0]


def derive_challenge_secret(key: bytes, week: date) -> bytes:
    """The secret of all games of a challenge: HMAC-SHA256 with the installation's key."""
    return hmac.digest(key, f"phase10 challenge {week.isoformat()}".encode(), "sha256")
