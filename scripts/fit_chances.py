"""Fit the chances to win to games of computer players, and score them on games left out.

    python -m scripts.fit_chances FILE [3500 [600]]

writes the coefficients to FILE, as ``bot/chances/coefficients.json`` has them. The numbers are the
games of two players, and of each of three to six; one version of the program plays the same games.
It needs numpy, which the extra ``bench`` installs.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np

from bot.cards import engine
from bot.cards.events import HandEnded
from bot.cards.game_type import CARD_GAME
from bot.cards.rulesets import CLASSIC, FINAL_TURN, MASTERS, MODERN, RuleSet
from bot.cards.state import SNAPSHOTS, Stage, State
from bot.cards.variations import varied
from bot.cards.views import PlayerView, view_for
from bot.chances import game_chances, hand_chances
from bot.chances.game_chances import (
    Coefficients,
    Difficulty,
    Vector,
    chances_between_hands,
    difficulty,
)
from bot.chances.hand_chances import chances
from bot.core.chance import SECRET_BYTES
from bot.lab.simulation import derived, spread
from bot.players.hard import Hard
from bot.players.levels import Normal

POSITIONS = 8  # states kept of each game, at decisions chosen at random
HARD_EACH = 7  # in one game of this many all seats are hard; in the others they are normal
UNSEEN_EACH = 3  # one game of this many is scored instead of fitted
DIGITS = 4
RIDGE = 1.0  # keeps coefficients of features that hardly occur near 0
# of Newton's method: the most, and the size of one that is the last
STEPS = 12
CLOSE = 1e-6
_VARIATIONS = ("phases=4", "even_phases", "S2+S2+S2,R3+C4,S3+R5,S3+S2", "ten_hands")
RULES: tuple[RuleSet, ...] = tuple(
    rules
    for variation in _VARIATIONS
    for rules in (*[CLASSIC] * 4, MODERN, FINAL_TURN, MASTERS, varied(CLASSIC, variation))
)
"""The rules of one game after the other; where they allow fewer players, classic."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """How a hand of a game went."""

    steps: tuple[Difficulty, ...]  # of the phases tried, by seat
    totals: tuple[int, ...]  # points before the hand, by seat
    first: int  # the seat that played first
    ended: HandEnded


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The parts of a game that are fitted; its number and its players determine it."""

    number: int
    players: int
    rules: RuleSet
    winners: tuple[int, ...]
    hands: tuple[PlayedHand, ...]  # without play-offs
    positions: tuple[tuple[int, str], ...]  # of some decisions the hand and the stored state

    def views(self) -> Iterator[tuple[PlayedHand, PlayerView, PlayerView]]:
        """For each position the hand, and what a spectator and a seat chosen at random see."""
        rng = Random(self.number)  # noqa: S311  # not a secret
        fresh = _new_game(self.rules, self.players, bytes(SECRET_BYTES))
        for number, text in self.positions:
            state = SNAPSHOTS.loads(text, fresh.game)
            seat = rng.randrange(self.players)
            if not state.playoff:
                yield self.hands[number - 1], view_for(state, None), view_for(state, seat)


def played(game: tuple[int, int]) -> PlayedGame:
    """Play the game of some players with a number; the same ones give the same game."""
    players, number = game
    index = number % len(RULES)
    rules = RULES[index if players <= RULES[index].max_players else 0]
    rng, keep = (
        Random(derived(f"chances {purpose} {players}", 1, number))  # noqa: S311  # no secret
        for purpose in ("choices", "positions")
    )
    player = Hard() if number % HARD_EACH == 0 else Normal()
    state = _new_game(rules, players, derived(f"chances secret {players}", 1, number))
    hands: list[PlayedHand] = []
    kept: list[State] = []
    decisions = 0
    while state.stage is not Stage.OVER:
        action = CARD_GAME.forced_action(state)
        if action is None:
            decisions += 1
            place = keep.randrange(decisions)
            if len(kept) < POSITIONS:
                kept.append(state)
            elif place < POSITIONS:  # so all decisions are equally likely to be kept
                kept[place] = state
            view = view_for(state, state.turn)
            legal = engine.legal_actions(state)
            action = player.choose(view, legal, rng)
        step = engine.apply(state, action)
        if not state.playoff:
            hands += [_hand(state, each) for each in step.events if isinstance(each, HandEnded)]
        state = step.state
    assert state.result is not None, "the game is over"
    stored = tuple((position.hand, SNAPSHOTS.dumps(position)) for position in kept)
    return PlayedGame(number, players, rules, state.result.winners, tuple(hands), stored)


def _new_game(rules: RuleSet, players: int, secret: bytes) -> State:
    return engine.new_game("chances", rules, "123456"[:players], secret)


def _hand(before: State, ended: HandEnded) -> PlayedHand:
    phases = before.game.phases
    rules = before.game.rules
    tried = (phases[(seat.trying or 1) - 1] for seat in before.seats)
    steps = tuple(difficulty(phase, rules) for phase in tried)
    totals = tuple(seat.total for seat in before.seats)
    return PlayedHand(steps, totals, (before.dealer + 1) % len(totals), ended)


Choice = tuple[Sequence[Sequence[float]], int]  # features of alternatives, which was chosen


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


def fit(games: Sequence[PlayedGame]) -> Coefficients:
    """The coefficients that fit these games, some of two and some of three or more."""
    two, more = ([g for g in games if (g.players == 2) is duel] for duel in (True, False))
    laid = Counter[int]()
    left = Counter[int]()
    for _, hand in _hands(games):
        for seat in set(range(len(hand.ended.points))) - set(hand.ended.out):
            (laid if hand.ended.completed[seat] else left)[hand.ended.points[seat]] += 1
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
        points_laid=_spread(laid),
        points_left=_spread(left),
    )
    return replace(fitted, weight=_weight(more, fitted))


def _rounded(weights: Vector) -> Vector:
    return tuple(round(weight, DIGITS) for weight in weights)


def _hands(games: Iterable[PlayedGame]) -> Iterator[tuple[PlayedGame, PlayedHand]]:
    """The hands in which somebody went out."""
    return ((game, hand) for game in games for hand in game.hands if hand.ended.out)


def _duel_rows(games: Iterable[PlayedGame]) -> tuple[list[Choice], list[tuple[Vector, bool]]]:
    """Of hands of two: who went out first, and whether the other one laid."""
    out_rows: list[Choice] = []
    lays_rows = []
    for game, hand in _hands(games):
        order = game_chances.phase_order(game.rules)
        steps = hand.steps
        out = hand.ended.out[0]
        first = [seat == hand.first for seat in range(2)]
        features = [game_chances.out_features(steps[n], first=first[n]) for n in range(2)]
        out_rows.append((features, out))
        other = 1 - out
        vector = game_chances.lays_features(order, steps[other], steps[out], first=first[other])
        lays_rows.append((vector, hand.ended.completed[other]))
    return out_rows, lays_rows


def _deal_rows(games: Iterable[PlayedGame]) -> list[tuple[Vector, bool]]:
    return [
        (game_chances.deal_features(game_chances.phase_order(game.rules), step, game.players), laid)
        for game, hand in _hands(games)
        for step, laid in zip(hand.steps, hand.ended.completed, strict=True)
    ]


def _spread(points: Counter[int], parts: int = 10) -> tuple[tuple[int, float], ...]:
    """The means of equal parts of the points, as multiples of the least that a card costs."""
    values = sorted(points.elements())
    unit = game_chances.STEP
    shares = Counter[int]()
    for part in range(parts):
        low, high = len(values) * part // parts, len(values) * (part + 1) // parts
        some = values[low : max(high, low + 1)]
        shares[unit * round(sum(some) / len(some) / unit)] += 1
    return tuple((value, round(count / parts, DIGITS)) for value, count in sorted(shares.items()))


def _within_hands(games: Sequence[PlayedGame]) -> tuple[Vector, Vector]:
    """The fits within a hand: who goes out first, and who else lays."""
    seen = [
        (hand, view, hand_chances.seat_facts(view, game_chances.phase_order(view.rules)))
        for game in games
        for hand, public, private in game.views()
        if hand.ended.out and public.last_turns is None
        for view in (public, private)
    ]
    out = choice_fit(
        [([*map(hand_chances.out_vector, facts)], hand.ended.out[0]) for hand, _, facts in seen]
    )
    rows = []
    for hand, view, facts in seen:
        order = game_chances.phase_order(view.rules)
        scores = hand_chances.scores(out, facts)
        for index, seat in enumerate(facts):
            # A seat's view shows of the others what the spectator's view has shown already.
            repeats = view.me is not None and seat.seat != view.me
            if not (seat.laid or repeats or seat.seat == hand.ended.out[0]):
                pressure = hand_chances.pressure_on(index, scores)
                vector = hand_chances.lays_vector(seat, pressure, order)
                rows.append((vector, hand.ended.completed[seat.seat]))
    return _rounded(out), _rounded(logistic_fit(rows))


def _weight(games: Sequence[PlayedGame], fitted: Coefficients) -> float:
    rows: list[Choice] = []
    for game, hand in _hands(games):
        if len(game.winners) == 1 and not game.rules.ten_hands:
            laid = map(int, hand.ended.completed)
            before = tuple(map(int.__sub__, hand.ended.progress, laid))
            estimate = chances_between_hands(game.rules, before, hand.totals, fitted=fitted)
            rows.append(([(log(max(chance, 1e-6)),) for chance in estimate], game.winners[0]))
    return round(choice_fit(rows)[0], DIGITS)


def brier(games: Iterable[PlayedGame], fitted: Coefficients) -> float:
    """The mean squared error of the chances in the view of one seat, summed over the seats."""
    errors = []
    for game in games:
        won = [(seat in game.winners) / len(game.winners) for seat in range(game.players)]
        for _, _, private in game.views():
            predicted = chances(private, fitted)
            errors.append(sum((p - w) ** 2 for p, w in zip(predicted, won, strict=True)))
    return fmean(errors)


def main(file: Path, games_of_two: int = 3500, more: int = 600) -> None:
    """Fit, write and score the coefficients."""
    many = {2: games_of_two} | dict.fromkeys(range(3, 7), more)
    numbers = [(players, number) for players in many for number in range(many[players])]
    games = [*spread(played, numbers, os.cpu_count() or 1)]
    fitted = fit([game for game in games if game.number % UNSEEN_EACH])
    lines = (f'  "{name}": {json.dumps(value)}' for name, value in asdict(fitted).items())
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    for players in many:
        unseen = [g for g in games if g.players == players and g.number % UNSEEN_EACH == 0]
        print(f"{players} players: Brier score {brier(unseen, fitted):.4f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
