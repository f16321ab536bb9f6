"""What all tables of one bot share: the ports, the pace, and where secrets and ids come from."""

from __future__ import annotations

import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from bot.model import EVERYBODY, Level, Shards
from bot.players import Strategy, strategy
from bot.telemetry.metrics import Metrics

from .clock import SystemClock
from .ports import Announcer, Clock, Store

_ID_LETTERS = string.ascii_lowercase + string.digits
_ID_LENGTH = 9


def new_secret() -> bytes:
    """32 random bytes for a game's shuffles."""
    return secrets.token_bytes(32)


def new_id() -> str:
    """A short random id of a game: 9 of a–z and 0–9."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How long things take at a table, in seconds.

    Attributes:
        pause: before a computer player's turn.
        hand_pause: between two hands, unless everybody is ready before.
        lobby_idle: until an idle lobby closes.
        retry: until something the database refused is tried again by itself.
        patience: how long announcements may take while the bot stops.
        absence: of a turn without a limit until everybody seated may have a computer stand in.
        gap: for how long nobody may be able to click before turns begin anew.
    """

    pause: float = 1.2
    hand_pause: float = 20.0
    lobby_idle: float = 900.0
    retry: float = 10.0
    patience: float = 5.0
    absence: float = 600.0
    gap: float = 30.0


@dataclass(frozen=True, kw_only=True)
class Context:
    """What the managers of one bot share.

    Attributes:
        store: keeps everything.
        announcer: brings channels up to date.
        clock: time.
        pace: how long things take.
        secret: draws the secret of a new game, 32 bytes.
        game_id: draws the id of a new lobby or game.
        strategy: the computer player of a level.
        rng: what computer players may use besides; never the shuffles.
        shards: whose tables these are.
        metrics: counts what happens.
    """

    store: Store
    announcer: Announcer
    clock: Clock = field(default_factory=SystemClock)
    pace: Pace = field(default_factory=Pace)
    secret: Callable[[], bytes] = new_secret
    game_id: Callable[[], str] = new_id
    strategy: Callable[[Level], Strategy] = strategy
    rng: Random = field(default_factory=Random)
    shards: Shards = EVERYBODY
    metrics: Metrics = field(default_factory=Metrics)
