"""Chances to win, from what a spectator or one seat may know."""
