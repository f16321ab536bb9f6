"""How the computer plays the daily hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

from daily_kit import KEY, MONDAY, a_deal

from bot.cards.actions import Discard, Lay
from bot.cards.cards import cards
from bot.cards.rulesets import CLASSIC
from bot.daily.deal import deal, derive_secret
from bot.daily.engine import DailyTake, apply, legal_actions, start
from bot.daily.state import DailySide
from bot.daily.views import build_view
from bot.players.daily import computers_hand, daily_choice, find_deal


def sought(hand: str, up: str) -> object:
    """The choice for two sets of three, before a card is taken or, with eleven cards, after."""
    rules = replace(CLASSIC, skips=0, phases=("S3+S3",))
    given = replace(a_deal(), rules=rules, pairs=(cards(f"{up} G12"),) * 15)
    held = cards(hand)
    taken = DailySide.UP if len(held) == 11 else None
    state = replace(start(given), hand=held, taken=taken)
    return daily_choice(build_view(state), legal_actions(state), Random(1))


def test_the_computer_takes_what_completes_the_phase_and_lays() -> None:
    hand = "R1 B1 Y1 R4 B4 R6 B7 Y9 R11 B12"
    assert sought(hand, "G4") == DailyTake(DailySide.UP)
    assert sought(hand, "G2") == DailyTake(DailySide.DOWN)
    assert isinstance(sought(f"{hand} G4", "G4"), Lay)


def test_the_computer_does_not_discard_what_brings_the_phase_nearer() -> None:
    for seed in range(4):
        state = apply(start(a_deal(counter=seed)), DailyTake(DailySide.UP))
        chosen = daily_choice(build_view(state), legal_actions(state), Random(seed))
        assert chosen in legal_actions(state)
    needed = cards("R1 B1 Y1 R4 B4")
    found = sought("R1 B1 Y1 R4 B4 R6 B7 Y9 R10 R11 B12", "B12")
    assert isinstance(found, Discard)
    assert found.card not in needed


def test_a_date_has_the_first_deal_with_a_par_in_bounds() -> None:
    for step in range(3):
        day = MONDAY + timedelta(days=step)
        found = find_deal(KEY, day)
        deals = [deal(day, n, derive_secret(KEY, day, n)) for n in range(found.counter + 1)]
        pars = [computers_hand(given).result or 16 for given in deals]
        assert pars[-1] == found.par
        assert [3 <= par <= 12 for par in pars] == [False] * found.counter + [True]
        secret = derive_secret(KEY, day, found.counter)
        assert replace(found, par=0) == deal(day, found.counter, secret)
