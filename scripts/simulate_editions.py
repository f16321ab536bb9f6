"""Play and verify every edition with every variation and number of players, and print a table.

    python -m scripts.simulate_editions [GAMES] > table.md

For each number of players the table has hands per game and turns per hand, over GAMES games of easy
computer players, 300 by default. Every record is verified; the first wrong one stops the script.
"""

from __future__ import annotations

import sys

from bot.lab.simulation import Tally, simulate
from bot.model import Level
from bot.rules.editions import EDITIONS, FEWEST_PLAYERS, MOST_PLAYERS, RuleSet, varied
from bot.rules.record import RECORDS

VARIATIONS = ("as printed", "ten_hands", "phases=4", "even_phases", "S2+S2+S2,R3+C4,S3+R5")


def main(games: int) -> None:
    """Print the table line by line."""
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    print("| edition | variation |", *(f"{players} players |" for players in seats))
    print("|---|---|" + "---|" * len(seats))
    for name, rules in EDITIONS.items():
        for variation in VARIATIONS:
            chosen = rules if variation == VARIATIONS[0] else varied(rules, variation)
            cells = (_cell(chosen, players, games) for players in seats)
            print(f"| `{name}` | {variation} |", *(f"{cell} |" for cell in cells), flush=True)


def _cell(rules: RuleSet, players: int, games: int) -> str:
    """Hands per game and turns per hand for one number of players."""
    if players > rules.max_players:
        return "–"
    tally = Tally()
    for game in simulate(rules, [Level.EASY] * players, games, seed=1, events=True):
        (verdict,) = RECORDS.verify(game.record().splitlines())
        assert verdict.finished, "a simulated game is complete"
        tally.add(game)
    return f"{tally.hands / tally.games:.1f} · {tally.turns / tally.hands:.1f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
