"""Tournaments: paired deals, and the same figures however they came about."""

from __future__ import annotations

import pytest

from bot.cards.rulesets import CLASSIC
from bot.cards.variations import varied
from bot.dice.editions import DICE
from bot.lab.tournament import DealResult, Tournament, play_deals, standings
from bot.seating import Level

SHORT = varied(CLASSIC, "S2+S2,R3,C3")
DUEL = Tournament(SHORT, (Level.EASY, Level.NORMAL), 1)


def test_each_deal_is_played_once_in_each_rotation_with_the_same_secret() -> None:
    contest = Tournament(CLASSIC, (Level.HARD, Level.NORMAL, Level.NORMAL, Level.EASY), 3)
    for seat in range(contest.size):
        assert {contest.seated(r)[seat] for r in range(contest.size)} == {0, 1, 2, 3}
    starts = [[contest.start(deal, r) for r in range(contest.size)] for deal in range(3)]
    secrets = [{state.game.chance.secret for state in games} for games in starts]
    assert [len(each) for each in secrets] == [1, 1, 1]
    assert len(set.union(*secrets)) == 3
    hard = [state.game.players.index("hard 0") for state in starts[0]]
    assert sorted(hard) == [0, 1, 2, 3]


def test_all_wins_of_a_deal_are_given_out() -> None:
    results = list(play_deals(DUEL, range(5)))
    assert [each.deal for each in results] == list(range(5))
    for each in results:
        assert sum(each.wins) == pytest.approx(DUEL.size)
        assert each.scored <= each.hands


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    deals = range(3)
    assert list(play_deals(DUEL, deals, jobs=2)) == list(play_deals(DUEL, deals, jobs=1))


def result(deal: int, *wins: float) -> DealResult:
    turns = [[6, 3], [9, 0], [4, 2]]
    return DealResult(deal, 12, 10, list(wins), [40, 50, 60], turns, [[2, 1], [3, 0], [1, 1]])


def test_figures_of_known_results() -> None:
    contest = Tournament(varied(CLASSIC, "S3,R4"), (Level.HARD, Level.EASY, Level.EASY), 1)
    table = standings(contest, [result(0, 2.0, 1.0, 0.0), result(1, 1.5, 0.5, 1.0)])
    hard, easy = table[Level.HARD], table[Level.EASY]
    assert list(table) == [Level.HARD, Level.EASY]
    assert (hard.games, hard.seats, easy.seats) == (6, 1, 2)
    # Shares of the deals: 2/3 and 1.5/3 for hard, (1 + 0)/6 and (0.5 + 1)/6 for an easy seat.
    assert hard.win_rate.value == pytest.approx(7 / 12)
    assert easy.win_rate.value == pytest.approx(5 / 24)
    # The standard error of two values is half their difference.
    assert easy.win_rate.high == pytest.approx(5 / 24 + 1.95996 / 24, abs=1e-5)
    assert easy.win_rate.low == pytest.approx(5 / 24 - 1.95996 / 24, abs=1e-5)
    assert hard.hands_a_game == 4
    assert (hard.points_a_hand, easy.points_a_hand) == (4.0, 5.5)
    assert (hard.turns, easy.turns) == ((3.0, 3.0), (13 / 4, 2.0))


def test_a_tournament_of_dice_counts_turns_successes_and_totals() -> None:
    contest = Tournament(DICE, (Level.NORMAL, Level.EASY), 1)
    results = list(play_deals(contest, range(2)))
    table = standings(contest, results)
    normal, easy = table[Level.NORMAL], table[Level.EASY]
    assert normal.hands_a_game == 0
    assert all(turns is None or turns >= 1 for turns in (*normal.turns, *easy.turns))
    first = results[0]
    assert all(sum(laid) <= 2 * len(DICE.phases) for laid in first.laid)
    assert max(sum(laid) for laid in first.laid) >= len(DICE.phases)
    assert first.scored == contest.size
