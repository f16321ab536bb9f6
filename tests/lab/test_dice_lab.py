"""Simulated games, tournaments and odds of dice."""

from __future__ import annotations

import pytest

from bot.dice.editions import DICE as RULES
from bot.dice.record import RECORDS
from bot.lab.simulation import Tally, simulate
from bot.lab.tournament import Tournament, play_deals, standings
from bot.model import Level


@pytest.mark.parametrize("players", range(1, 7))
def test_records_verify_and_are_the_same_again(players: int) -> None:
    levels = [Level.EASY, Level.NORMAL][:players] + [Level.NORMAL] * (players - 2)
    games = list(simulate(RULES, levels, 4, 5, events=True))
    verdicts = list(RECORDS.verify("".join(game.record() for game in games).splitlines()))
    assert [verdict.state.seats for verdict in verdicts] == [game.final.seats for game in games]
    assert all(verdict.finished for verdict in verdicts)
    assert [verdict.parts for verdict in verdicts] == [game.turns for game in games]
    again = simulate(RULES, levels, 4, 5, events=True)
    assert [game.record() for game in again] == [game.record() for game in games]


def test_a_tally_counts_turns_but_no_hands() -> None:
    tally = Tally()
    for game in simulate(RULES, [Level.EASY], 2, 1):
        tally.add(game)
    assert (tally.games, tally.hands, tally.wins) == (2, 0, [2])
    assert tally.turns >= 2 * len(RULES.phases)


def test_a_tournament_counts_turns_successes_and_totals() -> None:
    contest = Tournament(RULES, (Level.NORMAL, Level.EASY), 1)
    results = list(play_deals(contest, range(15)))
    table = standings(contest, results)
    normal, easy = table[Level.NORMAL], table[Level.EASY]
    assert normal.points_a_hand > easy.points_a_hand > 100
    assert normal.win_rate.value > easy.win_rate.value
    assert normal.hands_a_game == 0
    assert all(turns is None or turns >= 1 for turns in (*normal.turns, *easy.turns))
    first = results[0]
    assert all(sum(laid) <= 2 * len(RULES.phases) for laid in first.laid)
    assert max(sum(laid) for laid in first.laid) >= len(RULES.phases)
    assert first.scored == contest.size
