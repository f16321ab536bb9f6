"""The picture of a daily hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.cards.cards import WILD
from bot.cards.marked_cards import PhaseSlot
from bot.cards.rated_phases import RATED_PHASES
from bot.cards.rulesets import RuleSet
from bot.daily.deal import FEWEST_PAR, MOST_PAR, MOST_TURNS, deal
from bot.daily.engine import start
from bot.daily.state import DailySide, DailyTurn
from bot.daily.views import build_view
from bot.render import Canvas, make_design
from bot.render.engine import WIDTH, Rect
from bot.render.pictures import daily
from bot.render.pictures.daily import END_NAME, paint_daily


@pytest.mark.parametrize("rules", RATED_PHASES, ids=lambda rules: rules.phases[0])
def test_the_cards_of_a_phase_leave_room_for_the_ends_of_the_arc(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[Rect] = []
    state = start(replace(deal(date(2026, 11, 24), 0, bytes(32), 7), rules=rules))

    def spots(_: Canvas, __: Sequence[PhaseSlot], at: Sequence[Rect], style: str) -> None:
        assert style == "pile"
        places.extend(at)

    monkeypatch.setattr(daily, "paint_slots", spots)
    paint_daily(make_design(), build_view(state), None, 0)

    right = replace(END_NAME, x=WIDTH - END_NAME.right)
    assert len(places) >= sum(spec.size for spec in state.deal.phase.groups)
    assert not any(place.overlaps(end) for place in places for end in (END_NAME, right))


@pytest.mark.parametrize("par", range(FEWEST_PAR, MOST_PAR + 1))
def test_the_name_of_par_covers_no_turn(par: int, monkeypatch: pytest.MonkeyPatch) -> None:
    labels: list[Rect] = []
    write = Canvas.text

    def text(canvas: Canvas, line: str, at: Rect, *style: str, **align: Any) -> int:
        if line == f"par {par}":
            labels.append(replace(at, h=at.h - 1))
        return write(canvas, line, at, *style, **align)

    monkeypatch.setattr(Canvas, "text", text)
    view = build_view(start(deal(date(2026, 11, 24), 0, bytes(32), par)))
    for now in {1, par - 1, par, par + 1, MOST_TURNS}:
        turns = (DailyTurn(DailySide.UP, WILD, None, WILD),) * (now - 1)
        paint_daily(make_design(), replace(view, turns=turns), None, 0)
        (label,) = labels
        labels.clear()
        for turn in range(1, MOST_TURNS + 1):
            x, y = daily.arc(turn)
            reach = daily.SUN + daily.SPIKE if turn == now else daily.PEARL // 2
            assert not label.overlaps(Rect(x - reach, y - reach, 2 * reach, 2 * reach)), turn
