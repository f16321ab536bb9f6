"""The newest events of a game, summed up in a line for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.games.events import TakenOver, TakeoverReason
from bot.rules.actions import Source
from bot.rules.cards import Card
from bot.rules.events import (
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    Offered,
    Reshuffled,
    Saved,
    Skipped,
    WasHit,
)
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

from .catalogue import Words
from .phrases import card_shown

LINES = 4
"""Lines that are always shown, as far as there are any."""
MOST_LINES = 12
MOST_OTHERS = 6
"""Lines in a private hand about what the others did."""


@dataclass
class _StandIns:
    """Tells a person's return from the end of one turn of a stand-in; both are the same event."""

    # By seat, how many turns in a row have timed out.
    missed: dict[int, int] = field(default_factory=dict)
    # The seats that a computer player plays until their person is back.
    standing: set[int] = field(default_factory=set)
    # The seats whose turn has just ended, as far as events show it.
    ended: set[int] = field(default_factory=set)

    def ends_with(self, event: Event) -> bool:
        """Add an event; whether it only ends a stand-in's turn, without the person being back."""
        match event:
            case TakenOver(reason=TakeoverReason.RETURNED):
                only_ends = event.seat in self.ended and self.missed.get(event.seat, 1) < 2
                self.standing.discard(event.seat)
                return only_ends
            case TakenOver(reason=TakeoverReason.LEFT | TakeoverReason.TIMEOUT as reason):
                # Who left is never replaced for one turn alone.
                more = 2 if reason is TakeoverReason.LEFT else 1
                self.missed[event.seat] = self.missed.get(event.seat, 0) + more
                self.standing.add(event.seat)
                self.ended = set()
            case HandEnded():
                self.ended.update(event.out)
            case Skipped() | Reshuffled() | Drew(source=Source.NONE):
                # They can follow from the end of the turn before them.
                pass
            case Discarded() | WasHit() | Saved() | Declared() | Offered():
                self._acted(event.seat)
                self.ended = {event.seat}
            case Drew() | Laid():
                self._acted(event.seat)
                self.ended = set()
            case _:
                self.ended = set()
        return False

    def _acted(self, seat: int) -> None:
        if seat not in self.standing:
            self.missed[seat] = 0


@dataclass
class _TurnLine:
    """The deeds of one seat in one turn, in order."""

    seat: int
    deeds: list[str] = field(default_factory=list)
    hits: list[Card] = field(default_factory=list)
    drew: str | None = None


class _Summary:
    """Sums up events in lines."""

    def __init__(self, words: Words, names: Sequence[str], reader: int | None = None) -> None:
        self.words = words
        self.names = names
        # Who reads it in a private hand, and is not told there what they did themselves.
        self.reader = reader
        self.told_of_skip = False
        self.entries: list[_TurnLine | str] = []
        self.turn: _TurnLine | None = None
        self.last: dict[int, _TurnLine] = {}
        self.offered: Card | None = None
        self.dealt = 0
        self.stand_ins = _StandIns()

    def add(self, event: Event) -> None:
        """Add one event."""
        if self.stand_ins.ends_with(event):
            return
        match event:
            case Drew():
                self._begin(event.seat).drew = self._draw(event)
            case Laid():
                self._deed(event.seat, self.words("phrases.deed.laid", phase=event.phase))
            case WasHit():
                self._of(event.seat).hits.append(event.card.held)
            case Saved():
                self._deed(event.seat, self.words("phrases.deed.saved"))
            case Discarded():
                self._deed(event.seat, self._discard(event))
                if event.card.is_skip and event.target is not None:
                    self.turn = None
            case TakenOver():
                self._alone(event.seat, self.words(f"phrases.deed.{event.reason}"))
            case Skipped():
                self._skipped(event.seat)
            case _:
                self._between_turns(event)

    def _between_turns(self, event: Event) -> None:
        match event:
            case Declared():
                self._alone(event.seat, self.words("phrases.deed.declared", phase=event.phase))
            case Offered():
                self._alone(event.seat, self._answer(event))
            case Reshuffled():
                self._line(self.words("phrases.reshuffled"))
            case Dealt():
                key = "phrases.dealt_playoff" if event.playoff else "phrases.dealt"
                self.dealt = len(self.entries)
                if self.reader is None:
                    self._line(self.words(key, name=self.names[event.dealer], hand=event.hand))
                self.last = {}
                self.turn = None
                self.offered = event.discard_pile[-1] if event.discard_pile else None
            case HandEnded(out=()):
                self._line(self.words("phrases.nobody_out"))
            case HandEnded():
                for seat in event.out:
                    self.went_out(seat)
            case _:
                pass

    def _skipped(self, seat: int) -> None:
        self._alone(seat, self.words("phrases.deed.skipped"))
        if seat == self.reader and not self.told_of_skip:
            self._line(self.words("phrases.you_lost_turn"))
        self.told_of_skip &= seat != self.reader

    def went_out(self, seat: int) -> None:
        """Let the last turn of a seat end with going out."""
        self._after(self.last.get(seat) or self._of(seat), "phrases.deed.out")

    def floats(self, seat: int) -> None:
        """Let the last turn of a seat end with floating."""
        if seat in self.last:
            self._after(self.last[seat], "phrases.deed.floats")

    def lines(self, reader: int | None) -> list[str]:
        """The newest lines, oldest first: all since the reader's last turn or the deal."""
        lines = [self._written(entry) for entry in self.entries]
        since = 0 if reader is None else len(lines) - self._after_turn_of(reader, begun=True)
        return lines[-min(max(since, LINES), MOST_LINES) :]

    def since_turn(self, reader: int, *, begun: bool) -> list[str]:
        """The newest lines since the reader's last turn or the deal, without a turn begun now."""
        entries = self.entries[self._after_turn_of(reader, begun=begun) :]
        if begun and entries and self._is_turn_of(entries[-1], reader):
            entries.pop()
        return [self._written(entry) for entry in entries[-MOST_OTHERS:]]

    def _after_turn_of(self, seat: int, *, begun: bool) -> int:
        """The first entry after a seat's last turn; with ``begun`` the newest entry is none."""
        for at in range(len(self.entries) - 1 - begun, self.dealt - 1, -1):
            if self._is_turn_of(self.entries[at], seat):
                return at + 1
        return self.dealt

    @staticmethod
    def _is_turn_of(entry: _TurnLine | str, seat: int) -> bool:
        return isinstance(entry, _TurnLine) and entry.seat == seat

    def _answer(self, event: Offered) -> str:
        if not event.taken:
            return self.words("phrases.deed.declined")
        if self.offered is None:
            return self.words("phrases.deed.took_offered")
        return self.words("phrases.deed.took_offer", card=card_shown(self.words, self.offered))

    def _draw(self, event: Drew) -> str | None:
        if event.source is Source.SAVE_PILE:
            return self.words("phrases.deed.drew_saved")
        if event.source is Source.NONE:
            return self.words("phrases.deed.no_card")
        if event.source is Source.DISCARD_PILE and event.card is not None:
            return self.words("phrases.deed.took", card=card_shown(self.words, event.card))
        return None

    def _discard(self, event: Discarded) -> str:
        if event.target is not None and event.target == self.reader:
            self.told_of_skip = True
            return self.words("phrases.deed.skipped_you")
        if event.target is not None:
            return self.words("phrases.deed.skipped_other", name=self.names[event.target])
        return self.words("phrases.deed.discarded", card=card_shown(self.words, event.card))

    def _begin(self, seat: int) -> _TurnLine:
        self.turn = self.last[seat] = _TurnLine(seat)
        self.entries.append(self.turn)
        return self.turn

    def _of(self, seat: int) -> _TurnLine:
        """The current turn of a seat, which may have started before the first event."""
        if self.turn is None or self.turn.seat != seat:
            return self._begin(seat)
        return self.turn

    def _deed(self, seat: int, deed: str) -> None:
        turn = self._of(seat)
        self._count_hits(turn)
        turn.deeds.append(deed)

    def _after(self, turn: _TurnLine, key: str) -> None:
        self._count_hits(turn)
        deed = self.words(key)
        if turn.deeds[-1:] != [deed]:
            turn.deeds.append(deed)

    def _count_hits(self, turn: _TurnLine) -> None:
        if len(turn.hits) == 1:
            hit = card_shown(self.words, turn.hits[0])
            turn.deeds.append(self.words("phrases.deed.hit_one", card=hit))
        elif len(turn.hits) == 2:
            turn.deeds.append(self.words("phrases.deed.hit_twice"))
        elif turn.hits:
            turn.deeds.append(self.words.plural("phrases.deed.hit", len(turn.hits)))
        turn.hits = []

    def _alone(self, seat: int, deed: str) -> None:
        """Add a line that is not part of a turn."""
        if seat == self.reader:
            self.turn = None
        else:
            self._line(self.words("phrases.turn", name=self.names[seat], deeds=deed))

    def _line(self, line: str) -> None:
        self.turn = None
        self.entries.append(line)

    def _written(self, turn: _TurnLine | str) -> str:
        if isinstance(turn, str):
            return turn
        self._count_hits(turn)
        first = [turn.drew] if turn.drew else []
        deeds = [*first, *turn.deeds] or [self.words("phrases.deed.drew")]
        return self.words("phrases.turn", name=self.names[turn.seat], deeds=self.words.list(deeds))


def news_lines(
    words: Words,
    events: Sequence[Event],
    names: Sequence[str],
    seats: Sequence[SeatView] = (),
    reader: int | None = None,
) -> list[str]:
    """Lines about the newest public events, oldest first; names are escaped for a message.

    They are four, or for the seat of a ``reader`` up to twelve: all since its last turn. ``seats``,
    as they are now, show who is out during last turns and who floats.
    """
    return _summed_up(words, events, names, seats).lines(reader)


def news_since_turn(
    words: Words, events: Sequence[Event], names: Sequence[str], view: PlayerView
) -> list[str]:
    """Lines about what the others did since the viewer's last turn; at most six.

    It is the viewer's turn, who is spoken to.
    """
    summary = _summed_up(words, events, names, view.seats, view.me)
    return summary.since_turn(view.my_seat.seat, begun=view.stage is Stage.PLAY)


def _summed_up(
    words: Words,
    events: Sequence[Event],
    names: Sequence[str],
    seats: Sequence[SeatView],
    reader: int | None = None,
) -> _Summary:
    summary = _Summary(words, names, reader)
    for event in events:
        summary.add(event)
    for seat in seats:
        if seat.out and seat.seat in summary.last:
            summary.went_out(seat.seat)
        if seat.floating:
            summary.floats(seat.seat)
    return summary
