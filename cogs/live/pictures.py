"""The pictures of messages, drawn in worker threads; failures leave a message without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.cards.events import Event, HandEnded
from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.state import Stage
from bot.cards.views import PlayerView, last_discarder, view_for
from bot.cups.state import Cup, CupStatus, LiveCup
from bot.dice.views import DiceView
from bot.i18n.achievements import achievements_alt, new_achievements
from bot.i18n.alt import (
    figure_alt,
    hand_sentences,
    lobby_alt,
    scores_sentences,
    short_text,
    table_sentences,
)
from bot.i18n.cups import cup_alt
from bot.i18n.daily import daily_sentences, share_alt
from bot.i18n.dice import dice_end_alt, dice_figure_alt, dice_scores_sentences, dice_table_sentences
from bot.i18n.endings import hand_end_sentences, podium_alt
from bot.i18n.news import news_lines, news_since_turn
from bot.i18n.phrases import clip
from bot.i18n.reviews import chances_alt, choices_alt
from bot.i18n.standings import board_alt, champions_alt, stats_alt
from bot.render import Avatar, Canvas, Design, colours_by_seat
from bot.render.pictures.achievements import paint_achievements
from bot.render.pictures.board import paint_board, paint_champions
from bot.render.pictures.chances import paint_chances
from bot.render.pictures.choice import paint_choices
from bot.render.pictures.cup import paint_cup
from bot.render.pictures.daily import paint_daily, paint_daily_share
from bot.render.pictures.dice_figures import paint_dice_figure
from bot.render.pictures.dice_scores import paint_dice_scores
from bot.render.pictures.dice_table import paint_dice_table
from bot.render.pictures.figures import paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.hand_end import paint_hand_end
from bot.render.pictures.lobby import paint_lobby
from bot.render.pictures.podium import paint_podium
from bot.render.pictures.score_sheet import paint_score_sheet
from bot.render.pictures.sheet_table import paint_sheet_table
from bot.render.pictures.stats import paint_stats
from bot.render.pictures.table import paint_replay, paint_table
from bot.results.achievements import Earned, Progress
from bot.results.daily import DailyBoard, DailyShare
from bot.results.past_games import PastGame
from bot.results.standings import Board, Champions, MemberStats
from bot.reviews.choices import Choice
from bot.reviews.course import Course
from bot.seating import Lobby, Occupant
from bot.sheets.figures import SheetFigures, figures
from bot.sheets.sheet import Sheet
from bot.table.daily import DailyAttempt
from bot.table.manager import GameManager
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Drawing, Page
from cogs.base.text import ShownView, isolated, with_names
from cogs.pages.sheet_page import names_now

from .avatars import Avatars
from .new_achievements import NO_REWARDS, GameRewards

SeatAvatars = tuple[Avatar, ...]
LONGEST_MARKED = 14  # letters of a name beside which a mark fits


class Pictures:
    """The drawings of messages for one reader, None without images; avatars are by seat."""

    def __init__(self, avatars: Avatars, reader: DisplayOptions) -> None:
        self._avatars = avatars
        self.reader = reader
        self.words = reader.words
        self._plain = reader.words.plain

    def _drawing(
        self,
        name: str,
        alt: str,
        paint: Callable[..., Canvas],
        *subject: Any,  # noqa: ANN401  # what ``paint`` takes
        shared: bool = False,
    ) -> Drawing | None:
        if not self.reader.pictures:
            return None
        return Drawing(f"{name}.png", self.reader.look, paint, subject, alt, shared)

    # -- who is shown ----------------------------------------------------------------------

    def seats(self, game: GameManager | PastGame) -> SeatAvatars:
        if isinstance(game, PastGame):
            seats = [(seat.user_id, seat.is_computer) for seat in game.seats]
            return self._seated(game.guild_id, seats, [seat.is_late for seat in game.seats])
        return self._occupants(game.guild_id, game.table.occupants if game.table else ())

    def _occupants(self, guild_id: int, occupants: Sequence[Occupant]) -> SeatAvatars:
        # The avatar of a person stays while a computer player stands in, until they leave.
        seats = [(None if who.left else who.user_id, who.is_computer) for who in occupants]
        return self._seated(guild_id, seats, [who.late for who in occupants])

    def _seated(
        self,
        guild_id: int,
        seats: Sequence[tuple[int | None, bool]],
        late: Sequence[bool] = (),
    ) -> SeatAvatars:
        """Depict people and computer players; the latter and latecomers choose colours last."""
        joined = [seat for seat, came_late in enumerate(late) if came_late]
        computers = [seat for seat, (user_id, computer) in enumerate(seats) if computer]
        people = [user_id for user_id, _ in seats]
        nobody = [seat for seat in computers if people[seat] is None]
        colours = colours_by_seat(people, {*joined, *nobody})
        return tuple(
            replace(self._avatar(guild_id, user_id, computer=computer), colour=colour)
            for (user_id, computer), colour in zip(seats, colours, strict=True)
        )

    def _avatar(self, guild_id: int, user_id: int | None, *, computer: bool = False) -> Avatar:
        picture = None if user_id is None else self._avatars.of(guild_id, user_id)
        return Avatar(computer=computer, picture=picture)

    # -- the pictures of both games --------------------------------------------------------

    def lobby(self, lobby: Lobby, kept: Sequence[str]) -> Drawing | None:
        """Draw a lobby; seats are kept for the people with the names ``kept``."""
        seats = self._occupants(lobby.guild_id, lobby.seats)
        named = tuple(replace(who, name=isolated(who.name)) for who in lobby.seats)
        alt = lobby_alt(self._plain, replace(lobby, seats=named), [*map(isolated, kept)])
        return self._drawing("lobby", alt, paint_lobby, lobby, seats, tuple(kept))

    def cup(self, stored: LiveCup) -> Drawing | None:
        """Draw a cup, unless it was cancelled before its first result."""
        cup = stored.cup
        if cup.status is CupStatus.CANCELLED and not cup.has_results:
            return None
        staying = [participant.person for participant in cup.participants if not participant.left]
        faces = tuple((who, self._avatar(stored.guild_id, who)) for who in staying)
        return self._drawing("cup", cup_alt(self._plain, cup, isolated), _paint_cup, cup, faces)

    def podium(
        self, view: ShownView, seats: SeatAvatars, rewards: GameRewards = NO_REWARDS
    ) -> Drawing | None:
        alt = dice_end_alt if isinstance(view, DiceView) else podium_alt
        # A first rating is not a change.
        rated = tuple(
            (seat, known[0])
            for seat, kinds in rewards.changes.items()
            if (known := [change.change for change in kinds.values() if not change.is_first])
        )
        named = with_names(view, isolated)
        new = tuple(rewards.medals.items())
        medals = [(named.seats[seat].name, [medal]) for seat, medal in new]
        said = f"{alt(self._plain, named)} {new_achievements(self._plain, medals)}".strip()
        return self._drawing("podium", said, _paint_podium, view, seats, rated, new, shared=True)

    def board(self, board: Board) -> Drawing | None:
        """Draw a page of a leaderboard, unless it is empty."""
        if not board.rows:
            return None
        alt = board_alt(self._plain, board, isolated)
        return self._drawing("leaderboard", alt, paint_board, board)

    def champions(self, champions: Champions) -> Drawing | None:
        alt = champions_alt(self._plain, champions, isolated)
        return self._drawing(f"champions-{champions.game_type}", alt, paint_champions, champions)

    def stats(self, stats: MemberStats, guild_id: int = 0) -> Drawing | None:
        """Draw a member's statistics, with faces of people if the server is known."""
        people = [stats.user_id, *(rival.user_id for rival in stats.rivals[:1])]
        faces = tuple(self._avatar(guild_id, user_id) for user_id in people)
        alt = stats_alt(self._plain, stats, isolated)
        return self._drawing("stats", alt, paint_stats, stats, faces)

    def achievements(self, name: str, progress: tuple[Progress, ...]) -> Drawing | None:
        alt = achievements_alt(self._plain, isolated(name), progress)
        return self._drawing("achievements", alt, paint_achievements, name, progress)

    # -- the card game ---------------------------------------------------------------------

    def table(
        self,
        view: PlayerView,
        seats: SeatAvatars,
        caption: str | None = None,
        rewards: GameRewards = NO_REWARDS,
        news: Sequence[Event] = (),
    ) -> Drawing | None:
        """Draw the public table, the end of a hand or that of the game; a replay has a caption."""
        if view.stage is Stage.OVER:
            return self.podium(view, seats, rewards)
        named = with_names(view, isolated)
        if view.hand_over:
            alt = short_text(hand_end_sentences(self._plain, named))
            return self._drawing("hand-end", alt, paint_hand_end, view, seats, shared=True)
        names = [seat.name for seat in named.seats]
        told = news_lines(self._plain, news, names, view.seats, view.turn)
        alt = short_text(table_sentences(self._plain, named, told))
        if caption is not None:
            return self._drawing("step", alt, paint_replay, view, caption, seats)
        mover = last_discarder(view, news)
        return self._drawing("table", alt, paint_table, view, seats, mover, shared=True)

    def hand(
        self,
        view: PlayerView,
        seats: SeatAvatars,
        order: HandOrder = HandOrder.NUMBER,
        news: Sequence[Event] = (),
    ) -> Drawing | None:
        """Draw a player's cards and the table below them, to be shown to nobody else."""
        named = with_names(view, isolated)
        told = news_since_turn(self._plain, news, [seat.name for seat in named.seats], view)
        alt = short_text(hand_sentences(self._plain, named, order, told))
        mover = last_discarder(view, news)
        return self._drawing("hand", alt, paint_hand, view, seats, order, mover)

    def scores(self, manager: GameManager) -> Drawing | None:
        return self._scores(manager.view(None), manager.game.scored, self.seats(manager))

    def sheet(self, sheet: Sheet) -> Drawing | None:
        """A score sheet for printed cards, or the podium at its end; none without players."""
        if not sheet.players:
            return None
        course = figures(sheet)
        view = self._sheet_view(sheet, course)
        seats = self._on_sheet(sheet)
        if view.result:
            return self.podium(view, seats)
        stay = sheet.staying()
        gone = tuple(seat.seat for seat in view.seats if seat.seat not in stay)
        return self._scores(view, course.ended, seats, gone)

    def sheet_table(self, sheet: Sheet, page: Page) -> Drawing | None:
        """A page of the complete hands of a score sheet, the newest hands on the first one."""
        course = figures(sheet)
        view = self._sheet_view(sheet, course)
        last = len(course.rows) - page.first
        hands = slice(max(last - page.size, 0), last)
        names = [isolated(seat.name) for seat in view.seats]
        told = scores_sentences(self._plain, names, course.ended[hands], view.seats)
        leaders = view.result.winners if view.result else ()
        seats = self._on_sheet(sheet)
        rows = course.rows[hands]
        return self._drawing(
            "sheet-table", short_text(told), paint_sheet_table, view, rows, leaders, seats
        )

    def _sheet_view(self, sheet: Sheet, course: SheetFigures) -> PlayerView:
        """The view of a sheet, with a mark at those who have left."""
        view = view_for(course.state, None)
        # A long name would push the mark out of the picture.
        short = [clip(seat.name, LONGEST_MARKED) for seat in view.seats]
        marked = names_now(self._plain, sheet, short)
        stay = sheet.staying()
        names = [seat.name if seat.seat in stay else marked[seat.seat] for seat in view.seats]
        seats = zip(view.seats, names, strict=True)
        return replace(view, seats=tuple(replace(seat, name=name) for seat, name in seats))

    def _on_sheet(self, sheet: Sheet) -> SeatAvatars:
        return self._seated(sheet.guild_id, [(who.user_id, False) for who in sheet.players])

    def _scores(
        self,
        view: PlayerView,
        hands: Sequence[HandEnded],
        seats: SeatAvatars,
        gone: tuple[int, ...] = (),
    ) -> Drawing | None:
        names = [isolated(seat.name) for seat in view.seats]
        alt = short_text(scores_sentences(self._plain, names, hands, view.seats))
        return self._drawing("scores", alt, paint_score_sheet, view, hands, seats, gone)

    def figure(self, name: str, rules: RuleSet = CLASSIC) -> Drawing | None:
        """Draw a figure of the rules, one of FIGURES, for a rule set."""
        alt = figure_alt(self._plain, name, rules)
        return self._drawing(name, alt, paint_figure, name, rules, shared=True)

    def chances(
        self, course: Course, names: Sequence[str], seats: SeatAvatars, own: int | None = None
    ) -> Drawing | None:
        """Draw the chances in a finished game by seat; ``own`` is the reader's seat."""
        alt = chances_alt(self._plain, course, [isolated(name) for name in names], own)
        return self._drawing("chances", alt, paint_chances, course, tuple(names), seats, own)

    def choices(self, choices: Sequence[Choice], names: Sequence[str]) -> Drawing | None:
        """Draw somebody's choices in their hands, next to better ones; names are by seat."""
        alt = choices_alt(self._plain, choices, [isolated(name) for name in names])
        return self._drawing("choices", alt, paint_choices, tuple(choices))

    # -- the hand of the day ---------------------------------------------------------------

    def daily(self, attempt: DailyAttempt, board: DailyBoard | None = None) -> Drawing | None:
        """Draw the daily hand for its player alone; with a result, the server's board."""
        view = attempt.view
        streak = attempt.streaks.current
        alt = short_text(daily_sentences(self._plain, view, attempt.cards_missing))
        return self._drawing("daily", alt, paint_daily, view, board, streak)

    def daily_share(self, *shares: DailyShare) -> Drawing | None:
        """Draw results of a daily hand without any card."""
        named = [replace(share, name=isolated(share.name)) for share in shares]
        alt = " ".join(share_alt(self._plain, share) for share in named)
        return self._drawing("daily", alt, paint_daily_share, shares)

    # -- the dice game ---------------------------------------------------------------------

    def dice(
        self,
        view: DiceView,
        seats: SeatAvatars,
        keep: tuple[int, ...] | None = None,
        rewards: GameRewards = NO_REWARDS,
    ) -> Drawing | None:
        """Draw the table with the dice that are to be kept, or the end of the game."""
        if view.result is not None:
            return self.podium(view, seats, rewards)
        alt = short_text(dice_table_sentences(self._plain, with_names(view, isolated), keep))
        return self._drawing("dice", alt, paint_dice_table, view, seats, keep, shared=True)

    def dice_scores(self, view: DiceView, seats: SeatAvatars) -> Drawing | None:
        alt = short_text(dice_scores_sentences(self._plain, with_names(view, isolated)))
        return self._drawing("scores", alt, paint_dice_scores, view, seats)

    def dice_figure(self, name: str) -> Drawing | None:
        """Draw a figure of the rules, one of DICE_FIGURES."""
        alt = dice_figure_alt(self._plain, name)
        return self._drawing(name, alt, paint_dice_figure, name, shared=True)


PicturesOf = Callable[[DisplayOptions], Pictures]


def _paint_cup(design: Design, cup: Cup, faces: Iterable[tuple[int, Avatar]]) -> Canvas:
    return paint_cup(design, cup, dict(faces))


def _paint_podium(
    design: Design,
    view: ShownView,
    seats: SeatAvatars,
    rated: Iterable[tuple[int, int]],
    new: Iterable[tuple[int, Earned]],
) -> Canvas:
    return paint_podium(design, view, seats, dict(rated), dict(new))
