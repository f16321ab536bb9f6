"""What computer players are called."""

from __future__ import annotations

computer_names = (
    "Pip",
    "Marlow",
    "Juno",
    "Biscuit",
    "Tamsin",
    "Otto",
    "Wren",
    "Figaro",
    "Saffron",
    "Dusty",
    "Linnet",
    "Cosmo",
    "Maple",
    "Quill",
    "Zuri",
    "Nimbus",
)
"""Short friendly names, more than a table has seats."""
