"""Score sheets for printed cards: the command, and the components of its messages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from secrets import token_hex
from typing import Annotated

import discord
from cachetools import LRUCache
from discord import app_commands

from bot import sheets
from bot.cards.editions import CLASSIC, EDITIONS, LONGEST_NOTATION, MOST_PLAYERS, Length, RuleSet
from bot.cards.rated_phases import surprise_draws
from bot.core.errors import IllegalError
from bot.i18n.rulesets import title, with_variation
from bot.sheets import MOST_HANDS, Sheet, SheetPlayer, SheetResult, figures
from bot.storage import sheets as storage
from bot.storage.errors import StaleWriteError
from bot.table.errors import TableError, looking_up, storing
from bot.table.lobbies import LONGEST_NAME, clean_name
from cogs.base.clicks import Click, acting_person, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, GameId, Verb, parse_index
from cogs.base.discord_errors import DISCORD_ERRORS, answer_first, within
from cogs.base.permissions import known_server_id, may_attach
from cogs.base.screens import Button, Form, Page, PageNumber, Screen, question_screen, turn_buttons
from cogs.base.slash_commands import command
from cogs.base.text import moment
from cogs.pages.sheet_page import (
    MOST_LAID,
    ResultArgs,
    correct_screen,
    doubt_screen,
    result_form,
    sheet_file,
    sheet_screen,
)

from .lobby import EDITIONS as ALL_EDITIONS
from .lobby import LENGTHS, LobbyCog, new_rules
from .services import BaseCog, Services

MOST_CLICKED = 1024
"""Messages whose newest click is remembered."""
TRIES = 5
"""To write, as others change the sheet at the same time."""
SheetChange = Callable[[Sheet], Sheet]
HandIndex = Annotated[int, partial(parse_index, size=MOST_HANDS)]
SeatIndex = Annotated[int, partial(parse_index, size=MOST_PLAYERS)]
IsLaid = Annotated[int, partial(parse_index, size=2)]


def _check_host(click: Click, sheet: Sheet) -> None:
    if click.user_id != sheet.host_id:
        seat = sheet.find_seat(sheet.host_id)
        raise TableError("not_host", host="" if seat is None else sheet.players[seat].name)


def _check_seated(click: Click, sheet: Sheet) -> None:
    if click.user_id != sheet.host_id and sheet.find_seat(click.user_id) is None:
        raise TableError("no_seat")


class SheetCog(BaseCog):
    """Opens and keeps score sheets; only the database knows them."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # By sheet: the newest click on its public message, through which that can be edited.
        self._clicked: LRUCache[str, discord.Interaction] = LRUCache(MOST_CLICKED)

    @command("sheet", edition_id="edition", length="length", variation="variation")
    @app_commands.choices(edition_id=[each for each in ALL_EDITIONS if each.value in EDITIONS])
    @app_commands.choices(length=LENGTHS)
    async def sheet(
        self,
        interaction: discord.Interaction,
        edition_id: str | None = None,
        length: str | None = None,
        variation: app_commands.Range[str, 1, LONGEST_NOTATION] | None = None,
    ) -> None:
        await self.check_may_post(interaction)
        with self.services.post_limit(interaction.user.id):
            await self._open(interaction, edition_id, length, variation)

    sheet.autocomplete("variation")(LobbyCog._suggest)

    async def _open(
        self,
        interaction: discord.Interaction,
        edition_id: str | None,
        length: str | None,
        variation: str | None,
    ) -> None:
        preferences, store = self.services.preferences, self.services.store
        guild_id, channel_id = known_server_id(interaction), interaction.channel_id or 0
        words, server = preferences.translator(interaction), await preferences.server(guild_id)
        host, now, sheet_id = acting_person(interaction), self.services.clock.now(), token_hex(8)
        if not (edition_id or length or variation):
            with looking_up():
                there = await store.read(storage.open_sheet, host.user_id, channel_id)
            if there is not None:
                await self._post(interaction, there, words("sheet.again"))
                return
        if edition_id is None and server.edition not in EDITIONS:
            edition_id = CLASSIC.edition
        rules = new_rules(server, edition_id, length or (Length.EVENING if variation else None))
        if variation is not None:
            rules = with_variation(words, rules, variation)
        assert isinstance(rules, RuleSet), "only editions of the card game are offered"
        players = (SheetPlayer(clean_name(host.name), host.user_id),)
        new = Sheet(sheet_id, guild_id, channel_id, host.user_id, rules, players, now)
        with storing():
            if not await store.write(storage.add_sheet, new):
                raise TableError("too_many_sheets")
        try:
            await self._post(interaction, new, words("sheet.opened"))
        except DISCORD_ERRORS:
            await store.write(storage.delete_sheet, sheet_id)
            raise

    async def _post(self, interaction: discord.Interaction, sheet: Sheet, said: str) -> None:
        """Post the public message, in place of the one before."""
        await self.show(interaction, Screen.of([said]))
        async with self.services.poster.lock((f"sheet {sheet.sheet_id}", sheet.channel_id)):
            newest = await self._stored(sheet.sheet_id)
            # Storing the id of the message is one more change, after which its buttons are used.
            screen = await self._screen(interaction, replace(newest, version=newest.version + 1))
            message_id = await self.services.sender.follow_up(interaction, screen)
            await self._write(sheet.sheet_id, partial(replace, message_id=message_id))
            self._clicked.pop(sheet.sheet_id, None)
        if sheet.message_id is not None and sheet.guild_id:
            await self.services.poster.delete(sheet.channel_id, sheet.message_id)

    async def _stored(self, sheet_id: str) -> Sheet:
        with looking_up():
            sheet = await self.services.store.read(storage.stored_sheet, sheet_id)
        if sheet is None:
            raise TableError("no_sheet")
        return sheet

    async def _sheet(self, click: Click, sheet_id: str = "") -> Sheet:
        sheet = await self._stored(sheet_id or click.meaning.game)
        if sheet.channel_id != click.interaction.channel_id:
            raise TableError("elsewhere")
        return sheet

    async def _write(self, sheet_id: str, change: SheetChange) -> Sheet:
        """Change a sheet, once more if somebody else has just changed it."""
        for _ in range(TRIES):
            sheet = await self._stored(sheet_id)
            new = change(replace(sheet, version=sheet.version + 1))
            new = replace(new, touched_at=self.services.clock.now())
            with storing(), suppress(StaleWriteError):
                await self.services.store.write(storage.put_sheet, new)
                return new
        raise TableError("stale")

    async def _change(self, click: Click, change: SheetChange) -> None:
        """Change the sheet of a click, and show it in any case."""
        await self._sheet(click)
        await click.defer_quietly()
        try:
            await self._write(click.meaning.game, change)
        finally:
            await self._update(click)

    async def _update(self, click: Click) -> None:
        """Show the newest state in the public message."""
        sheet_id, channel_id = click.meaning.game, click.interaction.channel_id or 0
        if not click.is_private:
            self._clicked[sheet_id] = click.interaction
        async with self.services.poster.lock((f"sheet {sheet_id}", channel_id)):
            sheet = await self._sheet(click)
            drawn = await self.services.sender.made(await self._screen(click.interaction, sheet))
            clicked = self._clicked.get(sheet_id)
            # In a server without the bot only clicks on the message can edit it.
            with suppress(*DISCORD_ERRORS):
                if clicked is not None and not clicked.is_expired():
                    async with within():
                        await clicked.edit_original_response(**drawn.to_edit())
                    return
            with suppress(*DISCORD_ERRORS):
                if sheet.message_id is not None:
                    await self.services.poster.edit(channel_id, sheet.message_id, drawn)

    async def _screen(self, interaction: discord.Interaction, sheet: Sheet) -> Screen:
        reader = await self.services.preferences.everybody(interaction)
        reader = replace(reader, pictures=may_attach(interaction.guild, sheet.channel_id))
        return sheet_screen(reader.words, sheet, self.services.pictures(reader).sheet(sheet))

    @on(Verb.SHEET_JOIN)
    async def _join(self, click: Click) -> None:
        player = SheetPlayer(clean_name(click.person.name), click.user_id)
        await self._change(click, lambda sheet: sheets.seated(sheet, (*sheet.players, player)))

    @on(Verb.SHEET_GUEST)
    async def _ask_for_name(self, click: Click) -> None:
        _check_seated(click, await self._sheet(click))
        title, name = click.words("sheet.add_guest"), click.words("sheet.name")
        meaning = CustomId(click.meaning.game, 0, Verb.SHEET_NAME)
        await _send(click, Form(title, meaning, label=name, longest=LONGEST_NAME))

    @on(Verb.SHEET_NAME)
    async def _add_guest(self, click: Click) -> None:
        _check_seated(click, await self._sheet(click))
        guest = SheetPlayer(clean_name(click.chosen))
        await self._change(click, lambda sheet: sheets.seated(sheet, (*sheet.players, guest)))

    @on(Verb.SHEET_SEATS, Verb.SHEET_SURPRISE, Verb.SHEET_START)
    async def _arrange(self, click: Click) -> None:
        await self._change(click, partial(_arranged, click))

    @on(Verb.SHEET_RESULT)
    async def _next_result(self, click: Click, hand: HandIndex, laid: IsLaid) -> None:
        """Ask for the user's own result, then for those of guests, the host then for all others."""
        sheet = await self._sheet(click)
        _check_seated(click, sheet)
        course = figures(sheet)
        if hand != course.hand or course.state.over:
            await click.defer_quietly()
            await self._update(click)
            raise TableError("stale")
        mine = sorted(
            (player.user_id != click.user_id, player.user_id is not None, seat)
            for seat, player in enumerate(sheet.players)
            if course.state.seats[seat].playing
            and sheet.result(hand, seat) is None
            and sheet.may_enter(click.user_id, seat)
        )
        if not mine:
            raise TableError("all_entered")
        chosen = "" if laid and sheet.rules.choose_phase else str(laid)
        new = SheetResult(hand, mine[0][-1], laid)
        await _send(click, result_form(click.words, sheet, new, chosen))

    @on(Verb.SHEET_CORRECT)
    async def _correct(self, click: Click, sheet_id: GameId = "", page: PageNumber = 0) -> None:
        sheet = await self._sheet(click, sheet_id)
        _check_seated(click, sheet)
        await click.replace(correct_screen(click.words, sheet, click.user_id, page))

    @on(Verb.SHEET_CHOOSE)
    async def _choose(self, click: Click) -> None:
        sheet, (hand, _, seat) = await self._sheet(click), click.chosen.partition(".")
        at = parse_index(hand, len(figures(sheet).dealt)), parse_index(seat, len(sheet.players))
        old = sheet.result(*at)
        laid = "" if old is None else str(old.laid)
        await _send(click, result_form(click.words, sheet, old or SheetResult(*at, 0), laid))

    @on(Verb.SHEET_CHANGE)
    async def _ask_again(self, click: Click, new: ResultArgs) -> None:
        await _send(click, result_form(click.words, await self._sheet(click), new, str(new.laid)))

    @on(Verb.SHEET_ENTER)
    async def _enter(self, click: Click, hand: HandIndex, seat: SeatIndex) -> None:
        if len(click.values) != 2:
            raise BadCustomIdError("two fields expected")
        laid, left = click.values
        phase = parse_index(laid, MOST_LAID)
        await self._put(click, SheetResult(hand, seat, phase, sheets.parse_left(left)))

    @on(Verb.SHEET_ANYWAY)
    async def _enter_anyway(self, click: Click, new: ResultArgs) -> None:
        await self._put(click, new, sure=True)

    async def _put(self, click: Click, new: SheetResult, *, sure: bool = False) -> None:
        """Enter a result, or ask privately about what is doubtful."""
        by, was, screen = click.user_id, click.meaning.version, None
        try:
            await self._change(click, lambda sheet: sheets.entered(sheet, by, new, was, sure=sure))
        except IllegalError as error:
            if error.code != "doubtful":
                raise
            sheet, doubts = await self._sheet(click), error.data["doubts"]
            screen = doubt_screen(click.words, sheet, click.meaning, new, doubts)
        if click.is_private:
            entered = Screen.of([click.words("sheet.entered")])
            await self.show(click.interaction, screen or entered)
        elif screen is not None:
            await self.services.sender.follow_up(click.interaction, screen, ephemeral=True)

    @on(Verb.SHEET_CLOSE)
    async def _close(self, click: Click) -> None:
        sheet, words = await self._sheet(click), click.words
        if not click.is_moderator:
            _check_host(click, sheet)
        if not click.is_private:
            meaning = CustomId(sheet.sheet_id, 0, Verb.SHEET_CLOSE)
            lines, no = [words("sheet.ask_close")], words("table.stay")
            await click.reply(question_screen(lines, words("table.end_yes"), meaning, no))
            return
        await self._change(click, partial(replace, closed=True))
        await self.show(click.interaction, Screen.of([words("sheet.closed")]))

    @on(Verb.SHEET_FILE)
    async def _file(self, click: Click) -> None:
        sheet = await self._stored(click.meaning.game)
        if sheet.channel_id != click.interaction.channel_id:
            _check_seated(click, sheet)
        await click.defer_private()
        file, name = sheet_file(click.words, sheet), f"score-sheet-{sheet.sheet_id}.csv"
        sentence = click.words("sheet.file_here")
        await self.services.sender.show_file(click.interaction, sentence, file, name)

    @on(Verb.SHEETS)
    async def _past(self, click: Click, number: PageNumber) -> None:
        """Show one of the user's finished sheets, the newest first."""
        await click.defer()
        reader, words = await self.services.preferences.reader(click.interaction), click.words
        store, user_id = self.services.store, click.user_id
        with looking_up():
            sheet, total = await store.read(storage.past_sheets, user_id, number)
        if sheet is None:
            raise TableError("no_sheet")
        screen = sheet_screen(words, sheet, self.services.pictures(reader).sheet(sheet))
        head = f"{moment(sheet.touched_at)} · {title(words, sheet.rules)}"
        file = Button(words("sheet.file"), CustomId(sheet.sheet_id, 0, Verb.SHEET_FILE))
        turns = turn_buttons(words, Page(number, 1, total), Verb.SHEETS)
        screen = replace(screen, controls=()).around([head]).with_parts([file, *turns])
        await self.show(click.interaction, screen)


async def _send(click: Click, form: Form) -> None:
    await answer_first(partial(click.interaction.response.send_modal, form))


def _arranged(click: Click, sheet: Sheet) -> Sheet:
    """Return a sheet with its seats or its phases changed, or begun."""
    players, phases, verb = [*sheet.players], sheet.rules.phases, click.meaning.verb
    change, _, seat = click.chosen.partition(".") if verb is Verb.SHEET_SEATS else ("", "", "")
    at = parse_index(seat, len(players)) if seat else -1
    if change != "out" or players[at].user_id != click.user_id:
        _check_host(click, sheet)
    if sheet.version != click.meaning.version + 1:
        raise TableError("stale")
    if verb is Verb.SHEET_SEATS:
        moved = players.pop(at)
        if change == "up":
            players.insert(at - 1 if at else len(players), moved)
    elif verb is Verb.SHEET_SURPRISE:
        draws = surprise_draws(sheet.sheet_id.encode(), len(phases))
        following = draws.index(phases) + 1 if phases in draws else 0
        phases = draws[following % len(draws)]
        sheet = replace(sheet, rules=replace(sheet.rules, phases=phases))
    elif len(players) < sheet.rules.min_players:
        raise TableError("too_few_players")
    return replace(sheets.seated(sheet, players), begun=verb is Verb.SHEET_START)
