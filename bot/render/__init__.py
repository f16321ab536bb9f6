"""Pictures of games and results, drawn with Pillow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.analysis.review import Course
from bot.daily.views import DailySquare, DailyView
from bot.dice.dice import Face
from bot.dice.views import DiceView
from bot.i18n import Words, words_for
from bot.model import Lobby
from bot.rules.cards import Card
from bot.rules.editions import CLASSIC, RuleSet
from bot.rules.events import HandEnded
from bot.rules.hints import HandOrder
from bot.rules.views import Highlight, PlayerView
from bot.scores.achievements import Progress
from bot.scores.daily import DailyShare
from bot.scores.ratings import RatingChange
from bot.scores.results import Board, Champions, MemberStats

from .engine.animation import animated
from .engine.canvas import SeatLook
from .engine.cloth import CLOTHS
from .engine.patterns import BACKS
from .engine.theme import DEFAULT_THEME, THEMES, load_theme
from .pictures.achievements import paint_achievements
from .pictures.board import paint_board, paint_champions
from .pictures.chances import paint_chances
from .pictures.daily import paint_daily, paint_daily_share
from .pictures.dice_figures import DICE_FIGURES, paint_dice_figure
from .pictures.dice_scores import paint_dice_scores
from .pictures.dice_table import paint_dice_table
from .pictures.emoji import EMOJI_CARDS, EMOJI_FACES, emoji_face
from .pictures.figures import FIGURES, paint_figure
from .pictures.hand import paint_hand
from .pictures.hand_end import paint_hand_end
from .pictures.highlight import paint_highlight
from .pictures.lobby import paint_lobby
from .pictures.podium import paint_podium
from .pictures.rating_chart import paint_rating_chart
from .pictures.recap import paint_recap
from .pictures.score_sheet import paint_scores
from .pictures.stats import paint_stats
from .pictures.table import paint_replay, paint_table

NO_CHANGES: Mapping[int, RatingChange] = {}

__all__ = [
    "BACKS",
    "CLOTHS",
    "DICE_FIGURES",
    "EMOJI_CARDS",
    "EMOJI_FACES",
    "FIGURES",
    "THEMES",
    "HandOrder",
    "Renderer",
    "SeatLook",
]


class Renderer:
    """Draws every picture in one theme, as PNG files 1200 pixels wide; emojis are smaller.

    Animations are GIF files 600 pixels wide, which are drawn piece by piece: the pieces joined are
    the file.

    Same input, same bytes; methods may be called from several threads at once.

    Args:
        theme: one of THEMES.
        back: the backs of cards, one of BACKS; empty for the theme's own.
        cloth: the table cloth, one of CLOTHS; empty for the theme's own.

    Raises:
        ValueError: there is no such theme.
    """

    def __init__(self, theme: str = DEFAULT_THEME, back: str = "", cloth: str = "") -> None:
        self._theme = replace(load_theme(theme), back=back, cloth_look=cloth)

    def table(self, view: PlayerView, locale: str = "en", seats: Sequence[SeatLook] = ()) -> bytes:
        """The table as everybody may see it; ``view`` is a spectator's."""
        return paint_table(view, self._words(locale), seats, self._theme).png()

    def replay(
        self, view: PlayerView, caption: str, locale: str = "en", seats: Sequence[SeatLook] = ()
    ) -> bytes:
        """The table at one step of a finished game, under a one-line caption."""
        return paint_replay(view, caption, self._words(locale), seats, self._theme).png()

    def figure(self, name: str, locale: str = "en", rules: RuleSet = CLASSIC) -> bytes:
        """A figure for the pages of rules, one of FIGURES, as it is in a rule set.

        Raises:
            ValueError: there is no such figure.
        """
        return paint_figure(name, self._words(locale), self._theme, rules).png()

    def hand(
        self,
        view: PlayerView,
        locale: str = "en",
        order: HandOrder = HandOrder.NUMBER,
        seats: Sequence[SeatLook] = (),
    ) -> bytes:
        """The viewer's own cards, those that fit marked, and below them what lies on the table."""
        return paint_hand(view, self._words(locale), order, self._theme, seats).png()

    def daily(self, view: DailyView, squares: Sequence[DailySquare], locale: str = "en") -> bytes:
        """The daily hand as its player sees it, with a small card for each turn so far."""
        return paint_daily(view, squares, self._words(locale), self._theme).png()

    def daily_share(self, share: DailyShare, locale: str = "en") -> bytes:
        """The result of a daily hand, without any card."""
        return paint_daily_share(share, self._words(locale), self._theme).png()

    def dice_table(
        self,
        view: DiceView,
        locale: str = "en",
        seats: Sequence[SeatLook] = (),
        kept: Collection[int] | None = None,
    ) -> bytes:
        """The table of a game of dice.

        ``kept`` are the dice that a player has chosen to keep in the next roll: they lie on the
        tray in place of those that the last roll left.
        """
        return paint_dice_table(view, self._words(locale), seats, self._theme, kept).png()

    def dice_scores(
        self, view: DiceView, locale: str = "en", seats: Sequence[SeatLook] = ()
    ) -> bytes:
        """The score card of dice: the points of each phase by seat."""
        return paint_dice_scores(view, self._words(locale), seats, self._theme).png()

    def dice_figure(self, name: str, locale: str = "en") -> bytes:
        """A figure for the pages of the rules of dice, one of DICE_FIGURES.

        Raises:
            ValueError: there is no such figure.
        """
        return paint_dice_figure(name, self._words(locale), self._theme).png()

    def emoji(self, card: Card | Face) -> bytes:
        """The face of a card that can be held, or of a die, as a square PNG file for an emoji."""
        return emoji_face(self._theme, card)

    def lobby(self, lobby: Lobby, locale: str = "en", seats: Sequence[SeatLook] = ()) -> bytes:
        """A table before its game: the rules, who sits there, and the free seats."""
        return paint_lobby(lobby, self._words(locale), seats, self._theme).png()

    def hand_end(
        self, view: PlayerView, locale: str = "en", seats: Sequence[SeatLook] = ()
    ) -> bytes:
        """The end of a hand: who went out and how, the cards left, points and next phases."""
        return paint_hand_end(view, self._words(locale), seats, self._theme).png()

    def scores(
        self,
        view: PlayerView,
        hands: Sequence[HandEnded],
        locale: str = "en",
        seats: Sequence[SeatLook] = (),
    ) -> bytes:
        """The score sheet; in a long game the newest hands, the others summed up in one row."""
        return paint_scores(view, hands, self._words(locale), seats, self._theme).png()

    def podium(
        self,
        view: PlayerView | DiceView,
        locale: str = "en",
        seats: Sequence[SeatLook] = (),
        changes: Mapping[int, RatingChange] = NO_CHANGES,
    ) -> bytes:
        """The end of a game: places, totals, phases, and changes of ratings by seat.

        For a game of dice of one player it is the score card with the total above it.
        """
        if isinstance(view, DiceView) and view.solo:
            return self.dice_scores(view, locale, seats)
        return paint_podium(view, self._words(locale), seats, self._theme, changes).png()

    def highlight(
        self, highlight: Highlight, locale: str = "en", seats: Sequence[SeatLook] = ()
    ) -> Iterator[bytes]:
        """An animation of a highlight: at most 4 seconds and 300 KB."""
        return animated(paint_highlight(highlight, self._words(locale), seats, self._theme))

    def recap(
        self,
        view: PlayerView,
        hands: Sequence[HandEnded],
        locale: str = "en",
        seats: Sequence[SeatLook] = (),
    ) -> Iterator[bytes]:
        """An animation of a whole game, hand by hand: at most 10 seconds and 800 KB."""
        return animated(paint_recap(view, hands, self._words(locale), seats, self._theme))

    def board(self, board: Board, locale: str = "en") -> bytes:
        """A page of a leaderboard, with the reader's row outlined."""
        return paint_board(board, self._words(locale), self._theme).png()

    def champions(self, champions: Champions, locale: str = "en") -> bytes:
        """The champions of past seasons, the newest first."""
        return paint_champions(champions, self._words(locale), self._theme).png()

    def stats(self, stats: MemberStats, locale: str = "en") -> bytes:
        """A member's statistics: overall, by phase and against rivals."""
        return paint_stats(stats, self._words(locale), self._theme).png()

    def achievements(
        self, name: str, progress: Sequence[Progress], page: Sequence[Progress], locale: str = "en"
    ) -> bytes:
        """A page of somebody's achievements, of all that there are."""
        return paint_achievements(name, progress, page, self._words(locale), self._theme).png()

    def chances(
        self,
        course: Course,
        names: Sequence[str],
        locale: str = "en",
        seats: Sequence[SeatLook] = (),
    ) -> bytes:
        """Everybody's chances through a game, a line for each seat."""
        return paint_chances(course, names, seats, self._words(locale), self._theme).png()

    def rating_chart(self, stats: MemberStats, locale: str = "en") -> bytes | None:
        """A member's rating over time (UTC); None if there is none yet."""
        canvas = paint_rating_chart(stats, self._words(locale), self._theme)
        return canvas.png() if canvas is not None else None

    def _words(self, locale: str) -> Words:
        """The words of a language, with this theme's names of cards."""
        return words_for(locale, self._theme.name)
