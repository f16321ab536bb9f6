"""A running bot's sign of life: a file that it touches while it is connected."""

from __future__ import annotations

import time
from pathlib import Path

BEAT = 20.0
"""Seconds between two signs of life."""
STALE = 90.0
"""Seconds after which a sign of life no longer counts."""


def is_healthy(heartbeat: Path) -> bool:
    """Whether a running bot gave a sign of life lately."""
    try:
        return time.time() - heartbeat.stat().st_mtime < STALE
    except OSError:
        return False
