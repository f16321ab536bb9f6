"""Pictures of games and results, drawn with Pillow.

``pictures`` has one recipe for each kind of picture: a function that takes a design first, then
what is shown, and returns a canvas. ``paint_board(make_design("standard", "en"), board).png()`` is
a PNG file 1200 pixels wide. Same input, same pixels; recipes may run in several threads at once.
"""

from __future__ import annotations

from .engine.canvas import Avatar, Canvas, colours_by_seat
from .engine.cloth import CLOTHS
from .engine.design import Design, make_design
from .engine.patterns import BACKS
from .engine.text import missing_library
from .engine.theme import DEFAULT_THEME, THEMES

__all__ = [
    "BACKS",
    "CLOTHS",
    "DEFAULT_THEME",
    "THEMES",
    "Avatar",
    "Canvas",
    "Design",
    "colours_by_seat",
    "make_design",
    "missing_library",
]
