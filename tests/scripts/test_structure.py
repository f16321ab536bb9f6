"""The measures of the source's structure, on a tree made for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.structure import (
    asking_which_game,
    in_cycles,
    loose_modules,
    main,
    read_modules,
    shared_modules,
    shared_names,
    type_checking_blocks,
)

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


def test_cycles_include_imports_for_types_and_within_functions(tree: Path) -> None:
    assert in_cycles(read_modules(tree)) == ["bot.table.one", "bot.table.three", "bot.table.two"]


def test_blocks_and_loose_modules_are_counted(tree: Path) -> None:
    modules = read_modules(tree)
    assert type_checking_blocks(modules) == 1
    assert loose_modules(modules) == ["bot", "bot.app"]


def test_names_of_several_modules_are_found_but_constants_and_inner_classes_are_not(
    tree: Path,
) -> None:
    modules = read_modules(tree)
    assert shared_names(modules) == {
        "Play": ["bot.table.one", "cogs.play"],
        "_Seat": ["bot.app", "cogs.play"],
    }
    assert shared_modules(modules) == {"one": ["bot.table.one", "cogs.one"]}


def test_the_table_names_each_measure(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tree) == 1
    out = capsys.readouterr().out
    assert "lines of bot and cogs                           17\n" in out
    assert "files of bot and cogs                            9\n" in out
    assert "bot.table           4      11      11\n" in out
    assert "in cycles: bot.table.one, bot.table.three, bot.table.two\n" in out


@pytest.mark.parametrize(
    ("name", "text", "asking"),
    [
        ("bot/storage/stats.py", "from bot.rules.events import Dealt\n", ["bot.rules.events"]),
        ("bot/table/__init__.py", "def later():\n    import bot.dice\n", ["bot.dice"]),
        ("bot/model.py", "from bot.systems import DICE, SYSTEMS\n", ["DICE"]),
        ("bot/scores/results.py", "from bot import systems\nx is systems.CARDS\n", ["CARDS"]),
        ("bot/lab/tournament.py", "if system.name == 'dice': ...\n", ["dice"]),
        ("bot/storage/results.py", "if system.traits.reviewed: ...\n", []),
        ("bot/model.py", "from bot.rules.editions import Length\n", []),
        ("bot/table/daily.py", "from bot.rules.laying import Groups\n", []),
        ("bot/players/dice.py", "from bot.dice import engine\nname = 'dice'\n", []),
    ],
)
def test_a_module_for_all_games_may_not_ask_which_game_it_is(
    tmp_path: Path, name: str, text: str, asking: list[str]
) -> None:
    games = ("dice/__init__", "dice/engine", "rules/editions", "rules/events", "rules/laying")
    for path, content in {f"bot/{game}.py": "" for game in games}.items() | {(name, text)}:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert asking_which_game(read_modules(tmp_path)) == [f"{module}: {each}" for each in asking]
    assert main(tmp_path) == bool(asking)
