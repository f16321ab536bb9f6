"""The deal of a date: its secret, its phase and its cards."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from bot.games.chance import SecretShuffler, below, commitment, integers
from bot.rules.cards import CARDS_DEALT, Card, full_deck
from bot.rules.editions import RuleSet
from bot.rules.phases import Phase

from .phase_lists import phases_of

MOST_TURNS = 15
FEWEST_PAR, MOST_PAR = 3, 12
_SHUFFLE, _CHOICE = 0, 1
"""The streams of the secret."""

DailyPair = tuple[Card, Card | None]
"""The face-up and the face-down card of a turn; None for one that is not known."""


@dataclass(frozen=True)
class DailyDeal:
    """The parts of a date's hand that never change and are the same for everyone."""

    date: date  # UTC
    counter: int  # which of the date's secrets it is
    rules: RuleSet  # with the date's phase alone
    par: int  # the number of the turn in which hard lays the phase; 0 before it is known
    commitment: str  # hex SHA-256 of the secret
    hand: tuple[Card, ...] = field(repr=False)  # in the order of the deal
    pairs: tuple[DailyPair, ...] = field(repr=False)  # of each turn
    secret: bytes = field(default=b"", repr=False)  # empty where it is not known

    @cached_property
    def phase(self) -> Phase:
        """The date's phase as data."""
        return self.rules.parsed_phases[0]

    @property
    def notation(self) -> str:
        """The date's phase in notation."""
        return self.rules.phases[0]


def secret_of(key: bytes, day: date, counter: int) -> bytes:
    """The secret of a date: HMAC-SHA256 with the installation's key."""
    return hmac.digest(key, f"phase10 daily {day.isoformat()} {counter}".encode(), "sha256")


def rules_of(day: date, secret: bytes) -> RuleSet:
    """The rule set of a date, with the phase that the secret chooses for it."""
    choices = phases_of(day.weekday())
    return choices[below(len(choices), integers(secret, _CHOICE))].rules


def deal(day: date, counter: int, secret: bytes, par: int = 0) -> DailyDeal:
    """The deal of a date."""
    rules = rules_of(day, secret)
    # A shuffled deck is listed bottom first.
    cards = SecretShuffler(secret)(_SHUFFLE, full_deck(rules.colours, rules.skips))[::-1]
    used = cards[CARDS_DEALT : CARDS_DEALT + 2 * MOST_TURNS]
    return DailyDeal(
        date=day,
        counter=counter,
        rules=rules,
        par=par,
        commitment=commitment(secret),
        hand=cards[:CARDS_DEALT],
        pairs=tuple(zip(used[::2], used[1::2], strict=True)),
        secret=secret,
    )
