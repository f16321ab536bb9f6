"""Statistics from the lines of a record: the result of each seat, and its feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from bot.core.events import EndReason, note_takeover
from bot.core.game_type import Efforts, GameTally, SeatTally
from bot.core.records import Line, without_undone

from .cards import HIGHEST
from .events import Dealt, Declared, Drew, Event, HandEnded, Laid, Offered
from .phases import RUNS, parse_phase

TALLY_LINES = ("deal", "declare", "draw", "lay", "take_back", "hand_end", "game_end")
"""The types of lines that :func:`tally` needs."""


@dataclass
class _SeatSoFar:
    """The figures of a seat, and what it does in the hand of the line that is read."""

    tried: list[int]  # by phase: the hands in which it was tried
    done: list[int]  # by phase: the hands that completed it
    total: int = 0
    hands: int = 0
    hands_won: int = 0
    completed: int = 0  # phases
    trying: int | None = None
    playing: bool = False

    def lay(self, phase: int) -> None:
        # A phase completed for the first time counts also in a hand without an end.
        if not self.done[phase - 1]:
            self.completed += 1

    def end_hand(self, total: int, completed: int, *, laid: bool) -> None:
        self.total = total
        self.completed = completed
        if not self.playing:
            return
        self.hands += 1
        if self.trying is not None:
            self.tried[self.trying - 1] += 1
            if laid:
                self.done[self.trying - 1] += 1

    @property
    def tally(self) -> SeatTally:
        tries = tuple(zip(self.tried, self.done, strict=True))
        return SeatTally(self.total, self.hands_won, self.hands, self.completed, tries)


def tally(lines: Iterable[Line], size: int, phases: int) -> GameTally:
    """How a finished game went, from the lines of ``TALLY_LINES``."""
    seats = [_SeatSoFar([0] * phases, [0] * phases) for _ in range(size)]
    hands = 0
    end = Line()
    for line in without_undone(lines, itemgetter("type")):
        match line["type"]:
            case "deal":
                for seat, phase, held in zip(seats, line["phases"], line["hands"], strict=True):
                    seat.trying = phase
                    seat.playing = bool(held)
            case "declare":
                seats[line["seat"]].trying = line["phase"]
            case "lay":
                seats[line["seat"]].lay(line["phase"])
            case "hand_end":
                hands += 1
                for winner in line["out"][:1]:
                    seats[winner].hands_won += 1
                scores = zip(line["totals"], line["progress"], line["completed"], strict=True)
                for seat, (total, progress, laid) in zip(seats, scores, strict=True):
                    seat.end_hand(total, progress, laid=laid)
            case "game_end":
                end = line
    return GameTally(
        hands=hands,
        abandoned=end["reason"] == "abandoned",
        ranking=tuple(map(tuple, end["ranking"])),
        seats=tuple(seat.tally for seat in seats),
    )


def efforts(events: Iterable[Event], size: int, phases: int) -> Efforts:
    """How many turns each seat needed for each phase, from all events of a game."""
    turns = [[0] * phases for _ in range(size)]
    laid = [[0] * phases for _ in range(size)]
    scores: list[tuple[int, ...]] = []
    trying: list[int | None] = []
    playoff = False
    for event in events:
        match event:
            case Dealt():
                trying = list(event.phases)
                playoff = event.playoff
            case Declared():
                trying[event.seat] = event.phase
            # Taking the opening offer replaces the draw of the first turn.
            case Drew() | Offered(taken=True):
                phase = trying[event.seat]
                if phase is not None:
                    turns[event.seat][phase - 1] += 1
            case Laid():
                laid[event.seat][event.phase - 1] += 1
                trying[event.seat] = None
            case HandEnded() if not playoff:
                scores.append(event.points)
    return Efforts(turns, laid, scores)


SWIFT_TURNS = 4  # turns of one's own within which a hand is won swiftly
MANY_HITS = 4  # hits in one turn that count as many
MANY_WILDS = 4  # Wilds in one phase that count as many
FEWEST_HANDS = 3
"""The fewest hands of a game that counts as won from last place, or without a skipped turn."""
_WILD = "W"
_SKIP = "S"


def feats(lines: Iterable[Line], size: int, phases: Sequence[str]) -> tuple[Counter[str], ...]:
    """Count the feats of each seat, but not while a computer player has a person's seat.

    ``full_run``: a run completed to twelve cards · ``skip_out``: a hand won by discarding a Skip ·
    ``swift``: a hand won in few turns · ``one_go``: a phase laid in the turn that won the hand ·
    ``quick_lay``: a phase laid in the first turn of a hand · ``natural``: one laid without Wilds ·
    ``wilds``: one laid with many · ``many_hits``: a turn with many hits · ``skips``: a Skip played
    against somebody · ``untouched``: a game won without a skipped turn · ``comeback``: a game won
    after being alone the last one in its second half · ``playoff``: a play-off won.
    """
    count = _Feats(size, phases)
    for line in without_undone(lines, itemgetter("type")):
        if line["type"] in _COUNTED:
            _COUNTED[line["type"]](count, line)
    return tuple(count.counts)


@dataclass
class _SeatInHand:
    """What a seat has done in this hand."""

    turns: int = 0
    laid_in: int = 0  # the turn in which the phase was laid; 0 for none
    hits: int = 0  # in the present turn
    discarded: str = ""  # the card that ended the last turn


class _Feats:
    """Counts feats line by line."""

    def __init__(self, size: int, phases: Sequence[str]) -> None:
        self._size = size
        self._kinds = [[spec.kind for spec in parse_phase(text).groups] for text in phases]
        self.counts = [Counter[str]() for _ in range(size)]
        self._away: set[int] = set()
        self._skipped: set[int] = set()
        self._last: list[int | None] = []  # the seat alone in last place after each hand
        self.begin_hand({})

    def _add(self, seat: int, feat: str) -> None:
        if seat not in self._away:
            self.counts[seat][feat] += 1

    def begin_hand(self, _line: Line) -> None:
        self._seats = [_SeatInHand() for _ in range(self._size)]
        self._runs: dict[tuple[int, int], int] = {}  # cards by owner and group

    def begin_turn(self, line: Line) -> None:
        if line.get("taken", True):  # of the opening offer
            seat = self._seats[line["seat"]]
            seat.turns += 1
            seat.hits = 0
            seat.discarded = ""

    def lay(self, line: Line) -> None:
        number = line["seat"]
        groups = line["groups"]
        seat = self._seats[number]
        seat.laid_in = seat.turns
        if seat.turns == 1:
            self._add(number, "quick_lay")
        wilds = [card for group in groups for card in group if card.startswith(_WILD)]
        if not wilds:
            self._add(number, "natural")
        elif len(wilds) >= MANY_WILDS:
            self._add(number, "wilds")
        kinds = self._kinds[line["phase"] - 1]
        for index, (kind, group) in enumerate(zip(kinds, groups, strict=True)):
            if kind in RUNS:
                self._grow(number, (number, index), len(group))

    def hit(self, line: Line) -> None:
        number = line["seat"]
        group = (line["owner"], line["group"])
        seat = self._seats[number]
        seat.hits += 1
        if seat.hits == MANY_HITS:
            self._add(number, "many_hits")
        if group in self._runs:
            self._grow(number, group, 1)

    def _grow(self, seat: int, run: tuple[int, int], cards: int) -> None:
        self._runs[run] = self._runs.get(run, 0) + cards
        if self._runs[run] == HIGHEST:
            self._add(seat, "full_run")

    def discard(self, line: Line) -> None:
        self._seats[line["seat"]].discarded = line["card"]
        if line["card"] == _SKIP and line["target"] is not None:
            self._add(line["seat"], "skips")

    def lose_turn(self, line: Line) -> None:
        self._skipped.add(line["seat"])

    def take_over(self, line: Line) -> None:
        note_takeover(self._away, line["seat"], line["reason"])

    def end_hand(self, line: Line) -> None:
        for winner in line["out"][:1]:
            self._win_hand(winner)
        standing = [
            (completed, -total)
            for completed, total in zip(line["progress"], line["totals"], strict=True)
        ]
        behind = [seat for seat, place in enumerate(standing) if place == min(standing)]
        self._last.append(behind[0] if len(behind) == 1 else None)

    def _win_hand(self, winner: int) -> None:
        seat = self._seats[winner]
        if seat.discarded == _SKIP:
            self._add(winner, "skip_out")
        if 0 < seat.turns <= SWIFT_TURNS:
            self._add(winner, "swift")
        if 0 < seat.turns == seat.laid_in:
            self._add(winner, "one_go")

    def end_game(self, line: Line) -> None:
        late = self._last[len(self._last) // 2 : -1]
        for seat in line["winners"]:
            if line["reason"] == EndReason.PLAYOFF:
                self._add(seat, "playoff")
            if len(self._last) < FEWEST_HANDS:
                continue
            if seat not in self._skipped:
                self._add(seat, "untouched")
            if seat in late:
                self._add(seat, "comeback")


_COUNTED: dict[str, Callable[[_Feats, Line], None]] = {
    "deal": _Feats.begin_hand,
    "offer": _Feats.begin_turn,
    "draw": _Feats.begin_turn,
    "lay": _Feats.lay,
    "hit": _Feats.hit,
    "discard": _Feats.discard,
    "skipped": _Feats.lose_turn,
    "takeover": _Feats.take_over,
    "hand_end": _Feats.end_hand,
    "game_end": _Feats.end_game,
}
FEAT_LINES = (*_COUNTED, "take_back")  # the types of lines that :func:`feats` needs
