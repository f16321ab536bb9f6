"""The command that reviews games: text, JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import HOSTILE, Run, refused

from bot.cards import rulesets


@pytest.fixture
def recorded(phase10: Run, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    phase10(
        *("simulate", "--players", 2, "--games", 2, "--level", "easy", "--record", path),
        *("--variation", "S2+S2+S2,S2+R4"),
    )
    return path


@pytest.fixture
def one(recorded: Path) -> Path:
    """The first of the games, with names that are to change the terminal."""
    lines = recorded.read_text("utf-8").splitlines(keepends=True)
    second = next(at for at, line in enumerate(lines) if at and '"type":"game"' in line)
    names = {"players": [HOSTILE, HOSTILE[3:]]}
    lines[0] = json.dumps(json.loads(lines[0]) | names) + "\n"
    recorded.write_text("".join(lines[:second]), "utf-8")
    return recorded


def test_a_review_names_turning_points_and_the_choices_of_a_seat(phase10: Run, one: Path) -> None:
    status, out, err = phase10("review", one, "--seat", 0)
    assert (status, err) == (0, "")
    assert all(line.isprintable() for line in out.split("\n"))
    assert "Eve\\x1b]0;x\\x07\\x9b2J\\u202e" in out
    assert out.count("Turning points") == out.count("Your choices") == 1


def test_as_json_each_game_is_a_line(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text("utf-8").splitlines()
    lines[0] = lines[0].replace('"players":["', '"players":["\u202e')
    recorded.write_text("\n".join(lines), "utf-8")
    status, out, _ = phase10("review", recorded, "--json", "--seat", 1)
    assert (status, out.isascii()) == (0, True)
    games = [json.loads(line) for line in out.splitlines()]
    assert [list(game["choices"]) for game in games] == [["1"], ["1"]]
    found = [choice for game in games for choice in game["choices"]["1"]]
    assert {"turn", "version", "cost", "short", "helpful", "points", "used"} <= set(found[0])
    assert all(sum(game["chances"][-1]) == 1 for game in games)


def test_a_running_game_is_not_reviewed(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text("utf-8").splitlines()
    recorded.write_text("\n".join(lines[:12]) + "\n", "utf-8")
    refused(phase10("review", recorded), 1, "not over")


def test_a_game_that_could_not_begin_today_is_verified_and_not_reviewed(
    phase10: Run, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulesets, "MOST_WAYS", 10)
    refused(phase10("review", recorded), 1, "Phase 1, S2+S2+S2,", "too many ways")
    assert phase10("verify", recorded)[0] == 0


def test_neither_dice_nor_other_files_are_reviewed(phase10: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    phase10("simulate", "--edition", "dice", "--games", 1, "--record", path)
    refused(phase10("review", path), 2, "dice")
    path.write_text("no record\n", "utf-8")
    refused(phase10("review", path), 2, "no game record")
    refused(phase10("review", tmp_path / "absent"), 2, "cannot be read")
