"""Score sheets for printed cards: the command, and the components of its messages."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from secrets import token_hex
from typing import Annotated
from zlib import crc32

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.cards.rated_phases import surprise_draws
from bot.cards.rulesets import CLASSIC, EDITIONS, RuleSet
from bot.cards.variations import LONGEST_NOTATION, Length, game_length, with_length
from bot.core.errors import GameError
from bot.i18n import Translator
from bot.i18n.rulesets import with_variation
from bot.preferences import ServerPreferences
from bot.sheets.entries import Writer, entered
from bot.sheets.figures import figures
from bot.sheets.seats import (
    arranged,
    joined_as_fit,
    may_join,
    next_sheet,
    renamed,
    seated,
    with_rules,
)
from bot.sheets.sheet import (
    HOST_AWAY,
    IDLE,
    MARKS,
    MOST_HANDS,
    MOST_PEOPLE,
    Sheet,
    SheetPlayer,
    new_sheet,
)
from bot.storage import sheets as storage
from bot.table.errors import TableError, storing
from bot.table.lobbies import LONGEST_NAME, NO_NAME, clean_name
from cogs.base.clicks import Click, acting_person, on
from cogs.base.custom_ids import AnyText, CustomId, GameId, Verb, parse_index, parse_known
from cogs.base.discord_errors import DISCORD_ERRORS, answer_first, lasts, within
from cogs.base.errors import note_refusal, refusal
from cogs.base.permissions import known_server_id
from cogs.base.screens import Form, PageNumber, Screen, page_at
from cogs.base.slash_commands import command
from cogs.base.text import small
from cogs.live.retry_queue import Work
from cogs.live.sheet_messages import SheetChange
from cogs.pages.sheet_file import file_name, sheet_file
from cogs.pages.sheet_form import Entry, refused_screen, result_form, typed_in
from cogs.pages.sheet_page import (
    again_line,
    close_question,
    correct_screen,
    entered_screen,
    more_screen,
    renamed_screen,
    said_screen,
    seated_screen,
    stopped_screen,
    table_screen,
)

from .lobby import EDITIONS as ALL_EDITIONS
from .lobby import LENGTHS, LobbyCog, new_rules
from .services import BaseCog, Services

MOST_NOTICES = 1024
"""The people whose newest notice is remembered, so that the next one replaces it."""
HANDS_ON_PAGE = 12  # of the table
SOON = 1.5  # seconds to wait for Discord's answer whether the host is in the server
NAME_ENDS = re.compile(r"[,;\n]")  # between the names of guests
SAID = ("leave", "back", "host")  # changes of which the public message does not say enough
SeatIndex = Annotated[int, partial(parse_index, size=MOST_PEOPLE)]
EditionName = Annotated[str, partial(parse_known, known=EDITIONS)]
NameMark = Annotated[int, partial(parse_index, size=MARKS)]
UsualPhases = Annotated[str, partial(parse_known, known=("usual",))]
HandIndex = Annotated[int, partial(parse_index, size=MOST_HANDS)]


def _check_seated(click: Click, sheet: Sheet) -> None:
    if click.user_id == sheet.host_id or sheet.find_seat(click.user_id) is not None:
        return
    if may_join(sheet, figures(sheet)):
        raise TableError("not_on_sheet")
    raise TableError("nobody_joins")


class SheetCog(BaseCog):
    """Opens and keeps score sheets; only the database knows them."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # By sheet and person: what deletes the notice about a refused form.
        self._notices: LRUCache[tuple[str, int], Work] = LRUCache(MOST_NOTICES)

    @BaseCog.listener("on_message")
    async def _count(self, message: discord.Message) -> None:
        self.services.sheets.count(message)

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
        await self._open(interaction, edition_id, length, variation)

    sheet.autocomplete("variation")(LobbyCog._suggest)

    @on(Verb.SHEET, Verb.SHEET_NEW)
    async def _open_by_button(self, click: Click) -> None:
        new = click.meaning.verb is Verb.SHEET_NEW
        await (click.defer() if new else click.defer_private())
        await self._open(click.interaction, new=new)

    async def _open(
        self, interaction: discord.Interaction, *options: str | None, new: bool = False
    ) -> None:
        """Open a new sheet if that is asked for, else the newest one here, if there is one.

        A sheet that is played is posted again; one that is over is offered, with a new one.
        """
        await self.check_may_post(interaction)
        words = self.services.preferences.translator(interaction)
        there = None
        place = known_server_id(interaction), interaction.channel_id or 0
        if not (new or any(options)):
            there = await self.look_up(storage.newest_sheet, interaction.user.id, place[1])
        if there is not None and figures(there).state.over:
            await self.show(interaction, stopped_screen(words, there))
            return
        with self.services.post_limit(interaction.user.id):
            if there is not None:
                said = again_line(words, there, interaction.user.id)
                await self.services.sheets.post(interaction, there, said)
                return
            rules = _rules(words, await self.services.preferences.server(place[0]), *options)
            person = acting_person(interaction)
            now = self.services.clock.now()
            host = SheetPlayer(clean_name(person.name), person.user_id)
            opened = new_sheet((token_hex(8), *place), host, rules, now)
            await self._add(interaction, opened, words("sheet.opened"))

    async def _add(self, interaction: discord.Interaction, new: Sheet, said: str) -> None:
        """Store and post a new sheet; where a channel has too many, post the quietest again."""
        words = self.services.preferences.translator(interaction)
        new = replace(new, locale=self.services.preferences.server_locale(interaction))
        store = self.services.store
        with storing():
            added = await store.write(storage.add_sheet, new)
        if not added:
            quiet = await self.look_up(storage.quietest_sheet, new.channel_id)
            if quiet is not None:
                refused = refusal(interaction, words, TableError("too_many_sheets"))
                await self.services.sheets.post(interaction, quiet, refused)
            return
        try:
            await self.services.sheets.post(interaction, new, said)
        except DISCORD_ERRORS as error:
            # Else the message may be there, and its first click tells its id.
            if lasts(error):
                await store.write(storage.delete_sheet, new.sheet_id)
            raise

    async def _sheet(self, click: Click, sheet_id: str = "") -> Sheet:
        sheet = await self.services.sheets.stored(sheet_id or click.meaning.game)
        if sheet.channel_id != click.interaction.channel_id:
            raise TableError("elsewhere")
        return sheet

    async def _acts_as_host(self, click: Click, sheet: Sheet) -> bool:
        """Whether a person may act as the host: any member may while the host is away."""
        if click.user_id == sheet.host_id or sheet.find_seat(click.user_id) is None:
            return click.user_id == sheet.host_id
        if self.services.clock.now() - sheet.host_at > HOST_AWAY:
            return True
        guild = self.services.client.get_guild(sheet.guild_id)
        try:
            if guild is not None:
                async with within(SOON):
                    await guild.fetch_member(sheet.host_id)
        except DISCORD_ERRORS as error:
            # In doubt the host is taken to be there.
            return isinstance(error, discord.NotFound)
        return False

    async def _check_host(self, click: Click, sheet: Sheet) -> None:
        if not await self._acts_as_host(click, sheet):
            raise TableError("not_host", host=sheet.host_name)

    async def _change(self, click: Click, change: SheetChange) -> tuple[Sheet, Sheet]:
        """Change the sheet of a click, and show it in any case; returns it before and after."""
        message = click.interaction.message
        locale = self.services.preferences.server_locale(click.interaction)

        def changed(sheet: Sheet) -> Sheet:
            if message is not None and not click.is_private:
                # The answer to its post may have been lost.
                sheet = replace(sheet, message_id=max(message.id, sheet.message_id or 0))
            return change(replace(sheet, locale=sheet.locale or locale))

        try:
            return await self.services.sheets.write(click.meaning.game, changed, click.user_id)
        finally:
            await self._update(click)

    async def _update(self, click: Click) -> None:
        """Show the newest state in the public message, now or as soon as Discord takes it."""
        clicked = None if click.is_private else click.interaction
        await self.services.sheets.update(click.meaning.game, clicked)

    @on(Verb.SHEET_JOIN)
    async def _join(self, click: Click) -> None:
        player = SheetPlayer(clean_name(click.person.name), click.user_id)
        await self._sheet(click)
        await self._seat(click, player)

    async def _seat(self, click: Click, *new: SheetPlayer) -> None:
        await click.defer_quietly()
        before, after = await self._change(click, lambda sheet: joined_as_fit(sheet, *new))
        seated = after.names[len(before.players) :]
        left_out = [player.name for player in new[len(seated) :]]
        screen = seated_screen(click.words, seated, left_out)
        if left_out:
            # The public message shows only who has found a place.
            await self._show_beside(click, screen)
        else:
            await self._say(click, screen)

    async def _say(self, click: Click, screen: Screen) -> None:
        """Replace a private message that was clicked; a public one shows the change."""
        if not click.is_private:
            await self._drop_notice(click)
            return
        if not click.guild_id and not self.services.sheets.is_in_sight(click.meaning.game):
            screen = screen.around(below=[small(click.words("sheet.entered_unseen"))])
        await self.show(click.interaction, screen)

    async def _answer(self, click: Click, screen: Screen) -> None:
        """Answer a click privately at once, in place of the message about the sheet before."""
        await click.replace(screen)
        if not click.is_private:
            await self._drop_notice(click)
            self._notices[self._key(click)] = click.interaction.delete_original_response

    async def _follow_up(self, click: Click, screen: Screen) -> None:
        """As :meth:`_answer`, after a public click was acknowledged."""
        await self._drop_notice(click)
        interaction = click.interaction
        notice = await self.services.sender.follow_up(interaction, screen, ephemeral=True)
        self._notices[self._key(click)] = partial(interaction.followup.delete_message, notice)

    async def _drop_notice(self, click: Click) -> None:
        delete = self._notices.pop(self._key(click), None)
        if delete is not None:
            with suppress(*DISCORD_ERRORS):
                async with within():
                    await delete()

    def _key(self, click: Click) -> tuple[str, int]:
        return click.meaning.game, click.user_id

    @on(Verb.SHEET_GUEST)
    async def _ask_for_name(self, click: Click) -> None:
        _check_seated(click, await self._sheet(click))
        title = click.words("sheet.add_guest")
        name = click.words("sheet.name")
        longest = LONGEST_NAME * MOST_PEOPLE
        meaning = CustomId(click.meaning.game, 0, Verb.SHEET_NAME)
        style = discord.TextStyle.paragraph
        await _send(click, Form(title, meaning, label=name, longest=longest, style=style))

    @on(Verb.SHEET_NAME)
    async def _add_guest(self, click: Click) -> None:
        _check_seated(click, await self._sheet(click))
        typed = map(clean_name, NAME_ENDS.split(click.chosen))
        names = [each for each in typed if each != NO_NAME]
        if not names:
            raise TableError("no_name")
        await self._seat(click, *map(SheetPlayer, names))

    @on(Verb.SHEET_RENAME)
    async def _ask_for_new_name(self, click: Click, *, seat: SeatIndex) -> None:
        sheet = await self._sheet(click)
        _check_seated(click, sheet)
        name = _guest(sheet, seat)
        meaning = CustomId(sheet.sheet_id, 0, Verb.SHEET_NEW_NAME, (str(seat), str(_mark_of(name))))
        form = Form(
            click.words("sheet.rename"),
            meaning,
            label=click.words("sheet.new_name"),
            longest=LONGEST_NAME,
            default=name,
        )
        await _send(click, form)

    @on(Verb.SHEET_NEW_NAME)
    async def _rename(self, click: Click, seat: SeatIndex, mark: NameMark) -> None:
        sheet = await self._sheet(click)
        _check_seated(click, sheet)
        was = _guest(sheet, seat)
        name = clean_name(click.chosen)
        if name == NO_NAME:
            raise TableError("no_name")
        if _mark_of(was) != mark:
            raise TableError("stale")
        await click.defer_quietly()
        change = partial(renamed, seat=seat, was=was, name=name)
        before, after = await self._change(click, change)
        names = before.names[seat], after.names[seat]
        await self._say(click, renamed_screen(click.words, *names))

    @on(Verb.SHEET_SEATS)
    async def _change_seat(
        self, click: Click, undone: AnyText = "", *, chosen: AnyText = ""
    ) -> None:
        """Change a seat as chosen in the menu, or by the button that undoes such a change."""
        sheet = await self._sheet(click)
        (change, _, at) = (undone or chosen).partition(".")
        seat = parse_index(at, len(sheet.players))
        await click.defer_quietly()
        if change in ("host", "up") or sheet.players[seat].user_id != click.user_id:
            await self._check_host(click, sheet)
        arrange = partial(arranged, change=change, seat=seat)
        await self._change(click, partial(_arranged, click, arrange))
        if change in SAID:
            await self._say(click, said_screen(click.words, sheet, change, seat))

    @on(Verb.SHEET_START)
    async def _start(self, click: Click) -> None:
        await self._prepared(click, _begun)

    @on(Verb.SHEET_SURPRISE)
    async def _draw_phases(self, click: Click, usual: UsualPhases = "") -> None:
        await self._prepared(click, _as_usual if usual else _surprised)

    @on(Verb.SHEET_LENGTH)
    async def _choose_length(self, click: Click, length: Length) -> None:
        await self._prepared(
            click, lambda sheet: with_rules(sheet, with_length(sheet.rules, length))
        )

    @on(Verb.SHEET_EDITION)
    async def _choose_edition(self, click: Click, *, edition: EditionName) -> None:
        await self._prepared(click, partial(_with_edition, edition=edition))

    async def _prepared(self, click: Click, change: SheetChange) -> None:
        """Let the host change a sheet before the game."""
        sheet = await self._sheet(click)
        await click.defer_quietly()
        await self._check_host(click, sheet)
        await self._change(click, partial(_arranged, click, change))
        await self._drop_notice(click)

    @on(Verb.SHEET_MORE)
    async def _more(self, click: Click) -> None:
        sheet = await self._sheet(click)
        as_host = await self._acts_as_host(click, sheet)
        screen = more_screen(click.words, sheet, click.user_id, as_host=as_host)
        await self._answer(click, screen)

    @on(Verb.SHEET_HAND, Verb.SHEET_RESULT)
    async def _open_form(self, click: Click, hand: HandIndex) -> None:
        """Open the form of all results that the user may enter, or of their own.

        Where players choose their phase, the next one: the user's own, then those of guests.
        """
        sheet = await self._sheet(click)
        me = click.user_id
        _check_seated(click, sheet)
        course = figures(sheet)
        if hand != course.hand or course.state.over:
            await click.defer_quietly()
            await self._update(click)
            raise TableError("stale")
        seats = [seat for seat, each in enumerate(course.state.seats) if each.playing]
        if click.meaning.verb is Verb.SHEET_RESULT:
            seats = [seat for seat in seats if sheet.players[seat].user_id == me]
        elif not await self._acts_as_host(click, sheet):
            seats = [seat for seat in seats if sheet.may_enter(me, seat)]
        if not seats:
            raise TableError("not_now")
        if sheet.rules.choose_phase and len(seats) > 1:
            missing = (seat for seat in seats if sheet.result(hand, seat) is None)
            people = ((sheet.players[seat].user_id, seat) for seat in missing)
            mine = [(who != me, who is not None, seat) for who, seat in people]
            if not mine:
                raise TableError("all_entered")
            seats = [min(mine)[-1]]
        await _send(click, result_form(click.words, sheet, Entry.of(sheet, hand, *seats)))

    @on(Verb.SHEET_CORRECT)
    async def _correct(self, click: Click, sheet_id: GameId = "", page: PageNumber = 0) -> None:
        sheet = await self._sheet(click, sheet_id)
        _check_seated(click, sheet)
        as_host = await self._acts_as_host(click, sheet)
        screen = correct_screen(click.words, sheet, click.user_id, page, as_host=as_host)
        await self._answer(click, screen)

    @on(Verb.SHEET_CHOOSE)
    async def _choose(self, click: Click) -> None:
        sheet = await self._sheet(click)
        (hand, _, seats) = click.chosen.partition(".")
        at = parse_index(hand, len(figures(sheet).dealt))
        entry = Entry.of(sheet, at, *(parse_index(seat, len(sheet.players)) for seat in seats))
        await _send(click, result_form(click.words, sheet, entry))

    @on(Verb.SHEET_CHANGE)
    async def _try_again(self, click: Click, entry: Entry) -> None:
        typed = typed_in(click.interaction.message)
        await _send(click, result_form(click.words, await self._sheet(click), entry, typed))

    @on(Verb.SHEET_ENTER)
    async def _enter(self, click: Click, entry: Entry) -> None:
        # Nothing is chosen in a play-off.
        typed, chosen = (*click.values, "", "")[:2]
        await self._put(click, entry.filled(chosen), typed)

    @on(Verb.SHEET_ANYWAY)
    async def _enter_anyway(self, click: Click, entry: Entry) -> None:
        await self._put(click, entry, typed_in(click.interaction.message), sure=True)

    async def _put(self, click: Click, entry: Entry, typed: str, *, sure: bool = False) -> None:
        """Enter results, or say privately why not, in place of the message before."""
        me = click.user_id
        sheet = None
        await click.defer_quietly()
        try:
            sheet = await self._sheet(click)
            entry.check(sheet)
            mine = all(sheet.may_enter(me, seat) for seat in entry.seats)
            as_host = not mine and await self._acts_as_host(click, sheet)

            writer = Writer(me, as_host=as_host, sure=sure)

            def changed(newest: Sheet) -> Sheet:
                new, seen = entry.results(click.words, newest, typed)
                return entered(newest, writer, new, seen)

            await self._change(click, changed)
        except (GameError, TableError) as error:
            note_refusal(click.interaction, error)
            game = click.meaning.game
            screen = refused_screen(click.words, game, entry, typed, error, sheet=sheet)
            await self._show_beside(click, screen)
            return
        if click.is_private:
            newest = await self._sheet(click)
            await self._say(click, entered_screen(click.words, newest, entry.hand, entry.seats))
        else:
            await self._drop_notice(click)

    async def _show_beside(self, click: Click, screen: Screen) -> None:
        """Show privately what the public message does not say."""
        if click.is_private:
            await self.show(click.interaction, screen)
        else:
            await self._follow_up(click, screen)

    @on(Verb.SHEET_CLOSE, Verb.SHEET_CLOSE_NOW)
    async def _close(self, click: Click) -> None:
        """Stop a sheet; ask before that of another host, and before the first hand is over."""
        sheet = await self._sheet(click)
        now = click.meaning.verb is Verb.SHEET_CLOSE_NOW
        await click.defer_quietly()
        if not click.is_moderator:
            await self._check_host(click, sheet)
        played = bool(figures(sheet).scored)
        if not now and not (played and click.user_id == sheet.host_id):
            self.services.sheets.note_click(sheet.sheet_id, click.interaction)
            await self._follow_up(click, close_question(click.words, sheet, played=played))
            return
        await self._change(click, _closed)
        if not played:
            await self.services.sheets.delete(sheet)
            if click.user_id == sheet.host_id:
                self.services.post_limit.withdraw(click.user_id)
        await self._say(
            click, Screen.of([click.words("sheet.stopped" if played else "sheet.closed")])
        )

    @on(Verb.SHEET_GO_ON)
    async def _go_on(self, click: Click) -> None:
        """Open a sheet again; one that was offered privately is posted again."""
        sheet = await self._sheet(click)
        _check_seated(click, sheet)
        await click.defer_quietly()
        if sheet.touched_at + IDLE < self.services.clock.now():
            raise TableError("sheet_old")
        await self._change(click, partial(replace, closed=False))
        if click.is_private:
            await self.services.sheets.post(
                click.interaction, sheet, again_line(click.words, sheet, click.user_id)
            )

    @on(Verb.SHEET_AGAIN)
    async def _play_again(self, click: Click) -> None:
        """Open the sheet of the next game, which several may ask for at the same time."""
        sheet = await self._sheet(click)
        interaction = click.interaction
        _check_seated(click, sheet)
        await click.defer()
        await self.check_may_post(interaction)
        host = SheetPlayer(clean_name(click.person.name), click.user_id)
        again = (f"sheet {sheet.sheet_id} again", 0)
        limit = self.services.post_limit
        async with self.services.poster.lock(again):
            new = next_sheet(sheet, host, self.services.clock.now())
            there = await self.look_up(storage.stored_sheet, new.sheet_id)
            with limit(click.user_id):
                said = click.words("sheet.next")
                if there is None:
                    await self._add(interaction, new, said)
                else:
                    await self.services.sheets.post(interaction, there, said)

    @on(Verb.SHEET_SCORES)
    async def _scores(self, click: Click, sheet_id: GameId = "", number: PageNumber = 0) -> None:
        """Show the table of the complete hands, a page of them at a time."""
        sheet = await self.services.sheets.stored(sheet_id or click.meaning.game)
        if sheet.channel_id != click.interaction.channel_id:
            _check_seated(click, sheet)
        hands = len(figures(sheet).ended)
        if not hands:
            raise TableError("no_hand_yet")
        await click.defer()
        reader = await self.services.preferences.reader(click.interaction)
        page = page_at(number, HANDS_ON_PAGE, hands)
        drawing = self.services.pictures(reader).sheet_table(sheet, page)
        await self.show(click.interaction, table_screen(click.words, sheet, page, drawing))
        if not click.is_private:
            await self._drop_notice(click)
            self._notices[self._key(click)] = click.interaction.delete_original_response

    @on(Verb.SHEET_FILE)
    async def _file(self, click: Click) -> None:
        sheet = await self.services.sheets.stored(click.meaning.game)
        if sheet.channel_id != click.interaction.channel_id:
            _check_seated(click, sheet)
        await click.defer_private()
        reader = await self.services.preferences.reader(click.interaction)
        drawing = self.services.pictures(replace(reader, pictures=True)).sheet(sheet)
        drawn = await self.services.sender.made(Screen.of([], drawings=[drawing]), click.user_id)
        name = file_name(sheet)
        sentence = click.words("sheet.file_here")
        files = [(sheet_file(click.words, sheet), f"{name}.csv")]
        files += [(picture.data, f"{name}.png") for picture in drawn.pictures]
        await self.services.sender.show_files(click.interaction, sentence, *files)


def _rules(words: Translator, server: ServerPreferences, *options: str | None) -> RuleSet:
    edition_id, length, variation = options or (None, None, None)
    if edition_id is None and server.edition not in EDITIONS:
        edition_id = CLASSIC.edition
    rules = new_rules(server, edition_id, length or (Length.EVENING if variation else None))
    if variation is not None:
        rules = with_variation(words, rules, variation)
    assert isinstance(rules, RuleSet), "only editions of the card game are offered"
    return rules


def _guest(sheet: Sheet, seat: int) -> str:
    """Return the name of a guest; raises TableError ``stale`` for a member or an empty seat."""
    if seat >= len(sheet.players) or sheet.players[seat].user_id is not None:
        raise TableError("stale")
    return sheet.players[seat].name


def _mark_of(name: str) -> int:
    """Return a number that differs where a form was opened for another name."""
    return crc32(name.encode()) % MARKS


async def _send(click: Click, form: Form) -> None:
    await answer_first(partial(click.interaction.response.send_modal, form))


def _arranged(click: Click, change: SheetChange, sheet: Sheet) -> Sheet:
    """Change a sheet, before the game only from the state that the click was made for."""
    if not sheet.begun and sheet.version != click.meaning.version + 1:
        raise TableError("stale")
    return change(sheet)


def _with_edition(sheet: Sheet, edition: str) -> Sheet:
    """Change the edition; the length stays, or else the phases."""
    rules = EDITIONS[edition]
    length = game_length(sheet.rules)
    if length is not None:
        return with_rules(sheet, with_length(rules, length))
    same = replace(rules, phases=sheet.rules.phases, ten_hands=sheet.rules.ten_hands)
    return with_rules(sheet, same)


def _surprised(sheet: Sheet) -> Sheet:
    sheet = seated(sheet, sheet.players)
    phases = sheet.rules.phases
    draws = surprise_draws(sheet.sheet_id.encode(), len(phases))
    following = draws.index(phases) + 1 if phases in draws else 0
    drawn = replace(sheet.rules, phases=draws[following % len(draws)])
    return replace(sheet, rules=drawn, usual_phases=sheet.usual_phases or phases)


def _as_usual(sheet: Sheet) -> Sheet:
    sheet = seated(sheet, sheet.players)
    usual = replace(sheet.rules, phases=sheet.usual_phases or sheet.rules.phases)
    return replace(sheet, rules=usual, usual_phases=())


def _closed(sheet: Sheet) -> Sheet:
    if figures(sheet).state.over:
        raise TableError("stale")
    return replace(sheet, closed=True)


def _begun(sheet: Sheet) -> Sheet:
    if len(sheet.players) < sheet.rules.min_players:
        raise TableError("too_few_players")
    return replace(seated(sheet, sheet.players), begun=True)
