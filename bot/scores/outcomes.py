"""How a game ended, from its seats and the lines of its record, and how it changed ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.model import Occupant, Table
from bot.rules.editions import EDITIONS, RuleSet
from bot.rules.phases import EVEN_PHASES, TEN_PHASES
from bot.rules.variations import OPTIONS

from .ratings import ANCHORS, NEWCOMER, Kind, RatingChange, Skill, after_game
from .results import PastGame, SeatResult

Line = Mapping[str, Any]
KINDS = ("deal", "declare", "lay", "hand_end", "game_end")
"""The types of lines that :func:`past_game` needs."""
EVERY_EDITION = ""
"""The edition of ratings and totals over all editions."""


# ── the result of a game ──────────────────────────────────────────────────────────────────────


def past_game(table: Table, rules: RuleSet, lines: Iterable[Line], ended_at: float) -> PastGame:
    """Return the result of a game, without ratings.

    Args:
        table: the seats.
        rules: of the game.
        lines: its record's lines in their order, at least those of ``KINDS``.
        ended_at: in seconds since 1970.

    Raises:
        ValueError: the lines are incomplete or damaged.
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
        raise ValueError(f"lines without a result: {type(error).__name__}") from error
    return PastGame(
        game_id=table.game_id,
        guild_id=table.guild_id,
        edition=rules.edition,
        variation=typed_variation(rules),
        started_at=table.started_at,
        ended_at=ended_at,
        hands=tally.hands,
        abandoned=abandoned,
        seats=seats,
        notations=rules.phases,
    )


def places(ranking: Sequence[Sequence[int]], left: Iterable[int]) -> dict[int, int]:
    """Return the place of each seat: as ranked, but people who left are last.

    Args:
        ranking: seats by place, best first; ties share a place.
        left: the seats of people who left; the others move up.
    """
    gone = set(left)
    staying = [[seat for seat in tied if seat not in gone] for tied in ranking]
    found: dict[int, int] = {}
    for tied in [*staying, sorted(gone)]:
        found |= dict.fromkeys(tied, len(found) + 1)
    return found


def typed_variation(rules: RuleSet) -> str:
    """Return how rules differ from their edition, in the words of the command; empty if not."""
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


@dataclass
class _Tally:
    """Counts what happens in a record's lines."""

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
        self._progress = [0 for _ in seats]

    def add(self, line: Line) -> None:
        """Count one line."""
        match line["type"]:
            case "deal":
                self._tried = list(line["phases"])
                self._playing = [bool(cards) for cards in line["hands"]]
            case "declare":
                self._tried[line["seat"]] = line["phase"]
            case "lay":
                self._lay(line["seat"], line["phase"])
            case "hand_end":
                self._end_hand(line)
            case "game_end":
                self.end = line

    def _lay(self, seat: int, phase: int) -> None:
        """Count a phase that was completed for the first time, also in a hand without an end."""
        _, completed = self._tries[seat][phase - 1]
        if not completed:
            self._progress[seat] += 1

    def _end_hand(self, line: Line) -> None:
        self.hands += 1
        self._totals, self._progress = line["totals"], list(line["progress"])
        for seat in line["out"][:1]:
            self._won[seat] += 1
        for seat, tried in enumerate(self._tried):
            if not self._playing[seat]:
                continue
            self._played[seat] += 1
            if tried is not None:
                self._tries[seat][tried - 1][0] += 1
                self._tries[seat][tried - 1][1] += line["completed"][seat]

    def seat(self, number: int, who: Occupant, place: int) -> SeatResult:
        """Return the result of one seat."""
        # A person who is forgotten in a running game has left it, and has no id from then on.
        computer = who.user_id is None and not who.left
        return SeatResult(
            seat=number,
            user_id=who.user_id,
            name=who.name if computer or who.user_id is not None else "",
            level=who.level if computer else None,
            left=who.left,
            place=place,
            total=self._totals[number],
            hands_won=self._won[number],
            hands=self._played[number],
            phases=self._progress[number],
            tries=tuple((tried, done) for tried, done in self._tries[number]),
        )


# ── ratings ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RatingKey:
    """Which rating: a person's, in one edition or in all, against people or computer players."""

    user_id: int
    edition: str
    kind: Kind


Skills = Mapping[RatingKey, Skill]


def rated(game: PastGame, skills: Skills) -> tuple[PastGame, dict[RatingKey, Skill]]:
    """Return the game with the ratings before and after it, and the ratings that it changed.

    Games of two people or more rate these against each other. Games of people with computer
    players rate the people by their places among all seats. A game that was broken off rates
    nobody. A person who was forgotten counts with the rating stored in the game.
    """
    changed: dict[RatingKey, Skill] = {}
    if game.abandoned:
        return game, changed
    people = [seat for seat in game.seats if not seat.is_computer]
    if len(people) > 1:
        game = _rated(game, people, Kind.PEOPLE, skills, changed)
    if 0 < len(people) < len(game.seats):
        game = _rated(game, game.seats, Kind.COMPUTERS, skills, changed)
    return game, changed


def _rated(
    game: PastGame,
    ranked: Sequence[SeatResult],
    kind: Kind,
    skills: Skills,
    changed: dict[RatingKey, Skill],
) -> PastGame:
    placed = [seat.place for seat in ranked]
    every = [_skill(seat, EVERY_EDITION, kind, skills) for seat in ranked]
    edition = [_skill(seat, game.edition, kind, skills) for seat in ranked]
    after = {EVERY_EDITION: after_game(placed, every), game.edition: after_game(placed, edition)}
    seats = list(game.seats)
    for index, seat in enumerate(ranked):
        if seat.is_computer:
            continue
        change = RatingChange(every[index], after[EVERY_EDITION][index], edition[index])
        seats[seat.seat] = (
            replace(seats[seat.seat], people=change)
            if kind is Kind.PEOPLE
            else replace(seats[seat.seat], computers=change)
        )
        if seat.user_id is not None:
            for name, skill in after.items():
                changed[RatingKey(seat.user_id, name, kind)] = skill[index]
    return replace(game, seats=tuple(seats))


def _skill(seat: SeatResult, edition: str, kind: Kind, skills: Skills) -> Skill:
    """Return the rating of a seat before the game."""
    if seat.level is not None:
        return ANCHORS[seat.level]
    if seat.user_id is not None:
        return skills.get(RatingKey(seat.user_id, edition, kind), NEWCOMER)
    stored = seat.people if kind is Kind.PEOPLE else seat.computers
    if stored is None:
        return NEWCOMER
    return stored.before if edition == EVERY_EDITION else stored.edition
