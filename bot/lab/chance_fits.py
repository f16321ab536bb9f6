"""Fits the chances to win to played games, and scores them on games the fit has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from operator import mul
from random import Random
from typing import NamedTuple

from bot.analysis import chances, game_chances, hand_chances
from bot.analysis.coefficients import Coefficients, Vector
from bot.analysis.difficulty import Difficulty, difficulty
from bot.rules.editions import FEWEST_PLAYERS
from bot.rules.variations import typed_variation
from bot.rules.views import PlayerView, view_for

from .chance_games import RULES, PlayedGame, PlayedHand, states_of
from .regression import choice, logistic, shares

UNSEEN_EACH = 3
"""One game of this many is kept for the scores."""
DIGITS = 4
Chances = tuple[float, ...]


def is_unseen(game: PlayedGame) -> bool:
    """Whether a game is kept for the scores."""
    return game.number % UNSEEN_EACH == 0


class Decision(NamedTuple):
    """A decision of a game, as a spectator and as one seat, chosen at random, sees it.

    Attributes:
        game: the game.
        hand: the hand it belongs to.
        public: the spectator's view.
        private: the seat's view.
    """

    game: PlayedGame
    hand: PlayedHand
    public: PlayerView
    private: PlayerView


def positions_of(games: Iterable[PlayedGame]) -> Iterator[Decision]:
    """The positions kept of games, those of play-offs left out."""
    for game in games:
        rng = Random(game.number)  # noqa: S311  # no secret
        for number, state in states_of(game):
            seat = rng.randrange(game.players)
            if not state.playoff:
                hand = game.hands[number - 1]
                yield Decision(game, hand, view_for(state, None), view_for(state, seat))


# ── fitting ───────────────────────────────────────────────────────────────────────────────────


def fit(games: Sequence[PlayedGame]) -> Coefficients:
    """The coefficients that fit these games, some of two and some of three or more."""
    two = [game for game in games if game.players == 2]
    more = [game for game in games if game.players > 2]
    laid, left = Counter[int](), Counter[int]()
    for _, hand in _hands(games):
        for seat in set(range(len(hand.points))) - set(hand.out):
            (laid if hand.laid[seat] else left)[hand.points[seat]] += 1
    out_rows, lays_rows = _duel_rows(two)
    fitted = Coefficients(
        duel_out=_rounded(choice(out_rows)),
        duel_lays=_rounded(logistic(lays_rows)),
        lays=_rounded(logistic(_deal_rows(more))),
        two_out=(),
        two_lays=(),
        more_out=(),
        more_lays=(),
        weight=1.0,
        points_laid=_spread(laid),
        points_left=_spread(left),
    )
    out, lays = _within(two)
    fitted = replace(fitted, two_out=out, two_lays=lays)
    out, lays = _within(more)
    fitted = replace(fitted, more_out=out, more_lays=lays)
    return replace(fitted, weight=_weight(more, fitted))


def _rounded(weights: Vector) -> Vector:
    return tuple(round(weight, DIGITS) for weight in weights)


def _hands(games: Iterable[PlayedGame]) -> Iterator[tuple[PlayedGame, PlayedHand]]:
    """The hands in which somebody went out."""
    return ((game, hand) for game in games for hand in game.hands if hand.out)


def _steps(game: PlayedGame, hand: PlayedHand) -> list[Difficulty]:
    """The difficulty of the phase that each seat tried."""
    rules = RULES[game.rules]
    phases = rules.parsed_phases
    return [difficulty(phases[(tried or 1) - 1], rules) for tried in hand.tried]


def _duel_rows(
    games: Iterable[PlayedGame],
) -> tuple[list[tuple[list[Vector], int]], list[tuple[Vector, bool]]]:
    out_rows, lays_rows = [], []
    for game, hand in _hands(games):
        order, steps = game_chances.order_of(RULES[game.rules]), _steps(game, hand)
        out = hand.out[0]
        first = [seat == hand.first for seat in range(2)]
        vectors = [
            game_chances.out_features(step, first=begins)
            for step, begins in zip(steps, first, strict=True)
        ]
        out_rows.append((vectors, out))
        other = 1 - out
        vector = game_chances.lays_features(order, steps[other], steps[out], first=first[other])
        lays_rows.append((vector, hand.laid[other]))
    return out_rows, lays_rows


def _deal_rows(games: Iterable[PlayedGame]) -> list[tuple[Vector, bool]]:
    return [
        (
            game_chances.deal_features(
                game_chances.order_of(RULES[game.rules]), step, game.players
            ),
            laid,
        )
        for game, hand in _hands(games)
        for step, laid in zip(_steps(game, hand), hand.laid, strict=True)
    ]


def _spread(points: Counter[int], parts: int = 10) -> tuple[tuple[int, float], ...]:
    """The means of equal parts of the points, as multiples of what a card costs at least."""
    values = sorted(points.elements())
    found = Counter[int]()
    for part in range(parts):
        low, high = (len(values) * each // parts for each in (part, part + 1))
        some = values[low : max(high, low + 1)]
        found[game_chances.STEP * round(sum(some) / len(some) / game_chances.STEP)] += 1
    return tuple((value, round(count / parts, DIGITS)) for value, count in sorted(found.items()))


def _within(games: Sequence[PlayedGame]) -> tuple[Vector, Vector]:
    """The fits within a hand: who goes out first, and who else lays."""
    seen = [
        (each, view, hand_chances.facts_of(view, game_chances.order_of(view.rules)))
        for each in positions_of(games)
        if each.hand.out and each.public.last_turns is None
        for view in (each.public, each.private)
    ]
    out = choice(
        [([*map(hand_chances.out_vector, facts)], each.hand.out[0]) for each, _, facts in seen]
    )
    rows = []
    for each, view, facts in seen:
        order, found = game_chances.order_of(view.rules), hand_chances.scores(out, facts)
        for at, one in enumerate(facts):
            # What a seat's view shows of the others is what a spectator's shows.
            again = view.me is not None and one.seat != view.me
            if not (one.laid or again or one.seat == each.hand.out[0]):
                pressure = hand_chances.pressure_on(at, found)
                vector = hand_chances.lays_vector(one, pressure, order)
                rows.append((vector, each.hand.laid[one.seat]))
    return _rounded(out), _rounded(logistic(rows))


def _weight(games: Sequence[PlayedGame], fitted: Coefficients) -> float:
    rows = []
    for game, hand in _hands(games):
        rules = RULES[game.rules]
        if len(game.winners) == 1 and not rules.ten_hands:
            found = game_chances.between_hands(rules, hand.before, hand.totals, fitted=fitted)
            rows.append(([(log(max(chance, 1e-6)),) for chance in found], game.winners[0]))
    return round(choice(rows)[0], DIGITS)


# ── scores ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Scores:
    """How well a method predicts.

    Attributes:
        method: its name.
        brier: the mean squared error of each seat's chance, summed over the seats.
        surprise: the mean of the negative logarithm of the winner's chance.
        positions: how many positions were scored.
    """

    method: str
    brier: float
    surprise: float
    positions: int


@dataclass(frozen=True, slots=True)
class Tenth:
    """Chances between two tenths, and how often these seats won.

    Attributes:
        low: the lower end.
        chances: how many there were.
        mean: their mean.
        won: the share that won.
    """

    low: float
    chances: int
    mean: float
    won: float


def groups(games: Sequence[PlayedGame]) -> dict[str, list[PlayedGame]]:
    """Games that are scored together: by players, those of two by their rules as well."""
    found: dict[str, list[PlayedGame]] = {}
    for game in games:
        found.setdefault(f"{game.players} players", []).append(game)
        if game.players == FEWEST_PLAYERS:
            rules = RULES[game.rules]
            name = "variations" if typed_variation(rules) else rules.edition
            found.setdefault(f"{game.players} players, {name}", []).append(game)
    return dict(sorted(found.items()))


def score(games: Sequence[PlayedGame], fitted: Coefficients) -> tuple[list[Scores], list[Tenth]]:
    """Score the chances on the unseen ones of games, and calibrate those of seats.

    *Phases and points* is fitted to the others, which are all of the same number of players.
    """
    seen = [game for game in games if not is_unseen(game)]
    unseen = [game for game in games if is_unseen(game)]
    weights = choice(
        [(_phases_and_points(each.public), each.game.winners[0]) for each in positions_of(seen)]
    )
    positions = [*positions_of(unseen)]
    private = [chances(each.private, fitted) for each in positions]
    methods: dict[str, list[Chances]] = {
        "always equal": [(1 / each.game.players,) * each.game.players for each in positions],
        "phases and points": [
            tuple(shares([sum(map(mul, weights, v)) for v in _phases_and_points(each.public)]))
            for each in positions
        ],
        "before the deal": [_at_the_deal(each, fitted) for each in positions],
        "spectator": [chances(each.public, fitted) for each in positions],
        "one seat": private,
    }
    won = [_won(each.game) for each in positions]
    return [_scores(name, found, won) for name, found in methods.items()], _tenths(private, won)


def _phases_and_points(view: PlayerView) -> list[Vector]:
    counts = 0.0 if view.rules.ten_hands else 1.0
    return [
        (counts * len(seat.completed), counts * len(seat.completed) ** 2 / 10, seat.total / 100)
        for seat in view.seats
    ]


def _at_the_deal(each: Decision, fitted: Coefficients) -> Chances:
    hand, view = each.hand, each.public
    return game_chances.between_hands(
        view.rules,
        hand.before,
        hand.totals,
        played=view.hand_number - 1,
        first=hand.first,
        fitted=fitted,
    )


def _won(game: PlayedGame) -> Chances:
    return tuple((seat in game.winners) / len(game.winners) for seat in range(game.players))


def _scores(method: str, found: Sequence[Chances], won: Sequence[Chances]) -> Scores:
    brier = surprise = 0.0
    for chance, result in zip(found, won, strict=True):
        for one, part in zip(chance, result, strict=True):
            brier += (one - part) ** 2
            surprise -= part * log(max(one, 1e-9))
    return Scores(method, brier / len(found), surprise / len(found), len(found))


def _tenths(found: Sequence[Chances], won: Sequence[Chances]) -> list[Tenth]:
    parts: dict[int, list[tuple[float, float]]] = {}
    for chance, result in zip(found, won, strict=True):
        for one, part in zip(chance, result, strict=True):
            parts.setdefault(min(int(one * 10), 9), []).append((one, part))
    return [
        Tenth(
            tenth / 10,
            len(pairs),
            sum(one for one, _ in pairs) / len(pairs),
            sum(part for _, part in pairs) / len(pairs),
        )
        for tenth, pairs in sorted(parts.items())
    ]
