"""Runs in one colour: their notation, the option for all runs, laying and hitting."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import after, held, laid, position, refusal

from bot.cards.actions import Hit, Lay
from bot.cards.cards import Colour, card, table_card
from bot.cards.editions import CLASSIC, RunColours, varied, with_option
from bot.cards.laying import best_lay, with_one_kept
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


@pytest.mark.parametrize("codes", ["R4 R5 R6 W", "W4 W5 R6 R7"])
def test_it_is_laid_as_a_phase(codes: str) -> None:
    cards = codes.replace("W4 W5", "W W")
    lay = best_lay(held(cards + " B7"), parse_phase("RC4"), CLASSIC)
    assert lay is not None
    assert lay[0].colour is Colour.RED
    state = position([cards + " B7 B8", "R1"], rules=varied(CLASSIC, "RC4"))
    assert after(state, Lay(lay)).actor.groups == lay


@pytest.mark.parametrize("rules", [varied(CLASSIC, "RC4"), varied(ONE_COLOUR, "R4")])
def test_a_run_of_several_colours_is_not_laid(rules: object) -> None:
    hand = "R4 R5 R6 B7 W"
    state = position([hand, "R1"], rules=rules)  # type: ignore[arg-type]
    assert refusal(state, Lay((laid("R", "R4 R5 R6 B7"),))) == "wrong_groups"
    assert after(state, Lay((laid("RC", "R4 R5 R6 W7"),))).actor.hand == held("B7")


def test_wilds_alone_are_never_one() -> None:
    assert best_lay(held("W W W W R1 R2 R3"), parse_phase("RC4+S3"), CLASSIC) is not None
    assert best_lay(held("W W W W S S S"), parse_phase("RC4"), CLASSIC) is None


def test_it_takes_its_colour_and_wilds_at_its_ends() -> None:
    run = laid("RC", "R4 R5 R6")
    assert run.places_for(card("R7")) == (card("R7"),)
    assert run.places_for(card("R3")) == (card("R3"),)
    assert run.places_for(card("B7")) == ()
    assert run.places_for(card("R8")) == ()
    assert run.places_for(card("W")) == (table_card("W3"), table_card("W7"))
    longer = run.with_card(table_card("W7")).with_card(card("R8"))
    assert (longer.colour, longer.low, longer.high) == (Colour.RED, 4, 8)
    state = position(["R7 B7 W", "R1"], groups={0: [run]}, rules=varied(CLASSIC, "RC3"))
    assert refusal(state, Hit(0, 0, card("B7"))) == "does_not_fit"
    assert after(state, Hit(0, 0, card("R7"))).actor.groups[0].high == 7


def test_the_card_kept_for_the_discard_is_not_the_only_number_card() -> None:
    rules = replace(varied(CLASSIC, "RC3"), out_by_discard=True)
    hand = held("R5 W W W")
    whole = (laid("RC", "R5 W6 W7 W8"),)
    kept = with_one_kept(whole, hand, parse_phase("RC3"), rules)
    assert kept == (laid("RC", "R5 W6 W7"),)
    assert with_one_kept((laid("RC", "W2 W3 W4 R5"),), hand, parse_phase("RC3"), rules) == (
        laid("RC", "W3 W4 R5"),
    )
