"""The picture of a daily hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from bot.daily.deal import DAILY_PHASES, DailyPhase, deal
from bot.daily.engine import start
from bot.daily.views import view_of
from bot.render import Canvas, design_of
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pictures import daily
from bot.render.pictures.daily import END_NAME, paint_daily
from bot.rules.marked_cards import PhaseSpot


@pytest.mark.parametrize("phase", DAILY_PHASES, ids=lambda phase: phase.notation)
def test_the_cards_of_a_phase_leave_room_for_the_ends_of_the_arc(
    phase: DailyPhase, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[Rect] = []
    state = start(replace(deal(date(2026, 11, 24), 0, bytes(32), 7), rules=phase.rules))

    def spots(_: Canvas, __: Sequence[PhaseSpot], at: Sequence[Rect], style: str) -> None:
        assert style == "pile"
        places.extend(at)

    monkeypatch.setattr(daily, "paint_spots", spots)
    paint_daily(design_of(), view_of(state), None, 0)

    right = replace(END_NAME, x=WIDTH - END_NAME.right)
    assert len(places) >= sum(spec.size for spec in state.deal.phase.groups)
    assert not any(place.overlaps(end) for place in places for end in (END_NAME, right))
