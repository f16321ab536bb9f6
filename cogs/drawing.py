"""Pictures drawn in a worker thread; a game goes on without one that cannot be drawn."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import discord

from bot.i18n.alt import figure_alt, hand_alt, podium_alt, scores_alt, table_alt
from bot.i18n.standings import board_alt, rating_chart_alt, stats_alt
from bot.render import HandScore, Renderer, ScoreSheet, SeatLook
from bot.render.fits import fitting, in_order
from bot.rules.state import Stage
from bot.telemetry.metrics import Metrics

from .draw_queue import DrawQueue
from .text import isolated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Words
    from bot.model import Occupant
    from bot.render import HandOrder
    from bot.rules.events import HandEnded
    from bot.rules.views import PlayerView
    from bot.scores.results import Board, MemberStats, PastGame
    from bot.table.manager import GameManager

    from .faces import Faces
    from .replays import Moment

MOST_FIGURES = 64
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Picture:
    """A picture as it goes out.

    Attributes:
        name: the file's name.
        png: what is in it.
        alt: what it shows, in words.
    """

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an upload; each serves once."""
        return discord.File(io.BytesIO(self.png), self.name)


def files(*shown: Picture | None) -> list[discord.File]:
    """What to upload with a message."""
    return [each.file() for each in shown if each is not None]


class Pictures:
    """Draws what messages show, each in the theme that it is asked for in.

    Attributes:
        draw_queue: draws; whoever shows a state that moves on waits there for their turn.
    """

    def __init__(self, faces: Faces, metrics: Metrics | None = None) -> None:
        self._faces = faces
        self._metrics = metrics or Metrics()
        self.draw_queue = DrawQueue()

    async def table(self, words: Words, theme: str, manager: GameManager) -> Picture | None:
        """The table as everybody may see it."""
        view, seats = manager.view(None), self._looks(manager)

        def draw() -> Picture:
            png = renderer(theme).table(view, words.locale, seats)
            return Picture("table.png", png, table_alt(words, _isolated(view)))

        return await self._drawn(draw)

    async def hand(
        self, words: Words, theme: str, view: PlayerView, order: HandOrder
    ) -> Picture | None:
        """A player's cards; for nobody else."""

        def draw() -> Picture:
            png = renderer(theme).hand(view, words.locale, order)
            cards = in_order(view.hand, order)
            marked = [c for c, up in zip(cards, fitting(view, cards), strict=True) if up]
            return Picture("hand.png", png, hand_alt(words, view, cards, marked))

        return await self._drawn(draw)

    async def scores(self, words: Words, theme: str, manager: GameManager) -> Picture | None:
        """The score sheet; None before the first hand is over."""
        return await self._scores(words, theme, manager.view(None), manager.hands_scored)

    async def _scores(
        self, words: Words, theme: str, view: PlayerView, hands: Sequence[HandEnded]
    ) -> Picture | None:
        if not hands:
            return None
        sheet = ScoreSheet(
            names=tuple(seat.name for seat in view.seats),
            phases=view.rules.phases,
            completed=tuple(seat.completed for seat in view.seats),
            hands=tuple(HandScore(each.points, each.totals, each.completed) for each in hands),
        )

        def draw() -> Picture:
            png = renderer(theme).scores(sheet, words.locale)
            return Picture(
                "scores.png", png, scores_alt(words, [*map(isolated, sheet.names)], hands)
            )

        return await self._drawn(draw)

    async def podium(self, words: Words, theme: str, manager: GameManager) -> Picture | None:
        """Who came where."""
        return await self._podium(words, theme, manager.view(None), self._looks(manager))

    async def past_podium(
        self, words: Words, theme: str, past: PastGame, view: PlayerView
    ) -> Picture | None:
        """Who came where in a finished game."""
        return await self._podium(words, theme, view, self._past_looks(past))

    async def _podium(
        self, words: Words, theme: str, view: PlayerView, seats: list[SeatLook]
    ) -> Picture | None:
        def draw() -> Picture:
            png = renderer(theme).podium(view, words.locale, seats)
            return Picture("podium.png", png, podium_alt(words, _isolated(view)))

        return await self._drawn(draw)

    async def figure(self, words: Words, theme: str, name: str) -> Picture | None:
        """A figure of the rules, one of FIGURES."""

        def draw() -> Picture:
            png = _figure(theme, name, words.locale)
            return Picture(f"{name}.png", png, figure_alt(words, name))

        return await self._drawn(draw)

    async def step(
        self, words: Words, theme: str, past: PastGame, moment: Moment, caption: str
    ) -> Picture | None:
        """A step of a finished game: the table, the scores after a hand, at last the podium."""
        view = moment.view
        if view.stage is Stage.OVER:
            return await self.past_podium(words, theme, past, view)
        if view.stage is Stage.DEAL and moment.scored:
            return await self._scores(words, theme, view, moment.scored)
        seats = self._past_looks(past)

        def draw() -> Picture:
            png = renderer(theme).replay(view, caption, words.locale, seats)
            return Picture("step.png", png, table_alt(words, _isolated(view)))

        return await self._drawn(draw)

    async def board(self, words: Words, theme: str, board: Board) -> Picture | None:
        """A page of a leaderboard."""

        def draw() -> Picture:
            png = renderer(theme).board(board, words.locale)
            return Picture("leaderboard.png", png, board_alt(words, board, isolated))

        return await self._drawn(draw)

    async def stats(self, words: Words, theme: str, stats: MemberStats) -> list[Picture]:
        """Somebody's figures, and how their ratings went where they have any."""

        def draw() -> Picture:
            png = renderer(theme).stats(stats, words.locale)
            return Picture("stats.png", png, stats_alt(words, stats, isolated))

        def draw_chart() -> Picture | None:
            png = renderer(theme).rating_chart(stats, words.locale)
            if png is None:
                return None
            return Picture("ratings.png", png, rating_chart_alt(words, stats, isolated))

        return [each for each in (await self._drawn(draw), await self._drawn(draw_chart)) if each]

    async def _drawn(self, draw: Callable[[], Picture | None]) -> Picture | None:
        try:
            with self._metrics.drawing():
                return await self.draw_queue.draw(draw)
        except Exception:  # noqa: BLE001  # whatever Pillow stumbles over
            _log.exception("a picture could not be drawn")
            return None

    def _past_looks(self, past: PastGame) -> list[SeatLook]:
        return [
            SeatLook(
                computer=each.is_computer,
                face=self._faces.of(past.guild_id, each.user_id) if each.user_id else None,
            )
            for each in past.seats
        ]

    def _looks(self, manager: GameManager) -> list[SeatLook]:
        occupants = manager.table.occupants if manager.table else ()
        return [
            SeatLook(computer=each.is_computer, face=self._face(manager.guild_id, each))
            for each in occupants
        ]

    def _face(self, guild_id: int, who: Occupant) -> bytes | None:
        """The face of somebody who is there, also while a computer stands in."""
        if who.user_id is None or who.left:
            return None
        return self._faces.of(guild_id, who.user_id)


def _isolated(view: PlayerView) -> PlayerView:
    """The same with names as they stand in sentences."""
    seats = tuple(replace(seat, name=isolated(seat.name)) for seat in view.seats)
    return replace(view, seats=seats)


@cache
def renderer(theme: str) -> Renderer:
    """What draws in a theme.

    Raises:
        ValueError: there is no such theme.
    """
    return Renderer(theme)


@lru_cache(maxsize=MOST_FIGURES)
def _figure(theme: str, name: str, locale: str) -> bytes:
    return renderer(theme).figure(name, locale)
