from __future__ import annotations

from datetime import date
from statistics import fmean

from bot.daily.phase_lists import DAILY_PHASES
from bot.lab.daily import NOT_TODAY, daily_dates, daily_turns
from bot.model import Level


def test_turns_of_phases_do_not_depend_on_the_processes_or_the_other_levels() -> None:
    phases, levels = (DAILY_PHASES[0], DAILY_PHASES[-1]), (Level.EASY, Level.NORMAL)
    done: list[int] = []
    found = daily_turns(phases, levels, 25, 3, done=done.append)
    assert sum(done) == 100
    assert [(each.phase, each.level) for each in found] == [
        (phase.notation, level) for phase in phases for level in levels
    ]
    assert daily_turns(phases, [Level.NORMAL], 25, 3) == found[1::2]
    easier, harder = found[0].turns.value, found[2].turns.value
    assert 1 <= easier < harder <= NOT_TODAY


def test_dates_have_a_par_and_the_turns_of_each_level() -> None:
    first = date(2027, 1, 1)
    found = daily_dates(first, 2, list(Level), 1)
    assert [(each.phase, each.par) for each in daily_dates(first, 2, [Level.EASY], 1)] == [
        (each.phase, each.par) for each in found
    ]
    for each in found:
        assert 3 <= each.par <= 12
        assert set(each.turns) == set(Level)
    assert 1 <= fmean(each.turns[Level.HARD] for each in found) <= NOT_TODAY
