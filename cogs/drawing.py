"""The pictures of messages, drawn in worker threads; failures leave a message without one."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import compress

import discord
from cachetools import LRUCache

from bot.analysis.review import Course
from bot.daily.views import daily_marks, daily_order
from bot.dice.views import DiceView
from bot.i18n import Words
from bot.i18n.achievements import achievements_alt
from bot.i18n.alt import figure_alt, hand_alt, lobby_alt, podium_alt, scores_alt, table_alt
from bot.i18n.animations import highlight_alt, recap_alt
from bot.i18n.daily import daily_alt, share_alt
from bot.i18n.dice_alt import dice_end_alt, dice_figure_alt, dice_scores_alt, dice_table_alt
from bot.i18n.endings import hand_end_alt
from bot.i18n.reviews import chances_alt
from bot.i18n.standings import board_alt, champions_alt, rating_chart_alt, stats_alt
from bot.model import Lobby, Occupant
from bot.render import HandOrder, Renderer, SeatLook
from bot.rules.editions import CLASSIC, RuleSet
from bot.rules.hints import fitting, in_order, worth_taking
from bot.rules.state import Stage
from bot.rules.views import Highlight, PlayerView
from bot.scores.achievements import Progress
from bot.scores.daily import DailyShare
from bot.scores.ratings import Kind, RatingChange
from bot.scores.results import Board, Champions, MemberStats, PastGame
from bot.table.daily import DailyAttempt
from bot.table.manager import GameManager
from bot.telemetry.metrics import Metrics

from .avatars import Avatars
from .draw_queue import DrawQueue, Urgency
from .preferences import Reader
from .ratings import NO_CHANGES, Changes, changes_of
from .replays import Moment
from .text import ShownView, isolated, with_names

MOST_FIGURES = 64
MOST_SHARED = 32
"""Pictures for several people that are kept, of about 0.1 MB each."""
MOST_LOOKS = 80
"""Renderers: each theme with each of the backs and cloths."""
LATE = 10.0
"""Seconds after which a highlight that is not drawn yet is not shown: its game has gone on."""
_log = logging.getLogger(__name__)


class Upload(discord.File):
    """A file in memory to be sent once; its bytes are let go when the request is over."""

    def close(self) -> None:
        """Close the file, which discord.py leaves open and in a reference cycle."""
        super().close()
        self.fp.close()


@dataclass(frozen=True)
class Picture:
    """A picture or an animation to be sent.

    Attributes:
        name: the file's name.
        data: its bytes.
        alt: its alt text.
    """

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an upload, to be used once."""
        return Upload(io.BytesIO(self.data), self.name)


def files(*shown: Picture | None) -> list[discord.File]:
    """The uploads of a message."""
    return [each.file() for each in shown if each is not None]


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
        view, seats = manager.view(None), self._looks(manager)
        return await self._drawn_once(
            (view, *seats),
            "table",
            reader,
            lambda draw, locale: draw.table(view, locale, seats),
            lambda words: table_alt(words, with_names(view, isolated)),
        )

    async def lobby(self, reader: Reader, lobby: Lobby) -> Picture | None:
        """The table before the game, with its seats."""
        looks = [self._look(lobby.guild_id, each) for each in lobby.seats]
        named = replace(
            lobby, seats=tuple(replace(each, name=isolated(each.name)) for each in lobby.seats)
        )
        return await self._drawn(
            "lobby",
            reader,
            lambda draw, locale: draw.lobby(lobby, locale, looks),
            lambda words: lobby_alt(words, named),
        )

    async def hand_end(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The end of a hand: who went out, and what the others still held."""
        return await self._hand_end(reader, manager.view(None), self._looks(manager))

    async def hand(
        self, reader: Reader, manager: GameManager, view: PlayerView, order: HandOrder
    ) -> Picture | None:
        """A player's cards and the table below them, to be shown to nobody else."""
        return await self.hand_of(reader, view, order, self._looks(manager))

    async def hand_of(
        self, reader: Reader, view: PlayerView, order: HandOrder, seats: Sequence[SeatLook]
    ) -> Picture | None:
        """The same, with these looks of the seats."""

        def alt(words: Words) -> str:
            cards = in_order(view.hand, order)
            marked = [c for c, up in zip(cards, fitting(view, cards), strict=True) if up]
            named = with_names(view, isolated)
            return hand_alt(words, named, cards, marked, helps=worth_taking(view))

        return await self._drawn(
            "hand", reader, lambda draw, locale: draw.hand(view, locale, order, seats), alt
        )

    async def daily(self, reader: Reader, attempt: DailyAttempt) -> Picture | None:
        """The daily hand, to be shown to its player alone."""
        view, squares = attempt.view, attempt.squares

        def alt(words: Words) -> str:
            cards = in_order(view.hand, daily_order(view.phase))
            marked = list(compress(cards, daily_marks(view, cards)))
            return daily_alt(words, view, squares, cards, marked)

        return await self._drawn(
            "daily", reader, lambda draw, locale: draw.daily(view, squares, locale), alt
        )

    async def daily_share(self, reader: Reader, share: DailyShare) -> Picture | None:
        """The result of a daily hand, without any card."""
        named = replace(share, name=isolated(share.name))
        return await self._drawn(
            "daily",
            reader,
            lambda draw, locale: draw.daily_share(share, locale),
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
        return await self._dice(reader, view, self._looks(manager), changes, keep)

    async def dice_step(self, reader: Reader, past: PastGame, view: DiceView) -> Picture | None:
        """A step of a finished dice game: the table after a turn, or the end."""
        return await self._dice(reader, view, self._past_looks(past), changes_of(past))

    async def dice_scores(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The score card of the dice game."""
        view, seats = manager.view(None), self._looks(manager)
        return await self._drawn(
            "scores",
            reader,
            lambda draw, locale: draw.dice_scores(view, locale, seats),
            lambda words: dice_scores_alt(words, with_names(view, isolated)),
        )

    async def scores(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The score sheet; None before the first hand is over."""
        view, hands, seats = manager.view(None), manager.hands_scored, self._looks(manager)
        if not hands:
            return None
        names = [isolated(seat.name) for seat in view.seats]
        return await self._drawn(
            "scores",
            reader,
            lambda draw, locale: draw.scores(view, hands, locale, seats),
            lambda words: scores_alt(words, names, hands, view.seats),
        )

    async def podium(
        self, reader: Reader, manager: GameManager, changes: Changes
    ) -> Picture | None:
        """The final places, with changes of ratings."""
        view = manager.view(None)
        return await self._podium(reader, view, self._looks(manager), changes, podium_alt)

    async def figure(self, reader: Reader, name: str, rules: RuleSet = CLASSIC) -> Picture | None:
        """A figure of the rules, one of FIGURES, as it is in a rule set."""
        return await self._drawn(
            name,
            reader,
            lambda _, locale: _figure(renderer_for(reader), name, locale, rules),
            lambda words: figure_alt(words, name, rules),
        )

    async def dice_figure(self, reader: Reader, name: str) -> Picture | None:
        """A figure of the rules of dice, one of DICE_FIGURES."""
        return await self._drawn(
            name,
            reader,
            lambda _, locale: _dice_figure(renderer_for(reader), name, locale),
            lambda words: dice_figure_alt(words, name),
        )

    async def step(
        self, reader: Reader, past: PastGame, moment: Moment, caption: str
    ) -> Picture | None:
        """A step of a finished game: the table, the scores after a hand, or the podium."""
        view, seats = moment.view, self._past_looks(past)
        if view.stage is Stage.OVER:
            return await self._podium(reader, view, seats, changes_of(past), podium_alt)
        if view.hand_over:
            return await self._hand_end(reader, view, seats)
        return await self._drawn(
            "step",
            reader,
            lambda draw, locale: draw.replay(view, caption, locale, seats),
            lambda words: table_alt(words, with_names(view, isolated)),
        )

    async def past_hand(self, reader: Reader, past: PastGame, view: PlayerView) -> Picture | None:
        """What a player of a finished game saw, to be shown to nobody else."""
        return await self.hand_of(reader, view, HandOrder.NUMBER, self._past_looks(past))

    async def chances(
        self, reader: Reader, past: PastGame, course: Course, names: Sequence[str]
    ) -> Picture | None:
        """Everybody's chances through a finished game; names by seat."""
        seats = self._past_looks(past)
        return await self._drawn(
            "chances",
            reader,
            lambda draw, locale: draw.chances(course, names, locale, seats),
            lambda words: chances_alt(words, course, [isolated(name) for name in names]),
        )

    async def board(self, reader: Reader, board: Board) -> Picture | None:
        """A page of a leaderboard."""
        return await self._drawn(
            "leaderboard",
            reader,
            lambda draw, locale: draw.board(board, locale),
            lambda words: board_alt(words, board, isolated),
        )

    async def champions(self, reader: Reader, champions: Champions) -> Picture | None:
        """A page of champions."""
        return await self._drawn(
            f"champions-{champions.system}",
            reader,
            lambda draw, locale: draw.champions(champions, locale),
            lambda words: champions_alt(words, champions, isolated),
        )

    async def stats(self, reader: Reader, stats: MemberStats) -> list[Picture]:
        """A member's statistics, and the curve of their ratings if there is one."""
        card = await self._drawn(
            "stats",
            reader,
            lambda draw, locale: draw.stats(stats, locale),
            lambda words: stats_alt(words, stats, isolated),
        )
        chart = await self._drawn(
            "ratings",
            reader,
            lambda draw, locale: draw.rating_chart(stats, locale),
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
            lambda draw, locale: draw.achievements(name, progress, page, locale),
            lambda words: achievements_alt(words, isolated(name), page),
        )

    async def _hand_end(
        self, reader: Reader, view: PlayerView, seats: list[SeatLook]
    ) -> Picture | None:
        return await self._drawn_once(
            (view, *seats),
            "hand-end",
            reader,
            lambda draw, locale: draw.hand_end(view, locale, seats),
            lambda words: hand_end_alt(words, with_names(view, isolated)),
        )

    async def _dice(
        self,
        reader: Reader,
        view: DiceView,
        seats: list[SeatLook],
        changes: Changes,
        keep: Sequence[int] | None = None,
    ) -> Picture | None:
        if view.result is not None:
            return await self._podium(reader, view, seats, changes, dice_end_alt)
        return await self._drawn_once(
            (view, *seats, None if keep is None else tuple(keep)),
            "dice",
            reader,
            lambda draw, locale: draw.dice_table(view, locale, seats, keep),
            lambda words: dice_table_alt(words, with_names(view, isolated), keep),
        )

    async def _podium(
        self,
        reader: Reader,
        view: ShownView,
        seats: list[SeatLook],
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
            lambda draw, locale: draw.podium(view, locale, seats, rated),
            lambda words: alt(words, with_names(view, isolated)),
        )

    async def highlight(
        self, reader: Reader, manager: GameManager, highlight: Highlight
    ) -> Picture | None:
        """The animation of a highlight of the running game; None also when it is too late."""
        seats = self._looks(manager)
        named = replace(highlight, view=with_names(highlight.view, isolated))
        return await self._animated(
            "highlight",
            reader,
            lambda draw, locale: draw.highlight(highlight, locale, seats),
            lambda words: highlight_alt(words, named),
            LATE,
        )

    async def recap(self, reader: Reader, past: PastGame, last: Moment) -> Picture | None:
        """The animation of a whole finished game, from its last step."""
        view, seats = last.view, self._past_looks(past)
        return await self._animated(
            "recap",
            reader,
            lambda draw, locale: draw.recap(view, last.scored, locale, seats),
            lambda words: recap_alt(words, with_names(view, isolated), last.scored),
        )

    async def _animated(
        self,
        name: str,
        reader: Reader,
        gif: Callable[[Renderer, str], Iterator[bytes]],
        alt: Callable[[Words], str],
        within: float | None = None,
    ) -> Picture | None:
        """Draw an animation and describe it, or give it up after ``within`` seconds."""
        if not (reader.pictures and reader.animations):
            return None
        try:
            async with asyncio.timeout(within), self._animating:
                data = await self._piece_by_piece(gif(renderer_for(reader), reader.words.locale))
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
        png: Callable[[Renderer, str], bytes | None],
        alt: Callable[[Words], str],
    ) -> Picture | None:
        """Draw a picture once for all to whom it looks the same; ``shown`` is all that is in it."""
        if not reader.pictures:
            return None
        key = (name, reader.theme, reader.back, reader.cloth, reader.words.locale, shown)
        drawing = self._shared.get(key)
        if drawing is None:
            drawing = asyncio.create_task(self._drawn(name, reader, png, alt))
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
        png: Callable[[Renderer, str], bytes | None],
        alt: Callable[[Words], str],
    ) -> Picture | None:
        """Draw a picture and describe it in a worker thread."""
        if not reader.pictures:
            return None

        def draw() -> Picture | None:
            drawn = png(renderer_for(reader), reader.words.locale)
            return None if drawn is None else Picture(f"{name}.png", drawn, alt(reader.words.plain))

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
        return [self._look(manager.guild_id, each) for each in occupants]

    def _look(self, guild_id: int, who: Occupant) -> SeatLook:
        return SeatLook(computer=who.is_computer, face=self._face(guild_id, who))

    def _face(self, guild_id: int, who: Occupant) -> bytes | None:
        """The avatar of a person who has not left, also while a computer player stands in."""
        if who.user_id is None or who.left:
            return None
        return self._avatars.of(guild_id, who.user_id)


@cache
def renderer(theme: str) -> Renderer:
    """The renderer of a theme.

    Raises:
        ValueError: there is no such theme.
    """
    return Renderer(theme)


@lru_cache(maxsize=MOST_LOOKS)
def _chosen_renderer(theme: str, back: str, cloth: str) -> Renderer:
    return Renderer(theme, back, cloth)


def renderer_for(reader: Reader) -> Renderer:
    """The renderer for a reader, with the backs and the cloth that they chose."""
    if reader.back or reader.cloth:
        return _chosen_renderer(reader.theme, reader.back, reader.cloth)
    return renderer(reader.theme)


@lru_cache(maxsize=MOST_FIGURES)
def _figure(look: Renderer, name: str, locale: str, rules: RuleSet) -> bytes:
    return look.figure(name, locale, rules)


@lru_cache(maxsize=MOST_FIGURES)
def _dice_figure(look: Renderer, name: str, locale: str) -> bytes:
    return look.dice_figure(name, locale)
