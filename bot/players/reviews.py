"""Reviews of finished games: a seat's choices next to hard's, from what the seat could see.

Both choices are played on in the same possible worlds, as :mod:`bot.players.expert` does. So the
luck of what came is left out; that the playouts are not quite true counts as doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from bot.scores.reviews import SeatReview

from .compiled import compiled_playouts
from .expert import compiled_values, is_known, playing, value_of
from .hard import Hard
from .situation import Situation
from .worlds import Worlds

PLAYOUTS = 6000
"""Pairs of playouts for all seats together, times the seats of the game; 5 seconds in Python."""
FEWEST_WORLDS, MOST_WORLDS = 16, 120
"""Worlds in which a choice is compared."""
MOST_WORK = 72_000
"""Plans looked at for a choice in Python; bounds the time where a phase has thousands of plans."""
MORE_COMPILED = 10
"""How many times as many there are where playouts are compiled."""
SHOWN = 3
"""How many of the best choices are kept, and of the costliest."""
AGAIN = 1 / 3
"""Share of the playouts in which those are compared again: they were picked for luck, too."""
DOUBT = 0.0085
"""Standard error of a choice's gain that more playouts do not take away: they are not quite true.

With it, about 10 of 200 games of hard differ from hard at 95 % confidence, as they should."""

_HARD = Hard()


@dataclass(frozen=True, slots=True)
class _Option:
    """A way to go on from a decision.

    Attributes:
        state: the game before its last action.
        actions: all actions, the last of which is compared by playouts.
    """

    state: State
    actions: tuple[Action, ...]

    @property
    def last(self) -> Action:
        """The action that ends it."""
        return self.actions[-1]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A decision of a seat.

    Attributes:
        turn: the place of its turn.
        state: the game before it.
        made: what the seat did.
        hard: what hard would have done.
    """

    turn: int
    state: State
    made: _Option
    hard: _Option

    def is_same(self, seat: int) -> bool:
        """Whether both come to the same."""
        one, other = self.made, self.hard
        hands = [ordered(each.state.seats[seat].hand) for each in (one, other)]
        return one.last == other.last and hands[0] == hands[1]


def review_of(
    lines: Iterable[str | bytes], seats: Sequence[int] | None = None, playouts: int = PLAYOUTS
) -> Review:
    """The review of the first game of a record; takes up to ten seconds.

    Args:
        lines: of the record.
        seats: those whose accounts and choices are wanted; all by default.
        playouts: pairs of playouts for all these seats together, times the seats of the game.

    Raises:
        RecordError: ``not_over``; while a game runs, its hidden cards stay hidden.
        GameError: the record is none, or does not replay.
    """
    turns = finished_turns(lines)
    game = turns[0][0].state.game
    wanted = range(game.size) if seats is None else seats
    each = playouts // game.size // max(len(wanted), 1)
    return Review(
        game_id=game.game_id,
        players=game.players,
        course=course_of(turns),
        accounts=tuple(account_of(turns, seat) for seat in wanted),
        choices=tuple(choices_of(turns, seat, each) for seat in wanted),
    )


def seat_review_of(lines: Iterable[str | bytes], seat: int, playouts: int = PLAYOUTS) -> SeatReview:
    """What :func:`review_of` finds for one seat, in figures alone; takes up to four seconds.

    Args:
        lines: of the record of a finished game.
        seat: the seat.
        playouts: pairs of playouts, times the seats of the game.

    Raises:
        RecordError: ``not_over``.
        GameError: the record is none, or does not replay.
    """
    turns = finished_turns(lines)
    parts = account_of(turns, seat).parts
    each = playouts // turns[0][0].state.game.size
    choices = choices_of(turns, seat, each, examples=False)
    compared = choices.decisions > 0
    return SeatReview(
        deals=parts[Part.DEALS],
        draws=parts[Part.DRAWS],
        others=parts[Part.OTHERS],
        choices=choices.gain if compared else None,
        error=choices.error if compared else None,
        decisions=choices.decisions,
    )


def choices_of(
    turns: Turns, seat: int, playouts: int = PLAYOUTS, *, examples: bool = True
) -> Choices:
    """The choices of a seat next to hard's.

    Where there are too many, evenly spaced ones are compared. Not compared are offers, choices of
    a phase, last turns, play-offs, save piles, and what stand-ins did.

    Args:
        turns: of a finished game.
        seat: the seat.
        playouts: pairs of playouts.
        examples: whether the best and the costliest choices are wanted.
    """
    pairs = list(_pairs(turns, seat))
    different = [pair for pair in pairs if not pair.is_same(seat)]
    first = round(playouts * (1 - AGAIN))
    compared = _evenly(different, max(1, first // FEWEST_WORLDS))
    worlds = _worlds(first, len(compared))
    found = [_compared(pair, seat, range(worlds)) for pair in compared]
    gain, error = _summed_up(found, len(different))
    others = range(worlds, worlds + _worlds(playouts - first, 2 * SHOWN))
    shown = _again(compared, found, seat, others) if examples else []
    return Choices(
        seat=seat,
        decisions=len(pairs),
        different=len(different),
        compared=len(compared),
        gain=gain,
        error=error,
        best=tuple(choice for choice in shown[: -SHOWN - 1 : -1] if choice.gain > 0),
        costliest=tuple(choice for choice in shown[:SHOWN] if choice.gain < 0),
    )


def _worlds(playouts: int, choices: int) -> int:
    """The worlds for each of some choices."""
    return max(FEWEST_WORLDS, min(MOST_WORLDS, playouts // max(choices, 1)))


def _again(
    pairs: Sequence[_Pair], found: Sequence[Choice], seat: int, worlds: range
) -> list[Choice]:
    """The best and the costliest choices, compared in other worlds; the costliest first."""
    order = sorted(range(len(found)), key=lambda at: found[at].gain)
    picked = {*order[:SHOWN], *order[-SHOWN:]}
    shown = [_compared(pairs[at], seat, worlds) for at in sorted(picked)]
    return sorted(shown, key=lambda choice: choice.gain)


def _evenly(pairs: Sequence[_Pair], most: int) -> Sequence[_Pair]:
    """Pairs from the whole row, evenly spaced, where there are more than ``most``."""
    if len(pairs) <= most:
        return pairs
    return [pairs[at * len(pairs) // most] for at in range(most)]


def _summed_up(found: Sequence[Choice], different: int) -> tuple[float, float]:
    """The sum of all gains and its standard error, the choices not compared being as others."""
    if not found:
        return 0.0, 0.0
    gains, count = [choice.gain for choice in found], len(found)
    sampling = variance(gains) * (different - count) / different if count > 1 else 0.0
    spread = sum(choice.error**2 for choice in found) / count + sampling
    return fmean(gains) * different, different * sqrt(spread / count)


# ── decisions ─────────────────────────────────────────────────────────────────────────────────


def _pairs(turns: Turns, seat: int) -> Iterator[_Pair]:
    """The decisions of a seat that can be compared."""
    for at, (turn, away) in enumerate(zip(turns, stand_ins(turns), strict=True)):
        own = [each for each in turn if _is_of(each, seat)]
        if seat in away or not own or not is_known(_situation(own[0].before, seat)):
            continue
        for decisions in (
            [each for each in own if each.before.stage is stage] for stage in _STAGES
        ):
            made = _made(decisions)
            if made is not None:
                state = decisions[0].before
                hard = _hards(state, seat)
                if not {Source.SAVE_PILE, Source.NONE} & {_source(made.last), _source(hard.last)}:
                    yield _Pair(at, state, made, hard)


_STAGES = (Stage.DRAW, Stage.PLAY)


def _is_of(decision: Decided, seat: int) -> bool:
    return getattr(decision.decision, "seat", None) == seat == decision.before.turn


def _source(action: Action) -> Source | None:
    return action.source if isinstance(action, Draw) else None


def _made(decisions: Sequence[Decided]) -> _Option | None:
    """What a seat did; None where that cannot be compared."""
    if not decisions:
        return None
    last = decisions[-1]
    rules = last.before.game.rules
    actions = tuple(RECORDS.decision_of(each.decision, rules) for each in decisions)
    return _Option(last.before, actions) if _is_last(actions[-1], last.before, last.state) else None


def _is_last(action: Action, before: State, after: State) -> bool:
    """Whether an action ends a draw or a turn, in a way that can be played on."""
    if isinstance(action, Hit):
        return after.turn != before.turn or after.stage is not Stage.PLAY
    return isinstance(action, Draw | Discard)


def _hards(state: State, seat: int) -> _Option:
    """What hard would have done from what the seat could see."""
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


def _compared(pair: _Pair, seat: int, worlds: range) -> Choice:
    """Play both choices on in the same worlds, at least two."""
    made, hard = _compiled(pair, seat, worlds) or _played(pair, seat, worlds)
    gains = [one - other for one, other in zip(made, hard, strict=True)]
    return Choice(
        turn=pair.turn,
        view=view_for(pair.state, seat),
        made=pair.made.actions,
        hard=pair.hard.actions,
        gain=fmean(gains),
        error=sqrt(variance(gains) / len(gains) + DOUBT**2),
    )


def _compiled(pair: _Pair, seat: int, worlds: range) -> list[list[float]]:
    """The values of both choices in more worlds, compiled; empty where that cannot be."""
    options = (pair.made, pair.hard)
    there = [_situation(option.state, seat) for option in options]
    playouts = [found for here in there if (found := compiled_playouts(here))]
    if len(playouts) < len(options):
        return []
    many, name = MORE_COMPILED * len(worlds), _name(pair, worlds.start)
    seed = Random(name).getrandbits(64)  # noqa: S311  # play, not secrets
    return [
        compiled_values(here, found, [_ending(option.last)], many, seed)[0]
        for here, found, option in zip(there, playouts, options, strict=True)
    ]


def _played(pair: _Pair, seat: int, worlds: range) -> list[list[float]]:
    """The values of both choices, played in Python; in fewer worlds where they take long."""
    values = [_valued(option, seat) for option in (pair.made, pair.hard)]
    many = max(2, MOST_WORK // Worlds(_situation(pair.hard.state, seat)).work)
    names = [_name(pair, world) for world in worlds[:many]]
    return [[value(Random(name)) for name in names] for value in values]  # noqa: S311  # play


def _name(pair: _Pair, world: int) -> str:
    return f"{pair.state.game.game_id} {pair.state.version} {world}"


def _valued(option: _Option, seat: int) -> Callable[[Random], float]:
    """The value of an option in the world that comes from a generator."""
    here = _situation(option.state, seat)
    worlds, play = Worlds(here), playing(here.view, _ending(option.last))

    def value(rng: Random) -> float:
        world = worlds.draw(rng)
        play(world)
        return value_of(here.view, world, here.stakes)

    return value


def _ending(action: Action) -> Action:
    """The action as it is played on: whether the last card is hit or discarded is the same."""
    return Discard(action.card.held) if isinstance(action, Hit) else action
