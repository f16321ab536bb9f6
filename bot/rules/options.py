"""What the seat to act may do: ``legal_actions(state)`` and the questions behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from . import laying
from .actions import Action, AnswerOffer, DealHand, Declare, Discard, Draw, Hit, Lay, Save, Source
from .cards import SKIP, Card
from .editions import RuleSet
from .errors import IllegalError
from .phases import Phase
from .skips import nameable
from .state import Seat, Stage, State


@dataclass(frozen=True)
class LegalActions:
    """Every legal action of the seat to act; knows no more than that seat may know.

    There can be thousands of ways to lay a phase, so these are found only when asked for:
    iterating yields them all, ``in`` tells exactly, ``best_lay`` is the one worth most.

    Attributes:
        plain: every legal action but lays.
        hand: the cards of the seat to act.
        to_lay: the phase that may be laid now, if the hand holds it; None when it may not.
        rules: the rule set.
    """

    plain: tuple[Action, ...]
    hand: tuple[Card, ...]
    to_lay: Phase | None
    rules: RuleSet

    def __iter__(self) -> Iterator[Action]:
        if self.to_lay is not None:
            for groups in laying.all_lays(self.hand, self.to_lay, self.rules):
                yield Lay(groups)
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
        """The best way to lay one's phase now, None when it is not possible.

        Where going out takes a discard, a card is kept for that: who lays the whole hand floats.
        """
        if self.to_lay is None:
            return None
        groups = laying.best_lay(self.hand, self.to_lay, self.rules)
        return None if groups is None else Lay(self._with_one_kept(groups, self.to_lay))

    def ways_to_lay(self, most: int) -> tuple[laying.Groups, ...]:
        """Different ways to lay one's phase now, at most so many; the first is ``best_lay``."""
        if self.to_lay is None:
            return ()
        ways = laying.ways_to_lay(self.hand, self.to_lay, self.rules, most)
        return tuple(dict.fromkeys(self._with_one_kept(way, self.to_lay) for way in ways))

    def _with_one_kept(self, whole: laying.Groups, phase: Phase) -> laying.Groups:
        return laying.with_one_kept(whole, self.hand, phase, self.rules)


def legal_actions(state: State) -> LegalActions:
    """Every action that ``apply`` accepts in this state."""
    seat = state.actor
    to_lay = None
    if state.stage is Stage.PLAY and not seat.groups and seat.trying is not None:
        to_lay = state.game.phases[seat.trying - 1]
    return LegalActions(tuple(_PLAIN[state.stage](state)), seat.hand, to_lay, state.game.rules)


def _deals(_state: State) -> Iterator[Action]:
    yield DealHand()


def _nothing(_state: State) -> Iterator[Action]:
    return iter(())


def open_phases(state: State, seat: Seat) -> tuple[int, ...]:
    """The phase numbers a seat may still declare, lowest first."""
    used = seat.attempted if state.game.rules.ten_hands else seat.completed
    return tuple(n for n in range(1, len(state.game.phases) + 1) if n not in used)


def _declarations(state: State) -> Iterator[Action]:
    return (Declare(phase) for phase in open_phases(state, state.actor))


def _answers(_state: State) -> Iterator[Action]:
    yield AnswerOffer(take=True)
    yield AnswerOffer(take=False)


def sources(state: State) -> list[Source]:
    """Where the seat to act may draw from."""
    found = []
    if state.draw_pile or len(state.discard_pile) > 1:
        found.append(Source.DRAW_PILE)
    if state.discard_pile and state.discard_pile[-1] is not SKIP:
        found.append(Source.DISCARD_PILE)
    if not found:
        found.append(Source.NONE)
    seat = state.actor
    if state.game.rules.save_pile and seat.saved and not seat.drew_saved:
        found.append(Source.SAVE_PILE)
    return found


def _draws(state: State) -> Iterator[Action]:
    return (_DRAW[source] for source in sources(state))


def _plays(state: State) -> Iterator[Action]:
    """Hits, saves and discards; lays are found elsewhere."""
    distinct = tuple(dict.fromkeys(state.actor.hand))
    if state.actor.groups:
        for owner, seat in enumerate(state.seats):
            for place, group in enumerate(seat.groups):
                for card in distinct:
                    for placed in group.places_for(card):
                        yield Hit(owner, place, placed)
    if may_save(state):
        yield from map(Save, distinct)
    for card in distinct:
        if card is SKIP:
            yield from (Discard(SKIP, target) for target in targets(state))
        else:
            yield _DISCARD[card]


def may_save(state: State) -> bool:
    """Whether the seat to act may set a card aside now."""
    seat = state.actor
    # A discard must follow, so the last card cannot be set aside.
    return state.game.rules.save_pile and not seat.saved_this_hand and len(seat.hand) > 1


def targets(state: State) -> tuple[int | None, ...]:
    """What a Skip discarded now must name: one of the nameable seats, or nobody."""
    if len(state.actor.hand) == 1:
        return (None,)
    return nameable(state, state.turn) or (None,)


class _Discards(dict[Card, Discard]):
    """Discards of plain cards, made once each: they are built more often than anything else."""

    def __missing__(self, card: Card) -> Discard:
        made = self[card] = Discard(card)
        return made


_DRAW = {source: Draw(source) for source in Source}
_DISCARD = _Discards()
_PLAIN: dict[Stage, Callable[[State], Iterator[Action]]] = {
    Stage.DEAL: _deals,
    Stage.DECLARE: _declarations,
    Stage.OFFER: _answers,
    Stage.DRAW: _draws,
    Stage.PLAY: _plays,
    Stage.OVER: _nothing,
}
