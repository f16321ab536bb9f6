"""The rules as pure functions: ``legal_actions(state)`` and ``apply(state, action)``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from bot.core import states
from bot.core.chance import SecretShuffler
from bot.core.copies import fast_replace
from bot.core.errors import IllegalError, MalformedError
from bot.core.events import EndReason
from bot.core.states import Transition, find_handler, next_version

from . import laying
from .actions import (
    FROM_DISCARDS,
    FROM_PILE,
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
    make_discard,
)
from .cards import SKIP, Card
from .events import CardHit, Declared, Discarded, Drew, Laid, Offered, Reshuffled, Saved
from .groups import Groups
from .hitting import hit_options
from .phases import Phase
from .rulesets import RuleSet, SaveDraw, checked
from .skips import skip, skippable_seats
from .state import OutBy, Seat, Stage, State, first_state, still_taken, with_seat, without
from .turns import (
    CardStep,
    after_declaring,
    after_offer,
    can_deal,
    deal,
    end_game,
    end_turn,
    go_out,
)


@dataclass(frozen=True)
class LegalActions:
    """Every legal action of the seat to act; knows no more than that seat may know.

    As there can be millions of lays, iterating yields only the best one, and ``in`` checks any.
    """

    plain: tuple[Action, ...]  # every legal action but lays
    hand: tuple[Card, ...]
    to_lay: Phase | None  # the phase that may be laid now, if the hand holds it
    rules: RuleSet

    def __iter__(self) -> Iterator[Action]:
        if self.best_lay is not None:
            yield self.best_lay
        yield from self.plain

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Lay):
            return action in self.plain
        if self.to_lay is None:
            return False
        try:
            laying.check_lay(action.groups, self.hand, self.to_lay, self.rules)
        except IllegalError:
            return False
        return True

    def __bool__(self) -> bool:
        return bool(self.plain) or self.best_lay is not None

    @cached_property
    def best_lay(self) -> Lay | None:
        if self.to_lay is None:
            return None
        groups = laying.best_lay(self.hand, self.to_lay, self.rules)
        return None if groups is None else Lay(self._played(groups, self.to_lay))

    def ways_to_lay(self, most: int) -> tuple[Groups, ...]:
        """At most ``most`` different ways to lay the phase now; the first is ``best_lay``."""
        if self.to_lay is None:
            return ()
        ways = laying.ways_to_lay(self.hand, self.to_lay, self.rules, most)
        return tuple(dict.fromkeys(self._played(way, self.to_lay) for way in ways))

    def _played(self, groups: Groups, phase: Phase) -> Groups:
        """The lay, with a card kept back if going out takes a discard."""
        return laying.with_one_kept(groups, self.hand, phase, self.rules)


def new_game(
    game_id: str, rules: RuleSet, players: Sequence[str], secret: bytes, beacon: str = ""
) -> State:
    """A game before its first deal; shuffles come from 32 secret random bytes and the beacon."""
    game = states.new_game(game_id, checked(rules), players, secret, beacon, SecretShuffler)
    return first_state(game)


def legal_actions(state: State) -> LegalActions:
    """Every action that ``apply`` accepts in this state."""
    seat = state.seats[state.turn]
    game = state.game
    plain = tuple(_PLAIN[state.stage](state))
    to_lay = None
    if state.stage is Stage.PLAY and seat.trying and not seat.groups:
        to_lay = game.phases[seat.trying - 1]
    return LegalActions(plain, seat.hand, to_lay, game.rules)


def apply(state: State, action: Action) -> CardStep:
    """Apply an action of the seat to act, and return the new state and the events.

    >>> from bot.cards.rulesets import CLASSIC
    >>> game = new_game("example", CLASSIC, ("Ada", "Ben"), secret=bytes(32))
    >>> dealt = apply(game, DealHand())
    >>> dealt.state.version, dealt.state.stage.value, len(dealt.state.seats[0].hand)
    (1, 'draw', 10)
    >>> [type(event).__name__ for event in dealt.events]
    ['Dealt']
    """
    return find_handler(_APPLY, state.stage, action)(next_version(state), action)


def abandon(state: State) -> CardStep:
    """End the game where it is, with nobody the winner."""
    if state.stage is Stage.OVER:
        raise IllegalError("game_over")
    return end_game(next_version(state), (), EndReason.ABANDONED)


# ── what is legal ─────────────────────────────────────────────────────────────────────────────


def _deals(state: State) -> Iterator[Action]:
    """The deal; nothing if save piles hold too many cards, which earlier rules allowed."""
    if can_deal(state):
        yield DealHand()


def _open_phases(state: State) -> tuple[int, ...]:
    """The phase numbers that the seat to act may still declare, lowest first."""
    seat = state.actor
    used = seat.attempted if state.game.rules.ten_hands else seat.completed
    return tuple(n for n in range(1, len(state.game.phases) + 1) if n not in used)


def _draws(state: State) -> list[Action]:
    draws: list[Action] = []
    discards = state.discard_pile
    if state.draw_pile or len(discards) > 1:
        draws.append(FROM_PILE)
    if discards and discards[-1] is not SKIP:
        draws.append(FROM_DISCARDS)
    if not draws:
        draws.append(Draw(Source.NONE))
    rules = state.game.rules
    if rules.save_pile:
        draws += _saved_draws(state.actor, rules)
    return draws


def _saved_draws(seat: Seat, rules: RuleSet) -> list[Draw]:
    if not seat.saved or seat.drew_saved:
        return []
    if rules.save_draw is SaveDraw.ANY:
        return [Draw(Source.SAVE_PILE, card) for card in dict.fromkeys(seat.saved)]
    return [Draw(Source.SAVE_PILE)]


def _plays(state: State) -> list[Action]:
    """Hits, saves and discards."""
    seat = state.actor
    distinct = dict.fromkeys(seat.hand)
    actions: list[Action] = []
    if seat.groups:
        actions += hit_options(distinct, [other.groups for other in state.seats])
    if _may_save(state):
        actions += map(Save, distinct)
    for card in distinct:
        if card is SKIP:
            actions += [make_discard(SKIP, target) for target in _targets(state)]
        else:
            actions.append(make_discard(card))
    return actions


def _may_save(state: State) -> bool:
    seat = state.actor
    rules = state.game.rules
    # The last card is for the discard.
    if not rules.save_pile or seat.saved_this_hand or len(seat.hand) < 2:
        return False
    return not rules.save_limit or can_deal(state, saved=1)


def _targets(state: State) -> tuple[int | None, ...]:
    """The targets of a Skip discarded now: the nameable seats, or nobody."""
    if len(state.actor.hand) == 1:
        return (None,)
    return skippable_seats(state, state.turn) or (None,)


_PLAIN: dict[Stage, Callable[[State], Iterable[Action]]] = {
    Stage.DEAL: _deals,
    Stage.DECLARE: lambda state: map(Declare, _open_phases(state)),
    Stage.OFFER: lambda _: (AnswerOffer(take=True), AnswerOffer(take=False)),
    Stage.DRAW: _draws,
    Stage.PLAY: _plays,
    Stage.OVER: lambda _: (),
}


# ── what an action does ───────────────────────────────────────────────────────────────────────


def _check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < state.game.size:
        raise MalformedError("no_such_seat", seat=seat)


def _hand_without(state: State, card: Card) -> tuple[Card, ...]:
    """The hand of the seat to act without a card, which it must hold."""
    try:
        return without(state.seats[state.turn].hand, card)
    except ValueError:
        raise IllegalError("not_held", cards=(card.code,)) from None


def _deal(state: State, _action: DealHand) -> CardStep:
    if not can_deal(state):
        raise IllegalError("cannot_deal")
    return deal(state)


def _declare(state: State, action: Declare) -> CardStep:
    if action.phase not in range(1, len(state.game.phases) + 1):
        raise MalformedError("no_such_phase", phase=action.phase)
    if action.phase not in _open_phases(state):
        raise IllegalError("phase_used_up", phase=action.phase)
    seat = fast_replace(state.actor, trying=action.phase)
    declared = fast_replace(state, seats=with_seat(state.seats, state.turn, seat))
    event = Declared(state.turn, action.phase)
    return Transition(declared, (event,)).then(after_declaring(declared))


def _answer_offer(state: State, action: AnswerOffer) -> CardStep:
    seat = state.actor
    pile = state.discard_pile
    if action.take:
        seat = fast_replace(seat, hand=(*seat.hand, pile[-1]), offered=True, taken=pile[-1:])
        pile = pile[:-1]
    else:
        seat = fast_replace(seat, declined=_declined(state))
    seats = with_seat(state.seats, state.turn, seat)
    answered = fast_replace(state, seats=seats, discard_pile=pile)
    event = Offered(state.turn, action.take)
    return Transition(answered, (event,)).then(after_offer(answered, taken=action.take))


def _draw(state: State, action: Draw) -> CardStep:
    if action not in _draws(state):
        raise IllegalError("cannot_draw", source=str(action.source))
    if action.source is Source.SAVE_PILE:
        return _draw_saved(state, action.card)
    return _DRAW_FROM[action.source](state)


def _declined(state: State) -> tuple[Card, ...]:
    """The discards that the seat to act did not take, with the top discard of this turn."""
    pile = state.discard_pile
    declined = state.actor.declined
    return (*declined, pile[-1]) if pile and pile[-1] is not SKIP else declined


def _go_without(state: State) -> CardStep:
    waits = fast_replace(state, drew_nothing=(*state.drew_nothing, state.turn), stage=Stage.PLAY)
    transition = Transition(waits, (Drew(state.turn, Source.NONE, None),))
    # A floating player who cannot draw has nothing to do.
    return transition if waits.actor.hand else transition.then(end_turn(waits))


def _draw_from_pile(state: State) -> CardStep:
    if not state.draw_pile:
        shuffled = _reshuffled(state)
        return shuffled.then(_draw_from_pile(shuffled.state))
    pile = state.draw_pile
    seat = fast_replace(state.actor, declined=_declined(state))
    return _drew(fast_replace(state, draw_pile=pile[:-1]), Source.DRAW_PILE, pile[-1], seat)


def _reshuffled(state: State) -> CardStep:
    *under, top = state.discard_pile
    pile = state.game.chance(state.shuffles, under)
    left = (top,)
    shuffled = fast_replace(state, draw_pile=pile, discard_pile=left, shuffles=state.shuffles + 1)
    return Transition(shuffled, (Reshuffled(pile, left),))


def _draw_discard(state: State) -> CardStep:
    pile = state.discard_pile
    seat = state.actor
    seat = fast_replace(seat, taken=(*seat.taken, pile[-1]))
    return _drew(fast_replace(state, discard_pile=pile[:-1]), Source.DISCARD_PILE, pile[-1], seat)


def _draw_saved(state: State, card: Card | None) -> CardStep:
    seat = state.actor
    card = card or seat.saved[-1]
    # Of copies the upper one is drawn.
    left = without(seat.saved[::-1], card)[::-1]
    seat = fast_replace(seat, saved=left, drew_saved=True, declined=_declined(state))
    return _drew(state, Source.SAVE_PILE, card, seat)


def _drew(state: State, source: Source, card: Card, seat: Seat) -> CardStep:
    """Add the card, which is on no pile any more, to the hand of the seat to act."""
    seat = fast_replace(seat, hand=(*seat.hand, card))
    seats = with_seat(state.seats, state.turn, seat)
    drawn = fast_replace(state, seats=seats, stage=Stage.PLAY, drawn=card, drew_nothing=())
    return Transition(drawn, (_drew_event(state.turn, source, card),))


_DRAW_FROM: dict[Source, Callable[[State], CardStep]] = {
    Source.DRAW_PILE: _draw_from_pile,
    Source.DISCARD_PILE: _draw_discard,
    Source.NONE: _go_without,
}


def _lay(state: State, action: Lay) -> CardStep:
    seat = state.actor
    if seat.groups:
        raise IllegalError("already_laid")
    assert seat.trying is not None, "a phase is tried whenever cards can be played"
    phase = state.game.phases[seat.trying - 1]
    hand = laying.check_lay(action.groups, seat.hand, phase, state.game.rules)
    used = [card.held for group in action.groups for card in group.cards] if seat.taken else ()
    completed = seat.completed
    if seat.trying not in completed:
        completed = (*completed, seat.trying)
    event = Laid(state.turn, seat.trying, action.groups)
    taken = still_taken(seat.taken, *used)
    seat = fast_replace(seat, hand=hand, taken=taken, groups=action.groups, completed=completed)
    down = fast_replace(state, seats=with_seat(state.seats, state.turn, seat), idle_turns=0)
    return _if_hand_is_empty(Transition(down, (event,)), OutBy.LAY)


def _hit(state: State, action: Hit) -> CardStep:
    _check_seat(state, action.owner)
    if not state.actor.groups:
        raise IllegalError("phase_not_down")
    owner = state.seats[action.owner]
    groups = owner.groups
    if not 0 <= action.group < len(groups):
        raise IllegalError("no_such_group", owner=action.owner, group=action.group)
    held = action.card.held
    hand = _hand_without(state, held)
    changed = list(groups)
    changed[action.group] = groups[action.group].with_card(action.card)
    seats = with_seat(state.seats, action.owner, fast_replace(owner, groups=tuple(changed)))
    seat = seats[state.turn]
    seat = fast_replace(seat, hand=hand, taken=still_taken(seat.taken, held))
    hit = fast_replace(state, seats=with_seat(seats, state.turn, seat), idle_turns=0)
    event = CardHit(state.turn, action.owner, action.group, action.card)
    return _if_hand_is_empty(Transition(hit, (event,)), OutBy.HIT, held)


def _if_hand_is_empty(transition: CardStep, by: OutBy, last: Card | None = None) -> CardStep:
    """After the last card was laid or hit: go out, or float if going out takes a discard."""
    if transition.state.actor.hand:
        return transition
    if transition.state.game.rules.out_by_discard:
        return transition.then(end_turn(transition.state))
    return transition.then(go_out(transition.state, by, last))


def _save(state: State, action: Save) -> CardStep:
    if not _may_save(state):
        raise IllegalError("cannot_save")
    hand = _hand_without(state, action.card)
    saved = (*state.actor.saved, action.card)
    seat = fast_replace(state.actor, hand=hand, saved=saved, saved_this_hand=True)
    left = fast_replace(state, seats=with_seat(state.seats, state.turn, seat))
    event = Saved(state.turn, action.card)
    if state.game.rules.save_ends_turn:
        return end_turn(left, event)
    return Transition(left, (event,))


def _discard(state: State, action: Discard) -> CardStep:
    hand = _hand_without(state, action.card)
    _check_target(state, action)
    seat = state.actor
    taken = still_taken(seat.taken, action.card)
    discarded = (*seat.discarded, action.card)
    seat = fast_replace(seat, hand=hand, taken=taken, discarded=discarded)
    seats = with_seat(state.seats, state.turn, seat)
    pile = state.discard_pile
    event = _discarded_event(state.turn, action.card, action.target)
    if action.target is None:
        left = fast_replace(state, seats=seats, discard_pile=(*pile, action.card))
    else:
        left = skip(fast_replace(state, seats=seats), action.target)
    if hand:
        return end_turn(left, event)
    return go_out(left, OutBy.DISCARD, action.card, event)


def _check_target(state: State, action: Discard) -> None:
    if action.target is None and action.card is not SKIP:
        return
    if action.target is not None:
        _check_seat(state, action.target)
    if action.card is not SKIP or action.target not in _targets(state):
        raise IllegalError("bad_target", card=action.card.code, target=action.target)


# Events of every turn, which are the same again and again.
_drew_event = lru_cache(maxsize=2048)(Drew)
_discarded_event = lru_cache(maxsize=2048)(Discarded)
_APPLY: dict[type, tuple[Stage, Callable[..., CardStep]]] = {
    DealHand: (Stage.DEAL, _deal),
    Declare: (Stage.DECLARE, _declare),
    AnswerOffer: (Stage.OFFER, _answer_offer),
    Draw: (Stage.DRAW, _draw),
    Lay: (Stage.PLAY, _lay),
    Hit: (Stage.PLAY, _hit),
    Save: (Stage.PLAY, _save),
    Discard: (Stage.PLAY, _discard),
}
