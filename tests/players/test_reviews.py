"""Choices next to hard's: equal ones cost nothing, and blunders cost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.analysis.review import Part, Turns, finished_turns
from bot.games.records import dumps
from bot.lab.simulation import SimulatedGame, simulate
from bot.model import Level
from bot.players import are_compiled, strategy
from bot.players.reviews import EXAMPLES, choices_of, review_of, seat_review_of
from bot.rules.actions import Action, Discard
from bot.rules.editions import CLASSIC, EDITIONS, RuleSet, varied
from bot.rules.engine import LegalActions, apply, legal_actions, new_game
from bot.rules.record import RECORDS
from bot.rules.state import Stage, State
from bot.rules.views import PlayerView, view_for

needs_library = pytest.mark.skipif(not are_compiled(), reason="no C compiler was found")
SHORT = varied(CLASSIC, "phases=2")
Chooser = Callable[[State, PlayerView, LegalActions], Action]


def _hard(state: State, view: PlayerView, legal: LegalActions) -> Action:
    """Hard with the random numbers of the review."""
    return strategy(Level.HARD).choose(view, legal, Random(f"g {state.version}"))


def _spendthrift(state: State, view: PlayerView, legal: LegalActions) -> Action:
    """Gives its Wilds away, else plays as hard."""
    wild = [each for each in legal.plain if isinstance(each, Discard) and each.card.is_wild]
    return wild[0] if wild else _hard(state, view, legal)


def _played(first: Chooser, rules: RuleSet = SHORT) -> Turns:
    state = new_game("g", rules, ("Ada", "Ben"), bytes(32))
    lines = [dumps(RECORDS.header_line(state.game))]
    while state.stage is not Stage.OVER:
        legal = legal_actions(state)
        choose = first if state.turn == 0 else _hard
        deals = state.stage is Stage.DEAL
        view = view_for(state, state.turn)
        step = apply(state, legal.plain[0] if deals else choose(state, view, legal))
        state = step.state
        lines += [dumps(RECORDS.event_line(event)) for event in step.events]
    return finished_turns(lines)


@needs_library
def test_who_chooses_as_hard_does_neither_gains_nor_loses() -> None:
    found = choices_of(_played(_hard), 0, rounds=100)
    assert found.decisions > 10
    assert (found.different, found.gain, found.error) == (0, 0, 0)
    assert not found.best
    assert not found.costliest
    assert not found.significant


@needs_library
def test_giving_wilds_away_costs() -> None:
    found = choices_of(_played(_spendthrift), 0, rounds=900)
    assert found.different
    assert found.gain < 0
    assert found.significant
    worst = found.costliest[0]
    assert isinstance(worst.own[-1], Discard)
    assert worst.own[-1].card.is_wild
    assert worst.view.me == 0
    assert [choice.gain for choice in found.costliest] == sorted(
        choice.gain for choice in found.costliest
    )


def test_without_playouts_no_choices_are_compared(
    use: Callable[[Path], None], tmp_path: Path
) -> None:
    turns = _played(_spendthrift)
    use(tmp_path / "none.so")
    choices = choices_of(turns, 0, rounds=900)
    assert (choices.decisions, choices.compared, choices.can_compare) == (0, 0, False)
    assert not choices.costliest


def _game(rules: RuleSet) -> SimulatedGame:
    return next(simulate(rules, [Level.EASY, Level.NORMAL], 1, seed=3, events=True))


@needs_library
def test_a_review_has_the_seats_asked_for_and_is_the_same_each_time() -> None:
    lines = _game(SHORT).record().splitlines()
    found, again = (review_of(lines, [1], rounds=200) for _ in range(2))
    assert found == again
    assert [account.seat for account in found.accounts] == [1]
    assert [choices.seat for choices in found.choices] == [1]
    assert len(found.choices[0].best) <= EXAMPLES


@needs_library
def test_the_figures_of_a_seat_are_those_of_its_review() -> None:
    lines = _game(SHORT).record().splitlines()
    review, figures = review_of(lines, [1], rounds=200), seat_review_of(lines, 1, rounds=200)
    (account,), (choices,) = review.accounts, review.choices
    parts = [account.parts[each] for each in (Part.DEALS, Part.DRAWS, Part.OTHERS)]
    assert [figures.deals, figures.draws, figures.others] == parts
    compared = (choices.gain, choices.error, choices.decisions)
    assert (figures.choices, figures.error, figures.decisions) == compared


@needs_library
def test_where_there_are_too_many_choices_some_are_compared() -> None:
    turns = finished_turns(_game(SHORT).record().splitlines())
    found = choices_of(turns, 0, rounds=100)
    assert 0 < found.compared < found.different
    assert found.error > 0


@pytest.mark.parametrize("edition", ["masters"])
def test_choices_with_save_piles_are_not_compared(edition: str) -> None:
    rules = varied(EDITIONS[edition], "phases=1")
    figures = seat_review_of(_game(rules).record().splitlines(), 0)
    assert (figures.choices, figures.error, figures.decisions) == (None, None, 0)
