"""The commands tournament and odds: what they print, and one sentence for all that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import Run, refused

SHORT = ("--variation", "S2+S2,R3", "--jobs", 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "wizard"], ["'wizard'", "easy, normal, hard"]),
        (["--levels", "easy,,hard"], ["''"]),
        (["--levels", "easy"], ["name two", "--players"]),
        (["--levels", "easy,normal,hard", "--players", 2], ["3 levels", "2 seats"]),
        (["--players", 7], ["7 players"]),
        (["--players", 0], ["0 seats"]),
        (["--games", 0], ["--games"]),
        (["--jobs", 0], ["--jobs"]),
        (["--seed", "x"], ["--seed"]),
        (["--edition", "gold"], ["'gold'"]),
        (["--edition", "masters", "--players", 5], ["5 players", "2 to 4"]),
        (["--variation", "S9,X4"], ["character"]),
        (["--option", "luck=1"], ["luck"]),
    ],
)
def test_a_tournament_that_cannot_be_played(
    phase10: Run, arguments: list[object], words: list[str]
) -> None:
    refused(phase10("tournament", *arguments), 2, *words)


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_expert_is_refused_where_it_is_not_offered(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr("bot.players.are_compiled", lambda: False)
    refused(phase10(command, "--level", "expert", "--players", 2), 2, "not offered", "C compiler")


def test_a_tournament_prints_a_table(phase10: Run) -> None:
    arguments = ("--level", "easy", "--level", "normal", "--players", 3, "--games", 4)
    status, out, err = phase10("tournament", *arguments, *SHORT)
    assert (status, err) == (0, "")
    rows = ("easy", "normal", "seats", "6 games: 2 deals, each in 3 rotations", "wins a seat")
    for row in (*rows, "95 % interval", "points a hand", "hands a game", "turns for phase 2 (R3)"):
        assert row in out


def test_a_resumed_tournament_prints_and_writes_the_same(phase10: Run, tmp_path: Path) -> None:
    deals, figures, whole = tmp_path / "deals", tmp_path / "a.json", tmp_path / "b.json"
    said = phase10("tournament", "--games", 6, *SHORT, "--json", whole)
    phase10("tournament", "--games", 2, *SHORT, "--resume", deals)
    assert phase10("tournament", "--games", 6, *SHORT, "--resume", deals, "--json", figures) == said
    assert figures.read_text() == whole.read_text()
    found = json.loads(figures.read_text())
    assert (found["deals"], found["line_up"]) == (3, ["easy", "normal"])
    assert found["levels"]["normal"]["games"] == 6


def test_a_file_of_another_tournament_is_refused(phase10: Run, tmp_path: Path) -> None:
    deals = tmp_path / "deals"
    phase10("tournament", "--games", 2, *SHORT, "--resume", deals)
    kept = deals.read_bytes()
    other = phase10("tournament", "--games", 2, "--seed", 2, *SHORT, "--resume", deals)
    refused(other, 2, str(deals), "another")
    assert deals.read_bytes() == kept


@pytest.mark.parametrize("option", ["--resume", "--json"])
def test_a_file_that_cannot_be_written(phase10: Run, tmp_path: Path, option: str) -> None:
    for path in (tmp_path, tmp_path / "no" / "where"):
        refused(phase10("tournament", "--games", 2, *SHORT, option, path), 1, str(path))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--phase", 0], ["no phase 0", "1 to 10"]),
        (["--phase", 1, "--phase", 11], ["no phase 11"]),
        (["--phase", 3, "--variation", "S2,R3"], ["no phase 3", "1 to 2"]),
        (["--hands", -1], ["--hands"]),
        (["--games", -1], ["--games"]),
        (["--jobs", 65], ["--jobs"]),
        (["--level", "wizard"], ["'wizard'"]),
        (["--edition", "gold"], ["'gold'"]),
        (["--option", "natural_cards_per=card"], ["natural_cards_per"]),
    ],
)
def test_odds_that_cannot_be_found(phase10: Run, arguments: list[object], words: list[str]) -> None:
    refused(phase10("odds", *arguments), 2, *words)


def test_odds_print_two_tables_and_write_json(phase10: Run, tmp_path: Path) -> None:
    path = tmp_path / "odds.json"
    arguments = ("--hands", 500, "--games", 3, "--levels", "easy,hard", "--phase", 2)
    status, out, err = phase10("odds", *arguments, *SHORT, "--json", path)
    assert (status, err) == (0, "")
    for word in ("10, phase", "10, group", "11, group", "2 R3", "easy", "hard"):
        assert word in out
    assert "S2+S2" not in out
    found = json.loads(path.read_text())
    assert {each["phase"] for each in found["held"] + found["turns_alone"]} == {2}


def test_each_part_of_the_odds_can_be_left_out(phase10: Run) -> None:
    hands = phase10("odds", "--hands", 100, "--games", 0, *SHORT)[1]
    assert "Fresh hands" in hands
    assert "alone" not in hands
    turns = phase10("odds", "--hands", 0, "--games", 2, "--level", "easy", *SHORT)[1]
    assert "alone" in turns
    assert "Fresh hands" not in turns
