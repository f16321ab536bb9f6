"""Snapshots restore exactly the same state, or say that they cannot."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import coded, held, position
from stored import VARIANTS, fresh, played

from bot.cards.cards import card
from bot.cards.engine import abandon
from bot.cards.state import SNAPSHOTS, OutBy, Stage, State
from bot.core.errors import SnapshotError
from bot.core.states import Transition

Data = dict[str, Any]


def restored(state: State) -> State:
    return SNAPSHOTS.loads(SNAPSHOTS.dumps(state), state.game)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_state_of_a_game_comes_back_the_same(variant: str, players: int) -> None:
    start = fresh(variant, players, VARIANTS[variant])
    moves = played(start, 600)
    for state in (start, *(move.state for move in moves), abandon(moves[7].state).state):
        assert restored(state) == state


def test_a_snapshot_is_small_and_holds_no_secret() -> None:
    start = fresh("g", 6)
    for move in played(start, 1500):
        text = SNAPSHOTS.dumps(move.state)
        assert len(text.encode()) < 8_000
        assert start.game.chance.secret.hex() not in text


def test_a_snapshot_of_an_earlier_version_lacks_what_was_added() -> None:
    added = {"taken": held("R5"), "discarded": held("R1 S"), "declined": held("Y2")}
    added |= {"out_by": OutBy.DISCARD, "out_card": card("B9")}
    state = position(["R5 R6", "B1"], seats={0: added})
    data: Data = json.loads(SNAPSHOTS.dumps(state))
    for seat in data["seats"]:
        for name in ("taken", "thrown", "passed", "out_by", "out_card"):
            del seat[name]
    assert SNAPSHOTS.loads(json.dumps(data), state.game).seats == position(["R5 R6", "B1"]).seats
    assert restored(state) == state


def test_a_snapshot_lacks_what_was_added_to_the_state() -> None:
    state = position(["R5 R6", "B1"], idle_turns=7)
    data: Data = json.loads(SNAPSHOTS.dumps(state))
    del data["idle_turns"]
    assert SNAPSHOTS.loads(json.dumps(data), state.game) == position(["R5 R6", "B1"])


@cache
def some_state() -> State:
    moves: list[Transition] = played(fresh("g", 3), 400)
    states = [move.state for move in moves if any(seat.groups for seat in move.state.seats)]
    return next(state for state in states if state.stage is Stage.PLAY and state.last_hand)


def damaged(change: Callable[[Data], object]) -> str:
    data = json.loads(SNAPSHOTS.dumps(some_state()))
    change(data)
    return json.dumps(data)


def in_seat(**fields: object) -> Callable[[Data], object]:
    return lambda data: data["seats"][0].update(fields)


DAMAGES: dict[str, Callable[[Data], object]] = {
    "another format": lambda data: data.update(format=2),
    "no format": lambda data: data.pop("format"),
    "one field less": lambda data: data.pop("seats"),
    "one field more": lambda data: data.update(more=1),
    "one field more in a seat": in_seat(more=1),
    "a negative number in a seat": in_seat(total=-1),
    "a list of cards": in_seat(hand=["R5"]),
    "a number as text": lambda data: data.update(version="4"),
    "a number that is none": lambda data: data.update(hand=1.5),
    "a negative number": lambda data: data.update(shuffles=-1),
    "no such stage": lambda data: data.update(stage="dream"),
    "over without a result": lambda data: data.update(stage="over"),
    "a seat less": lambda data: data["seats"].pop(),
    "no such seat to act": lambda data: data.update(turn=3),
    "no such dealer": lambda data: data.update(dealer=3),
    "no such seat out": lambda data: data.update(out=[3]),
    "no such seat dry": lambda data: data.update(dry=[0, 3]),
    "no such last turn": lambda data: data.update(last_turns=[3]),
    "no such guard": in_seat(guard=3),
    "no such phase": in_seat(trying=11),
    "no such phase completed": in_seat(completed=[1, 11]),
    "phase nought": in_seat(attempted=[0]),
    "no such card": in_seat(hand="R5 R13"),
    "a table card in hand": in_seat(hand="W7"),
    "no such card drawn": lambda data: data.update(drawn=""),
    "a card too many": in_seat(hand="R5 R5 R5"),
    "a card known to be held that is not": in_seat(taken="R5 R5 B5 B5"),
    "a Wild too many": in_seat(groups=["S " + "W7 " * 9]),
    "no such kind of group": in_seat(groups=["X R5 B5"]),
    "no group": in_seat(groups=[""]),
    "an empty group": in_seat(groups=["S"]),
    "a broken run": in_seat(groups=["R R5 R7"]),
    "a skip in a group": in_seat(groups=["S S"]),
    "a broken end of hand": lambda data: data["last_hand"].pop("points"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_snapshot_is_refused(damage: str) -> None:
    with coded(SnapshotError, "damaged_snapshot"):
        SNAPSHOTS.loads(damaged(DAMAGES[damage]), some_state().game)


@given(st.data())
def test_a_changed_text_is_a_state_or_refused(data: st.DataObject) -> None:
    text = SNAPSHOTS.dumps(some_state())
    at = data.draw(st.integers(0, len(text) - 1))
    upto = data.draw(st.integers(at, min(at + 9, len(text))))
    changed = text[:at] + data.draw(st.text(max_size=3)) + text[upto:]
    with suppress(SnapshotError):
        assert isinstance(SNAPSHOTS.loads(changed, some_state().game), State)


@pytest.mark.parametrize("damage", ["a card too many", "no such card", "one field more"])
def test_no_card_is_told_by_the_refusal(damage: str) -> None:
    text = damaged(DAMAGES[damage])
    with pytest.raises(SnapshotError) as caught:
        SNAPSHOTS.loads(text, some_state().game)
    told = "".join(traceback.format_exception(caught.value))
    data = json.loads(text)
    assert not any(secret in told for secret in (data["draw_pile"][:20], "R13", "R5 R5"))
