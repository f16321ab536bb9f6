"""People, seats, lobbies, tables and the games at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any

from pydantic import AliasChoices, Field

from bot.core.chance import commitment, is_named
from bot.core.events import AnyEvent, EndReason, TakenBack, TakenOver
from bot.core.game_type import AnyGameType
from bot.core.states import (
    AnyRules,
    AnyState,
    AnyView,
    Displayed,
    with_leaders,
    with_names,
    without_leavers,
    won_by_staying,
)
from bot.game_types import game_type_for

DAY = 86_400  # in seconds


class Level(StrEnum):
    """The strength of a computer player."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"

    @classmethod
    def _missing_(cls, value: object) -> Level | None:
        # Stored by earlier versions.
        return cls.HARD if value == "expert" else None


# seconds, for how long a game takes
PERSONS_TURN = 12.0
COMPUTERS_TURN = 3.0


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user: id and display name."""

    user_id: int
    name: str


@dataclass(frozen=True)
class Occupant:
    """The person or computer player in a seat."""

    name: str
    user_id: int | None  # None for a computer player
    level: Level  # of the computer player, also when it plays for a person
    away: bool = False  # whether a computer player plays for the person at the moment
    left: bool = False
    missed: int = 0  # successive turns that the turn limit ended
    late: bool = False  # whether the person took the seat from a computer player during the game
    wins: int = 0  # games won since a series of rematches began
    holiday: float | None = None  # until when the person's clocks stand; they go on by a change

    @property
    def is_computer(self) -> bool:
        """Whether a computer player acts for this seat now."""
        return self.user_id is None or self.away or self.left


def may_take_back(chosen: bool | None, rules: AnyRules, seats: Iterable[Occupant]) -> bool:
    """Return whether turns may be taken back: as chosen, else only where people rate nobody."""
    people = sum(who.user_id is not None or who.left for who in seats)
    return (rules.for_fun or people < 2) if chosen is None else chosen


SERIES_WINS = 2  # games that win a series of rematches: the best of three


@dataclass(frozen=True)
class Guest:
    """A person whom the host of a lobby invited to it, or took out of it."""

    user_id: int
    name: str
    until: float  # in seconds since 1970; a seat is kept until then
    told: bool = False  # whether the person was told of an invitation, which happens once
    out: bool = False  # whether the person was taken out, and so may not join
    calls: tuple[tuple[int, int], ...] = ()  # the channels and ids of messages that invited them
    inviter: Person | None = None  # None if that is not stored: an earlier version, or forgotten


@dataclass(frozen=True)
class GivenDeal:
    """The id and the secret of a game that are not drawn for it."""

    game_id: str
    secret: bytes = field(repr=False)


class LobbyEnd(StrEnum):
    """How a lobby ended."""

    BEGUN = "begun"
    CLOSED = "closed"


@dataclass(frozen=True)
class Lobby:
    """A table before the game has begun."""

    lobby_id: str  # also in custom ids; it becomes the game's id
    guild_id: int  # 0 outside of servers
    channel_id: int
    host_id: int
    rules: AnyRules
    turn_limit: int | None  # seconds; None for no limit
    seats: tuple[Occupant, ...]  # the host is first
    locale: str
    touched_at: float  # the last change, in seconds since 1970
    # The secret of the game; its hash is shown before anybody can press *Start*.
    secret: bytes = field(repr=False)
    message_id: int | None = None
    take_back: bool | None = None  # whether turns may be taken back; None for the default
    guests: tuple[Guest, ...] = ()  # oldest first, also those who have a seat now
    # By appointment: when the game begins by itself, and when its people are called before, if they
    # are; in seconds since 1970.
    begins_at: float | None = None
    call_at: float | None = None
    # An ended lobby is kept until all messages about it show its end.
    ended: LobbyEnd | None = None

    @property
    def is_told_elsewhere(self) -> bool:
        """Whether other messages may be about it: invitations, or the line of an appointment."""
        return bool(self.guests) or self.begins_at is not None

    @property
    def may_take_back(self) -> bool:
        return may_take_back(self.take_back, self.rules, self.seats)

    def invited(self, now: float) -> list[Guest]:
        """Return the people for whom a seat is kept."""
        seated = {who.user_id for who in self.seats}
        return [each for each in self.guests if each.until > now and each.user_id not in seated]

    def knows(self, user_id: int) -> bool:
        """Return whether the lobby names a person in a seat, as a guest or as an inviter."""
        seated = any(who.user_id == user_id for who in self.seats)
        inviters = (guest.inviter for guest in self.guests if guest.inviter is not None)
        invites = any(inviter.user_id == user_id for inviter in inviters)
        return seated or invites or self.find_guest(user_id) is not None

    def find_guest(self, user_id: int) -> Guest | None:
        return next((guest for guest in self.guests if guest.user_id == user_id), None)

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def beacon(self, click_id: int) -> str:
        """Return the ids of a click and the people, which no holder of the secret can choose."""
        people = (who.user_id for who in self.seats if who.user_id is not None)
        return "-".join(map(str, (click_id, *people)))

    @property
    def minutes(self) -> int:
        """The estimated duration of the game."""
        players = max(self.rules.min_players, len(self.seats))
        computers = sum(occupant.is_computer for occupant in self.seats)
        return usual_minutes(self.rules, players, computers)


def usual_minutes(rules: AnyRules, players: int, computers: int) -> int:
    """Return the estimated duration of a game, of whose players some are computer players."""
    seconds = computers * COMPUTERS_TURN + (players - computers) * PERSONS_TURN
    return max(1, round(rules.usual_turns(players) * seconds / players / 300)) * 5


def private_channel(owner_id: int) -> int:
    return -owner_id


def boards_for(guild_id: int, reader: int | None) -> list[int]:
    """Return the ids under which the results that a reader may see in a server are stored."""
    return [guild_id] if reader is None else [guild_id, private_channel(reader)]


def is_private(channel_id: int) -> bool:
    return channel_id < 0


@dataclass(frozen=True)
class SeatRequest:
    """A person's request for a computer player's seat in a running game."""

    user_id: int
    name: str
    agreed: bool | None = None  # the host's answer; None before it


class Asked(StrEnum):
    """What a question to the people at a table is about."""

    ENDING = "ending"  # a game that counts
    PAUSING = "pausing"


@dataclass(frozen=True)
class TableQuestion:
    """The question of a person at a table whether the others agree to end or pause the game."""

    by: int  # the person's seat
    until: float  # in seconds since 1970; afterwards nobody's answer is awaited
    agreed: tuple[int, ...] = ()  # seats
    refused: int | None = None  # the seat that plays on; people may ask again after ``until``
    message_id: int | None = None  # of the message that asks
    about: Asked = Asked.ENDING

    @property
    def number(self) -> int:
        """Tells the questions of a game apart."""
        return int(self.until)


Renamed = Mapping[int, str]  # new names by seat
NOBODY = 0  # the host of a game without people, after its host was deleted


@dataclass(frozen=True)
class Table:
    """The table of a running or finished game; moments are in seconds since 1970.

    A private table has no messages: only its owner sees it, in answers to interactions.
    """

    game_id: str  # also in custom ids
    guild_id: int  # 0 outside of servers; for a private table, the server in which it was begun
    channel_id: int  # for a private table see :func:`private_channel`
    host_id: int
    occupants: tuple[Occupant, ...]
    turn_limit: int | None  # seconds; None for no limit
    locale: str
    started_at: float
    turn_at: float  # the beginning of the current turn, or of the pause between hands
    # Messages: the table, the newest turn ping and animation until they are deleted.
    message_id: int | None = None
    ping_id: int | None = None
    ready: tuple[int, ...] = ()  # seats of people who are ready for the next hand
    animation_id: int | None = None
    marks: tuple[int, ...] = ()  # what the seat to act has marked for its next action, such as dice
    asked: bool = False  # whether the person to act is asked to confirm these marks
    requests: tuple[SeatRequest, ...] = ()  # oldest first
    turn_from: int = 0  # the game's version at the beginning of the turn
    # Whether a person has ended a turn of their own: without that, the game leaves no result. It
    # is not known of games that an earlier version began.
    played: bool = True
    cup_id: str = ""  # the cup of the game, if it is of one
    take_back: bool | None = None  # whether turns may be taken back; None for the default
    turn_before: float | None = None  # the beginning of the turn before, which may be taken back
    # Version 1.1 stored it under another name.
    question: Annotated[
        TableQuestion | None, Field(validation_alias=AliasChoices("question", "end_question"))
    ] = None
    # Whether the game was ended early and counts: who stayed has won, a person alone has not.
    conceded: bool = False
    deserted: bool = False  # whether it ended because nobody acted any more
    acted_at: float | None = None  # the newest action; None if an earlier version stored the table
    began_itself: bool = False  # whether it began by appointment, without a click of the host
    paused_until: float | None = None  # when a paused game goes on by itself; None without a pause

    @property
    def is_slow(self) -> bool:
        return self.turn_limit is None or self.turn_limit >= DAY

    @property
    def is_private(self) -> bool:
        return is_private(self.channel_id)

    @property
    def waits_since(self) -> float:
        """When the newest action was, or the clock of the turn began after it."""
        return self.turn_at if self.acted_at is None else max(self.acted_at, self.turn_at)

    @property
    def has_holidays(self) -> bool:
        """Whether clocks stand during a person's holiday; the rounds of a cup have their own."""
        return self.is_slow and not (self.is_private or self.cup_id)

    @property
    def open_request(self) -> SeatRequest | None:
        """The oldest request for a seat that is not answered yet."""
        return next((request for request in self.requests if request.agreed is None), None)

    @property
    def board_id(self) -> int:
        """The id under which the result is stored: the server, or for a private table its owner."""
        return self.channel_id if self.is_private else self.guild_id

    @property
    def left(self) -> list[int]:
        """The seats of people who left."""
        return [seat for seat, who in enumerate(self.occupants) if who.left]

    @property
    def beginners(self) -> list[int]:
        """The seats of people who played from the beginning, also of those who left."""
        seats = enumerate(self.occupants)
        return [seat for seat, who in seats if (who.user_id or who.left) and not who.late]

    @property
    def staying(self) -> list[int]:
        """The seats of people who have not left."""
        seats = enumerate(self.occupants)
        return [seat for seat, who in seats if who.user_id is not None and not who.left]

    @property
    def survivor(self) -> int | None:
        """The seat of the only person who has not left a game that several people began."""
        staying = self.staying
        return staying[0] if len(staying) == 1 and len(self.beginners) > 1 else None

    def find_seat(self, user_id: int, *, left: bool = False) -> int | None:
        """Return the seat of a person, or with ``left`` the seat that they left."""
        for seat, occupant in enumerate(self.occupants):
            if occupant.user_id == user_id and occupant.left is left:
                return seat
        return None

    def next_person(self, seat: int) -> int | None:
        """Return the first person after a seat who has not left."""
        around = self.occupants[seat + 1 :] + self.occupants[:seat]
        staying = (who.user_id for who in around if not who.left)
        return next((user_id for user_id in staying if user_id is not None), None)

    def without_person(self, user_id: int, free_names: Iterable[str]) -> tuple[Table, Renamed]:
        """Return the table without a person who has left or whose game is over."""
        taken = {who.name for who in self.occupants}
        free = (name for name in free_names if name not in taken)
        seats = [seat for seat, who in enumerate(self.occupants) if who.user_id == user_id]
        names = dict(zip(seats, free, strict=False))
        occupants = tuple(
            replace(who, name=names[seat], user_id=None, left=True, away=False, holiday=None)
            if seat in names
            else who
            for seat, who in enumerate(self.occupants)
        )
        requests = tuple(request for request in self.requests if request.user_id != user_id)
        table = replace(self, occupants=occupants, requests=requests)
        if table.host_id == user_id:
            table = replace(table, host_id=table.next_person(seats[0] if seats else -1) or NOBODY)
        if table.channel_id == private_channel(user_id):
            table = replace(table, channel_id=private_channel(NOBODY))
        return table, names


@dataclass(frozen=True)
class LiveGame:
    """A game at its table."""

    table: Table
    state: AnyState
    recent: tuple[AnyEvent, ...] = ()  # the newest events with hidden cards, oldest first
    scored: tuple[Displayed, ...] = ()  # the ends of hands so far
    # The game within the newest turn, if a computer player made it; not stored.
    steps: tuple[LiveGame, ...] = field(default=(), compare=False)

    @property
    def game_type(self) -> AnyGameType:
        return game_type_for(self.state.game.rules.edition)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def unplayed(self) -> bool:
        """Whether the game is over before a person has ended a turn: it leaves no result."""
        return self.over and not self.table.played

    @property
    def paused(self) -> bool:
        """Whether people have stopped the clocks of the running game."""
        return self.table.paused_until is not None and not self.over

    @property
    def in_hand(self) -> bool:
        return not (self.state.pausing or self.state.over)

    @property
    def to_act(self) -> Occupant | None:
        """The occupant to act; None between hands, in a pause and after the end."""
        acts = self.in_hand and not self.paused
        return self.table.occupants[self.state.turn] if acts else None

    @property
    def deadline(self) -> float | None:
        """When the person to act times out, in seconds since 1970; None without a limit."""
        if self.to_act is None or self.to_act.is_computer or self.table.turn_limit is None:
            return None
        if self.holiday is not None:
            return None
        return self.table.turn_at + self.table.turn_limit

    @property
    def holiday(self) -> float | None:
        """Until when the person to act is on holiday, for whom no clock runs until then."""
        who = self.to_act
        waits = who is not None and not who.is_computer and self.table.has_holidays
        return who.holiday if who is not None and waits else None

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
        """Between hands, whether people are here and all of them are ready."""
        here = not all(who.is_computer for who in self.table.occupants)
        return here and not self.awaited

    @cached_property
    def news(self) -> tuple[Displayed, ...]:
        """The newest events as everybody may see them, oldest first."""
        seen_by = self.game_type.seen_by
        return tuple(seen_by(event, None) for event in self.recent)

    @property
    def wins(self) -> tuple[int, ...]:
        """By seat, the games won in this series of rematches, with this one if it is over."""
        result = self.view(None).result
        ended = result is not None and result.reason is not EndReason.ABANDONED
        winners = result.winners if result and ended else ()
        return tuple(
            who.wins + 1 if seat in winners else who.wins
            for seat, who in enumerate(self.table.occupants)
        )

    def view(self, user_id: int | None) -> AnyView:
        """Return a person's view, or a spectator's, with present names.

        In its result people who left are last. The best of a game that was ended early stand there
        as its winners; a person who stayed when all others had left has won it.
        """
        table = self.table
        seat = None if user_id is None else table.find_seat(user_id)
        view = without_leavers(self.game_type.view_for(self.state, seat), table.left)
        view = with_names(view, [who.name for who in table.occupants])
        if table.conceded and table.survivor is not None:
            return won_by_staying(view, table.survivor)
        return with_leaders(view) if self.has_standing else view

    @property
    def has_standing(self) -> bool:
        """Whether something is decided: a hand, or in a game without hands a person's turn."""
        return bool(self.scored) if self.game_type.has_hands else self.table.played

    def legal(self, user_id: int) -> Displayed:
        """Return a person's legal actions; none in other turns."""
        if self.in_hand and self.table.find_seat(user_id) == self.state.turn:
            return self.game_type.legal_actions(self.state)
        return self.game_type.no_actions(self.state)

    def may_take_back(self, user_id: int) -> bool:
        """Return whether a person may take back what they have done since their newest draw.

        What a computer player did in their place stands.
        """
        table = self.table
        seat = self.table.find_seat(user_id)
        if seat is None or table.occupants[seat].is_computer or table.cup_id:
            return False
        if not may_take_back(table.take_back, self.state.game.rules, table.occupants):
            return False
        recent = self.recent
        newest = [each for each in recent if not isinstance(each, TakenOver) or each.seat == seat]
        return self.game_type.records.may_take_back(newest, seat)

    @property
    def just_taken_back(self) -> bool:
        """Whether the newest event is that somebody took their turn back."""
        return bool(self.recent) and isinstance(self.recent[-1], TakenBack)

    def knows(self, user_id: int) -> bool:
        """Return whether the table names a person in a seat, as host or in a request."""
        table = self.table
        seated = [who.user_id for who in table.occupants]
        asking = [request.user_id for request in table.requests]
        here = user_id in (table.host_id, *seated, *asking)
        return here or is_named(user_id, self.state.game.beacon)

    def with_table(self, **changes: Any) -> LiveGame:  # noqa: ANN401  # a field may hold anything
        return replace(self, table=replace(self.table, **changes))

    def with_new_clock(self, now: float) -> LiveGame:
        """Let the clock of the turn begin now; the steps before it are not shown again."""
        return replace(self.with_table(turn_at=now), steps=())


@dataclass(frozen=True)
class ShownGame:
    """What a table shows of its game now; moments are in seconds since 1970."""

    game: LiveGame
    deals_at: float | None = None  # when the next hand is dealt at the latest
    until: float | None = None  # when it shows the next step of the turn

    @property
    def table(self) -> Table:
        return self.game.table


@dataclass(frozen=True)
class Change:
    """A changed game, and the events of the change."""

    game: LiveGame
    events: tuple[AnyEvent, ...]

    def then(self, after: Change) -> Change:
        """This change followed by another that began at its game."""
        return Change(after.game, self.events + after.events)
