"""How long tests wait for what must come, so that one that fails ends; no test asserts a time."""

PATIENCE = 300.0
"""Seconds."""
