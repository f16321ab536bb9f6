"""Whole random games: cards are conserved, and what is offered is what is accepted."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import NAMES, all_cards, deck_of, random_choice, steps

from bot.cards.actions import (
    Action,
    AnswerOffer,
    DealHand,
    Declare,
    Discard,
    Draw,
    Hit,
    Lay,
    Save,
    Source,
)
from bot.cards.cards import WILD_AS_COLOUR, WILD_AS_NUMBER
from bot.cards.engine import apply, legal_actions, new_game
from bot.cards.rulesets import CLASSIC, EDITIONS, FINAL_TURN, MASTERS, RuleSet
from bot.cards.state import Stage, State
from bot.cards.variations import varied, with_options
from bot.core.errors import GameError

KINDS = tuple(dict.fromkeys(CLASSIC.deck))
PLACED = (*KINDS, *WILD_AS_NUMBER.values(), *WILD_AS_COLOUR.values())


RULES = (
    *EDITIONS.values(),
    *(varied(rules, "ten_hands") for rules in EDITIONS.values()),
    varied(CLASSIC, "S2+S2+S2,C4+R3,R3+R3+R3"),
    varied(MASTERS, "even_phases"),
    with_options(CLASSIC, ["phases=3"], ["opening_offer=yes", "skips=12", "skip_rule=in_front"]),
    with_options(MASTERS, ["phases=4"], ["last_turn=yes", "out_by_discard=yes"]),
    with_options(FINAL_TURN, [], ["natural_cards_per=group", "skip_rule=after_own_turn"]),
    with_options(FINAL_TURN, ["phases=3"], ["skip_rule=in_front", "skips=12"]),
    with_options(CLASSIC, ["phases=5"], ["runs=one_colour"]),
    varied(CLASSIC, "RC3+S2,RC4,RC3+RC3,R3+RC3,C3+RC3"),
    with_options(MASTERS, ["phases=4"], ["save_ends_turn=yes", "save_draw=any"]),
)


def game(players: int, seed: int, rules: RuleSet = CLASSIC) -> State:
    players = min(players, rules.max_players)
    return new_game("g", rules, NAMES[:players], seed.to_bytes(32, "big"))


def any_action(lay: Lay | None, rng: Random) -> Action:
    made: list[Action] = [
        DealHand(),
        Declare(rng.randint(-1, 11)),
        AnswerOffer(rng.random() < 0.5),
        Draw(rng.choice(list(Source))),
        Draw(rng.choice(list(Source)), rng.choice(KINDS)),
        Discard(rng.choice(KINDS), rng.choice([None, *range(-1, 7)])),
        Hit(rng.randint(-1, 6), rng.randint(-1, 2), rng.choice(PLACED)),
        Save(rng.choice(KINDS)),
        Lay(lay.groups[::-1] if lay else ()),
        Lay(lay.groups[:1] if lay else ()),
    ]
    return rng.choice(made)


@pytest.mark.parametrize("at", range(len(RULES)), ids=lambda at: f"{at}-{RULES[at].edition}")
def test_a_game_reaches_its_end_with_every_card_in_place(at: int) -> None:
    rules = RULES[at]
    state = game(2 + at % 5, at, rules)
    players = state.game.size
    rng, deck = Random(players), deck_of(rules)
    for before, _, step in steps(state, rng, most=300_000):
        if step.state.hand and step.state.hand == before.hand:
            assert all_cards(step.state) == deck
        assert step.state.version == before.version + 1
        state = step.state
    assert state.stage is Stage.OVER
    assert sorted(seat for place in state.result.ranking for seat in place) == list(range(players))
    if not rules.ten_hands:
        winner = state.seats[state.result.winners[0]]
        assert len(winner.completed) == len(rules.phases)


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 6), seed=st.integers(0, 2**32), rules=st.sampled_from(RULES))
def test_what_is_offered_and_no_more_is_accepted(players: int, seed: int, rules: RuleSet) -> None:
    rng = Random(seed)
    for state, _, _ in steps(game(players, seed, rules), rng, most=150, choose=random_choice):
        legal = legal_actions(state)
        for action in legal:
            assert action in legal
            apply(state, action)
        before = (state.version, all_cards(state), state.turn, state.stage)
        for _ in range(12):
            tried = any_action(legal.best_lay, rng)
            try:
                apply(state, tried)
            except GameError:
                assert tried not in legal
            else:
                assert tried in legal
        assert before == (state.version, all_cards(state), state.turn, state.stage)
