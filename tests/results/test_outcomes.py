"""How a game ended, told from its lines: checked against the engine's own state."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import play_out, steps
from pairs import shared
from stored import VARIANTS, fresh, seated

from bot.cards.engine import abandon
from bot.cards.events import Dealt, Drew, HandEnded
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC, EDITIONS, RuleSet
from bot.cards.state import Stage
from bot.cards.variations import variation_text, with_options
from bot.core.events import TakenOver, TakeoverReason
from bot.core.records import Line
from bot.results.achievements import count_feats
from bot.results.outcomes import compute_outcome, places, rated
from bot.results.past_games import PastGame
from bot.seating import Level, Occupant


@pytest.mark.parametrize(("seed", "variant"), [*enumerate(VARIANTS)])
def test_a_whole_game_is_told_as_it_was(variant: str, seed: int) -> None:
    rules = replace(VARIANTS[variant], phases=("R4", "R5", "R4"))
    start = fresh(f"g{seed}", 3, rules)
    state, events = play_out(start, Random(seed))
    assert state.result is not None
    told = compute_outcome(seated(start), rules, map(RECORDS.event_line, events), 9.5)
    hands = [event for event in events if isinstance(event, HandEnded)]
    deals = [event for event in events if isinstance(event, Dealt)]
    assert told.hands == len(hands)
    assert not told.abandoned
    for number, seat in enumerate(told.seats):
        assert seat.total == state.seats[number].total
        assert seat.phases == len(state.seats[number].completed)
        assert seat.hands == sum(bool(deal.hands[number]) for deal in deals)
        assert seat.hands_won == sum(hand.out[:1] == (number,) for hand in hands)
        assert sum(done for _, done in seat.tries) == sum(hand.completed[number] for hand in hands)
        assert sum(tried for tried, _ in seat.tries) == seat.hands
        (rank,) = (n for n, level in enumerate(state.result.ranking) if number in level)
        assert seat.place == 1 + sum(map(len, state.result.ranking[:rank]))


def test_a_game_broken_off_counts_the_hands_that_ended() -> None:
    start = fresh()
    off = abandon(start)
    game = compute_outcome(seated(start), CLASSIC, map(RECORDS.event_line, off.events), 9.5)
    assert game.abandoned
    assert game.hands == 0
    assert [seat.hands for seat in game.seats] == [0, 0, 0]
    assert game.members == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_broken_off_counts_the_phases_that_its_podium_shows(variant: str) -> None:
    rules = replace(VARIANTS[variant], phases=("R4", "R5"))
    state = fresh("g", 3, rules)
    table, lines, unfinished = seated(state), list[Line](), 0
    for _, _, step in steps(state, Random(2), 600):
        lines += map(RECORDS.event_line, step.events)
        if step.state.stage is Stage.OVER:
            break
        last = list(map(RECORDS.event_line, abandon(step.state).events))
        game = compute_outcome(table, rules, [*lines, *last], 9.5)
        completed = [len(seat.completed) for seat in step.state.seats]
        assert [seat.phases for seat in game.seats] == completed
        unfinished += any(seat.groups for seat in step.state.seats)
    assert unfinished


@pytest.mark.parametrize(
    ("ranking", "left", "expected"),
    [
        (((0,), (1,), (2,)), (), {0: 1, 1: 2, 2: 3}),
        (((0, 2), (1,)), (), {0: 1, 2: 1, 1: 3}),
        (((0,), (1,), (2,)), (0,), {1: 1, 2: 2, 0: 3}),
        (((0,), (1,), (2,), (3,)), (3, 0), {1: 1, 2: 2, 0: 3, 3: 3}),
        (((0, 1), (2, 3)), (1,), {0: 1, 2: 2, 3: 2, 1: 4}),
    ],
)
def test_who_left_is_last_and_others_move_up(
    ranking: tuple[tuple[int, ...], ...], left: tuple[int, ...], expected: dict[int, int]
) -> None:
    assert places(ranking, left) == expected


@given(st.permutations(range(6)), st.sets(st.integers(0, 5), max_size=5))
def test_places_are_taken_without_gaps(order: list[int], left: set[int]) -> None:
    found = places([(seat,) for seat in order], left)
    counted = Counter(found.values())
    assert set(found) == set(range(6))
    assert sum(counted.values()) == 6
    assert {seat for seat, place in found.items() if place > 6 - len(left)} == left


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_variation_is_told_as_it_may_be_typed(edition: str) -> None:
    for typed in (
        "",
        *(f"phases={count}" for count in range(1, 10)),
        "RC4,R4",
        "even_phases",
        "ten_hands",
        "phases=3 ten_hands",
        "S3+S3,R7",
        "skips=6",
        "even_phases ten_hands skip_rule=in_front out_by_discard=true",
    ):
        rules = _typed(EDITIONS[edition], typed.split())
        assert _typed(EDITIONS[edition], variation_text(rules).split()) == rules, typed
    assert variation_text(EDITIONS[edition]) == ""


def _typed(rules: RuleSet, words: list[str]) -> RuleSet:
    options = [word for word in words if "=" in word and not word.startswith("phases=")]
    return with_options(rules, [word for word in words if word not in options], options)


FOR_FUN = {
    False: ("", "phases=3", "phases=9 ten_hands", "even_phases skips=6"),
    True: ("phases=2", "R4", "S3+S3,S3+R4,S4+R4,C7", "S3+R4,S3+S3,S4+R4"),
}


@pytest.mark.parametrize(("for_fun", "typed"), shared(FOR_FUN))
def test_games_of_other_phases_are_for_fun(typed: str, for_fun: bool) -> None:
    assert _typed(CLASSIC, typed.split()).for_fun is for_fun


def test_a_game_for_fun_is_told_but_changes_no_rating_and_wins_nothing() -> None:
    start = fresh("g", 2, replace(CLASSIC, phases=("R4",)))
    _, events = play_out(start, Random(1))
    told = compute_outcome(seated(start), start.game.rules, map(RECORDS.event_line, events), 1.0)
    assert rated(told, {}) == (told, {})
    usual, changed = rated(replace(told, for_fun=False), {})
    assert changed
    winner = next(seat for seat in told.members if seat.place == 1)
    assert count_feats(told, winner) == {}
    assert {"wins", "hands_won"} < set(count_feats(usual, winner))


GONE = TakenOver(1, "computer", TakeoverReason.TIMEOUT)
BACK = TakenOver(1, "P1", TakeoverReason.RETURNED)


def _told(*takeovers: tuple[int, TakenOver], left: bool = False) -> PastGame:
    """A game of three people, with takeovers of seat 1 before some of its turns."""
    start = fresh("g", 3, replace(CLASSIC, phases=("R4",)))
    _, events = play_out(start, Random(1))
    own = [n for n, event in enumerate(events) if isinstance(event, Drew) and event.seat == 1]
    lines = [RECORDS.event_line(event) for event in events]
    for turn, takeover in reversed(takeovers):
        lines.insert(own[turn], RECORDS.event_line(takeover))
    table = seated(start)
    who = Occupant("P1", 7, Level.NORMAL, left=left)
    table = replace(table, occupants=(table.occupants[0], who, table.occupants[2]))
    told = compute_outcome(table, start.game.rules, lines, 1.0)
    counted, _ = rated(replace(told, for_fun=False), {})
    return counted


def test_a_person_who_made_no_move_is_not_rated_and_earns_nothing() -> None:
    told = _told((0, GONE))
    assert [seat.absent for seat in told.seats] == [False, True, False]
    assert [seat.people is None for seat in told.seats] == [False, True, False]
    assert count_feats(told, told.seats[1]) == {}
    assert count_feats(told, told.seats[0])


@pytest.mark.parametrize("takeovers", [[(0, GONE), (1, BACK)], [(1, GONE)]])
def test_a_person_who_made_a_move_is_rated(takeovers: list[tuple[int, TakenOver]]) -> None:
    told = _told(*takeovers)
    assert not any(seat.absent or seat.people is None for seat in told.seats)
    assert count_feats(told, told.seats[1])


def test_who_leaves_before_the_first_move_has_lost() -> None:
    told = _told((0, replace(GONE, reason=TakeoverReason.LEFT)), left=True)
    assert not any(seat.absent or seat.people is None for seat in told.seats)
    assert told.seats[1].place == 3


def test_against_somebody_who_made_no_move_nobody_is_rated() -> None:
    start = fresh("g", 2, replace(CLASSIC, phases=("R4",)))
    _, events = play_out(start, Random(1))
    told = compute_outcome(seated(start), start.game.rules, map(RECORDS.event_line, events), 1.0)
    ada, ben = told.seats
    alone = replace(told, seats=(ada, replace(ben, absent=True)), for_fun=False)
    assert rated(alone, {}) == (alone, {})


def test_who_was_forgotten_while_playing_is_a_person_without_a_name() -> None:
    start = fresh("g", 2, replace(CLASSIC, phases=("R4",)))
    _, events = play_out(start, Random(1))
    who_left = Occupant("Ben", None, Level.NORMAL, left=True)
    table = replace(seated(start), occupants=(Occupant("Ada", 1, Level.NORMAL), who_left))
    ada, ben = compute_outcome(table, start.game.rules, map(RECORDS.event_line, events), 1.0).seats
    assert (ada.is_computer, ben.is_computer) == (False, False)
    assert (ben.user_id, ben.name, ben.level, ben.left) == (None, "", None, True)
    assert (ada.place, ben.place) == (1, 2)


def test_lines_that_do_not_tell_it_are_refused() -> None:
    start = fresh()
    damaged: list[list[dict[str, object]]] = [[], [{"type": "hand_end"}], [{}]]
    for lines in damaged:
        with pytest.raises(ValueError, match="without a result"):
            compute_outcome(seated(start), CLASSIC, lines, 1.0)
