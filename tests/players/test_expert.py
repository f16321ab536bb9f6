"""The level expert: hard's choice, unless playouts are sure of another."""

from __future__ import annotations

import pickle
from math import inf
from random import Random

import pytest
from kit import NAMES, SECRET

from bot.players import are_compiled
from bot.players.expert import Expert
from bot.players.hard import Hard
from bot.rules.actions import Action
from bot.rules.editions import CLASSIC, MASTERS, RuleSet
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.state import Stage, State
from bot.rules.views import view_for

HANDS = 3


def _chosen(player: Hard, state: State, seed: int) -> Action:
    return player.choose(view_for(state, state.turn), legal_actions(state), Random(seed))


def _some_hands(rules: RuleSet, players: int) -> list[State]:
    """The states of some hands of hard players."""
    state, found = new_game("g", rules, NAMES[:players], SECRET), list[State]()
    while state.hand < HANDS or state.stage is not Stage.DEAL:
        if state.stage is Stage.DEAL:
            action = legal_actions(state).plain[0]
        else:
            found.append(state)
            action = _chosen(Hard(), state, state.version)
        state = apply(state, action).state
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_as_hard_does_where_it_is_never_sure(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Expert, "sure", inf)
    for state in _some_hands(CLASSIC, players):
        seed = state.version
        assert _chosen(Expert(), state, seed) == _chosen(Hard(), state, seed)


def test_it_plays_masters_as_hard_does() -> None:
    for state in _some_hands(MASTERS, 2):
        assert _chosen(Expert(), state, 1) == _chosen(Hard(), state, 1)


@pytest.mark.skipif(not are_compiled(), reason="no C compiler was found")
def test_a_view_from_another_process_leads_to_the_same_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Expert, "worlds", (100, 200, 1000))
    others = 0
    for state in _some_hands(CLASSIC, 3):
        view, legal = view_for(state, state.turn), legal_actions(state)
        copies = pickle.loads(pickle.dumps((view, legal)))  # noqa: S301  # our own
        here = Expert().choose(view, legal, Random(2))
        assert Expert().choose(*copies, Random(2)) == here
        assert here in legal
        others += here != Hard().choose(view, legal, Random(2))
    assert others, "playouts change some choices"
