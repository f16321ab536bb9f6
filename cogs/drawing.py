"""The pictures of messages, drawn in worker threads; failures leave a message without one."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import discord

from bot.i18n import Words
from bot.i18n.alt import figure_alt, hand_alt, podium_alt, scores_alt, table_alt
from bot.i18n.standings import board_alt, rating_chart_alt, stats_alt
from bot.model import Occupant
from bot.render import HandOrder, Renderer, SeatLook
from bot.render.fits import fitting, in_order
from bot.rules.events import HandEnded
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.scores.results import Board, MemberStats, PastGame
from bot.table.manager import GameManager
from bot.telemetry.metrics import Metrics

from .avatars import Avatars
from .draw_queue import DrawQueue
from .replays import Moment
from .text import isolated

MOST_FIGURES = 64
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Picture:
    """A picture to be sent.

    Attributes:
        name: the file's name.
        png: its bytes.
        alt: its alt text.
    """

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an upload, to be used once."""
        return discord.File(io.BytesIO(self.png), self.name)


def files(*shown: Picture | None) -> list[discord.File]:
    """The uploads of a message."""
    return [each.file() for each in shown if each is not None]


class Pictures:
    """Draws the pictures of messages, each in the theme it is asked for in.

    A picture that cannot be drawn is logged and None.

    Attributes:
        draw_queue: the threads that draw; a message that shows the newest state waits there for
            its turn.
    """

    def __init__(self, avatars: Avatars, metrics: Metrics | None = None) -> None:
        self._avatars = avatars
        self._metrics = metrics or Metrics()
        self.draw_queue = DrawQueue()

    async def table(self, words: Words, theme: str, manager: GameManager) -> Picture | None:
        """The public table."""
        view, seats = manager.view(None), self._looks(manager)
        return await self._drawn(
            "table",
            lambda: renderer(theme).table(view, words.locale, seats),
            lambda: table_alt(words, _isolated(view)),
        )

    async def hand(
        self, words: Words, theme: str, view: PlayerView, order: HandOrder
    ) -> Picture | None:
        """A player's cards, to be shown to nobody else."""

        def alt() -> str:
            cards = in_order(view.hand, order)
            marked = [c for c, up in zip(cards, fitting(view, cards), strict=True) if up]
            return hand_alt(words, view, cards, marked)

        return await self._drawn(
            "hand", lambda: renderer(theme).hand(view, words.locale, order), alt
        )

    async def scores(self, words: Words, theme: str, manager: GameManager) -> Picture | None:
        """The score sheet; None before the first hand is over."""
        return await self._scores(words, theme, manager.view(None), manager.hands_scored)

    async def podium(self, words: Words, theme: str, manager: GameManager) -> Picture | None:
        """The final places."""
        return await self._podium(words, theme, manager.view(None), self._looks(manager))

    async def past_podium(
        self, words: Words, theme: str, past: PastGame, view: PlayerView
    ) -> Picture | None:
        """The final places of a finished game."""
        return await self._podium(words, theme, view, self._past_looks(past))

    async def figure(self, words: Words, theme: str, name: str) -> Picture | None:
        """A figure of the rules, one of FIGURES."""
        return await self._drawn(
            name, lambda: _figure(theme, name, words.locale), lambda: figure_alt(words, name)
        )

    async def step(
        self, words: Words, theme: str, past: PastGame, moment: Moment, caption: str
    ) -> Picture | None:
        """A step of a finished game: the table, the scores after a hand, or the podium."""
        view = moment.view
        if view.stage is Stage.OVER:
            return await self.past_podium(words, theme, past, view)
        if view.stage is Stage.DEAL and moment.scored:
            return await self._scores(words, theme, view, moment.scored)
        seats = self._past_looks(past)
        return await self._drawn(
            "step",
            lambda: renderer(theme).replay(view, caption, words.locale, seats),
            lambda: table_alt(words, _isolated(view)),
        )

    async def board(self, words: Words, theme: str, board: Board) -> Picture | None:
        """A page of a leaderboard."""
        return await self._drawn(
            "leaderboard",
            lambda: renderer(theme).board(board, words.locale),
            lambda: board_alt(words, board, isolated),
        )

    async def stats(self, words: Words, theme: str, stats: MemberStats) -> list[Picture]:
        """A member's statistics, and the curve of their ratings if there is one."""
        card = await self._drawn(
            "stats",
            lambda: renderer(theme).stats(stats, words.locale),
            lambda: stats_alt(words, stats, isolated),
        )
        chart = await self._drawn(
            "ratings",
            lambda: renderer(theme).rating_chart(stats, words.locale),
            lambda: rating_chart_alt(words, stats, isolated),
        )
        return [each for each in (card, chart) if each]

    async def _scores(
        self, words: Words, theme: str, view: PlayerView, hands: Sequence[HandEnded]
    ) -> Picture | None:
        if not hands:
            return None
        names = [isolated(seat.name) for seat in view.seats]
        return await self._drawn(
            "scores",
            lambda: renderer(theme).scores(view, hands, words.locale),
            lambda: scores_alt(words, names, hands),
        )

    async def _podium(
        self, words: Words, theme: str, view: PlayerView, seats: list[SeatLook]
    ) -> Picture | None:
        return await self._drawn(
            "podium",
            lambda: renderer(theme).podium(view, words.locale, seats),
            lambda: podium_alt(words, _isolated(view)),
        )

    async def _drawn(
        self, name: str, png: Callable[[], bytes | None], alt: Callable[[], str]
    ) -> Picture | None:
        """Draw a picture and describe it in a worker thread."""

        def draw() -> Picture | None:
            drawn = png()
            return None if drawn is None else Picture(f"{name}.png", drawn, alt())

        try:
            with self._metrics.drawing():
                return await self.draw_queue.draw(draw)
        except Exception:  # noqa: BLE001  # whatever Pillow raises
            _log.exception("a picture could not be drawn")
            return None

    def _past_looks(self, past: PastGame) -> list[SeatLook]:
        return [
            SeatLook(
                computer=each.is_computer,
                face=self._avatars.of(past.guild_id, each.user_id) if each.user_id else None,
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
        """The avatar of a person who has not left, also while a computer player stands in."""
        if who.user_id is None or who.left:
            return None
        return self._avatars.of(guild_id, who.user_id)


def _isolated(view: PlayerView) -> PlayerView:
    """The view with names isolated from the text direction around them."""
    seats = tuple(replace(seat, name=isolated(seat.name)) for seat in view.seats)
    return replace(view, seats=seats)


@cache
def renderer(theme: str) -> Renderer:
    """The renderer of a theme.

    Raises:
        ValueError: there is no such theme.
    """
    return Renderer(theme)


@lru_cache(maxsize=MOST_FIGURES)
def _figure(theme: str, name: str, locale: str) -> bytes:
    return renderer(theme).figure(name, locale)
