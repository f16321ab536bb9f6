"""The rules in short, a page a topic, with what differs by the edition or in a game."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from bot.i18n.rulesets import edition_name, title
from bot.rules.editions import CLASSIC, EDITIONS, RuleSet
from bot.table.errors import TableError
from cogs.text import bold, bullets

from .base import Click, Handler, Panel, container, menu, text
from .custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb, parse_choice

if TYPE_CHECKING:
    from bot.i18n import Words


class Topic(StrEnum):
    """A page of the rules, in reading order."""

    OBJECT = "object"
    TURN = "turn"
    PHASES = "phases"
    HITTING = "hitting"
    WILD_AND_SKIP = "wild_and_skip"
    SCORING = "scoring"
    EDITIONS = "editions"


def rules_panel(words: Words, topic: Topic, rules: RuleSet = CLASSIC, game: str = NO_GAME) -> Panel:
    """One page, with menus of the others and of the other editions.

    Args:
        words: the reader's language.
        topic: the page.
        rules: whose differences from the classic edition are told.
        game: the game that is played by these rules, if it is one.
    """
    heading, body = words(f"rules.{topic}.title"), words(f"rules.{topic}.text")
    topics = [(words(f"rules.{each}.title"), each.value) for each in Topic]
    others = [(edition_name(words, each), each) for each in EDITIONS if each != rules.edition]
    turn = CustomId(game, 0, Verb.TOPIC, (rules.edition, topic.value))
    change = CustomId(NO_GAME, 0, Verb.RULES_OF, (rules.edition, topic.value))
    return Panel(
        container(
            text(f"## {heading}", body, *_differing(words, topic, rules)),
            menu(words("rules.more"), turn, topics),
            menu(words("rules.choose_edition"), change, others),
        ),
    )


def _differing(words: Words, topic: Topic, rules: RuleSet) -> list[str]:
    differing = bullets(words, rules)
    if not differing:
        return ["", words("rules.nothing_differs")] if topic is Topic.EDITIONS else []
    return ["", bold(words("rules.differs", edition=title(words, rules))), *differing]


async def _open(click: Click) -> None:
    rules, game = _rules_of(click, CLASSIC)
    topic = Topic.OBJECT if rules == CLASSIC else Topic.EDITIONS
    await click.reply(rules_panel(click.words, topic, rules, game))


async def _turn_page(click: Click) -> None:
    topic = parse_choice(Topic, click.only)
    edition = click.meaning.args[0] if click.meaning.args else CLASSIC.edition
    rules, game = _rules_of(click, _edition(edition))
    panel = rules_panel(click.words, topic, rules, game)
    await click.interaction.response.edit_message(view=panel)


async def _change_edition(click: Click) -> None:
    topic = parse_choice(Topic, click.meaning.args[-1] if click.meaning.args else "")
    panel = rules_panel(click.words, topic, _edition(click.only))
    await click.interaction.response.edit_message(view=panel)


def _edition(name: str) -> RuleSet:
    if name not in EDITIONS:
        raise BadCustomIdError("no such edition")
    return EDITIONS[name]


def _rules_of(click: Click, otherwise: RuleSet) -> tuple[RuleSet, str]:
    """The rules of the game a component belongs to, and its id, while it is remembered."""
    if click.meaning.game == NO_GAME:
        return otherwise, NO_GAME
    try:
        return click.game.view(None).rules, click.meaning.game
    except TableError:
        return otherwise, NO_GAME


HANDLERS: dict[Verb, Handler] = {
    Verb.RULES: _open,
    Verb.TOPIC: _turn_page,
    Verb.RULES_OF: _change_edition,
}
