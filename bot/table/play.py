"""A game at its table and its changes, as pure functions: a game in, a changed game out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.core.chance import is_named
from bot.core.events import COMPUTER, AnyEvent, TakenBack, TakenOver, TakeoverReason
from bot.core.game_type import AnyGameType
from bot.core.records import dumps
from bot.core.states import (
    AnyAction,
    AnyState,
    AnyTransition,
    Transition,
    take_back,
    take_over,
    with_players,
    without_beacon,
)
from bot.game_types import game_type_for
from bot.players import computer_names
from bot.seating import Change, LiveGame, Lobby, Occupant, Person, Renamed, SeatRequest, Table

from .errors import TableError
from .lobbies import check_host, clean_name, host_name

MISSES_TO_STAND_IN = 2
"""Turns in a row that time out, after which a computer player plays until the person is back."""
MOST_REQUESTS = 5  # at one table
_MOST_RECENT = 60


def already_running(game: LiveGame) -> TableError:
    """Return TableError ``solo_running`` or ``already_running``."""
    table = game.table
    if table.is_private:
        return TableError("solo_running")
    return TableError("already_running", game_id=table.game_id, message_id=table.message_id)


def begun(lobby: Lobby, beacon: str, now: float) -> Change:
    """Begin a lobby's game, up to the first decision of a player."""
    names = [occupant.name for occupant in lobby.seats]
    game_type = game_type_for(lobby.rules.edition)
    state = game_type.new_game(lobby.lobby_id, lobby.rules, names, lobby.secret, beacon)
    table = Table(
        game_id=lobby.lobby_id,
        guild_id=lobby.guild_id,
        channel_id=lobby.channel_id,
        host_id=lobby.host_id,
        occupants=lobby.seats,
        turn_limit=lobby.turn_limit,
        locale=lobby.locale,
        started_at=now,
        turn_at=now,
        message_id=lobby.message_id,
        played=False,
        take_back=lobby.take_back,
        began_itself=lobby.begins_at is not None and lobby.begins_at <= now,
    )
    return acted(LiveGame(table, state), _forced_actions(game_type, state), now)


def acted(game: LiveGame, actions: Sequence[AnyAction], now: float) -> Change:
    """Apply the actions of the seat to act, then the actions that need no decision.

    Raises TableError ``not_your_turn`` if the turn ends before the last action, or GameError.
    """
    transition = _with_forced(game.game_type, _chosen(game, actions))
    if not _stood_in_once(game) or transition.state.over or not turn_ended(game, transition):
        return _changed(game, transition, now)
    # The computer player stood in for this turn alone.
    seat = game.state.turn
    transition = transition.then(_take_over(transition.state, seat, TakeoverReason.RETURNED))
    return _changed(_with_occupant(game, seat, away=False), transition, now)


def acted_in_steps(game: LiveGame, actions: Sequence[AnyAction], now: float) -> Change:
    """Apply a turn as :func:`acted` does, with the steps in which a table shows it.

    A turn that ends the hand has none: its result is shown at once.
    """
    change = acted(game, actions, now)
    if not change.game.in_hand:
        return change
    steps = []
    made: AnyTransition = Transition(game.state, ())
    for action in actions[:-1]:
        made = made.then(game.game_type.apply(made.state, action))
        if game.game_type.is_step(made.events[-1]):
            steps.append(_changed(game, made, now).game)
    return replace(change, game=replace(change.game, steps=tuple(steps)))


def _chosen(game: LiveGame, actions: Sequence[AnyAction]) -> AnyTransition:
    """Apply the actions of the seat to act, all of which belong to its turn."""
    transition: AnyTransition = Transition(game.state, ())
    for action in actions:
        if turn_ended(game, transition):
            raise TableError("not_your_turn")
        transition = transition.then(game.game_type.apply(transition.state, action))
    return transition


def _with_forced(game_type: AnyGameType, transition: AnyTransition) -> AnyTransition:
    """Apply the actions without a choice that follow, which need no click, also of other seats."""
    while not (transition.state.pausing or transition.state.over):
        forced = game_type.forced_action(transition.state)
        if forced is None:
            return transition
        transition = transition.then(game_type.apply(transition.state, forced))
    return transition


def dealt(game: LiveGame, now: float) -> Change:
    """Deal the next hand; a game that has too many cards on save piles for it is abandoned."""
    if not game.game_type.legal_actions(game.state):
        return abandoned(game, now)
    return acted(game, _forced_actions(game.game_type, game.state), now)


def acted_by_person(game: LiveGame, actions: Sequence[AnyAction], now: float) -> Change:
    """Apply actions of the seat's person, as :func:`acted` does; the person is present again."""
    seat = game.state.turn
    game = with_holiday(game, seat, None, now)
    if game.table.occupants[seat].away:
        back = returned(game, seat, now)
        change = back.then(acted(back.game, actions, now))
    else:
        change = acted(_with_occupant(game, seat, missed=0), actions, now)
    if any(isinstance(event, game.game_type.plays) for event in change.events):
        change = replace(change, game=change.game.with_table(played=True))
    return change


def after_draw(game: LiveGame, seat: int, lines: Sequence[str]) -> AnyState:
    """Return the state after a seat's newest draw, in 10 to 30 ms; raises RecordError."""
    records = game.game_type.records
    undoing = dumps(records.event_line(TakenBack(seat)))
    state: AnyState = next(records.verify([*lines, undoing])).state
    return state


def clock_after_taking_back(game: LiveGame, now: float) -> float:
    """Return the beginning of a turn that a person takes back, for its clock.

    Without a limit it is now; with one, the first beginning, so that nobody gains time. Raises
    TableError ``time_is_up`` after the limit.
    """
    table = game.table
    began = table.turn_before if _ended_since_its_draw(game) else table.turn_at
    if began is None or table.turn_limit is None:
        return now
    if now >= began + table.turn_limit:
        raise TableError("time_is_up")
    return began


def _ended_since_its_draw(game: LiveGame) -> bool:
    """Return whether the turn of the newest draw is over."""
    for event in reversed(game.recent):
        if isinstance(event, game.game_type.records.draws):
            return False
        if isinstance(event, game.game_type.turn_ends):
            return True
    return False


def took_back(game: LiveGame, seat: int, drawn: AnyState, now: float) -> Change:
    """Return to the state after the draw; raises as :func:`clock_after_taking_back`."""
    turn_at = clock_after_taking_back(game, now)
    transition = take_back(game.state, seat, drawn)
    change = _changed(game, transition, now)
    recent = game.game_type.records.without_undone(change.game.recent)
    again = replace(change.game, recent=recent).with_table(turn_at=turn_at)
    return replace(change, game=again)


def returned(game: LiveGame, seat: int, now: float) -> Change:
    """Give a seat back to its person after a computer player stood in, or after they left."""
    transition = _take_over(game.state, seat, TakeoverReason.RETURNED)
    game = _with_occupant(game, seat, away=False, left=False, missed=0)
    return _changed(game, transition, now, restart=game.in_hand and seat == game.state.turn)


def stood_in(game: LiveGame, now: float, missed: int = MISSES_TO_STAND_IN) -> Change:
    seat = game.state.turn
    transition = _take_over(game.state, seat, TakeoverReason.TIMEOUT)
    return _changed(_with_occupant(game, seat, away=True, missed=missed), transition, now)


def with_holiday(game: LiveGame, seat: int, until: float | None, now: float) -> LiveGame:
    """Note until when a person is on holiday; after it (None) the clock of their turn begins."""
    known = game.table.occupants[seat].holiday
    game = _with_occupant(game, seat, holiday=until)
    began = until is None and known is not None and game.state.turn == seat
    return game.with_new_clock(now) if began else game


def seat_to_replace(game: LiveGame, by: int, absence: float, now: float, *, moderator: bool) -> int:
    """Return the seat to act, if somebody may give it to a computer player.

    Raises TableError ``not_now``, ``no_seat``, ``has_limit`` or ``not_yet`` (data: ``at``).
    """
    who = game.to_act
    seat = game.table.find_seat(by)
    if who is None or who.is_computer or who.user_id == by:
        raise TableError("not_now")
    if moderator or by == game.table.host_id:
        return game.state.turn
    if seat is None:
        raise TableError("no_seat")
    if game.table.turn_limit is not None:
        raise TableError("has_limit", host=host_name(game.table))
    at = game.table.turn_at + absence
    if now < at:
        raise TableError("not_yet", at=at)
    return game.state.turn


def left(game: LiveGame, seat: int, now: float) -> Change:
    """Give a seat to a computer player; without people the game is abandoned."""
    transition = _take_over(game.state, seat, TakeoverReason.LEFT)
    game = _with_occupant(game, seat, left=True, away=False, missed=0)
    heir = game.table.next_person(seat)
    if heir is None:
        return _changed(game, transition.then(game.game_type.abandon(transition.state)), now)
    if game.table.host_id == game.table.occupants[seat].user_id:
        game = game.with_table(host_id=heir)
    return _changed(game, transition, now)


def abandoned(game: LiveGame, now: float) -> Change:
    return _changed(game, game.game_type.abandon(game.state), now)


def disowned(game: LiveGame, user_id: int) -> tuple[LiveGame, Renamed]:
    """Remove a person who left or whose game is over; return the new names of their seats, too."""
    table, names = game.table.without_person(user_id, computer_names)
    players = game.state.game.players
    renamed = tuple(names.get(seat, name) for seat, name in enumerate(players))
    state = with_players(game.state, renamed)
    if is_named(user_id, state.game.beacon):
        state = without_beacon(state)
    recent = tuple(_renamed(event, names) for event in game.recent)
    return LiveGame(table, state, recent, game.scored), names


def _renamed(event: AnyEvent, names: Mapping[int, str]) -> AnyEvent:
    if isinstance(event, TakenOver) and event.reason.to_person:
        return replace(event, by=names.get(event.seat, event.by))
    return event


def _forced_actions(game_type: AnyGameType, state: AnyState) -> tuple[AnyAction, ...]:
    action = game_type.forced_action(state)
    return () if action is None else (action,)


def _take_over(state: AnyState, seat: int, reason: TakeoverReason) -> AnyTransition:
    by = state.game.players[seat] if reason is TakeoverReason.RETURNED else COMPUTER
    return take_over(state, seat, by, reason)


def turn_ended(game: LiveGame, transition: AnyTransition) -> bool:
    """Return whether a transition has ended the turn of a game.

    The same seat may act again at once, as after a Skip in a game of two: then an event tells it.
    """
    before = game.state
    if transition.state.turn != before.turn and not before.pausing:
        return True
    return any(isinstance(event, game.game_type.turn_ends) for event in transition.events)


def _stood_in_once(game: LiveGame) -> bool:
    """Return whether a computer player stands in for the seat to act, for a single turn."""
    who = game.to_act
    return who is not None and who.away and who.missed < MISSES_TO_STAND_IN


def _with_occupant(game: LiveGame, seat: int, **changes: bool | float | None) -> LiveGame:
    occupants = list(game.table.occupants)
    occupants[seat] = replace(occupants[seat], **changes)  # type: ignore[arg-type]
    return game.with_table(occupants=tuple(occupants))


def _changed(game: LiveGame, step: AnyTransition, now: float, *, restart: bool = False) -> Change:
    """Apply a step to the table; ``restart``: restart the turn's clock."""
    pausing = game.state.pausing and step.state.pausing
    ended = turn_ended(game, step)
    table = replace(game.table, marks=(), asked=False)
    table = replace(
        table,
        turn_at=now if restart or ended else table.turn_at,
        turn_before=table.turn_at if ended else table.turn_before,
        turn_from=step.state.version if ended else table.turn_from,
        acted_at=now,
        ready=table.ready if pausing else (),
        requests=() if step.state.over else table.requests,
    )
    recent = (*game.recent, *step.events)[-_MOST_RECENT:]
    scores = game.game_type.scores
    scored = (*game.scored, *(event for event in step.events if isinstance(event, scores)))
    return Change(LiveGame(table, step.state, recent, scored), step.events)


def _computer_seats(table: Table) -> list[int]:
    """Return the seats of computer players that people may ask for.

    A seat that a person left is kept for them, and the seats of a cup follow from its seed.
    """
    seats = enumerate(() if table.cup_id else table.occupants)
    return [seat for seat, who in seats if who.user_id is None and not who.left]


def _free_seats(table: Table) -> int:
    return len(_computer_seats(table)) - len(_agreed(table))


def find_request(table: Table, user_id: int) -> SeatRequest | None:
    return next((request for request in table.requests if request.user_id == user_id), None)


def check_may_ask(game: LiveGame, user_id: int) -> None:
    """Check that a person may ask for a seat.

    Raises TableError ``already_seated``, ``has_left``, ``already_asked``, ``no_free_seat`` or
    ``too_many_requests``.
    """
    table = game.table
    if table.find_seat(user_id) is not None:
        raise TableError("already_seated")
    if any(occupant.user_id == user_id for occupant in table.occupants):
        raise TableError("has_left")
    if find_request(table, user_id) is not None:
        raise TableError("already_asked")
    if _free_seats(table) <= 0:
        raise TableError("no_free_seat")
    if len(table.requests) >= MOST_REQUESTS:
        raise TableError("too_many_requests")


def with_request(game: LiveGame, person: Person) -> LiveGame:
    """Add a person's request; raises as :func:`check_may_ask` does."""
    check_may_ask(game, person.user_id)
    new = SeatRequest(person.user_id, clean_name(person.name))
    return _with_requests(game, [*game.table.requests, new])


def without_request(game: LiveGame, user_id: int) -> LiveGame:
    """Remove a person's request; raises TableError ``no_request``."""
    if find_request(game.table, user_id) is None:
        raise TableError("no_request")
    others = [request for request in game.table.requests if request.user_id != user_id]
    return _with_requests(game, others)


def with_answer(
    game: LiveGame, by: int, user_id: int, *, agreed: bool, moderator: bool = False
) -> LiveGame:
    """Note the host's or a moderator's answer; a refusal lasts until seats may change.

    Raises TableError ``not_host``, ``no_request`` or ``no_free_seat``.
    """
    table = game.table
    check_host(table, by, moderator=moderator)
    request = find_request(table, user_id)
    if request is None or request.agreed is not None:
        raise TableError("no_request")
    if agreed and _free_seats(table) <= 0:
        raise TableError("no_free_seat")
    answer = replace(request, agreed=agreed)
    return _with_requests(game, [answer if other is request else other for other in table.requests])


def granted(change: Change, now: float) -> Change:
    """Give the promised seats and drop refusals, if seats may change after these events.

    In a game of cards that is after a deal, so a person sees no earlier hidden cards of the seat.
    """
    seats_change = change.game.game_type.seats_change
    if not any(isinstance(event, seats_change) for event in change.events):
        return change
    table = change.game.table
    for request, seat in zip(_agreed(table), _computer_seats(table), strict=False):
        game = _with_person(change.game, seat, request)
        transition = take_over(game.state, seat, request.name, TakeoverReason.JOINED)
        # The turn has just begun.
        game = game.with_table(turn_from=transition.state.version)
        change = change.then(_changed(game, transition, now))
    waiting = [request for request in table.requests if request.agreed is None]
    return replace(change, game=_with_requests(change.game, waiting))


def _with_person(game: LiveGame, seat: int, request: SeatRequest) -> LiveGame:
    """Seat a person, whom the record names from now on; the level stays for the result."""
    occupants = list(game.table.occupants)
    players = list(game.state.game.players)
    level = occupants[seat].level
    occupants[seat] = Occupant(request.name, request.user_id, level, late=True)
    players[seat] = request.name
    game = replace(game, state=with_players(game.state, tuple(players)))
    return game.with_table(occupants=tuple(occupants))


def _agreed(table: Table) -> list[SeatRequest]:
    return [request for request in table.requests if request.agreed]


def _with_requests(game: LiveGame, requests: Sequence[SeatRequest]) -> LiveGame:
    return game.with_table(requests=tuple(requests))
