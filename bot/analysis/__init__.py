"""Chances to win, from what a spectator or one seat may know."""

from .game_chances import between_hands
from .hand_chances import chances

__all__ = ["between_hands", "chances"]
