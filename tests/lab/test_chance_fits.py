"""Fitting the chances to win: games kept in a file, fits that find what is there, and scores."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from cli_kit import Run

from bot.analysis.coefficients import COEFFICIENTS, coefficients, likely
from bot.lab import chance_games
from bot.lab.chance_fits import fit, groups, is_unseen, positions_of, score
from bot.lab.chance_games import games_of, play_to
from bot.lab.regression import choice, logistic, solved
from bot.model import Level
from bot.players import strategy
from bot.rules.editions import CLASSIC
from bot.rules.variations import varied


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_games, "RULES", (varied(CLASSIC, "S4+S4,S2+S2,S3+R4"),))
    monkeypatch.setattr("bot.lab.chance_fits.RULES", chance_games.RULES)
    monkeypatch.setattr(chance_games, "strategy", lambda _level: strategy(Level.EASY))


@pytest.mark.usefixtures("short")
def test_games_are_kept_and_gone_on_with_even_after_a_line_was_cut_off(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert list(play_to(whole, 3, 4, 1, 1)) == [0, 1, 2, 3]
    assert list(play_to(parts, 3, 2, 1, 1)) == [0, 1]
    with parts.open("a") as lines:
        lines.write('{"number": 2, "pl')
    assert list(play_to(parts, 3, 4, 1, 1)) == [2, 3]
    assert parts.read_text() == whole.read_text()
    for game in games_of(whole):
        assert game.positions
        for each in positions_of([game]):
            assert each.public.me is None
            assert each.private.me is not None
            assert each.hand.totals == tuple(seat.total for seat in each.public.seats)


def test_a_logistic_fit_finds_the_coefficients() -> None:
    rng, true = Random(2), (0.5, -1.0)
    vectors = [(1.0, rng.uniform(-2, 2)) for _ in range(4000)]
    rows = [(vector, rng.random() < likely(true, vector)) for vector in vectors]
    assert logistic(rows) == pytest.approx(true, abs=0.12)


def test_a_fit_of_choices_finds_the_coefficients() -> None:
    rng = Random(4)
    rows = []
    for _ in range(3000):
        vectors = [(rng.uniform(-1, 1),) for _ in range(3)]
        weights = [2.718 ** (1.5 * value) for (value,) in vectors]
        rows.append((vectors, rng.choices(range(3), weights)[0]))
    assert choice(rows) == (pytest.approx(1.5, abs=0.15),)


def test_linear_equations_are_solved_with_a_zero_on_the_diagonal() -> None:
    assert solved([[0, 2], [3, 1]], [4, 5]) == pytest.approx([1, 2])


@pytest.mark.usefixtures("short")
def test_fits_are_scored_on_games_they_have_not_seen(tmp_path: Path) -> None:
    games = []
    for players, many in ((2, 11), (3, 6)):
        list(play_to(tmp_path / str(players), players, many, 1, 1))
        games += games_of(tmp_path / str(players))
    fitted = fit([game for game in games if not is_unseen(game)])
    assert fitted == fit([game for game in games if not is_unseen(game)])
    assert COEFFICIENTS.validate_json(COEFFICIENTS.dump_json(fitted)) == fitted
    for name, some in groups(games).items():
        (equal, *others), tenths = score(some, fitted)
        players = int(name[0])
        assert equal.brier == pytest.approx(1 - 1 / players)
        assert all(0 < each.brier < 2 for each in others)
        assert sum(each.chances for each in tenths) == players * equal.positions


@pytest.mark.usefixtures("short")
def test_the_command_keeps_games_writes_coefficients_and_prints_scores(
    phase10: Run, tmp_path: Path
) -> None:
    kept, file = tmp_path / "games", tmp_path / "coefficients.json"
    sizes = ("--games", 2, "--more", 2, "--jobs", 1)
    status, out, err = phase10("fit-chances", kept, *sizes, "--write", file)
    assert (status, err) == (0, "")
    assert "phases and points" in out
    assert "6 players" in out
    assert sorted(path.name for path in kept.iterdir()) == [f"{n}-1.jsonl" for n in range(2, 7)]
    assert len(COEFFICIENTS.validate_json(file.read_text()).two_out) == len(coefficients().two_out)
    again = phase10("fit-chances", kept, *sizes, "--check")
    assert again[0] == 0
    assert "phases and points" in again[1]
    assert again[1] != out
