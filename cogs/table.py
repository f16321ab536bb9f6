"""The public table: its commands, its buttons, the menu behind *More*, and asking for a seat."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import discord
from cachetools import TTLCache

from bot.i18n import Translator
from bot.seating import SeatRequest
from bot.table import early_ends
from bot.table.errors import TableError
from bot.table.manager import GameManager
from bot.table.play import find_request
from cogs.base.clicks import Click, Where, on
from cogs.base.custom_ids import CustomId, QuestionNumber, UserId, Verb
from cogs.base.discord_errors import DISCORD_ERRORS
from cogs.base.permissions import check_can_post_here, check_may_play_here
from cogs.base.screens import DANGER, PRIMARY, Button, Screen, question_screen
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, isolated, message_link, relative
from cogs.live.game_messages import find_game_messages
from cogs.live.private_hands import LASTS
from cogs.pages.table_page import (
    agreed_line,
    back_button,
    solo_end_screen,
    stay_button,
    win_button,
)

from .services import BaseCog, Services

MOST_ASKED = 10_000  # requests for seats whose answers are remembered


def leave_screen(words: Translator, manager: GameManager, user_id: int) -> Screen:
    game_id = _running(manager)
    seat = manager.find_seat(user_id)
    if seat is None:
        raise TableError("has_left" if manager.has_left(user_id) else "no_seat")
    if manager.is_private:
        return solo_end_screen(words, manager)
    if early_ends.may_win_now(manager.game) == seat:
        return win_screen(words, game_id)
    stays = manager.game.table.next_person(seat) is not None
    key = "table.leave_question" if stays else "table.leave_ends"
    if early_ends.counts(manager.game):
        key += "_counts"
    return _question(words, key, Verb.LEAVE, Verb.LEAVE_NOW, game_id)


def _running(manager: GameManager) -> str:
    table = manager.game.table
    if not manager.running:
        raise TableError("game_over")
    return table.game_id


def end_screen(words: Translator, manager: GameManager, user_id: int, *, moderator: bool) -> Screen:
    """Build the question whether to end a game; raises as :func:`early_ends.check_may_end`."""
    game_id = _running(manager)
    game = manager.game
    seat = manager.find_seat(user_id)
    early_ends.check_may_end(game, user_id, moderator=moderator)
    if seat is not None and early_ends.may_win_now(game) == seat:
        return win_screen(words, game_id)
    if early_ends.ends_for_nothing(game, user_id, moderator=moderator):
        return _question(words, "table.end_question", Verb.END, Verb.END_NOW, game_id)
    if game.table.staying == [seat]:
        return _question(words, "table.end_counts", Verb.END, Verb.END_NOW, game_id)
    buttons = [
        Button(words("table.ending.ask"), CustomId(game_id, 0, Verb.END_NOW), PRIMARY),
        Button(words("table.leave"), CustomId(game_id, 0, Verb.LEAVE)),
        Button(words("table.stay"), CustomId.of(Verb.DISMISS)),
    ]
    return Screen.of([words("table.ending.question")], buttons)


def pause_screen(words: Translator, manager: GameManager) -> Screen:
    """Build the question whether to pause a game; raises as :func:`early_ends.check_may_pause`."""
    game_id = _running(manager)
    early_ends.check_may_pause(manager.game)
    buttons = [
        Button(words("table.pause"), CustomId(game_id, 0, Verb.PAUSE_NOW), PRIMARY),
        Button(words("table.stay"), CustomId.of(Verb.DISMISS)),
    ]
    return Screen.of([words("table.pausing.question")], buttons)


def win_screen(words: Translator, game_id: str) -> Screen:
    stay = Button(words("table.stay"), CustomId.of(Verb.DISMISS))
    return Screen.of([words("table.win.hand")], [win_button(words, game_id), stay])


def stand_in_screen(click: Click, manager: GameManager) -> Screen:
    """Build the question whether a computer player replaces the person to act; raises TableError.

    It names the person and when the table began to wait for them.
    """
    click.check_version(manager)
    seat = manager.may_stand_in(click.user_id, moderator=click.is_moderator)
    words = click.words
    name = manager.view(None).seats[seat].name
    question = words(
        "table.stand_in_question",
        name=bold(escaped(name)),
        when=relative(manager.game.table.waits_since),
    )
    now = CustomId(click.meaning.game, manager.version, Verb.STAND_IN_NOW)
    return question_screen([question], words("table.stand_in_yes"), now, words("table.stand_in_no"))


def _question(words: Translator, key: str, about: Verb, now: Verb, game_id: str) -> Screen:
    yes = words(f"table.{about}_yes")
    no = words("table.stay")
    return question_screen([words(key)], yes, CustomId(game_id, 0, now), no)


def ask_button(words: Translator, game_id: str) -> Button:
    return Button(words("table.seat.ask"), CustomId(game_id, 0, Verb.ASK_SEAT))


def _withdraw_button(words: Translator, game_id: str) -> Button:
    return Button(words("table.seat.withdraw"), CustomId(game_id, 0, Verb.WITHDRAW))


def _own_buttons(words: Translator, manager: GameManager, user_id: int) -> Iterator[Button]:
    table = manager.game.table
    request = find_request(table, user_id)
    if request is not None and request.agreed is not False:
        yield _withdraw_button(words, table.game_id)
    elif manager.has_left(user_id):
        yield back_button(words, table.game_id)
    elif manager.may_ask_for_seat(user_id):
        yield ask_button(words, table.game_id)


def _state(words: Translator, request: SeatRequest) -> str:
    key = {None: "waiting", True: "promised", False: "refused"}[request.agreed]
    return words(f"table.seat.{key}")


def _request_screen(words: Translator, game_id: str, request: SeatRequest) -> Screen:
    withdraw = [] if request.agreed is False else [_withdraw_button(words, game_id)]
    return Screen.of([_state(words, request)], withdraw)


def _more_screen(click: Click, manager: GameManager) -> Screen:
    words = click.words
    user_id = click.user_id
    game_id = click.meaning.game
    buttons = [Button(words("table.repost"), CustomId(game_id, 0, Verb.REPOST))]
    seat = manager.find_seat(user_id)
    wins = seat is not None and early_ends.may_win_now(manager.game) == seat
    if wins:
        buttons.insert(0, win_button(words, game_id))
    if manager.running:
        if seat is not None and not wins:
            buttons.append(Button(words("table.leave"), CustomId(game_id, 0, Verb.LEAVE)))
        if seat is not None and not manager.game.paused:
            buttons.append(Button(words("table.pause"), CustomId(game_id, 0, Verb.PAUSE)))
        buttons += _own_buttons(words, manager, user_id)
    buttons += _stand_in_button(click, manager)
    ends = user_id == manager.game.table.host_id or click.is_moderator
    if manager.running and ends and not wins:
        buttons.append(Button(words("table.end"), CustomId(game_id, 0, Verb.END), DANGER))
    lines = [words("table.more_title")]
    request = find_request(manager.game.table, user_id)
    if request is not None:
        lines.append(_state(words.about(manager.game.game_type.name), request))
    return Screen.of(lines, buttons)


def _stand_in_button(click: Click, manager: GameManager) -> list[Button]:
    try:
        seat = manager.may_stand_in(click.user_id, moderator=click.is_moderator)
    except TableError:
        return []
    label = click.words("table.stand_in", name=isolated(manager.view(None).seats[seat].name))
    return [Button(label, CustomId(click.meaning.game, manager.version, Verb.STAND_IN))]


class TableCog(BaseCog):
    """Shows, leaves and ends the games of channels, for players and spectators."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # By game and user, the interaction whose answer shows the user's request for a seat.
        self._asked: TTLCache[tuple[str, int], discord.Interaction]
        self._asked = TTLCache(MOST_ASKED, LASTS, services.clock.now)

    @command("table")
    async def table(self, interaction: discord.Interaction) -> None:
        await self._post_again(interaction, self.services.manager_here(interaction))

    @on(Verb.REPOST, at=Where.ITS_CHANNEL)
    async def _repost(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await self._post_again(click.interaction, manager)

    async def _post_again(self, interaction: discord.Interaction, manager: GameManager) -> None:
        """Post the table or lobby again and link it, without pictures with the table in words."""
        check_can_post_here(interaction)
        message_id = await self.services.announcer.repost(manager)
        reader = await self.services.preferences.reader(interaction)
        link = message_link(manager.guild_id, manager.channel_id, message_id)
        lines = [f"{reader.words('table.reposted')} {link}"]
        if manager.lobby is None and not reader.pictures:
            messages = find_game_messages(manager.game.game_type)
            lines += messages.table(self.services.pictures(reader), manager).text
        await self.show(interaction, Screen.of(lines))

    @on(Verb.SCORES)
    async def _scores(self, click: Click) -> None:
        manager = click.game
        await click.defer_private()
        reader = await self.services.preferences.reader(click.interaction)
        scores = find_game_messages(manager.game.game_type).scores(
            self.services.pictures(reader), manager
        )
        stay = stay_button(reader.words, manager, click.user_id)
        await self.show(click.interaction, scores.with_parts(stay))

    @on(Verb.READY, public=True)
    async def _ready(self, click: Click) -> None:
        manager = click.seated_game
        click.check_version(manager)
        await click.defer_quietly()
        await manager.ready(click.user_id)

    @on(Verb.REMATCH, at=Where.ITS_CHANNEL, public=True)
    async def _rematch(self, click: Click) -> None:
        manager = click.game
        await click.defer_quietly()
        server = await self.services.preferences.server(click.guild_id)
        check_may_play_here(click.interaction, server)
        without = await self._apart(manager, click.user_id)
        await manager.rematch(click.person, computers=server.computers, without=without)

    async def _apart(self, manager: GameManager, host_id: int) -> set[int]:
        """Return the people of a game whom a host avoids, or who avoid the host."""
        preferences = self.services.preferences
        avoided = {*(await preferences.person(host_id)).avoided}
        for who in manager.game.table.occupants:
            if who.user_id and host_id in (await preferences.person(who.user_id)).avoided:
                avoided.add(who.user_id)
        return avoided

    @on(Verb.MORE, at=Where.ITS_CHANNEL)
    async def _more(self, click: Click) -> None:
        await click.reply(_more_screen(click, click.game))

    @on(Verb.STAND_IN, at=Where.ITS_CHANNEL)
    async def _stand_in(self, click: Click) -> None:
        await click.replace(stand_in_screen(click, click.game))

    @on(Verb.STAND_IN_NOW, at=Where.ITS_CHANNEL)
    async def _stand_in_now(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        seat = await manager.stand_in(
            click.user_id, click.meaning.version, moderator=click.is_moderator
        )
        name = bold(escaped(manager.view(None).seats[seat].name))
        await self._say(click, click.words("table.stood_in", name=name))

    @on(Verb.LEAVE)
    async def _leave(self, click: Click) -> None:
        await click.replace(leave_screen(click.words, click.game, click.user_id))

    @on(Verb.LEAVE_NOW)
    async def _leave_now(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await self.services.hands.leave(manager, click.interaction)

    @on(Verb.END, at=Where.ITS_CHANNEL)
    async def _end(self, click: Click) -> None:
        moderator = click.is_moderator
        await click.replace(end_screen(click.words, click.game, click.user_id, moderator=moderator))

    @on(Verb.END_NOW, at=Where.ITS_CHANNEL)
    async def _end_now(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await manager.end_game(click.user_id, moderator=click.is_moderator)
        if manager.find_seat(click.user_id) is None:
            await self._say(click, click.words("hand.game_over"))
        else:
            # The question becomes the hand, with how the game ended.
            await self.services.hands.open(manager, click.interaction)

    @on(Verb.PAUSE)
    async def _pause(self, click: Click) -> None:
        await click.replace(pause_screen(click.words, click.seated_game))

    @on(Verb.PAUSE_NOW)
    async def _pause_now(self, click: Click) -> None:
        manager = click.seated_game
        await click.defer()
        await manager.pause(click.user_id)
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.GO_ON)
    async def _go_on(self, click: Click) -> None:
        manager = click.seated_game
        await click.defer_quietly()
        if click.is_private:
            self.services.hands.adopt(click.meaning.game, click.interaction)
        await manager.end_pause(click.user_id)

    @on(Verb.END_AGREE, Verb.END_REFUSE)
    async def _answer_question(self, click: Click, number: QuestionNumber) -> None:
        """Answer the question in the channel or in the hand; its asker may withdraw it."""
        manager = click.seated_game
        question = manager.game.table.question
        agreed = click.meaning.verb is Verb.END_AGREE
        await click.defer_quietly()
        await manager.answer_question(click.user_id, number, agrees=agreed)
        if agreed:
            await self._tell_agreed(click, manager)
        if question is None or agreed:
            return
        asker = manager.game.table.occupants[question.by].user_id
        if asker is not None and asker != click.user_id:
            name = bold(escaped(click.person.name))
            self.services.hands.tell(manager, asker, f"table.{question.about}.refused", name=name)

    async def _tell_agreed(self, click: Click, manager: GameManager) -> None:
        """Answer a person who agreed in the channel; a hand says by itself who is waited for."""
        if not click.is_private and early_ends.is_asking(manager.game):
            said = Screen.of([agreed_line(click.words, manager.game)])
            await self.services.sender.follow_up(click.interaction, said, ephemeral=True)

    @on(Verb.WIN_NOW)
    async def _win_now(self, click: Click) -> None:
        manager = click.seated_game
        await click.defer()
        await manager.win_now(click.user_id)
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.STAY)
    async def _stay(self, click: Click) -> None:
        manager = click.registry.by_game(click.meaning.game)
        if manager is None:
            raise TableError("game_ended")
        await click.defer()
        await self.services.hands.open(manager, click.interaction)

    @on(Verb.ASK_SEAT, at=Where.IN_SIGHT)
    async def _ask_for_seat(self, click: Click) -> None:
        manager = click.game
        game_id = click.meaning.game
        await click.defer_private()
        await self.check_may_meet(manager.game.table.host_id, click.user_id)
        await manager.ask_for_seat(click.person)
        request = find_request(manager.game.table, click.user_id)
        if request is None:
            # The game has ended meanwhile.
            await self._say(click, click.words("table.seat.withdrawn"))
            return
        words = click.words.about(manager.game.game_type.name)
        await self.show(click.interaction, _request_screen(words, game_id, request))
        self._asked[game_id, click.user_id] = click.interaction

    @on(Verb.WITHDRAW, at=Where.IN_SIGHT)
    async def _withdraw(self, click: Click) -> None:
        manager = click.game
        await click.defer()
        await manager.withdraw_request(click.user_id)
        self._asked.pop((click.meaning.game, click.user_id), None)
        await self._say(click, click.words("table.seat.withdrawn"))

    @on(Verb.LET_IN, Verb.NOT_NOW)
    async def _answer_request(self, click: Click, user_id: UserId) -> None:
        """Answer a request; the asker's message shows the answer while it can be edited."""
        manager = click.game
        agreed = click.meaning.verb is Verb.LET_IN
        await click.defer_quietly()
        # From elsewhere, these are the permissions in another channel.
        moderator = click.is_moderator and click.interaction.channel_id == manager.channel_id
        await manager.answer_request(click.user_id, user_id, agreed=agreed, moderator=moderator)
        request = find_request(manager.game.table, user_id)
        if request is None:
            # Seats have changed meanwhile.
            return
        key = "table.seat.agreed" if agreed else "table.seat.declined"
        self.services.hands.tell(manager, click.user_id, key, name=bold(escaped(request.name)))
        asked = self._asked.pop((click.meaning.game, user_id), None)
        if asked is not None:
            words = self.services.preferences.translator(asked).about(manager.game.game_type.name)
            with contextlib.suppress(*DISCORD_ERRORS):
                await self.show(asked, _request_screen(words, click.meaning.game, request))

    async def _say(self, click: Click, sentence: str) -> None:
        await self.show(click.interaction, Screen.of([sentence]))
