"""Finished games and boards for tests, and a store of them that keeps all in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from kit import SECRET, eager_choice, steps

from bot.cards.engine import abandon, new_game
from bot.cards.record import RECORDS
from bot.cards.rulesets import CLASSIC, RuleSet
from bot.core.records import dumps
from bot.results.past_games import PastGame, SeatResult
from bot.results.ratings import NEWCOMER, RatingChange, Skill
from bot.seating import Level
from bot.storage.errors import StoreError
from bot.storage.games import finished_record

HERE = 7
START, END = 1_700_000_000.0, 1_700_003_600.5


def seat(number: int, name: str, **fields: object) -> SeatResult:
    """A person's result; fields replace what is usual."""
    who = {"seat": number, "user_id": 100 + number, "name": name, "level": None, "left": False}
    did = {"place": number + 1, "total": 10 * number, "hands_won": 1, "hands": 3, "phases": 3}
    return SeatResult(**{**who, **did, **fields})  # type: ignore[arg-type]  # fields of any kind


def rating(points: int, change: int) -> RatingChange:
    mus = (NEWCOMER.mu + (each - 1000) / 40 for each in (points - change, points))
    before, after = (Skill(mu, NEWCOMER.sigma) for mu in mus)
    return RatingChange(before, after)


def past(game_id: str = "g", guild_id: int = HERE, **fields: object) -> PastGame:
    """A finished game of Ada and Ben; fields replace what is usual."""
    usual: dict[str, object] = {
        "game_id": game_id,
        "guild_id": guild_id,
        "edition": "classic",
        "variation": "",
        "started_at": START,
        "ended_at": END,
        "hands": 3,
        "abandoned": False,
        "seats": (seat(0, "Ada"), seat(1, "Ben", level=Level.HARD, user_id=None)),
    }
    return PastGame(**{**usual, **fields})  # type: ignore[arg-type]  # fields of any kind


def record(
    players: Sequence[str] = ("Ada", "Ben"), rules: RuleSet = CLASSIC, *, broken_off: int = 0
) -> list[str]:
    """The lines of a whole game, or of one that was broken off after so many decisions."""
    state = new_game("g", rules, tuple(players), SECRET)
    lines = [dumps(RECORDS.header_line(state.game))]
    for _, _, step in steps(state, Random(3), broken_off or 20_000, eager_choice):
        lines += [dumps(RECORDS.event_line(event)) for event in step.events]
        state = step.state
    if broken_off:
        lines += [dumps(RECORDS.event_line(event)) for event in abandon(state).events]
    return lines


@dataclass
class FakePastGames:
    """Remembers what it was given; fails when told to."""

    games: list[PastGame] = field(default_factory=list)
    records: dict[str, list[str]] = field(default_factory=dict)
    fails: bool = False
    asked: list[str] = field(default_factory=list)

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.fails:
            raise StoreError("the disk is full of Wilds")

    async def read(self, work: object, game_id: str) -> PastGame | list[str] | None:
        if work is finished_record:
            self._ask("record")
            return self.records.get(game_id)
        self._ask("past_game")
        return {each.game_id: each for each in self.games}.get(game_id)
