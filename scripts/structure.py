"""Print the size of the source and the names with two meanings.

    python -m scripts.structure [DIR]

DIR is a checkout, this one by default. The script reads the source without importing it, so it
measures older checkouts too. It fails if classes of two modules have one name.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("bot", "cogs")
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


def by_package(modules: Mapping[str, Module]) -> dict[str, list[Module]]:
    """The modules by the first two parts of their directories, such as ``bot.cards``."""
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
    """Print the table; return 1 if a name is shared, else 0."""
    modules = read_modules(root)
    names = shared_names(modules)
    rows = {
        "lines of bot and cogs": sum(module.lines for module in modules.values()),
        "files of bot and cogs": len(modules),
        "class and alias names in several modules": len(names),
    }
    for what, number in rows.items():
        print(f"{what:<42}{number:>8,}")
    print("package         files   lines    code")
    for package, parts in sorted(by_package(modules).items()):
        lines = sum(module.lines for module in parts)
        code = sum(map(code_lines, parts))
        print(f"{package:<16}{len(parts):>5}{lines:>8,}{code:>8,}")
    for name, owners in names.items():
        print(f"{name}: {', '.join(owners)}")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE))
