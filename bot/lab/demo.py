"""Made-up results of finished games, to try out and to measure leaderboards.

Each person has a skill; in each hand somebody goes out, and the others may complete their phase.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from random import Random

from bot.cards.phases import TEN_PHASES
from bot.cards.rulesets import CLASSIC, EDITIONS
from bot.players import computer_names
from bot.results.outcomes import places
from bot.results.past_games import PastGame, SeatResult
from bot.results.ratings import ANCHORS, NEWCOMER
from bot.seating import DAY, Level

SPAN = 730 * DAY  # seconds between the first and the last game of a season
FIRST_SERVER = 1456074443980800008
"""The server of the playground, used where no other server is known."""
_FIRST_PERSON = 5_000_000_000_000_000
_NAMES = (
    *("Amira", "Bas", "Chidi", "Dora", "Emre", "Fleur", "Gus", "Hana", "Ilse", "João", "Kaya"),
    *("Lev", "Mina", "Noor", "Otis", "Paz", "Quinn", "Rosa", "Sam", "Tomás", "Uma", "Vera"),
    *("Wout", "Xenia", "Yuki", "Zoë"),
)
_EDITIONS = tuple(EDITIONS)
# For ten games of the classic edition there are two of each other one.
_EDITION_WEIGHTS = [10 if edition == CLASSIC.edition else 2 for edition in _EDITIONS]
_SEATS = (2, 3, 4, 5, 6)
_SEAT_WEIGHTS = (30, 25, 30, 8, 7)
_LONGEST = 60


_Person = tuple[int | None, str, float]
"""The id (None for a computer player), the name and the skill."""


@dataclass
class _DemoSeat:
    """A seat while its game is drawn."""

    user_id: int | None
    name: str
    skill: float
    level: Level | None
    has_left: bool = False
    total: int = 0
    won: int = 0
    tries: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in TEN_PHASES])

    @property
    def done(self) -> int:
        return sum(completed for _, completed in self.tries)


def shares(games: int, servers: int) -> list[int]:
    """The number of games of each server: many for a few servers, few for most."""
    weights = [1 / place**0.9 for place in range(1, servers + 1)]
    cuts = [0.0, *accumulate(weights)]
    marks = [round(games * cut / cuts[-1]) for cut in cuts]
    return [upper - lower for lower, upper in pairwise(marks)]


def season(guild_id: int, games: int, seed: int, now: float) -> Iterator[PastGame]:
    """The games of a server in two years, the oldest first, the same for the same arguments."""
    rng = Random(f"{seed}/{guild_id}")  # noqa: S311  # demo data, not secret
    people = _people(rng, games)
    # A few people play very often, most play rarely.
    weights = [1 / math.sqrt(place) for place in range(1, len(people) + 1)]
    moments = sorted(now - SPAN * rng.random() for _ in range(games))
    for number, ended_at in enumerate(moments):
        size = rng.choices(_SEATS, _SEAT_WEIGHTS)[0]
        edition = rng.choices(_EDITIONS, _EDITION_WEIGHTS)[0]
        size = min(size, EDITIONS[edition].max_players)
        seats = _seated(rng, people, weights, size)
        hands, abandoned = _play(rng, seats)
        placed = _placed(seats)
        yield PastGame(
            game_id=f"demo-{seed}-{guild_id}-{number}",
            guild_id=guild_id,
            edition=edition,
            variation="",
            notations=TEN_PHASES,
            started_at=ended_at - 60.0 * hands * len(seats),
            ended_at=ended_at,
            hands=hands,
            abandoned=abandoned,
            seats=tuple(_ended(n, seat, placed[n], hands) for n, seat in enumerate(seats)),
        )


def _people(rng: Random, games: int) -> list[_Person]:
    first = _FIRST_PERSON + rng.randrange(10**9) * 10**6
    people: list[_Person] = []
    for number in range(6 + games // 12):
        again = number // len(_NAMES)
        name = _NAMES[number % len(_NAMES)] + (f" {again + 1}" if again else "")
        people.append((first + number, name, rng.gauss(0, 0.6)))
    rng.shuffle(people)
    return people


def _seated(
    rng: Random, people: Sequence[_Person], weights: Sequence[float], size: int
) -> list[_DemoSeat]:
    humans = size if rng.random() < 0.55 else rng.randint(1, size)
    chosen: dict[_Person, None] = {}
    while len(chosen) < humans:
        chosen |= dict.fromkeys(rng.choices(people, weights, k=humans))
    seats = [_DemoSeat(*person, None) for person in [*chosen][:humans]]
    level = rng.choice(tuple(Level))
    skill = (ANCHORS[level].mu - NEWCOMER.mu) / 10
    computers = rng.sample(computer_names, size - humans)
    seats += [_DemoSeat(None, name, skill, level) for name in computers]
    rng.shuffle(seats)
    return seats


def _play(rng: Random, seats: Sequence[_DemoSeat]) -> tuple[int, bool]:
    """Draw the hands of a game; returns their number, and whether it was abandoned."""
    abandoned = rng.random() < 0.04
    longest = rng.randint(0, 8) if abandoned else _LONGEST
    hands = 0
    while hands < longest and not any(seat.tries[-1][1] for seat in seats):
        _play_hand(rng, seats)
        hands += 1
    people = [seat for seat in seats if seat.level is None]
    if len(people) > 1 and rng.random() < 0.04:
        rng.choice(people).has_left = True
    return hands, abandoned


def _play_hand(rng: Random, seats: Sequence[_DemoSeat]) -> None:
    form = [rng.random() * math.exp(-seat.skill) for seat in seats]
    out = form.index(min(form))
    seats[out].won += 1
    for number, seat in enumerate(seats):
        tried = seat.tries[min(seat.done, len(TEN_PHASES) - 1)]
        completed = number == out or form[number] < 0.5
        tried[0] += 1
        tried[1] += completed
        if number != out:
            seat.total += 5 * rng.randint(1, 8 if completed else 16)


def _placed(seats: Sequence[_DemoSeat]) -> dict[int, int]:
    levels: dict[tuple[int, int], list[int]] = {}
    for number, seat in enumerate(seats):
        levels.setdefault((-seat.done, seat.total), []).append(number)
    left = [number for number, seat in enumerate(seats) if seat.has_left]
    return places([levels[level] for level in sorted(levels)], left)


def _ended(number: int, seat: _DemoSeat, place: int, hands: int) -> SeatResult:
    return SeatResult(
        seat=number,
        user_id=seat.user_id,
        name=seat.name,
        level=seat.level,
        left=seat.has_left,
        place=place,
        total=seat.total,
        hands_won=seat.won,
        hands=hands,
        phases=seat.done,
        tries=tuple((tried, completed) for tried, completed in seat.tries),
    )
