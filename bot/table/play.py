"""A game under way, as pure functions: what each thing that can happen makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.model import Lobby, Occupant, SavedGame, Table
from bot.rules import engine
from bot.rules.actions import Action, DealHand, Draw, Source
from bot.rules.events import (
    Dealt,
    Declared,
    Discarded,
    Event,
    HandEnded,
    Offered,
    Skipped,
    TakeoverReason,
)
from bot.rules.state import Stage, State
from bot.rules.step import Step

from .errors import TableError

COMPUTER = "computer"
MISSES_TO_STAND_IN = 2
_MOST_RECENT = 80
_TURN_ENDS = (Dealt, Declared, Discarded, HandEnded, Offered, Skipped)


@dataclass(frozen=True)
class Play:
    """A game at its table.

    Attributes:
        table: who sits where, and what is kept beside the game.
        state: the game.
        recent: the newest events, hidden cards and all; oldest first.
        scored: how each hand ended so far.
    """

    table: Table
    state: State
    recent: tuple[Event, ...] = ()
    scored: tuple[HandEnded, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.stage is Stage.OVER

    @property
    def in_hand(self) -> bool:
        """Whether it is somebody's turn."""
        return self.state.stage not in (Stage.DEAL, Stage.OVER)

    @property
    def to_act(self) -> Occupant | None:
        """Who is to act, None between hands and when the game is over."""
        return self.table.occupants[self.state.turn] if self.in_hand else None

    @property
    def deadline(self) -> float | None:
        """When the person to act is out of time, in seconds since 1970; None without a limit."""
        if self.to_act is None or self.to_act.is_computer or self.table.turn_limit is None:
            return None
        return self.table.turn_at + self.table.turn_limit

    @property
    def everybody_ready(self) -> bool:
        """Whether all people who are here are ready for the next hand."""
        here = [seat for seat, who in enumerate(self.table.occupants) if not who.is_computer]
        return bool(here) and all(seat in self.table.ready for seat in here)


@dataclass(frozen=True)
class Change:
    """A game after something happened, and the events of it."""

    play: Play
    events: tuple[Event, ...]


def begun(lobby: Lobby, secret: bytes, now: float) -> Change:
    """A lobby's game, with the first hand dealt."""
    names = [each.name for each in lobby.seats]
    state = engine.new_game(lobby.lobby_id, lobby.rules, names, secret)
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
    )
    return acted(Play(table, state), (DealHand(),), now)


def resumed(saved: SavedGame) -> Play:
    """A stored game as it was."""
    return Play(saved.table, saved.state, saved.recent[-_MOST_RECENT:], saved.scored)


def acted(play: Play, actions: Sequence[Action], now: float) -> Change:
    """After the seat to act did these things, and what needs no decision besides.

    Raises:
        TableError: ``not_your_turn``, when the turn ends before the last of them.
        GameError: the rules refuse one of them.
    """
    step = Step(play.state, ())
    for action in actions:
        if _turn_ended(play.state, step):
            raise TableError("not_your_turn")
        step = step.then(engine.apply(step.state, action))
    step = _without_drawing(step)
    if not _short_visit_over(play, step):
        return _changed(play, step, now)
    seat = play.state.turn
    step = step.then(_take_over(step.state, seat, TakeoverReason.RETURNED))
    return _changed(_with_occupant(play, seat, away=False), step, now)


def acted_by_person(play: Play, actions: Sequence[Action], now: float) -> Change:
    """As :func:`acted`, by the person of the seat, who is here from now on."""
    seat = play.state.turn
    if not play.table.occupants[seat].away:
        return acted(_with_occupant(play, seat, missed=0), actions, now)
    back = returned(play, seat, now)
    after = acted(back.play, actions, now)
    return Change(after.play, back.events + after.events)


def returned(play: Play, seat: int, now: float) -> Change:
    """After a person came back to a seat where a computer player stood in."""
    step = _take_over(play.state, seat, TakeoverReason.RETURNED)
    play = _with_occupant(play, seat, away=False, missed=0)
    return _changed(play, step, now, restart=play.in_hand and seat == play.state.turn)


def timed_out(play: Play, now: float) -> Change:
    """After the turn limit was up: a computer player stands in."""
    seat = play.state.turn
    missed = play.table.occupants[seat].missed + 1
    step = _take_over(play.state, seat, TakeoverReason.TIMEOUT)
    return _changed(_with_occupant(play, seat, away=True, missed=missed), step, now)


def stood_in(play: Play, now: float) -> Change:
    """After others gave a turn to a computer player, which plays until the person is back."""
    seat = play.state.turn
    step = _take_over(play.state, seat, TakeoverReason.TIMEOUT)
    return _changed(_with_occupant(play, seat, away=True, missed=MISSES_TO_STAND_IN), step, now)


def with_time_begun(play: Play, now: float) -> Play:
    """With the present turn, or the pause between hands, begun anew."""
    return replace(play, table=replace(play.table, turn_at=now))


def left(play: Play, seat: int, now: float) -> Change:
    """After a person left for good; without people the game is abandoned."""
    step = _take_over(play.state, seat, TakeoverReason.LEFT)
    play = _with_occupant(play, seat, left=True, away=False, missed=0)
    heir = next_person(play.table, seat)
    if heir is None:
        return _changed(play, step.then(engine.abandon(step.state)), now)
    if play.table.host_id == play.table.occupants[seat].user_id:
        play = replace(play, table=replace(play.table, host_id=heir))
    return _changed(play, step, now)


def abandoned(play: Play, now: float) -> Change:
    """After the game was ended where it stood."""
    return _changed(play, engine.abandon(play.state), now)


def with_ready(play: Play, seat: int) -> Play:
    """With one seat more that is ready for the next hand."""
    return replace(play, table=replace(play.table, ready=(*play.table.ready, seat)))


def next_person(table: Table, seat: int) -> int | None:
    """The first person behind a seat who has not left."""
    around = table.occupants[seat + 1 :] + table.occupants[:seat]
    staying = (each.user_id for each in around if not each.left)
    return next((user_id for user_id in staying if user_id is not None), None)


def _take_over(state: State, seat: int, reason: TakeoverReason) -> Step:
    by = state.game.players[seat] if reason is TakeoverReason.RETURNED else COMPUTER
    return engine.take_over(state, seat, by, reason)


def _turn_ended(before: State, step: Step) -> bool:
    if step.state.turn != before.turn and before.stage is not Stage.DEAL:
        return True
    return any(isinstance(event, _TURN_ENDS) for event in step.events)


def _without_drawing(step: Step) -> Step:
    """Go on where nothing can be drawn: nobody needs to click for that."""
    while step.state.stage is Stage.DRAW:
        if engine.legal_actions(step.state).plain != (Draw(Source.NONE),):
            break
        step = step.then(engine.apply(step.state, Draw(Source.NONE)))
    return step


def _short_visit_over(play: Play, step: Step) -> bool:
    """Whether a computer player has played the one turn for which it stood in."""
    who = play.to_act
    if who is None or not who.away or who.missed >= MISSES_TO_STAND_IN:
        return False
    return step.state.stage is not Stage.OVER and _turn_ended(play.state, step)


def _with_occupant(play: Play, seat: int, **changes: bool | int) -> Play:
    occupants = list(play.table.occupants)
    occupants[seat] = replace(occupants[seat], **changes)  # type: ignore[arg-type]
    return replace(play, table=replace(play.table, occupants=tuple(occupants)))


def _changed(play: Play, step: Step, now: float, *, restart: bool = False) -> Change:
    """The step as a change of the whole table; ``restart``: the turn's time begins anew."""
    pausing = play.state.stage is step.state.stage is Stage.DEAL
    table = replace(
        play.table,
        turn_at=now if restart or _turn_ended(play.state, step) else play.table.turn_at,
        ready=play.table.ready if pausing else (),
    )
    recent = (*play.recent, *step.events)[-_MOST_RECENT:]
    scored = (*play.scored, *(each for each in step.events if isinstance(each, HandEnded)))
    return Change(Play(table, step.state, recent, scored), step.events)
