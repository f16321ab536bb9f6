"""Tournaments of computer players over paired deals, so that the luck of the cards cancels out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from random import Random

from bot import __version__
from bot.model import Level
from bot.players import strategy
from bot.rules import engine
from bot.rules.editions import RuleSet
from bot.rules.events import Dealt, Declared, Drew, HandEnded, Laid, Offered
from bot.rules.state import State

from .simulation import SimulatedGame, play_out
from .statistics import Estimate, mean_of
from .workers import spread


@dataclass(frozen=True)
class Tournament:
    """What a tournament is: all that its games follow from.

    Each deal, which means one shuffle secret, is played once for each rotation of the line-up:
    in rotation r seat s is taken by entrant (s + r) modulo the number of seats.

    Attributes:
        rules: the rule set.
        line_up: the levels that sit at one table; entrant e is ``line_up[e]``.
        seed: from which all secrets and choices come.
    """

    rules: RuleSet
    line_up: tuple[Level, ...]
    seed: int

    @property
    def size(self) -> int:
        """How many entrants there are, and so how many games each deal is played in."""
        return len(self.line_up)

    @cached_property
    def fingerprint(self) -> str:
        """Hex digits that differ for another tournament, or another version of the program."""
        told = {
            "version": __version__,
            "rules": asdict(self.rules),
            "line_up": self.line_up,
            "seed": self.seed,
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]

    def seated(self, rotation: int) -> tuple[int, ...]:
        """The entrants by seat."""
        return tuple((seat + rotation) % self.size for seat in range(self.size))

    def start(self, deal: int, rotation: int) -> State:
        """A game of this deal before its first hand is dealt."""
        names = [f"{self.line_up[entrant]} {entrant}" for entrant in self.seated(rotation)]
        secret = _derived("secret", self.seed, deal)
        return engine.new_game(f"{deal}-{rotation}", self.rules, names, secret)


@dataclass(frozen=True, slots=True)
class DealResult:
    """Sums over the games of one deal; tuples are by entrant, and inside by phase.

    Attributes:
        deal: its number, from 0.
        hands: hands played.
        scored: hands that were scored (those of play-offs are not).
        wins: games won; of a shared win each winner has an equal part.
        points: points of the scored hands.
        turns: own turns taken while trying each phase.
        laid: how often each phase was laid.
    """

    deal: int
    hands: int
    scored: int
    wins: tuple[float, ...]
    points: tuple[int, ...]
    turns: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How some entrants did, as if they were one seat.

    Attributes:
        games: games played.
        seats: how many of the line-up's entrants these figures are of.
        win_rate: share of the games one such seat won; its interval takes each deal as one
            observation, as the games of a deal depend on each other.
        hands_a_game: hands in a game.
        points_a_hand: points that one seat was left with in a hand that was scored.
        turns: for each phase, own turns taken in trying it for each time it was laid, with the
            turns of hands in which it was not laid; None where it was never laid.
    """

    games: int
    seats: int
    win_rate: Estimate
    hands_a_game: float
    points_a_hand: float
    turns: tuple[float | None, ...]


def play_deals(tournament: Tournament, deals: Sequence[int], jobs: int = 1) -> Iterator[DealResult]:
    """Play some deals, in their order; the results do not depend on the number of jobs.

    Raises:
        RuleSetError: the rules cannot be played by so many.
        EndlessGameError: a game did not end.
    """
    return spread(partial(play_deal, tournament), deals, min(jobs, max(len(deals), 1)))


def play_deal(tournament: Tournament, deal: int) -> DealResult:
    """Play one deal in each rotation of the line-up."""
    count = _Count(tournament)
    for rotation in range(tournament.size):
        seated = tournament.seated(rotation)
        players = [strategy(tournament.line_up[entrant]) for entrant in seated]
        choices = _derived(f"choices {rotation}", tournament.seed, deal)
        # Preferences of computer players are no secret; those of the shuffles come from the secret.
        rng = Random(choices)  # noqa: S311
        game = play_out(tournament.start(deal, rotation), players, rng, events=True)
        count.add(game, seated)
    return count.result(deal)


def standings(tournament: Tournament, results: Sequence[DealResult]) -> dict[Level, Standing]:
    """How each level did, in the order of the line-up.

    Args:
        tournament: what was played.
        results: of at least one deal.
    """
    entrants: dict[Level, list[int]] = {}
    for entrant, level in enumerate(tournament.line_up):
        entrants.setdefault(level, []).append(entrant)
    return {level: standing(results, those) for level, those in entrants.items()}


def standing(results: Sequence[DealResult], entrants: Sequence[int]) -> Standing:
    """How these entrants did together, as one seat.

    Args:
        results: of at least one deal.
        entrants: their numbers, at least one.
    """
    seats, rotations = len(entrants), len(results[0].wins)
    games = rotations * len(results)
    shares = [sum(each.wins[e] for e in entrants) / (seats * rotations) for each in results]
    points = sum(each.points[e] for each in results for e in entrants)
    scored = sum(each.scored for each in results)
    phases = range(len(results[0].turns[0]))
    return Standing(
        games=games,
        seats=seats,
        win_rate=_within(mean_of(shares)),
        hands_a_game=sum(each.hands for each in results) / games,
        points_a_hand=points / (scored * seats) if scored else 0.0,
        turns=tuple(_turns(results, entrants, phase) for phase in phases),
    )


def _turns(results: Sequence[DealResult], entrants: Sequence[int], phase: int) -> float | None:
    laid = sum(each.laid[e][phase] for each in results for e in entrants)
    turns = sum(each.turns[e][phase] for each in results for e in entrants)
    return turns / laid if laid else None


def _within(rate: Estimate) -> Estimate:
    """The estimate of a share, whose interval cannot pass 0 or 1."""
    if rate.low is None or rate.high is None:
        return rate
    return Estimate(rate.value, max(0.0, rate.low), min(1.0, rate.high))


class _Count:
    """Adds up the games of one deal."""

    def __init__(self, tournament: Tournament) -> None:
        size, phases = tournament.size, len(tournament.rules.phases)
        self.hands = self.scored = 0
        self.wins = [0.0] * size
        self.points = [0] * size
        self.turns = [[0] * phases for _ in range(size)]
        self.laid = [[0] * phases for _ in range(size)]

    def add(self, game: SimulatedGame, seated: Sequence[int]) -> None:
        """Count one more game, in which these entrants sat."""
        self.hands += game.final.hand
        winners = game.final.result.winners if game.final.result else ()
        for seat in winners:
            self.wins[seated[seat]] += 1 / len(winners)
        trying: list[int | None] = []
        playoff = False
        for event in game.events:
            match event:
                case Dealt():
                    trying, playoff = list(event.phases), event.playoff
                case Declared():
                    trying[event.seat] = event.phase
                # The opening offer, once taken, stands for the draw of the first turn.
                case Drew() | Offered(taken=True):
                    self._turn(seated[event.seat], trying[event.seat])
                case Laid():
                    self.laid[seated[event.seat]][event.phase - 1] += 1
                    trying[event.seat] = None
                case HandEnded() if not playoff:
                    self._score(event, seated)

    def _turn(self, entrant: int, phase: int | None) -> None:
        if phase is not None:
            self.turns[entrant][phase - 1] += 1

    def _score(self, ended: HandEnded, seated: Sequence[int]) -> None:
        self.scored += 1
        for entrant, points in zip(seated, ended.points, strict=True):
            self.points[entrant] += points

    def result(self, deal: int) -> DealResult:
        """The sums so far."""
        return DealResult(
            deal=deal,
            hands=self.hands,
            scored=self.scored,
            wins=tuple(self.wins),
            points=tuple(self.points),
            turns=tuple(map(tuple, self.turns)),
            laid=tuple(map(tuple, self.laid)),
        )


def _derived(what: str, seed: int, deal: int) -> bytes:
    """32 bytes that depend on the seed, the deal and what they are for."""
    return hashlib.sha256(f"phase10 tournament {what} {seed} {deal}".encode()).digest()
