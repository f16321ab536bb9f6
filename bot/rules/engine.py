"""The rules as pure functions: ``legal_actions(state)`` and ``apply(state, action)``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import laying
from ._frozen import evolve
from .actions import (
    Action,
    AnswerOffer,
    DealHand,
    Declare,
    Discard,
    Draw,
    Hit,
    Lay,
    Save,
    Source,
)
from .cards import SKIP, Card
from .dealing import after_declaring, after_offer, deal
from .editions import RuleSet, check_players, checked
from .errors import IllegalError, MalformedError
from .events import (
    Declared,
    Discarded,
    Drew,
    EndReason,
    Event,
    Laid,
    Offered,
    Reshuffled,
    Saved,
    TakenOver,
    TakeoverReason,
    WasHit,
)
from .options import LegalActions, legal_actions, may_save, open_phases, sources, targets
from .scoring import end_game
from .shuffle import SECRET_BYTES, SecretShuffler, commitment
from .skips import guard_against
from .state import Game, Seat, Stage, State
from .step import Step, still_taken, with_seat, without
from .turns import end_turn, go_out

__all__ = ["LegalActions", "Step", "abandon", "apply", "legal_actions", "new_game", "take_over"]


def new_game(game_id: str, rules: RuleSet, players: Sequence[str], secret: bytes) -> State:
    """A game before its first deal.

    Args:
        game_id: its id in records.
        rules: the rule set.
        players: names by seat.
        secret: 32 random bytes from which all shuffles come.

    Raises:
        RuleSetError: the rules cannot be played, or not by so many.
        MalformedError: ``bad_secret``.
    """
    check_players(checked(rules), len(players))
    if len(secret) != SECRET_BYTES:
        raise MalformedError("bad_secret", length=len(secret))
    game = Game(game_id, rules, tuple(players), SecretShuffler(secret), commitment(secret))
    return State(game, version=0, stage=Stage.DEAL, seats=(Seat(),) * len(players))


def apply(state: State, action: Action) -> Step:
    """What an action of the seat to act leads to; the state given stays as it is.

    Raises:
        MalformedError: the action makes no sense in any state of this game.
        IllegalError: it is not allowed now; nothing has happened.
    """
    known = _APPLY.get(type(action))
    if known is None:
        raise MalformedError("no_such_action", action=repr(action))
    stage, handler = known
    if state.stage is not stage:
        raise IllegalError("wrong_stage", stage=str(state.stage), needs=str(stage))
    step = handler(state, action)
    return Step(evolve(step.state, version=state.version + 1), step.events)


def take_over(state: State, seat: int, by: str, reason: TakeoverReason) -> Step:
    """Note that a seat changed hands; no card moves.

    Raises:
        MalformedError: ``no_such_seat``.
        IllegalError: ``game_over``.
    """
    _check_seat(state, seat)
    if state.stage is Stage.OVER:
        raise IllegalError("game_over")
    return Step(evolve(state, version=state.version + 1), (TakenOver(seat, by, reason),))


def abandon(state: State) -> Step:
    """End the game where it is, with nobody the winner.

    Raises:
        IllegalError: ``game_over``.
    """
    if state.stage is Stage.OVER:
        raise IllegalError("game_over")
    step = end_game(state, (), EndReason.ABANDONED)
    return Step(evolve(step.state, version=state.version + 1), step.events)


def _check_seat(state: State, seat: object) -> None:
    if not isinstance(seat, int) or not 0 <= seat < state.game.size:
        raise MalformedError("no_such_seat", seat=seat)


def _check_held(state: State, card: Card) -> None:
    if card not in state.actor.hand:
        raise IllegalError("not_held", cards=(card.code,))


def _deal(state: State, _action: DealHand) -> Step:
    return deal(state)


def _declare(state: State, action: Declare) -> Step:
    if action.phase not in range(1, len(state.game.phases) + 1):
        raise MalformedError("no_such_phase", phase=action.phase)
    if action.phase not in open_phases(state, state.actor):
        raise IllegalError("phase_used_up", phase=action.phase)
    declared = evolve(state, seats=with_seat(state, state.turn, trying=action.phase))
    event = Declared(state.turn, action.phase)
    return Step(declared, (event,)).then(after_declaring(declared))


def _answer_offer(state: State, action: AnswerOffer) -> Step:
    event = Offered(state.turn, action.take)
    if action.take:
        offered = state.discard_pile[-1]
        hand = (*state.actor.hand, offered)
        seats = with_seat(state, state.turn, hand=hand, offered=True, taken=(offered,))
        state = evolve(state, seats=seats, discard_pile=state.discard_pile[:-1])
    else:
        state = evolve(state, seats=with_seat(state, state.turn, passed=_left_lying(state)))
    return Step(state, (event,)).then(after_offer(state, taken=action.take))


def _draw(state: State, action: Draw) -> Step:
    if action.source not in sources(state):
        raise IllegalError("cannot_draw", source=str(action.source))
    if action.source is Source.NONE:
        return _go_without(state)
    if action.source is Source.DRAW_PILE:
        return _draw_from_pile(state)
    if action.source is Source.DISCARD_PILE:
        *left, top = state.discard_pile
        taken = (*state.actor.taken, top)
        return _drew(state, action.source, top, {"taken": taken}, discard_pile=tuple(left))
    *kept, top = state.actor.saved
    seat: dict[str, Any] = {"saved": tuple(kept), "drew_saved": True, "passed": _left_lying(state)}
    return _drew(state, action.source, top, seat)


def _left_lying(state: State) -> tuple[Card, ...]:
    """What the seat to act has left lying, when it now leaves the top discard, too."""
    pile, passed = state.discard_pile, state.actor.passed
    return (*passed, pile[-1]) if pile and pile[-1] is not SKIP else passed


def _go_without(state: State) -> Step:
    dry = evolve(state, dry=(*state.dry, state.turn), stage=Stage.PLAY)
    step = Step(dry, (Drew(state.turn, Source.NONE, None),))
    # Who floats and cannot draw has nothing to do at all.
    return step if dry.actor.hand else step.then(end_turn(dry))


def _draw_from_pile(state: State) -> Step:
    events: tuple[Event, ...] = ()
    passed = _left_lying(state)
    if not state.draw_pile:
        *under, top = state.discard_pile
        pile = state.game.shuffler(state.shuffles, under)
        shuffles = state.shuffles + 1
        state = evolve(state, draw_pile=pile, discard_pile=(top,), shuffles=shuffles)
        events = (Reshuffled(pile, (top,)),)
    pile = state.draw_pile
    drew = _drew(state, Source.DRAW_PILE, pile[-1], {"passed": passed}, draw_pile=pile[:-1])
    return Step(state, events).then(drew) if events else drew


def _drew(
    state: State, source: Source, card: Card, seat: dict[str, Any], **piles: tuple[Card, ...]
) -> Step:
    """A card has come to the hand of the seat to act, which changes in other ways, too."""
    seats = with_seat(state, state.turn, hand=(*state.actor.hand, card), **seat)
    drawn = evolve(state, seats=seats, stage=Stage.PLAY, drawn=card, dry=(), **piles)
    return Step(drawn, (Drew(state.turn, source, card),))


def _lay(state: State, action: Lay) -> Step:
    seat = state.actor
    if seat.groups:
        raise IllegalError("already_laid")
    assert seat.trying is not None, "a phase is tried whenever cards can be played"
    phase = state.game.phases[seat.trying - 1]
    laying.check_lay(action.groups, seat.hand, phase, state.game.rules)
    used = [card.held for group in action.groups for card in group.cards]
    completed = seat.completed
    if seat.trying not in completed:
        completed = (*completed, seat.trying)
    seats = with_seat(
        state,
        state.turn,
        hand=without(seat.hand, *used),
        taken=seat.taken and still_taken(seat.taken, *used),
        groups=action.groups,
        completed=completed,
    )
    step = Step(evolve(state, seats=seats), (Laid(state.turn, seat.trying, action.groups),))
    return _if_hand_is_empty(step)


def _hit(state: State, action: Hit) -> Step:
    _check_seat(state, action.owner)
    if not state.actor.groups:
        raise IllegalError("phase_not_down")
    groups = state.seats[action.owner].groups
    if not 0 <= action.group < len(groups):
        raise IllegalError("no_such_group", owner=action.owner, group=action.group)
    _check_held(state, action.card.held)
    changed = list(groups)
    changed[action.group] = groups[action.group].with_card(action.card)
    hit = evolve(state, seats=with_seat(state, action.owner, groups=tuple(changed)))
    seat, held = state.actor, action.card.held
    hand, taken = without(seat.hand, held), seat.taken and still_taken(seat.taken, held)
    hit = evolve(hit, seats=with_seat(hit, state.turn, hand=hand, taken=taken))
    event = WasHit(state.turn, action.owner, action.group, action.card)
    return _if_hand_is_empty(Step(hit, (event,)))


def _if_hand_is_empty(step: Step) -> Step:
    """A last card laid or hit: out, or floating where going out takes a discard."""
    if step.state.actor.hand:
        return step
    if step.state.game.rules.out_by_discard:
        return step.then(end_turn(step.state))
    return step.then(go_out(step.state))


def _save(state: State, action: Save) -> Step:
    if not may_save(state):
        raise IllegalError("cannot_save")
    _check_held(state, action.card)
    seat = state.actor
    seats = with_seat(
        state,
        state.turn,
        hand=without(seat.hand, action.card),
        saved=(*seat.saved, action.card),
        saved_this_hand=True,
    )
    return Step(evolve(state, seats=seats), (Saved(state.turn, action.card),))


def _discard(state: State, action: Discard) -> Step:
    _check_held(state, action.card)
    _check_target(state, action)
    seat = state.actor
    hand = without(seat.hand, action.card)
    seats = with_seat(
        state,
        state.turn,
        hand=hand,
        taken=seat.taken and still_taken(seat.taken, action.card),
        thrown=(*seat.thrown, action.card),
    )
    left = evolve(state, seats=seats)
    if action.target is not None:
        left = _skip(left, action.target)
    else:
        left = evolve(left, discard_pile=(*state.discard_pile, action.card))
    step = Step(left, (Discarded(state.turn, action.card, action.target),))
    return step.then(end_turn(left) if hand else go_out(left))


def _check_target(state: State, action: Discard) -> None:
    if action.target is not None:
        _check_seat(state, action.target)
    if action.target not in (targets(state) if action.card is SKIP else (None,)):
        raise IllegalError("bad_target", card=action.card.code, target=action.target)


def _skip(state: State, target: int) -> State:
    rule = state.game.rules.skip_rule
    guard = guard_against(rule, state.turn, target)
    seats = with_seat(state, target, skipped=True, guard=guard)
    if guard is None:
        # The Skip lies in front of its target, so the discard below stays takeable.
        return evolve(state, seats=seats)
    return evolve(state, seats=seats, discard_pile=(*state.discard_pile, SKIP))


_APPLY: dict[type, tuple[Stage, Callable[..., Step]]] = {
    DealHand: (Stage.DEAL, _deal),
    Declare: (Stage.DECLARE, _declare),
    AnswerOffer: (Stage.OFFER, _answer_offer),
    Draw: (Stage.DRAW, _draw),
    Lay: (Stage.PLAY, _lay),
    Hit: (Stage.PLAY, _hit),
    Save: (Stage.PLAY, _save),
    Discard: (Stage.PLAY, _discard),
}
