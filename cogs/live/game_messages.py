"""The contents of messages that differ by game: table, hands, scores, replays and rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, cast

from bot.cards.actions import Source
from bot.cards.cards import Card, cards
from bot.cards.events import Drew
from bot.cards.marked_cards import HandOrder, in_order
from bot.cards.rulesets import RuleSet
from bot.cards.state import Stage
from bot.cards.views import PlayerView
from bot.core.events import AnyEvent, EndReason
from bot.core.game_type import AnyGameType
from bot.core.states import AnyRules, AnyView
from bot.dice.dice import FACES, Face
from bot.dice.events import Rolled
from bot.dice.views import DiceView
from bot.game_types import CARDS, DICE, game_type_for
from bot.i18n import Translator
from bot.i18n.alt import figure_as_text, figure_holds, scores_sentences, table_sentences
from bot.i18n.dice import dice_figure_alt, dice_news, dice_scores_sentences, dice_table_sentences
from bot.i18n.endings import hand_end_sentences, lead
from bot.i18n.news import news_lines
from bot.i18n.phrases import card_names
from bot.i18n.rulesets import page_facts
from bot.render import Avatar
from bot.results.past_games import PastGame
from bot.seating import LiveGame, SeatRequest
from bot.storage.challenge import is_first_game
from bot.storage.errors import StoreError
from bot.table.manager import GameManager
from bot.table.replays import Moment
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Drawing, Picture, Screen
from cogs.base.text import bold, escaped, with_names
from cogs.live.new_achievements import NO_REWARDS, GameRewards
from cogs.live.pictures import Pictures
from cogs.live.services import LiveServices
from cogs.pages import table_page
from cogs.pages.challenge_page import challenge_button
from cogs.pages.dice_page import DiceHandPage, chosen, dice_table_screen
from cogs.pages.hand_page import NOTHING, Aside, HandPage


@dataclass(frozen=True)
class HandRequest:
    """The content of a player's private message, read at one moment."""

    user_id: int
    game: LiveGame
    seats: tuple[Avatar, ...]
    order: HandOrder = HandOrder.NUMBER
    aside: Aside = NOTHING

    @property
    def seat_request(self) -> SeatRequest | None:
        """The oldest request for a seat that the player may answer as the host."""
        table = self.game.table
        return table.open_request if self.user_id == table.host_id else None


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


class GameMessages(ABC):
    """The messages of running games of one type."""

    # Whether the private message shows what no other does, so that it is opened at the start.
    has_private_hand: ClassVar[bool]

    @abstractmethod
    def table(
        self, pictures: Pictures, manager: GameManager, rewards: GameRewards = NO_REWARDS
    ) -> Screen:
        """Build the public message. Raises TableError ``no_game``."""

    @abstractmethod
    def due(self, words: Translator, view: Any) -> str:  # noqa: ANN401  # of the type of game
        """Say what the viewer has to do, whose turn it is."""

    @abstractmethod
    def hand(self, pictures: Pictures, request: HandRequest) -> Screen:
        """Build the private message of a player in the running game; may take milliseconds."""

    @abstractmethod
    def scores(self, pictures: Pictures, manager: GameManager) -> Screen: ...

    def is_passing(self, _news: Sequence[AnyEvent], _view: AnyView) -> bool:
        """Return whether something follows at once, so that a hand need not show this."""
        return False


class ReplayPages(ABC):
    """The pages that replay finished games of one type, moment by moment."""

    @abstractmethod
    def news(self, words: Translator, moment: Moment, names: Sequence[str]) -> Iterator[str]:
        """Say what happened, with the names of the players."""

    @abstractmethod
    def more(self, words: Translator, moment: Moment, names: Sequence[str]) -> Iterator[str]:
        """Say how the player stands after it, for small letters."""

    @abstractmethod
    def drawing(
        self, pictures: Pictures, past: PastGame, moment: Moment, caption: str
    ) -> Drawing | None:
        """Draw it; the caption says what happened, where the picture does not show that."""

    @abstractmethod
    def as_text(self, words: Translator, moment: Moment) -> list[str]:
        """Say it in words."""


@dataclass(frozen=True)
class RulesPages:
    """The pages of a game's rules."""

    topics: tuple[Topic, ...]  # in reading order
    faces: Mapping[Topic, tuple[Card | Face, ...]]  # examples of what a page is about
    notes: tuple[str, ...]  # keys of sentences below each page, for the themes that have them
    figures: Callable[[Topic, Any], Sequence[str]]  # the figures that are true in a rule set
    drawing: Callable[[Pictures, str, Any], Drawing | None]  # draws a figure
    as_text: Callable[[Translator, str, Any], str]  # says it in words
    facts: Callable[[Translator, Any, Topic], Sequence[str]] = lambda *_: ()  # of a rule set
    guided: bool = False  # whether a guided hand teaches this game


def find_game_messages(game_type: AnyGameType) -> GameMessages:
    return _MESSAGES[game_type.name]


async def table_screen(
    services: LiveServices, reader: DisplayOptions, manager: GameManager
) -> Screen:
    """Build the channel's message. Raises TableError ``no_game``."""
    if manager.game.unplayed:
        return table_page.unplayed_screen(reader.words, manager)
    shown = await _table(services, reader, manager)
    if not reader.pictures:
        in_words = tuple(table_page.all_in_words(reader.words, shown.in_words))
        shown = replace(shown, in_words=in_words)
    shown = table_page.with_pause(shown, reader.words, manager.game)
    return table_page.with_early_end(shown, reader.words, manager.game)


async def own_result(
    services: LiveServices, reader: DisplayOptions, manager: GameManager, request: HandRequest
) -> Screen:
    """Build a player's message at the end of a game or a private hand; raises ``no_game``."""
    if manager.game.unplayed:
        return table_page.unplayed_screen(reader.words, manager)
    seat = manager.find_seat(request.user_id)
    aside = request.aside
    shown = await _table(services, reader, manager, seat)
    if aside.animation is not None:
        shown = replace(shown, drawings=(aside.animation,))
    shown = shown.around(above=[aside.notice] if aside.notice else ())
    screen = table_page.result_screen(reader.words, manager, shown, request.order)
    if await _counts_in_challenge(services, manager):
        return screen.with_parts([challenge_button(reader.words)])
    return screen


async def _counts_in_challenge(services: LiveServices, manager: GameManager) -> bool:
    """Return whether a private game that is over was a first one of a challenge."""
    if manager.running or not manager.is_private:
        return False
    try:
        return await services.store.read(is_first_game, manager.game.table.game_id)
    except StoreError:
        # The result is shown in any case.
        return False


async def _table(
    services: LiveServices, reader: DisplayOptions, manager: GameManager, seat: int | None = None
) -> Screen:
    rewards = await services.achievements.of_table(reader.words, manager, seat)
    messages = find_game_messages(manager.game.game_type)
    return messages.table(services.pictures(reader), manager, rewards).around(below=rewards.lines)


def replay_pages(past: PastGame) -> ReplayPages:
    return _REPLAYS[game_type_for(past.edition).name]


def rules_pages(rules: AnyRules) -> RulesPages:
    return _RULES[game_type_for(rules.edition).name]


def _over(words: Translator, view: AnyView, names: Sequence[str]) -> Iterator[str]:
    if view.result is None:
        return
    if view.result.reason is EndReason.ABANDONED:
        leading = lead(words, cast("PlayerView | DiceView", view), names)
        yield f"{leading}." if leading else words("table.abandoned")
        return
    winners = words.list([names[seat] for seat in view.result.winners])
    yield words.plural("table.over", len(view.result.winners), names=winners)


def _scores(words: Translator, drawing: Drawing | None, in_words: list[str]) -> Screen:
    title = words("table.scores_title")
    return Screen.of([title], drawings=[drawing], in_words=[bold(title), *in_words])


# -- the card game -------------------------------------------------------------------------


class _CardMessages(GameMessages):
    has_private_hand = True

    def table(
        self, pictures: Pictures, manager: GameManager, rewards: GameRewards = NO_REWARDS
    ) -> Screen:
        words = pictures.words
        shown = manager.shown
        game = shown.game
        view = table_page.public_view(words, game)
        lines, in_words = table_page.table_texts(words, shown, rewards.changes, rewards.reader)
        return Screen.of(
            lines,
            table_page.table_buttons(words, view, paused=game.paused),
            table_page.request_row(words, view.game_id, game.table.open_request),
            drawings=[pictures.table(view, pictures.seats(manager), None, rewards, game.news)],
            in_words=in_words,
        )

    def due(self, words: Translator, view: PlayerView) -> str:
        return words("hand.draw_now" if view.stage is Stage.DRAW else "hand.your_turn")

    def hand(self, pictures: Pictures, request: HandRequest) -> Screen:
        game = request.game
        view = cast("PlayerView", game.view(request.user_id))
        drawing: Drawing | Picture | None = request.aside.animation
        if drawing is None and view.stage not in (Stage.DEAL, Stage.OVER):
            drawing = pictures.hand(view, request.seats, request.order, game.news)
        page = HandPage(
            pictures.words,
            view,
            game.legal(request.user_id),
            request.order,
            request.aside,
            news=game.news,
            deadline=game.deadline,
            awaited=game.awaited,
            may_take_back=game.may_take_back(request.user_id),
            private=game.table.is_private,
            request=request.seat_request,
        )
        return page.screen(drawing)

    def scores(self, pictures: Pictures, manager: GameManager) -> Screen:
        words = pictures.words
        if not manager.game.scored:
            return Screen.of([words("table.no_scores")])
        return _scores(words, pictures.scores(manager), table_page.scores_as_text(words, manager))

    def is_passing(self, news: Sequence[AnyEvent], view: AnyView) -> bool:
        match news:
            case (*_, Drew(seat, Source.DRAW_PILE)):
                return bool(seat == view.turn and seat != view.me)
            case _:
                return False


class _CardReplay(ReplayPages):
    def news(self, words: Translator, moment: Moment, names: Sequence[str]) -> Iterator[str]:
        yield from news_lines(words, moment.events, names, moment.view.seats)
        yield from _over(words, moment.view, names)

    def more(self, words: Translator, moment: Moment, names: Sequence[str]) -> Iterator[str]:
        if moment.seat is None or moment.view.turn is None:
            return
        name = names[moment.seat]
        held = () if moment.own is None else moment.own.hand
        if held:
            cards = card_names(words, in_order(held, HandOrder.NUMBER))
            yield words("table.holds", name=name, cards=cards)
        else:
            yield words("table.holds_nothing", name=name)

    def drawing(
        self, pictures: Pictures, past: PastGame, moment: Moment, caption: str
    ) -> Drawing | None:
        return pictures.table(moment.view, pictures.seats(past), caption)

    def as_text(self, words: Translator, moment: Moment) -> list[str]:
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


def _card_figures(topic: Topic, rules: RuleSet) -> Sequence[str]:
    names = [name for name in FIGURES_OF.get(topic, ()) if figure_holds(name, rules)]
    # Where the figure of the aim is not true, the phases take its place.
    return names or (["phases"] if topic is Topic.OBJECT else [])


_CARD_RULES = RulesPages(
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
    faces={
        Topic.PHASES: cards("R5 B5 G5"),
        Topic.HITTING: cards("Y6 R7 B8"),
        Topic.WILD_AND_SKIP: cards("W S"),
        Topic.SCORING: cards("R5 B10 S W"),
    },
    notes=("rules.cards",),
    figures=_card_figures,
    drawing=Pictures.figure,
    as_text=figure_as_text,
    facts=page_facts,
    guided=True,
)


# -- the dice game -------------------------------------------------------------------------


class _DiceMessages(GameMessages):
    has_private_hand = False

    def table(
        self, pictures: Pictures, manager: GameManager, rewards: GameRewards = NO_REWARDS
    ) -> Screen:
        view = table_page.public_view(pictures.words, manager.game)
        table = manager.game.table
        keep = chosen(view, table.marks)
        drawing = pictures.dice(view, pictures.seats(manager), keep, rewards)
        return dice_table_screen(pictures.words, manager, drawing, rewards.changes, rewards.reader)

    def due(self, words: Translator, view: DiceView) -> str:
        return words("hand.your_turn" if view.roll else "dice.hand.roll")

    def hand(self, pictures: Pictures, request: HandRequest) -> Screen:
        view = cast("DiceView", request.game.view(request.user_id))
        game = request.game
        drawing = pictures.dice(view, request.seats, chosen(view, game.table.marks))
        asked = request.seat_request
        page = DiceHandPage(pictures.words, view, game, request.aside, request=asked)
        return page.screen(drawing)

    def scores(self, pictures: Pictures, manager: GameManager) -> Screen:
        words = pictures.words
        view = manager.view(None)
        drawing = pictures.dice_scores(view, pictures.seats(manager))
        return _scores(words, drawing, dice_scores_sentences(words, with_names(view, escaped)))


class _DiceReplay(ReplayPages):
    def news(self, words: Translator, moment: Moment, names: Sequence[str]) -> Iterator[str]:
        yield from dice_news(words, moment.events, names)
        view = moment.view
        if view.solo and view.result is not None and view.result.winners:
            yield words.plural("dice.table.finished", view.seats[0].total, name=names[0])
        else:
            yield from _over(words, view, names)

    def more(self, words: Translator, moment: Moment, _names: Sequence[str]) -> Iterator[str]:
        rolls = sum(isinstance(event, Rolled) for event in moment.events)
        if rolls:
            yield words.plural("table.rolls", rolls)

    def drawing(
        self, pictures: Pictures, past: PastGame, moment: Moment, _caption: str
    ) -> Drawing | None:
        return pictures.dice(moment.view, pictures.seats(past))

    def as_text(self, words: Translator, moment: Moment) -> list[str]:
        view = with_names(moment.view, escaped)
        if view.result is not None:
            return dice_scores_sentences(words, view)
        return dice_table_sentences(words, view)


DICE_FIGURES_OF = {
    Topic.TEN_DICE: ("dice",),
    Topic.TURN: ("turn",),
    Topic.PHASES: ("phases", "sets", "run", "colour", "wild"),
    Topic.SCORING: ("scoring",),
}


_DICE_RULES = RulesPages(
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
    faces={
        Topic.TEN_DICE: (FACES[0][5], FACES[6][0], FACES[7][4]),
        Topic.PHASES: (FACES[0][3], FACES[1][3], FACES[2][3]),
        Topic.SCORING: (FACES[0][3], FACES[3][5], FACES[7][4]),
    },
    notes=("rules.dice_suits",),
    figures=lambda topic, _rules: DICE_FIGURES_OF.get(topic, ()),
    drawing=lambda pictures, name, _rules: pictures.dice_figure(name),
    as_text=lambda words, name, _rules: dice_figure_alt(words, name),
)
_MESSAGES: dict[str, GameMessages] = {CARDS.name: _CardMessages(), DICE.name: _DiceMessages()}
_REPLAYS: dict[str, ReplayPages] = {CARDS.name: _CardReplay(), DICE.name: _DiceReplay()}
_RULES: dict[str, RulesPages] = {CARDS.name: _CARD_RULES, DICE.name: _DICE_RULES}
