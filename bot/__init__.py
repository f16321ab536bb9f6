"""An unofficial Phase 10 table for Discord."""

__version__ = "0.1.0"
