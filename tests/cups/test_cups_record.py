"""The first line of a stored cup, and results from the records of games."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from cups_kit import begun

from bot.cards.rulesets import CLASSIC
from bot.core.errors import GameError
from bot.core.events import TakeoverReason
from bot.core.states import take_over
from bot.cups.engine import apply, start_round
from bot.cups.record import header_line, opened, table_ended
from bot.cups.state import KNOCK_OUT, CupStatus
from bot.game_types import CARDS


def test_the_header_makes_the_same_cup() -> None:
    cup = begun(2, KNOCK_OUT, round_time=5)
    again = opened(json.loads(json.dumps(header_line(cup))))
    assert replace(cup, status=CupStatus.OPEN, seed="", participants=()) == again


@pytest.mark.parametrize(
    ("field", "value"),
    [("version", 2), ("kind", "round robin"), ("edition", "gold"), ("rounds", 99), ("more", 1)],
)
def test_a_damaged_header_is_refused(field: str, value: object) -> None:
    with pytest.raises(GameError):
        opened(header_line(begun(2)) | {field: value})


def test_who_left_a_game_is_in_its_result() -> None:
    cup = apply(begun(4), start_round(begun(4), 0))
    names = [f"p{who}" for who in cup.round.tables[0].seats]
    state = CARDS.new_game("g", CLASSIC, names, bytes(32))
    step = take_over(state, 2, "computer", TakeoverReason.LEFT)
    step = step.then(CARDS.abandon(step.state))
    record = [CARDS.records.header_line(state.game), *map(CARDS.records.event_line, step.events)]
    assert table_ended(cup, 1, 0, record).left == (2,)
