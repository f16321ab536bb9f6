"""How a cup goes on: its events are applied one by one, and each may be refused.

The caller keeps the first line of the open cup (``record.header_line``) and the lines of its events
(``CUP_EVENTS``). From ``record.opened`` and these events, :func:`replayed` makes the same cup.

1. :func:`open_cup`; :class:`Joined` and :class:`PersonLeft` until :class:`CupStarted`.
2. :func:`start_round` gives the event that begins a round, with the seats of each table's game;
   people are :class:`CheckedIn`.
3. ``record.table_ended`` for each game gives its :class:`TableEnded`. At ``cup.deadline``
   :class:`TimeUp`; then the games that still go on are abandoned, and end as they stand.
4. :class:`RoundEnded`. Then comes the next round, or ``cup.status`` is ``FINISHED``. After
   :class:`CupClosed` no round follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from itertools import chain
from typing import Any

from bot.core.chance import SecretShuffler
from bot.core.errors import GameError
from bot.core.states import AnyRules

from .pairing import FEWEST_SEATS, meetings, paired, snaked
from .standings import leader, qualified, standings
from .state import (
    FEWEST_PEOPLE,
    MOST_PEOPLE,
    MOST_ROUNDS,
    CheckedIn,
    Cup,
    CupCancelled,
    CupClosed,
    CupEvent,
    CupRound,
    CupStarted,
    CupStatus,
    CupTable,
    Format,
    Joined,
    Participant,
    PersonLeft,
    PersonRemoved,
    RoundEnded,
    RoundStarted,
    TableEnded,
    TimeUp,
)

# The seed's shuffle of number 0 draws the order of people, the others draw the seats at tables.
_DRAW = 0
_MOST_TABLES = 1 << 10
# A round of a knock-out with five people has a bye: at a table of two both would go on.
_BYE = 5


class CupError(GameError):
    """An event that was refused; nothing was changed.

    Codes: ``already_in``, ``bad_sheet``, ``cup_closed`` (to late arrivals), ``cup_full``,
    ``cup_over``, ``no_such_table``, ``nobody_leads``, ``not_in_cup``, ``not_now`` (not in this
    status), ``number_of_rounds``, ``table_over``, ``out_of_cup``, ``tables_playing``,
    ``time_not_up``, ``too_few_people``.
    """


def open_cup(  # noqa: PLR0913  # the choices of a cup
    cup_id: str,
    name: str,
    form: Format,
    rules: AnyRules,
    *,
    rounds: int | None = None,
    round_time: float | None = None,
) -> Cup:
    """A cup that people may join; without ``rounds`` and ``round_time`` those of its format."""
    most = form.rounds if rounds is None else rounds
    if (most == 0) != form.knock_out or not 0 <= most <= MOST_ROUNDS:
        raise CupError("number_of_rounds", rounds=most)
    time = form.round_time if round_time is None else round_time
    return Cup(cup_id, name, form, rules, most, time)


def apply(cup: Cup, event: CupEvent) -> Cup:
    newcomer = isinstance(event, Joined) and cup.participant(event.person) is None
    if newcomer and len(cup.participants) >= MOST_PEOPLE:
        raise CupError("cup_full", most=MOST_PEOPLE)
    return _applied(cup, event)


def replayed(cup: Cup, events: Iterable[CupEvent]) -> Cup:
    """The cup after events that were accepted before."""
    return reduce(_applied, events, cup)


def _applied(cup: Cup, event: CupEvent) -> Cup:
    if cup.over:
        raise CupError("cup_over")
    after = _CHANGES[type(event)](cup, event)
    if after.status is CupStatus.BETWEEN and _done(after):
        return replace(after, status=CupStatus.FINISHED)
    return after


def start_round(cup: Cup, at: float) -> RoundStarted:
    """The event that begins the next round, with its tables and byes."""
    _need(cup, CupStatus.BETWEEN)
    going_on = frozenset(qualified(cup))
    order = [row.person for row in standings(cup) if row.person in going_on]
    byes: tuple[int, ...] = ()
    if cup.format.knock_out:
        # A round with a bye leaves three people, so nobody has a second bye.
        if len(order) == _BYE:
            byes = (order.pop(0),)
        order = [*snaked(order)]
    met = meetings(table.people for played in cup.rounds for table in played.tables)
    tables = paired(order, met)
    drawn = SecretShuffler(bytes.fromhex(cup.seed))
    first = (len(cup.rounds) + 1) * _MOST_TABLES
    filled = [(*people, *[None] * (FEWEST_SEATS - len(people))) for people in tables]
    seated = tuple(drawn(first + number, table) for number, table in enumerate(filled))
    return RoundStarted(at, seated, byes)


def _done(cup: Cup) -> bool:
    """Whether the newest round was the last one."""
    if cup.closed or len(qualified(cup)) < FEWEST_PEOPLE:
        return True
    if cup.format.knock_out:
        return bool(cup.rounds) and len(cup.round.tables) == 1 and not cup.round.byes
    return len(cup.rounds) == cup.most_rounds


def _need(cup: Cup, *statuses: CupStatus) -> None:
    if cup.status not in statuses:
        raise CupError("not_now", status=cup.status.value)


def _joined(cup: Cup, event: Joined) -> Cup:
    known = cup.participant(event.person)
    if event.person in cup.barred:
        raise CupError("out_of_cup")
    if known is not None and not known.left:
        raise CupError("already_in")
    if cup.status is not CupStatus.OPEN and cup.format.knock_out:
        raise CupError("cup_closed")
    if known is not None:
        return _with_participant(cup, replace(known, left=False, absent=False))
    return replace(cup, participants=(*cup.participants, Participant(event.person, event.name)))


def _left(cup: Cup, event: PersonLeft | PersonRemoved) -> Cup:
    known = cup.participant(event.person)
    if known is None or known.left:
        raise CupError("not_in_cup")
    if cup.status is CupStatus.OPEN:
        others = tuple(one for one in cup.participants if one is not known)
        return replace(cup, participants=others)
    return _with_participant(cup, replace(known, left=True))


def _removed(cup: Cup, event: PersonRemoved) -> Cup:
    return replace(_left(cup, event), barred=cup.barred | {event.person})


def _checked_in(cup: Cup, event: CheckedIn) -> Cup:
    _need(cup, CupStatus.PLAYING)
    if cup.round.find_table(event.person) is None:
        raise CupError("not_in_cup")
    return _with_round(cup, here=cup.round.here | {event.person})


def _started(cup: Cup, event: CupStarted) -> Cup:
    _need(cup, CupStatus.OPEN)
    if len(cup.participants) < FEWEST_PEOPLE:
        raise CupError("too_few_people", fewest=FEWEST_PEOPLE)
    drawn = SecretShuffler(bytes.fromhex(event.seed))(_DRAW, cup.participants)
    return replace(cup, status=CupStatus.BETWEEN, seed=event.seed, participants=drawn)


def _round_started(cup: Cup, event: RoundStarted) -> Cup:
    _need(cup, CupStatus.BETWEEN)
    tables = tuple(map(CupTable, event.tables))
    begun = CupRound(event.at, tables, event.byes)
    return replace(cup, status=CupStatus.PLAYING, rounds=(*cup.rounds, begun))


def _table_ended(cup: Cup, event: TableEnded) -> Cup:
    _need(cup, CupStatus.PLAYING)
    if event.table >= len(cup.round.tables):
        raise CupError("no_such_table", table=event.table)
    table = cup.round.tables[event.table]
    if table.result is not None:
        raise CupError("table_over", table=event.table)
    size = len(table.seats)
    whole = sorted(chain.from_iterable(event.ranking)) == [*range(size)]
    sizes = {len(event.phases), len(event.totals)}
    missing = (*event.left, *event.absent)
    if not whole or sizes != {size} or max(missing, default=0) >= size:
        raise CupError("bad_sheet")
    absent = {table.seats[seat] for seat in event.absent}
    for participant in cup.participants:
        if participant.person in absent and not participant.left:
            cup = _with_participant(cup, replace(participant, left=True, absent=True))
    return _with_table(cup, event.table, replace(table, result=event))


def _time_up(cup: Cup, event: TimeUp) -> Cup:
    _need(cup, CupStatus.PLAYING)
    if cup.deadline is None or event.at < cup.deadline or cup.round.time_up:
        raise CupError("time_not_up", at=cup.deadline)
    return _with_round(cup, time_up=True)


def _round_ended(cup: Cup, _: RoundEnded) -> Cup:
    _need(cup, CupStatus.PLAYING)
    if not cup.round.over:
        raise CupError("tables_playing")
    return replace(cup, status=CupStatus.BETWEEN)


def _closed(cup: Cup, _: CupClosed) -> Cup:
    _need(cup, CupStatus.BETWEEN, CupStatus.PLAYING)
    if leader(cup) is None:
        raise CupError("nobody_leads")
    if cup.status is CupStatus.PLAYING:
        cup = _with_round(cup, time_up=True)
    return replace(cup, closed=True)


def _with_participant(cup: Cup, participant: Participant) -> Cup:
    known = {one.person: one for one in cup.participants} | {participant.person: participant}
    return replace(cup, participants=tuple(known.values()))


def _with_round(cup: Cup, **changes: Any) -> Cup:  # noqa: ANN401  # the fields of a round
    return replace(cup, rounds=(*cup.rounds[:-1], replace(cup.round, **changes)))


def _with_table(cup: Cup, place: int, table: CupTable) -> Cup:
    tables = cup.round.tables
    return _with_round(cup, tables=(*tables[:place], table, *tables[place + 1 :]))


_CHANGES: dict[type, Callable[[Cup, Any], Cup]] = {
    Joined: _joined,
    PersonLeft: _left,
    PersonRemoved: _removed,
    CheckedIn: _checked_in,
    CupStarted: _started,
    RoundStarted: _round_started,
    TableEnded: _table_ended,
    TimeUp: _time_up,
    RoundEnded: _round_ended,
    CupClosed: _closed,
    CupCancelled: lambda cup, _: replace(cup, status=CupStatus.CANCELLED),
}
