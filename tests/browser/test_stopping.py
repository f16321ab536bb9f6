"""The playground stops when it is told to, and leaves nothing behind."""

from __future__ import annotations

import signal
from pathlib import Path

from browsing import Playground


def test_a_supervisor_stops_it_as_ctrl_c_does(tmp_path: Path) -> None:
    started = Playground(tmp_path)
    assert list(tmp_path.glob("phase10-*")) != []
    assert started.stop(signal.SIGTERM) == (0, "")
    assert list(tmp_path.glob("phase10-*")) == []
