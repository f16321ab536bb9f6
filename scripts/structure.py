"""Print the size of the source, the names with two meanings, and the lines that are too dense.

    python -m scripts.structure [DIR]

DIR is a checkout, this one by default. The script reads the source without importing it, so it
measures older checkouts too. It fails if classes of two modules have one name, or if a line has to
be read twice (the style in CONTRIBUTING.md; ruff has no rules for these).
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
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
_PARTS = (
    {"x", "y", "top"},
    {"left", "top", "right", "bottom", "low", "upper"},
    {"width", "height", "wide", "high", "across", "down"},
    {"low", "high"},
    {"red", "green", "blue"},
)
"""Names of parts of one thing, which may be assigned in one statement."""
_RELEASED = "bot.storage.migrations.versions."  # never edited
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


def dense_lines(module: Module) -> Iterator[str]:
    """What is wrong with lines of a module, each with its place."""
    for node in ast.walk(module.tree):
        if why := _density(node):
            place = node.iter if isinstance(node, ast.comprehension) else node
            yield f"{module.name}, line {getattr(place, 'lineno', '?')}: {why}"


def _density(node: ast.AST) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple()):
            if not _belong_together(targets):
                return "several values are assigned in one statement"
        case ast.For(iter=ast.IfExp()) | ast.comprehension(iter=ast.IfExp()):
            return "the loop is over a conditional expression"
        case ast.IfExp(orelse=ast.IfExp()):
            return "the conditional expressions are chained"
        case ast.Subscript(slice=index) if any(map(_is_boolean, _bounds(index))):
            return "a boolean is an index"
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            if _is_boolean(node.left) or _is_boolean(node.right):
                return "a boolean is a number"
    return None


def _belong_together(targets: Sequence[ast.expr]) -> bool:
    """Whether values are the parts of one thing, or of one container, as in an exchange."""
    if all(isinstance(target, ast.Subscript) for target in targets):
        return True
    names = [ast.unparse(target).rpartition(".")[2].strip("_") for target in targets]
    return any(parts.issuperset(names) for parts in _PARTS)


def _bounds(index: ast.expr) -> list[ast.expr | None]:
    return [index.lower, index.upper] if isinstance(index, ast.Slice) else [index]


def _is_boolean(node: ast.expr | None) -> bool:
    is_negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_negated or isinstance(node, ast.Compare)


def main(root: Path) -> int:
    """Print the table; return 1 if a name is shared or a line too dense, else 0."""
    modules = read_modules(root)
    names = shared_names(modules)
    written = [module for name, module in modules.items() if not name.startswith(_RELEASED)]
    dense = [line for module in written for line in dense_lines(module)]
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
    for line in dense:
        print(line)
    return 1 if names or dense else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE))
