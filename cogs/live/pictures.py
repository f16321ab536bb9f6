"""The pictures of messages, drawn in worker threads; failures leave a message without one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress

from cachetools import LRUCache

from bot.analysis.review import Course
from bot.daily.views import daily_marks, daily_order
from bot.dice.editions import DICE
from bot.dice.views import DiceView
from bot.i18n import Words
from bot.i18n.achievements import achievements_alt
from bot.i18n.alt import (
    figure_alt,
    hand_alt,
    lobby_alt,
    podium_alt,
    scores_sentences,
    short_text,
    table_sentences,
)
from bot.i18n.daily import daily_sentences, share_alt
from bot.i18n.dice import dice_end_alt, dice_figure_alt, dice_scores_sentences, dice_table_sentences
from bot.i18n.endings import hand_end_sentences, highlight_alt, recap_alt
from bot.i18n.reviews import chances_alt
from bot.i18n.standings import board_alt, champions_alt, rating_chart_alt, stats_alt
from bot.model import Lobby, Occupant
from bot.render import Avatar, Canvas, Design, design_of
from bot.render.draw_queue import DrawQueue, Urgency
from bot.render.engine.animation import Frame, animated
from bot.render.pictures.achievements import paint_achievements
from bot.render.pictures.board import paint_board, paint_champions
from bot.render.pictures.chances import paint_chances
from bot.render.pictures.daily import paint_daily, paint_daily_share
from bot.render.pictures.dice_figures import paint_dice_figure
from bot.render.pictures.dice_scores import paint_dice_scores
from bot.render.pictures.dice_table import paint_dice_table
from bot.render.pictures.figures import paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.hand_end import paint_hand_end
from bot.render.pictures.highlight import paint_highlight
from bot.render.pictures.lobby import paint_lobby
from bot.render.pictures.podium import paint_podium
from bot.render.pictures.rating_chart import paint_rating_chart
from bot.render.pictures.recap import paint_recap
from bot.render.pictures.score_sheet import paint_score_sheet
from bot.render.pictures.stats import paint_stats
from bot.render.pictures.table import paint_replay, paint_table
from bot.rules.editions import CLASSIC, RuleSet
from bot.rules.marked_cards import HandOrder, fitting, in_order, worth_taking
from bot.rules.state import Stage
from bot.rules.views import Highlight, PlayerView
from bot.scores.achievements import Progress
from bot.scores.daily import DailyShare
from bot.scores.ratings import Kind, RatingChange
from bot.scores.results import Board, Champions, MemberStats, PastGame
from bot.table.daily import DailyAttempt
from bot.table.manager import GameManager
from bot.table.ratings import NO_CHANGES, Changes, changes_of
from bot.table.replays import Moment
from bot.telemetry.metrics import Metrics
from cogs.base.panels import Picture
from cogs.base.preferences import Reader
from cogs.base.text import ShownView, isolated, with_names

from .avatars import Avatars

MOST_SHARED = 96
"""Pictures for several people that are kept, of about 0.1 MB each."""
LATE = 10.0
"""Seconds after which a highlight that is not drawn yet is not shown: its game has gone on."""
_log = logging.getLogger(__name__)


class Pictures:
    """Draws the pictures of messages, as their readers see them.

    A picture is None for readers without images. One that cannot be drawn is logged and None.

    Attributes:
        draw_queue: the threads that draw; a message that shows the newest state waits there for
            its turn.
    """

    def __init__(self, avatars: Avatars, metrics: Metrics | None = None) -> None:
        self._avatars = avatars
        self._metrics = metrics or Metrics()
        self.draw_queue = DrawQueue()
        self._shared: LRUCache[Hashable, asyncio.Task[Picture | None]] = LRUCache(MOST_SHARED)
        # One animation at a time: each keeps its frames and its file in memory until it is sent.
        self._animating = asyncio.Lock()

    async def table(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The public table."""
        view, seats = manager.view(None), self._seats(manager)
        return await self._drawn_once(
            (view, *seats),
            "table",
            reader,
            lambda design: paint_table(design, view, seats),
            lambda words: short_text(table_sentences(words, with_names(view, isolated))),
        )

    async def lobby(self, reader: Reader, lobby: Lobby) -> Picture | None:
        """The table before the game, with its seats."""
        seats = [self._avatar(lobby.guild_id, each) for each in lobby.seats]
        named = replace(
            lobby, seats=tuple(replace(each, name=isolated(each.name)) for each in lobby.seats)
        )
        return await self._drawn(
            "lobby",
            reader,
            lambda design: paint_lobby(design, lobby, seats),
            lambda words: lobby_alt(words, named),
        )

    async def hand_end(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The end of a hand: who went out, and what the others still held."""
        return await self._hand_end(reader, manager.view(None), self._seats(manager))

    async def hand(
        self, reader: Reader, manager: GameManager, view: PlayerView, order: HandOrder
    ) -> Picture | None:
        """A player's cards and the table below them, to be shown to nobody else."""
        return await self.hand_of(reader, view, order, self._seats(manager))

    async def hand_of(
        self, reader: Reader, view: PlayerView, order: HandOrder, seats: Sequence[Avatar]
    ) -> Picture | None:
        """The same, with these avatars."""

        def alt(words: Words) -> str:
            cards = in_order(view.hand, order)
            marked = [c for c, up in zip(cards, fitting(view, cards), strict=True) if up]
            named = with_names(view, isolated)
            return hand_alt(words, named, cards, marked, helps=worth_taking(view))

        return await self._drawn(
            "hand", reader, lambda design: paint_hand(design, view, seats, order), alt
        )

    async def daily(self, reader: Reader, attempt: DailyAttempt) -> Picture | None:
        """The daily hand, to be shown to its player alone."""
        view, squares = attempt.view, attempt.squares

        def alt(words: Words) -> str:
            cards = in_order(view.hand, daily_order(view.phase))
            marked = list(compress(cards, daily_marks(view, cards)))
            return short_text(daily_sentences(words, view, squares, cards, marked))

        return await self._drawn(
            "daily", reader, lambda design: paint_daily(design, view, squares), alt
        )

    async def daily_share(self, reader: Reader, share: DailyShare) -> Picture | None:
        """The result of a daily hand, without any card."""
        named = replace(share, name=isolated(share.name))
        return await self._drawn(
            "daily",
            reader,
            lambda design: paint_daily_share(design, share),
            lambda words: share_alt(words, named),
        )

    async def dice(
        self,
        reader: Reader,
        manager: GameManager,
        view: DiceView,
        keep: Sequence[int],
        changes: Changes = NO_CHANGES,
    ) -> Picture | None:
        """The table of the dice game, or its end with changes of ratings.

        ``keep`` are the dice chosen to be kept in the next roll.
        """
        return await self._dice(reader, view, self._seats(manager), changes, keep)

    async def dice_step(self, reader: Reader, past: PastGame, view: DiceView) -> Picture | None:
        """A step of a finished dice game: the table after a turn, or the end."""
        return await self._dice(reader, view, self._past_seats(past), changes_of(past))

    async def dice_scores(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The score card of the dice game."""
        view, seats = manager.view(None), self._seats(manager)
        return await self._drawn(
            "scores",
            reader,
            lambda design: paint_dice_scores(design, view, seats),
            lambda words: short_text(dice_scores_sentences(words, with_names(view, isolated))),
        )

    async def scores(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The score sheet; None before the first hand is over."""
        view, hands, seats = manager.view(None), manager.game.scored, self._seats(manager)
        if not hands:
            return None
        names = [isolated(seat.name) for seat in view.seats]
        return await self._drawn(
            "scores",
            reader,
            lambda design: paint_score_sheet(design, view, hands, seats),
            lambda words: short_text(scores_sentences(words, names, hands, view.seats)),
        )

    async def podium(
        self, reader: Reader, manager: GameManager, changes: Changes
    ) -> Picture | None:
        """The final places, with changes of ratings."""
        view = manager.view(None)
        return await self._podium(reader, view, self._seats(manager), changes, podium_alt)

    async def figure(self, reader: Reader, name: str, rules: RuleSet = CLASSIC) -> Picture | None:
        """A figure of the rules, one of FIGURES, as it is in a rule set."""
        return await self._drawn_once(
            rules,
            name,
            reader,
            lambda design: paint_figure(design, name, rules),
            lambda words: figure_alt(words, name, rules),
        )

    async def dice_figure(self, reader: Reader, name: str) -> Picture | None:
        """A figure of the rules of dice, one of DICE_FIGURES."""
        return await self._drawn_once(
            DICE,
            name,
            reader,
            lambda design: paint_dice_figure(design, name),
            lambda words: dice_figure_alt(words, name),
        )

    async def step(
        self, reader: Reader, past: PastGame, moment: Moment, caption: str
    ) -> Picture | None:
        """A step of a finished game: the table, the scores after a hand, or the podium."""
        view, seats = moment.view, self._past_seats(past)
        if view.stage is Stage.OVER:
            return await self._podium(reader, view, seats, changes_of(past), podium_alt)
        if view.hand_over:
            return await self._hand_end(reader, view, seats)
        return await self._drawn(
            "step",
            reader,
            lambda design: paint_replay(design, view, caption, seats),
            lambda words: short_text(table_sentences(words, with_names(view, isolated))),
        )

    async def past_hand(self, reader: Reader, past: PastGame, view: PlayerView) -> Picture | None:
        """What a player of a finished game saw, to be shown to nobody else."""
        return await self.hand_of(reader, view, HandOrder.NUMBER, self._past_seats(past))

    async def chances(
        self, reader: Reader, past: PastGame, course: Course, names: Sequence[str]
    ) -> Picture | None:
        """Everybody's chances through a finished game; names by seat."""
        seats = self._past_seats(past)
        return await self._drawn(
            "chances",
            reader,
            lambda design: paint_chances(design, course, names, seats),
            lambda words: chances_alt(words, course, [isolated(name) for name in names]),
        )

    async def board(self, reader: Reader, board: Board) -> Picture | None:
        """A page of a leaderboard."""
        return await self._drawn(
            "leaderboard",
            reader,
            lambda design: paint_board(design, board),
            lambda words: board_alt(words, board, isolated),
        )

    async def champions(self, reader: Reader, champions: Champions) -> Picture | None:
        """A page of champions."""
        return await self._drawn(
            f"champions-{champions.system}",
            reader,
            lambda design: paint_champions(design, champions),
            lambda words: champions_alt(words, champions, isolated),
        )

    async def stats(self, reader: Reader, stats: MemberStats) -> list[Picture]:
        """A member's statistics, and the curve of their ratings if there is one."""
        card = await self._drawn(
            "stats",
            reader,
            lambda design: paint_stats(design, stats),
            lambda words: stats_alt(words, stats, isolated),
        )
        if not (stats.rating_history or stats.computer_rating_history):
            return [card] if card else []
        chart = await self._drawn(
            "ratings",
            reader,
            lambda design: paint_rating_chart(design, stats),
            lambda words: rating_chart_alt(words, stats, isolated),
        )
        return [each for each in (card, chart) if each]

    async def achievements(
        self, reader: Reader, name: str, progress: Sequence[Progress], page: Sequence[Progress]
    ) -> Picture | None:
        """A page of somebody's achievements, of all that there are."""
        return await self._drawn(
            "achievements",
            reader,
            lambda design: paint_achievements(design, name, progress, page),
            lambda words: achievements_alt(words, isolated(name), page),
        )

    async def _hand_end(
        self, reader: Reader, view: PlayerView, seats: list[Avatar]
    ) -> Picture | None:
        return await self._drawn_once(
            (view, *seats),
            "hand-end",
            reader,
            lambda design: paint_hand_end(design, view, seats),
            lambda words: short_text(hand_end_sentences(words, with_names(view, isolated))),
        )

    async def _dice(
        self,
        reader: Reader,
        view: DiceView,
        seats: list[Avatar],
        changes: Changes,
        keep: Sequence[int] | None = None,
    ) -> Picture | None:
        if view.result is not None:
            return await self._podium(reader, view, seats, changes, dice_end_alt)
        return await self._drawn_once(
            (view, *seats, None if keep is None else tuple(keep)),
            "dice",
            reader,
            lambda design: paint_dice_table(design, view, seats, keep),
            lambda words: short_text(dice_table_sentences(words, with_names(view, isolated), keep)),
        )

    async def _podium(
        self,
        reader: Reader,
        view: ShownView,
        seats: list[Avatar],
        changes: Changes,
        alt: Callable[[Words, ShownView], str],
    ) -> Picture | None:
        # One rating is enough for a picture: that against people where there is one.
        kinds = (Kind.PEOPLE, Kind.COMPUTERS)
        rated: dict[int, RatingChange] = {
            seat: next(each[kind] for kind in kinds if kind in each)
            for seat, each in changes.items()
            if each
        }
        return await self._drawn_once(
            (view, *seats, *rated.items()),
            "podium",
            reader,
            lambda design: paint_podium(design, view, seats, rated),
            lambda words: alt(words, with_names(view, isolated)),
        )

    async def highlight(
        self, reader: Reader, manager: GameManager, highlight: Highlight
    ) -> Picture | None:
        """The animation of a highlight of the running game; None also when it is too late."""
        seats = self._seats(manager)
        named = replace(highlight, view=with_names(highlight.view, isolated))
        return await self._animated(
            "highlight",
            reader,
            lambda design: paint_highlight(design, highlight, seats),
            lambda words: highlight_alt(words, named),
            LATE,
        )

    async def recap(self, reader: Reader, past: PastGame, last: Moment) -> Picture | None:
        """The animation of a whole finished game, from its last step."""
        view, seats = last.view, self._past_seats(past)
        return await self._animated(
            "recap",
            reader,
            lambda design: paint_recap(design, view, last.scored, seats),
            lambda words: recap_alt(words, with_names(view, isolated), last.scored),
        )

    async def _animated(
        self,
        name: str,
        reader: Reader,
        paint: Callable[[Design], Iterator[Frame]],
        alt: Callable[[Words], str],
        within: float | None = None,
    ) -> Picture | None:
        """Draw an animation and describe it, or give it up after ``within`` seconds."""
        if not (reader.pictures and reader.animations):
            return None
        try:
            async with asyncio.timeout(within), self._animating:
                data = await self._piece_by_piece(animated(paint(design_for(reader))))
            return Picture(f"{name}.gif", data, alt(reader.words))
        except TimeoutError:
            _log.info("an animation was not drawn in time")
        except Exception:  # noqa: BLE001  # whatever Pillow raises
            _log.exception("an animation could not be drawn")
        return None

    async def _piece_by_piece(self, drawing: Iterator[bytes]) -> bytes:
        """Draw an animation in turns so short that they delay nothing else."""
        pieces: list[bytes] = []
        while not pieces or pieces[-1]:
            async with self.draw_queue.turn(Urgency.ANIMATION):
                pieces.append(await self.draw_queue.draw(partial(next, drawing, b"")))
        return b"".join(pieces)

    async def _drawn_once(
        self,
        shown: Hashable,
        name: str,
        reader: Reader,
        paint: Callable[[Design], Canvas],
        alt: Callable[[Words], str],
    ) -> Picture | None:
        """Draw a picture once for all to whom it looks the same; ``shown`` is all that is in it."""
        if not reader.pictures:
            return None
        key = (name, reader.theme, reader.back, reader.cloth, reader.words.locale, shown)
        drawing = self._shared.get(key)
        if drawing is None:
            drawing = asyncio.create_task(self._drawn(name, reader, paint, alt))
            self._shared[key] = drawing
        # The others still want it when one of them is cancelled.
        picture = await asyncio.shield(drawing)
        if picture is None:
            self._shared.pop(key, None)
        return picture

    async def _drawn(
        self,
        name: str,
        reader: Reader,
        paint: Callable[[Design], Canvas],
        alt: Callable[[Words], str],
    ) -> Picture | None:
        """Draw a picture and describe it in a worker thread."""
        if not reader.pictures:
            return None

        def draw() -> Picture:
            png = paint(design_for(reader)).png()
            return Picture(f"{name}.png", png, alt(reader.words.plain))

        try:
            with self._metrics.drawing():
                return await self.draw_queue.draw(draw)
        except Exception:  # noqa: BLE001  # whatever Pillow raises
            _log.exception("a picture could not be drawn")
            return None

    def _past_seats(self, past: PastGame) -> list[Avatar]:
        return [
            Avatar(
                computer=each.is_computer,
                picture=self._avatars.of(past.guild_id, each.user_id) if each.user_id else None,
            )
            for each in past.seats
        ]

    def _seats(self, manager: GameManager) -> list[Avatar]:
        occupants = manager.table.occupants if manager.table else ()
        return [self._avatar(manager.guild_id, each) for each in occupants]

    def _avatar(self, guild_id: int, who: Occupant) -> Avatar:
        return Avatar(computer=who.is_computer, picture=self._file(guild_id, who))

    def _file(self, guild_id: int, who: Occupant) -> bytes | None:
        """The avatar of a person who has not left, also while a computer player stands in."""
        if who.user_id is None or who.left:
            return None
        return self._avatars.of(guild_id, who.user_id)


def design_for(reader: Reader) -> Design:
    """The design of a reader's pictures, with the back and the cloth that they chose."""
    return design_of(reader.theme, reader.words.locale, reader.back, reader.cloth)
