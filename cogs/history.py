"""Finished games: the list, the page of a game, its record, and its replay step by step.

The position in the list is in the custom ids: whose games are listed (or ``all``), and the page
from 0. Those of a replay have the step, from 0, as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import discord

from bot.core.states import with_leaders, without_leavers, won_by_staying
from bot.game_types import ALL_EDITIONS, game_type_for, recorded_game_type
from bot.i18n import Translator, You
from bot.i18n.endings import ahead
from bot.i18n.phrases import clip
from bot.i18n.rulesets import edition_name, title
from bot.results.past_games import PastGame, SeatResult, past_rules
from bot.storage import stats
from bot.storage.sheets import has_past_sheets
from bot.table.errors import TableError
from bot.table.replays import Moment, Replay
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import AnyText, CustomId, GameId, Verb, parse_index, parse_user
from cogs.base.permissions import check_in_server, known_server_id
from cogs.base.screens import (
    MOST_PAGES,
    PRIMARY,
    Button,
    Drawing,
    Menu,
    Page,
    Screen,
    page_lines,
    split_into_pages,
    turn_buttons,
)
from cogs.base.slash_commands import command
from cogs.base.text import all_escaped, bold, bullets, escaped, isolated, moment, relative, small
from cogs.live.game_messages import replay_pages
from cogs.pages.table_page import left_name, rated

from .services import BaseCog
from .solo import solo_button
from .stats import figures_button

GAMES = 5  # games on a page
EVERYBODY = "all"
LONGEST_VARIATION = 60


@dataclass(frozen=True)
class ListPosition:
    """A page of the list of a member's games, or of everybody's (None)."""

    member: int | None = None
    page: int = 0

    @property
    def args(self) -> tuple[str, ...]:
        return (str(self.member or EVERYBODY), str(self.page))

    @staticmethod
    def parse(member: str, page: str) -> ListPosition:
        return ListPosition(
            None if member == EVERYBODY else parse_user(member), parse_index(page, MOST_PAGES)
        )


StepNumber = Annotated[int, partial(parse_index, size=1_000_000)]


@dataclass(frozen=True)
class HistoryPage:
    """The games on a page of the list, newest first, and how many there are on all pages."""

    position: ListPosition
    games: Sequence[PastGame]
    total: int

    @property
    def page(self) -> Page:
        return Page(self.position.page, GAMES, self.total)

    @property
    def numbered(self) -> Iterable[tuple[int, PastGame]]:
        return enumerate(self.games, self.page.first + 1)


def history_screen(words: Translator, page: HistoryPage, name: str = "") -> Screen:
    seats = (seat for past in page.games for seat in past.seats)
    stored = next((seat.name for seat in seats if seat.user_id == page.position.member), "")
    name = bold(escaped(name or stored or words("terms.forgotten")))
    if not page.games:
        if page.position.member is None:
            return Screen.of([words("history.no_history")], [solo_button(words)])
        return Screen.of([words("history.no_history_of", name=name)])
    choices = [(game_choice(words, n, past), past.game_id) for n, past in page.numbered]
    choose = CustomId.of(Verb.PAST_CHOICE, *page.position.args)
    buttons = turn_buttons(words, page.page, Verb.HISTORY, page.position.args[0])
    key = "history.history"
    if page.position.member is not None:
        key = "history.history_of"
        buttons.append(figures_button(words, page.position.member))
    lines = [f"### {words(key, name=name)}"]
    for number, past in page.numbered:
        lines += game_lines(words, number, past)
    lines = next(split_into_pages([*lines, *page_lines(words, page.page)]))
    return Screen.of(lines, Menu(words("history.choose_game"), choose, tuple(choices)), buttons)


def game_screen(
    words: Translator,
    past: PastGame,
    position: ListPosition,
    drawing: Drawing | None = None,
    *,
    recorded: bool = True,
) -> Screen:
    at = position.args
    step = CustomId(past.game_id, 0, Verb.REPLAY, (*at, "0"))
    games = CustomId.of(Verb.HISTORY, *at)
    lines = past_game_lines(words, past)
    buttons = [Button(words("history.to_games"), games)]
    if recorded:
        replay = Button(words("history.step_through"), step, PRIMARY)
        more = [Button(words("table.record"), CustomId(past.game_id, 0, Verb.RECORD))]
        if game_type_for(past.edition).reviewed:
            review = CustomId(past.game_id, 0, Verb.REVIEW)
            more.insert(0, Button(words("reviews.button"), review))
        buttons = [replay, *more, *buttons]
    else:
        lines.append(small(words("history.no_record")))
    return Screen.of(lines, buttons, drawings=[drawing])


def rules_text(words: Translator, past: PastGame) -> str:
    """Name edition and variation: ``Classic · the first 4 only``."""
    rules = past_rules(past)
    if rules is not None:
        return title(words, rules)
    known = past.edition in ALL_EDITIONS
    edition = edition_name(words, past.edition) if known else escaped(past.edition)
    variation = escaped(clip(past.variation, LONGEST_VARIATION))
    return f"{edition} · {variation}" if variation else edition


def seat_name(words: Translator, seat: SeatResult) -> str:
    return seat.name or words("terms.forgotten")


def seat_names(words: Translator, past: PastGame) -> list[str]:
    return [seat_name(words, seat) for seat in past.seats]


def told_to(words: Translator, past: PastGame, reader: int) -> PastGame:
    """Return a game in which the reader is addressed directly."""
    you = You(words("terms.you"))
    seats = (replace(seat, name=you) if seat.user_id == reader else seat for seat in past.seats)
    return replace(past, seats=tuple(seats))


def leaders(past: PastGame) -> list[SeatResult]:
    """Return who was ahead in a game that was ended early, unless all were equal."""
    if not past.abandoned or not past.hands or all(seat.place == 1 for seat in past.seats):
        return []
    return [seat for seat in past.seats if seat.place == 1]


def placed(past: PastGame) -> list[SeatResult]:
    return sorted(past.seats, key=lambda seat: (seat.place, seat.seat))


def game_lines(words: Translator, number: int, past: PastGame) -> list[str]:
    when = moment(past.ended_at)
    rules = rules_text(words, past)
    at = words.number(number)
    head = bold(words("history.game", number=at, when=when, rules=rules))
    if past.abandoned:
        head += f" · {words('history.abandoned')}"
    seats = (_placed(words, seat, _marked(words, seat)) for seat in placed(past))
    # A line does not end between a place and the name.
    whole = (seat.replace(" ", "\N{NO-BREAK SPACE}", 1) for seat in seats)
    return [head, " · ".join(whole)]


def _placed(words: Translator, seat: SeatResult, name: str) -> str:
    total = words.number(seat.total)
    return words.plural("table.place", seat.phases, place=seat.place, name=name, total=total)


def _marked(words: Translator, seat: SeatResult) -> str:
    """Return an escaped name with a mark of computer players and of people who left."""
    name = escaped(seat_name(words, seat))
    if seat.is_late:
        return words("terms.marked", name=name, mark=words("history.late"))
    if seat.is_computer:
        return words("terms.marked", name=name, mark=words("terms.computer"))
    return left_name(words, name) if seat.left else name


def game_choice(words: Translator, number: int, past: PastGame) -> str:
    names = [isolated(seat_name(words, seat)) for seat in placed(past)]
    return words("history.game_choice", number=words.number(number), names=", ".join(names))


def past_game_lines(words: Translator, past: PastGame) -> list[str]:
    lines = [f"### {rules_text(words, past)}"]
    leading = leaders(past)
    if leading:
        names = [bold(escaped(seat_name(words, seat))) for seat in leading]
        about = words.about(game_type_for(past.edition).name)
        lines.append(bold(ahead(about, names, past.hands)))
    elif past.abandoned:
        lines.append(bold(words("table.abandoned")))
    span = words("history.from_to", start=moment(past.started_at), end=moment(past.ended_at))
    about = words.about(game_type_for(past.edition).name)
    hands = about.plural("history.hands", past.hands)
    lines.append(small(f"{span} · {hands} · {relative(past.ended_at)}"))
    lines += [_in_full(about, seat) for seat in placed(past)]
    rules = past_rules(past) if past.variation else None
    return lines if rules is None else [*lines, *map(small, bullets(words, rules))]


def _in_full(words: Translator, seat: SeatResult) -> str:
    line = _placed(words, seat, bold(_marked(words, seat)))
    changes = (
        rated(words, kind, rating, "rating_change") for kind, rating in seat.rating_changes.items()
    )
    return " · ".join([line, *changes])


def with_present_names(words: Translator, past: PastGame, moment: Moment) -> Moment:
    """Return a step with the present names, without deleted ones, and the ranking as stored."""
    names = seat_names(words, past)
    left = [seat.seat for seat in past.seats if seat.left]
    seats = tuple(replace(seat, name=names[seat.seat]) for seat in moment.view.seats)
    view = without_leavers(replace(moment.view, seats=seats), left)
    stayed = [seat.seat for seat in past.seats if seat.place == 1 and not seat.is_computer]
    if left and stayed and not past.abandoned:
        return replace(moment, view=won_by_staying(view, stayed[0]))
    return replace(moment, view=with_leaders(view) if past.hands else view)


def replay_screen(  # noqa: PLR0913  # a step, and how it is shown
    words: Translator,
    lines: Sequence[str],
    replay: Replay,
    at: CustomId,
    *,
    drawing: Drawing | None = None,
    in_words: Sequence[str] = (),
) -> Screen:
    """Build the message of a step: ``at`` says the game, the position in the list, and the step."""
    whole = next(split_into_pages([*lines, *in_words]))
    rows = _step_buttons(words, replay, at)
    return Screen.of(lines, *rows, drawings=[drawing], in_words=whole)


def _step_buttons(words: Translator, replay: Replay, at: CustomId) -> list[list[Button]]:
    """Build the same buttons for every step; buttons that lead nowhere are disabled."""
    words = words.about(replay.game_type.name)
    here = int(at.args[-1])
    last = len(replay) - 1
    back = max(0, here - 1)
    on = min(last, here + 1)
    hand_back = replay.hand_before(here)
    hand_on = replay.hand_after(here)

    def step_button(key: str, to: int | None, label: str = "") -> Button:
        step = here if to is None else to
        # The key keeps the ids of buttons to the same step apart.
        args = (*at.args[:-1], str(step), key)
        there = CustomId(at.game, 0, Verb.REPLAY, args)
        return Button(words(label or f"history.{key}"), there, disabled=step == here)

    game = CustomId(at.game, 0, Verb.PAST_GAME, at.args[:-1])
    return [
        [
            step_button("first", 0),
            step_button("back", back, "terms.back"),
            step_button("step_on", on),
            step_button("last", last),
        ],
        [
            step_button("hand_back", hand_back),
            step_button("hand_on", hand_on),
            Button(words("history.to_game"), game),
        ],
    ]


def step_lines(words: Translator, past: PastGame, replay: Replay, moment: Moment) -> list[str]:
    names = all_escaped(seat_names(words, past))
    hand = words.about(replay.game_type.name)(
        "history.step",
        hand=words.number(moment.hand),
        hands=words.number(replay.hands),
        step=words.number(moment.at + 1),
        steps=words.number(len(replay)),
    )
    replayed = replay_pages(past)
    news = replayed.news(words, moment, names)
    more = replayed.more(words, moment, names)
    return [bold(rules_text(words, past)), hand, *news, *map(small, more)]


def caption(words: Translator, past: PastGame, moment: Moment) -> str:
    """Describe a step in one line for its picture."""
    return " · ".join(replay_pages(past).news(words.plain, moment, seat_names(words, past)))


class HistoryCog(BaseCog):
    """Shows finished games, their records and their replays."""

    @command("history", member=("member", "history_member"))
    async def history(
        self, interaction: discord.Interaction, member: discord.Member | discord.User | None = None
    ) -> None:
        """Show the last games of this server or one of its members, elsewhere the user's own."""
        if member is not None and member.id != interaction.user.id:
            check_in_server(interaction)
        position = ListPosition(member.id if member else None)
        await self._show(interaction, position, member)

    async def _show(
        self,
        interaction: discord.Interaction,
        position: ListPosition,
        who: discord.Member | discord.User | None = None,
    ) -> None:
        """Show a page of the list; outside of servers, of the user's own games there."""
        if who is not None and who.bot:
            raise TableError("bot_member")
        if not known_server_id(interaction):
            position = replace(position, member=interaction.user.id)
            who = interaction.user
        page = await self._page(interaction, position)
        words = self.services.preferences.translator(interaction)
        me = interaction.user.id
        page = replace(page, games=[told_to(words, past, me) for past in page.games])
        name = who.display_name if who else ""
        if position.member == me:
            name = You(words("terms.you"))
        screen = history_screen(words, page, name)
        if await self.look_up(has_past_sheets, me):
            past = Button(words("sheet.past"), CustomId.of(Verb.SHEET_YEAR))
            screen = screen.with_parts([past])
        await self.show(interaction, screen)

    async def _page(self, interaction: discord.Interaction, position: ListPosition) -> HistoryPage:
        where = known_server_id(interaction), position.member

        async def read(offset: int) -> tuple[list[PastGame], int]:
            me = interaction.user.id
            return await self.look_up(stats.history, *where, offset=offset, limit=GAMES, reader=me)

        games, total = await read(position.page * GAMES)
        if not games and total:
            position = replace(position, page=(total - 1) // GAMES)
            games, total = await read(position.page * GAMES)
        return HistoryPage(position, games, total)

    async def _show_game(
        self, interaction: discord.Interaction, game_id: str, position: ListPosition
    ) -> None:
        past = await self.services.replays.past_game(
            known_server_id(interaction), interaction.user.id, game_id
        )
        reader = await self.services.preferences.reader(interaction)
        drawing = None
        recorded = True
        try:
            replay = await self.services.replays.of(past.game_id, interaction.user.id)
        except TableError as error:
            recorded = error.code != "no_past_game"
        else:
            last = with_present_names(reader.words, past, replay.moment(len(replay) - 1))
            drawing = replay_pages(past).drawing(self.services.pictures(reader), past, last, "")
        told = told_to(reader.words, past, interaction.user.id)
        screen = game_screen(reader.words, told, position, drawing, recorded=recorded)
        await self.show(interaction, screen)

    @on(Verb.HISTORY)
    async def _turn(self, click: Click, position: ListPosition) -> None:
        await click.defer()
        await self._show(click.interaction, position)

    @on(Verb.PAST_CHOICE)
    async def _choose(self, click: Click, position: ListPosition, *, game_id: GameId) -> None:
        await click.defer()
        await self._show_game(click.interaction, game_id, position)

    @on(Verb.PAST_GAME, at=Where.FINISHED)
    async def _to_game(self, click: Click, position: ListPosition) -> None:
        await click.defer()
        await self._show_game(click.interaction, click.meaning.game, position)

    @on(Verb.RECORD, at=Where.FINISHED)
    async def _record(self, click: Click) -> None:
        game_id = click.meaning.game
        manager = click.registry.by_game(game_id)
        if manager is not None and manager.running and manager.guild_id == click.guild_id:
            raise TableError("record_running")
        await click.defer_private()
        await self.services.replays.past_game(click.guild_id, click.user_id, game_id)
        lines = await self.services.replays.record(game_id)
        text = "".join(f"{line}\n" for line in lines)
        name = recorded_game_type(lines).records.format.removesuffix("-record")
        sentence = click.words("table.record_here")
        file = f"{name}-{game_id}.jsonl"
        await self.services.sender.show_files(click.interaction, sentence, (text.encode(), file))

    @on(Verb.REPLAY, at=Where.FINISHED)
    async def _step(
        self, click: Click, position: ListPosition, step: StepNumber, _button: AnyText = ""
    ) -> None:
        game_id = click.meaning.game
        await click.defer()
        past = await self.services.replays.past_game(click.guild_id, click.user_id, game_id)
        replay = await self.services.replays.of(game_id, click.user_id)
        reader = await self.services.preferences.reader(click.interaction)
        words = reader.words
        moment = with_present_names(words, past, replay.moment(step))
        told = told_to(words, past, click.user_id)
        lines = step_lines(words, told, replay, moment)
        replayed = replay_pages(past)
        line = caption(words, past, moment)
        drawing = replayed.drawing(self.services.pictures(reader), past, moment, line)
        in_words = replayed.as_text(words, moment)
        at = CustomId(game_id, 0, Verb.REPLAY, (*position.args, str(moment.at)))
        screen = replay_screen(words, lines, replay, at, drawing=drawing, in_words=in_words)
        await self.show(click.interaction, screen)
