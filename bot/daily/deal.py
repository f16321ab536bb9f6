"""The deal of a date: its secret, its phase and its cards."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from bot.cards.cards import Card
from bot.cards.phases import Phase
from bot.cards.rated_phases import RATED_PHASES, SPECIAL_PHASES
from bot.cards.rulesets import RuleSet
from bot.core.chance import SecretShuffler, below, commitment, integers

MOST_TURNS = 15
FEWEST_PAR = 3
MOST_PAR = 12
# the streams of the secret
_SHUFFLE = 0
_CHOICE = 1


@dataclass(frozen=True)
class DailyDeal:
    """The parts of a date's hand that never change and are the same for everyone."""

    date: date  # UTC
    counter: int  # which of the date's secrets it is
    rules: RuleSet  # with the date's phase alone
    par: int  # the number of the turn in which hard lays the phase; 0 before it is known
    seed: str  # of the computer's choices
    hand: tuple[Card, ...] = field(repr=False)  # in the order of the deal
    # The face-up and the face-down card of each turn.
    pairs: tuple[tuple[Card, Card], ...] = field(repr=False)

    @cached_property
    def phase(self) -> Phase:
        return self.rules.parsed_phases[0]


def derive_secret(key: bytes, day: date, counter: int) -> bytes:
    """The secret of a date: HMAC-SHA256 with the installation's key."""
    return hmac.digest(key, f"phase10 daily {day.isoformat()} {counter}".encode(), "sha256")


def deal(day: date, counter: int, secret: bytes, par: int = 0) -> DailyDeal:
    choices = weekday_phases(day.weekday())
    rules = choices[below(len(choices), integers(secret, _CHOICE))]
    # A shuffled deck is listed bottom first.
    cards = SecretShuffler(secret)(_SHUFFLE, rules.deck)[::-1]
    dealt = rules.hand_size
    used = cards[dealt : dealt + 2 * MOST_TURNS]
    return DailyDeal(
        date=day,
        counter=counter,
        rules=rules,
        par=par,
        seed=commitment(secret),
        hand=cards[:dealt],
        pairs=tuple(zip(used[::2], used[1::2], strict=True)),
    )


# weekdays, counted from Monday as 0
_SUNDAY = 6
_FIRST_HARDER = 3


def weekday_phases(weekday: int) -> tuple[RuleSet, ...]:
    """The phases of a weekday (Monday is 0): the easier or harder half, or special ones."""
    if weekday == _SUNDAY:
        return SPECIAL_PHASES
    half = len(RATED_PHASES) // 2
    return RATED_PHASES[:half] if weekday < _FIRST_HARDER else RATED_PHASES[half:]
