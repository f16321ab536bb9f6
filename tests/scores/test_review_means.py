"""Means of luck and choices over games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.scores.results import FEWEST_FOR_MEANS, SeatReview, means_of

ONE = SeatReview(deals=0.0, draws=0.0, others=-0.3, choices=0.0, error=0.1, decisions=30)


def test_means_and_intervals_are_those_of_a_known_sample() -> None:
    deals, choices = (0.04, 0.04, 0.06, 0.08, 0.08), (-0.5, -0.1, 0.2, -0.3, -0.3)
    games = [replace(ONE, deals=deals[n], choices=choices[n]) for n in range(5)]

    means = means_of(games)

    assert (means.games, means.compared) == (5, 5)
    # Standard deviations 0.02 and the root of 0.07, t(4) = 2.7764.
    for found, mean, deviation in ((means.deals, 0.06, 0.02), (means.choices, -0.2, 0.07**0.5)):
        assert found is not None
        reach = 2.776445 * deviation / 5**0.5
        assert found.value == pytest.approx(mean)
        assert (found.low, found.high) == pytest.approx((mean - reach, mean + reach))


def test_means_take_five_games_and_choices_five_that_can_be_compared() -> None:
    few = [ONE] * (FEWEST_FOR_MEANS - 1)
    assert means_of(few).deals is None
    saving = replace(ONE, choices=None, error=None, decisions=0)

    means = means_of([*few, saving])

    assert means.deals is not None
    assert (means.games, means.compared, means.choices) == (5, 4, None)
