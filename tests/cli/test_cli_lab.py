"""The command tournament: what it prints, and one sentence for all that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

from cli_kit import Run, refused

from bot import UNWRITABLE

SHORT = ("--variation", "S2+S2,R3", "--jobs", 1)


def test_a_tournament_prints_a_table(phase10: Run) -> None:
    arguments = ("--level", "easy", "--level", "normal", "--players", 3, "--games", 4)
    status, out, err = phase10("tournament", *arguments, *SHORT)
    assert (status, err) == (0, "")
    rows = ("easy", "normal", "seats", "6 games: 2 deals, each in 3 rotations", "wins a seat")
    for row in (*rows, "95 % interval", "points a hand", "hands a game", "turns for phase 2 (R3)"):
        assert row in out


def test_a_tournament_of_dice_prints_points_a_game(phase10: Run) -> None:
    status, out, err = phase10("tournament", "--edition", "dice", "--games", 4, "--jobs", 1)
    assert (status, err) == (0, "")
    assert "points a game" in out
    assert "hands a game" not in out


def test_a_tournament_writes_its_figures(phase10: Run, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    assert phase10("tournament", "--games", 5, *SHORT, "--json", path)[0] == 0
    found = json.loads(path.read_text())
    assert (found["deals"], found["line_up"]) == (3, ["easy", "normal"])
    assert found["levels"]["normal"]["games"] == 6
    refused(phase10("tournament", "--json", tmp_path), UNWRITABLE, str(tmp_path))
