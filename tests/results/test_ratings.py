"""Ratings: what they start from, what moves them, and where the computer players stand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.results.ratings import ANCHORS, NEWCOMER, Skill, after_game, rating_points
from bot.seating import Level

skills = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))


def odds_of_winning(one: Skill, other: Skill) -> float:
    """The model's chance that one comes before the other."""
    beta = 25 / 6
    spread = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * beta**2)
    return 1 / (1 + math.exp((other.mu - one.mu) / spread))


def test_the_points_shown_are_forty_times_what_the_skill_is_at_least() -> None:
    assert rating_points(NEWCOMER) == 1000
    assert rating_points(Skill(30.0, 2.0)) == 1960
    assert rating_points(Skill(20.0, 8.0)) == 840


@pytest.mark.parametrize(
    ("better", "worse", "rate"),
    [(Level.NORMAL, Level.EASY, 0.807), (Level.HARD, Level.NORMAL, 0.655)],
)
def test_the_anchors_give_the_odds_of_tournaments(better: Level, worse: Level, rate: float) -> None:
    assert odds_of_winning(ANCHORS[better], ANCHORS[worse]) == pytest.approx(rate, abs=0.005)


def test_after_a_tie_equals_are_equal() -> None:
    one, other, last = after_game([1, 1, 3], [NEWCOMER] * 3)
    assert one == other
    assert one.mu > last.mu


@given(st.lists(skills, min_size=2, max_size=6))
def test_every_game_gives_each_their_own_rating(before: list[Skill]) -> None:
    places = list(range(1, len(before) + 1))
    after = after_game(places, before)
    assert after == after_game(places, before)
    assert len(after) == len(before)
    assert after[0].mu > before[0].mu
    assert after[-1].mu < before[-1].mu
    backwards = after_game(places[::-1], before[::-1])[::-1]
    for one, other in zip(after, backwards, strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)
