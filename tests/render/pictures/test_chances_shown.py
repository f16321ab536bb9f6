"""The picture of everybody's chances: where the discs of turning points are."""

from __future__ import annotations

from random import Random

import pytest

from bot.render.engine.geometry import Rect
from bot.render.pictures.chances import NUMBER, discs

PLOT = Rect(208, 300, 908, 690)


@pytest.mark.parametrize("seed", range(20))
def test_close_turning_points_keep_their_columns_and_hide_nothing(seed: int) -> None:
    rng = Random(seed)
    columns = sorted(rng.sample(range(PLOT.x + 26, PLOT.x + 146, 12), 5))
    points = [(x, rng.randint(PLOT.y, PLOT.bottom)) for x in columns]
    placed = discs(points, PLOT)

    assert [box.middle[0] for box in placed] == columns
    for place, box in enumerate(placed):
        assert not any(box.overlaps(other) for other in placed[:place])
        assert not any(
            box.overlaps(Rect(*point, 1, 1)) for point in points if point != points[place]
        )


def test_a_disc_with_room_is_at_its_point() -> None:
    assert discs([(400, 500)], PLOT)[0].middle == (400, 500)
    assert [box.w for box in discs([(400, 500), (410, 500)], PLOT)] == [NUMBER, NUMBER]
