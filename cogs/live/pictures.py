"""The pictures of messages, drawn in worker threads; failures leave a message without one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from cachetools import LRUCache

from bot.analysis.review import Choice, Course
from bot.cups.state import CupStatus, LiveCup
from bot.dice.editions import DICE
from bot.dice.views import DiceView
from bot.i18n import Words
from bot.i18n.achievements import achievements_alt, new_achievements
from bot.i18n.alt import (
    figure_alt,
    hand_alt,
    lobby_alt,
    podium_alt,
    scores_sentences,
    short_text,
    table_sentences,
)
from bot.i18n.cups import cup_alt
from bot.i18n.daily import daily_sentences, share_alt
from bot.i18n.dice import dice_end_alt, dice_figure_alt, dice_scores_sentences, dice_table_sentences
from bot.i18n.endings import hand_end_sentences, highlight_alt
from bot.i18n.reviews import chances_alt, choice_alt
from bot.i18n.standings import board_alt, champions_alt, stats_alt
from bot.model import Lobby, Occupant
from bot.render import Avatar, Canvas, Design, colours_by_seat, design_of
from bot.render.engine.animation import Frame, animated
from bot.render.pictures.achievements import paint_achievements
from bot.render.pictures.board import paint_board, paint_champions
from bot.render.pictures.chances import paint_chances
from bot.render.pictures.costliest import paint_choice
from bot.render.pictures.cup import paint_cup
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
from bot.render.pictures.score_sheet import paint_score_sheet
from bot.render.pictures.stats import paint_stats
from bot.render.pictures.table import paint_replay, paint_table
from bot.rules.editions import CLASSIC, RuleSet
from bot.rules.marked_cards import HandOrder
from bot.rules.state import Stage
from bot.rules.views import Highlight, PlayerView
from bot.scores.achievements import Earned, Progress
from bot.scores.daily import DailyBoard, DailyShare
from bot.scores.results import Board, Champions, MemberStats, PastGame
from bot.table.daily import DailyAttempt
from bot.table.manager import GameManager
from bot.telemetry.metrics import Metrics
from bot.work_queue import Urgency, WorkQueue
from cogs.base.panels import Picture
from cogs.base.preferences import Reader
from cogs.base.text import ShownView, isolated, with_names

from .avatars import Avatars
from .new_achievements import NO_GAINS, Gains

MOST_SHARED = 96
"""Pictures for several people that are kept, of about 0.1 MB each."""
LATE = 10.0
"""Seconds after which a highlight that is not drawn yet is not shown: its game has gone on."""
_log = logging.getLogger(__name__)


class Pictures:
    """Draws the pictures of messages, as their readers see them.

    A picture is None for readers without images. One that cannot be drawn is logged and None. The
    avatars of players are by seat. A message that shows the newest state takes a turn of
    ``work_queue`` before it reads the state; else a picture has a turn of its own.
    """

    def __init__(
        self, avatars: Avatars, work_queue: WorkQueue, metrics: Metrics | None = None
    ) -> None:
        self._avatars = avatars
        self._metrics = metrics or Metrics()
        self.work_queue = work_queue
        self._shared: LRUCache[Hashable, asyncio.Task[Picture | None]] = LRUCache(MOST_SHARED)
        # One animation at a time: each keeps its frames and its file in memory until it is sent.
        self._animating = asyncio.Lock()

    # -- who is shown ----------------------------------------------------------------------

    def seats(self, game: GameManager | PastGame) -> list[Avatar]:
        """The avatars of the players of a running or finished game."""
        if isinstance(game, PastGame):
            seats = [(seat.user_id, seat.is_computer) for seat in game.seats]
            return self._seated(game.guild_id, seats)
        return self._occupants(game.guild_id, game.table.occupants if game.table else ())

    def _occupants(self, guild_id: int, occupants: Sequence[Occupant]) -> list[Avatar]:
        # The avatar of a person stays while a computer player stands in, until they leave.
        seats = [(None if who.left else who.user_id, who.is_computer) for who in occupants]
        return self._seated(guild_id, seats)

    def _seated(self, guild_id: int, seats: Sequence[tuple[int | None, bool]]) -> list[Avatar]:
        """The avatars of people and computer players at a table."""
        colours = colours_by_seat([user_id for user_id, _ in seats])
        return [
            replace(self._avatar(guild_id, user_id, computer=computer), colour=colour)
            for (user_id, computer), colour in zip(seats, colours, strict=True)
        ]

    def _avatar(self, guild_id: int, user_id: int | None, *, computer: bool) -> Avatar:
        picture = None if user_id is None else self._avatars.of(guild_id, user_id)
        return Avatar(computer=computer, picture=picture)

    # -- the pictures of both games --------------------------------------------------------

    async def lobby(self, reader: Reader, lobby: Lobby) -> Picture | None:
        """The table before the game, with its seats."""
        seats = self._occupants(lobby.guild_id, lobby.seats)
        named = replace(
            lobby, seats=tuple(replace(who, name=isolated(who.name)) for who in lobby.seats)
        )
        return await self._drawn(
            "lobby",
            reader,
            lambda design: paint_lobby(design, lobby, seats),
            lambda words: lobby_alt(words, named),
        )

    async def cup(self, reader: Reader, live: LiveCup) -> Picture | None:
        """The newest picture of a cup; none of one that was cancelled before its first result."""
        cup = live.cup
        if cup.status is CupStatus.CANCELLED and not cup.has_results:
            return None
        staying = [entrant.person for entrant in cup.entrants if not entrant.left]
        faces = {who: self._avatar(live.guild_id, who, computer=False) for who in staying}
        return await self._drawn(
            "cup",
            reader,
            lambda design: paint_cup(design, cup, faces),
            lambda words: cup_alt(words, cup, isolated),
        )

    async def podium(
        self,
        reader: Reader,
        view: ShownView,
        seats: Sequence[Avatar],
        gains: Gains = NO_GAINS,
    ) -> Picture | None:
        """The final places, with changes of ratings and new medals."""
        alt = dice_end_alt if isinstance(view, DiceView) else podium_alt
        # A first rating is no change.
        rated: dict[int, int] = {
            seat: known[0]
            for seat, kinds in gains.changes.items()
            if (known := [change.change for change in kinds.values() if not change.is_first])
        }
        new: Mapping[int, Earned] = gains.medals

        def alt_text(words: Words) -> str:
            named = with_names(view, isolated)
            medals = [(named.seats[seat].name, [medal]) for seat, medal in new.items()]
            return f"{alt(words, named)} {new_achievements(words, medals)}".strip()

        return await self._drawn(
            "podium",
            reader,
            lambda design: paint_podium(design, view, seats, rated, new),
            alt_text,
            shared=(view, *seats, *rated.items(), *new.items()),
        )

    async def board(self, reader: Reader, board: Board) -> Picture | None:
        """A page of a leaderboard; none where nobody is on it."""
        if not board.rows:
            return None
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

    async def stats(self, reader: Reader, stats: MemberStats, guild_id: int = 0) -> Picture | None:
        """A member's statistics, with the faces of the server if it is known."""
        people = [stats.user_id, *(rival.user_id for rival in stats.rivals[:1])]
        faces = [self._avatar(guild_id, user_id, computer=False) for user_id in people]
        return await self._drawn(
            "stats",
            reader,
            lambda design: paint_stats(design, stats, faces),
            lambda words: stats_alt(words, stats, isolated),
        )

    async def achievements(
        self, reader: Reader, name: str, progress: Sequence[Progress]
    ) -> Picture | None:
        """A person's achievements."""
        return await self._drawn(
            "achievements",
            reader,
            lambda design: paint_achievements(design, name, progress),
            lambda words: achievements_alt(words, isolated(name), progress),
        )

    # -- the card game ---------------------------------------------------------------------

    async def table(
        self,
        reader: Reader,
        view: PlayerView,
        seats: Sequence[Avatar],
        caption: str | None = None,
        gains: Gains = NO_GAINS,
    ) -> Picture | None:
        """The public table, the end of a hand or that of the game; a past table has a caption."""
        if view.stage is Stage.OVER:
            return await self.podium(reader, view, seats, gains)
        if view.hand_over:
            return await self._drawn(
                "hand-end",
                reader,
                lambda design: paint_hand_end(design, view, seats),
                lambda words: short_text(hand_end_sentences(words, with_names(view, isolated))),
                shared=(view, *seats),
            )

        def alt(words: Words) -> str:
            return short_text(table_sentences(words, with_names(view, isolated)))

        if caption is not None:
            return await self._drawn(
                "step", reader, lambda design: paint_replay(design, view, caption, seats), alt
            )
        return await self._drawn(
            "table",
            reader,
            lambda design: paint_table(design, view, seats),
            alt,
            shared=(view, *seats),
        )

    async def hand(
        self,
        reader: Reader,
        view: PlayerView,
        seats: Sequence[Avatar],
        order: HandOrder = HandOrder.NUMBER,
    ) -> Picture | None:
        """A player's cards and the table below them, to be shown to nobody else."""
        return await self._drawn(
            "hand",
            reader,
            lambda design: paint_hand(design, view, seats, order),
            lambda words: hand_alt(words, with_names(view, isolated), order),
        )

    async def scores(self, reader: Reader, manager: GameManager) -> Picture | None:
        """The score sheet; None before the first hand is over."""
        view, hands, seats = manager.view(None), manager.game.scored, self.seats(manager)
        if not hands:
            return None
        names = [isolated(seat.name) for seat in view.seats]
        return await self._drawn(
            "scores",
            reader,
            lambda design: paint_score_sheet(design, view, hands, seats),
            lambda words: short_text(scores_sentences(words, names, hands, view.seats)),
        )

    async def figure(self, reader: Reader, name: str, rules: RuleSet = CLASSIC) -> Picture | None:
        """A figure of the rules, one of FIGURES, as it is in a rule set."""
        return await self._drawn(
            name,
            reader,
            lambda design: paint_figure(design, name, rules),
            lambda words: figure_alt(words, name, rules),
            shared=rules,
        )

    async def chances(
        self,
        reader: Reader,
        course: Course,
        names: Sequence[str],
        seats: Sequence[Avatar],
        own: int | None = None,
    ) -> Picture | None:
        """Everybody's chances through a finished game; names by seat, and the reader's own."""
        return await self._drawn(
            "chances",
            reader,
            lambda design: paint_chances(design, course, names, seats, own),
            lambda words: chances_alt(words, course, [isolated(name) for name in names]),
        )

    async def choice(self, reader: Reader, choice: Choice, names: Sequence[str]) -> Picture | None:
        """Somebody's costliest choice next to the computer's; names by seat."""
        plain = [isolated(name) for name in names]
        return await self._drawn(
            "choice",
            reader,
            lambda design: paint_choice(design, choice),
            lambda words: choice_alt(words, choice, plain),
        )

    async def highlight(
        self, reader: Reader, highlight: Highlight, seats: Sequence[Avatar], height: int = 0
    ) -> Picture | None:
        """The animation of a highlight of the running game; None also when it is too late.

        It is ``height`` pixels high at least.
        """
        named = replace(highlight, view=with_names(highlight.view, isolated))
        return await self._animated(
            "highlight",
            reader,
            lambda design: paint_highlight(design, highlight, seats, height),
            lambda words: highlight_alt(words, named),
            LATE,
        )

    # -- the hand of the day ---------------------------------------------------------------

    async def daily(
        self, reader: Reader, attempt: DailyAttempt, board: DailyBoard | None = None
    ) -> Picture | None:
        """The daily hand, to be shown to its player alone; with a result, the server's board."""
        view, streak = attempt.view, attempt.streaks.current
        return await self._drawn(
            "daily",
            reader,
            lambda design: paint_daily(design, view, board, streak),
            lambda words: short_text(daily_sentences(words, view, attempt.to_go)),
        )

    async def daily_share(self, reader: Reader, *shares: DailyShare) -> Picture | None:
        """Results of a daily hand, without any card."""
        named = [replace(share, name=isolated(share.name)) for share in shares]
        return await self._drawn(
            "daily",
            reader,
            lambda design: paint_daily_share(design, shares),
            lambda words: " ".join(share_alt(words, share) for share in named),
        )

    # -- the dice game ---------------------------------------------------------------------

    async def dice(
        self,
        reader: Reader,
        view: DiceView,
        seats: Sequence[Avatar],
        keep: Sequence[int] | None = None,
        gains: Gains = NO_GAINS,
    ) -> Picture | None:
        """The table, with the dice chosen to be kept, or the end of the game."""
        if view.result is not None:
            return await self.podium(reader, view, seats, gains)
        return await self._drawn(
            "dice",
            reader,
            lambda design: paint_dice_table(design, view, seats, keep),
            lambda words: short_text(dice_table_sentences(words, with_names(view, isolated), keep)),
            shared=(view, *seats, None if keep is None else tuple(keep)),
        )

    async def dice_scores(
        self, reader: Reader, view: DiceView, seats: Sequence[Avatar]
    ) -> Picture | None:
        """The score card."""
        return await self._drawn(
            "scores",
            reader,
            lambda design: paint_dice_scores(design, view, seats),
            lambda words: short_text(dice_scores_sentences(words, with_names(view, isolated))),
        )

    async def dice_figure(self, reader: Reader, name: str) -> Picture | None:
        """A figure of the rules, one of DICE_FIGURES."""
        return await self._drawn(
            name,
            reader,
            lambda design: paint_dice_figure(design, name),
            lambda words: dice_figure_alt(words, name),
            shared=DICE,
        )

    # -- drawing ---------------------------------------------------------------------------

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
            return Picture(f"{name}.gif", data, alt(reader.words.plain))
        except TimeoutError:
            _log.info("an animation was not drawn in time")
        except Exception:  # noqa: BLE001  # whatever Pillow raises
            _log.exception("an animation could not be drawn")
        return None

    async def _piece_by_piece(self, drawing: Iterator[bytes]) -> bytes:
        """Draw an animation in turns so short that they delay nothing else."""
        pieces: list[bytes] = []
        while not pieces or pieces[-1]:
            piece = partial(next, drawing, b"")
            pieces.append(await self.work_queue.run(piece, Urgency.ANIMATION))
        return b"".join(pieces)

    async def _drawn(
        self,
        name: str,
        reader: Reader,
        paint: Callable[[Design], Canvas],
        alt: Callable[[Words], str],
        shared: Hashable = None,
    ) -> Picture | None:
        """Draw and describe a picture.

        If everything that is in it is ``shared``, it is drawn once for all readers to whom it
        looks the same.
        """
        if not reader.pictures:
            return None
        urgency = Urgency.TABLE if reader.user_id is None else Urgency.ANSWER
        async with self.work_queue.turn(urgency, reader.user_id):
            if shared is None:
                return await self._draw(name, reader, paint, alt)
            return await self._draw_once(name, reader, paint, alt, shared)

    async def _draw_once(
        self,
        name: str,
        reader: Reader,
        paint: Callable[[Design], Canvas],
        alt: Callable[[Words], str],
        shared: Hashable,
    ) -> Picture | None:
        key = (name, reader.theme, reader.back, reader.cloth, reader.words.locale, shared)
        drawing = self._shared.get(key)
        if drawing is None:
            drawing = asyncio.create_task(self._draw(name, reader, paint, alt))
            self._shared[key] = drawing
        # The others still want it when one of them is cancelled.
        picture = await asyncio.shield(drawing)
        if picture is None:
            self._shared.pop(key, None)
        return picture

    async def _draw(
        self,
        name: str,
        reader: Reader,
        paint: Callable[[Design], Canvas],
        alt: Callable[[Words], str],
    ) -> Picture | None:
        """Draw and describe a picture in a thread."""

        def draw() -> Picture:
            png = paint(design_for(reader)).png()
            return Picture(f"{name}.png", png, alt(reader.words.plain))

        try:
            with self._metrics.drawing():
                return await self.work_queue.in_thread(draw)
        except Exception:  # noqa: BLE001  # whatever Pillow raises
            _log.exception("a picture could not be drawn")
            return None


def design_for(reader: Reader) -> Design:
    """The design of a reader's pictures, with the back and the cloth that they chose."""
    return design_of(reader.theme, reader.words.locale, reader.back, reader.cloth)
