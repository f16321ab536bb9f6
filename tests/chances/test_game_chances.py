"""Chances between hands: they add up, order players rightly, and know when a game is decided."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Any

import pytest

from bot.cards.distance import Solver
from bot.cards.phases import parse_phase
from bot.cards.rulesets import CLASSIC, EDITIONS, MASTERS, RuleSet
from bot.cards.variations import variation_text, varied
from bot.chances import game_chances
from bot.chances.game_chances import chances_between_hands as between
from bot.chances.game_chances import difficulty

SHORT = varied(CLASSIC, "S2+S2+S2,R3+C4,RC4")
TEN_HANDS = varied(CLASSIC, "ten_hands")


def _name(value: object) -> str | None:
    return f"{value.edition} {variation_text(value)}" if isinstance(value, RuleSet) else None


@pytest.mark.parametrize("rules", [*EDITIONS.values(), SHORT, TEN_HANDS], ids=_name)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_chances_add_up_and_equal_players_are_equal(rules: RuleSet, players: int) -> None:
    if players > rules.max_players:
        players = 4
    level = between(rules, [1] * players, [40] * players)
    assert level == pytest.approx([1 / players] * players, abs=1e-9)
    done, totals = [0, 2, 1, 2, 0, 1][:players], [5, 70, 0, 30, 60, 20][:players]
    chances = between(rules, done, totals, played=2)
    assert sum(chances) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in chances)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("rules", [CLASSIC, MASTERS], ids=_name)
def test_a_phase_ahead_or_fewer_points_are_better_late(rules: RuleSet, players: int) -> None:
    others = players - 1
    ahead = [between(rules, [done + 1, *[done] * others], [50] * players)[0] for done in range(9)]
    assert min(ahead) > 1 / players
    assert ahead[8] > ahead[0] + 0.15
    totals = [[mine, *[100] * others] for mine in range(0, 205, 5)]
    points = [between(rules, [5] * players, each)[0] for each in totals]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[20] * 1.1


@pytest.mark.parametrize(
    ("done", "totals", "chances"),
    [
        ([10, 9], [300, 0], (1, 0)),
        ([10, 10], [55, 50], (0, 1)),
        ([10, 10], [50, 50], (0.5, 0.5)),
        ([10, 9, 10], [50, 0, 45], (0, 0, 1)),
        ([10, 9, 10], [45, 0, 45], (0.5, 0, 0.5)),
    ],
)
def test_completed_games_are_decided(
    done: list[int], totals: list[int], chances: tuple[float, ...]
) -> None:
    assert between(CLASSIC, done, totals) == pytest.approx(chances)


# Mean turns of a lone normal player with a card turned over each turn, from `phase10 odds --fed`.
TURNS = {"S3+S3": 2.9, "S3+R4": 2.1, "S4+R4": 4.3, "R7": 3.3, "R9": 5.1, "S4+S4": 7.8, "C7": 4.6}


@pytest.mark.parametrize(("notation", "turns"), TURNS.items())
def test_the_turns_are_about_those_of_players(notation: str, turns: float) -> None:
    assert exp(difficulty(parse_phase(notation), CLASSIC).turns) == pytest.approx(turns, rel=0.15)


def test_a_phase_of_many_ways_is_measured_in_few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    work, turns = [], game_chances._turns

    def counted(solver: Solver, *hand: Any) -> int:
        work.append(solver.weight)
        return turns(solver, *hand)

    monkeypatch.setattr(game_chances, "_turns", counted)
    heavy = difficulty(parse_phase("S2+RC3+RC3"), replace(CLASSIC, skips=1))
    assert sum(work) < 1_000_000
    assert 2 < exp(heavy.turns) < 8
