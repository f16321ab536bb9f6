"""The costliest choice: a planted mistake is found, and hidden cards are drawn as they may lie."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.cards.actions import Action, Lay
from bot.cards.editions import CLASSIC, EDITIONS, varied
from bot.cards.engine import new_game
from bot.cards.record import RECORDS
from bot.cards.state import Stage, State
from bot.cards.views import view_for
from bot.chances.review import Turns, finished_turns
from bot.core.records import dumps
from bot.lab.simulation import play_out
from bot.players import costliest
from bot.players.costliest import costliest_choice, parsed, rebuild_choice, stored
from bot.players.decision import Decision
from bot.players.hard import Hard
from bot.players.levels import Normal

MASTERS = varied(EDITIONS["masters"], "phases=2")


class Stubborn(Hard):
    """Plays as hard does, but never lays a phase."""

    def lay(self, decision: Decision) -> Action | None:
        del decision
        return None


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costliest, "SAMPLES", 8)
    monkeypatch.setattr(costliest, "MORE_SAMPLES", 8)


def played(*players: Hard) -> Turns:
    names = ("Ada", "Ben")
    state = new_game("g", varied(CLASSIC, "phases=1"), names, bytes(32))
    game = play_out(state, players, Random(1), events=True)
    lines = [RECORDS.header_line(state.game), *map(RECORDS.event_line, game.events)]
    return finished_turns(map(dumps, lines))


def test_a_phase_that_was_not_laid_is_the_costliest_choice() -> None:
    turns = played(Stubborn(), Hard())
    found = costliest_choice(turns, 0)
    assert found is not None
    assert parsed(stored(found)) == parsed(stored(parsed(stored(found))))
    choice = rebuild_choice(turns, 0, found)
    assert any(isinstance(action, Lay) for action in choice.hard)
    assert not any(isinstance(action, Lay) for action in choice.own)
    assert choice.cost > 0.05
    assert choice.view == view_for(turns[found.turn][-1].before, 0)


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
