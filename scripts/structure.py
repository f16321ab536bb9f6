"""Print the size of the source and the names with two meanings.

    python -m scripts.structure [DIR]

DIR is a checkout, this one by default. The script reads the source without importing it, so it
measures older checkouts too. It fails if classes of two modules have one name, or if a module that
serves all games asks which game it is.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("bot", "cogs")
FOR_ALL_GAMES = (
    "bot.cli.records",
    "bot.cups",
    "bot.lab.simulation",
    "bot.lab.tournament",
    "bot.model",
    "bot.scores",
    "bot.storage",
    "bot.table",
)
"""Modules and packages that serve all games alike, through :mod:`bot.games.system`."""
GAMES = ("bot.dice", "bot.rules")
"""The packages of single games."""
SYSTEM_NAMES = ("CARDS", "DICE", "cards", "dice")
"""The constants of single systems, and the systems' own names."""
EXCEPTIONS = {
    ("bot.model", "bot.rules.editions"),  # the preferred length of a game, offered for cards only
    ("bot.table.daily", "bot.rules.groups"),  # the daily hand is played with the cards' rules
}
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}
HERE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Module:
    """A source file with its dotted name, its text and its syntax tree."""

    name: str
    is_package: bool
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.text.count("\n")


def read_modules(root: Path) -> dict[str, Module]:
    """The modules of a checkout, by dotted name."""
    modules = {}
    for path in sorted(path for name in PACKAGES for path in (root / name).rglob("*.py")):
        *parents, stem = path.relative_to(root).with_suffix("").parts
        is_package = stem == "__init__"
        name = ".".join(parents if is_package else [*parents, stem])
        text = path.read_text(encoding="utf-8")
        modules[name] = Module(name, is_package, text, ast.parse(text))
    return modules


def imported(module: Module, known: Mapping[str, Module]) -> set[str]:
    """The known modules that a module imports anywhere, for types only included."""
    names: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(module, node)
            # ``from package import module`` imports the module, any other name its owner.
            inner = {f"{base}.{alias.name}" for alias in node.names}
            names |= inner & known.keys()
            if not inner <= known.keys():
                names.add(base)
    return (names & known.keys()) - {module.name}


def _base(module: Module, node: ast.ImportFrom) -> str:
    """The absolute name of what stands between ``from`` and ``import``."""
    if node.level == 0:
        return node.module or ""
    parts = module.name.split(".")
    package = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*package, *([node.module] if node.module else [])])


def by_package(modules: Mapping[str, Module]) -> dict[str, list[Module]]:
    """The modules by the first two parts of their directories, such as ``bot.rules``."""
    packages: dict[str, list[Module]] = {}
    for name, module in modules.items():
        directories = name if module.is_package else name.rpartition(".")[0]
        packages.setdefault(".".join(directories.split(".")[:2]), []).append(module)
    return packages


def code_lines(module: Module) -> int:
    """How many lines hold code: no docstring, comment or blank line."""
    docstrings = {
        line
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    held = {
        line
        for token in tokenize.generate_tokens(io.StringIO(module.text).readline)
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(held - docstrings)


def asking_which_game(modules: Mapping[str, Module]) -> list[str]:
    """Where modules that serve all games import one game, or name its system."""
    return [
        f"{module.name}: {what}"
        for module in modules.values()
        if _is_in(module.name, FOR_ALL_GAMES)
        for what in (*_single_games(module, modules), *_system_names(module.tree))
    ]


def _single_games(module: Module, modules: Mapping[str, Module]) -> Iterator[str]:
    for name in sorted(imported(module, modules)):
        if _is_in(name, GAMES) and (module.name, name) not in EXCEPTIONS:
            yield name


def _system_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.alias(name=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                if name in SYSTEM_NAMES:
                    yield name


def _is_in(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def shared_names(modules: Mapping[str, Module]) -> dict[str, list[str]]:
    """Classes and type aliases of modules that several define, each with its modules."""
    owners: dict[str, list[str]] = {}
    for module in modules.values():
        for name in _types(module.tree):
            owners.setdefault(name, []).append(module.name)
    return {name: several for name, several in sorted(owners.items()) if len(several) > 1}


def _types(tree: ast.Module) -> Iterator[str]:
    """Names of classes, and of assignments that are spelled like a class."""
    for node in tree.body:
        match node:
            case ast.ClassDef():
                yield node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                bare = name.lstrip("_")
                if bare[:1].isupper() and not bare.isupper():
                    yield name


def main(root: Path) -> int:
    """Print the table; return 1 if something in it must not be, else 0."""
    modules = read_modules(root)
    names, asking = shared_names(modules), asking_which_game(modules)
    rows = {
        "lines of bot and cogs": sum(module.lines for module in modules.values()),
        "files of bot and cogs": len(modules),
        "places that ask which game it is": len(asking),
        "class and alias names in several modules": len(names),
    }
    for what, number in rows.items():
        print(f"{what:<42}{number:>8,}")
    print("package         files   lines    code")
    for package, parts in sorted(by_package(modules).items()):
        lines, code = sum(module.lines for module in parts), sum(map(code_lines, parts))
        print(f"{package:<16}{len(parts):>5}{lines:>8,}{code:>8,}")
    for name, owners in ({"asking": asking} | names).items():
        if owners:
            print(f"{name}: {', '.join(owners)}")
    return 1 if names or asking else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE))
