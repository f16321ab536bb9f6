"""Moments of cups that the gallery shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from bot.cards.rulesets import CLASSIC, EDITIONS
from bot.cards.variations import Length, with_length
from bot.core.states import AnyRules
from bot.cups.engine import apply, open_cup, replayed, start_round
from bot.cups.state import (
    KNOCK_OUT,
    LEAGUE,
    SWISS,
    Cup,
    CupStarted,
    Format,
    Joined,
    PersonLeft,
    RoundEnded,
    TableEnded,
)
from bot.dice.editions import DICE

from .samples import PEOPLE, SCRIPTS

_SEED = bytes(32).hex()
_LONG = "The Grand Friday Card Night Cup!"


def cups() -> Mapping[str, Cup]:
    """Cups with few and many people, at every status and in every format."""
    swiss = partial(_cup, "Friday night", SWISS, with_length(CLASSIC, Length.QUICK))
    late = _played(_cup(_LONG, SWISS, CLASSIC, 14), 2)
    late = apply(late, PersonLeft(2, 1))
    return {
        "open-0": swiss(0),
        "open-3": swiss(3),
        "open-14": _cup(_LONG, KNOCK_OUT, EDITIONS["masters"], 14),
        "open-dice": _cup("Dice league", LEAGUE, DICE, 8),
        "first-results": _table_over(_in_round(_begun(swiss(8)))),
        "after-2-rounds": late,
        "knock-out": _table_over(_in_round(_played(_cup("Ladder", KNOCK_OUT, CLASSIC, 14), 2))),
        "podium": _played(swiss(8), 3),
        "podium-2": _played(swiss(2), 3),
        "podium-knock-out": _played(_cup("Ladder", KNOCK_OUT, CLASSIC, 12), 3),
    }


def _cup(name: str, form: Format, rules: AnyRules, people: int) -> Cup:
    cup = open_cup("00000000", name, form, rules)
    names = (*PEOPLE, *SCRIPTS)[:people]
    return replayed(cup, (Joined(0, person, name) for person, name in enumerate(names)))


def _begun(cup: Cup) -> Cup:
    return apply(cup, CupStarted(0, _SEED))


def _in_round(cup: Cup) -> Cup:
    return apply(cup, start_round(cup, 1))


def _played(cup: Cup, rounds: int) -> Cup:
    """A cup after a number of whole rounds."""
    cup = _begun(cup)
    for _ in range(rounds):
        cup = replayed(_in_round(cup), _ends(_in_round(cup)))
        cup = apply(cup, RoundEnded(1))
    return cup


def _table_over(cup: Cup) -> Cup:
    return apply(cup, next(_ends(cup)))


def _ends(cup: Cup) -> Iterator[TableEnded]:
    """The ends of all tables of a round, with lower people mostly before others."""
    most = len(cup.rules.phases)
    for place, table in enumerate(cup.round.tables):
        seats = range(len(table.seats))
        strength = [
            99 if who is None else 5 * who + 11 * len(cup.rounds) * who % 17 for who in table.seats
        ]
        order = sorted(seats, key=strength.__getitem__)
        ranks = [order.index(seat) for seat in seats]
        phases = tuple(max(0, most - rank) for rank in ranks)
        totals = tuple(45 + 60 * rank + 5 * place for rank in ranks)
        yield TableEnded(1, place, tuple((seat,) for seat in order), phases, totals, ())
