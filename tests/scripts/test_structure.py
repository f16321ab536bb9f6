"""The measures of the source's structure, on a tree made for the purpose."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts.structure import Module, dense_lines, main

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


@pytest.mark.parametrize(
    "line",
    [
        "size, name = 3, 'Ada'",
        "for card in hand if hand else (): play(card)",
        "played = [card for card in (hand if hand else ())]",
        "colour = 'gold' if first else 'text' if playing else 'muted'",
        "style = STYLES[count > 1]",
        "shown = lines[: not short]",
        "points = total + (seat == winner)",
        "room = width * (not empty)",
    ],
)
def test_a_line_that_is_read_twice_is_found(line: str) -> None:
    assert len([*dense_lines(module(line))]) == 1


@pytest.mark.parametrize(
    "line",
    [
        "x, y = 3, 4",
        "self.left, self.top = place",
        "seats[one], seats[two] = seats[two], seats[one]",
        "ink = 'gold' if first else 'text'",
        "row = rows[index if index < last else last]",
        "known = {card for card in hand if card not in played}",
        "matched = first & (seat == winner)",
    ],
)
def test_a_line_that_is_read_once_is_not(line: str) -> None:
    assert [*dense_lines(module(line))] == []


def module(line: str) -> Module:
    return Module("bot.example", is_package=False, text=line, tree=ast.parse(line))
