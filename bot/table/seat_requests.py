"""Requests for the seats of computer players: made, answered, and granted later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.events import TakeoverReason
from bot.games.states import with_players
from bot.model import Change, LiveGame, Occupant, Person, SeatRequest, Table

from .errors import TableError
from .lobbies import check_host, clean_name
from .play import changed

MOST_REQUESTS = 5
"""At one table."""


def _computer_seats(table: Table) -> list[int]:
    """The seats of computer players that people may ask for; not seats that somebody left."""
    seats = enumerate(table.occupants)
    return [seat for seat, who in seats if who.user_id is None and not who.left]


def _free_seats(table: Table) -> int:
    """How many computer players' seats are not promised to anybody."""
    return len(_computer_seats(table)) - len(_agreed(table))


def request_of(table: Table, user_id: int) -> SeatRequest | None:
    """A person's request."""
    return next((request for request in table.requests if request.user_id == user_id), None)


def check_may_ask(game: LiveGame, user_id: int) -> None:
    """Check that a person may ask for a seat.

    Raises:
        TableError: ``already_seated``, ``has_left``, ``already_asked``, ``no_free_seat`` or
            ``too_many_requests``.
    """
    table = game.table
    if table.seat_of(user_id) is not None:
        raise TableError("already_seated")
    if any(occupant.user_id == user_id for occupant in table.occupants):
        raise TableError("has_left")
    if request_of(table, user_id) is not None:
        raise TableError("already_asked")
    if _free_seats(table) <= 0:
        raise TableError("no_free_seat")
    if len(table.requests) >= MOST_REQUESTS:
        raise TableError("too_many_requests")


def asked(game: LiveGame, person: Person) -> LiveGame:
    """Add a person's request; raises as :func:`check_may_ask` does."""
    check_may_ask(game, person.user_id)
    new = SeatRequest(person.user_id, clean_name(person.name))
    return _with(game, [*game.table.requests, new])


def withdrawn(game: LiveGame, user_id: int) -> LiveGame:
    """Remove a person's request; raises TableError ``no_request``."""
    if request_of(game.table, user_id) is None:
        raise TableError("no_request")
    return _with(game, [other for other in game.table.requests if other.user_id != user_id])


def answered(
    game: LiveGame, by: int, user_id: int, *, agreed: bool, moderator: bool = False
) -> LiveGame:
    """Note the host's or a moderator's answer; a refusal lasts until seats may change.

    Raises:
        TableError: ``not_host``, ``no_request`` (none without an answer) or ``no_free_seat``.
    """
    table = game.table
    check_host(table, by, moderator=moderator)
    request = request_of(table, user_id)
    if request is None or request.agreed is not None:
        raise TableError("no_request")
    if agreed and _free_seats(table) <= 0:
        raise TableError("no_free_seat")
    answer = replace(request, agreed=agreed)
    return _with(game, [answer if other is request else other for other in table.requests])


def granted(change: Change, now: float) -> Change:
    """Give the promised seats, if seats may change after these events; then refusals are dropped.

    In a game of cards that is after a deal: the first hidden cards that a person sees in a seat are
    the cards of this hand.
    """
    system = change.game.system
    if not any(isinstance(event, system.traits.seats_change) for event in change.events):
        return change
    table = change.game.table
    for request, seat in zip(_agreed(table), _computer_seats(table), strict=False):
        game = _with_person(change.game, seat, request)
        step = system.take_over(game.state, seat, request.name, TakeoverReason.JOINED)
        change = change.then(changed(game, step, now))
    waiting = [request for request in table.requests if request.agreed is None]
    return replace(change, game=_with(change.game, waiting))


def _with_person(game: LiveGame, seat: int, request: SeatRequest) -> LiveGame:
    """Seat a person, whom the record names from now on; the level stays for the result."""
    occupants, players = list(game.table.occupants), list(game.state.game.players)
    level = occupants[seat].level
    occupants[seat] = Occupant(request.name, request.user_id, level, late=True)
    players[seat] = request.name
    game = replace(game, state=with_players(game.state, tuple(players)))
    return game.with_table(occupants=tuple(occupants))


def _agreed(table: Table) -> list[SeatRequest]:
    return [request for request in table.requests if request.agreed]


def _with(game: LiveGame, requests: Sequence[SeatRequest]) -> LiveGame:
    return game.with_table(requests=tuple(requests))
