"""Print how well card colours can be distinguished: the least CIEDE2000 difference of any two.

There is a line for each theme and kind of sight; colour blindness is simulated as complete::

    python -m scripts.colour_safety
"""

from __future__ import annotations

from bot.render.colour_safety import safety_table

if __name__ == "__main__":
    print("\n".join(safety_table()))
