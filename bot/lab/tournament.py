"""Tournaments of computer players over paired deals.

Each deal is played in every rotation of the seats, so that the luck of the cards cancels out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

from bot.core.states import AnyRules, AnyState
from bot.game_types import game_type_for
from bot.players import strategy
from bot.seating import Level

from .simulation import SimulatedGame, derived, play_out, spread

QUANTILE = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Tournament:
    """The parameters of a tournament, which determine all of its games.

    In rotation r of a deal, entrant (s + r) modulo the number of seats takes seat s.
    """

    rules: AnyRules
    line_up: tuple[Level, ...]  # the levels at one table; entrant e is ``line_up[e]``
    seed: int

    @property
    def size(self) -> int:
        """The number of entrants, which is also the number of games of each deal."""
        return len(self.line_up)

    def seated(self, rotation: int) -> tuple[int, ...]:
        return tuple((seat + rotation) % self.size for seat in range(self.size))

    def start(self, deal: int, rotation: int) -> AnyState:
        """The first state of a game of this deal."""
        names = [f"{self.line_up[entrant]} {entrant}" for entrant in self.seated(rotation)]
        secret = derived("tournament secret", self.seed, deal)
        new_game = game_type_for(self.rules.edition).new_game
        return new_game(f"{deal}-{rotation}", self.rules, names, secret, "")


@dataclass(slots=True)
class DealResult:
    """Sums over the games of one deal; lists are by entrant, and inside by phase."""

    deal: int  # its number, from 0
    hands: int  # hands played; 0 in the dice game
    scored: int  # hands that were scored (not play-offs); in the dice game, games
    wins: list[float]  # games won; a shared win is divided equally
    points: list[int]  # points of the scored hands or games
    turns: list[list[int]]  # own turns taken while trying each phase
    laid: list[list[int]]  # how often each phase was laid

    def add(self, game: SimulatedGame, seated: Sequence[int]) -> None:
        self.hands += game.hands
        winners = game.final.result.winners if game.final.result else ()
        for seat in winners:
            self.wins[seated[seat]] += 1 / len(winners)
        efforts = game_type_for(game.final.game.rules.edition).efforts(
            game.events, len(seated), len(self.turns[0])
        )
        for seat, entrant in enumerate(seated):
            for phase, (turns, laid) in enumerate(
                zip(efforts.turns[seat], efforts.laid[seat], strict=True)
            ):
                self.turns[entrant][phase] += turns
                self.laid[entrant][phase] += laid
            self.points[entrant] += sum(points[seat] for points in efforts.scores)
        self.scored += len(efforts.scores)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and its 95 % confidence interval if the values determine one."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of some entrants, per seat."""

    games: int
    seats: int  # how many entrants
    win_rate: Estimate
    """The share of games that one of the seats won; in the interval each deal is one observation,
    since the games of a deal depend on each other."""
    hands_a_game: float
    points_a_hand: float  # points per seat and scored hand; in the dice game, per game
    turns: tuple[float | None, ...]
    """For each phase, own turns while trying it, also in hands in which it was not laid, divided by
    the number of times it was laid; None if it was never laid."""


def play_deals(tournament: Tournament, deals: Sequence[int], jobs: int = 1) -> Iterator[DealResult]:
    """Play deals in order; the results do not depend on the number of jobs."""
    return spread(partial(play_deal, tournament), deals, min(jobs, max(len(deals), 1)))


def play_deal(tournament: Tournament, deal: int) -> DealResult:
    size = tournament.size
    phases = len(tournament.rules.phases)
    game_type = game_type_for(tournament.rules.edition).name
    turns, laid = ([[0] * phases for _ in range(size)] for _ in range(2))
    result = DealResult(deal, 0, 0, [0.0] * size, [0] * size, turns, laid)
    for rotation in range(size):
        seated = tournament.seated(rotation)
        players = [strategy(tournament.line_up[entrant], game_type) for entrant in seated]
        choices = derived(f"tournament choices {rotation}", tournament.seed, deal)
        rng = Random(choices)  # noqa: S311  # choices of computer players are not secret
        game = play_out(tournament.start(deal, rotation), players, rng, events=True)
        result.add(game, seated)
    return result


def standings(tournament: Tournament, results: Sequence[DealResult]) -> dict[Level, Standing]:
    """The standing of each level, in the order of the line-up, from at least one deal."""
    entrants: dict[Level, list[int]] = {}
    for entrant, level in enumerate(tournament.line_up):
        entrants.setdefault(level, []).append(entrant)
    return {level: _standing(results, numbers) for level, numbers in entrants.items()}


def _standing(results: Sequence[DealResult], entrants: Sequence[int]) -> Standing:
    seats = len(entrants)
    rotations = len(results[0].wins)
    games = rotations * len(results)
    shares = [sum(deal.wins[e] for e in entrants) / (seats * rotations) for deal in results]
    points = sum(deal.points[e] for deal in results for e in entrants)
    scored = sum(deal.scored for deal in results)
    phases = range(len(results[0].turns[0]))
    return Standing(
        games=games,
        seats=seats,
        win_rate=estimate_share(shares),
        hands_a_game=sum(deal.hands for deal in results) / games,
        points_a_hand=points / (scored * seats) if scored else 0.0,
        turns=tuple(_turns(results, entrants, phase) for phase in phases),
    )


def _turns(results: Sequence[DealResult], entrants: Sequence[int], phase: int) -> float | None:
    laid = sum(deal.laid[e][phase] for deal in results for e in entrants)
    turns = sum(deal.turns[e][phase] for deal in results for e in entrants)
    return turns / laid if laid else None


def estimate_share(shares: Sequence[float]) -> Estimate:
    """The mean of one or more independent shares; equal ones determine no interval."""
    mean = fmean(shares)
    if min(shares) == max(shares):
        return Estimate(mean, None, None)
    reach = QUANTILE * stdev(shares) / sqrt(len(shares))
    return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach))
