"""The costliest choice of a seat in a finished game, next to what hard would have done.

Normal plays on from both choices at all seats, in the same determinizations; the chances to win
after the hand judge them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from statistics import fmean

from bot.cards import engine
from bot.cards.actions import Action, Discard, Draw, Hit, Source
from bot.cards.cards import ordered
from bot.cards.events import HandEnded
from bot.cards.record import RECORDS
from bot.cards.state import Stage, State
from bot.cards.views import unseen, view_for
from bot.chances.review import Choice, Decided, Turns, stand_ins
from bot.core.copies import fast_replace

from .decision import Decision
from .hard import Hard
from .levels import Normal

SAMPLES, FEWEST_SAMPLES = 60, 8
"""Determinizations in which a choice is judged first; fewer where a game has many choices."""
PAIRS = 1000
"""Pairs of playouts for all choices of a game, about; a playout takes 1 to 3 ms."""
KEPT, MORE_SAMPLES = 3, 40
"""How many of the costliest choices are judged again, and in how many other determinizations."""
LEAST_COST = 0.02
"""The least loss of the chance to win that is worth showing."""

_HARD, _NORMAL = Hard(), Normal()


@dataclass(frozen=True, slots=True)
class Costliest:
    """Where a seat made its costliest choice; the record of the game has the rest."""

    turn: int  # the index of the turn among the turns of the record
    stage: Stage  # DRAW or PLAY
    cost: float  # by how much the chance to win is lower than after hard's choice


@dataclass(frozen=True, slots=True)
class _Option:
    """A draw, or all actions from the first lay or hit to the last discard or hit."""

    before_last: State
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """The choice of a seat at a decision, and that of hard."""

    turn: int
    state: State
    own: _Option
    hard: _Option

    def cost(self, seat: int, samples: range) -> float:
        """By how much the mean chance to win is lower after the own choice than after hard's."""
        decision = Decision(view_for(self.state, seat), engine.legal_actions(self.state))
        costs = []
        for number in samples:
            seed = f"{self.state.game.game_id} {self.state.version} {number}"
            own, hard = (
                _played_on(option, seat, decision, Random(seed))  # noqa: S311  # play, not secrets
                for option in (self.own, self.hard)
            )
            costs.append(hard - own)
        return fmean(costs)


def stored(found: Costliest | None) -> str:
    """A finding as it is stored with the game."""
    return "" if found is None else f"{found.turn} {found.stage} {found.cost:.4f}"


def parsed(text: str) -> Costliest | None:
    """The finding that :func:`stored` wrote."""
    if not text:
        return None
    turn, stage, cost = text.split()
    return Costliest(int(turn), Stage(stage), float(cost))


def costliest_choice(turns: Turns, seat: int) -> Costliest | None:
    """Where a seat chose what cost most in a finished game; None if nothing cost much.

    It takes up to five seconds. Offers, choices of a phase, play-offs, draws from a save pile and
    actions of stand-ins are not judged.
    """
    pairs = list(_different_choices(turns, seat))
    many = max(FEWEST_SAMPLES, min(SAMPLES, PAIRS // max(len(pairs), 1)))
    pairs.sort(key=lambda pair: -pair.cost(seat, range(many)))
    # They were picked partly by chance, so only other samples tell what they cost.
    others = range(many, many + MORE_SAMPLES)
    costs = [(pair.cost(seat, others), pair) for pair in pairs[:KEPT]]
    cost, pair = max(costs, key=itemgetter(0), default=(0.0, None))
    if pair is None or cost < LEAST_COST:
        return None
    return Costliest(pair.turn, pair.state.stage, cost)


def rebuild_choice(turns: Turns, seat: int, found: Costliest) -> Choice:
    """The choice that :func:`costliest_choice` found."""
    decisions = _decisions(turns[found.turn], seat, found.stage)
    state, own = decisions[0].before, _own_option(decisions)
    assert own is not None, "this was judged"
    hard = _hard_option(state, seat)
    return Choice(view_for(state, seat), own.actions, hard.actions, found.cost)


def _different_choices(turns: Turns, seat: int) -> Iterator[_Pair]:
    """The decisions of a seat in which hard would have chosen differently."""
    for at, (turn, away) in enumerate(zip(turns, stand_ins(turns), strict=True)):
        for stage in (Stage.DRAW, Stage.PLAY):
            decisions = _decisions(turn, seat, stage)
            own = _own_option(decisions)
            if own is None or seat in away or decisions[0].before.playoff:
                continue
            state = decisions[0].before
            hard = _hard_option(state, seat)
            if not _is_saved_draw(hard.actions[-1]) and not _end_equally(own, hard, seat):
                yield _Pair(at, state, own, hard)


def _decisions(turn: Sequence[Decided], seat: int, stage: Stage) -> list[Decided]:
    return [
        one
        for one in turn
        if getattr(one.decision, "seat", None) == seat == one.before.turn
        and one.before.stage is stage
    ]


def _own_option(decisions: Sequence[Decided]) -> _Option | None:
    """The option that a seat chose; None where it cannot be judged."""
    if not decisions:
        return None
    before, after = decisions[-1].before, decisions[-1].state
    actions = tuple(RECORDS.action_from(one.decision, before) for one in decisions)
    last = actions[-1]
    goes_on = isinstance(last, Hit) and after.stage is Stage.PLAY
    if goes_on or not isinstance(last, Draw | Discard | Hit) or _is_saved_draw(last):
        return None
    return _Option(before, actions)


def _is_saved_draw(action: Action) -> bool:
    return isinstance(action, Draw) and action.source in (Source.SAVE_PILE, Source.NONE)


def _end_equally(own: _Option, hard: _Option, seat: int) -> bool:
    hands = [ordered(option.before_last.seats[seat].hand) for option in (own, hard)]
    return own.actions[-1] == hard.actions[-1] and hands[0] == hands[1]


def _hard_option(state: State, seat: int) -> _Option:
    actions: list[Action] = []
    while True:
        rng = Random(f"{state.game.game_id} {state.version}")  # noqa: S311  # play, not secrets
        actions.append(_HARD.choose(view_for(state, seat), engine.legal_actions(state), rng))
        after = engine.apply(state, actions[-1]).state
        if after.stage is not Stage.PLAY or after.turn != seat or isinstance(actions[-1], Draw):
            return _Option(state, tuple(actions))
        state = after


def _played_on(option: _Option, seat: int, decision: Decision, rng: Random) -> float:
    """The seat's chance to win after the hand, played on in one determinization."""
    step = engine.apply(_determinized(option.before_last, seat, rng), option.actions[-1])
    while step.state.stage not in (Stage.DEAL, Stage.OVER):
        state = step.state
        view = view_for(state, state.turn)
        step = engine.apply(state, _NORMAL.choose(view, engine.legal_actions(state), rng))
    end = next(event for event in step.events if isinstance(event, HandEnded))
    return decision.stakes.about(end.completed, end.points)


def _determinized(state: State, me: int, rng: Random) -> State:
    """The state with hidden cards drawn anew, in agreement with what the seat could see."""
    hidden = list(unseen(view_for(state, me)).elements())
    rng.shuffle(hidden)
    seats = list(state.seats)
    for number, seat in enumerate(seats):
        if number != me:
            known = seat.taken[: len(seat.hand)]
            held, saved = len(seat.hand) - len(known), len(seat.saved)
            hand, pile = (*known, *hidden[:held]), tuple(hidden[held : held + saved])
            seats[number] = fast_replace(seat, hand=hand, saved=pile)
            del hidden[: held + saved]
    return fast_replace(state, seats=tuple(seats), draw_pile=tuple(hidden[: len(state.draw_pile)]))
