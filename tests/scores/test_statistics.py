"""Confidence intervals, against tables of Student's t."""

from __future__ import annotations

from random import Random

import pytest

from bot.scores.statistics import Estimate, mean_of, student_quantile


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (9, 2.2622),
        (10, 2.2281),
        (30, 2.0423),
        (99, 1.9842),
        (1000, 1.9623),
        (1_000_000, 1.9600),
    ],
)
def test_student_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=6e-5 + 2e-4 * (freedom > 5000))


def test_the_mean_of_a_known_sample() -> None:
    # Mean 6, standard deviation 2, standard error 2 / sqrt(5), t(4) = 2.7764.
    values = [4.0, 4.0, 6.0, 8.0, 8.0]
    reach = 2.776445 * 2 / 5**0.5
    known = mean_of(values)
    assert known.value == 6
    assert known.low == pytest.approx(6 - reach)
    assert known.high == pytest.approx(6 + reach)


@pytest.mark.parametrize("values", [[0.5], [0.5, 0.5, 0.5]])
def test_values_without_spread_have_no_interval(values: list[float]) -> None:
    assert mean_of(values) == Estimate(0.5, None, None)


def test_an_interval_of_the_mean_holds_the_truth_about_95_times_in_100() -> None:
    rng = Random(1)
    estimates = [mean_of([rng.random() for _ in range(8)]) for _ in range(1_000)]
    right = sum(each.low < 0.5 < each.high for each in estimates if each.low and each.high)
    assert 930 <= right <= 970
