"""Statistics from the lines of a record: the result of each seat, and its feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from bot.core.events import EndReason, TakeoverReason
from bot.core.game_type import Efforts, GameTally, SeatTally
from bot.core.records import Line, without_undone

from .cards import HIGHEST
from .events import Dealt, Declared, Drew, Event, HandEnded, Laid, Offered
from .phases import RUNS, parse_phase

TALLY_LINES = ("deal", "declare", "draw", "lay", "take_back", "hand_end", "game_end")
"""The types of lines that :func:`tally` needs."""


def tally(lines: Iterable[Line], size: int, phases: int) -> GameTally:
    """How a finished game went, from the lines of ``TALLY_LINES``."""
    seats = range(size)
    # For each phase, the hands in which it was tried, and the hands that completed it.
    tries = [[[0, 0] for _ in range(phases)] for _ in seats]
    totals, completed, won, hands = ([0] * size for _ in range(4))
    trying: list[int | None] = [None] * size
    playing = [False] * size
    ends = 0
    end = Line()
    for line in without_undone(lines, itemgetter("type")):
        match line["type"]:
            case "deal":
                trying = list(line["phases"])
                playing = list(map(bool, line["hands"]))
            case "declare":
                trying[line["seat"]] = line["phase"]
            case "lay":
                # A phase completed for the first time counts also in a hand without an end.
                completed[line["seat"]] += not tries[line["seat"]][line["phase"] - 1][1]
            case "hand_end":
                ends += 1
                totals = list(line["totals"])
                completed = list(line["progress"])
                for seat in line["out"][:1]:
                    won[seat] += 1
                for seat in filter(playing.__getitem__, seats):
                    hands[seat] += 1
                    if phase := trying[seat]:
                        tries[seat][phase - 1][0] += 1
                        tries[seat][phase - 1][1] += line["completed"][seat]
            case "game_end":
                end = line
    return GameTally(
        hands=ends,
        abandoned=end["reason"] == "abandoned",
        ranking=tuple(map(tuple, end["ranking"])),
        seats=tuple(
            SeatTally(
                totals[seat],
                won[seat],
                hands[seat],
                completed[seat],
                tuple((tried, done) for tried, done in tries[seat]),
            )
            for seat in seats
        ),
    )


def efforts(events: Iterable[Event], size: int, phases: int) -> Efforts:
    """How many turns each seat needed for each phase, from all events of a game."""
    turns, laid = ([[0] * phases for _ in range(size)] for _ in range(2))
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


class _Feats:
    """Counts feats line by line."""

    def __init__(self, size: int, phases: Sequence[str]) -> None:
        self._seats = range(size)
        self._kinds = [[spec.kind for spec in parse_phase(text).groups] for text in phases]
        self.counts = [Counter[str]() for _ in self._seats]
        self._away: set[int] = set()
        self._skipped: set[int] = set()
        self._last: list[int | None] = []  # the seat alone in last place after each hand
        self.begin_hand({})

    def _add(self, seat: int, feat: str) -> None:
        if seat not in self._away:
            self.counts[seat][feat] += 1

    def begin_hand(self, _line: Line) -> None:
        self._turns = [0 for _ in self._seats]
        self._laid_in = [0 for _ in self._seats]  # the turn in which the phase was laid; 0 for none
        self._hits = [0 for _ in self._seats]  # in the present turn
        self._discarded = ["" for _ in self._seats]  # the card that ended the last turn
        self._runs: dict[tuple[int, int], int] = {}

    def begin_turn(self, line: Line) -> None:
        if line.get("taken", True):  # of the opening offer
            seat = line["seat"]
            self._turns[seat] += 1
            self._hits[seat] = 0
            self._discarded[seat] = ""

    def lay(self, line: Line) -> None:
        seat = line["seat"]
        groups = line["groups"]
        self._laid_in[seat] = self._turns[seat]
        if self._turns[seat] == 1:
            self._add(seat, "quick_lay")
        wilds = sum(card.startswith(_WILD) for group in groups for card in group)
        if not wilds:
            self._add(seat, "natural")
        elif wilds >= MANY_WILDS:
            self._add(seat, "wilds")
        for index, (kind, group) in enumerate(
            zip(self._kinds[line["phase"] - 1], groups, strict=True)
        ):
            if kind in RUNS:
                self._grow(seat, (seat, index), len(group))

    def hit(self, line: Line) -> None:
        seat = line["seat"]
        group = (line["owner"], line["group"])
        self._hits[seat] += 1
        if self._hits[seat] == MANY_HITS:
            self._add(seat, "many_hits")
        if group in self._runs:
            self._grow(seat, group, 1)

    def _grow(self, seat: int, run: tuple[int, int], cards: int) -> None:
        self._runs[run] = self._runs.get(run, 0) + cards
        if self._runs[run] == HIGHEST:
            self._add(seat, "full_run")

    def discard(self, line: Line) -> None:
        self._discarded[line["seat"]] = line["card"]
        if line["card"] == _SKIP and line["target"] is not None:
            self._add(line["seat"], "skips")

    def lose_turn(self, line: Line) -> None:
        self._skipped.add(line["seat"])

    def take_over(self, line: Line) -> None:
        came_back = line["reason"] == TakeoverReason.RETURNED
        (self._away.discard if came_back else self._away.add)(line["seat"])

    def end_hand(self, line: Line) -> None:
        for seat in line["out"][:1]:
            if self._discarded[seat] == _SKIP:
                self._add(seat, "skip_out")
            if 0 < self._turns[seat] <= SWIFT_TURNS:
                self._add(seat, "swift")
            if 0 < self._turns[seat] == self._laid_in[seat]:
                self._add(seat, "one_go")
        standing = [(line["progress"][seat], -line["totals"][seat]) for seat in self._seats]
        behind = [seat for seat in self._seats if standing[seat] == min(standing)]
        self._last.append(behind[0] if len(behind) == 1 else None)

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
