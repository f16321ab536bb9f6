"""Cups for tests: opened, begun, and played with made-up sheets."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bot.cards.rulesets import CLASSIC
from bot.cups.engine import apply, open_cup, start_round
from bot.cups.state import (
    SWISS,
    Cup,
    CupEvent,
    CupStarted,
    CupStatus,
    Format,
    Joined,
    RoundEnded,
    TableEnded,
)

SEED = bytes(range(32)).hex()


def opened(form: Format = SWISS, **choices: Any) -> Cup:
    return open_cup("cup", "Friday", form, CLASSIC, **choices)


def begun(people: int, form: Format = SWISS, seed: str = SEED, **choices: Any) -> Cup:
    """A cup that people numbered from 0 joined, before its first round."""
    cup = opened(form, **choices)
    for person in range(people):
        cup = apply(cup, Joined(0, person, f"p{person}"))
    return apply(cup, CupStarted(0, seed))


def result(table: int, seats: int, rng: Random) -> TableEnded:
    rows = [(rng.randrange(3), rng.randrange(3) * 50) for _ in range(seats)]
    places = sorted(set(rows), key=lambda row: (-row[0], row[1]))
    ranking = tuple(tuple(s for s in range(seats) if rows[s] == place) for place in places)
    phases, totals = zip(*rows, strict=True)
    left = tuple(seat for seat in range(seats) if rng.random() < 0.05)
    return TableEnded(1, table, ranking, phases, totals, left)


def played(
    cup: Cup, rng: Random, meanwhile: Callable[[Cup], list[CupEvent]] = lambda _: []
) -> tuple[Cup, list[CupEvent]]:
    """A cup played to its end, and the events; ``meanwhile`` gives events of each moment."""
    events: list[CupEvent] = []

    def happen(cup: Cup, event: CupEvent) -> Cup:
        events.append(event)
        return apply(cup, event)

    while not cup.over:
        for event in meanwhile(cup):
            cup = happen(cup, event)
        if cup.over:
            break
        if cup.status is CupStatus.BETWEEN:
            cup = happen(cup, start_round(cup, 1))
        elif cup.round.over:
            cup = happen(cup, RoundEnded(1))
        else:
            playing = [(n, t) for n, t in enumerate(cup.round.tables) if t.result is None]
            number, table = rng.choice(playing)
            cup = happen(cup, result(number, len(table.seats), rng))
    return cup, events
