"""The pages of the rules of each game: which there are, their figures and facts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.dice.dice import FACES, Face
from bot.i18n import Words
from bot.i18n.alt import figure_as_text, figure_holds
from bot.i18n.dice import dice_figure_as_text
from bot.i18n.rulesets import page_facts
from bot.rules.cards import Card, cards
from bot.rules.editions import RuleSet
from cogs.base.panels import Picture
from cogs.base.preferences import Reader
from cogs.live.pictures import Pictures


class Topic(StrEnum):
    """A page of the rules; those of the dice game alone are between those of the card game."""

    OBJECT = "object"
    DEAL = "deal"
    TEN_DICE = "ten_dice"
    TURN = "turn"
    PHASES = "phases"
    HITTING = "hitting"
    WILD_AND_SKIP = "wild_and_skip"
    SCORING = "scoring"
    ENDING = "ending"
    SOLO = "solo"
    EDITIONS = "editions"
    FAIR_SHUFFLES = "fair_shuffles"


@dataclass(frozen=True, kw_only=True)
class Tour:
    """The pages of a game's rules.

    Attributes:
        topics: in reading order.
        figures: the figures of a page that show what is so in a rule set.
        drawn: a figure as a picture.
        described: the same in words, where the page does not say it.
        facts: sentences for a page about what holds in a rule set.
        faces: examples of the cards, or the faces of dice, that a page is about.
        notes: the keys of sentences below each page, for the themes that have them.
    """

    topics: tuple[Topic, ...]
    figures: Callable[[Topic, Any], Sequence[str]]
    drawn: Callable[[Pictures, Reader, str, Any], Awaitable[Picture | None]]
    described: Callable[[Words, str, Any], str]
    facts: Callable[[Words, Any, Topic], Sequence[str]]
    faces: Mapping[Topic, tuple[Card | Face, ...]]
    notes: tuple[str, ...]


# -- the card game -------------------------------------------------------------------------


FIGURES_OF = {
    Topic.OBJECT: ("object",),
    Topic.TURN: ("turn",),
    Topic.PHASES: ("phases", "sets", "run", "colour"),
    Topic.HITTING: ("hit",),
    Topic.WILD_AND_SKIP: ("wild", "skip"),
    Topic.SCORING: ("scoring",),
}


def figures_of(topic: Topic, rules: RuleSet) -> list[str]:
    """Return the figures of a page that show what is so in a rule set of the card game."""
    names = [name for name in FIGURES_OF.get(topic, ()) if figure_holds(name, rules)]
    # Where the figure of the aim does not hold, the phases take its place.
    return names or (["phases"] if topic is Topic.OBJECT else [])


CARD_TOUR = Tour(
    topics=(
        Topic.OBJECT,
        Topic.DEAL,
        Topic.TURN,
        Topic.PHASES,
        Topic.HITTING,
        Topic.WILD_AND_SKIP,
        Topic.SCORING,
        Topic.EDITIONS,
        Topic.FAIR_SHUFFLES,
    ),
    figures=figures_of,
    drawn=Pictures.figure,
    described=figure_as_text,
    facts=page_facts,
    faces={
        Topic.PHASES: cards("R5 B5 G5"),
        Topic.HITTING: cards("Y6 R7 B8"),
        Topic.WILD_AND_SKIP: cards("W S"),
        Topic.SCORING: cards("R5 B10 S W"),
    },
    notes=("rules.cards",),
)


# -- the dice game -------------------------------------------------------------------------


DICE_FIGURES_OF = {
    Topic.TEN_DICE: ("dice",),
    Topic.TURN: ("turn",),
    Topic.PHASES: ("phases", "sets", "run", "colour", "wild"),
    Topic.SCORING: ("scoring",),
}
DICE_TOUR = Tour(
    topics=(
        Topic.OBJECT,
        Topic.TEN_DICE,
        Topic.TURN,
        Topic.PHASES,
        Topic.SCORING,
        Topic.ENDING,
        Topic.SOLO,
        Topic.FAIR_SHUFFLES,
    ),
    figures=lambda topic, _rules: DICE_FIGURES_OF.get(topic, ()),
    drawn=lambda pictures, reader, name, _rules: pictures.dice_figure(reader, name),
    described=lambda words, name, _rules: dice_figure_as_text(words, name),
    facts=lambda _words, _rules, _topic: (),
    faces={
        Topic.TEN_DICE: (FACES[0][5], FACES[6][0], FACES[7][4]),
        Topic.PHASES: (FACES[0][3], FACES[1][3], FACES[2][3]),
        Topic.SCORING: (FACES[0][3], FACES[3][5], FACES[7][4]),
    },
    notes=("rules.dice_suits",),
)
