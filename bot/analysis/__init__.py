"""Chances to win, from what a spectator or one seat may know."""

from .between import between_hands
from .chances import chances

__all__ = ["between_hands", "chances"]
