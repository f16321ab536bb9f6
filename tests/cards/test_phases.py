from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import coded
from pairs import shared

from bot.cards.phases import SMALLEST, TEN_PHASES, parse_phase
from bot.core.errors import MalformedError


@pytest.mark.parametrize(
    "notation", [*TEN_PHASES, "S3+RC4", "S2+S2+S2+S2+S2", "C10", "R3+C3+S4", "R10"]
)
def test_notation_is_read_and_written_back(notation: str) -> None:
    assert str(parse_phase(notation)) == notation


# By the place of the first wrong character.
BAD = {
    0: ("", "X3", "s3", " S3"),
    1: ("S",),
    2: ("RC", "S3-S3", "S3 +S3"),
    3: ("S3+", "S3++S3", "S3+4"),
    5: ("S3+RC",),
}


@pytest.mark.parametrize(("position", "notation"), shared(BAD))
def test_bad_notation_is_refused_at_the_first_wrong_character(notation: str, position: int) -> None:
    with pytest.raises(MalformedError) as refused:
        parse_phase(notation)
    assert refused.value.code == "bad_phase"
    assert refused.value.data["position"] == position


@pytest.mark.parametrize(
    ("notation", "group", "least"),
    [
        ("S1", "S1", 2),
        ("S3+R2", "R2", 3),
        ("C2", "C2", 3),
        ("RC2+S3", "RC2", 3),
        ("S0", "S0", 2),
        ("R11", "R11", 3),
        ("RC13", "RC13", 3),
        ("S100", "S100", 2),
    ],
)
def test_a_group_is_refused_with_bounds_of_its_kind(notation: str, group: str, least: int) -> None:
    with pytest.raises(MalformedError) as refused:
        parse_phase(notation)
    assert refused.value.code == "group_size"
    found = refused.value.data
    assert (found["group"], found["least"], found["most"]) == (group, least, 10)


@pytest.mark.parametrize("notation", ["S5+S6", "R7+R4", "S4+S4+S3"])
def test_a_phase_of_more_than_ten_cards_is_refused(notation: str) -> None:
    with coded(MalformedError, "phase_too_large"):
        parse_phase(notation)


@given(st.text(alphabet="SRC0123456789+ x", max_size=12))
def test_any_text_is_a_phase_or_refused_within_its_bounds(notation: str) -> None:
    try:
        phase = parse_phase(notation)
    except MalformedError as refused:
        assert 0 <= refused.data.get("position", 0) <= len(notation)
    else:
        assert str(phase) == notation
        assert phase.size <= 10
        assert all(spec.size >= SMALLEST[spec.kind] for spec in phase.groups)


@pytest.mark.parametrize(
    ("notation", "ways"),
    [("S3", 12), ("R9", 4), ("C3+C3", 10), ("S2+S2+S2+S2+S2", 4368), ("RC3+R3+S2+S2", 31_200)],
)
def test_the_ways_to_fill_a_phase_are_counted(notation: str, ways: int) -> None:
    assert parse_phase(notation).ways == ways
