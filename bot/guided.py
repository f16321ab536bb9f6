"""The guided first hand: a fixed deal against a computer player, and what to do at each step.

The hand follows from the choices of the player, one character each, so that nothing is stored.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random

from bot.cards.actions import Action, DealHand, Discard, Draw, Hit, Source
from bot.cards.cards import SKIP, WILD, Card
from bot.cards.engine import LegalActions, apply, legal_actions, new_game
from bot.cards.events import Event
from bot.cards.hitting import best_hits, may_hit, most_hits
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage, State
from bot.cards.views import PlayerView, seen_by, view_for
from bot.core.errors import GameError
from bot.players import computer_names
from bot.players.decision import Decision
from bot.players.levels import Normal

DEAL = 2
"""Number of the deal; choices made in one deal mean nothing in another.

Raise it with every change of the deal or of how the computer player plays it.
"""
SECRET = hashlib.sha256(b"phase10 guided hand 111081").digest()
"""The secret of the deal, which is public.

It was searched for a deal in which the recommended steps take a discard, meet a Skip, a Wild, a
phase of the other player and a hit, and end with going out.
"""
NAMES = ("Player", computer_names[0])  # by seat; the player's own name is not known here
PLAYER = 0
COMPUTER = 1
MOST_CHOICES = 72
PILE = "p"
TOP = "t"
LAY = "l"
HIT = "h"
"""Choices: the draw pile, the top discard, the best way to lay the phase, all hits at once."""
_DRAWS = {PILE: Source.DRAW_PILE, TOP: Source.DISCARD_PILE}
_PLACES = "0123456789a"
"""Choices: the place of the card to discard among the hand's cards in the order of arrival."""
_HIT_PLACES = "ABCDEFGHIJK"  # choices: the same of a card to hit


class GuidedChoiceError(ValueError):
    """A choice that the guided hand does not offer."""


class Lesson(StrEnum):
    """The advice of a step and its reason, or the end of the hand."""

    TAKE_FOR_SET = "take_for_set"  # the top discard makes a set with two cards of the hand
    TAKE_FOR_PAIR = "take_for_pair"  # the top discard has the number of one card of the hand
    TAKE = "take"  # the top discard brings the phase nearer
    TAKE_TO_HIT = "take_to_hit"  # the phase is down, and the top discard fits on the table
    DRAW_AGAIN = "draw_again"  # the phase is down, and the top discard does not fit
    DRAW = "draw"  # the top discard does not help
    DRAW_OVER_SKIP = "draw_over_skip"  # a Skip cannot be taken
    LAY = "lay"  # the hand holds the phase
    LAY_WITH_WILD = "lay_with_wild"  # the hand holds the phase with a Wild
    HIT = "hit"  # the phase is down, and cards fit the table
    SKIP = "skip"  # a Skip costs the other player a turn
    KEEP_WILD = "keep_wild"  # a Wild was drawn; another card is discarded
    KEEP_DRAWN = "keep_drawn"  # the card drawn is needed; another card is discarded
    DISCARD_DRAWN = "discard_drawn"  # no other card of the hand has the number drawn
    DISCARD_HIGH = "discard_high"  # a card that does not fit costs many points
    DISCARD = "discard"  # no other card of the hand has its number
    DISCARD_SPARE = "discard_spare"  # other cards are nearer to the sets
    DISCARD_DOWN = "discard_down"  # the phase is down, and the card does not fit on the table
    GO_OUT = "go_out"  # the last card is discarded
    OUT = "out"  # the hand ends: the player went out
    LAID = "laid"  # the hand ends: the other player went out after the phase was down
    BEATEN = "beaten"  # the hand ends: the other player went out before the phase was down
    TOO_LONG = "too_long"  # the hand ends: no more choices can be kept


@dataclass(frozen=True, slots=True)
class Advised:
    """A lesson, and the choice that follows it."""

    lesson: Lesson
    choice: str = ""  # the recommended choice; empty at the end
    card: Card | None = None  # the card that is taken, left, hit or discarded
    drawn: Card | None = None  # the card that was drawn in this turn


@dataclass(frozen=True)
class GuidedHand:
    """The hand after some choices."""

    choices: str
    state: State
    events: tuple[Event, ...]  # all events since the deal

    @property
    def view(self) -> PlayerView:
        return view_for(self.state, PLAYER)

    @property
    def news(self) -> list[Event]:
        """The events as the player may see them."""
        return [seen_by(event, PLAYER) for event in self.events]

    @property
    def legal(self) -> LegalActions:
        return legal_actions(self.state)

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The hits of the choice ``HIT``."""
        seat = self.state.seats[PLAYER]
        if not seat.groups or not self.is_on:
            return ()
        tables = [owner.groups for owner in self.state.seats]
        return best_hits(seat.hand, tables, self.state.game.rules) or most_hits(seat.hand, tables)

    def hit_with(self, card: Card) -> Hit | None:
        """The hit with a card: that of the choice ``HIT``, if the card is among its cards."""
        hits = (a for a in (*self.hits, *self.legal.plain) if isinstance(a, Hit))
        return next((hit for hit in hits if hit.card.held is card), None)

    @property
    def is_on(self) -> bool:
        """Whether nobody has gone out."""
        return self.state.stage in (Stage.DRAW, Stage.PLAY)

    def before(self) -> GuidedHand | None:
        """The hand before the last choice, None at the beginning."""
        return guided_hand(self.choices[:-1]) if self.choices else None


def discard_choice(place: int) -> str:
    """The choice that discards a card, by its place in the hand as the cards came."""
    return _PLACES[place]


def hit_choice(place: int) -> str:
    """The choice that hits with a card, by its place as in :func:`discard_choice`."""
    return _HIT_PLACES[place]


def discarded_by(hand: GuidedHand, choice: str) -> Card:
    """The card that a choice discards; raises GuidedChoiceError if it discards none."""
    return _card_at(hand, choice, _PLACES)


def _card_at(hand: GuidedHand, choice: str, places: str) -> Card:
    place = places.find(choice or " ")
    held = hand.state.seats[PLAYER].hand
    if not 0 <= place < len(held):
        raise GuidedChoiceError(f"no choice {choice!r}")
    return held[place]


@lru_cache(maxsize=256)
def guided_hand(choices: str = "") -> GuidedHand:
    """The hand after these choices, which it must offer, and the turns of the computer player."""
    if len(choices) > MOST_CHOICES:
        raise GuidedChoiceError("more choices than are kept")
    if not choices:
        dealt = apply(new_game("guided", CLASSIC, NAMES, SECRET), DealHand())
        return GuidedHand("", dealt.state, dealt.events)
    before = guided_hand(choices[:-1])
    if _end(before) is not None:
        raise GuidedChoiceError("the hand is over")
    now = GuidedHand(choices, before.state, before.events)
    for action in _meant(before, choices[-1]):
        now = _after(now, action)
    while now.is_on and now.state.turn == COMPUTER:
        view = view_for(now.state, COMPUTER)
        now = _after(now, Normal().choose(view, now.legal, _no_chance()))
    return now


def _after(before: GuidedHand, action: Action) -> GuidedHand:
    try:
        step = apply(before.state, action)
    except GameError as error:
        raise GuidedChoiceError(error.code) from None
    return GuidedHand(before.choices, step.state, (*before.events, *step.events))


def _meant(hand: GuidedHand, choice: str) -> Sequence[Action]:
    if choice in _DRAWS:
        return (Draw(_DRAWS[choice]),)
    if choice == LAY and hand.legal.best_lay is not None:
        return (hand.legal.best_lay,)
    if choice == HIT and hand.hits:
        return hand.hits
    if choice in _HIT_PLACES:
        hit = hand.hit_with(_card_at(hand, choice, _HIT_PLACES))
        if hit is None:
            raise GuidedChoiceError(f"no choice {choice!r}")
        return (hit,)
    card = discarded_by(hand, choice)
    # With two players a Skip has one target at most.
    ways = (a for a in hand.legal.plain if isinstance(a, Discard) and a.card is card)
    return (next(ways, Discard(card)),)


def _no_chance() -> Random:
    return Random(0)  # noqa: S311  # play, not secrets


def advised(hand: GuidedHand) -> Advised:
    """The advice of this step, or the end of the hand."""
    end = _end(hand)
    if end is not None:
        return Advised(end)
    now = Decision(hand.view, hand.legal)
    return _draw(now) if hand.state.stage is Stage.DRAW else _play(hand, now)


def _end(hand: GuidedHand) -> Lesson | None:
    """How the hand has ended, None if it goes on."""
    if not hand.is_on:
        if not hand.state.seats[PLAYER].hand:
            return Lesson.OUT
        return Lesson.LAID if hand.state.seats[PLAYER].groups else Lesson.BEATEN
    return Lesson.TOO_LONG if len(hand.choices) == MOST_CHOICES else None


def _draw(now: Decision) -> Advised:
    top = now.view.discard_pile[-1]
    if now.has_laid and top is not SKIP:
        if may_hit([top], [seat.groups for seat in now.view.seats]):
            return Advised(Lesson.TAKE_TO_HIT, TOP, top)
        return Advised(Lesson.DRAW_AGAIN, PILE, top)
    if now.top is None or not Normal().wants(now, now.top, _no_chance()):
        return Advised(Lesson.DRAW_OVER_SKIP if top is SKIP else Lesson.DRAW, PILE, top)
    same = sum(card.number == top.number for card in now.view.hand if top.is_natural)
    lesson = (Lesson.TAKE, Lesson.TAKE_FOR_PAIR, Lesson.TAKE_FOR_SET)[min(same, 2)]
    return Advised(lesson, TOP, top)


def _play(hand: GuidedHand, now: Decision) -> Advised:
    lay = now.legal.best_lay
    if lay is not None:
        wild = any(card.is_wild for group in lay.groups for card in group.cards)
        return Advised(Lesson.LAY_WITH_WILD if wild else Lesson.LAY, LAY)
    if hand.hits:
        hit = hand.hits[0].card.held
        only = hit_choice(now.view.hand.index(hit))
        return Advised(Lesson.HIT, HIT if len(hand.hits) > 1 else only, hit)
    # With two players a Skip is another turn, so it is not kept.
    skip = SKIP in now.view.hand and now.others[0].can_be_skipped
    action = Discard(SKIP) if skip else Normal().discard(now, _no_chance())
    assert isinstance(action, Discard), "the level normal discards here"
    card = action.card
    if not skip and not now.has_laid and (alone := _alone(now)):
        # Of cards that are of no use, one with most points, so that this advice never changes.
        card = max(alone, key=lambda spare: (now.rules.points(spare), spare is action.card))
    choice = discard_choice(now.view.hand.index(card))
    return Advised(_discarded(now, card), choice, card, now.view.drawn)


def _alone(now: Decision) -> list[Card]:
    """The cards that bring the phase no nearer and are the only ones of their number."""
    numbers = Counter(card.number for card in now.view.hand)
    single = [card for card in now.view.hand if card.is_natural and numbers[card.number] == 1]
    return [card for card in single if now.distance_without(card) == now.distance]


def _discarded(now: Decision, card: Card) -> Lesson:
    drawn = now.view.drawn
    if card is SKIP:
        return Lesson.SKIP
    if now.has_laid:
        return Lesson.GO_OUT if len(now.view.hand) == 1 else Lesson.DISCARD_DOWN
    if card not in _alone(now):
        return Lesson.DISCARD_SPARE
    is_dear = (card.number or 0) >= now.rules.first_dear_number
    lesson = Lesson.DISCARD_HIGH if is_dear else Lesson.DISCARD
    if card is drawn:
        lesson = Lesson.DISCARD_DRAWN
    elif drawn is WILD:
        lesson = Lesson.KEEP_WILD
    elif drawn is not None and now.distance_without(drawn) > now.distance:
        lesson = Lesson.KEEP_DRAWN
    return lesson
