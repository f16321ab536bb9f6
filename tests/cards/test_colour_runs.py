"""Runs in one colour: their notation, the option for all runs, laying and hitting."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import after, held, laid, position, refusal

from bot.cards.actions import Lay
from bot.cards.editions import CLASSIC, RunColours, varied, with_option
from bot.cards.laying import with_one_kept
from bot.cards.phases import parse_phase

ONE_COLOUR = with_option(CLASSIC, "runs", "one_colour")


def test_the_option_makes_all_runs_one_colour() -> None:
    assert ONE_COLOUR.runs is RunColours.ONE_COLOUR
    assert ONE_COLOUR.phases == CLASSIC.phases
    assert [str(phase) for phase in ONE_COLOUR.parsed_phases[:4]] == [
        "S3+S3",
        "S3+RC4",
        "S4+RC4",
        "RC7",
    ]
    assert ONE_COLOUR.parsed_phases[7:] == CLASSIC.parsed_phases[7:]


@pytest.mark.parametrize("rules", [varied(CLASSIC, "RC4"), varied(ONE_COLOUR, "R4")])
def test_a_run_of_several_colours_is_not_laid(rules: object) -> None:
    hand = "R4 R5 R6 B7 W"
    state = position([hand, "R1"], rules=rules)  # type: ignore[arg-type]
    assert refusal(state, Lay((laid("R", "R4 R5 R6 B7"),))) == "wrong_groups"
    assert after(state, Lay((laid("RC", "R4 R5 R6 W7"),))).actor.hand == held("B7")


def test_the_card_kept_for_the_discard_is_not_the_only_number_card() -> None:
    rules = replace(varied(CLASSIC, "RC3"), out_by_discard=True)
    hand = held("R5 W W W")
    whole = (laid("RC", "R5 W6 W7 W8"),)
    kept = with_one_kept(whole, hand, parse_phase("RC3"), rules)
    assert kept == (laid("RC", "R5 W6 W7"),)
    assert with_one_kept((laid("RC", "W2 W3 W4 R5"),), hand, parse_phase("RC3"), rules) == (
        laid("RC", "W3 W4 R5"),
    )
