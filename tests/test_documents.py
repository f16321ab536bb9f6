"""What README.md and the documents in docs/ say about commands, settings and numbers is so."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import MagicMock

import discord
import pytest
import typer
from babel import Locale
from discord import app_commands

from bot import __version__
from bot.cards.rulesets import EDITIONS
from bot.cli.commands import COMMANDS as TERMINAL_COMMANDS
from bot.cli.commands import app
from bot.i18n import languages
from bot.i18n.catalogue import DEFAULT_LOCALE
from bot.render import THEMES
from bot.render.pictures.emoji import EMOJI_CARDS, EMOJI_FACES
from bot.results.achievements import ACHIEVEMENTS
from bot.settings import Settings
from cogs.base.permissions import NEEDED, NEEDED_FOR_THREADS
from cogs.lobby import LobbyCog
from cogs.registration import OTHER_COGS, PHASE10_COGS
from scripts import document_commands
from scripts.translations import progress

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = (ROOT / "docs" / "commands.md").read_text()
DOCUMENTS = sorted(path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md"))
LINK = re.compile(r"""(?:src="|\]\()((?!https?:)[^")#]*)(?:#([^")]+))?[")]""")


def slash_commands() -> dict[str, set[str]]:
    """The options of each slash command as English readers see them."""
    options: dict[str, set[str]] = {}

    def add(command: app_commands.Command | app_commands.Group, group: str) -> None:
        if isinstance(command, app_commands.Group):
            for inner in command.commands:
                add(inner, f"{group}{command.name} ")
        else:
            names = {str(option.display_name) for option in command.parameters}
            options[f"/{group}{command.name}"] = names

    for cog in (*PHASE10_COGS, *OTHER_COGS):
        group = "phase10 " if cog in PHASE10_COGS else ""
        if cog.__cog_is_app_commands_group__:
            group = f"{cog.__cog_group_name__} "
        for command in cog.__cog_app_commands__:
            add(command, group)
    return options


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    asked = re.search(r"permissions=(\d+)", README)
    assert asked is not None
    needed = dict.fromkeys((*NEEDED, *NEEDED_FOR_THREADS), True)
    assert int(asked[1]) == discord.Permissions(**needed).value


def test_every_setting_is_listed_with_its_default() -> None:
    page = (ROOT / "docs" / "settings.md").read_text()
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", page, re.MULTILINE))
    assert rows == {
        name.upper(): "–" if field.default is None else f"`{field.default}`"
        for name, field in Settings.model_fields.items()
    }


def test_every_slash_command_is_listed_with_its_options() -> None:
    rows = re.findall(r"^\| `(/[^`]+)` \| [^|]+ \| ([^|]+) \|$", COMMANDS, re.MULTILINE)
    listed = {command: set(re.findall(r"\[(\w+)\]", does)) for command, does in rows}
    assert listed == slash_commands()
    assert f"| *{LobbyCog(MagicMock()).play_with.name}* on a person" in COMMANDS


def test_the_commands_of_the_readme_are_there() -> None:
    named = set(re.findall(r"^\| `(/[^`]+)` \|", README, re.MULTILINE))
    assert named
    assert named <= set(slash_commands())


def test_every_terminal_command_is_listed_with_options_that_it_has() -> None:
    group = typer.main.get_command(app)
    context = group.make_context("phase10", ["--help"], resilient_parsing=True)
    has = {
        name: {
            option
            for parameter in group.get_command(context, name).params  # type: ignore[attr-defined]
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        for name in TERMINAL_COMMANDS
    }
    rows = re.findall(r"^\| `phase10 ([a-z-]+)[^|]*\| (.+) \|$", COMMANDS, re.MULTILINE)
    named = {name: set(re.findall(r"`(--[a-z-]+)", does)) for name, does in rows}
    assert set(named) == set(has)
    for name, options in named.items():
        assert options <= has[name], name


@pytest.mark.parametrize("path", document_commands.DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_is_shown_is_there(path: Path) -> None:
    group = typer.main.get_command(app)
    context = group.make_context("phase10", ["--help"], resilient_parsing=True)
    makefile = (ROOT / "Makefile").read_text()
    for shown in document_commands.listed_commands(path.read_text()):
        line = re.sub(r"\$\(.*?\)", "x", document_commands.FILLED.get(shown, shown))
        if terminal := re.search(r"\bphase10 ([a-z].*?)(?= && | > |$)", line):
            name, *arguments = shlex.split(terminal[1])
            command = group.get_command(context, name)  # type: ignore[attr-defined]
            assert command is not None, line
            command.make_context(name, arguments, parent=context)
        elif target := re.match(r"make ([a-z]+)", line):
            assert re.search(rf"^{target[1]}:", makefile, re.MULTILINE), line
        elif module := re.search(r"\bpython3? -m (\S+)", line):
            assert find_spec(module[1]), line


def test_figures_of_the_program_are_right() -> None:
    operating = (ROOT / "docs" / "operating.md").read_text()
    faces = (len(EMOJI_CARDS) + len(EMOJI_FACES)) * len(THEMES)
    assert f"as emojis of its application: {faces} in four themes" in operating
    assert f"{len(ACHIEVEMENTS)} achievements" in README
    assert (len(EDITIONS), len(THEMES)) == (6, 4)  # "six", "four"


def test_every_complete_language_is_named_where_languages_are_listed() -> None:
    translating = (ROOT / "docs" / "translating.md").read_text()
    listed = [
        re.search(pattern, page, re.DOTALL)
        for pattern, page in (
            (r"# in (.+?): --locale", README),
            (r"everything in words, in\s(.+?)\.", README),
            (r"options are translated to (.+?)\.", COMMANDS),
            (r"is the source language; (.+?) are\scomplete", translating),
        )
    ]
    codes = re.search(r": --locale (.+)", README)
    assert all(listed)
    assert codes
    begun = {line.partition(":")[0] for line in progress()}
    for locale in set(languages()) - begun - {DEFAULT_LOCALE}:
        name = Locale.parse(locale).get_language_name("en")
        assert all(found and name in found[1] for found in listed), name
        assert locale.replace("_", "-") in codes[1].split(", "), locale
        assert f"(`{locale}`)" in translating, locale


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    releases = re.findall(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert releases[0] == __version__


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target, heading in LINK.findall(path.read_text()):
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), target
        if heading:
            assert heading in anchors(file.read_text()), heading


def anchors(page: str) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_drawing_of_packages_is_that_of_the_import_contract() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    drawing = page.split("```\ncli")[1].split("```")[0]
    drawn = [set(re.findall(r"\w+", line[:37])) for line in f"cli{drawing}".splitlines()]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(c["layers"] for c in contracts["contracts"] if c["name"] == "Imports run one way")
    floors = [set(re.findall(r"\w+", layer)) - {"bot"} for layer in layers[1:]]  # not __main__
    inner = [{"cogs", "live"}, {"cogs", "pages"}, {"cogs", "base"}]
    at = floors.index({"cogs"}) + 1
    assert drawn == [*floors[:at], *inner, *floors[at:]]
    packages = [path for path in (ROOT / "bot").iterdir() if path.suffix == ".py" or path.is_dir()]
    assert {path.stem for path in packages if "__" not in path.name} <= set().union(*drawn)


@pytest.mark.parametrize("product", ["dice", "daily", "cup"])
def test_every_place_that_knows_a_product_is_listed(product: str) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    listed = page.split("Other places that know a product:")[1].split("\n## ")[0]
    imports = rf"^from \S*\b{product}s?(_\w+)? import|^from \S*\b{product}s?\."
    knows = re.compile(imports, re.MULTILINE)
    for file in (file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")):
        inside = product in str(file.relative_to(ROOT)) or file.name == "dawn.py"
        if not inside and "samples" not in file.name and knows.search(file.read_text()):
            assert re.search(rf"`([\w/]*/)?{re.escape(file.name)}`", listed), file


def test_every_cache_with_a_limit_is_listed() -> None:
    page = (ROOT / "docs" / "operating.md").read_text()
    listed = page.split("### What is kept in memory")[1].split("\n## ")[0]
    named = re.findall(r"`([\w/]+\.py)`", listed)
    caches = re.compile(r"(?<!import )\b(?:LRUCache|TTLCache|lru_cache)\(")
    files = [file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")]
    keep = [str(file.relative_to(ROOT)) for file in files if caches.search(file.read_text())]
    keep.append("bot/table/registry.py")  # which has a cache of its own
    assert [file for file in keep if not any(file.endswith(name) for name in named)] == []
    assert [name for name in named if not any(file.endswith(name) for file in keep)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_is_named_is_there(path: Path) -> None:
    folders = ("bot", "cogs", "tests", "scripts", "bench", "assets", "docs")
    found = (file for folder in folders for file in (ROOT / folder).rglob("*.*"))
    files = {f"/{file.relative_to(ROOT)}" for file in found}
    for name in re.findall(r"`([a-z_\d/]+\.(?:py|c|toml|po))`", path.read_text()):
        if not (ROOT / name).exists():
            assert any(file.endswith(f"/{name}") for file in files), name


@pytest.mark.parametrize(
    "name", ["architecture.md", "changing-the-game.md", "computer-players.md", "pictures.md"]
)
def test_every_name_of_the_source_is_there(name: str) -> None:
    words = {
        str(file): set(re.findall(r"\w+", file.read_text()))
        for folder in ("bot", "cogs", "tests", "assets", "scripts")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".c", ".toml", ".po"} and file != Path(__file__)
    }
    source, page = set[str]().union(*words.values()), (ROOT / "docs" / name).read_text()
    for quoted in re.findall(r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`", page):
        if "." not in quoted or quoted.rpartition(".")[2] not in {"py", "c", "po", "toml"}:
            assert set(quoted.split(".")) <= source, quoted
    located = r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`\s+(?:in |of |\()`([\w/]+\.(?:py|po))`"
    for quoted, place in re.findall(located, page):
        there = (words[file] for file in words if file.endswith(f"/{place}"))
        assert set(quoted.split(".")) <= set[str]().union(*there), (quoted, place)


def test_the_rules_from_python_are_as_their_page_says() -> None:
    page = ROOT / "docs" / "rules-from-python.md"
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted
    assert not found.failed


WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for folder in ("bot", "cogs")
    for file in (ROOT / folder).rglob("*.py")
    if ">>> " in file.read_text()
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted
    assert not found.failed
