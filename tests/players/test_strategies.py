"""How computer players play: always legally, by their own view alone, and none of them silly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from kit import NAMES, laid, position

from bot.model import Level
from bot.players import ComputerPlayer, computer_names, strategy
from bot.rules.actions import Action, AnswerOffer, Declare, Discard, Draw, Hit, Lay, Save, Source
from bot.rules.cards import SKIP, WILD, card
from bot.rules.editions import CLASSIC, EDITIONS, MASTERS, RuleSet, varied
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.groups import Group
from bot.rules.state import Stage, State
from bot.rules.views import view_for

LEVELS = tuple(Level)
QUICK_LEVELS = LEVELS[:3]
"""All but expert, whose choices are among hard's."""
SHORT = varied(CLASSIC, "phases=7")
Chooser = Callable[[State], Action]


def _secret(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def _chooser(level: Level, seed: int) -> Chooser:
    rng, player = Random(seed), strategy(level)
    return lambda state: player.choose(view_for(state, state.turn), legal_actions(state), rng)


def _random_player(seed: int) -> Chooser:
    rng = Random(seed)

    def choose(state: State) -> Action:
        legal = legal_actions(state)
        return legal.best_lay or rng.choice(legal.plain)

    return choose


def _moves(
    choosers: Sequence[Chooser], seed: int, rules: RuleSet = CLASSIC
) -> Iterator[tuple[State, Action]]:
    """A whole game, move by move; the last pair is the end of the game with its last move."""
    state = new_game("g", rules, NAMES[: len(choosers)], _secret(seed))
    for _ in range(20_000):
        deal = state.stage is Stage.DEAL
        action = legal_actions(state).plain[0] if deal else choosers[state.turn](state)
        yield state, action
        state = apply(state, action).state
        if state.stage is Stage.OVER:
            yield state, action
            return
    raise AssertionError("the game does not end")


def _winners(choosers: Sequence[Chooser], seed: int, rules: RuleSet = CLASSIC) -> tuple[int, ...]:
    *_, (end, _) = _moves(choosers, seed, rules)
    assert end.result is not None
    return end.result.winners


def _choice(state: State, level: Level, seed: int = 1) -> Action:
    return _chooser(level, seed)(state)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_level_plays_every_edition_to_the_end(edition: str) -> None:
    whole = EDITIONS[edition]
    for seats, rules in ((3, whole), (whole.max_players, varied(whole, "phases=2"))):
        choosers = [_chooser(LEVELS[seat % len(LEVELS)], seat) for seat in range(seats)]
        for state, action in _moves(choosers, seats, rules):
            if state.stage is not Stage.OVER:
                assert action in legal_actions(state)


@pytest.mark.parametrize(
    "options",
    [
        {"natural_cards_per": "group", "phases": ("S3+S3", "R7", "C7", "C3+S3")},
        {"phases": ("C3+R4", "S2+S2+S2+S2+S2", "C3+C3+C4", "R3+R3+R4"), "ten_hands": True},
    ],
)
def test_house_rules_and_phases_of_ones_own(options: dict[str, object]) -> None:
    rules = replace(CLASSIC, **options)  # type: ignore[arg-type]
    assert _winners([_chooser(level, 3) for level in LEVELS], 3, rules)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game(level: Level) -> None:
    games = [
        [action for _, action in _moves([_chooser(level, 1), _chooser(level, 2)], 4, SHORT)]
        for _ in range(2)
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_change_nothing(level: Level) -> None:
    """The hands of the others and the draw pile are dealt again: the choice stays the same."""
    rng = Random(6)
    seen = 0
    for state, action in _moves([_chooser(Level.NORMAL, seat) for seat in range(3)], 5):
        if state.stage not in (Stage.DRAW, Stage.PLAY) or rng.random() < 0.7:
            continue
        other = _redealt(state, rng)
        assert other != state
        assert _choice(other, level) == _choice(state, level), action
        seen += 1
        if seen == 40:
            return


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


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_wins_against_random_play_by_far(level: Level) -> None:
    won = sum(
        0 in _winners([_chooser(level, seed), _random_player(seed)], seed, SHORT)
        for seed in range(10)
    )
    assert won >= 9


@pytest.mark.parametrize(
    ("better", "worse"), [(Level.NORMAL, Level.EASY), (Level.HARD, Level.EASY)]
)
def test_a_higher_level_wins_more_often(better: Level, worse: Level) -> None:
    won = 0
    for seed in range(10):
        won += 0 in _winners([_chooser(better, seed), _chooser(worse, seed)], seed, SHORT)
        won += 1 in _winners([_chooser(worse, seed), _chooser(better, seed)], seed, SHORT)
    assert won >= 12


@pytest.mark.parametrize("level", LEVELS)
def test_lays_whenever_it_can(level: Level) -> None:
    laid_phases = 0
    for state, action in _moves([_chooser(level, seat) for seat in range(2)], 8):
        if state.stage is Stage.PLAY and legal_actions(state).best_lay is not None:
            assert isinstance(action, Lay)
            laid_phases += 1
    assert laid_phases >= 10


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_never_discards_a_wild_without_need(level: Level) -> None:
    for seed in range(2):
        for state, action in _moves([_chooser(level, seat) for seat in range(3)], seed):
            if isinstance(action, Discard) and action.card is WILD:
                assert set(state.actor.hand) == {WILD}


@pytest.mark.parametrize("level", LEVELS)
def test_takes_the_discard_that_completes_its_phase(level: Level) -> None:
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4"], stage=Stage.DRAW, discard="G1 Y9")
    assert all(_choice(state, level, seed) == Draw(Source.DISCARD_PILE) for seed in range(20))


@pytest.mark.parametrize("level", LEVELS)
def test_leaves_a_discard_that_helps_nothing(level: Level) -> None:
    state = position(["R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3", "R4"], stage=Stage.DRAW, discard="G1 Y7")
    assert _choice(state, level) == Draw(Source.DRAW_PILE)


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_takes_a_wild_even_when_the_phase_is_already_held(level: Level) -> None:
    state = position(["R5 B5 G5 R9 B9 G9 B2 G11 Y12 R3", "R4"], stage=Stage.DRAW, discard="W")
    assert _choice(state, level) == Draw(Source.DISCARD_PILE)


def _down(hand: str, other: str = "R4 B4", **more: object) -> State:
    sets: dict[int, list[Group]] = {0: [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]}
    return position([hand, other], groups=sets, discard="G1", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", LEVELS)
def test_goes_out_when_every_card_can_be_hit(level: Level) -> None:
    state = _down("Y5 Y9")
    assert all(isinstance(_choice(state, level, seed), Hit) for seed in range(20))


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_hits_before_it_discards(level: Level) -> None:
    assert isinstance(_choice(_down("R1 R2 R3 Y9"), level), Hit)


def test_hard_hits_its_wilds_and_keeps_runs_open() -> None:
    run = {0: [laid("S", "R5 B5 G5"), laid("R", "R3 R4 R5 R6")]}
    state = position(["W R10 R12 B10", "R1"], groups=run, discard="G1")
    hit = _choice(state, Level.HARD)
    assert hit == Hit(0, 0, laid("S", "R5 W5").cards[1])


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_a_skip_goes_to_the_player_nearest_to_going_out(level: Level) -> None:
    groups = {2: [laid("S", "R5 B5 G5")], 3: [laid("S", "R8 B8 G8")]}
    hand = "S R1 B1 G1 Y1 R2 B2 Y7 B10 Y10 Y11"
    state = position([hand, "R9", "R4 B4 B5", "R7"], groups=groups, discard="G1", trying=[10] * 4)
    assert _choice(state, level) == Discard(SKIP, 3)


def test_without_a_chance_of_its_own_hard_delays_who_could_still_lay() -> None:
    """Whoever goes out then ends the hand for that player, too."""
    groups = {2: [laid("S", "R5 B5 G5")], 3: [laid("S", "R8 B8 G8")]}
    hand = "S R1 R2 R3 B4 B6 Y7 G8 B10 Y10 Y11"
    state = position([hand, "R9", "R4 B4 B5", "R7"], groups=groups, discard="G1", trying=[10] * 4)
    assert _choice(state, Level.HARD) == Discard(SKIP, 1)


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


def test_hard_keeps_what_goes_down_with_the_phase_and_discards_what_would_be_left() -> None:
    # One 12 more, and all but one card can be laid: the run ends at 4 and 9.
    state = position(
        ["B4 B5 B8 G12 G12 G7 G9 R6 Y12 Y5 Y8", "R1 R2 R3 B1 B2 B3 G1 G2 G3 Y1"],
        discard="R1",
        trying=[3, 3],
    )
    for seed in range(4):
        action = _choice(state, Level.HARD, seed)
        assert isinstance(action, Discard)
        assert action.card.number in (5, 8)


def test_there_are_names_for_every_seat_and_more() -> None:
    assert len(set(computer_names)) >= 12
    assert all(name.isalpha() and len(name) <= 12 for name in computer_names)


def test_levels_are_strategies_of_their_own() -> None:
    players: list[ComputerPlayer] = [strategy(level) for level in LEVELS]
    assert len({type(player) for player in players}) == len(LEVELS)
