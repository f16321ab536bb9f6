from __future__ import annotations

import pytest
from kit import NAMES
from past_games import record

from bot.cards.editions import EDITIONS, varied
from bot.cards.events import Dealt, Discarded, Drew, GameEnded
from bot.cards.record import RECORDS
from bot.core.events import TakenOver
from bot.core.records import dumps, loads

EASY = "S2+S2,R3,C3"


def game(edition: str, *, players: int = 3) -> list[str]:
    return record(NAMES[:players], varied(EDITIONS[edition], EASY))


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_of_a_game_is_stepped_through(edition: str) -> None:
    lines = game(edition)
    (verdict,) = RECORDS.verify(lines)
    phases = verdict.state.game.phases

    steps = list(RECORDS.turns(lines))

    told = [event for step in steps for event in step.events]
    assert told == [RECORDS.parse_event(loads(line), phases) for line in lines[1:]]
    assert steps[-1].state == verdict.state
    assert isinstance(steps[-1].events[-1], GameEnded)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_step_is_a_deal_or_what_one_seat_did(edition: str) -> None:
    for step in RECORDS.turns(game(edition)):
        decided = [e for e in step.events if isinstance(e, Drew | Discarded)]
        deals = [e for e in step.events if isinstance(e, Dealt)]
        assert {e.seat for e in decided} <= {step.seat}
        assert len([e for e in decided if isinstance(e, Discarded)]) <= 1
        assert len([e for e in decided if isinstance(e, Drew)]) <= 1
        assert bool(deals) == (step.seat is None)


def test_who_took_a_seat_over_belongs_to_the_turn_that_follows() -> None:
    lines = game("classic", players=2)
    first = next(at for at, line in enumerate(lines) if '"draw"' in line)
    drawn = loads(lines[first])
    over = {"type": "takeover", "seat": drawn["seat"], "by": "computer", "reason": "timeout"}
    lines.insert(first, dumps(over))

    deal, turn, *_ = RECORDS.turns(lines)

    assert len(deal.events) == 1
    assert isinstance(turn.events[0], TakenOver)
    assert dumps(RECORDS.event_line(turn.events[0])) == dumps(over)
    assert isinstance(turn.events[1], Drew)
    assert turn.seat == drawn["seat"]
