"""The rules in short, a page a topic."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from .base import Click, Handler, Panel, container, menu, text
from .custom_ids import NO_GAME, CustomId, Verb, parse_choice

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


def rules_panel(words: Words, topic: Topic) -> Panel:
    """One page, with a menu of the others."""
    options = [(words(f"rules.{each}.title"), each.value) for each in Topic]
    title, body = words(f"rules.{topic}.title"), words(f"rules.{topic}.text")
    meaning = CustomId(NO_GAME, 0, Verb.TOPIC)
    return Panel(
        container(text(f"## {title}", body), menu(words("rules.more"), meaning, options)),
    )


async def _open(click: Click) -> None:
    await click.reply(rules_panel(click.words, Topic.OBJECT))


async def _turn_page(click: Click) -> None:
    topic = parse_choice(Topic, click.only)
    await click.interaction.response.edit_message(view=rules_panel(click.words, topic))


HANDLERS: dict[Verb, Handler] = {Verb.RULES: _open, Verb.TOPIC: _turn_page}
