"""Simulated cups: the same seed plays the same, and the strongest comes out best."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cups.state import KNOCK_OUT, SWISS, CupStatus
from bot.dice.editions import DICE
from bot.lab.cup_trials import (
    CupOutcome,
    CupTrial,
    figures_of,
    pairing_seconds,
    play_cup,
    play_cups,
)
from bot.model import Level
from bot.rules.editions import CLASSIC, varied

RULES = varied(CLASSIC, "S2+S2,R3")
TRIAL = CupTrial(RULES, (Level.EASY, Level.NORMAL) * 3, SWISS, 2, duplicate=False, seed=1)


def test_a_seed_determines_a_cup_whatever_the_number_of_jobs() -> None:
    cups = list(play_cups(TRIAL, 3))
    assert list(play_cups(TRIAL, 3, jobs=2)) == cups
    assert all(len(outcomes) == 2 for outcomes in cups)
    assert list(play_cups(replace(TRIAL, seed=2), 3)) != cups


@pytest.mark.parametrize("form", [SWISS, KNOCK_OUT])
@pytest.mark.parametrize("duplicate", [False, True])
def test_tables_play_the_same_deals_only_if_asked(form: object, duplicate: bool) -> None:
    rounds = 0 if form is KNOCK_OUT else 2
    trial = replace(TRIAL, form=form, rounds=rounds, duplicate=duplicate)
    hands: dict[int, set[object]] = {}
    for cup, _, game in play_cup(trial, 0):
        if game is not None:
            hands.setdefault(len(cup.rounds), set()).add(game.events[0].hands)
    assert cup.status is CupStatus.FINISHED
    tables = [len(this.tables) for this in cup.rounds]
    assert [len(dealt) for dealt in hands.values()] == [1 if duplicate else n for n in tables]


def test_cups_of_dice() -> None:
    (outcomes,) = play_cups(replace(TRIAL, rules=DICE), 1)
    assert len(outcomes) == 2


def test_figures_of_known_cups() -> None:
    apart = [(CupOutcome(True, 0.5),), (CupOutcome(False, 0.7),)]
    same = [(CupOutcome(True, 0.7),), (CupOutcome(True, 1.0),)]
    (figures,) = figures_of(SWISS, apart, same)
    assert [chance.value for chance in figures.strongest_first] == [0.5, 1.0]
    assert [chance.value for chance in figures.in_order] == pytest.approx([0.6, 0.85])
    assert figures.added.value == pytest.approx(0.25)


def test_every_round_of_swiss_has_figures_and_the_end_of_a_knock_out() -> None:
    played = [(CupOutcome(True, 0.5),) * 3] * 2
    assert [row.rounds for row in figures_of(SWISS, played, played)] == [1, 2, 3]
    assert [row.rounds for row in figures_of(KNOCK_OUT, played, played)] == [3]


def test_pairing_is_timed() -> None:
    assert pairing_seconds(40, 2, 1) >= 0
