"""The commands of the lab and for records, with dice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import Run, refused

DICE = ("--edition", "dice")


@pytest.fixture
def recorded(phase10: Run, tmp_path: Path) -> Path:
    path = tmp_path / "dice.jsonl"
    status, out, err = phase10(
        "simulate", *DICE, "--players", 2, "--games", 2, "--level", "easy", "--record", path
    )
    assert (status, err) == (0, "")
    assert "turns a game" in out
    assert "hands" not in out
    return path


def test_verify_tells_the_records_apart_by_their_format(
    phase10: Run, recorded: Path, tmp_path: Path
) -> None:
    cards = tmp_path / "cards.jsonl"
    phase10("simulate", "--players", 2, "--games", 1, "--level", "easy", "--record", cards)
    status, out, err = phase10("verify", recorded, cards)
    assert (status, err) == (0, "")
    assert "right (2 games, " in out
    assert "turns)" in out
    assert "right (1 game, " in out
    assert "hands)" in out


def test_verify_names_the_wrong_line_of_dice(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if '"roll":2' in line)
    line = json.loads(lines[number])
    line["kept"] = [*range(9)]
    lines[number] = json.dumps(line)
    recorded.write_text("\n".join(lines))
    refused(phase10("verify", recorded), 1, f"line {number + 1}")


def test_verify_says_that_rolls_of_a_running_game_were_not_checked(
    phase10: Run, recorded: Path
) -> None:
    lines = recorded.read_text().splitlines(keepends=True)
    recorded.write_text("".join(lines[: lines.index(lines[0]) + 4]))
    status, out, _ = phase10("verify", recorded)
    assert status == 0
    assert "1 game not over yet, so the rolls" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--variation", "ten_hands"),
        ("simulate", "--option", "skips=0"),
        ("tournament", "--variation", "phases=3"),
    ],
)
def test_variations_and_options_are_refused(phase10: Run, arguments: tuple[str, ...]) -> None:
    refused(phase10(*arguments, *DICE), 2, "dice", "no variations and no options")


def test_more_than_six_players_are_refused(phase10: Run) -> None:
    refused(phase10("simulate", *DICE, "--players", 7), 2, "7 players", "1 to 6")


def test_a_tournament_of_dice_prints_points_a_game(phase10: Run) -> None:
    arguments = (*DICE, "--levels", "easy,normal", "--games", 4, "--jobs", 1)
    status, out, err = phase10("tournament", *arguments)
    assert (status, err) == (0, "")
    assert "points a game" in out
    assert "hands a game" not in out
