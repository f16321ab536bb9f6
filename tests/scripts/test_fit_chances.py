"""Fitting the chances to win: fits that find what is there, to games that can be played again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.cards.rulesets import CLASSIC
from bot.cards.variations import varied
from bot.chances.game_chances import COEFFICIENTS, coefficients
from bot.players.levels import Easy

pytest.importorskip("numpy")

from scripts import fit_chances
from scripts.fit_chances import choice_fit, main


def test_a_fit_of_choices_finds_the_coefficients() -> None:
    rng = Random(4)
    rows = []
    for _ in range(3000):
        vectors = [(rng.uniform(-1, 1),) for _ in range(rng.randint(2, 4))]
        weights = [2.718 ** (1.5 * value) for (value,) in vectors]
        rows.append((vectors, rng.choices(range(len(vectors)), weights)[0]))
    assert choice_fit(rows) == (pytest.approx(1.5, abs=0.15),)


def test_the_same_games_give_the_same_coefficients(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_chances, "RULES", (varied(CLASSIC, "S4+S4,S2+S2,S3+R4"),))
    for level in ("Hard", "Normal"):
        monkeypatch.setattr(fit_chances, level, Easy)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    for name in ("one", "other"):
        main(tmp_path / name, 5, 2)
    written = (tmp_path / "one").read_text()
    assert written == (tmp_path / "other").read_text()
    fitted, known = COEFFICIENTS.validate_json(written), coefficients()
    assert (len(fitted.two_out), len(fitted.lays)) == (len(known.two_out), len(known.lays))
    scores = [line.split()[-1] for line in capsys.readouterr().out.splitlines()]
    assert len(scores) == 10
    assert all(0 < float(score) < 2 for score in scores)
