"""Highlights of a game that are worth an animation, from what everybody may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.games.events import EndReason

from .events import Event, GameEnded, HandEnded, Laid, WasHit
from .views import PlayerView


class HighlightKind(StrEnum):
    """What happened."""

    LAID = "laid"
    OUT = "out"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment of a game worth an animation.

    Attributes:
        kind: what happened.
        seats: whose deed it is, only in a shared victory more than one.
        view: a spectator's view just afterwards.
        hit: the last hit before it, for somebody who went out with it.
    """

    kind: HighlightKind
    seats: tuple[int, ...]
    view: PlayerView
    hit: WasHit | None = None


def highlight_of(view: PlayerView, events: Sequence[Event]) -> Highlight | None:
    """The highlight in the events of one change, the rarest of several.

    Args:
        view: a spectator's view after the change.
        events: of the change.

    Returns:
        The end of a game that somebody won, somebody's going out at the end of a hand, or a phase
        that nobody has laid before in this game; else None.
    """
    for event in reversed(events):
        match event:
            case GameEnded(winners=winners, reason=reason) if reason is not EndReason.ABANDONED:
                return Highlight(HighlightKind.WON, winners, view)
            case HandEnded(out=(first, *_)):
                return Highlight(HighlightKind.OUT, (first,), view, _last_hit(events))
            case Laid(seat=seat, phase=phase) if _is_first(view, seat, phase):
                return Highlight(HighlightKind.LAID, (seat,), view)
            case _:
                pass
    return None


def _last_hit(events: Sequence[Event]) -> WasHit | None:
    return next((each for each in reversed(events) if isinstance(each, WasHit)), None)


def _is_first(view: PlayerView, seat: int, phase: int) -> bool:
    """Whether nobody else has laid this phase; a play-off repeats the last one."""
    others = [each for each in view.seats if each.seat != seat]
    return not view.playoff and not any(
        phase in each.completed or (each.groups and each.trying == phase) for each in others
    )
