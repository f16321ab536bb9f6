"""The gallery as files and a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gallery_kit import drawn_gallery

from bot.render import FIGURES, THEMES, gallery
from bot.render.gallery import write_gallery


@pytest.fixture(autouse=True)
def _drawn_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "cases", lambda theme: drawn_gallery(theme).pictures.items())


def test_pictures_and_a_page_that_shows_them_at_both_widths(tmp_path: Path) -> None:
    themes = THEMES[:2]
    written = write_gallery(tmp_path / "new", themes)
    names = [name for name, _ in gallery.painters()]
    page = (tmp_path / "new" / "index.html").read_text(encoding="utf-8")

    moving = [name for name, _ in gallery.animations()]
    assert len(written) == len(themes) * (len(names) + len(moving)) + 1
    assert all(path.stat().st_size for path in written)
    for theme in themes:
        for name in names:
            for width in (1200, 375):
                assert f'<img src="{theme}/{name}.png" width="{width}"' in page
        for name in moving:
            for width in (600, 235):
                assert f'<img src="{theme}/{name}.gif" width="{width}"' in page


def test_the_page_needs_nothing_from_outside(tmp_path: Path) -> None:
    page = write_gallery(tmp_path, THEMES[:1])[-1].read_text(encoding="utf-8")
    targets = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert targets
    assert all(each.startswith("#") or (tmp_path / each).is_file() for each in targets)
    assert "//" not in page


def test_an_unknown_theme_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(ValueError, match="no theme named"):
        write_gallery(tmp_path, ("none",))


def test_names_are_unique_and_every_kind_is_there() -> None:
    names = [name for name, _ in gallery.painters()]
    assert len(names) == len(set(names))
    kinds = {name.split("-")[0] for name in names}
    assert kinds == {
        *("table", "hand", "lobby", "scores", "podium", "replay", "figure"),
        *("board", "stats", "rating"),
    }
    assert {f"figure-{name}" for name in FIGURES} <= set(names)
