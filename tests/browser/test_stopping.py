"""The playground stops on signals, and leaves its games in order."""

from __future__ import annotations

import re
import signal
import socket
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from browsing import SIGINT_IGNORED, Playground

ANSWERS = 200
"""Each of 80 KB: sixteen megabytes."""


@pytest.mark.parametrize(
    ("starter", "by"),
    [((), signal.SIGTERM), (SIGINT_IGNORED, signal.SIGINT)],
    ids=["supervisor", "background job"],
)
def test_it_stops_as_by_ctrl_c(tmp_path: Path, starter: Sequence[str], by: signal.Signals) -> None:
    started = Playground(tmp_path, starter)
    assert (tmp_path / "games.db-wal").exists()
    assert started.stop(by) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"games.db", "games.db.lock"}


def test_a_browser_that_has_stopped_reading_does_not_hold_it_up(tmp_path: Path) -> None:
    started = Playground(tmp_path)
    host, port = re.findall(r"http://([^:]+):(\d+)", started.url)[0]
    asked = f"GET /preview.css HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    with socket.create_connection((host, int(port))) as browser:
        browser.sendall(asked * ANSWERS)
        # The first answer is there, the others are more than the system keeps for a reader.
        assert browser.recv(15) == b"HTTP/1.1 200 OK"
        time.sleep(0.1)
        assert started.stop() == (0, "")
