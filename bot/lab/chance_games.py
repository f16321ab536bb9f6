"""Games from which the chances to win are fitted: played, and kept in a file line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

from pydantic import TypeAdapter

from bot.model import Level
from bot.players import strategy
from bot.rules import engine, snapshot
from bot.rules.editions import CLASSIC, FINAL_TURN, MASTERS, MODERN, RuleSet
from bot.rules.events import HandEnded
from bot.rules.shuffle import SECRET_BYTES
from bot.rules.state import Stage, State
from bot.rules.variations import varied
from bot.rules.views import view_for
from bot.systems import CARDS

from .simulation import derived
from .workers import spread

POSITIONS = 8
"""States kept of each game, at decisions chosen at random."""
HARD_EACH = 7
"""In one game of this many all seats are hard; in the others they are normal."""
_VARIATIONS = ("phases=4", "even_phases", "S2+S2+S2,R3+C4,S3+R5,S3+S2", "ten_hands")
_RULES = (
    (CLASSIC, CLASSIC, CLASSIC, CLASSIC, MODERN, FINAL_TURN, MASTERS, varied(CLASSIC, each))
    for each in _VARIATIONS
)
RULES: tuple[RuleSet, ...] = tuple(each for row in _RULES for each in row)
"""The rules of one game after the other; where they allow fewer players, classic."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """How a hand of a game went.

    Attributes:
        tried: the number of the phase that each seat tried; None for one that sat out.
        before: how many phases each seat had completed.
        totals: the points of each seat before it.
        first: the seat left of the dealer.
        laid: whether each seat laid its phase.
        out: the seats that went out, in order.
        points: what each seat scored.
    """

    tried: tuple[int | None, ...]
    before: tuple[int, ...]
    totals: tuple[int, ...]
    first: int
    laid: tuple[bool, ...]
    out: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as far as the fit looks at it.

    Attributes:
        number: its number, which with the seed determines it.
        players: how many seats.
        rules: the place of its rules in :data:`RULES`.
        winners: the seats that won.
        hands: its hands, play-offs left out.
        positions: for some of its decisions the number of the hand and the stored state.
    """

    number: int
    players: int
    rules: int
    winners: tuple[int, ...]
    hands: tuple[PlayedHand, ...]
    positions: tuple[tuple[int, str], ...]


_GAME = TypeAdapter(PlayedGame)


def rules_of(players: int, number: int) -> int:
    """The place in :data:`RULES` of a game's rules."""
    place = number % len(RULES)
    return place if players <= RULES[place].max_players else 0


def played(players: int, seed: int, number: int) -> PlayedGame:
    """Play a game; the same arguments give the same game."""
    at = rules_of(players, number)
    rng, keep = (
        Random(derived(f"chances {purpose} {players}", seed, number))  # noqa: S311  # no secret
        for purpose in ("choices", "positions")
    )
    player = strategy(Level.HARD if number % HARD_EACH == 0 else Level.NORMAL)
    names = [str(seat) for seat in range(players)]
    secret = derived(f"chances secret {players}", seed, number)
    state = engine.new_game("chances", RULES[at], names, secret)
    hands: list[PlayedHand] = []
    kept: list[State] = []
    decisions = 0
    while state.stage is not Stage.OVER:
        action = CARDS.due(state)
        if action is None:
            decisions += 1
            _keep(kept, state, keep.randrange(decisions))
            view, legal = view_for(state, state.turn), engine.legal_actions(state)
            action = player.choose(view, legal, rng)
        step = engine.apply(state, action)
        if not state.playoff:
            hands += [_hand(state, each) for each in step.events if isinstance(each, HandEnded)]
        state = step.state
    assert state.result is not None, "the game is over"
    stored = tuple((each.hand, snapshot.dumps(each)) for each in kept)
    return PlayedGame(number, players, at, state.result.winners, tuple(hands), stored)


def _keep(kept: list[State], state: State, place: int) -> None:
    """Keep a state, instead of an older one where there are enough; all are equally likely."""
    if len(kept) < POSITIONS:
        kept.append(state)
    elif place < POSITIONS:
        kept[place] = state


def _hand(before: State, ended: HandEnded) -> PlayedHand:
    size = before.game.size
    return PlayedHand(
        tried=tuple(seat.trying for seat in before.seats),
        before=tuple(
            progress - laid for progress, laid in zip(ended.progress, ended.completed, strict=True)
        ),
        totals=tuple(seat.total for seat in before.seats),
        first=(before.dealer + 1) % size,
        laid=ended.completed,
        out=ended.out,
        points=ended.points,
    )


def states_of(game: PlayedGame) -> Iterator[tuple[int, State]]:
    """The states kept of a game, each with the number of its hand."""
    names = [str(seat) for seat in range(game.players)]
    fresh = engine.new_game("chances", RULES[game.rules], names, bytes(SECRET_BYTES))
    for hand, text in game.positions:
        yield hand, snapshot.loads(text, fresh.game)


def play_to(file: Path, players: int, games: int, seed: int, jobs: int) -> Iterator[int]:
    """Play the games that a file lacks and add each to it as a line; yields their numbers.

    Raises:
        OSError: the file cannot be read or written.
    """
    done = _whole_lines(file)
    work = partial(played, players, seed)
    with file.open("a", encoding="utf-8") as lines:
        for game in spread(work, range(done, games), jobs):
            lines.write(json.dumps(asdict(game)) + "\n")
            lines.flush()
            yield game.number


def _whole_lines(file: Path) -> int:
    """How many lines a file has; a last one that was cut off is taken away."""
    if not file.exists():
        return 0
    with file.open("rb+") as lines:
        count = size = 0
        for line in lines:
            if line.endswith(b"\n"):
                count, size = count + 1, size + len(line)
        lines.truncate(size)
    return count


def games_of(file: Path) -> Iterator[PlayedGame]:
    """The games of a file, in order."""
    with file.open(encoding="utf-8") as lines:
        yield from map(_GAME.validate_json, lines)
