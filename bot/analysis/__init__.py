"""Chances to win, from what a spectator or one seat may know."""

from .between import between_hands

__all__ = ["between_hands"]
