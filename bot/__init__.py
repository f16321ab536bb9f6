"""An unofficial Phase 10 table for Discord."""

from __future__ import annotations

from pathlib import Path

__version__ = "1.2.0"
MISCONFIGURED = 78
"""The exit status of a configuration that no restart mends; sysexits.h calls it EX_CONFIG."""
UNWRITABLE = 74
"""The exit status of a command whose output cannot be written; sysexits.h calls it EX_IOERR."""

ASSETS = Path(__file__).resolve().parent.parent / "assets"
FONTS = ASSETS / "fonts"
LOCALES = ASSETS / "locales"
