"""Cups as data: formats, what happens, the state, and where a cup is played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from bot.core.events import Amount, AnyEvent, Hash, Name, SeatNumber
from bot.core.records import EventLines
from bot.core.states import AnyRules

MOST_PEOPLE = 128
FEWEST_PEOPLE = 2
_MOST_STORED = 1_000  # the most people of a cup that earlier versions allowed
MOST_ROUNDS = 12
_MINUTE = 60
_HOUR = 3_600
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Format:
    """The format of a cup; times are in seconds."""

    name: str
    rounds: int  # the usual number of rounds; 0: until one table is left
    go_on: int  # how many of a table are in the next round; 0: all
    round_time: int  # the longest duration of a round
    turn_limit: int  # the turn limit of its tables

    @property
    def knock_out(self) -> bool:
        """Whether only the best of each table go on, so that nobody can join later."""
        return self.go_on > 0


SWISS: Final = Format("swiss", 3, 0, 2 * _HOUR, 2 * _MINUTE)
KNOCK_OUT: Final = Format("knock_out", 0, 2, 2 * _HOUR, 2 * _MINUTE)
LEAGUE: Final = Format("league", 4, 0, 7 * _DAY, _DAY)
FORMATS: Final = {format_.name: format_ for format_ in (SWISS, KNOCK_OUT, LEAGUE)}


When = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]  # seconds since 1970
PersonNumber = Annotated[int, Field(ge=0, lt=1 << 64)]
Seats = Annotated[tuple[PersonNumber | None, ...], Field(min_length=2, max_length=6)]
Seated = Annotated[tuple[Seats, ...], Field(min_length=1, max_length=_MOST_STORED)]
_BySeat = Field(min_length=2, max_length=6)


@dataclass(frozen=True, slots=True)
class Joined(AnyEvent):
    """Somebody joined, or came back with the points they had."""

    at: When
    person: PersonNumber
    name: Name


@dataclass(frozen=True, slots=True)
class PersonLeft(AnyEvent):
    """Somebody left, and is in no later round."""

    at: When
    person: PersonNumber


@dataclass(frozen=True, slots=True)
class PersonRemoved(AnyEvent):
    """The host took somebody out, who cannot come back."""

    at: When
    person: PersonNumber


@dataclass(frozen=True, slots=True)
class CheckedIn(AnyEvent):
    """Somebody is at the table of the round that is played."""

    at: When
    person: PersonNumber


@dataclass(frozen=True, slots=True)
class CupStarted(AnyEvent):
    """The cup began; its seed draws their order, and the seats at each table."""

    at: When
    seed: Hash


@dataclass(frozen=True, slots=True)
class RoundStarted(AnyEvent):
    """A round began with people (None: a computer) by table and seat, and with byes."""

    at: When
    tables: Seated
    byes: Annotated[tuple[PersonNumber, ...], Field(max_length=_MOST_STORED)] = ()


@dataclass(frozen=True, slots=True)
class TableEnded(AnyEvent):
    """The game of a table (from 0) is over, at its end or as it stands; lists are by seat.

    ``ranking`` has the places, best first, as the game's record has them.
    """

    at: When
    table: Annotated[int, Field(ge=0, lt=_MOST_STORED)]
    ranking: Annotated[tuple[tuple[SeatNumber, ...], ...], Field(max_length=6)]
    phases: Annotated[tuple[Annotated[int, Field(ge=0, le=10)], ...], _BySeat]
    totals: Annotated[tuple[Amount, ...], _BySeat]
    # The seats whose people left the game and were not back at its end; they have no points.
    left: Annotated[tuple[SeatNumber, ...], Field(max_length=6)]
    # The seats of people who made no move and did not come; they have no points, and are out.
    # Version 1.1 stored none.
    absent: Annotated[tuple[SeatNumber, ...], Field(max_length=6)] = ()

    @property
    def begun(self) -> bool:
        return any(self.phases) or any(self.totals)


@dataclass(frozen=True, slots=True)
class TimeUp(AnyEvent):
    """The time of the round is up: the games that go on are abandoned, and end as they stand."""

    at: When


@dataclass(frozen=True, slots=True)
class RoundEnded(AnyEvent):
    """All games of the round are over."""

    at: When


@dataclass(frozen=True, slots=True)
class CupClosed(AnyEvent):
    """No further round follows: the games that go on end as they stand, and the leader wins."""

    at: When


@dataclass(frozen=True, slots=True)
class CupCancelled(AnyEvent):
    """The cup ended early."""

    at: When


_OfPerson = Joined | PersonLeft | PersonRemoved | CheckedIn
_OfRound = RoundStarted | TableEnded | TimeUp | RoundEnded
CupEvent = _OfPerson | CupStarted | _OfRound | CupClosed | CupCancelled
CUP_EVENTS: Final = EventLines(
    {
        "join": Joined,
        "leave": PersonLeft,
        "take_out": PersonRemoved,
        "here": CheckedIn,
        "start": CupStarted,
        "round": RoundStarted,
        "result": TableEnded,
        "time_up": TimeUp,
        "reveal": RoundEnded,
        "close": CupClosed,
        "cancel": CupCancelled,
    }
)
"""Events as lines of JSON data and back, for a database."""


class CupStatus(StrEnum):
    """The event that a cup waits for."""

    OPEN = "open"  # people, and its start
    BETWEEN = "between"  # the next round
    PLAYING = "playing"  # the tables of a round
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who takes part, or did."""

    person: int
    name: str
    left: bool = False
    absent: bool = False  # whether they are out because they did not come to their table


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of a round: people by seat, None for computer players."""

    seats: tuple[int | None, ...]
    result: TableEnded | None = None  # once its game is over

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(person for person in self.seats if person is not None)

    @property
    def staying(self) -> dict[int, int]:
        """The people who played to the end or still play, by seat."""
        missing = (*self.result.left, *self.result.absent) if self.result else ()
        seated = enumerate(self.seats)
        return {seat: who for seat, who in seated if who is not None and seat not in missing}


@dataclass(frozen=True, slots=True)
class CupRound:
    """A round: its tables, and the people with a bye."""

    began_at: float
    tables: tuple[CupTable, ...]
    byes: tuple[int, ...] = ()
    time_up: bool = False
    here: frozenset[int] = frozenset()  # the people who checked in

    @property
    def over(self) -> bool:
        return all(table.result is not None for table in self.tables)

    def find_table(self, person: int) -> int | None:
        """The place of a person's table; None without one."""
        places = (place for place, table in enumerate(self.tables) if person in table.seats)
        return next(places, None)


@dataclass(frozen=True, slots=True)
class Cup:
    """A whole cup."""

    cup_id: str
    name: str
    format: Format
    rules: AnyRules
    most_rounds: int  # 0: until one table is left
    round_time: float
    status: CupStatus = CupStatus.OPEN
    seed: str = ""  # hex; empty until it has started
    # In the order that the seed draws at the start; people who came later follow.
    participants: tuple[Participant, ...] = ()
    rounds: tuple[CupRound, ...] = ()
    barred: frozenset[int] = frozenset()  # the people whom the host took out
    closed: bool = False  # whether the newest round is the last one, before the usual number

    @property
    def over(self) -> bool:
        return self.status in (CupStatus.FINISHED, CupStatus.CANCELLED)

    @property
    def round(self) -> CupRound:
        return self.rounds[-1]

    @property
    def awaited(self) -> tuple[int, ...]:
        """The people at tables that play who have neither checked in nor left the cup."""
        gone = {participant.person for participant in self.participants if participant.left}
        here_or_gone = self.round.here | gone
        playing = (table for table in self.round.tables if table.result is None)
        return tuple(
            person for table in playing for person in table.people if person not in here_or_gone
        )

    @property
    def rounds_over(self) -> int:
        return len(self.rounds) - 1 if self.status is CupStatus.PLAYING else len(self.rounds)

    @property
    def has_results(self) -> bool:
        """Whether the result of any game counts in the standings yet."""
        return bool(self.rounds) and any(table.result for table in self.rounds[0].tables)

    @property
    def deadline(self) -> float | None:
        """The moment at which the time of the round that is played is up."""
        playing = self.status is CupStatus.PLAYING
        return self.round.began_at + self.round_time if playing else None

    def participant(self, person: int) -> Participant | None:
        """A person's entry, also after leaving."""
        return next((one for one in self.participants if one.person == person), None)


@dataclass(frozen=True)
class CupGame:
    """The game of a table."""

    game_id: str
    # The message that calls its people, once it is posted, and the thread that is begun from it.
    channel_id: int | None = None
    begun: bool = False


@dataclass(frozen=True)
class LiveCup:
    """A cup in its channel."""

    cup: Cup
    guild_id: int
    channel_id: int
    host_id: int | None  # None if they were deleted
    locale: str
    events: int = 0  # how many events there were; every event adds one
    # When the cup or its next round begins by itself, in seconds since 1970.
    due: float | None = None
    cancelling: bool = False  # whether it ends as soon as no game runs any more
    message_id: int | None = None
    shown: int = 0  # how many events the message shows
    # The id of the first of the cups that follow each other by themselves, and when the one after
    # this begins; None if none follows.
    series: str | None = None
    next_at: float | None = None
    games: tuple[CupGame, ...] = ()  # of the newest round, by table


@dataclass(frozen=True)
class PastCup:
    """A cup that was played to its end, and its winner."""

    cup_id: str
    name: str
    ended_at: float
    people: int
    winner_id: int
    winner: str  # empty if they have left the server, or are hidden there
