"""Change the source at one place at a time, and see whether tests notice.

    python -m scripts.mutants [--number 200] [--seed 1] [FILE …]

Each of the changes, drawn at random, is made in a process of its own, whose functions get the code
of a changed syntax tree; no file is written. The nearest tests are those that import the module,
directly or by others. What no test notices is printed, and counts unless ``mutants.txt`` says that
it has no effect; a comment there says why. A directory stands for all modules in it, and
``bot/cards/deal.py:12`` for one line. With PostgreSQL:
``python tests/postgres_server.py python -m scripts.mutants``.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .structure import HERE, Module, read_modules

PACKAGES = (
    *("bot.core", "bot.cards", "bot.table", "bot.storage", "bot.cups", "bot.sheets"),
    "cogs.live",
)
WITHOUT_EFFECT = Path(__file__).with_suffix(".txt")
MOST_NEAR = 16  # files of tests near a module, and of those that drive the bot
MOST_DRIVING = 5
PROCESSOR_TIME = 120  # seconds for some tests; a loop that does not end is noticed
WAIT = 900.0  # the same for what waits
STEPS = (0, 1, 4, 10, MOST_NEAR + MOST_DRIVING)
"""Where the tests are parted: the nearest one alone, and so on until one notices."""
_HEAVY = ("pytest", "discord", "sqlalchemy", "pydantic", "PIL.Image", "aiosqlite", "aiohttp")
"""What tests import anyway, imported once."""
_OTHER: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.And: ast.Or,
    ast.Or: ast.And,
}  # fmt: skip
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
_IMPORTED = "ignore::pytest.PytestAssertRewriteWarning"
_UNSEEN = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True)
class Mutant:
    """A place of a module, counted in the order in which its syntax tree is walked."""

    module: Module
    place: int
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        path = self.module.name.replace(".", "/")
        return f"{path}: {self.before} -> {self.after}"


class _Mutator(ast.NodeTransformer):
    """Counts the places at which something can be changed, and changes one of them."""

    def __init__(self, place: int | None = None) -> None:
        self._place = place
        self.found: list[tuple[int, str, str]] = []

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, old in ast.iter_fields(node):
            if name not in _UNSEEN:
                self._visit_field(node, name, old)
        changed = _changed(node)
        if changed is None:
            return node
        shown = _shown(node), _shown(changed)
        self.found.append((getattr(node, "lineno", 0), *shown))
        return changed if len(self.found) - 1 == self._place else node

    def _visit_field(self, node: ast.AST, name: str, old: object) -> None:
        if isinstance(old, list):
            setattr(node, name, [self.visit(x) if isinstance(x, ast.AST) else x for x in old])
        elif isinstance(old, ast.AST):
            setattr(node, name, self.visit(old))

    def visit_If(self, node: ast.If) -> ast.AST:
        return node if _shown(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Skip docstrings and lines of the log."""
        told = _shown(node).startswith("_log.")
        return node if told or isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        """Skip the strictness of ``zip``, which nothing but a mistake needs."""
        return node if node.arg == "strict" else self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node


def _changed(node: ast.AST) -> ast.AST | None:
    """Another node in place of this one; None where nothing is changed."""
    other = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[operator, *_]) if type(operator) in _OTHER:
            other.ops[0] = _OTHER[type(operator)]()
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) | ast.BoolOp(op=operator) if (
            type(operator) in _OTHER
        ):
            other.op = _OTHER[type(operator)]()
        case ast.Constant(value=bool() as value):
            other.value = not value
        case ast.Constant(value=int() | float() as value):
            other.value = value + 1
        case ast.Call(func=ast.Name(id=name) as function) if name in _CALLS:
            function.id = _CALLS[name]
        case ast.IfExp():
            other.test = ast.UnaryOp(ast.Not(), other.test)
        case _:
            return _without(other)
    return other


def _without(node: ast.AST) -> ast.AST | None:
    """What is left without what a node does; None where that is not tried."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Call(func=ast.Name(id="reversed"), args=[only]):
            return only
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Delete() | ast.Continue():
            return ast.copy_location(ast.Pass(), node)
    return None


def _shown(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def mutants(module: Module) -> list[Mutant]:
    """Every change of a module."""
    mutator = _Mutator()
    mutator.visit(copy.deepcopy(module.tree))
    found = enumerate(mutator.found)
    return [Mutant(module, place, line, old, new) for place, (line, old, new) in found]


def changed_code(mutant: Mutant, path: str) -> CodeType:
    """The module with the change."""
    tree = _Mutator(mutant.place).visit(copy.deepcopy(mutant.module.tree))
    return compile(ast.fix_missing_locations(tree), path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module in place of the one in its file."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._mutant.module.name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.origin is not None
        code = changed_code(self._mutant, spec.origin)

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, _name: str) -> CodeType:
                return code

        spec.loader = Loader(name, spec.origin)
        return spec


def imports(modules: Mapping[str, Module]) -> dict[str, set[str]]:
    """Which of the modules each of them imports."""
    return {name: set(_imported(module, modules)) for name, module in modules.items()}


def _imported(module: Module, known: Mapping[str, Module]) -> Iterator[str]:
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names=names):
                found = [each.name for each in names]
            case ast.ImportFrom(module=source, names=names, level=level):
                base = source or ""
                if level:
                    base = importlib.util.resolve_name("." * level + base, package)
                found = [base, *(f"{base}.{each.name}" for each in names)]
            case _:
                continue
        yield from (name for name in found if name in known)


def read_tests(root: Path) -> dict[str, Module]:
    """The files of the tests, whose directories are on the path: by the stem of their names."""
    return {
        path.stem: Module(path.stem, False, text, ast.parse(text))
        for path in sorted((root / "tests").rglob("*.py"))
        for text in (path.read_text(encoding="utf-8"),)
    }


def nearest_tests(
    name: str, importers: Mapping[str, set[str]], tests: Mapping[str, Path]
) -> list[Path]:
    """Tests that import a module: its own, others directly, and those that drive the bot.

    Its own are in the directory of its package. Those with a name like the module's come first.
    """
    steps = {name: 0}
    queue = [name]
    for each in queue:
        for other in sorted(importers.get(each, ())):
            if other not in steps:
                steps[other] = steps[each] + 1
                queue.append(other)
    package = name.split(".")[1:-1]
    words = _words(name.rpartition(".")[2])

    def order(test: str) -> tuple[int, bool, int]:
        return -len(words & _words(test)), package != _package(tests[test]), steps[test]

    reached = sorted((each for each in steps if each in tests), key=order)
    near = [each for each in reached if steps[each] == 1 or _package(tests[each]) == package]
    driving = [each for each in reached if each.startswith("test_e2e") and each not in near]
    return [tests[each] for each in (*near[:MOST_NEAR], *driving[:MOST_DRIVING])]


def _package(test: Path) -> list[str]:
    directories = [*test.relative_to(HERE / "tests").parts[:-1]]
    return directories[1:] if directories[:1] == ["cogs"] else directories


def _words(name: str) -> set[str]:
    return {word.removesuffix("s") for word in name.split("_")} - {"test", "table", "card"}


def unnoticed(changes: Sequence[Mutant | None], files: Sequence[Path]) -> list[Mutant | None]:
    """Those of a module's changes with which the tests pass; None is no change.

    The tests are collected once, and run for each change in a copy of the process. What stands
    outside of functions is changed before the module is imported.
    """
    outside = [each for each in changes if each and not _changed_functions(each)]
    inside = [each for each in changes if each not in outside]
    passed: list[Mutant | None] = [
        each for each in outside if _all_passed(files, _Finder(each)) == [0]
    ]
    if inside:
        passed += [inside[place] for place in _all_passed(files, _Repeated(inside))]
    return passed


def _all_passed(files: Sequence[Path], by: _Finder | _Repeated) -> list[int]:
    """Run tests in a process of its own; the places of the changes with which they passed."""
    results, told = os.pipe()
    child = os.fork()
    if not child:
        _run_tests(files, by, told)
    os.close(told)
    with os.fdopen(results) as lines:
        passed = [*map(int, lines.read().split())]
    os.waitpid(child, 0)
    return passed


def _run_tests(files: Sequence[Path], by: _Finder | _Repeated, told: int) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nowhere, descriptor)
        import pytest  # noqa: PLC0415

        plugin = by if isinstance(by, _Repeated) else _Repeated([None])
        plugin.told = told
        if isinstance(by, _Finder):
            sys.meta_path.insert(0, by)
        options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", _IMPORTED)
        pytest.main([*options, *map(str, files)], [plugin])
    finally:
        os._exit(0)


class _Repeated:
    """A plugin of pytest that runs the collected tests for each change, and tells which passed."""

    def __init__(self, changes: Sequence[Mutant | None]) -> None:
        self._changes = changes
        self.told = 0

    def pytest_runtestloop(self, session: Any) -> bool:  # noqa: ANN401  # pytest has it
        if session.testsfailed:
            return True
        for place, mutant in enumerate(self._changes):
            child = os.fork()
            if not child:
                self._run(session, mutant)
            if _ended(child) == 0:
                os.write(self.told, f"{place}\n".encode())
        return True

    def _run(self, session: Any, mutant: Mutant | None) -> None:  # noqa: ANN401
        status = 1
        try:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_TIME, PROCESSOR_TIME))
            if mutant is not None:
                _change_functions(mutant)
            from _pytest.main import pytest_runtestloop  # noqa: PLC0415

            pytest_runtestloop(session)
            status = 1 if session.testsfailed else 0
        finally:
            os._exit(status)


def _ended(child: int) -> int:
    """The status of a process; 1 of one that does not end by itself."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.01)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and its classes, without those within functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & inspect.CO_OPTIMIZED:
                yield each
            else:
                yield from _functions(each)


def _changed_functions(mutant: Mutant, path: str = "") -> list[tuple[CodeType, CodeType]]:
    """The code of functions before and after a change."""
    before = _functions(compile(copy.deepcopy(mutant.module.tree), path, "exec"))
    after = _functions(changed_code(mutant, path))
    return [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]


def _change_functions(mutant: Mutant) -> None:
    path = sys.modules[mutant.module.name].__file__
    assert path is not None
    changed = {(old.co_name, old.co_firstlineno): new for old, new in _changed_functions(mutant)}
    gc.unfreeze()  # what the tests have frozen would not be found
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            place = each.__code__.co_name, each.__code__.co_firstlineno
            each.__code__ = changed.get(place, each.__code__)


def _importers(modules: Mapping[str, Module]) -> dict[str, set[str]]:
    """The modules and tests that import each module."""
    importers: dict[str, set[str]] = {}
    for name, imported in imports({**modules, **read_tests(HERE)}).items():
        for each in imported:
            importers.setdefault(each, set()).add(name)
    return importers


def _is_chosen(name: str) -> bool:
    return name.startswith(PACKAGES) and not _is_revision(name)


def _is_revision(name: str) -> bool:
    """Whether Alembic loads a module by itself, so that no change reaches it."""
    return ".migrations" in name


def modules_in(path: Path, modules: Mapping[str, Module]) -> set[str]:
    """The names of the modules in a file or a directory."""
    return {
        name
        for name, module in modules.items()
        if _file_of(module).is_relative_to(path.resolve()) and not _is_revision(name)
    }


def changes_in(where: str, modules: Mapping[str, Module]) -> list[Mutant]:
    """The changes of a file, of a directory, or of a line as in ``bot/cards/deal.py:12``."""
    path, _, line = where.partition(":")
    names = sorted(modules_in(Path(path), modules))
    found = [each for name in names for each in mutants(modules[name])]
    return [each for each in found if line in ("", str(each.line))]


def _file_of(module: Module) -> Path:
    path = HERE.joinpath(*module.name.split("."))
    return path / "__init__.py" if module.is_package else path.with_suffix(".py")


def main() -> int:
    """Draw changes, try each, print those that nothing notices; 1 if there are any, else 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=_number, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", metavar="FILE")
    chosen = parser.parse_args()
    modules = read_modules(HERE)
    named = {where: changes_in(where, modules) for where in chosen.files}
    for where, found in named.items():
        if not found:
            parser.error(f"{where} has nothing that can be changed, unlike bot/core/chance.py")
    possible = [*dict.fromkeys(chain.from_iterable(named.values()))] or [
        each for name in sorted(filter(_is_chosen, modules)) for each in mutants(modules[name])
    ]
    importers = _importers(modules)
    places = {path.stem: path for path in (HERE / "tests").rglob("test_*.py")}
    drawn = random.Random(chosen.seed).sample(possible, min(chosen.number, len(possible)))  # noqa: S311
    known = WITHOUT_EFFECT.read_text(encoding="utf-8").splitlines()
    for name in _HEAVY:
        importlib.import_module(name)
    missed = 0
    for name, group in groupby(sorted(drawn, key=by_module), key=by_module):
        left = [each for each in group if str(each) not in known]
        files = nearest_tests(name, importers, places)
        for start, end in pairwise(STEPS):
            if left and (part := files[start:end]):
                sound = () if start else (None,)
                passed = unnoticed([*sound, *left], part)
                if sound and None not in passed:
                    sys.exit(f"{part[0]} fails without a change, too.")
                left = [each for each in passed if each is not None]
        missed += len(left)
        for mutant in left:
            print(f"{name}:{mutant.line}\n  {mutant}", flush=True)
    print(f"{len(drawn)} of {len(possible)} changes, {missed} not noticed")
    return 1 if missed else 0


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def by_module(mutant: Mutant) -> str:
    return mutant.module.name


if __name__ == "__main__":
    sys.exit(main())
