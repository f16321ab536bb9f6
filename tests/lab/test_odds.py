"""Odds against exact counts and chances, and against hands and games made for the purpose."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations
from math import comb
from random import Random
from statistics import fmean

import pytest

from bot.daily.deal import DAILY_PHASES
from bot.dice.editions import DICE as DICE_RULES
from bot.lab.odds import (
    NOT_TODAY,
    Trials,
    alone,
    daily_dates,
    daily_turns,
    dice_turn_odds,
    hold_odds,
    lay_alone,
    turns_alone,
)
from bot.lab.simulation import EndlessGameError
from bot.model import Level
from bot.players import strategy
from bot.players.dice_turns import RACE, TurnWorth, turn_plan
from bot.rules.actions import Action, Discard, Draw, Source
from bot.rules.cards import Card, full_deck, ordered
from bot.rules.editions import CLASSIC, EDITIONS, FINAL_TURN, NaturalCardsPer, RuleSet, varied
from bot.rules.engine import LegalActions, apply, legal_actions
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.scores.statistics import mean_of

SECRET = bytes(range(32))
PAIR = varied(CLASSIC, "S2,S2+S2")


def pairs(hand: tuple[Card, ...]) -> bool:
    """Whether two cards are a pair, of which one may be a Wild."""
    first, second = ordered(hand)
    return first.is_natural and (second.is_wild or first.number == second.number)


def test_pairs_are_as_likely_as_all_hands_of_two_say() -> None:
    hands = list(combinations(full_deck(CLASSIC.colours, CLASSIC.skips), 2))
    exact = sum(map(pairs, hands)) / len(hands)
    for found in hold_odds(PAIR, [1], Trials(20_000, 1), sizes=(2,)):
        assert found.chance.low is not None
        assert found.chance.high is not None
        assert found.chance.low <= exact <= found.chance.high


def test_pairs_among_ten_are_as_likely_as_the_count_says() -> None:
    # No pair: only Wilds and Skips, or no Wild and all numbers different.
    different = sum(comb(12, n) * 8**n * comb(4, 10 - n) for n in range(6, 11))
    exact = 1 - (different + comb(12, 10)) / comb(108, 10)
    for found in hold_odds(PAIR, [1], Trials(4_000, 1), sizes=(10,)):
        assert found.chance.low is not None
        assert found.chance.high is not None
        assert found.chance.low <= exact <= found.chance.high


def test_a_natural_card_in_each_group_is_asked_of_one_column_only() -> None:
    # Of four cards only two of the kind W W n n are two pairs by the phase but not by the group.
    per_phase, per_group = hold_odds(PAIR, [2], Trials(20_000, 1), sizes=(4,))
    assert per_phase.natural_cards_per is NaturalCardsPer.PHASE
    assert per_group.natural_cards_per is NaturalCardsPer.GROUP
    assert per_phase.chance.value >= per_group.chance.value > 0


def test_every_phase_has_both_columns_for_ten_and_eleven_cards() -> None:
    found = hold_odds(CLASSIC, [10, 4], Trials(100, 1))
    kinds = [(10, "phase"), (10, "group"), (11, "phase"), (11, "group")]
    assert [(each.phase, each.cards, each.natural_cards_per) for each in found] == [
        (phase, *kind) for phase in (10, 4) for kind in kinds
    ]


def test_odds_do_not_depend_on_the_number_of_jobs() -> None:
    reported: list[int] = []
    once = hold_odds(PAIR, [2], Trials(4_500, 1, done=reported.append), sizes=(4,))
    assert reported == [2_000, 2_000, 500]
    assert hold_odds(PAIR, [2], Trials(4_500, 1, jobs=2), sizes=(4,)) == once
    assert hold_odds(PAIR, [2], Trials(4_500, 2), sizes=(4,)) != once


def test_turns_do_not_depend_on_the_number_of_jobs() -> None:
    arguments = (CLASSIC, [1, 8], [Level.EASY, Level.NORMAL])
    once = turns_alone(*arguments, Trials(25, 1))
    assert turns_alone(*arguments, Trials(25, 1, jobs=2)) == once
    assert [(each.phase, each.level) for each in once] == [
        (1, Level.EASY),
        (1, Level.NORMAL),
        (8, Level.EASY),
        (8, Level.NORMAL),
    ]


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_the_player_is_alone_at_the_table(rules: RuleSet) -> None:
    state = apply(alone(rules, 3, SECRET), legal_actions(alone(rules, 3, SECRET)).plain[0]).state
    assert (state.turn, state.seats[0].trying) == (0, 3)
    assert state.seats[1].hand == ()
    player, rng = strategy(Level.NORMAL), Random(1)
    assert lay_alone(rules, 3, player, SECRET, rng) >= 1
    assert len(state.draw_pile) + len(state.seats[0].hand) + 1 == len(
        full_deck(rules.colours, rules.skips)
    )


class Watched:
    """A player that notes what it sees, and never lays before its fourth turn."""

    def __init__(self) -> None:
        self.turns = 0
        self.stages: list[Stage] = []

    def choose(self, view: PlayerView, legal: LegalActions, _rng: Random) -> Action:
        """Draw from the draw pile, throw the first card, lay in the fourth turn."""
        self.stages.append(view.stage)
        assert view.seats[1].cards == 0
        assert not view.seats[1].playing
        if view.stage is Stage.DRAW:
            self.turns += 1
            return Draw(Source.DRAW_PILE)
        if self.turns >= 4 and legal.best_lay is not None:
            return legal.best_lay
        return next(each for each in legal.plain if isinstance(each, Discard))


def test_the_turn_that_lays_is_counted() -> None:
    player = Watched()
    assert lay_alone(varied(CLASSIC, "S2"), 1, player, SECRET, Random(1)) == 4
    assert player.stages == [Stage.DRAW, Stage.PLAY] * 4


def test_an_opening_offer_that_is_taken_is_a_turn() -> None:
    easy = varied(FINAL_TURN, "R3")
    rng = Random(1)
    took = [
        lay_alone(easy, 1, strategy(Level.NORMAL), bytes([number]) * 32, rng)
        for number in range(20)
    ]
    assert min(took) == 1


class Never:
    """A player that never lays."""

    def choose(self, _view: PlayerView, legal: LegalActions, _rng: Random) -> Action:
        """The first action that is no lay."""
        return legal.plain[0]


def test_a_player_that_gets_nowhere_is_stopped() -> None:
    with pytest.raises(EndlessGameError, match="phase 1 "):
        lay_alone(CLASSIC, 1, Never(), SECRET, Random(1))


class KeepsPairs:
    """The plain policy for sets: keep what is held twice or more, throw a card held once."""

    def choose(self, view: PlayerView, legal: LegalActions, _rng: Random) -> Action:
        """Draw from the draw pile, lay when possible, else throw what is held least often."""
        if view.stage is Stage.DRAW:
            return Draw(Source.DRAW_PILE)
        held = Counter(card.number for card in view.hand)
        thrown = [each for each in legal.plain if isinstance(each, Discard)]
        return legal.best_lay or min(
            thrown,
            key=lambda each: (each.card.is_wild, each.card.is_natural * held[each.card.number]),
        )


def test_a_plain_policy_needs_as_many_turns_as_a_count_without_the_engine_says() -> None:
    # 20,000 games of a simulation that knows only a shuffled list of numbers: 12.3 turns.
    took = [
        lay_alone(CLASSIC, 10, KeepsPairs(), number.to_bytes(32, "big"), Random(1))
        for number in range(400)
    ]
    found = mean_of(took)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 12.3 < found.high


class Looks(Watched):
    """Watched, and notes how the piles stand at each draw."""

    def __init__(self) -> None:
        super().__init__()
        self.piles: list[tuple[int, int]] = []

    def choose(self, view: PlayerView, legal: LegalActions, _rng: Random) -> Action:
        """As Watched."""
        if view.stage is Stage.DRAW:
            self.piles.append((view.draw_pile, len(view.discard_pile)))
        return super().choose(view, legal, _rng)


def test_a_fed_player_finds_a_card_turned_over_before_each_turn_but_the_first() -> None:
    player = Looks()
    assert lay_alone(varied(CLASSIC, "S2"), 1, player, SECRET, Random(1), fed=True) == 4
    assert player.piles == [(97, 1), (95, 3), (93, 5), (91, 7)]


def test_a_player_that_is_fed_needs_fewer_turns() -> None:
    counted = (CLASSIC, [7], [Level.NORMAL], Trials(30, 1))
    (alone_at_table,), (fed,) = turns_alone(*counted), turns_alone(*counted, fed=True)
    assert fed.turns.value < alone_at_table.turns.value


# ── dice and daily hands ──────────────────────────────────────────────────────────────────────


def test_odds_of_a_turn_agree_with_the_exact_chance() -> None:
    (hard, easy) = dice_turn_odds([6], [Level.HARD, Level.EASY], Trials(600, 1))
    exact = turn_plan(TurnWorth(DICE_RULES.parsed_phases[5], RACE[5])).chance
    assert hard.chance.low is not None
    assert hard.chance.high is not None
    assert hard.chance.low <= exact <= hard.chance.high
    assert easy.chance.value < hard.chance.value


def test_turns_of_phases_do_not_depend_on_the_processes_or_the_other_levels() -> None:
    phases, levels = (DAILY_PHASES[0], DAILY_PHASES[-1]), (Level.EASY, Level.NORMAL)
    done: list[int] = []
    found = daily_turns(phases, levels, Trials(25, 3, done=done.append))
    assert sum(done) == 100
    assert [(each.phase, each.level) for each in found] == [
        (phase.notation, level) for phase in phases for level in levels
    ]
    assert daily_turns(phases, [Level.NORMAL], Trials(25, 3)) == found[1::2]
    easier, harder = found[0].turns.value, found[2].turns.value
    assert 1 <= easier < harder <= NOT_TODAY


def test_dates_have_a_par_and_the_turns_of_each_level() -> None:
    first = date(2027, 1, 1)
    found = daily_dates(first, list(Level), Trials(2, 1))
    assert [(each.phase, each.par) for each in daily_dates(first, [Level.EASY], Trials(2, 1))] == [
        (each.phase, each.par) for each in found
    ]
    for each in found:
        assert 3 <= each.par <= 12
        assert set(each.turns) == set(Level)
    assert 1 <= fmean(each.turns[Level.HARD] for each in found) <= NOT_TODAY
