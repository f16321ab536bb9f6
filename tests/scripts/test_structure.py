"""The measures of the source's structure, on a tree made for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.structure import main

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


def test_the_table_names_each_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert main(tmp_path) == 1
    out = capsys.readouterr().out
    assert "lines of bot and cogs                           17\n" in out
    assert "files of bot and cogs                            9\n" in out
    assert "bot.table           4      11      11\n" in out
    assert out.endswith("Play: bot.table.one, cogs.play\n_Seat: bot.app, cogs.play\n")
