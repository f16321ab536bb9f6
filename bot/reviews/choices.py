"""What the choices of a seat did to its hand, and the choices that set it back.

A choice is judged by what the seat could see: it is not among the best actions of its view, and
cards that the phase lacked, cards that could help, or points in hand say what it cost. Nothing is
played on, and no chance is estimated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.cards import engine
from bot.cards.actions import Action, AnswerOffer, Discard, Draw, Hit, Lay, Save, Source
from bot.cards.cards import Card
from bot.cards.events import CardHit, Drew, Laid
from bot.cards.record import RECORDS
from bot.cards.state import Stage
from bot.cards.views import PlayerView, count_cards, drawn_card, is_hidden_draw, view_for
from bot.cards.worth import CARDS_A_TURN, helpful_with
from bot.players.advice import Advice, advise
from bot.players.decision import Decision
from bot.players.judgement import best_actions

from .course import Decided, Turns, stand_ins

MOST_SHOWN = 3
# What these are worth, in turns, and the points that are worth a turn.
NOT_LAID = 5.0
WILD = 2.0
POINTS_A_TURN = 10
_JUDGED = (Stage.OFFER, Stage.DRAW, Stage.PLAY)


class Cost(StrEnum):
    """What a choice cost."""

    NOT_LAID = "not_laid"  # the hand held the phase
    FARTHER = "farther"  # the discard left the phase more cards short
    FEWER = "fewer"  # as many cards short, but fewer cards could help
    WILD = "wild"  # a Wild was discarded, and other cards were to spare
    GIVEN = "given"  # the next player used a card that fits the table, or took it
    NOT_HIT = "not_hit"  # a card that fitted on the table stayed in the hand
    HIT_THROWN = "hit_thrown"  # the discard fitted on the table
    NOT_SAVED = "not_saved"  # a card was not set aside
    POINTS = "points"  # another discard would have left fewer points
    LEFT = "left"  # a card that brought the phase nearer was not taken
    LEFT_WIDER = "left_wider"  # a card with which more cards could help was not taken
    LEFT_HIT = "left_hit"  # a card to hit with was not taken
    TOOK = "took"  # a card was taken that brought the phase no nearer
    TOOK_NO_HIT = "took_no_hit"  # a card was taken that fitted nothing on the table


class Use(StrEnum):
    """What the next player did with a discard."""

    TOOK = "took"
    HIT = "hit"
    LAID = "laid"


GIVEN = {Use.TOOK: 1.0, Use.HIT: 2.0, Use.LAID: 2.0}
"""Turns that a card given to the next player is worth."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a choice cost, next to another; counts are of the own choice and of the other one."""

    cost: Cost
    turns: float  # about what it is worth, to compare effects
    short: tuple[int, int] = (0, 0)  # cards that the phase lacks
    helpful: tuple[int, int] = (0, 0)  # unseen cards that would help
    points: int = 0  # that stayed in hand


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that set a hand back, with the hint that its player could have had."""

    turn: int  # the index of the turn among the turns of the record
    view: PlayerView  # what the seat could see when it chose
    own: Action
    better: Advice
    effect: Effect
    # Who took the discard at once, and what for; None where that is not what it cost.
    used: tuple[int, Use] | None = None


@dataclass(frozen=True, slots=True)
class GoodChoice:
    """A discard to which most alternatives were worse."""

    view: PlayerView
    card: Card
    worse: int  # kinds of card in the hand that would have set it back
    kinds: int  # all other kinds of card in the hand


@dataclass(frozen=True, slots=True)
class OwnChoices:
    """The choices of a seat in a finished game."""

    judged: int = 0
    unlike_hints: int = 0  # choices that a hint would have advised against
    costly: tuple[Choice, ...] = ()  # the dearest first
    best: GoodChoice | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice of a seat, the actions that are best in its view, and what became of a discard."""

    turn: int
    decision: Decision
    own: Action
    best: tuple[Action, ...]
    used: tuple[int, Use] | None = None

    @property
    def follows(self) -> bool:
        """Whether the choice is among the best ones."""
        return self.own in self.best

    def effect(self, better: Action | None = None) -> Effect | None:
        """What the choice cost next to another one, by default one of the best; None if nothing."""
        if self.follows:
            return None
        other = self.best[0] if better is None else better
        if isinstance(self.own, Discard):
            return _of_discard(self.decision, self.own, other, self.used)
        return _of_draw(self.decision, self.own, other)


def own_choices(turns: Turns, seat: int) -> OwnChoices:
    """Judge the choices of a seat; those of its stand-ins and in play-offs are left out."""
    judged = [*judge(turns, seat)]
    return OwnChoices(
        len(judged),
        sum(not each.follows for each in judged),
        _costly(judged),
        _best(judged),
    )


def judge(turns: Turns, seat: int) -> Iterator[Judged]:
    """Yield the draws and discards of a seat in the order of the game."""
    for at, (turn, away) in enumerate(zip(turns, stand_ins(turns), strict=True)):
        if seat in away:
            continue
        for decided in turn:
            state = decided.before
            is_own = getattr(decided.decision, "seat", None) == state.turn == seat
            if not is_own or state.stage not in _JUDGED or state.playoff:
                continue
            action = RECORDS.action_from(decided.decision, state)
            if not isinstance(action, Draw | AnswerOffer | Discard):
                continue
            decision = Decision(view_for(state, seat), engine.legal_actions(state))
            used = _use(action, turns[at + 1 : at + 2])
            yield Judged(at, decision, action, best_actions(decision), used)


def _use(action: Action, following: Sequence[Sequence[Decided]]) -> tuple[int, Use] | None:
    """Who took a discard in the next turn, and what for."""
    if not isinstance(action, Discard):
        return None
    events = [event for turn in following for decided in turn for event in decided.events]
    drew = next((event for event in events if isinstance(event, Drew)), None)
    if drew is None or drew.source is not Source.DISCARD_PILE:
        return None
    if any(isinstance(event, Laid) and event.seat == drew.seat for event in events):
        return drew.seat, Use.LAID
    hits = [event.card.held for event in events if isinstance(event, CardHit)]
    return drew.seat, Use.HIT if action.card in hits else Use.TOOK


def _costly(judged: Iterable[Judged]) -> tuple[Choice, ...]:
    """The choices that cost most next to the hint, the dearest first."""
    effects = [(each, each.effect()) for each in judged]
    costs = [(effect.turns, each) for each, effect in effects if effect is not None]
    choices: list[Choice] = []
    for _, each in sorted(costs, key=lambda cost: (-cost[0], cost[1].turn)):
        view = each.decision.view
        better = advise(view, each.decision.legal)
        effect = each.effect(better.action)
        if effect is not None:
            used = each.used if isinstance(better.action, Discard) else None
            choices.append(Choice(each.turn, view, each.own, better, effect, used))
        if len(choices) == MOST_SHOWN:
            break
    return tuple(sorted(choices, key=lambda choice: -choice.effect.turns))


def _of_discard(
    decision: Decision, own: Discard, better: Action, used: tuple[int, Use] | None
) -> Effect | None:
    given = 0.0 if used is None else GIVEN[used[1]]
    match better:
        case Lay():
            return Effect(Cost.NOT_LAID, NOT_LAID)
        case Hit(card=hit):
            cost = Cost.HIT_THROWN if hit.held is own.card else Cost.NOT_HIT
            points = decision.rules.points
            missed = sum(points(each.card) for each in decision.hits or (better,))
            return Effect(cost, missed / POINTS_A_TURN, points=points(hit))
        case Save():
            return Effect(Cost.NOT_SAVED, 1.0)
        case Discard(card=other):
            return _of_cards(decision, own.card, other, given)
    return None


def _of_cards(decision: Decision, own: Card, other: Card, given: float) -> Effect | None:
    """What it cost to discard a card in place of another one."""
    points = decision.rules.points(other) - decision.rules.points(own)
    if not decision.has_laid and not decision.view.is_last_turn:
        effect = _of_phase(decision, own, other, given)
        if effect is not None:
            return effect
    elif points > 0:
        return Effect(Cost.POINTS, points / POINTS_A_TURN + given, points=points)
    if own.is_wild:
        return Effect(Cost.WILD, WILD + given)
    # Another card of its number would have been as welcome.
    return Effect(Cost.GIVEN, given) if given and own.number != other.number else None


def _of_phase(decision: Decision, own: Card, other: Card, given: float) -> Effect | None:
    """What a discard did to a phase that is not laid; None if nothing."""
    short = decision.distance_without(own), decision.distance_without(other)
    helpful = _helpful(decision, own), _helpful(decision, other)
    left = decision.unseen.total() / CARDS_A_TURN
    waits = [left * missing / max(many, 1) for missing, many in zip(short, helpful, strict=True)]
    turns = waits[0] - waits[1] + given
    if short[0] > short[1]:
        return Effect(Cost.FARTHER, max(turns, 1.0), short, helpful)
    if short[0] == short[1] > 0 and helpful[0] < helpful[1]:
        return Effect(Cost.FEWER, turns, short, helpful)
    return None


def _helpful(decision: Decision, thrown: Card) -> int:
    return count_cards(decision.unseen, decision.helpful_without(thrown))


def _of_draw(decision: Decision, own: Action, better: Action) -> Effect | None:
    if not is_hidden_draw(better):
        return _of_left(decision, own, drawn_card(decision.view, better))
    if decision.has_laid or not decision.distance:
        return Effect(Cost.TOOK_NO_HIT, 0.5)
    helpful = count_cards(decision.unseen, decision.helpful)
    unseen = decision.unseen.total()
    return Effect(Cost.TOOK, helpful / max(unseen, 1), helpful=(helpful, unseen))


def _of_left(decision: Decision, own: Action, card: Card) -> Effect:
    """What it cost not to take a face-up card."""
    if decision.has_laid or not decision.distance:
        return Effect(Cost.LEFT_HIT, 1.0)
    with_own = decision.distance
    if not is_hidden_draw(own):
        with_own = decision.distance_with(drawn_card(decision.view, own))
    short = with_own, decision.distance_with(card)
    now = count_cards(decision.unseen, decision.helpful)
    left = decision.unseen.total() / CARDS_A_TURN
    if short[1] < short[0]:
        return Effect(Cost.LEFT, left / max(now, 1), short)
    wider = helpful_with(decision, decision.unseen, card)
    return Effect(Cost.LEFT_WIDER, left / max(now, 1) - left / max(wider, 1), short, (now, wider))


def _best(judged: Iterable[Judged]) -> GoodChoice | None:
    """The discard to which most alternatives would have set the phase back; at least half."""
    found = [good for each in judged if (good := _good(each)) is not None]
    most = max(found, key=lambda good: (good.worse, good.worse / good.kinds), default=None)
    return most if most is not None and 2 * most.worse > most.kinds else None


def _good(judged: Judged) -> GoodChoice | None:
    own = judged.own
    decision = judged.decision
    if not judged.follows or not isinstance(own, Discard) or decision.has_laid:
        return None
    if decision.view.is_last_turn or not decision.view.my_phase or len(decision.kinds) < 2:
        return None
    others = [card for card in decision.kinds if card is not own.card]
    short = decision.distance_without(own.card)
    worse = sum(decision.distance_without(card) > short for card in others)
    return GoodChoice(decision.view, own.card, worse, len(others))
