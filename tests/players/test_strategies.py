"""How computer players play: always legally, by their own view alone, and none of them silly."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from kit import NAMES, decisions, held, laid, position

from bot.cards.actions import Action, AnswerOffer, Declare, Discard, Draw, Hit, Lay, Save, Source
from bot.cards.cards import SKIP, WILD, card
from bot.cards.engine import apply, legal_actions, new_game
from bot.cards.groups import Group
from bot.cards.rulesets import CLASSIC, EDITIONS, MASTERS, NaturalCardsPer, RuleSet
from bot.cards.state import Stage, State
from bot.cards.variations import varied, with_options
from bot.cards.views import view_for
from bot.players import strategy
from bot.seating import Level

LEVELS = tuple(Level)


def _choice(state: State, level: Level, seed: int = 1) -> Action:
    view = view_for(state, state.turn)
    return strategy(level).choose(view, legal_actions(state), Random(seed))


def _game(rules: RuleSet, seed: int) -> State:
    """The end of a game in which the levels choose in turn, always legally."""
    state = new_game("g", rules, NAMES[:3], bytes([seed]) * 32)
    for number in range(2_000):
        if state.stage is Stage.OVER:
            break
        legal = legal_actions(state)
        deals = state.stage is Stage.DEAL
        level = LEVELS[number % len(LEVELS)]
        action = legal.plain[0] if deals else _choice(state, level, number)
        assert action in legal
        state = apply(state, action).state
    return state


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_level_plays_every_edition_to_the_end(edition: str) -> None:
    assert _game(varied(EDITIONS[edition], "phases=1"), 3).result is not None


@pytest.mark.parametrize(
    ("rules", "seed"),
    [
        # In runs, one hit may have to come before another.
        *((replace(CLASSIC, phases=("R4",)), seed) for seed in range(3)),
        (replace(CLASSIC, natural_cards_per=NaturalCardsPer.GROUP, phases=("C7", "C3+S3")), 1),
        (replace(CLASSIC, phases=("S2+S2+S2+S2+S2", "R3+R3+R4"), ten_hands=True), 1),
        (with_options(MASTERS, ["S2,R3"], ["save_draw=any", "save_ends_turn=yes"]), 1),
        (with_options(CLASSIC, ["R3+S2,C3+R3"], ["runs=one_colour"]), 1),
    ],
)
def test_house_rules_and_phases_of_ones_own(rules: RuleSet, seed: int) -> None:
    assert _game(rules, seed).result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_choices_in_recorded_games(level: Level) -> None:
    """They are legal, lay a phase, keep Wilds, and depend on nothing that the player cannot see."""
    phases_laid = 0
    for number, state in enumerate(decisions(step=29)):
        legal, action = legal_actions(state), _choice(state, level, number)
        assert action in legal
        if state.stage is Stage.PLAY and legal.best_lay is not None:
            assert isinstance(action, Lay)
            phases_laid += 1
        if isinstance(action, Discard) and action.card is WILD:
            assert set(state.actor.hand) == {WILD}
        assert _choice(_redealt(state, Random(number)), level, number) == action
    assert phases_laid >= 10


def _redealt(state: State, rng: Random) -> State:
    """The same to the eyes of the seat to act, with the hidden cards shuffled."""
    hidden = list(state.draw_pile)
    for number, seat in enumerate(state.seats):
        hidden += seat.hand if number != state.turn else ()
    rng.shuffle(hidden)
    seats = []
    for number, seat in enumerate(state.seats):
        if number == state.turn:
            seats.append(seat)
            continue
        hand = tuple(hidden.pop() for _ in seat.hand)
        seats.append(replace(seat, hand=hand))
    return replace(state, seats=tuple(seats), draw_pile=tuple(hidden))


@pytest.mark.parametrize("level", LEVELS)
def test_takes_the_discard_that_completes_its_phase(level: Level) -> None:
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4"], stage=Stage.DRAW, discard="G1 Y9")
    assert all(_choice(state, level, seed) == Draw(Source.DISCARD_PILE) for seed in range(20))


def _down(hand: str, other: str = "R4 B4", **more: object) -> State:
    sets: dict[int, list[Group]] = {0: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]}
    return position([hand, other], groups=sets, discard="G1", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", LEVELS)
def test_goes_out_when_every_card_can_be_hit(level: Level) -> None:
    state = _down("Y5 Y9")
    assert all(isinstance(_choice(state, level, seed), Hit) for seed in range(20))


def test_normal_discards_what_leaves_most_cards_to_wait_for() -> None:
    state = position(["R5 B5 R9 B9 R1 B1 G2 Y3 R12 B12 G11", "R4"], discard="G1")
    assert _choice(state, Level.NORMAL) == Discard(card("G11"))


def test_easy_mostly_discards_the_dearest_of_useless_cards() -> None:
    state = position(["R5 B5 R9 B9 R1 B2 G3 Y4 R10 B11 G12", "R4"], discard="G1")
    found = [_choice(state, Level.EASY, seed) for seed in range(40)]
    assert sum(isinstance(each, Discard) and CLASSIC.points(each.card) == 10 for each in found) > 25


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_a_skip_goes_to_the_player_nearest_to_going_out(level: Level) -> None:
    groups = {2: [laid("S", "R5 B5 G5")], 3: [laid("S", "R8 B8 G8")]}
    hand = "S R1 B1 G1 Y1 R2 B2 Y7 B10 Y10 Y11"
    state = position([hand, "R9", "R4 B4 B5", "R7"], groups=groups, discard="G1", trying=[10] * 4)
    assert _choice(state, level) == Discard(SKIP, 3)


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_does_not_feed_the_next_player_with_a_hit(level: Level) -> None:
    groups = {1: [laid("S", "R12 B12 G12"), laid("S", "R2 B2 G2")]}
    hand = "R5 B5 G5 R9 B9 R7 B7 G11 Y12 R10 Y10"
    state = position([hand, "R4 B1"], groups=groups, discard="G1")
    assert _choice(state, level) != Discard(card("Y12"))


def test_hard_gives_away_what_the_next_player_left_lying() -> None:
    """Everything else alike, the number that was left lying is the safer discard."""
    hand = "R5 B5 G5 R9 B9 R2 R4"
    pile = ("G6 Y4 G10 B4 G8 G4 Y12", "G6 Y2 G10 B2 G8 G2 Y12")
    left_lying = [position([hand, "R1 R3 R6 R7 R8 R10"], discard=discard) for discard in pile]
    choices = [_choice(state, Level.HARD) for state in left_lying]
    assert choices == [Discard(card("R4")), Discard(card("R2"))]


@pytest.mark.parametrize("level", LEVELS)
def test_declares_the_phase_that_its_hand_is_near(level: Level) -> None:
    state = position(
        ["R1 B2 G3 Y4 R5 B6 G7 R11 B12 S", "R4"],
        stage=Stage.DECLARE,
        discard="G1",
        trying=[None, None],
        rules=MASTERS,
        seats={0: {"completed": (2, 5)}},
    )
    assert _choice(state, level) == Declare(4)


@pytest.mark.parametrize("level", LEVELS)
def test_sets_aside_only_once_its_phase_is_down(level: Level) -> None:
    early = position(["R1 B3 G5 Y7 R9 B11 G12 R2", "R4"], discard="G1", rules=MASTERS)
    assert isinstance(_choice(early, level), Discard)
    assert _choice(_down("R1 W R12", rules=MASTERS), level) == Save(WILD)


@pytest.mark.parametrize("level", LEVELS)
def test_the_opening_offer_is_taken_when_it_helps(level: Level) -> None:
    rules = EDITIONS["final_turn"]
    hand = "R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3"
    for discard, take in (("Y9", True), ("Y7", False)):
        state = position([hand, "R4"], stage=Stage.OFFER, discard=discard, rules=rules)
        assert _choice(state, level) == AnswerOffer(take)


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_card_is_discarded_where_going_out_takes_that(level: Level) -> None:
    state = _down("Y5", rules=EDITIONS["final_turn"])
    assert _choice(state, level) == Discard(card("Y5"))


@pytest.mark.parametrize("level", LEVELS)
def test_keeps_a_card_to_go_out_with_when_it_could_lay_them_all(level: Level) -> None:
    rules = replace(EDITIONS["final_turn"], phases=("R4",))
    state = position(["R1 B2 G3 Y4 R5 B6", "R4 B4"], discard="G1", rules=rules)
    for action in (Lay, Discard):
        chosen = _choice(state, level)
        assert isinstance(chosen, action)
        state = apply(state, chosen).state
    assert state.out == (0,)


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_in_its_last_turn_it_throws_the_dearest_card(level: Level) -> None:
    rules = EDITIONS["final_turn"]
    hand = "R1 B3 W Y7 R9 B11"
    state = position([hand, ""], discard="G1", rules=rules, out=(1,), last_turns=())
    assert _choice(state, level) == Discard(WILD)


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_the_saved_card_that_helps_is_drawn_where_any_may_be(level: Level) -> None:
    seats = {0: {"saved": held("R5 Y1 B12")}}
    rules = with_options(MASTERS, ["S3"], ["save_draw=any"])
    hands = ["B5 G5 R8 R10", "R1"]
    state = position(hands, rules=rules, stage=Stage.DRAW, seats=seats, discard="Y2")
    action = _choice(state, level)
    assert action == Draw(Source.SAVE_PILE, card("R5"))


@pytest.mark.parametrize("level", LEVELS)
def test_all_that_fits_is_hit_before_a_card_is_saved_that_ends_the_turn(level: Level) -> None:
    rules = with_options(MASTERS, [], ["save_ends_turn=yes"])
    groups = {0: [laid("S", "R5 B5 Y5"), laid("S", "R9 B9 Y9")]}
    state = position(["G5 R8 R10 W R11", "R1"], groups=groups, rules=rules)
    for seed in range(10):
        action = _choice(state, level, seed)
        assert isinstance(action, Hit) or (level is Level.EASY and action == Save(card("W")))
    state = apply(state, Hit(0, 0, card("G5"))).state
    if level is not Level.HARD:
        action = _choice(state, level)
        assert action == Save(card("W"))
