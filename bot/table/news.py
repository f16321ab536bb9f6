"""What just happened, for the lines at the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.events import Discarded, Drew, Event, HandEnded, Skipped, TakenOver, TakeoverReason
from bot.rules.events import WasHit as Hit
from bot.rules.views import seen_by

TURNS_TOLD = 6


def news_of(recent: Sequence[Event]) -> tuple[Event, ...]:
    """The events of about the last six turns as everybody may see them, oldest first."""
    turns = [at for at, event in enumerate(recent) if isinstance(event, Drew)]
    first = turns[-TURNS_TOLD] if len(turns) > TURNS_TOLD else 0
    told = (at for at in range(first, len(recent)) if not _is_bookkeeping(recent, at))
    return tuple(seen_by(recent[at], None) for at in told)


def _is_bookkeeping(recent: Sequence[Event], at: int) -> bool:
    """Whether an event only gives a seat back after one turn: its player is not back by that."""
    event = recent[at]
    if not isinstance(event, TakenOver) or event.reason is not TakeoverReason.RETURNED:
        return False
    for before in reversed(recent[:at]):
        if isinstance(before, Skipped | HandEnded):
            continue
        return isinstance(before, Discarded | Hit) and before.seat == event.seat
    return False
