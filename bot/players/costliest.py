"""The costliest choices of a seat in a finished game, next to better ones.

A choice that is not among the best actions of its view may be a mistake. The fitted chances tell
which of these cost most; normal then plays on from both choices at all seats, in the same
determinizations, and the chances to win after the hand judge them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from bot.cards import engine
from bot.cards.actions import FROM_PILE, Action, AnswerOffer, Discard, Draw, Hit, Save
from bot.cards.distance import solver_for
from bot.cards.engine import LegalActions
from bot.cards.events import Event, HandEnded
from bot.cards.marked_cards import fitting, group_with
from bot.cards.record import RECORDS
from bot.cards.state import Stage, State
from bot.cards.views import PlayerView, drawn_card, unseen, view_for
from bot.chances.hand_chances import chances
from bot.chances.review import Choice, Turns, stand_ins
from bot.core.copies import fast_replace
from bot.core.states import Transition

from .decision import Decision
from .judgement import best_actions
from .levels import Normal
from .stakes import Stakes

STEPS = 8_000
USUAL_WEIGHT = 500
"""Decisions in all playouts of a game, which take a second or two; fewer with heavier phases."""
DECISIONS = 3  # how many times as many decisions a game that is judged may have
KEPT = 6  # mistakes that are played on, of all that the fitted chances compare
DRAWS = 4  # determinizations for the fitted chances
FEWEST_PAIRS = 12
LEAST_COST = 0.05  # the least loss of the chance to win that is worth showing
SURE = 2  # standard errors by which a cost must differ from zero, and from one worth showing
ESTIMATE_SPREAD = 0.04
_LEAST_SPREAD = 0.01
"""Standard deviations: of the fitted chances around true costs, and of playouts at least."""
MOST_FOUND = 2

_JUDGED = (Stage.OFFER, Stage.DRAW, Stage.PLAY)
_NORMAL = Normal()


@dataclass(frozen=True, slots=True)
class Costliest:
    """Where a seat made a costly choice; the record of the game has the rest."""

    turn: int  # the index of the turn among the turns of the record
    version: int  # of the state before the choice
    cost: float  # by how much the chance to win is lower than after the better choice


@dataclass(frozen=True, slots=True)
class _Mistake:
    """A choice of a seat and a better one."""

    turn: int
    state: State
    own: Action
    better: Action

    @property
    def seat(self) -> int:
        return self.state.turn

    def estimate(self) -> float:
        """About how much the chance to win is lower, by the fitted chances."""
        return fmean(self._estimates(Random(self.state.version)))  # noqa: S311  # play, not secrets

    def _estimates(self, rng: Random) -> Iterator[float]:
        for _ in range(DRAWS):
            state = _determinized(self.state, self.seat, rng)
            better, own = (self._after(state, action, rng) for action in (self.better, self.own))
            yield better - own

    def _after(self, state: State, action: Action, rng: Random) -> float:
        """The chance to win after the draw, or after the turn."""
        state = engine.apply(state, action).state
        while not isinstance(action, Draw | AnswerOffer) and _plays(state, self.seat):
            state = _normal_step(state, rng).state
        return chances(view_for(state, self.seat))[self.seat]


def _plays(state: State, seat: int) -> bool:
    return state.turn == seat and state.stage is Stage.PLAY


def _normal_step(state: State, rng: Random) -> Transition[State, Event]:
    view = view_for(state, state.turn)
    return engine.apply(state, _NORMAL.choose(view, engine.legal_actions(state), rng))


class _Playouts:
    """Plays a mistake and the better choice on, until the hand ends."""

    def __init__(self, mistake: _Mistake, estimate: float) -> None:
        self.estimate = estimate
        self._mistake = mistake
        self.costs = list[float]()
        self._steps = 0
        self._stakes = Stakes(view_for(mistake.state, mistake.seat))

    def play_pair(self) -> int:
        """Play on from both choices in the same determinization; returns the decisions made."""
        mistake = self._mistake
        before = self._steps
        seed = f"{mistake.state.game.game_id} {mistake.state.version} {len(self.costs)}"
        better, own = (
            self._played(action, Random(seed))  # noqa: S311  # play, not secrets
            for action in (mistake.better, mistake.own)
        )
        self.costs.append(better - own)
        return self._steps - before

    def _played(self, action: Action, rng: Random) -> float:
        """The seat's chance to win after the hand, played on in one determinization."""
        step = engine.apply(_determinized(self._mistake.state, self._mistake.seat, rng), action)
        while step.state.stage not in (Stage.DEAL, Stage.OVER):
            step = _normal_step(step.state, rng)
            self._steps += 1
        end = next(event for event in step.events if isinstance(event, HandEnded))
        return self._stakes.about(end.completed, end.points)

    def cost(self) -> tuple[float, float]:
        """The likely cost, of the playouts and the fitted chances, and how far it may be off."""
        spread = max(stdev(self.costs), _LEAST_SPREAD) / sqrt(len(self.costs))
        played = spread**-2
        fitted = ESTIMATE_SPREAD**-2
        mean = (played * fmean(self.costs) + fitted * self.estimate) / (played + fitted)
        return mean, SURE / sqrt(played + fitted)

    @property
    def may_cost(self) -> bool:
        """Whether the cost may still be worth showing."""
        return len(self.costs) < FEWEST_PAIRS or sum(self.cost()) >= LEAST_COST

    @property
    def found(self) -> Costliest | None:
        """The choice, if it surely cost something worth showing."""
        if len(self.costs) < FEWEST_PAIRS:
            return None
        cost, off = self.cost()
        if cost < max(LEAST_COST, off):
            return None
        return Costliest(self._mistake.turn, self._mistake.state.version, cost)


def costliest_choices(
    turns: Turns, seat: int, told: Callable[[float], None] = lambda _: None
) -> tuple[Costliest, ...]:
    """Where a seat chose what cost most in a finished game, the costliest first.

    It takes about two seconds, and tells the share that is done. Lays, hits, cards set aside,
    choices of a phase, play-offs and actions of stand-ins are not judged.
    """
    rules = turns[0][0].state.game.rules
    heaviest = max(solver_for(phase, rules).weight for phase in rules.parsed_phases)
    most = STEPS * USUAL_WEIGHT // (USUAL_WEIGHT + heaviest)
    if sum(map(len, turns)) > most * DECISIONS:
        return ()
    playouts = [_Playouts(mistake, mistake.estimate()) for mistake in _mistakes(turns, seat)]
    playouts = sorted(playouts, key=lambda each: -each.estimate)[:KEPT]
    steps = 0
    while playouts and steps < most:
        steps += sum(each.play_pair() for each in playouts)
        playouts = [each for each in playouts if each.may_cost]
        told(min(1.0, steps / most))
    told(1.0)
    sure = filter(None, (each.found for each in playouts))
    return tuple(sorted(sure, key=lambda each: -each.cost)[:MOST_FOUND])


def _mistakes(turns: Turns, seat: int) -> Iterator[_Mistake]:
    """The choices of a seat that are not among the best actions of their views."""
    for at, (turn, away) in enumerate(zip(turns, stand_ins(turns), strict=True)):
        if seat in away:
            continue
        for decided in turn:
            state = decided.before
            is_own = getattr(decided.decision, "seat", None) == state.turn == seat
            if not is_own or state.stage not in _JUDGED or state.playoff:
                continue
            action = RECORDS.action_from(decided.decision, state)
            view = view_for(state, seat)
            legal = engine.legal_actions(state)
            best = best_actions(Decision(view, legal))
            # Normal never spends a Wild early, so its playouts do not tell what one is worth.
            keeps_wild = isinstance(best[0], Hit | Save) and best[0].card.is_wild
            judged = isinstance(action, Draw | Discard | AnswerOffer) and not keeps_wild
            if judged and action not in best:
                yield _Mistake(at, state, action, _one_of(best, view, legal))


def _one_of(best: Sequence[Action], view: PlayerView, legal: LegalActions) -> Action:
    """The action of these that normal would choose, always the same."""
    normal = _NORMAL.choose(view, legal, Random(view.version))  # noqa: S311  # play, not secrets
    return normal if normal in best else best[0]


def rebuild_choice(turns: Turns, seat: int, found: Costliest) -> Choice:
    """The choice that :func:`costliest_choices` found."""
    mistakes = _mistakes(turns[found.turn : found.turn + 1], seat)
    mistake = next(each for each in mistakes if each.state.version == found.version)
    view = view_for(mistake.state, seat)
    own = mistake.own
    better = mistake.better
    if isinstance(own, Discard):
        marks = zip(view.hand, fitting(view, view.hand), strict=True)
        return Choice(view, own, better, needed=(own.card, True) in marks)
    hidden = better in (FROM_PILE, AnswerOffer(take=False))
    return Choice(view, own, better, () if hidden else group_with(view, drawn_card(view, better)))


def stored(found: tuple[Costliest, ...]) -> str:
    """Findings as they are stored with the game."""
    return " ".join(f"{one.turn}/{one.version}/{one.cost:.4f}" for one in found)


def parsed(text: str | None) -> tuple[Costliest, ...] | None:
    """The findings that :func:`stored` wrote; None if there are none, or only of 1.0."""
    if text is None or (text and "/" not in text):
        return None
    parts = (one.split("/") for one in text.split())
    return tuple(Costliest(int(turn), int(version), float(cost)) for turn, version, cost in parts)


def _determinized(state: State, me: int, rng: Random) -> State:
    """The state with hidden cards drawn anew, in agreement with what the seat could see."""
    hidden = list(unseen(view_for(state, me)).elements())
    rng.shuffle(hidden)
    seats = list(state.seats)
    for number, seat in enumerate(seats):
        if number != me:
            known = seat.taken[: len(seat.hand)]
            held = len(seat.hand) - len(known)
            saved = len(seat.saved)
            hand = (*known, *hidden[:held])
            pile = tuple(hidden[held : held + saved])
            seats[number] = fast_replace(seat, hand=hand, saved=pile)
            del hidden[: held + saved]
    return fast_replace(state, seats=tuple(seats), draw_pile=tuple(hidden[: len(state.draw_pile)]))
