"""Changes of a lobby as pure functions: a lobby in, a changed lobby or a TableError out.

The lobby is touched at the moment of its change.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable
from dataclasses import replace
from math import inf, nextafter

from bot.core.states import AnyRules
from bot.game_types import game_type_for
from bot.players import computer_names
from bot.seating import DAY, SERIES_WINS, Guest, Level, LiveGame, Lobby, Occupant, Person, Table

from .errors import TableError

TURN_LIMITS: tuple[int | None, ...] = (None, 60, 120, 300, 900, DAY, 3 * DAY, 7 * DAY)
LONGEST_TURN = 7 * DAY
LONGEST_NAME = 32
NO_NAME = "?"  # in place of an invisible name
INVITATION = 600.0  # seconds for which a seat is kept
MOST_GUESTS = 100  # people of a lobby who are remembered as invited or taken out
CALL_BEFORE = 300.0  # seconds before an appointment at which its people are called


def checked(rules: AnyRules) -> AnyRules:
    """Return the same rules; raises RuleSetError if they cannot be played."""
    playable: AnyRules = game_type_for(rules.edition).checked(rules)
    return playable


def check_turn_limit(seconds: int | None) -> None:
    """Check that a turn limit is offered; raises TableError ``bad_turn_limit``."""
    if seconds not in TURN_LIMITS:
        raise TableError("bad_turn_limit", seconds=seconds, known=TURN_LIMITS)


def check_host(of: Lobby | Table, user_id: int, *, moderator: bool = False) -> None:
    """Check that somebody is the host or a moderator; raises TableError ``not_host``."""
    if user_id != of.host_id and not moderator:
        raise TableError("not_host", host=host_name(of))


def host_name(of: Lobby | Table) -> str:
    """Return the host's name; empty if they were forgotten."""
    seats = of.seats if isinstance(of, Lobby) else of.occupants
    return next((occupant.name for occupant in seats if occupant.user_id == of.host_id), "")


def already_open(lobby: Lobby, person: Person) -> TableError:
    """Return TableError ``lobby_hosted``, ``lobby_joined`` or ``lobby_open``.

    By appointment it is ``appointment_hosted``, ``_joined`` or ``_open`` (data: ``at``).
    """
    message = {"game_id": lobby.lobby_id, "message_id": lobby.message_id}
    if lobby.begins_at is not None:
        return _appointment(lobby, person, at=lobby.begins_at, **message)
    if person.user_id == lobby.host_id:
        return TableError("lobby_hosted", **message)
    if seat_in(lobby, person.user_id) is not None:
        return TableError("lobby_joined", **message)
    return TableError("lobby_open", **message)


def _appointment(lobby: Lobby, person: Person, **data: object) -> TableError:
    if person.user_id == lobby.host_id:
        return TableError("appointment_hosted", **data)
    if seat_in(lobby, person.user_id) is not None:
        return TableError("appointment_joined", **data)
    return TableError("appointment_open", **data)


def not_begun(lobby: Lobby) -> TableError:
    return TableError("not_begun", game_id=lobby.lobby_id, message_id=lobby.message_id)


def seat_in(lobby: Lobby, user_id: int) -> int | None:
    ids = [occupant.user_id for occupant in lobby.seats]
    return ids.index(user_id) if user_id in ids else None


def joined(lobby: Lobby, person: Person) -> Lobby:
    """Add a person; raises ``already_seated``, ``taken_out``, ``table_full`` or ``seats_kept``."""
    seat = seat_in(lobby, person.user_id)
    if seat is not None:
        raise TableError("already_seated", seat=seat)
    guest = lobby.find_guest(person.user_id)
    if guest is not None and guest.out:
        raise TableError("taken_out", host=host_name(lobby))
    return _with(lobby, occupant(person))


def with_computer(lobby: Lobby, by: int, level: Level) -> Lobby:
    """Add a computer player; raises TableError ``no_seat``, ``table_full`` or ``seats_kept``."""
    if seat_in(lobby, by) is None:
        raise TableError("no_seat")
    return _with(lobby, computer(level, lobby.seats))


def appointed(lobby: Lobby, begins_at: float | None) -> Lobby:
    """Let the game begin by itself at this time; people are called unless that is very soon."""
    if begins_at is None:
        return lobby
    call_at = begins_at - CALL_BEFORE
    is_soon = call_at - lobby.touched_at < CALL_BEFORE / 2
    return replace(lobby, begins_at=begins_at, call_at=None if is_soon else call_at)


def can_start(lobby: Lobby) -> bool:
    """Return whether there are enough players, and room for all of them."""
    return lobby.rules.min_players <= len(lobby.seats) <= lobby.rules.max_players


def kept_if_startable(lobby: Lobby) -> Lobby | None:
    """Return the lobby if its game can begin; None, which closes it, if nobody came."""
    return lobby if can_start(lobby) else None


def invited(lobby: Lobby, by: int, people: Iterable[Person]) -> Lobby:
    """Keep a seat for each of these people; an open invitation stays as it is.

    By appointment it is kept until the game begins.
    Raises TableError ``not_host``, ``sits_here`` or ``table_full``.
    """
    check_host(lobby, by)
    now = lobby.touched_at
    open_until = {guest.user_id: guest.until for guest in lobby.invited(now)}
    # No two invitations of a lobby end at the same moment, so the moment identifies one.
    newest = max((guest.until for guest in lobby.guests), default=0.0)
    new_until = max(lobby.begins_at or now + INVITATION, nextafter(newest, inf))
    host = Person(by, host_name(lobby))
    for person in people:
        check_sits_elsewhere(lobby, person)
        until = open_until.get(person.user_id, new_until)
        lobby = _with_guest(lobby, person, until, out=False, by=host)
    _check_size(len(lobby.seats) + len(lobby.invited(now)), lobby.rules)
    return lobby


def check_sits_elsewhere(lobby: Lobby, person: Person) -> None:
    """Check that a person has no seat here; raises TableError ``sits_here``."""
    if seat_in(lobby, person.user_id) is not None:
        raise TableError("sits_here", name=clean_name(person.name))


def without(lobby: Lobby, by: int, who: Occupant) -> Lobby:
    """Remove somebody; raises TableError ``not_host``, or ``sits_not_here``, also for the host."""
    check_host(lobby, by)
    if who not in lobby.seats or who.user_id == lobby.host_id:
        raise TableError("sits_not_here")
    lobby = replace(lobby, seats=tuple(seat for seat in lobby.seats if seat != who))
    if who.user_id is None:
        return lobby
    return _with_guest(lobby, Person(who.user_id, who.name), 0.0, out=True)


def _with_guest(
    lobby: Lobby, person: Person, until: float, *, out: bool, by: Person | None = None
) -> Lobby:
    known = lobby.find_guest(person.user_id)
    same = known is not None and known.until == until
    told = known is not None and known.told and same
    calls = () if known is None else known.calls
    inviter = known.inviter if known is not None and (same or by is None) else by
    guest = Guest(person.user_id, clean_name(person.name), until, told, out, calls, inviter)
    others = tuple(each for each in lobby.guests if each is not known)
    return replace(lobby, guests=(*others, guest)[-MOST_GUESTS:])


def with_told(lobby: Lobby, user_ids: Container[int], *calls: tuple[int, int]) -> Lobby:
    """Note that these people were told of their invitations, by messages in these channels."""
    guests = (
        replace(guest, told=True, calls=guest.calls + calls) if guest.user_id in user_ids else guest
        for guest in lobby.guests
    )
    return replace(lobby, guests=tuple(guests))


def inviter_of(lobby: Lobby, guest: Guest) -> Person:
    """Return the person who invited a guest; the host if that is not stored."""
    return guest.inviter or Person(lobby.host_id, host_name(lobby))


def without_guest(lobby: Lobby, user_id: int) -> Lobby:
    """Forget a person as a guest and as an inviter."""
    others = (guest for guest in lobby.guests if guest.user_id != user_id)
    return replace(lobby, guests=tuple(_without_inviter(guest, user_id) for guest in others))


def _without_inviter(guest: Guest, user_id: int) -> Guest:
    inviter = guest.inviter
    by_them = inviter is not None and inviter.user_id == user_id
    return replace(guest, inviter=None) if by_them else guest


def left(lobby: Lobby, user_id: int) -> Lobby | None:
    """Remove a person; the next one becomes host. Returns None without any other person.

    Raises TableError ``no_seat``.
    """
    seat = seat_in(lobby, user_id)
    if seat is None:
        raise TableError("no_seat")
    seats = lobby.seats[:seat] + lobby.seats[seat + 1 :]
    if user_id != lobby.host_id:
        return replace(lobby, seats=seats)
    host = next((occupant for occupant in seats if occupant.user_id is not None), None)
    if host is None or host.user_id is None:
        return None
    others = tuple(occupant for occupant in seats if occupant is not host)
    return replace(lobby, seats=(host, *others), host_id=host.user_id)


def with_rules(lobby: Lobby, by: int, rules: AnyRules) -> Lobby:
    """Set the rules; raises TableError ``not_host`` or ``table_full``, or RuleSetError."""
    check_host(lobby, by)
    _check_size(len(lobby.seats), checked(rules))
    return replace(lobby, rules=rules)


def with_turn_limit(lobby: Lobby, by: int, seconds: int | None) -> Lobby:
    """Set the turn limit; raises TableError ``not_host`` or ``bad_turn_limit``."""
    check_host(lobby, by)
    check_turn_limit(seconds)
    return replace(lobby, turn_limit=seconds)


def with_take_back(lobby: Lobby, by: int, *, allowed: bool) -> Lobby:
    """Set whether turns may be taken back; raises TableError ``not_host``."""
    check_host(lobby, by)
    return replace(lobby, take_back=allowed)


def check_start(lobby: Lobby) -> None:
    """Check that the game can begin; raises TableError ``too_few_players`` or ``table_full``."""
    fewest = lobby.rules.min_players
    if len(lobby.seats) < fewest:
        raise TableError("too_few_players", players=len(lobby.seats), fewest=fewest)
    _check_size(len(lobby.seats), lobby.rules)


def with_company(lobby: Lobby, occupants: Iterable[Occupant]) -> Lobby:
    """Add the other players of an earlier table, with their wins, and invite those who left it."""
    occupants = tuple(occupants)
    wins = {who.user_id: who.wins for who in occupants}
    seated = {who.user_id for who in lobby.seats if who.user_id is not None}
    own = (replace(who, wins=wins.get(who.user_id, 0)) for who in lobby.seats)
    company = tuple(
        replace(occupant, away=False, missed=0, late=False)
        for occupant in occupants
        if not occupant.left and occupant.user_id not in seated
    )
    lobby = replace(lobby, seats=(*own, *company))
    people = [Person(who.user_id, who.name) for who in occupants if who.user_id is not None]
    gone = [person for person in people if seat_in(lobby, person.user_id) is None]
    return invited(lobby, lobby.host_id, gone)


def next_in_series(game: LiveGame) -> tuple[Occupant, ...]:
    """Return the occupants of a finished game with their wins: none after the end of a series."""
    wins = game.wins if max(game.wins) < SERIES_WINS else (0,) * len(game.wins)
    seats = zip(game.table.occupants, wins, strict=True)
    return tuple(replace(who, wins=won, holiday=None) for who, won in seats)


def _with(lobby: Lobby, newcomer: Occupant) -> Lobby:
    players = len(lobby.seats) + 1
    _check_size(players, lobby.rules)
    kept = {guest.user_id: guest.until for guest in lobby.invited(lobby.touched_at)}
    if newcomer.user_id not in kept and players + len(kept) > lobby.rules.max_players:
        raise TableError("seats_kept", at=min(kept.values()))
    return replace(lobby, seats=(*lobby.seats, newcomer))


def _check_size(players: int, rules: AnyRules) -> None:
    if players > rules.max_players:
        raise TableError("table_full", players=players, most=rules.max_players)


def clean_name(name: str) -> str:
    """Return a visible name of one line, 1 to 32 characters, without changes of direction."""
    visible = "".join(map(_cleaned, name))
    short = " ".join(visible.split())[:LONGEST_NAME].strip()
    return short if any(map(_is_visible, short)) else NO_NAME


def _cleaned(character: str) -> str:
    if character in _DIRECTION:
        return ""
    return " " if unicodedata.category(character) in _BREAKS else character


def _is_visible(character: str) -> bool:
    return character not in _BLANK and unicodedata.category(character) not in _INVISIBLE


# Controls, line and paragraph separators, lone surrogates; joiners and marks of scripts stay.
_BREAKS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset({"Cf", "Cn", "Mn", "Me", "Zs"})
# Fillers of Hangul, and the Braille pattern without dots: letters by their category.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def with_name(seats: tuple[Occupant, ...], user_id: int, name: str) -> tuple[Occupant, ...]:
    """Return the seats with another name of a person."""
    return tuple(replace(who, name=name) if who.user_id == user_id else who for who in seats)


def occupant(person: Person) -> Occupant:
    return Occupant(clean_name(person.name), person.user_id, Level.NORMAL)


def computer(level: Level, seats: Iterable[Occupant]) -> Occupant:
    taken = {seat.name for seat in seats}
    name = next(name for name in computer_names if name not in taken)
    return Occupant(name, None, level)
