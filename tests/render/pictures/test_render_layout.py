"""Geometry alone: nothing overlaps, nothing lies outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise

import pytest
from layout_kit import apart

from bot.cards.cards import HIGHEST, natural
from bot.cards.groups import group
from bot.cards.phases import parse_phase
from bot.cards.rulesets import CLASSIC, EDITIONS
from bot.render import make_design
from bot.render.engine import WIDTH, Canvas, Rect
from bot.render.engine.geometry import fit_places
from bot.render.pictures.figures import PHASE_CARD, PHASE_CARDS, SEEN
from bot.render.pictures.hand_end import FACTS, OUT_FACE, RESULT, hand_end_rows
from bot.render.pictures.hand_end import TITLE as TITLE_OF_HAND
from bot.render.pictures.lobby import PLATE, lobby_places
from bot.render.pictures.score_sheet import HEIGHTS, sheet_row
from bot.render.pieces.materials import Depicted
from bot.render.pieces.paper_rows import EDGE, FACES, RAIL, paper_rows, person
from bot.render.pieces.phase_list import phase_example
from bot.render.pieces.podium_steps import LINES, PLATE_FOOT, PLATE_TOP, PlateLine, step_places


def picture(height: int) -> Rect:
    return Rect(0, 0, WIDTH, height)


PHASES = {phase for rules in EDITIONS.values() for phase in rules.phases}


def test_every_phase_has_an_example_that_fits() -> None:
    area = Rect(100, 40, PHASE_CARDS, 130)
    for notation in PHASES | {"S2+S2+S2+S2+S2", "R10", "C10", "RC4+S2"}:
        phase = parse_phase(notation)
        example = phase_example(phase, CLASSIC.colours, HIGHEST)
        for spec, spots in zip(phase.groups, example, strict=True):
            cards = [natural(colour, number) for number, colour in spots]
            assert len(group(spec.kind, cards)) == spec.size
        places = fit_places([len(spots) for spots in example], area, PHASE_CARD, SEEN)
        boxes = list(chain(*places))
        assert all(one.x < other.x for one, other in pairwise(boxes)), notation
        assert area.x <= boxes[0].x < boxes[-1].right <= area.right, notation


def test_an_example_has_the_number_that_a_phase_must_hold() -> None:
    (first, *_), _ = phase_example(parse_phase("S5+S3"), CLASSIC.colours, HIGHEST, 8)
    assert first == (8, CLASSIC.colours[0])


@pytest.mark.parametrize(("players", "leaders"), [(2, 0), (2, 2), (4, 1), (6, 1), (6, 2)])
def test_score_sheets_fit(players: int, leaders: int) -> None:
    papers = paper_rows(RAIL, HEIGHTS, leaders, players - leaders)
    canvas = Canvas(make_design(), papers[-1].bottom)
    rests = [person(canvas, paper, Depicted(0, "Mia")) for paper in papers]
    places = list(map(sheet_row, rests))
    assert len(places) == players
    assert apart(list(chain(*places)))
    for paper, rest, rects in zip(papers, rests, places, strict=True):
        face = Rect(paper.x + EDGE, paper.y, FACES, paper.h)
        assert paper.holds(rest)
        assert all(rest.holds(rect) and not face.overlaps(rect) for rect in rects)
    assert picture(papers[-1].bottom).holds(papers[0])


USUAL = tuple(PlateLine("", style, "text") for style in ("alarm", "name", "figure", "small"))
MORE = (*USUAL, PlateLine("", "name", "text"))


@pytest.mark.parametrize("places", [[1, 2], [2, 1, 3], [2, 1, 2], [1, 1, 1]])
@pytest.mark.parametrize("plate", [USUAL, MORE])
def test_podiums_fit(places: list[int], plate: Sequence[PlateLine]) -> None:
    steps = step_places(places, [plate] * len(places), 300)
    assert apart([*steps.decks])
    assert apart([Rect(0, 0, WIDTH, 300), *steps.faces])
    for deck in steps.decks:
        assert Rect(0, 300, WIDTH, steps.floor - 300).holds(deck)
        assert deck.h >= PLATE_TOP + PLATE_FOOT + sum(LINES[line.style] for line in plate)


def test_better_places_stand_higher_and_equal_ones_and_those_without_a_winner_level() -> None:
    second, first, third = step_places([2, 1, 3], [USUAL] * 3, 300).decks
    assert first.y < second.y < third.y
    for places, won in (([2, 2, 2], True), ([1, 2, 3], False)):
        steps = step_places(places, [USUAL] * 3, 300, won=won)
        assert len({deck.y for deck in steps.decks}) == 1
        assert steps.decks[0].y < third.y


@pytest.mark.parametrize("seats", range(1, 9))
def test_lobbies_fit(seats: int) -> None:
    places = lobby_places(seats)
    everything = [rect for place in places for rect in place]
    assert len(places) == seats
    assert apart([PLATE, *everything])
    assert all(picture(places[-1][1].bottom).holds(rect) for rect in everything)


@pytest.mark.parametrize("seats", range(1, 7))
def test_ends_of_hands_fit(seats: int) -> None:
    rows = hand_end_rows(seats)
    everything = [*chain(*rows)]
    facts = replace(FACTS, h=2 * FACTS.h)  # two lines of a deed
    assert apart([OUT_FACE, TITLE_OF_HAND, facts, RESULT, *everything])
    assert all(picture(rows[-1].total.bottom).holds(rect) for rect in everything)
