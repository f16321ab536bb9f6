"""Chances to win, from what a spectator or one seat may know."""

from .game_chances import chances_between_hands
from .hand_chances import chances

__all__ = ["chances", "chances_between_hands"]
