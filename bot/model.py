"""What a channel's table consists of beside the game itself; all of it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeVar

from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import PydanticUseDefault

from bot.rules.editions import RuleSet
from bot.rules.events import Event, HandEnded
from bot.rules.state import State


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


@dataclass(frozen=True)
class Occupant:
    """Who sits in a seat.

    Attributes:
        name: the name shown.
        user_id: the person's Discord id; None for a computer player.
        level: how well the computer plays this seat, for itself or standing in.
        away: whether a computer plays a person's seat at present.
        left: whether the person left for good.
        missed: turns in a row that the turn limit ended.
    """

    name: str
    user_id: int | None
    level: Level
    away: bool = False
    left: bool = False
    missed: int = 0

    @property
    def is_computer(self) -> bool:
        """Whether a computer player decides for this seat now."""
        return self.user_id is None or self.away or self.left


@dataclass(frozen=True)
class Lobby:
    """A table that has not begun.

    Attributes:
        lobby_id: its id in custom ids; it becomes the game's id.
        guild_id: the server, 0 in a private channel.
        channel_id: the channel.
        host_id: who opened it.
        rules: the rule set chosen so far.
        turn_limit: seconds a turn may take, None without a limit.
        seats: who has joined, by seat; the host is first.
        locale: the server's language.
        touched_at: when something last changed, in seconds since 1970.
        message_id: the lobby message, once posted.
    """

    lobby_id: str
    guild_id: int
    channel_id: int
    host_id: int
    rules: RuleSet
    turn_limit: int | None
    seats: tuple[Occupant, ...]
    locale: str
    touched_at: float
    message_id: int | None = None


@dataclass(frozen=True)
class Table:
    """A running or finished game's table.

    Attributes:
        game_id: the game's id, also in custom ids.
        guild_id: the server, 0 in a private channel.
        channel_id: the channel.
        host_id: who opened it.
        occupants: who sits where, by seat.
        turn_limit: seconds a turn may take, None without a limit.
        locale: the server's language.
        started_at: when the game began, in seconds since 1970.
        turn_at: when the present turn (or the pause between hands) began.
        message_id: the table message, once posted.
        ping_id: the newest turn ping, while it stands.
        ready: seats of people who are ready for the next hand.
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

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person who has not left, or None."""
        for seat, occupant in enumerate(self.occupants):
            if occupant.user_id == user_id and not occupant.left:
                return seat
        return None


@dataclass(frozen=True)
class SavedGame:
    """A game as the store gives it back.

    Attributes:
        table: its table.
        state: its state.
        recent: the events of its last hand, the newest 60 at most.
        scored: how each hand ended so far.
    """

    table: Table
    state: State
    recent: tuple[Event, ...]
    scored: tuple[HandEnded, ...] = ()


class Pings(StrEnum):
    """How a table tells people that it is their turn."""

    PING = "ping"
    PAUSE = "pause"
    SILENT = "silent"


_T = TypeVar("_T")


def _as_if_never_chosen(value: object, valid: ValidatorFunctionWrapHandler) -> object:
    """A stored value, or the default for one that this version of the program does not know."""
    try:
        return valid(value)
    except ValidationError:
        raise PydanticUseDefault from None


# Each by itself, so that one choice of a later program does not cost the others.
Chosen = Annotated[_T, WrapValidator(_as_if_never_chosen)]


@dataclass(frozen=True)
class ServerPreferences:
    """What a server's moderators chose; stored as JSON, so new fields need defaults.

    Attributes:
        theme: the card theme of tables, and of people who chose none; None for the bot's own.
        edition: of new tables that name none; None for the classic one.
        turn_limit: of new tables that name none, in seconds; None for none.
        locale: the language of tables; None for what Discord says of the server.
        channels: where games may be played; empty for everywhere.
        pings: how people are told that it is their turn.
        computers: whether computer players may be added.
        level: the level of those that are added without naming one.
    """

    theme: Chosen[str | None] = None
    edition: Chosen[str | None] = None
    turn_limit: Chosen[int | None] = None
    locale: Chosen[str | None] = None
    channels: Chosen[tuple[int, ...]] = ()
    pings: Chosen[Pings] = Pings.PING
    computers: Chosen[bool] = True
    level: Chosen[Level] = Level.NORMAL


@dataclass(frozen=True)
class PersonalPreferences:
    """What a person chose for everything that only they see, in every server.

    Attributes:
        theme: their card theme; None for the server's.
        locale: their language; None for what Discord says.
        pictures: whether they want pictures; else the same comes in words.
    """

    theme: Chosen[str | None] = None
    locale: Chosen[str | None] = None
    pictures: Chosen[bool] = True


TIMESTAMP_SHIFT = 22
"""Discord gives a server to the shard ``(guild_id >> 22) % shard_count``."""


@dataclass(frozen=True)
class Shards:
    """The shards of one process; without arguments there is but one, and it serves everybody.

    Attributes:
        count: how many shards all processes have together.
        ids: those of this process, from 0.

    Raises:
        ValueError: they do not fit together.
    """

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or len(set(self.ids)) != len(self.ids):
            raise ValueError("name each shard once")
        if min(self.ids) < 0 or max(self.ids) >= self.count:
            raise ValueError(f"of {self.count} shards the last one is {self.count - 1}")

    def serve(self, guild_id: int) -> bool:
        """Whether a server's games are this process's."""
        return (guild_id >> TIMESTAMP_SHIFT) % self.count in self.ids

    @property
    def all_here(self) -> bool:
        """Whether there is no other process."""
        return len(self.ids) == self.count


EVERYBODY = Shards()


def parse_ids(text: str) -> tuple[int, ...]:
    """The numbers of shards in a list such as ``0,2`` or ``0-3``.

    Raises:
        ValueError: it is no such list.
    """
    return tuple(number for part in text.split(",") for number in _numbers(part.strip()))


def _numbers(part: str) -> Iterator[int]:
    first, dash, last = part.partition("-")
    if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
        raise ValueError("write the numbers like 0,1 or 0-3")
    low, high = int(first), int(last or first)
    # A slip of the finger should not make millions of numbers.
    if not low <= high < low + 10_000:
        raise ValueError(f"{part} is no range of shards")
    yield from range(low, high + 1)
