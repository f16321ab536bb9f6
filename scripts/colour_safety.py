"""Print how well card colours are told apart: the least CIEDE2000 difference of any two.

For each theme and kind of sight; the three kinds of colour blindness are simulated whole::

    python -m scripts.colour_safety
"""

from __future__ import annotations

from bot.render.colour_safety import safety_table

if __name__ == "__main__":
    print("\n".join(safety_table()))
