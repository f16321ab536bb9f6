"""The tools of all pictures: canvas, text, sprites, palettes and themes."""

from __future__ import annotations

from .canvas import Align, AvatarsBySeat, Canvas
from .card_faces import card_height
from .cloth import Lamp
from .design import Design
from .geometry import WIDTH, Rect
from .sprites import Pose, Sprite
from .theme import Theme

__all__ = [
    "WIDTH",
    "Align",
    "AvatarsBySeat",
    "Canvas",
    "Design",
    "Lamp",
    "Pose",
    "Rect",
    "Sprite",
    "Theme",
    "card_height",
]
