"""The command health, which containers run every minute: it imports only fast modules."""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import suppress

from bot import MISCONFIGURED

HEALTHY = 0
SICK = 1
STALE = 90.0  # age in seconds from which a heartbeat no longer counts


def health() -> int:
    """Exit with 0 while a running bot is connected.

    The bot writes the file HEARTBEAT.
    """
    file = _heartbeat()
    if not file:
        return _complain(
            "HEARTBEAT is not set, so the bot writes no file to look at: set it to the path of a"
            " file, for `phase10 run` and for this command.",
            MISCONFIGURED,
        )
    folder = os.path.dirname(file) or "."  # noqa: PTH120  # pathlib takes long to import
    if not os.path.isdir(folder):  # noqa: PTH112
        return _complain(
            f"The setting HEARTBEAT cannot be used: there is no folder {folder}.", MISCONFIGURED
        )
    if not is_healthy(file):
        return _complain("The bot is not running, or not connected to Discord.", SICK)
    warning = _warning(file)
    return _complain(warning, HEALTHY) if warning else HEALTHY


def _heartbeat() -> str:
    """Return the setting of the environment, else of the file .env."""
    file = os.environ.get("HEARTBEAT", "").strip()
    if not file and os.path.isfile(".env"):  # noqa: PTH113  # pathlib takes long to import
        from dotenv import dotenv_values  # noqa: PLC0415  # seldom needed

        file = (dotenv_values(".env", encoding="utf-8-sig").get("HEARTBEAT") or "").strip()
    return file


def is_healthy(file: str) -> bool:
    """Return whether a running bot wrote its heartbeat file recently."""
    try:
        status = os.stat(file)  # noqa: PTH116  # as above
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime < STALE


def _warning(file: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123  # as above
            return lines.read().strip()
    except OSError:
        return ""


def _complain(sentence: str, status: int) -> int:
    with suppress(OSError, AttributeError):  # stderr is full or closed
        sys.stderr.write(f"phase10: {sentence}\n")
    return status
