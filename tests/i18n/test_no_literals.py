"""All sentences for players are in the catalogue, none in the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from bot import LOCALES

ROOT = LOCALES.parent.parent
SOURCES = sorted(
    path
    for folder in ("cogs", "bot/table", "bot/render", "bot/i18n")
    for path in (ROOT / folder).rglob("*.py")
)
# Two words one after another, or one that begins like a sentence.
PROSE = re.compile(r"[^\W\d_]{2,}[,.!?…]?\s+[^\W\d_]|^\s*[^\W\d_a-z][a-zà-ÿ]{2,}[.!?…]?\s*$")
# Only developers and operators read what these are given.
UNREAD_CALLS = re.compile(
    r"_log\.\w+|\w*Error|AssertionError|namedtuple|TypeVar|re\.compile|Counter|Histogram|Gauge"
)


def names_of_calls(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def is_unread(node: ast.AST) -> bool:
    """Whether players never read what stands in this node."""
    if isinstance(node, ast.Assert | ast.Raise):
        return True
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) in {"__all__", "_FOR_OPERATORS"}
    return bool(UNREAD_CALLS.fullmatch(names_of_calls(node)))


def literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The string literals that a player might read, with their lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring
        if is_unread(child) or is_annotation(node, child):
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.lineno, child.value
        yield from literals(child)


def is_annotation(parent: ast.AST, child: ast.AST) -> bool:
    return child is getattr(parent, "annotation", None) or child is getattr(parent, "returns", None)


def prose(source: str) -> list[tuple[int, str]]:
    return [(line, text) for line, text in literals(ast.parse(source)) if PROSE.search(text)]


def test_sentences_come_from_the_catalogue() -> None:
    found = {str(path.relative_to(ROOT)): prose(path.read_text("utf-8")) for path in SOURCES}
    assert len(found) > 100
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_sentence_is_found_where_players_would_read_it() -> None:
    for line in (
        "panel(text('Draw a card.'))",
        "send_message(f'{name} went out')",
        "LABELS = {'skip': 'Skip'}",
        "name = seat.name or 'Somebody'",
    ):
        assert len(prose(line)) == 1, line
    for line in (
        "words('table.draw', name=name)",
        "_log.warning('a hand was not edited: %s', error)",
        "raise BadCustomIdError('one choice expected')",
        "assert table is not None, 'a game has a table'",
        "verb: 'Some Type' = 'draw'",
        "def f():\n    'Draw a card.'",
    ):
        assert prose(line) == [], line
