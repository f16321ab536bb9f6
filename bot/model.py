"""Stored data of tables that is not part of a game: people, lobbies, preferences; and shards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeVar

from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import PydanticUseDefault

from bot.games.system import AnyEvent, AnyLegal, AnyRules, AnyState, AnyView, GameSystem
from bot.rules.events import HandEnded
from bot.rules.variations import Length
from bot.systems import system_of

DAY = 86_400
"""In seconds."""


class Level(StrEnum):
    """The strength of a computer player."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user: id and display name."""

    user_id: int
    name: str


@dataclass(frozen=True)
class Occupant:
    """Who sits in a seat.

    Attributes:
        name: the name shown.
        user_id: the person's Discord id; None for a computer player.
        level: strength of the computer player, also when it stands in for a person.
        away: whether a computer player stands in for the person now.
        left: whether the person has left the game for good.
        missed: number of successive turns that the turn limit ended.
        late: whether the person has the seat from a computer player, since a later hand.
    """

    name: str
    user_id: int | None
    level: Level
    away: bool = False
    left: bool = False
    missed: int = 0
    late: bool = False

    @property
    def is_computer(self) -> bool:
        """Whether a computer player acts for this seat now."""
        return self.user_id is None or self.away or self.left


@dataclass(frozen=True)
class Lobby:
    """A table before the game has begun.

    Attributes:
        lobby_id: its id in custom ids; it becomes the game's id.
        guild_id: the server; 0 in a private channel.
        channel_id: the channel.
        host_id: the person who opened the lobby.
        rules: the rules chosen so far.
        turn_limit: limit of a turn in seconds; None without one.
        seats: occupants by seat; the host is first.
        locale: the server's language.
        touched_at: time of the last change, in seconds since 1970.
        message_id: the lobby message, once posted.
    """

    lobby_id: str
    guild_id: int
    channel_id: int
    host_id: int
    rules: AnyRules
    turn_limit: int | None
    seats: tuple[Occupant, ...]
    locale: str
    touched_at: float
    message_id: int | None = None


def private_channel(owner_id: int) -> int:
    """What stands for the channel of a person's private table, which is in no channel."""
    return -owner_id


def is_private(channel_id: int) -> bool:
    """Whether this stands for a person's private table."""
    return channel_id < 0


@dataclass(frozen=True)
class SeatRequest:
    """A person's request for a computer player's seat in a running game.

    Attributes:
        user_id: the person's Discord id.
        name: the name shown.
        agreed: the host's answer; None until they have answered.
    """

    user_id: int
    name: str
    agreed: bool | None = None


@dataclass(frozen=True)
class Table:
    """A running or finished game's table.

    A private table is shown to its owner alone, in answers to what they do, and has no messages.

    Attributes:
        game_id: the game's id, also in custom ids.
        guild_id: the server; 0 for none. That of a private table is where it was begun.
        channel_id: the channel; for a private table see :func:`private_channel`.
        host_id: the person who opened the lobby.
        occupants: by seat.
        turn_limit: limit of a turn in seconds; None without one.
        locale: the server's language.
        started_at: start of the game, in seconds since 1970.
        turn_at: start of the current turn, or of the pause between hands.
        message_id: the table message, once posted.
        ping_id: the newest turn ping, until it is deleted.
        ready: seats of people who are ready for the next hand.
        animation_id: the newest animation, until it is deleted.
        marks: what the seat to act has marked for its next action, such as dice.
        requests: for the seats of computer players, oldest first.
        turn_from: version of the game with which the current turn began; other than ``turn_at``
            it never changes within a turn.
    """

    game_id: str
    guild_id: int
    channel_id: int
    host_id: int
    occupants: tuple[Occupant, ...]
    turn_limit: int | None
    locale: str
    started_at: float
    turn_at: float
    message_id: int | None = None
    ping_id: int | None = None
    ready: tuple[int, ...] = ()
    animation_id: int | None = None
    marks: tuple[int, ...] = ()
    requests: tuple[SeatRequest, ...] = ()
    turn_from: int = 0

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take a day or longer."""
        return self.turn_limit is None or self.turn_limit >= DAY

    @property
    def is_private(self) -> bool:
        """Whether it is its owner's private table."""
        return is_private(self.channel_id)

    @property
    def board_id(self) -> int:
        """Where its result counts: in the server, or outside of servers at the private table alone.

        So nobody else's boards show it, and its owner's history does.
        """
        return self.guild_id or (self.channel_id if self.is_private else 0)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person who has not left, or None."""
        for seat, occupant in enumerate(self.occupants):
            if occupant.user_id == user_id and not occupant.left:
                return seat
        return None


NOBODY = 0
"""The host of a game whose host was forgotten, where no other person is left."""


@dataclass(frozen=True)
class LiveGame:
    """A game at its table.

    Attributes:
        table: the occupants, and the data around the game.
        state: the game.
        recent: the newest events with hidden cards, oldest first.
        scored: the end of each hand so far, in a game of hands.
    """

    table: Table
    state: AnyState
    recent: tuple[AnyEvent, ...] = ()
    scored: tuple[HandEnded, ...] = ()

    @property
    def system(self) -> GameSystem:
        """The system of its rules."""
        return system_of(self.state.game.rules.edition)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def in_hand(self) -> bool:
        """Whether it is anybody's turn."""
        return not (self.state.pausing or self.state.over)

    @property
    def to_act(self) -> Occupant | None:
        """The occupant to act, None between hands and when the game is over."""
        return self.table.occupants[self.state.turn] if self.in_hand else None

    @property
    def deadline(self) -> float | None:
        """When the person to act times out, in seconds since 1970; None without a limit."""
        if self.to_act is None or self.to_act.is_computer or self.table.turn_limit is None:
            return None
        return self.table.turn_at + self.table.turn_limit

    @property
    def awaited(self) -> tuple[int, ...]:
        """Between hands, the seats of people who are here and not ready."""
        if not self.state.pausing:
            return ()
        seats = enumerate(self.table.occupants)
        ready = self.table.ready
        return tuple(seat for seat, who in seats if not who.is_computer and seat not in ready)

    @property
    def everybody_ready(self) -> bool:
        """Whether all people who are here are ready for the next hand."""
        here = [seat for seat, who in enumerate(self.table.occupants) if not who.is_computer]
        return bool(here) and all(seat in self.table.ready for seat in here)

    @property
    def news(self) -> tuple[AnyEvent, ...]:
        """The newest events as everybody may see them, oldest first."""
        seen_by = self.system.seen_by
        return tuple(seen_by(each, None) for each in self.recent)

    def view(self, user_id: int | None) -> AnyView:
        """A person's view of the game; without a seat, that of a spectator."""
        seat = None if user_id is None else self.table.seat_of(user_id)
        return self.system.view_for(self.state, seat)

    def legal(self, user_id: int) -> AnyLegal:
        """A person's legal actions; empty when it is not their turn."""
        if self.in_hand and self.table.seat_of(user_id) == self.state.turn:
            return self.system.legal_actions(self.state)
        return self.system.no_actions(self.state)

    def knows(self, user_id: int) -> bool:
        """Whether a person sits or sat at the table, is its host, or asks for a seat."""
        table = self.table
        asking = [each.user_id for each in table.requests]
        return user_id in (table.host_id, *(each.user_id for each in table.occupants), *asking)


@dataclass(frozen=True)
class Change:
    """A changed game, and the events of the change."""

    game: LiveGame
    events: tuple[AnyEvent, ...]


class Pings(StrEnum):
    """How players are notified of their turn."""

    PING = "ping"
    PAUSE = "pause"
    SILENT = "silent"


class DirectNotices(StrEnum):
    """Whether a person is notified of turns in slow games by direct message.

    ``REFUSED`` is off as well: Discord refused a message, which the person is yet to be told.
    """

    OFF = "off"
    ON = "on"
    REFUSED = "refused"


_T = TypeVar("_T")


def _default_if_unknown(value: object, valid: ValidatorFunctionWrapHandler) -> object:
    """The stored value, or the default if this version of the program does not know the value."""
    try:
        return valid(value)
    except ValidationError:
        raise PydanticUseDefault from None


# For each field separately, so that an unknown value of a newer program does not lose the others.
Chosen = Annotated[_T, WrapValidator(_default_if_unknown)]


HERE = 0
"""As the channel for threads: the one where the table is asked for."""


@dataclass(frozen=True)
class ServerPreferences:
    """The settings of a server; stored as JSON, so new fields need defaults.

    Attributes:
        theme: card theme of tables, and of members who chose none; None for the bot's default.
        edition: default edition of new tables; None for the classic one.
        length: default length of new tables, in a game that has lengths.
        turn_limit: default turn limit of new tables in seconds; None for none.
        locale: language of tables; None for the server's language in Discord.
        channels: the channels where games are allowed; empty for all.
        pings: how players are notified of their turn.
        computers: whether computer players may be added.
        level: default level of computer players.
        animations: whether highlights of games are shown as animations.
        achievements: whether achievements are named and shown.
        announcements: the channel where champions are announced; None for no announcements.
        champion_role: the role of the last season's champions; None for none.
        threads: the channel in which every new table gets a thread of its own, or ``HERE``; None
            for tables in the channels themselves.
    """

    theme: Chosen[str | None] = None
    edition: Chosen[str | None] = None
    length: Chosen[Length] = Length.EVENING
    turn_limit: Chosen[int | None] = None
    locale: Chosen[str | None] = None
    channels: Chosen[tuple[int, ...]] = ()
    pings: Chosen[Pings] = Pings.PING
    computers: Chosen[bool] = True
    level: Chosen[Level] = Level.NORMAL
    animations: Chosen[bool] = True
    achievements: Chosen[bool] = True
    announcements: Chosen[int | None] = None
    champion_role: Chosen[int | None] = None
    threads: Chosen[int | None] = None


@dataclass(frozen=True)
class PersonalPreferences:
    """A person's settings for private messages, in every server.

    Attributes:
        theme: card theme; None for the server's.
        locale: language; None for that of their Discord.
        pictures: whether to send pictures instead of text.
        animations: whether their own highlights are animated, and recaps of games.
        achievements: whether their achievements are named and shown.
        skill: whether others see their luck and skill.
        back: the backs of cards; None for the theme's own.
        cloth: the table cloth; None for the theme's own.
        guided: whether the guided first hand was offered or begun.
        notices: whether they get direct messages about their turns in slow games.
        time_zone: the name of their time zone; None where it is not known.
        quiet_from: the hour of the day from which no notice is sent.
        quiet_until: the hour until which none is sent; the same for no such hours.
        discord_locale: the language of their Discord when they last chose about notices.
    """

    theme: Chosen[str | None] = None
    locale: Chosen[str | None] = None
    pictures: Chosen[bool] = True
    animations: Chosen[bool] = True
    achievements: Chosen[bool] = True
    skill: Chosen[bool] = False
    back: Chosen[str | None] = None
    cloth: Chosen[str | None] = None
    guided: Chosen[bool] = False
    notices: Chosen[DirectNotices] = DirectNotices.OFF
    time_zone: Chosen[str | None] = None
    quiet_from: Chosen[int] = 22
    quiet_until: Chosen[int] = 8
    discord_locale: Chosen[str | None] = None


TIMESTAMP_SHIFT = 22
"""Discord gives a server to the shard ``(guild_id >> 22) % shard_count``."""


@dataclass(frozen=True)
class PersonToForget:
    """The person to be deleted.

    Attributes:
        user_id: the person.
        names: neutral names, more than a table has seats.
        before: games and lobbies begun later are a new player's; in seconds since 1970.
        here: whether this process keeps the running games of a server.
    """

    user_id: int
    names: Sequence[str]
    before: float
    here: Callable[[int], bool] = lambda _guild_id: True


@dataclass(frozen=True)
class Forgotten:
    """What was stored about a person who is deleted now.

    Attributes:
        anything: whether there was anything at all.
        elsewhere: servers whose running games and lobbies still name the person, since another
            process of this bot keeps these: it must be asked there.
    """

    anything: bool = False
    elsewhere: tuple[int, ...] = ()


@dataclass(frozen=True)
class Shards:
    """The shards of one process; by default one that serves all servers.

    Attributes:
        count: number of shards of all processes together.
        ids: the shards of this process, from 0.

    Raises:
        ValueError: the ids are not distinct, or not below the count.
    """

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or len(set(self.ids)) != len(self.ids):
            raise ValueError("name each shard once")
        if min(self.ids) < 0 or max(self.ids) >= self.count:
            raise ValueError(f"of {self.count} shards the last one is {self.count - 1}")

    def serve(self, guild_id: int) -> bool:
        """Whether this process serves a server."""
        return (guild_id >> TIMESTAMP_SHIFT) % self.count in self.ids

    @property
    def all_here(self) -> bool:
        """Whether there is no other process."""
        return len(self.ids) == self.count


EVERYBODY = Shards()


def parse_ids(text: str) -> tuple[int, ...]:
    """The ids of shards in a list such as ``0,2`` or ``0-3``.

    Raises:
        ValueError: the text is not such a list.
    """
    return tuple(number for part in text.split(",") for number in _numbers(part.strip()))


def _numbers(part: str) -> Iterator[int]:
    first, dash, last = part.partition("-")
    if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
        raise ValueError("write the numbers like 0,1 or 0-3")
    low, high = int(first), int(last or first)
    # A typing error should not produce millions of ids.
    if not low <= high < low + 10_000:
        raise ValueError(f"{part} is no range of shards")
    yield from range(low, high + 1)
