"""The costliest choices: planted mistakes are found, and hidden cards are drawn as they may lie."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from bot.cards.actions import Action, Discard, Lay
from bot.cards.cards import WILD
from bot.cards.engine import new_game
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC, EDITIONS
from bot.cards.state import Stage, State
from bot.cards.variations import varied
from bot.cards.views import view_for
from bot.chances.review import Turns, finished_turns
from bot.core.records import dumps
from bot.lab.simulation import play_out
from bot.players import costliest
from bot.players.costliest import costliest_choices, parsed, rebuild_choice, stored
from bot.players.decision import Decision
from bot.players.levels import Normal

MASTERS = varied(EDITIONS["masters"], "phases=2")


class Stubborn(Normal):
    """Plays as normal does, but never lays a phase."""

    def lay(self, decision: Decision) -> Action | None:
        del decision
        return None


class Careless(Normal):
    """Plays as normal does, but discards a Wild in the first turn with one of two hands."""

    def discard(self, decision: Decision, rng: Random) -> Action:
        view = decision.view
        first = WILD in decision.disposable and WILD not in view.my_seat.discarded
        if first and view.hand_number <= 2 and not decision.has_laid:
            return Discard(WILD)
        return super().discard(decision, rng)


@cache
def played(careless: Normal, seed: int = 0, phases: int = 1) -> Turns:
    names = ("Ada", "Ben")
    state = new_game("g", varied(CLASSIC, f"phases={phases}"), names, seed.to_bytes(32, "big"))
    game = play_out(state, [careless, Normal()], Random(1), events=True)
    lines = [RECORDS.header_line(state.game), *map(RECORDS.event_line, game.events)]
    return finished_turns(map(dumps, lines))


def test_a_phase_that_was_not_laid_is_the_costliest_choice() -> None:
    turns = played(Stubborn())
    shares = [0.0]
    found = costliest_choices(turns, 0, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert parsed(stored(found)) == parsed(stored(parsed(stored(found)) or ()))
    choice = rebuild_choice(turns, 0, found[0])
    assert isinstance(choice.better, Lay)
    assert isinstance(choice.own, Discard)
    assert found[0].cost > 0.05
    assert choice.view.version == found[0].version


def test_two_cards_thrown_away_against_the_question_are_found() -> None:
    turns = played(Careless(), seed=146, phases=3)
    choices = [rebuild_choice(turns, 0, found) for found in costliest_choices(turns, 0)]
    assert {choice.view.hand_number for choice in choices} == {1, 2}
    assert [choice.own for choice in choices] == [Discard(WILD)] * 2


def test_who_plays_well_made_no_costly_choice() -> None:
    assert costliest_choices(played(Normal()), 0) == ()


def test_the_playouts_of_a_game_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costliest, "STEPS", 1)
    steps = []
    applied = costliest.engine.apply
    monkeypatch.setattr(costliest.engine, "apply", lambda *it: steps.append(it) or applied(*it))
    costliest_choices(played(Stubborn()), 0)
    assert len(steps) < 8_000


@pytest.mark.parametrize("text", [None, "12 play 0.0500"])
def test_what_1_0_found_is_looked_for_again(text: str | None) -> None:
    assert parsed(text) is None
    assert parsed("") == ()


def _cards(state: State) -> Counter[object]:
    held = [card for seat in state.seats for card in (*seat.hand, *seat.saved)]
    laid = [card.held for seat in state.seats for group in seat.groups for card in group.cards]
    return Counter([*held, *laid, *state.draw_pile, *state.discard_pile])


def test_only_cards_that_the_seat_cannot_see_are_drawn_anew() -> None:
    state = new_game("g", MASTERS, ("Ada", "Ben", "Cyd"), bytes(32))
    final = play_out(state, [Normal()] * 3, Random(1), events=True)
    lines = [RECORDS.header_line(state.game), *map(RECORDS.event_line, final.events)]
    decisions = [one.before for turn in finished_turns(map(dumps, lines)) for one in turn]
    states = [each for each in decisions if each.stage in (Stage.DRAW, Stage.PLAY)]
    differ = 0
    for number, before in enumerate(states):
        me = before.turn
        after = costliest._determinized(before, me, Random(number))
        assert _cards(after) == _cards(before)
        assert view_for(after, me) == view_for(before, me)
        differ += after.draw_pile != before.draw_pile
    assert differ > len(states) / 2
