"""Tells people that it is their turn: pings in channels, notices as direct messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Literal

import discord
from cachetools import LRUCache, TTLCache

from bot.i18n import Translator, words_for
from bot.i18n.rulesets import title
from bot.preferences import DirectNotices, PersonalPreferences, Pings, ServerPreferences
from bot.seating import Guest, Lobby, LobbyEnd, Table, TableQuestion
from bot.storage import notifications
from bot.storage.errors import StoreError
from bot.storage.notifications import PersonalTurn, SentNotice
from bot.table import early_ends, lobbies
from bot.table.errors import TableError
from bot.table.lobbies import INVITATION, inviter_of
from bot.table.manager import GameManager
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.discord_errors import DMS_CLOSED, has_code, within
from cogs.base.screens import PRIMARY, Button, Screen, buttons_below
from cogs.base.text import bold, clock_time, escaped, moment, relative, small
from cogs.pages.table_page import answers, hand_button, table_link, table_place

from .game_messages import find_game_messages
from .message_poster import MessageKey, PostContent
from .private_hands import PrivateHands
from .retry_queue import Job
from .sender import Drawn
from .services import LiveServices

PAUSE = 60.0
"""Seconds of a turn before its notice, and before its ping on servers that want it late."""
AGAIN = 60.0  # seconds until the next try when the database or the server cannot be reached
DM_GUILD = 0  # the server that direct messages count as, which tells their shard
MOST_AT_ONCE = 2
MOST_CALLED = 10_000  # calls of people that are remembered
Call = tuple[int, int]  # the channel and the id of a message that invites people
Said = Literal["open", "seated", "begun", "closed"]  # what such a message says of the lobby
Note = Callable[..., Awaitable[None]]  # stores that a message was sent, perhaps with its ids
_log = logging.getLogger(__name__)


def current_turn(manager: GameManager) -> PersonalTurn | None:
    """Return the current turn, if it is that of a person who is present and not on holiday."""
    if manager.table is None or not manager.running:
        return None
    game = manager.game
    who = game.to_act
    if who is None or who.user_id is None or who.is_computer or game.holiday is not None:
        return None
    return PersonalTurn(game.table.game_id, who.user_id, game.table.turn_from)


def is_alone(table: Table) -> bool:
    """Whether one person plays against computers, and so need not be told when to move."""
    return sum(not occupant.is_computer for occupant in table.occupants) < 2


def about(kind: str, table: Table, turn: PersonalTurn) -> str:
    """Name a turn and the start of its clock, which may start again in the same turn."""
    return f"{kind} {turn.game_id} {turn.turn} {table.turn_at}"


# -- pings ---------------------------------------------------------------------------------


class TurnPings:
    """Keeps one ping per table up to date; the time of a late one is computed from the table."""

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        self._pinged: dict[int, PersonalTurn] = {}
        # By channel, the person called last and when; and the last one whose turn was undone, since
        # the turn before was taken back.
        self._called: dict[int, tuple[int, float]] = {}
        self._undone: dict[int, tuple[int, float]] = {}

    def job(self, manager: GameManager) -> Job:
        return _ping_key(manager), partial(self._update, manager)

    def reminder_job(self, manager: GameManager, turn_at: float) -> Job:
        """Return the job that pings once more in the turn that began at ``turn_at``."""
        return ("remind", manager.channel_id), partial(self._remind, manager, turn_at)

    async def _update(self, manager: GameManager) -> None:
        """Post a ping for each new turn of a person, and delete one that is out of date."""
        server = await self._services.preferences.server(manager.guild_id)
        async with self._services.poster.lock(_ping_key(manager)):
            table = manager.table
            turn = current_turn(manager)
            if table is None:
                return
            if turn is None or is_alone(table) or server.pings is Pings.SILENT:
                await self._drop(manager, table)
            elif server.pings is Pings.PAUSE:
                await self._after_pause(manager, table, turn, server)
            else:
                await self._at_once(manager, table, turn, server)

    async def _remind(self, manager: GameManager, turn_at: float) -> None:
        server = await self._services.preferences.server(manager.guild_id)
        async with self._services.poster.lock(_ping_key(manager)):
            table = manager.table
            turn = current_turn(manager)
            # The turn may have ended while this waited or failed.
            if table is None or turn is None or table.turn_at != turn_at:
                return
            if server.pings is not Pings.SILENT:
                await self._post(manager, table, turn, "table.reminder", server)

    async def _at_once(
        self, manager: GameManager, table: Table, turn: PersonalTurn, server: ServerPreferences
    ) -> None:
        self._services.retry_queue.cancel_later(_ping_key(manager))
        known = self._known(manager, table, turn)
        first = known is None or known.game_id != turn.game_id
        if manager.game.just_taken_back:
            # Its person has just clicked; the ping is that of another.
            called = self._called.get(manager.channel_id)
            if called is not None:
                self._undone[manager.channel_id] = called
            await self._drop(manager, table)
            self._pinged[manager.channel_id] = turn
            return
        # A person who has just begun the game, or plays twice in a row, needs no ping.
        # After a pause the clock of a turn has begun without an action.
        acted = table.acted_at is None or table.acted_at >= table.turn_at
        pressed = turn.user_id == table.host_id and not table.began_itself
        begun = first and acted and not table.played and pressed
        again = known is not None and not first and known.user_id == turn.user_id
        # The clock began with an action within the turn: its person has just come back.
        back = table.acted_at == table.turn_at and manager.version > table.turn_from
        user_id, called_at = self._undone.get(manager.channel_id, (0, 0.0))
        left = called_at + PAUSE - self._services.clock.now()
        if user_id == turn.user_id and left > 0:
            # Taking back and discarding in turns does not call the next player each time.
            self._services.retry_queue.submit_later(left, self.job(manager))
            return
        if left <= 0:
            self._undone.pop(manager.channel_id, None)
        if not (begun or again or back):
            await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    async def _after_pause(
        self, manager: GameManager, table: Table, turn: PersonalTurn, server: ServerPreferences
    ) -> None:
        known = self._known(manager, table, turn)
        if known == turn and table.ping_id is not None:
            self._pinged[manager.channel_id] = turn
            return
        if table.ping_id is not None:
            await self._drop(manager, table)
        left = table.turn_at + PAUSE - self._services.clock.now()
        if left > 0:
            self._services.retry_queue.submit_later(left, self.job(manager))
            return
        await self._post(manager, table, turn, "table.ping", server)
        self._pinged[manager.channel_id] = turn

    def _known(self, manager: GameManager, table: Table, turn: PersonalTurn) -> PersonalTurn | None:
        known = self._pinged.get(manager.channel_id)
        # After a restart the stored ping is assumed to be for this turn.
        return turn if known is None and table.ping_id is not None else known

    async def _drop(self, manager: GameManager, table: Table) -> None:
        self._services.retry_queue.cancel_later(_ping_key(manager))
        self._pinged.pop(manager.channel_id, None)
        if table.ping_id is not None:
            await self._services.poster.delete(manager.channel_id, table.ping_id)
            await manager.note_ping(None)

    async def _post(
        self,
        manager: GameManager,
        table: Table,
        turn: PersonalTurn,
        key: str,
        server: ServerPreferences,
    ) -> None:
        if table.ping_id is not None:
            await self._services.poster.delete(manager.channel_id, table.ping_id)
        words = words_for(server.locale or table.locale)
        has_hand = find_game_messages(manager.game.game_type).has_private_hand
        hand = buttons_below(hand_button(words, manager, "notifications.open"))
        content = {
            "content": words(key, mention=f"<@{turn.user_id}>"),
            **({"view": hand} if has_hand else {}),
            "allowed_mentions": discord.AllowedMentions(users=[discord.Object(turn.user_id)]),
        }
        what = about(key, table, turn)
        await self._services.poster.post(what, manager.channel_id, content, manager.note_ping)
        self._called[manager.channel_id] = turn.user_id, self._services.clock.now()


def _ping_key(manager: GameManager) -> MessageKey:
    return "ping", manager.channel_id


# -- ending or pausing a game --------------------------------------------------------------


class TableQuestions:
    """Posts the message in which a person asks the others whether to end or pause a game.

    It is deleted when that is settled.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # By channel, the question's game and number, and its message.
        self._posted: dict[int, tuple[tuple[str, int], int]] = {}

    def jobs(self, manager: GameManager) -> list[Job]:
        if manager.game.table.question is None and manager.channel_id not in self._posted:
            return []
        return [(_question_key(manager), partial(self._update, manager))]

    async def _update(self, manager: GameManager) -> None:
        async with self._services.poster.lock(_question_key(manager)):
            table = manager.game.table
            question = table.question
            if question is not None and question.message_id is not None:
                # Also of an earlier process.
                about = table.game_id, question.number
                self._posted[manager.channel_id] = about, question.message_id
            is_open = question is not None and early_ends.is_asking(manager.game)
            posted = self._posted.get(manager.channel_id)
            if posted is not None and not (
                is_open and question and posted[0] == (table.game_id, question.number)
            ):
                del self._posted[manager.channel_id]
                await self._services.poster.delete(manager.channel_id, posted[1])
                await manager.note_question(*posted[0], None)
                posted = None
            if is_open and question is not None and posted is None:
                await self._post(manager, table, question)

    async def _post(self, manager: GameManager, table: Table, question: TableQuestion) -> None:
        server = await self._services.preferences.server(manager.guild_id)
        words = words_for(server.locale or table.locale)
        seats = [table.occupants[seat] for seat in early_ends.awaited(manager.game)]
        people = [discord.Object(who.user_id) for who in seats if who.user_id is not None]
        content = {
            "content": words(
                f"table.{question.about}.call",
                mentions=" ".join(f"<@{person.id}>" for person in people),
                name=bold(escaped(table.occupants[question.by].name)),
                when=relative(question.until),
            ),
            "view": buttons_below(*answers(words, table.game_id, question)),
            "allowed_mentions": discord.AllowedMentions(users=people),
        }
        about = table.game_id, question.number

        async def note(message_id: int) -> None:
            self._posted[manager.channel_id] = about, message_id
            await manager.note_question(*about, message_id)

        what = f"question {table.game_id} {question.number}"
        await self._services.poster.post(what, manager.channel_id, content, note)
        if not early_ends.is_asking(manager.game):
            # It was settled meanwhile.
            self._services.retry_queue.submit(*self.jobs(manager))


def _question_key(manager: GameManager) -> MessageKey:
    return "question", manager.channel_id


# -- invitations ---------------------------------------------------------------------------


class Invitations:
    """Tells people once that they are invited to a lobby: where it is, or in a direct message.

    A call loses its *Join* when those whom it called have a seat, and at the end of the lobby.
    """

    def __init__(self, services: LiveServices) -> None:
        self._services = services
        # By inviter and guest, the subject of the newest call, and until when it keeps a seat.
        self._called: TTLCache[tuple[int, int], tuple[str, float]]
        self._called = TTLCache(MOST_CALLED, INVITATION, services.clock.now)
        # What calls say, and to whom; not known of those of an earlier process.
        self._said: LRUCache[Call, tuple[Said, list[int]]] = LRUCache(MOST_CALLED)

    def called_until(self, host_id: int, user_id: int) -> float | None:
        """Return until when a host does not call a person again; None if they may call them."""
        _, until = self._called.get((host_id, user_id), ("", 0.0))
        return until if until > self._services.clock.now() else None

    def jobs(self, manager: GameManager) -> list[Job]:
        """Return the jobs that tell invited people who do not know, and that correct calls."""
        if manager.lobby is None:
            return []
        key = "invitation", manager.channel_id
        telling = [(key, partial(self._tell, manager))] if self._untold(manager) else []
        return [*telling, *self._corrections(manager.lobby)]

    def _untold(self, manager: GameManager) -> list[Guest]:
        """List the people to tell, even after they joined: a message is tried again unchanged."""
        now = self._services.clock.now()
        guests = manager.lobby.guests if manager.lobby else ()
        untold = [guest for guest in guests if guest.until > now and not guest.told]
        return sorted(untold, key=attrgetter("until"))

    async def _tell(self, manager: GameManager) -> None:
        # The message of the lobby comes first; where Discord refuses it, there is no lobby then.
        await self._services.retry_queue.failure(("lobby", manager.channel_id))
        lobby = manager.lobby
        if lobby is None:
            return
        server = await self._services.preferences.server(manager.guild_id)
        words = words_for(server.locale or lobby.locale)
        # Those who were invited together have one message in the channel.
        for _, together in groupby(self._untold(manager), attrgetter("until")):
            here = [each for each in together if not await self._is_told(manager, lobby, each)]
            if here:
                content = _call(words, lobby, here, "open", letter=False)
                what = _about_invitation(lobby, here[0])
                note = partial(self._note, manager, lobby, here, manager.channel_id)
                await self._services.poster.post(what, manager.channel_id, content, note)

    async def _is_told(self, manager: GameManager, lobby: Lobby, guest: Guest) -> bool:
        """Send a direct message to a person who wants them; else return False.

        Nothing is sent to a person who takes no invitations of this host, or was just called.
        """
        own = await self._services.preferences.person(guest.user_id)
        by = inviter_of(lobby, guest).user_id
        what = _about_invitation(lobby, guest)
        called_lately = self.called_until(by, guest.user_id) is not None
        again = called_lately and self._called[by, guest.user_id][0] != what
        if again or not own.takes_invitation(by):
            await manager.note_told(lobby.lobby_id, [guest.user_id])
            return True
        if own.notices is not DirectNotices.ON:
            return False
        words = letter_words(self._services, lobby.locale, own)
        content = _call(words, lobby, [guest], "open", letter=True)
        note = partial(self._note, manager, lobby, [guest])
        return await write_to(self._services, guest.user_id, what, content, note)

    async def _note(
        self,
        manager: GameManager,
        lobby: Lobby,
        guests: Sequence[Guest],
        channel_id: int,
        message_id: int,
    ) -> None:
        # By appointment a seat is kept for longer.
        until = self._services.clock.now() + INVITATION
        for guest in guests:
            called = _about_invitation(lobby, guest), min(guest.until, until)
            self._called[inviter_of(lobby, guest).user_id, guest.user_id] = called
        user_ids = _ids(guests)
        call = channel_id, message_id
        self._said[call] = "open", user_ids
        if await manager.note_told(lobby.lobby_id, user_ids, call) and manager.lobby is not None:
            # Some may have sat down while this was sent.
            self._services.retry_queue.submit(*self._corrections(manager.lobby))
            return
        # The lobby closed, or its game began, while this was sent.
        how = LobbyEnd.BEGUN if lobby.lobby_id in manager.ids else LobbyEnd.CLOSED
        ended = lobbies.with_told(lobby, user_ids, call)
        self._services.retry_queue.submit(*self.ends(ended, how))

    def _corrections(self, lobby: Lobby) -> list[Job]:
        """Return the jobs of the calls that do not say whether all they called have a seat."""
        jobs = []
        for call, guests in _guests_by_call(lobby).items():
            seats = [lobbies.seat_in(lobby, guest.user_id) for guest in guests]
            said: Said = "open" if None in seats else "seated"
            if self._said.get(call) != (said, _ids(guests)):
                jobs.append(self._job(lobby, call, guests, said))
        return jobs

    def ends(self, lobby: Lobby, how: LobbyEnd) -> list[Job]:
        """Return the jobs that take *Join* from the calls to a lobby that has begun or closed."""
        calls = _guests_by_call(lobby).items()
        return [self._job(lobby, call, guests, how.value) for call, guests in calls]

    def _job(self, lobby: Lobby, call: Call, guests: Sequence[Guest], said: Said) -> Job:
        return ("invitation-end", *call), partial(self._correct, lobby, call, guests, said)

    async def _correct(self, lobby: Lobby, call: Call, guests: Sequence[Guest], said: Said) -> None:
        is_letter = call[0] != lobby.channel_id
        if is_letter:
            own = await self._services.preferences.person(guests[0].user_id)
            words = letter_words(self._services, lobby.locale, own)
        else:
            server = await self._services.preferences.server(lobby.guild_id)
            words = words_for(server.locale or lobby.locale)
        content = _call(words, lobby, guests, said, letter=is_letter)
        with suppress(discord.NotFound):
            await self._services.poster.edit(*call, content)
        self._said[call] = said, _ids(guests)


def _about_invitation(lobby: Lobby, guest: Guest) -> str:
    """Name the subject of a call, which stays if one of those called together is taken out."""
    return f"invitation {lobby.lobby_id} {guest.until}"


def _guests_by_call(lobby: Lobby) -> dict[Call, list[Guest]]:
    """Return the guests of each call: without those who were taken out, unless all were."""
    called: dict[Call, list[Guest]] = {}
    for guest in lobby.guests:
        for call in guest.calls:
            called.setdefault(call, []).append(guest)
    return {
        call: [guest for guest in guests if not guest.out] or guests
        for call, guests in called.items()
    }


def _ids(guests: Sequence[Guest]) -> list[int]:
    return [guest.user_id for guest in guests]


def _call(
    words: Translator, lobby: Lobby, guests: Sequence[Guest], said: Said, *, letter: bool
) -> PostContent:
    """Build the message that invites people, in the channel or as a ``letter`` to one of them."""
    about = {
        "mentions": " ".join(f"<@{guest.user_id}>" for guest in guests),
        "host": bold(escaped(inviter_of(lobby, guests[0]).name)),
    }
    button = table_link(words, lobby) if letter and said in {"open", "seated"} else None
    if said == "open":
        about["when"] = clock_time(guests[0].until)
        key = "lobby.invitation"
        if lobby.begins_at is not None:
            about |= {"when": relative(lobby.begins_at), "time": moment(lobby.begins_at)}
            key = "lobby.invitation_to_appointment"
        join = CustomId(lobby.lobby_id, 0, Verb.JOIN)
        button = button or Button(words("lobby.join"), join, PRIMARY)
    else:
        key = f"lobby.invitation_{said}"
    content = words.plural(key, len(guests), **about)
    if letter and said == "open":
        preferences = words.command("phase10", "preferences")
        content += f"\n{small(words('notifications.change', command=preferences))}"
    people = [discord.Object(guest.user_id) for guest in guests]
    return {
        "content": content,
        "view": None if button is None else buttons_below(button),
        "allowed_mentions": discord.AllowedMentions(users=people),
    }


# -- notices -------------------------------------------------------------------------------


def notice_screen(
    words: Translator, manager: GameManager, user_id: int, place: str, *, with_hand: bool
) -> Screen:
    """Build the notice of a person's turn; ``place`` is the channel and its server, formatted."""
    view = manager.view(user_id)
    messages = find_game_messages(manager.game.game_type)
    assert view.me is not None, "the person has a seat"
    about = [bold(place), title(words, view.rules)]
    trying = view.seats[view.me].trying
    if trying is not None:
        about.append(words("help.mine.phase", number=words.number(trying)))
    lines = [f"### {messages.due(words, view)}", " · ".join(about)]
    if manager.game.deadline is not None:
        date = moment(manager.game.deadline)
        when = relative(manager.game.deadline)
        lines.append(words("notifications.until", date=date, when=when))
    lines.append(
        small(words("notifications.change", command=words.command("phase10", "preferences")))
    )
    label = "notifications.open" if messages.has_private_hand else "help.play"
    hand = [hand_button(words, manager, label)] if with_hand else []
    return Screen.of(lines, [*hand, table_link(words, manager)])


class TurnNotices:
    """Sends a notice of each turn in a slow game to the person, and deletes it after the turn."""

    def __init__(self, services: LiveServices, hands: PrivateHands) -> None:
        self._services = services
        self._hands = hands
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)
        self._reading = asyncio.Lock()
        self._were_read = False
        self._sent: dict[int, SentNotice] = {}  # by channel, once they were read from the store

    def jobs(self, manager: GameManager) -> list[Job]:
        """Return the jobs that bring the notice of a table up to date, if it has one."""
        table = manager.table
        if table is None or not (_is_concerned(table) or manager.channel_id in self._sent):
            return []
        return [self._job(manager)]

    def _job(self, manager: GameManager) -> Job:
        return _notice_key(manager), partial(self._update, manager)

    async def _update(self, manager: GameManager) -> None:
        """Delete the notice of a turn that has passed, and send that of the present one in time."""
        self._services.retry_queue.cancel_later(_notice_key(manager))
        turn = current_turn(manager)
        try:
            await self._read_sent()
            await self._withdraw(manager, turn)
            wait = await self._send_or_wait(manager, turn)
        except StoreError as error:
            _log.warning("a turn notice was not sent yet: %s", error.code)
            wait = AGAIN
        if wait is not None:
            self._services.retry_queue.submit_later(wait, self._job(manager))

    async def _read_sent(self) -> None:
        """Read from the store which notices earlier processes sent, once."""
        async with self._reading:
            if not self._were_read:
                self._sent = await self._services.store.write(
                    notifications.sent_notices, self._services.shards
                )
                self._were_read = True

    async def _withdraw(self, manager: GameManager, turn: PersonalTurn | None) -> None:
        sent = self._sent.get(manager.channel_id)
        if sent is None or (turn is not None and sent.turn == turn):
            return
        del self._sent[manager.channel_id]
        if sent.dm_id is not None and sent.message_id is not None:
            await self._services.poster.delete(sent.dm_id, sent.message_id)
        await self._services.store.write(notifications.drop_notice, sent.turn)

    async def _send_or_wait(self, manager: GameManager, turn: PersonalTurn | None) -> float | None:
        """Send the notice of the present turn if it is due, else return the seconds until then."""
        table = manager.table
        if table is None or turn is None or not _is_concerned(table):
            return None
        if manager.channel_id in self._sent:
            return None
        own = await self._services.preferences.person(turn.user_id)
        if own.notices is not DirectNotices.ON:
            return None
        seen_until = self._hands.shown_until(turn.game_id, turn.user_id)
        wait = max(table.turn_at + PAUSE, seen_until) - self._services.clock.now()
        if wait > 0:
            return wait
        guild = self._services.client.get_guild(manager.guild_id)
        if guild is None or guild.unavailable:
            # The bot has just started, or nobody can see the table.
            return AGAIN
        async with self._at_once:
            if current_turn(manager) == turn:
                await self._send(manager, turn, own)
        return None

    async def _send(
        self, manager: GameManager, turn: PersonalTurn, own: PersonalPreferences
    ) -> None:
        screen = notice_screen(
            letter_words(self._services, manager.game.table.locale, own),
            manager,
            turn.user_id,
            table_place(self._services.client, manager),
            with_hand=self._services.shards.serve(DM_GUILD),
        )

        async def note(dm_id: int, message_id: int) -> None:
            sent = SentNotice(turn, dm_id, message_id)
            self._sent[manager.channel_id] = sent
            await self._services.store.write(notifications.put_notice, sent)

        what = about("notice", manager.game.table, turn)
        await write_to(self._services, turn.user_id, what, Drawn(screen), note)


# -- direct messages -----------------------------------------------------------------------


def letter_words(services: LiveServices, locale: str, own: PersonalPreferences) -> Translator:
    """The language of a direct message: ``locale`` if the person's own is not known."""
    default = services.preferences.default_locale or own.discord_locale or locale
    words = words_for(own.locale or default)
    return replace(words, discord=own.discord_locale or words.discord)


async def write_to(
    services: LiveServices, user_id: int, what: str, content: Drawn | PostContent, note: Note
) -> bool:
    """Send a direct message and ``note`` the ids of its channel and of itself.

    Returns False if the person takes none, and then switches their notices off.
    """
    try:
        async with within():
            channel = await services.client.create_dm(discord.Object(user_id))
        await services.poster.post(what, channel.id, content, partial(note, channel.id))
    except discord.HTTPException as error:
        if not has_code(error, DMS_CLOSED):
            raise
        try:
            await services.preferences.people.change(user_id, _refused)
        except TableError as failed:
            _log.warning("notices were not switched off: %s", failed.code)
        return False
    return True


def _refused(own: PersonalPreferences) -> PersonalPreferences:
    on = own.notices is DirectNotices.ON
    return replace(own, notices=DirectNotices.REFUSED) if on else own


def _notice_key(manager: GameManager) -> MessageKey:
    return "notice", manager.channel_id


def _is_concerned(table: Table) -> bool:
    return table.is_slow and not is_alone(table)
