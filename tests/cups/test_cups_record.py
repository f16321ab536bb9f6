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
from bot.cups.state import CUP_EVENTS, KNOCK_OUT, CheckedIn, CupStatus, TableEnded
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


def acting(*steps: str) -> list[dict[str, object]]:
    """Lines of draws by seat, ``2``, and of a computer player that comes ``>2`` or goes ``<2``."""
    lines: list[dict[str, object]] = []
    for step in steps:
        seat = int(step[-1])
        if len(step) == 1:
            lines.append({"type": "draw", "seat": seat})
        else:
            reason = TakeoverReason.TIMEOUT if step[0] == ">" else TakeoverReason.RETURNED
            lines.append({"type": "takeover", "seat": seat, "by": "x", "reason": reason.value})
    return lines


@pytest.mark.parametrize(
    ("steps", "absent"),
    [
        (("0", "1", "2", "3"), ()),
        # Two single turns, and then all of them.
        (("0", ">1", "1", "<1", "2", ">1", "1", "<1", ">1", "1"), (1,)),
        # One who came late, and one who went early.
        ((">1", "1", "<1", "1", "2", ">2", "2"), ()),
        # A turn that was lost is no move, and a seat whose turn never came is not absent.
        ((">3", "3", "<3"), (3,)),
    ],
)
def test_who_moved_by_a_computer_player_alone_was_absent(
    steps: tuple[str, ...], absent: tuple[int, ...]
) -> None:
    cup = apply(begun(4), start_round(begun(4), 0))
    names = [f"p{who}" for who in cup.round.tables[0].seats]
    state = CARDS.new_game("g", CLASSIC, names, bytes(32))
    end = CARDS.records.event_line(CARDS.abandon(state).events[-1])
    over = end | {"reason": "phases"}
    lost = {"type": "skipped", "seat": 3}
    record = [CARDS.records.header_line(state.game), *acting(*steps), lost, end]
    assert table_ended(cup, 1, 0, record).absent == absent
    # In a game that is played to its end, only people who checked in are excused.
    unmoved = {seat for seat in range(4) if not any(step[-1] == str(seat) for step in steps)}
    assert set(table_ended(cup, 1, 0, [*record[:-1], over]).absent) == {*absent, *unmoved}
    for seat in unmoved:
        person = cup.round.tables[0].seats[seat]
        assert person is not None
        cup = apply(cup, CheckedIn(1, person))
    assert table_ended(cup, 1, 0, [*record[:-1], over]).absent == absent


def test_results_of_version_1_1_load() -> None:
    line = {"type": "result", "at": 1.0, "table": 0, "ranking": [[0], [1]]}
    line |= {"phases": [1, 0], "totals": [5, 9], "left": [1]}
    event = CUP_EVENTS.read(line)
    assert isinstance(event, TableEnded)
    assert (event.left, event.absent) == ((1,), ())
