"""What messages show of each game: its table, hands, scores, steps and rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.dice.dice import FACES, Face
from bot.dice.events import Rolled
from bot.dice.views import DiceView
from bot.games.events import AnyEvent, EndReason
from bot.games.states import Displayed
from bot.games.system import AnyGame
from bot.i18n import Words
from bot.i18n.alt import figure_as_text, figure_holds, scores_sentences, table_sentences
from bot.i18n.dice import (
    dice_figure_as_text,
    dice_news,
    dice_scores_sentences,
    dice_table_sentences,
)
from bot.i18n.endings import hand_end_sentences
from bot.i18n.news import news_lines
from bot.i18n.phrases import card_names
from bot.i18n.rulesets import length_names, page_facts, title
from bot.rules.actions import Source
from bot.rules.cards import Card, cards
from bot.rules.editions import RuleSet
from bot.rules.events import Drew
from bot.rules.marked_cards import HandOrder, in_order
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.scores.results import PastGame
from bot.systems import CARDS, DICE, system_of
from bot.table.manager import GameManager
from bot.table.past_games import Moment
from bot.work_queue import Urgency
from cogs.base.panels import Panel, Picture
from cogs.base.preferences import Reader
from cogs.base.text import bold, escaped, small, with_names
from cogs.live.new_achievements import NO_GAINS, Gains
from cogs.live.pictures import Pictures
from cogs.pages.dice_page import private_page, table_page
from cogs.pages.hand_page import hand_as_text, hand_page, hand_panel
from cogs.pages.table_page import (
    Message,
    TableContent,
    all_in_words,
    reaction_rows,
    request_row,
    scores_as_text,
    table_as_text,
    table_lines,
    table_panel,
)


@dataclass(frozen=True)
class HandRequest:
    """What a player's private message is to show."""

    user_id: int
    order: HandOrder
    # The card about which the player is asked before it is discarded.
    asked: Card | None
    # A sentence above the rest, or below the picture with a hint.
    notice: str
    # The action that the player was advised.
    hint: Displayed | None = None
    # An animation that is shown in place of the picture.
    motion: Picture | None = None


@dataclass(frozen=True, kw_only=True)
class Steps:
    """What is shown of the steps of a system's finished games."""

    # What happened in a step, with the names of the players.
    news: Callable[[Words, Moment, Sequence[str]], Iterator[str]]
    # How the player stands after it, in small letters.
    more: Callable[[Words, Moment, Sequence[str]], Iterator[str]]
    # The step as a picture, with what happened in a line where it needs one.
    picture: Callable[[Pictures, Reader, PastGame, Moment, str], Awaitable[Picture | None]]
    as_text: Callable[[Words, Moment], list[str]]


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
    """The pages of a game's rules."""

    # In reading order.
    topics: tuple[Topic, ...]
    # The names of a page's figures that are true in a rule set.
    figures: Callable[[Topic, Any], Sequence[str]]
    picture: Callable[[Pictures, Reader, str, Any], Awaitable[Picture | None]]
    # A figure in words, empty where the page says the same.
    as_text: Callable[[Words, str, Any], str]
    # Sentences for a page about a rule set.
    facts: Callable[[Words, Any, Topic], Sequence[str]]
    # Examples of the cards, or the faces of dice, that a page is about.
    faces: Mapping[Topic, tuple[Card | Face, ...]]
    # The keys of sentences below each page, for the themes that have them.
    notes: tuple[str, ...]
    # Whether a guided hand teaches this game.
    guided: bool


@dataclass(frozen=True, kw_only=True)
class Display:
    """What messages show of the games of one system.

    Functions that draw are called in a turn of the queue that draws.
    """

    # The public message and its picture, with lines to be added to its text; raises ``no_game``.
    table: Callable[[Pictures, Reader, GameManager, Gains], Awaitable[Message]]
    # The same without controls; the end of a hand or game may be for the player in one seat.
    content: Callable[[Pictures, Reader, GameManager, Gains, int | None], Awaitable[TableContent]]
    # What the player whose turn it is, and whose view this is, has to do.
    due: Callable[[Words, Displayed], str]
    # The private message of a player, who has this view, and its picture.
    hand: Callable[[Pictures, Reader, GameManager, Displayed, HandRequest], Awaitable[Message]]
    # The scores as lines and a picture; with a picture the lines are its title.
    scores: Callable[[Pictures, Reader, GameManager], Awaitable[tuple[list[str], Picture | None]]]
    # Whether the private message shows what no other does, so that it is opened at the start.
    hides: bool
    # Whether something else follows these events at once, so that a private message with this
    # view need not show them.
    is_passing: Callable[[Sequence[AnyEvent], Displayed], bool]
    steps: Steps
    tour: Tour


def display_of(system: AnyGame) -> Display:
    """Return what messages show of a system's games."""
    return _DISPLAYS[system.name]


def steps_of(past: PastGame) -> Steps:
    """Return what is shown of the steps of a finished game."""
    return display_of(system_of(past.edition)).steps


# -- both games ----------------------------------------------------------------------------


def _over(words: Words, view: Displayed, names: Sequence[str]) -> Iterator[str]:
    if view.result is None:
        return
    if view.result.reason is EndReason.ABANDONED:
        yield words("table.abandoned")
        return
    winners = words.list([names[seat] for seat in view.result.winners])
    yield words.plural("memories.over", len(view.result.winners), names=winners)


# -- the card game -------------------------------------------------------------------------


async def table_message(
    pictures: Pictures, reader: Reader, manager: GameManager, gains: Gains = NO_GAINS
) -> Message:
    """Build the table message and its picture.

    Raises:
        TableError: ``no_game``.
    """
    words, view = reader.words, manager.view(None)
    lines, picture = await table_content(pictures, reader, manager, gains)
    lines = [*lines, *gains.lines]
    if not reader.pictures:
        lines = all_in_words(words, lines)
    below = request_row(words, view.game_id, manager.game.table.open_request)
    below += reaction_rows(reader, manager.game)
    return table_panel(words, view, lines, picture, *below), picture


async def table_content(
    pictures: Pictures,
    reader: Reader,
    manager: GameManager,
    gains: Gains = NO_GAINS,
    seat: int | None = None,
) -> TableContent:
    """Return the text of the table message without what was earned, and its picture.

    At the end of a hand or game it may be for the player in one seat.

    Raises:
        TableError: ``no_game``.
    """
    words, view, changes = reader.words, manager.view(None), gains.changes
    if not reader.pictures:
        return table_as_text(words, manager, changes, seat), None
    # Made before the picture, so that both show the same state.
    whole = brief = table_lines(words, view, manager, changes, brief=True, reader=seat)
    if view.stage is Stage.DEAL:
        whole = table_lines(words, view, manager, changes, reader=seat)
    picture = await pictures.table(reader, view, pictures.seats(manager), gains=gains)
    return (whole if picture is None else brief), picture


async def _hand_of_cards(
    pictures: Pictures, reader: Reader, manager: GameManager, view: PlayerView, request: HandRequest
) -> Message:
    words, order, game = reader.words, request.order, manager.game
    legal, first = game.legal(request.user_id), manager.is_private and view.hand_number == 1
    between = view.stage in (Stage.DEAL, Stage.OVER)
    seats = pictures.seats(manager)
    picture = request.motion
    if picture is None and not between:
        picture = await pictures.hand(reader, view, seats, order)

    def panel() -> Panel:
        page = hand_page(
            words,
            view,
            legal,
            game.deadline,
            awaited=game.awaited,
            order=order,
            asked=request.asked,
            news=game.news,
        )
        lines = page.lines
        if first:
            # There was no lobby to say it.
            begun = " · ".join([*length_names(words, view.rules), title(words, view.rules)])
            lines = (*lines, small(begun))
        if picture is None:
            lines = (*lines, *hand_as_text(words, view, order))
        notice, hint = request.notice, request.hint
        page = replace(page, lines=lines)
        return hand_panel(words, page, view, order, picture=picture, notice=notice, hint=hint)

    return await pictures.work_queue.run(panel, Urgency.ANSWER), picture


async def _scores_of_cards(
    pictures: Pictures, reader: Reader, manager: GameManager
) -> tuple[list[str], Picture | None]:
    words = reader.words
    title = words("table.scores_title")
    picture = await pictures.scores(reader, manager)
    if picture is not None:
        return [title], picture
    if not manager.game.scored:
        return [words("table.no_scores")], None
    return [bold(title), *scores_as_text(words, manager)], None


def _drew_hidden(news: Sequence[AnyEvent], view: PlayerView) -> bool:
    match news:
        case (*_, Drew(seat, Source.DRAW_PILE)):
            return seat == view.turn and seat != view.me
        case _:
            return False


def _due_with_cards(words: Words, view: PlayerView) -> str:
    return words("hand.draw_now" if view.stage is Stage.DRAW else "hand.your_turn")


def _news_of_cards(words: Words, moment: Moment, names: Sequence[str]) -> Iterator[str]:
    yield from news_lines(words, moment.events, names, moment.view.seats)
    yield from _over(words, moment.view, names)


def _cards_held(words: Words, moment: Moment, names: Sequence[str]) -> Iterator[str]:
    if moment.seat is None or moment.view.turn is None:
        return
    name, held = names[moment.seat], () if moment.own is None else moment.own.hand
    if held:
        cards = card_names(words, in_order(held, HandOrder.NUMBER))
        yield words("memories.holds", name=name, cards=cards)
    else:
        yield words("memories.holds_nothing", name=name)


async def _past_cards(
    pictures: Pictures, reader: Reader, past: PastGame, moment: Moment, caption: str
) -> Picture | None:
    return await pictures.table(reader, moment.view, pictures.seats(past), caption)


def _cards_as_text(words: Words, moment: Moment) -> list[str]:
    view = with_names(moment.view, escaped)
    if view.stage is Stage.DEAL and view.hand_over:
        return hand_end_sentences(words, view)
    if view.stage in (Stage.DEAL, Stage.OVER):
        names = [seat.name for seat in view.seats]
        return scores_sentences(words, names, moment.scored, view.seats)
    return table_sentences(words, view)


FIGURES_OF = {
    Topic.OBJECT: ("object",),
    Topic.TURN: ("turn",),
    Topic.PHASES: ("phases", "sets", "run", "colour"),
    Topic.HITTING: ("hit",),
    Topic.WILD_AND_SKIP: ("wild", "skip"),
    Topic.SCORING: ("scoring",),
}


def figures_of(topic: Topic, rules: RuleSet) -> list[str]:
    """Return the figures of a page that are true in a rule set of the card game."""
    names = [name for name in FIGURES_OF.get(topic, ()) if figure_holds(name, rules)]
    # Where the figure of the aim is not true, the phases take its place.
    return names or (["phases"] if topic is Topic.OBJECT else [])


# -- the dice game -------------------------------------------------------------------------


async def dice_message(
    pictures: Pictures, reader: Reader, manager: GameManager, gains: Gains = NO_GAINS
) -> Message:
    """Build the table message and its picture.

    Raises:
        TableError: ``no_game``.
    """
    page = table_page(reader.words, manager, gains.changes)
    below = tuple(reaction_rows(reader, manager.game))
    page = replace(page, lines=(*page.lines, *gains.lines), below=below)
    if not reader.pictures:
        lines = all_in_words(reader.words, [*page.lines, *page.in_words])
        return replace(page, lines=tuple(lines), in_words=()).panel(None), None
    seats = pictures.seats(manager)
    picture = await pictures.dice(reader, page.view, seats, page.keep, gains)
    return page.panel(picture), picture


async def dice_content(
    pictures: Pictures, reader: Reader, manager: GameManager, gains: Gains, seat: int | None
) -> TableContent:
    """Return the text of the table message without what was earned, and its picture.

    The end of a game may be for the player in one seat.

    Raises:
        TableError: ``no_game``.
    """
    page = table_page(reader.words, manager, gains.changes, seat)
    seats = pictures.seats(manager)
    picture = await pictures.dice(reader, page.view, seats, page.keep, gains)
    return [*page.lines, *(page.in_words if picture is None else ())], picture


async def _private_dice(
    pictures: Pictures, reader: Reader, manager: GameManager, view: DiceView, request: HandRequest
) -> Message:
    page = replace(private_page(reader.words, manager, view, request.notice), hint=request.hint)
    picture = await pictures.dice(reader, view, pictures.seats(manager), keep=page.keep)
    return page.panel(picture), picture


async def _scores_of_dice(
    pictures: Pictures, reader: Reader, manager: GameManager
) -> tuple[list[str], Picture | None]:
    words, view = reader.words, manager.view(None)
    title = words("table.scores_title")
    picture = await pictures.dice_scores(reader, view, pictures.seats(manager))
    if picture is not None:
        return [title], picture
    return [bold(title), *dice_scores_sentences(words, with_names(view, escaped))], None


def _due_with_dice(words: Words, view: DiceView) -> str:
    return words("hand.your_turn" if view.roll else "dice.hand.roll")


def _news_of_dice(words: Words, moment: Moment, names: Sequence[str]) -> Iterator[str]:
    yield from dice_news(words, moment.events, names)
    view = moment.view
    if view.solo and view.result is not None and view.result.winners:
        yield words.plural("dice.table.finished", view.seats[0].total, name=names[0])
    else:
        yield from _over(words, view, names)


def _number_of_rolls(words: Words, moment: Moment, _names: Sequence[str]) -> Iterator[str]:
    rolls = sum(isinstance(event, Rolled) for event in moment.events)
    if rolls:
        yield words.plural("memories.rolls", rolls)


def _dice_as_text(words: Words, moment: Moment) -> list[str]:
    view = with_names(moment.view, escaped)
    if view.result is not None:
        return dice_scores_sentences(words, view)
    return dice_table_sentences(words, view)


async def _past_dice(
    pictures: Pictures, reader: Reader, past: PastGame, moment: Moment, _caption: str
) -> Picture | None:
    return await pictures.dice(reader, moment.view, pictures.seats(past))


DICE_FIGURES_OF = {
    Topic.TEN_DICE: ("dice",),
    Topic.TURN: ("turn",),
    Topic.PHASES: ("phases", "sets", "run", "colour", "wild"),
    Topic.SCORING: ("scoring",),
}


_DISPLAYS = {
    CARDS.name: Display(
        table=table_message,
        content=table_content,
        due=_due_with_cards,
        hand=_hand_of_cards,
        scores=_scores_of_cards,
        hides=True,
        is_passing=_drew_hidden,
        steps=Steps(
            news=_news_of_cards,
            more=_cards_held,
            picture=_past_cards,
            as_text=_cards_as_text,
        ),
        tour=Tour(
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
            picture=Pictures.figure,
            as_text=figure_as_text,
            facts=page_facts,
            faces={
                Topic.PHASES: cards("R5 B5 G5"),
                Topic.HITTING: cards("Y6 R7 B8"),
                Topic.WILD_AND_SKIP: cards("W S"),
                Topic.SCORING: cards("R5 B10 S W"),
            },
            notes=("rules.cards",),
            guided=True,
        ),
    ),
    DICE.name: Display(
        table=dice_message,
        content=dice_content,
        due=_due_with_dice,
        hand=_private_dice,
        scores=_scores_of_dice,
        hides=False,
        is_passing=lambda _news, _view: False,
        steps=Steps(
            news=_news_of_dice,
            more=_number_of_rolls,
            picture=_past_dice,
            as_text=_dice_as_text,
        ),
        tour=Tour(
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
            picture=lambda pictures, reader, name, _rules: pictures.dice_figure(reader, name),
            as_text=lambda words, name, _rules: dice_figure_as_text(words, name),
            facts=lambda _words, _rules, _topic: (),
            faces={
                Topic.TEN_DICE: (FACES[0][5], FACES[6][0], FACES[7][4]),
                Topic.PHASES: (FACES[0][3], FACES[1][3], FACES[2][3]),
                Topic.SCORING: (FACES[0][3], FACES[3][5], FACES[7][4]),
            },
            notes=("rules.dice_suits",),
            guided=False,
        ),
    ),
}
