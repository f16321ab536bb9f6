"""The playground stops when it is told to, and leaves its games in order."""

from __future__ import annotations

import re
import signal
import socket
import time
from pathlib import Path

from browsing import Playground

ANSWERS = 200
"""Each of 80 KB: sixteen megabytes."""


def test_a_supervisor_stops_it_as_ctrl_c_does(tmp_path: Path) -> None:
    started = Playground(tmp_path)
    assert (tmp_path / "games.db-wal").exists()
    assert started.stop(signal.SIGTERM) == (0, "")
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
