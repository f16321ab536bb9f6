"""Plays random hands with custom phases; shows that each ends within the stalemate bound.

Run as ``python -m scripts.stalemates [hands]``: every edition with every list of custom phases,
with 2 to 6 players and this many hands each (10 if not given). Any of the legal actions is played.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from random import Random

from bot.rules.actions import Action, Discard, Draw, Hit
from bot.rules.editions import EDITIONS, RuleSet, checked
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.events import Dealt, Drew, HandEnded, Laid, WasHit
from bot.rules.state import Stage, State

CUSTOM_PHASES = (
    "S2",
    "S3",
    "S3,S3,S3",
    "R3",
    "C3",
    "RC3",
    "S10",
    "R10",
    "C10",
    "RC9",
    "S2,S2",
    "S4+S4",
    "RC4+S3",
    "R4,RC4",
    "S2+S2+S2+S2+S2",
    "R3+R3+R3",
    "C3+C3+C3",
    "S3+R4,R7,C7",
    "S5+S3,S5+S5",
    "RC3+RC3,C4+R4,S2",
)
LAYS, HITS = 0.7, 0.5
"""How often a phase is laid, and how often something is hit, where it is possible."""
_PLAYERS = ("Ada", "Ben", "Cyd", "Dee", "Eve", "Fay")


def longest_idle(
    rules: RuleSet, players: int, seed: int, hands: int, ends: Counter[str] | None = None
) -> float:
    """The most idle turns per playing seat in some hands; games follow one another.

    Fewer players play if the rules allow only fewer. ``ends`` counts how hands ended.
    """
    rng, most, played, game = Random(seed), 0.0, 0, 0  # noqa: S311  # play, not secrets
    while played < hands:
        secret = (seed * 1_000 + game).to_bytes(32, "big")
        names = _PLAYERS[: min(players, rules.max_players)]
        state, game, draws = new_game("g", rules, names, secret), game + 1, 0
        while state.stage is not Stage.OVER and played < hands:
            step = apply(state, _choice(state, rng))
            for event in step.events:
                # Counted from what happened, not from the state: each turn has one draw.
                if isinstance(event, Dealt | Laid | WasHit):
                    draws = 0
                elif isinstance(event, Drew):
                    draws += 1
                    most = max(most, draws / sum(seat.playing for seat in state.seats))
                elif isinstance(event, HandEnded):
                    played += 1
                    _count(state, event, ends)
            state = step.state
    return most


def _count(before: State, event: HandEnded, ends: Counter[str] | None) -> None:
    if ends is not None:
        limit = before.most_idle_turns
        stale = limit is not None and before.idle_turns + 1 == limit
        ends["out" if event.out else "stalemate" if stale else "nothing to draw"] += 1


def _choice(state: State, rng: Random) -> Action:
    """Any legal action; lays and hits often enough for hands to differ, draws from the pile too."""
    legal = legal_actions(state)
    lay = legal.best_lay
    if lay is not None and rng.random() < LAYS:
        return lay
    hits = [action for action in legal.plain if isinstance(action, Hit)]
    if hits and rng.random() < HITS:
        return rng.choice(hits)
    others = [action for action in legal.plain if isinstance(action, Discard | Draw)]
    return rng.choice(others or legal.plain)


def main(hands: int) -> None:
    """Print a line for each edition, and fail if a hand goes on for too long."""
    longest = 0.0
    for edition, preset in EDITIONS.items():
        ends: Counter[str] = Counter()
        worst = 0.0
        for at, phases in enumerate(CUSTOM_PHASES):
            rules = checked(replace(preset, phases=tuple(phases.split(","))))
            idle = longest_idle(rules, 2 + at % 5, at, hands, ends)
            worst = max(worst, idle)
        hands_played = f"{edition}: {ends.total()} hands {dict(ends)}"
        print(f"{hands_played}, at most {worst:.1f} idle turns a seat", flush=True)
        longest = max(longest, worst)
    most = max(rules.stalemate_turns or 0 for rules in EDITIONS.values())
    if longest > most:
        sys.exit(f"a hand went on for {longest:.1f} idle turns a seat; {most} are the most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
