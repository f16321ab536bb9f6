"""Golden records: one game for each edition and variation, replayed to the byte.

They change only when the rules or the format do; ``phase10 simulate … --record`` makes such files.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import GOLDEN

from bot.cards.editions import EDITIONS
from bot.cards.record import RECORDS
from bot.core.records import dumps, loads

PATHS = sorted(GOLDEN.iterdir())
VARIATIONS = ("as_printed", "ten_hands", "phases_4", "even_phases", "own_phases")
# The records of each edition and variation are older than the rules that these show.
OF_LATER_RULES = {
    "classic-stalemate",
    "classic-colour_runs",
    "masters-saving",
    "final_turn-opening_skip",
}


def test_there_is_a_record_for_each_edition_and_variation() -> None:
    assert {path.stem for path in PATHS} == {
        f"{edition}-{variation}" for edition in EDITIONS for variation in VARIATIONS
    } | OF_LATER_RULES


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_record_replays(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    (verdict,) = RECORDS.verify(lines)
    assert verdict.finished
    assert verdict.state.game.rules.edition == path.stem.partition("-")[0]
    assert dumps(RECORDS.header_line(verdict.state.game)) == lines[0]
    phases = verdict.state.game.phases
    assert [
        dumps(RECORDS.event_line(RECORDS.parse_event(loads(line), phases))) for line in lines[1:]
    ] == lines[1:]
