"""The choices in a finished game: what a seat did next to what hard would have done.

Both choices are played on in the same possible worlds, as :mod:`bot.players.expert` does. So luck
does not count; that the playouts are not quite true counts as doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, variance

from bot.analysis.review import (
    Choice,
    Choices,
    Decided,
    Part,
    Review,
    Turns,
    account_of,
    course_of,
    finished_turns,
    stand_ins,
)
from bot.rules import engine
from bot.rules.actions import Action, Discard, Draw, Hit, Source
from bot.rules.cards import ordered
from bot.rules.record import RECORDS
from bot.rules.state import Stage, State
from bot.rules.views import view_for
from bot.scores.results import SeatReview

from .hard import Hard
from .playouts import are_compiled, can_be_played_on, playouts_of
from .situation import Situation

ROUNDS, WORLDS = 6000, 10
"""Rounds of playouts for all seats together, times the seats of the game, and worlds of a round."""
FEWEST_ROUNDS, MOST_ROUNDS = 16, 120
"""Rounds in which a choice is compared."""
EXAMPLES = 3
"""How many of the best choices are kept, and of the costliest."""
SECOND_ROUNDS = 1 / 3
"""Share of the rounds in which examples are compared again: they were picked for luck, too."""
DOUBT = 0.0085
"""Standard error of a choice's gain that more playouts do not take away: they are not quite true.

With it, about 10 of 200 games of hard differ from hard at 95 % confidence, as they should."""

_HARD = Hard()


@dataclass(frozen=True, slots=True)
class _Option:
    """A way to go on from a decision; its last action is the one that playouts compare."""

    state: State  # the game before the last action
    actions: tuple[Action, ...]

    @property
    def last(self) -> Action:
        """The action that ends it."""
        return self.actions[-1]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A decision of a seat: what it did, and what hard would have done."""

    turn: int
    state: State
    own: _Option
    hard: _Option

    def is_same(self, seat: int) -> bool:
        """Whether both options come to the same."""
        own, hards = (ordered(one.state.seats[seat].hand) for one in (self.own, self.hard))
        return self.own.last == self.hard.last and own == hards


def review_of(
    lines: Iterable[str | bytes], seats: Sequence[int] | None = None, rounds: int = ROUNDS
) -> Review:
    """The review of the first game of a record, for all seats or for some; takes a few seconds.

    It raises what :func:`bot.analysis.review.finished_turns` raises.
    """
    turns = finished_turns(lines)
    game = turns[0][0].state.game
    reviewed = range(game.size) if seats is None else seats
    rounds_of_seat = rounds // game.size // max(len(reviewed), 1)
    return Review(
        game_id=game.game_id,
        players=game.players,
        course=course_of(turns),
        accounts=tuple(account_of(turns, seat) for seat in reviewed),
        choices=tuple(choices_of(turns, seat, rounds_of_seat) for seat in reviewed),
    )


def seat_review_of(lines: Iterable[str | bytes], seat: int, rounds: int = ROUNDS) -> SeatReview:
    """The review of one seat in figures alone; raises what :func:`review_of` raises."""
    turns = finished_turns(lines)
    parts = account_of(turns, seat).parts
    rounds_of_seat = rounds // turns[0][0].state.game.size
    choices = choices_of(turns, seat, rounds_of_seat, examples=False)
    compared = choices.decisions > 0
    return SeatReview(
        deals=parts[Part.DEALS],
        draws=parts[Part.DRAWS],
        others=parts[Part.OTHERS],
        choices=choices.gain if compared else None,
        error=choices.error if compared else None,
        decisions=choices.decisions,
    )


def choices_of(turns: Turns, seat: int, rounds: int = ROUNDS, *, examples: bool = True) -> Choices:
    """The choices of a seat in a finished game compared with hard's.

    Where there are too many, evenly spaced ones are compared. Not compared are offers, choices of
    a phase, actions of stand-ins, and decisions that cannot be played on. ``examples`` asks for the
    best and the costliest choices.
    """
    pairs = list(_pairs(turns, seat))
    different = [pair for pair in pairs if not pair.is_same(seat)]
    first = round(rounds * (1 - SECOND_ROUNDS))
    sample = _evenly(different, max(1, first // FEWEST_ROUNDS))
    first_each = _rounds(first, len(sample))
    compared = [_compared(pair, seat, first_each) for pair in sample]
    gain, error = _summed_up(compared, len(different))
    second_each = _rounds(rounds - first, 2 * EXAMPLES)
    kept = _compared_again(sample, compared, seat, second_each, first_each) if examples else []
    return Choices(
        seat=seat,
        decisions=len(pairs),
        different=len(different),
        compared=len(compared),
        gain=gain,
        error=error,
        best=tuple(choice for choice in kept[: -EXAMPLES - 1 : -1] if choice.gain > 0),
        costliest=tuple(choice for choice in kept[:EXAMPLES] if choice.gain < 0),
        can_compare=are_compiled(),
    )


def _rounds(rounds: int, choices: int) -> int:
    """The rounds for each of some choices."""
    return max(FEWEST_ROUNDS, min(MOST_ROUNDS, rounds // max(choices, 1)))


def _compared_again(
    pairs: Sequence[_Pair], compared: Sequence[Choice], seat: int, rounds: int, first: int
) -> list[Choice]:
    """The best and the costliest choices, compared in other worlds; the costliest first."""
    order = sorted(range(len(compared)), key=lambda at: compared[at].gain)
    picked = {*order[:EXAMPLES], *order[-EXAMPLES:]}
    again = [_compared(pairs[at], seat, rounds, first) for at in sorted(picked)]
    return sorted(again, key=lambda choice: choice.gain)


def _evenly(pairs: Sequence[_Pair], most: int) -> Sequence[_Pair]:
    """Pairs from the whole row, evenly spaced, where there are more than ``most``."""
    if len(pairs) <= most:
        return pairs
    return [pairs[at * len(pairs) // most] for at in range(most)]


def _summed_up(compared: Sequence[Choice], different: int) -> tuple[float, float]:
    """The sum of all gains and its standard error; choices not compared count with the mean."""
    if not compared:
        return 0.0, 0.0
    gains, count = [choice.gain for choice in compared], len(compared)
    sampling = variance(gains) * (different - count) / different if count > 1 else 0.0
    spread = sum(choice.error**2 for choice in compared) / count + sampling
    return fmean(gains) * different, different * sqrt(spread / count)


# ── decisions ─────────────────────────────────────────────────────────────────────────────────


def _pairs(turns: Turns, seat: int) -> Iterator[_Pair]:
    """The decisions of a seat that can be compared."""
    for at, (turn, away) in enumerate(zip(turns, stand_ins(turns), strict=True)):
        decisions = [decision for decision in turn if _is_of(decision, seat)]
        if seat in away or not decisions:
            continue
        if not can_be_played_on(_situation(decisions[0].before, seat)):
            continue
        for stage in (Stage.DRAW, Stage.PLAY):
            of_stage = [decision for decision in decisions if decision.before.stage is stage]
            own = _own_option(of_stage)
            if own is not None:
                state = of_stage[0].before
                hard = _option_of_hard(state, seat)
                if _can_be_compared(own, seat) and _can_be_compared(hard, seat):
                    yield _Pair(at, state, own, hard)


def _is_of(decision: Decided, seat: int) -> bool:
    return getattr(decision.decision, "seat", None) == seat == decision.before.turn


def _can_be_compared(option: _Option, seat: int) -> bool:
    last = option.last
    draws = isinstance(last, Draw) and last.source in (Source.SAVE_PILE, Source.NONE)
    return not draws and can_be_played_on(_situation(option.state, seat))


def _own_option(decisions: Sequence[Decided]) -> _Option | None:
    """The option that a seat chose; None where it cannot be compared."""
    if not decisions:
        return None
    last = decisions[-1]
    rules = last.before.game.rules
    actions = tuple(RECORDS.decision_of(one.decision, rules) for one in decisions)
    return _Option(last.before, actions) if _is_last(actions[-1], last.before, last.state) else None


def _is_last(action: Action, before: State, after: State) -> bool:
    """Whether an action ends a draw or a turn, in a way that can be played on."""
    if isinstance(action, Hit):
        return after.turn != before.turn or after.stage is not Stage.PLAY
    return isinstance(action, Draw | Discard)


def _option_of_hard(state: State, seat: int) -> _Option:
    """The option that hard would have chosen with the seat's view."""
    actions: list[Action] = []
    while True:
        rng = Random(f"{state.game.game_id} {state.version}")  # noqa: S311  # play, not secrets
        here = _situation(state, seat)
        actions.append(_HARD.choose(here.view, here.legal, rng))
        after = engine.apply(state, actions[-1]).state
        if after.stage is not Stage.PLAY or after.turn != seat or isinstance(actions[-1], Draw):
            return _Option(state, tuple(actions))
        state = after


def _situation(state: State, seat: int) -> Situation:
    return Situation(view_for(state, seat), engine.legal_actions(state))


# ── playouts ──────────────────────────────────────────────────────────────────────────────────


def _compared(pair: _Pair, seat: int, rounds: int, first: int = 0) -> Choice:
    """Play both choices on in the same worlds, those of the rounds from ``first`` on."""
    name = f"{pair.state.game.game_id} {pair.state.version} {first}"
    seed = Random(name).getrandbits(64)  # noqa: S311  # play, not secrets
    own, hard = (_values(option, seat, rounds * WORLDS, seed) for option in (pair.own, pair.hard))
    gains = [one - other for one, other in zip(own, hard, strict=True)]
    return Choice(
        turn=pair.turn,
        view=view_for(pair.state, seat),
        own=pair.own.actions,
        hard=pair.hard.actions,
        gain=fmean(gains),
        error=sqrt(variance(gains) / len(gains) + DOUBT**2),
    )


def _values(option: _Option, seat: int, worlds: int, seed: int) -> list[float]:
    playouts = playouts_of(_situation(option.state, seat))
    assert playouts is not None, "pairs are made of decisions that can be played on"
    return playouts.values([_ending(option.last)], worlds, seed)[0]


def _ending(action: Action) -> Action:
    """The action as it is played on: whether the last card is hit or discarded is the same."""
    return Discard(action.card.held) if isinstance(action, Hit) else action
