"""A short tour of the rules of an edition or a game, one page for each topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord
from discord import app_commands

from bot import ASSETS
from bot.cards.phases import parse_phase
from bot.cards.rulesets import CLASSIC, EDITIONS, RuleSet
from bot.core.states import AnyRules, AnyView
from bot.game_types import ALL_EDITIONS, game_type_for, rules_named
from bot.i18n import Translator
from bot.i18n.phrases import phase_name
from bot.i18n.rulesets import card_points, title
from bot.seating import Lobby
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import (
    NO_GAME,
    BadCustomIdError,
    CustomId,
    EditionRules,
    Verb,
)
from cogs.base.screens import PRIMARY, SECONDARY, Button, Drawing, FileLink, Menu, Screen
from cogs.base.slash_commands import command, make_choices
from cogs.base.text import bold, bullets, small
from cogs.live.game_messages import RulesPages, Topic, rules_pages
from cogs.pages.table_page import stay_button

from .guided import guided_button, is_newcomer
from .services import BaseCog
from .setting_fields import EDITION

Shown = AnyView | Lobby | None  # the game or lobby that rules are of
CHECKING_PAGE = ASSETS.parent / "docs" / "fair-shuffles.html"  # checks records offline


def first_page(rules: AnyRules, asked: Topic | None = None) -> Topic:
    """Return the page that is asked for, if these rules have it, else the one to begin with.

    Rules that differ from the classic ones not only in their phases begin with the differences.
    """
    topics = rules_pages(rules).topics
    if asked in topics:
        return asked
    if not isinstance(rules, RuleSet) or Topic.EDITIONS not in topics:
        return topics[0]
    classic = replace(rules, phases=CLASSIC.phases) == CLASSIC
    return topics[0] if classic else Topic.EDITIONS


def rules_with(topic: Topic | None) -> AnyRules:
    """Return the classic rules, or others if only those have the page that is asked for."""
    others = (rules for rules in ALL_EDITIONS.values() if topic in rules_pages(rules).topics)
    return CLASSIC if topic is None or topic in rules_pages(CLASSIC).topics else next(others)


def rules_screen(
    words: Translator,
    topic: Topic,
    rules: AnyRules = CLASSIC,
    drawings: Sequence[Drawing | None] = (),
    shown: Shown = None,
) -> Screen:
    """Build a page with its figures; ``shown`` is the game with these rules, if there is one."""
    game = _game_id(shown)
    tour = rules_pages(rules)
    words = words.about(game_type_for(rules.edition).name)
    faces = "".join(map(words.face, tour.faces.get(topic, ())))
    heading = f"{words(f'rules.{topic}.title')} {faces}".rstrip()
    topics = [(words(f"rules.{other}.title"), other.value) for other in tour.topics]
    # The text names the phases.
    figures = [name for name in tour.figures(topic, rules) if name != "phases"]
    described = [line for name in figures for line in ("", tour.as_text(words, name, rules))]
    page = words(
        "rules.page",
        page=tour.topics.index(topic) + 1,
        pages=len(tour.topics),
        edition=title(words, rules),
    )
    turn = CustomId(game, 0, Verb.TOPIC, (rules.edition, topic.value))
    change = CustomId.of(Verb.RULES_OF, rules.edition, topic.value)
    lines = [f"## {heading}", small(page), *_lines(words, topic, rules, shown)]
    notes = _notes(words, tour)
    return Screen.of(
        [*lines, *notes],
        *([FileLink(CHECKING_PAGE)] if topic is Topic.FAIR_SHUFFLES else []),
        _steps(words, topic, rules, game),
        Menu(words("rules.more"), turn, tuple(topics)),
        Menu(words("rules.choose_edition"), change, tuple(EDITION.options(words, rules.edition))),
        drawings=drawings,
        in_words=[*lines, *described, *notes],
    )


def _game_id(shown: Shown) -> str:
    if shown is None:
        return NO_GAME
    return shown.lobby_id if isinstance(shown, Lobby) else shown.game_id


def _steps(words: Translator, topic: Topic, rules: AnyRules, game: str) -> list[Button]:
    pages = rules_pages(rules).topics
    at = pages.index(topic)
    ways = (("terms.back", pages[:at][-1:], SECONDARY), ("rules.next", pages[at + 1 :], PRIMARY))
    buttons = [
        Button(words(key), CustomId(game, 0, Verb.RULES_PAGE, (rules.edition, to[0].value)), style)
        for key, to, style in ways
        if to
    ]
    if rules_pages(rules).guided:
        buttons.append(guided_button(words))
    return buttons


def _notes(words: Translator, tour: RulesPages) -> list[str]:
    notes = [small(words(key)) for key in tour.notes if words.has(key)]
    return ["", *notes] if notes else []


def _lines(words: Translator, topic: Topic, rules: AnyRules, shown: Shown) -> list[str]:
    if topic is Topic.EDITIONS:
        differing = _what_differs(words, rules, shown)
        return [words("rules.editions.text" if differing else "rules.nothing_differs"), *differing]
    if topic is Topic.FAIR_SHUFFLES:
        return list(_fair_shuffles(words, shown))
    phases = _phases(words, rules) if topic is Topic.PHASES else []
    key = f"rules.{topic}.text"
    text = [words(key, **card_points(rules))] if words.has(key) else []
    facts = rules_pages(rules).facts(words, rules, topic)
    lines = [words("table.difference", sentence=fact) for fact in facts]
    parts = [part for part in (text, phases, lines) if part]
    return [line for part in parts for line in ("", *part)][1:]


def _phases(words: Translator, rules: AnyRules) -> list[str]:
    return [
        words("rules.phase", number=number, phase=phase_name(words, phase))
        for number, phase in enumerate(map(parse_phase, rules.phases), 1)
    ]


def _fair_shuffles(words: Translator, shown: Shown) -> Iterator[str]:
    """Explain the hash of a lobby, a game or all games, and how to check it."""
    view = None if isinstance(shown, Lobby) else shown
    if view is None or view.beacon:
        yield from (words("rules.fair_shuffles.text"), "")
    if shown is None or (view is not None and not view.beacon):
        yield from (words("rules.fair_shuffles.alone"), "")
    yield words("rules.fair_shuffles.check")
    if shown is not None:
        yield from ("", words("rules.fair_shuffles.commitment", commitment=shown.commitment))
    if view is not None and view.beacon:
        yield words("rules.fair_shuffles.beacon", beacon=view.beacon)
    if view is not None and view.result is not None:
        yield words("rules.fair_shuffles.secret", secret=view.result.secret)


def _what_differs(words: Translator, rules: AnyRules, shown: Shown) -> list[str]:
    if rules == CLASSIC and shown is None:
        return [line for edition in EDITIONS.values() for line in _differences(words, edition)]
    return _differences(words, rules)


def _differences(words: Translator, rules: AnyRules) -> list[str]:
    lines = bullets(words, rules)
    if not lines:
        return []
    return ["", bold(words("rules.differs", edition=title(words, rules))), *lines]


_TOPICS = make_choices("rules.{}.title", [topic.value for topic in Topic])


class RulesCog(BaseCog):
    """Shows the tour of the rules."""

    @command("rules", edition_id=("edition", "rules_edition"), topic="topic")
    @app_commands.choices(edition_id=EDITION.choices(), topic=_TOPICS)
    async def rules(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        topic: str | None = None,
    ) -> None:
        asked = None if topic is None else Topic(topic)
        rules = rules_named(edition_id) if edition_id else rules_with(asked)
        await self._show(interaction, asked, rules)

    async def _show(
        self,
        interaction: discord.Interaction,
        asked: Topic | None,
        rules: AnyRules,
        shown: Shown = None,
    ) -> None:
        reader = await self.services.preferences.reader(interaction)
        topic = first_page(rules, asked)
        if (
            asked is None
            and topic is Topic.EDITIONS
            and await is_newcomer(self.services, interaction)
        ):
            # They do not know the classic rules from which these differ.
            topic = rules_pages(rules).topics[0]
        tour = rules_pages(rules)
        drawings = [
            tour.drawing(self.services.pictures(reader), name, rules)
            for name in tour.figures(topic, rules)
        ]
        screen = rules_screen(reader.words, topic, rules, drawings, shown)
        if manager := self.services.registry.by_game(_game_id(shown)):
            screen = screen.with_parts(stay_button(reader.words, manager, interaction.user.id))
        await self.show(interaction, screen)

    @on(Verb.RULES)
    async def _open(self, click: Click) -> None:
        rules, shown = _shown_rules(click, CLASSIC)
        await click.defer_private()
        await self._show(click.interaction, None, rules, shown)

    @on(Verb.TOPIC)
    async def _choose_page(
        self,
        click: Click,
        edition: EditionRules = CLASSIC,
        _shown: Topic = Topic.OBJECT,
        *,
        topic: Topic,
    ) -> None:
        # The shown page is in the id of the menu alone, which is another one on each page.
        rules, shown = _shown_rules(click, edition)
        await click.defer()
        await self._show(click.interaction, topic, rules, shown)

    @on(Verb.RULES_PAGE)
    async def _turn_page(self, click: Click, edition: EditionRules, topic: Topic) -> None:
        if topic not in rules_pages(_shown_rules(click, edition)[0]).topics:
            raise BadCustomIdError("no such page")
        await self._choose_page(click, edition, topic=topic)

    @on(Verb.RULES_OF)
    async def _change_edition(
        self, click: Click, _shown: EditionRules, topic: Topic, *, rules: EditionRules
    ) -> None:
        await click.defer()
        await self._show(click.interaction, topic, rules)


def _shown_rules(click: Click, otherwise: AnyRules) -> tuple[AnyRules, Shown]:
    """Return the rules and a view of the component's game or lobby, while it is in memory."""
    manager = click.registry.by_game(click.meaning.game)
    game_id = click.meaning.game
    if manager is None:
        return otherwise, None
    shown = manager.lobby
    if shown is None or shown.lobby_id != game_id:
        if manager.table is None or manager.table.game_id != game_id:
            return otherwise, None
        shown = manager.view(None)
    return shown.rules, shown
