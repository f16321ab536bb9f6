"""What a table does by itself, and when: computed from what is stored, whatever restarts."""

from __future__ import annotations

from enum import Enum, auto

from bot.model import Lobby
from bot.rules.state import Stage

from .context import Pace
from .play import Play

_REMINDER_AT = 0.75


class Due(Enum):
    """What a table does by itself."""

    CLOSE_LOBBY = auto()
    DEAL = auto()
    COMPUTER = auto()
    REMIND = auto()
    TIME_OUT = auto()


def next_due(
    lobby: Lobby | None, game: Play | None, pace: Pace, now: float
) -> tuple[float, Due] | None:
    """When the next such thing is due (in seconds since 1970), and what; None for nothing."""
    if lobby is not None:
        return lobby.touched_at + pace.lobby_idle, Due.CLOSE_LOBBY
    if game is None or game.over:
        return None
    if game.state.stage is Stage.DEAL:
        pause = 0.0 if game.everybody_ready else pace.hand_pause
        return game.table.turn_at + pause, Due.DEAL
    if game.to_act is not None and game.to_act.is_computer:
        return game.table.turn_at + pace.pause, Due.COMPUTER
    return _limit(game, now)


def _limit(game: Play, now: float) -> tuple[float, Due] | None:
    limit, began = game.table.turn_limit, game.table.turn_at
    if limit is None:
        return None
    reminder = began + limit * _REMINDER_AT
    return (reminder, Due.REMIND) if now < reminder else (began + limit, Due.TIME_OUT)
