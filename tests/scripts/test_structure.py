"""The measures of the source's structure, on a tree made for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.structure import main, read_modules, shared_names

FILES = {
    "bot/__init__.py": "",
    "bot/app.py": "import bot.table.one\nfrom cogs import play\nclass _Seat: ...\n",
    "bot/table/__init__.py": "",
    "bot/table/one.py": "from .two import Two\nPlay = Callable[[int], None]\nLIMIT = 1\n",
    "bot/table/two.py": (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from . import three\n"
        "class Two:\n    class Play: ...\n"
    ),
    "bot/table/three.py": "def later():\n    import bot.table.one\nLIMIT: int = 2\n",
    "cogs/__init__.py": "",
    "cogs/play.py": "class Play: ...\nclass _Seat: ...\n",
    "cogs/one.py": "from bot.table import one\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_names_of_several_modules_are_found_but_constants_and_inner_classes_are_not(
    tree: Path,
) -> None:
    assert shared_names(read_modules(tree)) == {
        "Play": ["bot.table.one", "cogs.play"],
        "_Seat": ["bot.app", "cogs.play"],
    }


def test_the_table_names_each_measure(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tree) == 1
    out = capsys.readouterr().out
    assert "lines of bot and cogs                           17\n" in out
    assert "files of bot and cogs                            9\n" in out
    assert "bot.table           4      11      11\n" in out
    assert "_Seat: bot.app, cogs.play\n" in out
