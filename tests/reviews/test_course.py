"""Reviews: chances through a game, and only finished games have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from kit import NAMES, coded, laid, position, steps

from bot.cards.actions import FROM_DISCARDS, FROM_PILE, Action, Discard, Draw, Hit, Lay
from bot.cards.cards import SKIP, card, table_card
from bot.cards.engine import abandon, apply, new_game
from bot.cards.groups import Group
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC, EDITIONS, RuleSet
from bot.cards.state import Stage
from bot.cards.variations import varied
from bot.core.errors import RecordError
from bot.core.events import TakenOver, TakeoverReason
from bot.core.records import Replayed, dumps
from bot.core.states import Transition, take_over
from bot.lab.simulation import simulate
from bot.reviews import course as review
from bot.reviews.course import (
    LEAST_TURN,
    MOST_TURNING_POINTS,
    Cause,
    Turns,
    cause_of,
    compute_course,
    finished_turns,
    stand_ins,
)
from bot.seating import Level

R1 = card("R1")
GAMES = [
    (2, varied(CLASSIC, "phases=3")),
    (3, varied(EDITIONS["masters"], "phases=2")),
    (4, varied(EDITIONS["final_turn"], "phases=2")),
    (6, varied(CLASSIC, "phases=1")),
    (3, varied(varied(CLASSIC, "phases=2"), "ten_hands")),
]


@cache
def played(players: int, rules: RuleSet) -> Turns:
    game = next(simulate(rules, [Level.EASY] * players, 1, seed=players, events=True))
    return finished_turns(game.record().splitlines())


def _changed(*, ends: bool, joined: bool = False) -> list[str]:
    """The record of a game whose seat 0 passes to somebody else after a few moves."""
    state = new_game("g", varied(CLASSIC, "phases=1"), NAMES[:2], bytes(32))
    lines = [dumps(RECORDS.header_line(state.game))]

    def keep(step: Transition) -> None:
        lines.extend(dumps(RECORDS.event_line(event)) for event in step.events)

    for count, (_, _, step) in enumerate(steps(state, Random(1), most=9), 1):
        state = step.state
        keep(step)
        if count == 5:
            reason = TakeoverReason.JOINED if joined else TakeoverReason.LEFT
            changed = take_over(state, 0, NAMES[0] if joined else "computer", reason)
            break
    keep(changed)
    state = changed.state
    for _, _, step in steps(state, Random(2), most=7):
        state = step.state
        keep(step)
    if ends:
        keep(abandon(state))
    return lines


def test_a_long_game_has_a_bounded_number_of_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = played(6, varied(CLASSIC, "phases=1"))
    whole = compute_course(turns)
    monkeypatch.setattr(review, "MOST_MOMENTS", 10)
    asked, chances = [], review.chances
    monkeypatch.setattr(review, "chances", lambda view: asked.append(view) or chances(view))
    course = compute_course(turns)
    assert len(asked) <= 11
    assert len(course.chances) == len(whole.chances) > 20
    assert {course.chances[0], course.chances[-1]} < set(whole.chances)


@pytest.mark.parametrize(("players", "rules"), GAMES)
def test_the_course_goes_from_equal_chances_to_the_result(players: int, rules: RuleSet) -> None:
    turns = played(players, rules)
    course = compute_course(turns)
    assert len(course.chances) == len(turns) + 1
    assert course.chances[0] == pytest.approx([1 / players] * players)
    assert all(sum(row) == pytest.approx(1) for row in course.chances)
    assert len(course.hands) == turns[-1][-1].state.hand
    movers = [turn[-1].before.turn for at, turn in enumerate(turns) if at not in course.hands]
    assert [mover for mover in course.movers if mover is not None] == movers
    assert len(course.turning_points) <= MOST_TURNING_POINTS
    for point in course.turning_points:
        assert abs(point.after - point.before) >= LEAST_TURN
        assert point.before == course.chances[point.turn][point.seat]
        assert point.after == course.chances[point.turn + 1][point.seat]


def test_turning_points_show_no_card_drawn() -> None:
    turns = played(*GAMES[0])
    events = [event for point in compute_course(turns).turning_points for event in point.events]
    hidden = [event for event in events if getattr(event, "source", None) == "draw_pile"]
    assert hidden
    assert all(event.card is None for event in hidden)


SETS = [laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9")]
PHASE = "R5 B5 G5 R9 B9 G9"


@pytest.mark.parametrize(
    ("hand", "drawn", "source", "down", "actions", "cause"),
    [
        ("R5 B5 G5 R9 B9 R1", "G9", FROM_PILE, (), [Lay(tuple(SETS))], Cause.DRAWN),
        (f"{PHASE} R1", "Y2", FROM_PILE, (), [Lay(tuple(SETS))], Cause.DEALT),
        ("R5 B5 G5 R9 B9 R1", "G9", FROM_DISCARDS, (), [Lay(tuple(SETS))], Cause.CHOICE),
        ("R1 R2", "Y5", FROM_PILE, SETS, [Hit(0, 0, table_card("Y5"))], Cause.DRAWN),
        ("Y5 R2", "R1", FROM_PILE, SETS, [Hit(0, 0, table_card("Y5"))], Cause.CHOICE),
        ("Y5 R2", "R1", FROM_PILE, SETS, [], Cause.CHOICE),
        ("R2 R3", "R1", FROM_PILE, SETS, [], Cause.NOTHING),
        ("S R3", "R1", FROM_PILE, SETS, [Discard(SKIP, 1)], Cause.CHOICE),
    ],
)
def test_a_turn_is_choice_or_luck(
    *,
    hand: str,
    drawn: str,
    source: Draw,
    down: Sequence[Group],
    actions: Sequence[Action],
    cause: Cause,
) -> None:
    more = {"draw": drawn} if source == FROM_PILE else {"discard": drawn}
    piles = {"draw": "Y8", "discard": "G1"} | more
    state = position([hand, "R4 B4"], stage=Stage.DRAW, groups={0: [*down]}, **piles)
    turn = []
    for action in (source, *actions, *([] if Discard(SKIP, 1) in actions else [Discard(R1)])):
        step = apply(state, action)
        turn.append(Replayed(state, step.events[0], tuple(step.events), step.state))
        state = step.state
    assert cause_of(turn, 0) is cause


def test_a_deal_is_nobodys_choice_or_luck() -> None:
    course = compute_course(played(*GAMES[0]))
    assert all(course.movers[at] is None for at in course.hands)
    assert not {point.turn for point in course.turning_points} & {*course.hands}


def test_a_running_game_has_no_review() -> None:
    with coded(RecordError, "not_over"):
        finished_turns(_changed(ends=False))


def test_what_a_stand_in_does_counts_as_done_by_others() -> None:
    left, joined = (finished_turns(_changed(ends=True, joined=each)) for each in (False, True))
    away = stand_ins(left)
    assert away[0] == frozenset()
    assert away[-1] == {0}
    assert [seats == {0} for seats in stand_ins(joined)] == [seats != {0} for seats in away]


def test_who_left_has_not_won() -> None:
    (first, *others) = played(*GAMES[1])
    winner = others[-1][-1].state.result.winners[0]  # type: ignore[union-attr]
    left = replace(first[0], decision=TakenOver(winner, "computer", TakeoverReason.LEFT))
    end = compute_course(((left, *first), *others)).chances[-1]
    assert (end[winner], sum(end)) == (0, 1)


def test_a_game_that_was_broken_off_is_won_by_nobody() -> None:
    turns = finished_turns(_changed(ends=True))
    course = compute_course(turns)
    assert course.chances[-1] == (0, 0)
    assert course.movers[-1] is None
    assert all(point.turn < len(turns) - 1 for point in course.turning_points)


def test_without_a_turning_point_no_turn_decided_for_any_seat() -> None:
    turns = finished_turns(_changed(ends=True))
    course = compute_course((*turns[:1], *turns[-1:]))
    assert course.turning_points == ()
    assert course.deciding == (None, None)
