"""Where the files that come with the program lie."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent / "assets"
FONTS = ASSETS / "fonts"
LOCALES = ASSETS / "locales"
