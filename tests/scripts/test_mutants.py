"""Changes of one place: which there are, what a module then does, and which tests are nearest."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts.mutants import (
    HERE,
    changed_code,
    changes_in,
    imports,
    main,
    modules_in,
    mutants,
    nearest_tests,
)
from scripts.structure import Module

SOURCE = '''
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from one import two

def least(numbers: list[int], most: int = 3) -> int | None:
    """Say 1 + 1."""
    _log.info("found %d", 1 + 1)
    if not numbers:
        raise ValueError(1 + 1)
    found.append(most)
    return min(numbers) if len(numbers) < most else None
'''


def module(name: str, source: str = "") -> Module:
    return Module(name, False, source, ast.parse(source))


def test_each_place_is_changed_alone() -> None:
    found = {(each.before, each.after) for each in mutants(module("bot.least", SOURCE))}
    assert found == {
        ("3", "4"),
        ("not numbers", "numbers"),
        ("found.append(most)", "pass"),
        ("min(numbers)", "max(numbers)"),
        ("len(numbers) < most", "len(numbers) <= most"),
        (
            "min(numbers) if len(numbers) < most else None",
            "min(numbers) if not len(numbers) < most else None",
        ),
    }


def test_a_changed_module_does_something_else() -> None:
    results = set()
    for each in mutants(module("bot.least", SOURCE)):
        names: dict[str, object] = {"found": [], "_log": None}
        source = SOURCE.replace('    _log.info("found %d", 1 + 1)\n', "")
        mutant = type(each)(module("bot.least", source), each.place, each.line, "", "")
        exec(changed_code(mutant, "least.py"), names)  # noqa: S102  # our own source
        least = names["least"]
        assert callable(least)
        try:
            results.add((str(least([1, 2])), str(least([1, 2, 3])), str(names["found"])))
        except ValueError:
            results.add(("refused",) * 3)
    assert results == {
        ("1", "1", "[4, 4]"),
        ("refused", "refused", "refused"),
        ("1", "None", "[]"),
        ("2", "None", "[3, 3]"),
        ("1", "1", "[3, 3]"),
        ("None", "1", "[3, 3]"),
    }


def test_the_tests_of_a_module_are_found_by_its_package_and_name() -> None:
    sources = {
        "bot.cups": "",
        "bot.cups.pairing": "",
        "bot.cups.engine": "from . import pairing",
        "cups_kit": "from bot.cups.engine import apply",
        "test_cups_engine": "from cups_kit import opened",
        "test_cups_pairing": "import bot.cups.pairing",
        "test_e2e_cups": "import cups_kit",
        "test_e2e_dice": "",
    }
    graph = imports({name: module(name, source) for name, source in sources.items()})
    importers: dict[str, set[str]] = {}
    for name, imported in graph.items():
        for each in imported:
            importers.setdefault(each, set()).add(name)
    folders = {"test_cups_engine": "cups", "test_cups_pairing": "cups"}
    places = {
        name: HERE / "tests" / folders.get(name, "e2e") / f"{name}.py"
        for name in sources
        if name.startswith("test_")
    }
    found = nearest_tests("bot.cups.pairing", importers, places)
    assert [path.stem for path in found] == [
        "test_cups_pairing", "test_cups_engine", "test_e2e_cups",
    ]  # fmt: skip
    assert all(isinstance(path, Path) for path in found)


def test_a_file_without_a_module_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mutants", "bot/core/chance.py", "bot/core/luck.py"])
    with pytest.raises(SystemExit):
        main()
    assert "bot/core/luck.py has nothing" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["-3", "0", "many"])
def test_a_number_of_changes_that_makes_no_sense_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    monkeypatch.setattr("sys.argv", ["mutants", "--number", number])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "argument --number:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("bot/cups/pairing.py", {"bot.cups.pairing"}),
        ("bot/cups/__init__.py", {"bot.cups"}),
        ("bot/cups", {"bot.cups", "bot.cups.pairing"}),
        ("bot/cup", set[str]()),
        ("bot/storage", set[str]()),  # no test sees changes of what Alembic loads
    ],
)
def test_a_directory_stands_for_its_modules(path: str, found: set[str]) -> None:
    names = ("bot.cups.pairing", "bot.cupsize", "bot.storage.migrations.versions.rev_1_2")
    modules = {name: module(name) for name in names}
    modules["bot.cups"] = Module("bot.cups", True, "", ast.parse(""))
    assert modules_in(HERE / path, modules) == found


@pytest.mark.parametrize(
    ("where", "lines"),
    [("bot/least.py", {6, 9, 11, 12}), ("bot/least.py:11", {11}), ("bot/least.py:7", set[int]())],
)
def test_a_line_stands_for_its_changes(where: str, lines: set[int]) -> None:
    modules = {"bot.least": module("bot.least", SOURCE)}
    found = changes_in(str(HERE / where), modules)
    assert {each.line for each in found} == lines
