"""How a game ended, from who sat where and the lines of its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.model import Level, Occupant, Table
from bot.rules.editions import EDITIONS, RuleSet
from bot.rules.phases import EVEN_PHASES, TEN_PHASES
from bot.rules.variations import OPTIONS

from .ratings import Skill, shown
from .results import PastGame, SeatResult

Line = Mapping[str, Any]
KINDS = ("deal", "declare", "hand_end", "game_end")
"""The kinds of lines that tell it."""


@dataclass(frozen=True, slots=True)
class Rated:
    """One kind of rating of a person, and what a game made of it.

    Attributes:
        before: over all editions, before the game.
        after: the same after it.
        edition: in the game's edition, before it.
    """

    before: Skill
    after: Skill
    edition: Skill


@dataclass(frozen=True, slots=True)
class EndedSeat:
    """What is stored of one seat of a game that is over.

    Attributes:
        seat: from 0.
        user_id: the person; None for a computer player, and for who was forgotten.
        name: as shown; empty for who was forgotten.
        level: of a computer player; None for a person.
        has_left: whether the person left before the end.
        place: among all seats, 1 is best.
        total: points.
        hands_won: hands this seat went out in first.
        hands: hands this seat played, those of a play-off included.
        phases: phases completed.
        tries: for each phase of the game, in how many hands it was tried and completed.
        people: the rating against people; None where it was not at stake.
        computers: the rating in games with computer players; None where it was not at stake.
    """

    seat: int
    user_id: int | None
    name: str
    level: Level | None
    has_left: bool
    place: int
    total: int
    hands_won: int
    hands: int
    phases: int
    tries: tuple[tuple[int, int], ...]
    people: Rated | None = None
    computers: Rated | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person sat here, remembered or forgotten."""
        return self.level is None

    @property
    def change(self) -> int | None:
        """How many points shown the game changed: against people, else with computers."""
        rated = self.people or self.computers
        if rated is None or self.user_id is None:
            return None
        return shown(rated.after) - shown(rated.before)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """What is stored of a game that is over.

    Attributes:
        game_id: its id.
        guild_id: the server it was played in.
        edition: of its rules.
        variation: its variation as it may be typed.
        notations: its phases, in the order of their numbers.
        started_at: in seconds since 1970.
        ended_at: in seconds since 1970.
        hands: how many came to an end.
        abandoned: whether it was broken off.
        seats: by seat.
        number: its place among the server's results; 0 before it has one.
    """

    game_id: str
    guild_id: int
    edition: str
    variation: str
    notations: tuple[str, ...]
    started_at: float
    ended_at: float
    hands: int
    abandoned: bool
    seats: tuple[EndedSeat, ...]
    number: int = 0

    @property
    def members(self) -> tuple[EndedSeat, ...]:
        """The seats of people who are remembered; nobody's of a game that counts for nothing."""
        if self.abandoned:
            return ()
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    def told(self) -> PastGame:
        """The game as it is told to others."""
        return PastGame(
            game_id=self.game_id,
            guild_id=self.guild_id,
            edition=self.edition,
            variation=self.variation,
            started_at=self.started_at,
            ended_at=self.ended_at,
            hands=self.hands,
            abandoned=self.abandoned,
            seats=tuple(map(_told, self.seats)),
        )


def _told(seat: EndedSeat) -> SeatResult:
    return SeatResult(
        seat=seat.seat,
        user_id=seat.user_id,
        name=seat.name,
        level=seat.level,
        left=seat.has_left,
        place=seat.place,
        total=seat.total,
        hands_won=seat.hands_won,
        hands=seat.hands,
        phases=seat.phases,
        rating=seat.change,
    )


def places(ranking: Sequence[Sequence[int]], left: Iterable[int]) -> dict[int, int]:
    """The place of each seat: as ranked, but who left is last, and the others move up.

    Args:
        ranking: seats by place, best first; those on one place share it.
        left: the seats of who left.
    """
    gone = set(left)
    staying = [[seat for seat in level if seat not in gone] for level in ranking]
    found: dict[int, int] = {}
    for level in [*staying, sorted(gone)]:
        found |= dict.fromkeys(level, len(found) + 1)
    return found


def typed_variation(rules: RuleSet) -> str:
    """What makes rules another game than their edition, as it may be typed; empty for nothing."""
    preset = EDITIONS.get(rules.edition)
    words = []
    if rules.phases == EVEN_PHASES:
        words.append("even_phases")
    elif rules.phases == TEN_PHASES[: len(rules.phases)]:
        words += [f"phases={len(rules.phases)}"] if rules.phases != TEN_PHASES else []
    else:
        words.append(",".join(rules.phases))
    if rules.ten_hands:
        words.append("ten_hands")
    for key in OPTIONS:
        value = getattr(rules, key)
        if preset is not None and value != getattr(preset, key):
            words.append(f"{key}={str(value).lower()}")
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class Ending:
    """A game as it comes to its end.

    Attributes:
        table: who sits where.
        rules: of the game.
        lines: the lines with which it ends; ``game_end`` is among them.
        at: in seconds since 1970.
        was: the version that is stored.
    """

    table: Table
    rules: RuleSet
    lines: Sequence[Line]
    at: float
    was: int


def ended_game(table: Table, rules: RuleSet, lines: Iterable[Line], ended_at: float) -> EndedGame:
    """How a game ended.

    Args:
        table: who sat where.
        rules: of the game.
        lines: its record's lines in their order, at least those of ``KINDS``.
        ended_at: in seconds since 1970.

    Raises:
        ValueError: the lines do not tell it.
    """
    tally = _Tally(len(table.occupants), len(rules.phases))
    try:
        for line in lines:
            tally.add(line)
        end = tally.end
        left = (seat for seat, who in enumerate(table.occupants) if who.left)
        placed = places(end["ranking"], left)
        seats = tuple(
            tally.seat(number, who, placed[number]) for number, who in enumerate(table.occupants)
        )
        abandoned = end["reason"] == "abandoned"
    except (LookupError, TypeError) as error:
        raise ValueError(f"the lines do not tell it: {type(error).__name__}") from error
    return EndedGame(
        game_id=table.game_id,
        guild_id=table.guild_id,
        edition=rules.edition,
        variation=typed_variation(rules),
        notations=rules.phases,
        started_at=table.started_at,
        ended_at=ended_at,
        hands=tally.hands,
        abandoned=abandoned,
        seats=seats,
    )


@dataclass
class _Tally:
    """What the lines tell, counted on the way."""

    size: int
    phases: int
    end: Line = field(default_factory=dict)
    hands: int = 0

    def __post_init__(self) -> None:
        seats = range(self.size)
        self._tried: list[int | None] = [None for _ in seats]
        self._playing = [False for _ in seats]
        self._played = [0 for _ in seats]
        self._won = [0 for _ in seats]
        self._tries = [[[0, 0] for _ in range(self.phases)] for _ in seats]
        self._totals: Sequence[int] = [0 for _ in seats]
        self._progress: Sequence[int] = [0 for _ in seats]

    def add(self, line: Line) -> None:
        """Count one line."""
        match line["type"]:
            case "deal":
                self._tried = list(line["phases"])
                self._playing = [bool(cards) for cards in line["hands"]]
            case "declare":
                self._tried[line["seat"]] = line["phase"]
            case "hand_end":
                self._end_hand(line)
            case "game_end":
                self.end = line

    def _end_hand(self, line: Line) -> None:
        self.hands += 1
        self._totals, self._progress = line["totals"], line["progress"]
        for seat in line["out"][:1]:
            self._won[seat] += 1
        for seat, tried in enumerate(self._tried):
            if not self._playing[seat]:
                continue
            self._played[seat] += 1
            if tried is not None:
                self._tries[seat][tried - 1][0] += 1
                self._tries[seat][tried - 1][1] += line["completed"][seat]

    def seat(self, number: int, who: Occupant, place: int) -> EndedSeat:
        """What became of one seat."""
        # Who is forgotten in a running game has left it, and has no id from then on.
        computer = who.user_id is None and not who.left
        return EndedSeat(
            seat=number,
            user_id=who.user_id,
            name=who.name if computer or who.user_id is not None else "",
            level=who.level if computer else None,
            has_left=who.left,
            place=place,
            total=self._totals[number],
            hands_won=self._won[number],
            hands=self._played[number],
            phases=self._progress[number],
            tries=tuple((tried, done) for tried, done in self._tries[number]),
        )
