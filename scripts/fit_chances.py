"""Fit the chances to win to games of computer players, and score them on other games.

    python -m scripts.fit_chances DIR [--games 4000] [--more 600] [--write FILE] [--check]

Needs numpy, which the extra ``bench`` installs. The games are kept in DIR; a later run plays only
the games that DIR lacks. Two games of three are fitted, the third is scored. ``--write`` writes the
coefficients to a file, as ``bot/analysis/coefficients.json`` has them; ``--check`` fits nothing and
scores the coefficients of this version.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import log
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from pydantic import TypeAdapter

from bot.analysis import chances, chances_between_hands, game_chances, hand_chances
from bot.analysis.game_chances import Coefficients, Difficulty, Vector, coefficients, difficulty
from bot.games.chance import SECRET_BYTES
from bot.lab.simulation import derived, spread
from bot.model import Level
from bot.players import strategy
from bot.rules import engine
from bot.rules.editions import (
    CLASSIC,
    FEWEST_PLAYERS,
    FINAL_TURN,
    MASTERS,
    MODERN,
    MOST_PLAYERS,
    RuleSet,
    variation_of,
    varied,
)
from bot.rules.events import HandEnded
from bot.rules.state import SNAPSHOTS, Stage, State
from bot.rules.views import PlayerView, view_for
from bot.systems import CARDS

POSITIONS = 8
"""States kept of each game, at decisions chosen at random."""
HARD_EACH = 7
"""In one game of this many all seats are hard; in the others they are normal."""
UNSEEN_EACH = 3
"""One game of this many is scored instead of fitted."""
DIGITS = 4
RIDGE = 1.0
"""Keeps coefficients of features that hardly occur near 0."""
STEPS, CLOSE = 12, 1e-6
"""Newton's method ends after this many steps, or with a step no larger than this."""
_VARIATIONS = ("phases=4", "even_phases", "S2+S2+S2,R3+C4,S3+R5,S3+S2", "ten_hands")
RULES: tuple[RuleSet, ...] = tuple(
    rules
    for variation in _VARIATIONS
    for rules in (*[CLASSIC] * 4, MODERN, FINAL_TURN, MASTERS, varied(CLASSIC, variation))
)
"""The rules of one game after the other; where they allow fewer players, classic."""


# ── games ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """How a hand of a game went; all tuples but ``out`` are by seat."""

    tried: tuple[int | None, ...]
    """The numbers of the phases tried; None for a seat that sat out."""
    before: tuple[int, ...]
    """How many phases were completed before the hand."""
    totals: tuple[int, ...]
    """Points before the hand."""
    first: int
    """The seat that played first."""
    laid: tuple[bool, ...]
    out: tuple[int, ...]
    """The seats that went out, in order."""
    points: tuple[int, ...]
    """Points scored in the hand."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as a line of the file; the number and the seed of the file determine it."""

    number: int
    players: int
    rules: int
    """The index of its rules in :data:`RULES`."""
    winners: tuple[int, ...]
    hands: tuple[PlayedHand, ...]
    """Without play-offs."""
    positions: tuple[tuple[int, str], ...]
    """For some decisions the number of the hand and the stored state."""

    @property
    def is_unseen(self) -> bool:
        """Whether the game is scored instead of fitted."""
        return self.number % UNSEEN_EACH == 0


_GAME = TypeAdapter(PlayedGame)


def played(players: int, seed: int, number: int) -> PlayedGame:
    """Play a game; the same arguments give the same game."""
    index = number % len(RULES)
    index = index if players <= RULES[index].max_players else 0
    rng, keep = (
        Random(derived(f"chances {purpose} {players}", seed, number))  # noqa: S311  # no secret
        for purpose in ("choices", "positions")
    )
    player = strategy(Level.HARD if number % HARD_EACH == 0 else Level.NORMAL)
    state = _new_game(RULES[index], players, derived(f"chances secret {players}", seed, number))
    hands: list[PlayedHand] = []
    kept: list[State] = []
    decisions = 0
    while state.stage is not Stage.OVER:
        action = CARDS.due(state)
        if action is None:
            decisions += 1
            place = keep.randrange(decisions)
            if len(kept) < POSITIONS:
                kept.append(state)
            elif place < POSITIONS:  # so all decisions are equally likely to be kept
                kept[place] = state
            view, legal = view_for(state, state.turn), engine.legal_actions(state)
            action = player.choose(view, legal, rng)
        step = engine.apply(state, action)
        if not state.playoff:
            hands += [_hand(state, event) for event in step.events if isinstance(event, HandEnded)]
        state = step.state
    assert state.result is not None, "the game is over"
    stored = tuple((position.hand, SNAPSHOTS.dumps(position)) for position in kept)
    return PlayedGame(number, players, index, state.result.winners, tuple(hands), stored)


def _new_game(rules: RuleSet, players: int, secret: bytes) -> State:
    return engine.new_game("chances", rules, [str(seat) for seat in range(players)], secret)


def _hand(before: State, ended: HandEnded) -> PlayedHand:
    return PlayedHand(
        tried=tuple(seat.trying for seat in before.seats),
        before=tuple(map(int.__sub__, ended.progress, map(int, ended.completed))),
        totals=tuple(seat.total for seat in before.seats),
        first=(before.dealer + 1) % before.game.size,
        laid=ended.completed,
        out=ended.out,
        points=ended.points,
    )


def games_of(file: Path, players: int, games: int, seed: int, jobs: int = 1) -> list[PlayedGame]:
    """The first games of a file; the games that it lacks are played and added, a line each."""
    lines = file.read_text("utf-8").splitlines(keepends=True) if file.exists() else []
    if lines and not lines[-1].endswith("\n"):  # a run was interrupted
        file.write_text("".join(lines[:-1]), "utf-8")
        del lines[-1]
    kept = [_GAME.validate_json(line) for line in lines[:games]]
    with file.open("a", encoding="utf-8") as out:
        for game in spread(partial(played, players, seed), range(len(lines), games), jobs):
            out.write(json.dumps(asdict(game)) + "\n")
            out.flush()
            kept.append(game)
    return kept


class Position(NamedTuple):
    """A decision of a game, as a spectator and as one seat, chosen at random, sees it."""

    game: PlayedGame
    hand: PlayedHand
    public: PlayerView
    private: PlayerView


def positions_of(games: Iterable[PlayedGame]) -> Iterator[Position]:
    """The positions kept of games, without play-offs."""
    for game in games:
        rng = Random(game.number)  # noqa: S311  # no secret
        fresh = _new_game(RULES[game.rules], game.players, bytes(SECRET_BYTES))
        for number, text in game.positions:
            state, seat = SNAPSHOTS.loads(text, fresh.game), rng.randrange(game.players)
            if not state.playoff:
                hand = game.hands[number - 1]
                yield Position(game, hand, view_for(state, None), view_for(state, seat))


# ── logistic fits ─────────────────────────────────────────────────────────────────────────────

Choice = tuple[Sequence[Sequence[float]], int]
"""The feature vectors of the alternatives, and the index of the one that was chosen."""


def choice_fit(choices: Sequence[Choice]) -> Vector:
    """The coefficients w for which shares exp(w·x) fit best what was chosen (Newton's method)."""
    vectors = np.array([vector for alternatives, _ in choices for vector in alternatives], float)
    sizes = np.array([len(alternatives) for alternatives, _ in choices])
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    chosen = starts + [index for _, index in choices]
    weights = np.zeros(vectors.shape[1])
    for _ in range(STEPS):
        scores = vectors @ weights
        parts = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        parts /= np.repeat(np.add.reduceat(parts, starts), sizes)
        means = np.add.reduceat(parts[:, None] * vectors, starts)
        deviations = vectors - np.repeat(means, sizes, axis=0)
        slope = deviations[chosen].sum(0) - RIDGE * weights
        curvature = (parts[:, None] * deviations).T @ deviations + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights += step
        if abs(step).max() < CLOSE:
            break
    return tuple(map(float, weights))


def logistic_fit(rows: Sequence[tuple[Vector, bool]]) -> Vector:
    """The coefficients w for which 1 / (1 + exp(-w·x)) fits the outcomes best."""
    # A choice between the vector and the zero vector, whose score is always 0.
    zero = [0.0] * len(rows[0][0])
    return choice_fit([((vector, zero), 0 if outcome else 1) for vector, outcome in rows])


# ── fits of games ─────────────────────────────────────────────────────────────────────────────


def fit(games: Sequence[PlayedGame]) -> Coefficients:
    """The coefficients that fit these games, some of two and some of three or more."""
    two = [game for game in games if game.players == 2]
    more = [game for game in games if game.players > 2]
    laid, left = Counter[int](), Counter[int]()
    for _, hand in _hands(games):
        for seat in set(range(len(hand.points))) - set(hand.out):
            (laid if hand.laid[seat] else left)[hand.points[seat]] += 1
    duel_out, duel_lays = _duel_rows(two)
    two_out, two_lays = _within_hands(two)
    more_out, more_lays = _within_hands(more)
    fitted = Coefficients(
        duel_out=_rounded(choice_fit(duel_out)),
        duel_lays=_rounded(logistic_fit(duel_lays)),
        lays=_rounded(logistic_fit(_deal_rows(more))),
        two_out=two_out,
        two_lays=two_lays,
        more_out=more_out,
        more_lays=more_lays,
        weight=1.0,
        points_laid=_spread_of(laid),
        points_left=_spread_of(left),
    )
    return replace(fitted, weight=_weight(more, fitted))


def _rounded(weights: Vector) -> Vector:
    return tuple(round(weight, DIGITS) for weight in weights)


def _hands(games: Iterable[PlayedGame]) -> Iterator[tuple[PlayedGame, PlayedHand]]:
    """The hands in which somebody went out."""
    return ((game, hand) for game in games for hand in game.hands if hand.out)


def _difficulties(game: PlayedGame, hand: PlayedHand) -> list[Difficulty]:
    rules = RULES[game.rules]
    return [difficulty(rules.parsed_phases[(tried or 1) - 1], rules) for tried in hand.tried]


def _duel_rows(games: Iterable[PlayedGame]) -> tuple[list[Choice], list[tuple[Vector, bool]]]:
    """Of hands of two: who went out first, and whether the other one laid."""
    out_rows: list[Choice] = []
    lays_rows = []
    for game, hand in _hands(games):
        order, steps = game_chances.order_of(RULES[game.rules]), _difficulties(game, hand)
        out, first = hand.out[0], [seat == hand.first for seat in range(2)]
        features = [game_chances.out_features(steps[n], first=first[n]) for n in range(2)]
        out_rows.append((features, out))
        other = 1 - out
        vector = game_chances.lays_features(order, steps[other], steps[out], first=first[other])
        lays_rows.append((vector, hand.laid[other]))
    return out_rows, lays_rows


def _deal_rows(games: Iterable[PlayedGame]) -> list[tuple[Vector, bool]]:
    rows = []
    for game, hand in _hands(games):
        order = game_chances.order_of(RULES[game.rules])
        for step, laid in zip(_difficulties(game, hand), hand.laid, strict=True):
            rows.append((game_chances.deal_features(order, step, game.players), laid))
    return rows


def _spread_of(points: Counter[int], parts: int = 10) -> tuple[tuple[int, float], ...]:
    """The means of equal parts of the points, as multiples of the least that a card costs."""
    values, unit = sorted(points.elements()), game_chances.STEP
    shares = Counter[int]()
    for part in range(parts):
        low, high = len(values) * part // parts, len(values) * (part + 1) // parts
        some = values[low : max(high, low + 1)]
        shares[unit * round(sum(some) / len(some) / unit)] += 1
    return tuple((value, round(count / parts, DIGITS)) for value, count in sorted(shares.items()))


def _within_hands(games: Sequence[PlayedGame]) -> tuple[Vector, Vector]:
    """The fits within a hand: who goes out first, and who else lays."""
    seen = [
        (position.hand, view, hand_chances.facts_of(view, game_chances.order_of(view.rules)))
        for position in positions_of(games)
        if position.hand.out and position.public.last_turns is None
        for view in (position.public, position.private)
    ]
    out = choice_fit(
        [([*map(hand_chances.out_vector, facts)], hand.out[0]) for hand, _, facts in seen]
    )
    rows = []
    for hand, view, facts in seen:
        order, scores = game_chances.order_of(view.rules), hand_chances.scores(out, facts)
        for index, seat in enumerate(facts):
            # A seat's view shows of the others what the spectator's view has shown already.
            repeats = view.me is not None and seat.seat != view.me
            if not (seat.laid or repeats or seat.seat == hand.out[0]):
                pressure = hand_chances.pressure_on(index, scores)
                vector = hand_chances.lays_vector(seat, pressure, order)
                rows.append((vector, hand.laid[seat.seat]))
    return _rounded(out), _rounded(logistic_fit(rows))


def _weight(games: Sequence[PlayedGame], fitted: Coefficients) -> float:
    rows: list[Choice] = []
    for game, hand in _hands(games):
        rules = RULES[game.rules]
        if len(game.winners) == 1 and not rules.ten_hands:
            estimate = chances_between_hands(rules, hand.before, hand.totals, fitted=fitted)
            rows.append(([(log(max(chance, 1e-6)),) for chance in estimate], game.winners[0]))
    return round(choice_fit(rows)[0], DIGITS)


def write_coefficients(file: Path, fitted: Coefficients) -> None:
    """Write coefficients as ``bot.analysis`` reads them, one to a line."""
    lines = (f'  "{name}": {json.dumps(value)}' for name, value in asdict(fitted).items())
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


# ── scores ────────────────────────────────────────────────────────────────────────────────────


def groups(games: Sequence[PlayedGame]) -> dict[str, list[PlayedGame]]:
    """Games that are scored together: by players, those of two by their rules as well.

    Groups of which no game, or every game, is unseen are left out.
    """
    grouped: dict[str, list[PlayedGame]] = {}
    for game in games:
        grouped.setdefault(f"{game.players} players", []).append(game)
        if game.players == FEWEST_PLAYERS:
            rules = RULES[game.rules]
            name = "variations" if variation_of(rules) else rules.edition
            grouped.setdefault(f"{game.players} players, {name}", []).append(game)
    return {
        name: some
        for name, some in sorted(grouped.items())
        if 0 < sum(game.is_unseen for game in some) < len(some)
    }


def predictions(
    games: Sequence[PlayedGame], fitted: Coefficients
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """By method the chances at positions of unseen games, and who won; positions × seats.

    *Phases and points* is fitted to the other games, all of which have as many players.
    """
    seen = positions_of(game for game in games if not game.is_unseen)
    unseen = [*positions_of(game for game in games if game.is_unseen)]
    weights = np.array(choice_fit([(_standings(p.public), p.game.winners[0]) for p in seen]))
    scores = np.exp([_standings(position.public) for position in unseen] @ weights)
    methods: dict[str, Callable[[Position], Sequence[float]]] = {
        "before the deal": partial(_before_the_deal, fitted),
        "spectator": lambda position: chances(position.public, fitted),
        "one seat": lambda position: chances(position.private, fitted),
    }
    won = [
        [(seat in p.game.winners) / len(p.game.winners) for seat in range(p.game.players)]
        for p in unseen
    ]
    return {
        "always equal": np.full_like(scores, 1 / scores.shape[1]),
        "phases and points": scores / scores.sum(1, keepdims=True),
        **{name: np.array([*map(method, unseen)]) for name, method in methods.items()},
    }, np.array(won)


def _standings(view: PlayerView) -> list[Vector]:
    counts = 0.0 if view.rules.ten_hands else 1.0
    return [
        (counts * len(seat.completed), counts * len(seat.completed) ** 2 / 10, seat.total / 100)
        for seat in view.seats
    ]


def _before_the_deal(fitted: Coefficients, position: Position) -> Sequence[float]:
    hand, view = position.hand, position.public
    played, first = view.hand_number - 1, hand.first
    return chances_between_hands(
        view.rules, hand.before, hand.totals, played=played, first=first, fitted=fitted
    )


def brier(predicted: np.ndarray, won: np.ndarray) -> float:
    """The mean squared error of each seat's chance, summed over the seats."""
    return float(((predicted - won) ** 2).sum(1).mean())


def surprise(predicted: np.ndarray, won: np.ndarray) -> float:
    """The mean of the negative logarithm of the winner's chance."""
    return float(-(won * np.log(np.maximum(predicted, 1e-9))).sum(1).mean())


def calibration(
    predicted: np.ndarray, won: np.ndarray
) -> Iterator[tuple[float, int, float, float]]:
    """For each tenth of chances: its lower end, their number, their mean, the share that won."""
    tenths = np.minimum((predicted * 10).astype(int), 9)
    for tenth in np.unique(tenths):
        within = tenths == tenth
        yield tenth / 10, int(within.sum()), predicted[within].mean(), won[within].mean()


# ── command ───────────────────────────────────────────────────────────────────────────────────


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, write and print the scores of the coefficients."""
    parser = argparse.ArgumentParser("fit_chances", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="DIR", type=Path, help="where games are kept")
    parser.add_argument("--games", type=int, default=4000, help="games of two")
    parser.add_argument("--more", type=int, default=600, help="games of each of three to six")
    parser.add_argument("--write", metavar="FILE", type=Path, help="where the coefficients go")
    parser.add_argument("--check", action="store_true", help="fit nothing, only score")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    games: list[PlayedGame] = []
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        file = options.folder / f"{players}-{options.seed}.jsonl"
        many = options.games if players == FEWEST_PLAYERS else options.more
        games += games_of(file, players, many, options.seed, options.jobs)
    fitted = coefficients() if options.check else fit([g for g in games if not g.is_unseen])
    if options.write:
        write_coefficients(options.write, fitted)
    for name, some in groups(games).items():
        methods, won = predictions(some, fitted)
        print(f"{name}: {len(won):,} positions of games not fitted")
        for method, predicted in methods.items():
            scores = f"{brier(predicted, won):.4f} · surprise {surprise(predicted, won):.3f}"
            print(f"  {method:18} Brier score {scores}")
        print("  calibration of one seat's chances: from, how many, mean, won")
        for low, many, mean, share in calibration(methods["one seat"], won):
            print(f"    {low:.1f} {many:8,} {mean:.3f} {share:.3f}")


if __name__ == "__main__":
    main()
