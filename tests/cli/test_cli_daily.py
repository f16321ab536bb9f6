"""The command verify and daily hands."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from cli_kit import Run, refused
from daily_kit import a_deal, attempt

from bot.daily.record import record_lines
from bot.games.records import dumps


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    return written(tmp_path, revealed=True)


def written(folder: Path, *, revealed: bool) -> Path:
    path = folder / "daily.jsonl"
    lines = record_lines(attempt(a_deal(), Random(1)), revealed=revealed)
    path.write_text("".join(f"{dumps(line)}\n" for line in lines))
    return path


def test_verify_accepts_a_daily_hand(phase10: Run, recorded: Path) -> None:
    assert phase10("verify", recorded) == (0, f"{recorded}: right (1 daily hand).\n", "")


def test_verify_says_that_a_secret_is_not_revealed(phase10: Run, tmp_path: Path) -> None:
    status, out, err = phase10("verify", written(tmp_path, revealed=False))
    assert (status, err) == (0, "")
    assert "the secret of 1 daily hand is not revealed yet" in out


def test_verify_names_the_wrong_line_of_a_daily_hand(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    lines[1] = dumps(json.loads(lines[1]) | {"number": 2})
    recorded.write_text("\n".join(lines))
    refused(phase10("verify", recorded), 1, str(recorded), "line 2", '"number":1')
