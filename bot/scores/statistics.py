"""Means with Student intervals at 95 % confidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
NORMAL_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_MANY = 5_000
"""Degrees of freedom from which the quantiles of Student and normal agree to three digits."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % confidence interval if the values determine one."""

    value: float
    low: float | None
    high: float | None


def mean_of(values: Sequence[float], least: float = -math.inf, most: float = math.inf) -> Estimate:
    """The mean of one or more independent values and its Student interval, within bounds.

    One value, or values that are all equal, determine no interval.
    """
    mean, count = fmean(values), len(values)
    if min(values) == max(values):
        return Estimate(mean, None, None)
    reach = student_quantile(count - 1) * stdev(values) / math.sqrt(count)
    return Estimate(mean, max(least, mean - reach), min(most, mean + reach))


@lru_cache(maxsize=64)
def student_quantile(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t for one or more degrees of freedom."""
    if freedom >= _MANY:
        return NORMAL_QUANTILE
    # Bisection over the angle, where the distribution function is a finite sum (Abramowitz and
    # Stegun, 26.7.3 and 26.7.4).
    low, high = 0.0, math.pi / 2
    while high - low > 1e-13:
        middle = (low + high) / 2
        low, high = (low, middle) if _inside(middle, freedom) > CONFIDENCE else (middle, high)
    return math.sqrt(freedom) * math.tan((low + high) / 2)


def _inside(angle: float, freedom: int) -> float:
    """The probability that |t| is at most sqrt(freedom) * tan(angle)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cosine**2 * (power + 1) / (power + 2)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
