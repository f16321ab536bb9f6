"""Fitting the chances to win: games kept in a file, fits that find what is there, and scores."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.analysis.game_chances import COEFFICIENTS, coefficients, likely
from bot.model import Level
from bot.players import strategy
from bot.rules.editions import CLASSIC, varied

np = pytest.importorskip("numpy")

from scripts import fit_chances  # noqa: E402
from scripts.fit_chances import (  # noqa: E402
    brier,
    calibration,
    choice_fit,
    fit,
    games_of,
    groups,
    logistic_fit,
    main,
    positions_of,
    predictions,
)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_chances, "RULES", (varied(CLASSIC, "S4+S4,S2+S2,S3+R4"),))
    monkeypatch.setattr(fit_chances, "strategy", lambda _level: strategy(Level.EASY))


@pytest.mark.usefixtures("short")
def test_games_are_kept_and_gone_on_with_even_after_a_line_was_cut_off(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    games = games_of(whole, 3, 4, 1)
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert games_of(parts, 3, 2, 1) == games[:2]
    with parts.open("a") as lines:
        lines.write('{"number": 2, "pl')
    assert games_of(parts, 3, 4, 1) == games
    assert parts.read_text() == whole.read_text()
    assert games_of(whole, 3, 3, 1) == games[:3]
    for game in games:
        assert game.positions
        for each in positions_of([game]):
            assert each.public.me is None
            assert each.private.me is not None
            assert each.hand.totals == tuple(seat.total for seat in each.public.seats)


def test_a_logistic_fit_finds_the_coefficients() -> None:
    rng, true = Random(2), (0.5, -1.0)
    vectors = [(1.0, rng.uniform(-2, 2)) for _ in range(4000)]
    rows = [(vector, rng.random() < likely(true, vector)) for vector in vectors]
    assert logistic_fit(rows) == pytest.approx(true, abs=0.12)


def test_a_fit_of_choices_finds_the_coefficients() -> None:
    rng = Random(4)
    rows = []
    for _ in range(3000):
        vectors = [(rng.uniform(-1, 1),) for _ in range(rng.randint(2, 4))]
        weights = [2.718 ** (1.5 * value) for (value,) in vectors]
        rows.append((vectors, rng.choices(range(len(vectors)), weights)[0]))
    assert choice_fit(rows) == (pytest.approx(1.5, abs=0.15),)


@pytest.mark.usefixtures("short")
def test_fits_are_scored_on_games_they_have_not_seen(tmp_path: Path) -> None:
    games = games_of(tmp_path / "2", 2, 11, 1) + games_of(tmp_path / "3", 3, 6, 1)
    fitted = fit([game for game in games if not game.is_unseen])
    assert fitted == fit([game for game in games if not game.is_unseen])
    assert COEFFICIENTS.validate_json(COEFFICIENTS.dump_json(fitted)) == fitted
    assert groups(games).keys() == {"2 players", "2 players, variations", "3 players"}
    for name, some in groups(games).items():
        methods, won = predictions(some, fitted)
        equal, *others = (brier(predicted, won) for predicted in methods.values())
        players = int(name[0])
        assert equal == pytest.approx(1 - 1 / players)
        assert all(0 < score < 2 for score in others)
        for predicted in methods.values():
            assert predicted.sum(1) == pytest.approx(np.ones(len(won)))
        tenths = calibration(methods["one seat"], won)
        assert sum(many for _, many, _, _ in tenths) == won.size


@pytest.mark.usefixtures("short")
def test_the_script_keeps_games_writes_coefficients_and_prints_scores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept, file = tmp_path / "games", tmp_path / "coefficients.json"
    sizes = [str(kept), "--games", "2", "--more", "2", "--jobs", "1"]
    main([*sizes, "--write", str(file)])
    out = capsys.readouterr().out
    assert "phases and points" in out
    assert "6 players" in out
    assert sorted(path.name for path in kept.iterdir()) == [f"{n}-1.jsonl" for n in range(2, 7)]
    assert len(COEFFICIENTS.validate_json(file.read_text()).two_out) == len(coefficients().two_out)
    main([*sizes, "--check"])
    again = capsys.readouterr().out
    assert "phases and points" in again
    assert again != out
