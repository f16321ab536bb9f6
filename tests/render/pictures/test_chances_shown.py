"""The picture of everybody's chances: whose threads have names, and where the tags are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.cards.cards import card
from bot.cards.events import Discarded
from bot.i18n.reviews import deed
from bot.lab import samples
from bot.render import make_design
from bot.render.engine import Canvas, Rect
from bot.render.pictures.chances import FLOOR, MARGIN, PLOT, chance_path, paint_chances, tags
from bot.reviews.course import Cause

DESIGN = make_design()
SIX = samples.course(6)


@pytest.mark.parametrize("seed", range(20))
def test_tags_of_close_turning_points_hide_neither_each_other_nor_a_thread(seed: int) -> None:
    rng = Random(seed)
    columns = rng.sample(range(PLOT.x, PLOT.x + 146, 12), 2)
    points = [(x, rng.randint(PLOT.y, PLOT.bottom)) for x in columns]
    path = [*sorted(points), (PLOT.right, PLOT.y)]
    first, second = tags(points, [rng.randint(200, 440) for _ in points], [path])

    assert not first.overlaps(second)
    for box in (first, second):
        assert box.x >= MARGIN
        assert box.right <= PLOT.right
        assert box.bottom <= FLOOR.y
        assert not any(box.overlaps(Rect(x, y, 1, 1)) for x, y in path)


@pytest.mark.parametrize("reader", [None, 1, 0, 2])
def test_every_thread_has_a_name(reader: int | None, said: list[str]) -> None:
    for course in (SIX, replace(SIX, turning_points=())):
        said.clear()
        paint_chances(DESIGN, course, samples.NAMES, reader=reader)
        assert all(any(name[:9] in each for each in said) for name in samples.NAMES[:6])


@pytest.mark.parametrize("won", [True, False])
def test_only_a_winner_is_crowned(monkeypatch: pytest.MonkeyPatch, *, won: bool) -> None:
    shapes: list[str] = []
    monkeypatch.setattr(Canvas, "shape", lambda _, name, *_more, **_named: shapes.append(name))
    end = SIX.chances[-1] if won else (0.0,) * 6
    paint_chances(DESIGN, replace(SIX, chances=(*SIX.chances[:-1], end)), samples.NAMES)
    assert ("crown" in shapes) is won


def test_a_tag_tells_what_the_player_of_the_turn_did() -> None:
    point = replace(SIX.turning_points[-1], seat=0)
    assert deed(DESIGN.words, point) == "goes out"
    others = [deed(DESIGN.words, each) for each in SIX.turning_points[:-1]]
    assert others == ["lays phase 3", "lays phase 8", "skips a player", "hits"]
    assert deed(DESIGN.words, replace(point, mover=0, events=point.events[1:])) == ""


def test_a_tag_says_whose_choice_or_luck_it_was(said: list[str]) -> None:
    """One that tells no deed has the change of that player's chance."""
    (told,) = SIX.turning_points[3:4]
    quiet = replace(told, cause=Cause.NOTHING, events=(Discarded(0, card("R5"), None),))
    before, after = (row[told.mover] for row in SIX.chances[told.turn : told.turn + 2])
    for point, lines in (
        (told, ("hits", "by choice")),
        (replace(told, cause=Cause.DRAWN), ("hits", "with luck")),
        (quiet, (DESIGN.words.change(after - before), "bad luck")),
    ):
        said.clear()
        paint_chances(DESIGN, replace(SIX, turning_points=(point,)), samples.NAMES)
        assert {*lines} <= {*said}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_an_even_chance_is_in_the_middle_of_the_field(players: int, said: list[str]) -> None:
    course = samples.course(players)
    shares = 0.0, 0.5 / players, 1 / players, 0.75, 1.0
    rising = replace(course, chances=tuple((share,) * players for share in shares), hands=(0,))
    heights = [PLOT.bottom - y for _, y in chance_path(rising, range(5), 0)]

    paint_chances(DESIGN, course, samples.NAMES[:players])

    assert (heights[0], heights[2], heights[4]) == (0, PLOT.h // 2, PLOT.h)
    assert heights == sorted({*heights})
    if players == 2:
        assert (heights[1], heights[3]) == (PLOT.h // 4, PLOT.h * 3 // 4)
    assert [line for line in said if line.endswith("%")] == ["50%"]
