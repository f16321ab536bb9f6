"""The command that reviews games: text, JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import HOSTILE, Run, refused

from bot.players import are_compiled
from bot.rules import editions


@pytest.fixture
def recorded(phase10: Run, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    phase10(
        *("simulate", "--players", 2, "--games", 2, "--level", "easy", "--record", path),
        *("--variation", "phases=2"),
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


@pytest.mark.skipif(not are_compiled(), reason="no C compiler was found")
def test_a_review_names_turning_points_luck_and_choices(
    phase10: Run, one: Path, tmp_path: Path
) -> None:
    status, out, err = phase10("review", one, "--pictures", tmp_path / "pictures")
    assert (status, err) == (0, "")
    assert all(line.isprintable() for line in out.split("\n"))
    assert "Eve\\x1b]0;x\\x07\\x9b2J\\u202e" in out
    assert out.count("Turning points") == 1
    assert out.count("Luck of the deals") == 2
    assert "compared with the computer's" in out
    drawn = [path.name for path in (tmp_path / "pictures").iterdir()]
    assert sum("seat" not in name for name in drawn) == 1
    assert any("-costliest-1" in name for name in drawn)


def test_as_json_each_game_is_a_line_whose_parts_add_up(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text("utf-8").splitlines()
    lines[0] = lines[0].replace('"players":["', '"players":["\u202e')
    recorded.write_text("\n".join(lines), "utf-8")
    status, out, _ = phase10("review", recorded, "--json", "--seat", 1)
    assert (status, out.isascii()) == (0, True)
    games = [json.loads(line) for line in out.splitlines()]
    assert len(games) == 2
    for game in games:
        (account,) = game["accounts"]
        whole = account["start"] + sum(account["parts"].values())
        assert whole == pytest.approx(account["result"])
        assert account["seat"] == game["choices"][0]["seat"] == 1


def test_a_running_game_is_not_reviewed(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text("utf-8").splitlines()
    recorded.write_text("\n".join(lines[:12]) + "\n", "utf-8")
    refused(phase10("review", recorded), 1, "not over")


def test_a_game_that_could_not_begin_today_is_verified_and_not_reviewed(
    phase10: Run, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editions, "MOST_WAYS", 10)
    refused(phase10("review", recorded), 1, "Phase 1, S3+S3,", "too many ways")
    assert phase10("verify", recorded)[0] == 0


def test_neither_dice_nor_other_files_are_reviewed(phase10: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    phase10("simulate", "--edition", "dice", "--games", 1, "--record", path)
    refused(phase10("review", path), 2, "dice")
    path.write_text("no record\n", "utf-8")
    refused(phase10("review", path), 2, "no game record")
    refused(phase10("review", tmp_path / "absent"), 2, "cannot be read")


def test_a_changed_record_is_not_reviewed(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text("utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if '"type":"draw"' in line.replace(" ", ""))
    del lines[at]
    recorded.write_text("\n".join(lines) + "\n", "utf-8")
    refused(phase10("review", recorded), 1, f"line {at + 1}")
