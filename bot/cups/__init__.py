"""Cups: formats, pairing, standings, the state of a cup, and its export; pure."""
