"""The playground stops when it is told to, and leaves its games in order."""

from __future__ import annotations

import signal
from pathlib import Path

from browsing import Playground


def test_a_supervisor_stops_it_as_ctrl_c_does(tmp_path: Path) -> None:
    started = Playground(tmp_path)
    assert (tmp_path / "games.db-wal").exists()
    assert started.stop(signal.SIGTERM) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"games.db", "games.db.lock"}
