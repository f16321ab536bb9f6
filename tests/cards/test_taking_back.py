"""Which turns can be taken back, and what the record then says."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from kit import NAMES, held, laid, steps

from bot.cards.actions import Source
from bot.cards.cards import SKIP, card, table_card
from bot.cards.engine import new_game
from bot.cards.events import (
    CardHit,
    Dealt,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    Offered,
    Reshuffled,
    Saved,
    Skipped,
)
from bot.cards.record import RECORDS
from bot.cards.rulesets import EDITIONS
from bot.cards.variations import varied
from bot.core.errors import RecordError
from bot.core.events import TakenBack, TakenOver, TakeoverReason
from bot.core.records import dumps, loads, without_undone

DREW = Drew(0, Source.DRAW_PILE, card("R1"))
LAID = Laid(0, 3, (laid("S", "R5 B5 G5"),))
HIT = CardHit(0, 1, 0, table_card("B9"))
DISCARDED = Discarded(0, card("R5"), None)
SAVED = Saved(0, card("R5"))
BACK = TakenBack(0)
DEALT = Dealt(1, 1, (1, 1), (held("R1"), held("R2")), held("R3"), held("R4"), False)
ENDED = HandEnded(1, (0,), (0, 5), (0, 5), (True, False), (1, 0))


@pytest.mark.parametrize("events", [
    (DREW, DISCARDED),
    (DREW, LAID),
    (DREW, LAID, HIT, DISCARDED),
    (Drew(0, Source.NONE, None), SAVED),
    (Reshuffled((), held("R1")), DREW, DISCARDED),
    (DREW, Discarded(0, SKIP, 1), Skipped(1)),
    # Of the others, a takeover alone may stand in between; the caller leaves it out.
    (DREW, LAID, BACK, DISCARDED),
    (DREW, BACK, LAID),
])  # fmt: skip
def test_a_turn_can_be_taken_back(events: tuple[Event, ...]) -> None:
    assert RECORDS.may_take_back(events, 0)
    assert not RECORDS.may_take_back(events, 1)


@pytest.mark.parametrize("events", [
    (),
    (DREW,),
    (DEALT, DISCARDED),  # the opening offer was the draw
    (DEALT, Offered(0, True), DISCARDED),
    (DREW, DISCARDED, Drew(1, Source.NONE, None)),
    (DREW, DISCARDED, Reshuffled((), held("R1")), Drew(1, Source.DRAW_PILE, card("R1"))),
    (DREW, Discarded(0, SKIP, 1), Skipped(1), DREW),
    (DREW, DISCARDED, ENDED),
    (DREW, DISCARDED, ENDED, DEALT),
    (DREW, LAID, BACK),
    (DREW, LAID, TakenOver(0, "computer", TakeoverReason.TIMEOUT), DISCARDED),
])  # fmt: skip
def test_a_turn_cannot_be_taken_back(events: tuple[Event, ...]) -> None:
    assert not RECORDS.may_take_back(events, 0)


def record(edition: str) -> list[str]:
    """The record of a random game with turns that are taken back."""
    rules = varied(EDITIONS[edition], "S2+S2,R3,C3")
    state = new_game("g", rules, NAMES[:3], bytes(32))
    lines = [dumps(RECORDS.header_line(state.game))]
    for _, _, step in steps(state, Random(1), 20_000, undone=0.2):
        lines += [dumps(RECORDS.event_line(event)) for event in step.events]
    return lines


@pytest.mark.parametrize("edition", EDITIONS)
def test_turns_that_are_taken_back_stand_in_the_record_and_are_no_turns(edition: str) -> None:
    lines = record(edition)
    undone = [line for line in map(loads, lines) if line["type"] == "take_back"]
    assert len(undone) > 5
    assert all(set(line) == {"type", "seat"} for line in undone)

    (verdict,) = RECORDS.verify(lines)

    decisions = [one for turn in RECORDS.decisions(lines) for one in turn]
    assert not any(isinstance(one.decision, TakenBack) for one in decisions)
    for one, following in pairwise(decisions):
        assert following.before.seats == one.state.seats
    assert decisions[-1].state == verdict.state
    # Statistics and reviews see the game that was played in the end.
    assert len(decisions) < len(lines) - 2 * len(undone)


def test_a_take_back_is_refused_where_nothing_may_be_taken_back() -> None:
    lines = record("classic")
    tried = {"right": 0, "wrong": 0}
    follows = ("skipped", "hand_end")
    ends = (at for at in range(2, 100) if loads(lines[at])["type"] not in follows)
    for at in ends:
        for seat in range(3):
            changed = [*lines[:at], dumps({"type": "take_back", "seat": seat})]
            try:
                list(RECORDS.verify(changed))
            except RecordError as error:
                assert (error.code, error.data["line"]) == ("nothing_to_take_back", at + 1)
                tried["wrong"] += 1
            else:
                before = loads(lines[at - 1])
                assert before["type"] in {"lay", "hit", "discard", "skipped"}
                tried["right"] += 1
    assert min(tried.values()) > 20


def test_somebody_else_may_come_or_go_before_a_turn_is_taken_back() -> None:
    lines = record("classic")
    at = 1 + next(at for at, line in enumerate(lines) if '"discard"' in line and at > 3)
    seat = loads(lines[at - 1])["seat"]
    gone = {"type": "takeover", "seat": (seat + 1) % 3, "by": "computer", "reason": "left"}
    changed = [*lines[:at], dumps(gone), dumps({"type": "take_back", "seat": seat})]

    (verdict,) = RECORDS.verify(changed)

    assert (verdict.state.turn, verdict.state.stage) == (seat, "play")
    assert [type(one[-1].decision) for one in RECORDS.decisions(changed)][-1] is TakenOver


def test_takeovers_of_an_undone_turn_stay_in_their_order() -> None:
    told = ["draw", "lay", "takeover 1", "hit", "takeover 2", "discard", "takeover 3", "take_back"]
    kept = without_undone(told, lambda each: each.partition(" ")[0])
    assert kept == ["draw", "takeover 1", "takeover 2", "takeover 3", "take_back"]
