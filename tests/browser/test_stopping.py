"""The playground of a script's background job stops as by Ctrl+C."""

from __future__ import annotations

import re
import socket
import time
from pathlib import Path

from browsing import SIGINT_IGNORED, Playground

ANSWERS = 200  # each of 80 KB: sixteen megabytes


def test_a_browser_that_has_stopped_reading_does_not_hold_it_up(tmp_path: Path) -> None:
    started = Playground(tmp_path, SIGINT_IGNORED)
    host, port = re.findall(r"http://([^:]+):(\d+)", started.url)[0]
    asked = f"GET /preview.css HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    with socket.create_connection((host, int(port))) as browser:
        browser.sendall(asked * ANSWERS)
        # The first answer is there, the others are more than the system keeps for a reader.
        assert browser.recv(15) == b"HTTP/1.1 200 OK"
        time.sleep(0.1)
        assert started.stop() == (0, "", ["games.db", "games.db.lock"])
