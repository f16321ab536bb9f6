"""The newest events of a game, summed up in a line for each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.cards.actions import Source
from bot.cards.cards import Card
from bot.cards.events import (
    CardHit,
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
)
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.core.events import TakenBack, TakenOver, TakeoverReason

from .catalogue import Translator, You
from .phrases import card_shown, with_you

LINES = 4  # lines that are always shown, if there are as many
MOST_LINES = 12
MOST_OTHERS = 6  # lines in a private hand about what the others did
MOST_OWN = 3  # of them about what a computer player did in the reader's place
_HEADINGS = ("phrases.while_away", "phrases.before_first_turn")


@dataclass
class _StandIns:
    """Distinguishes a person's return from the end of a stand-in's turn: the event is the same."""

    missed: dict[int, int] = field(default_factory=dict)  # turns in a row that timed out, by seat
    standing: set[int] = field(default_factory=set)  # seats without their person
    ended: set[int] = field(default_factory=set)  # seats whose turn ended with the last event

    def ends_with(self, event: Event) -> bool:
        """Add an event; return whether it only ends a stand-in's turn."""
        match event:
            case TakenOver(reason=TakeoverReason.RETURNED):
                only_ends = event.seat in self.ended and self.missed.get(event.seat, 1) < 2
                self.standing.discard(event.seat)
                return only_ends
            case TakenOver(reason=TakeoverReason.LEFT | TakeoverReason.TIMEOUT as reason):
                # A person who left is never replaced for one turn alone.
                more = 2 if reason is TakeoverReason.LEFT else 1
                self.missed[event.seat] = self.missed.get(event.seat, 0) + more
                self.standing.add(event.seat)
                self.ended = set()
            case HandEnded():
                self.ended.update(event.out)
            case Skipped() | Reshuffled() | Drew(source=Source.NONE):
                # They may follow from the end of the previous turn.
                pass
            case Discarded() | CardHit() | Saved() | Declared() | Offered():
                self._acted(event.seat)
                self.ended = {event.seat}
            case Drew() | Laid():
                self._acted(event.seat)
                if isinstance(event, Drew) and event.seat in self.standing & self.ended:
                    # A stand-in for one turn alone has no second one.
                    self.missed[event.seat] = 2
                self.ended = set()
            case _:
                self.ended = set()
        return False

    def _acted(self, seat: int) -> None:
        if seat not in self.standing:
            self.missed[seat] = 0


@dataclass
class _TurnLine:
    """The actions of one seat in one turn, in order; only those that are shown are written."""

    seat: int
    name: str  # of the player, or of a stand-in
    deeds: list[Callable[[], str]] = field(default_factory=list)
    hits: list[Card] = field(default_factory=list)
    drew: Callable[[], str] | None = None
    ending: str = ""  # the deed that ends the hand for the seat


class _Summary:
    """Sums up events in lines."""

    def __init__(self, words: Translator, names: Sequence[str], reader: int | None = None) -> None:
        self.words = words
        self.reader = reader  # of a private hand, whose own turns are left out
        self.names = with_you(words, names, reader)
        self.skipped_by: str | None = None  # the player whose Skip costs the reader a turn
        self.entries: list[_TurnLine | str] = []
        self.turn: _TurnLine | None = None
        self.last: dict[int, _TurnLine] = {}
        self.out: dict[int, _TurnLine] = {}  # in which seats went out in the newest hand
        self.offered: Card | None = None
        self.dealt = 0
        self.saw_deal = False
        self.stand_ins = _StandIns()

    def add(self, event: Event) -> None:
        if self.stand_ins.ends_with(event):
            return
        match event:
            case Drew():
                turn = self._begin(event.seat)
                turn.drew = self._draw(event, turn.name)
            case Laid():
                self._deed(event.seat, "laid", phase=event.phase)
            case CardHit():
                self._of(event.seat).hits.append(event.card.held)
            case Saved() | TakenBack():
                self._deed(event.seat, "saved" if isinstance(event, Saved) else "took_back")
            case Discarded():
                self._discard(event)
                if event.card.is_skip and event.target is not None:
                    self.turn = None
            case TakenOver():
                self._alone(event.seat, event.reason)
            case Skipped():
                self._skipped(event.seat)
            case _:
                self._between_turns(event)

    def _between_turns(self, event: Event) -> None:
        match event:
            case Declared():
                self._alone(event.seat, "declared", phase=event.phase)
            case Offered():
                self._answer(event)
            case Reshuffled():
                self._line(self.words("phrases.reshuffled"))
            case Dealt():
                key = "phrases.dealt_playoff" if event.playoff else "phrases.dealt"
                self.dealt = len(self.entries)
                self.saw_deal = True
                if self.reader is None:
                    self._line(self.words(key, name=self.names[event.dealer], hand=event.hand))
                self.last = {}
                self.out = {}
                self.turn = None
                self.offered = event.discard_pile[-1] if event.discard_pile else None
            case HandEnded(out=()):
                self._line(self.words("phrases.nobody_out"))
            case HandEnded():
                for seat in event.out:
                    self.ends(seat, "out")
                self.out = {seat: self.last[seat] for seat in event.out}

    def _skipped(self, seat: int) -> None:
        self._alone(seat, "skipped")
        if seat != self.reader:
            return
        if self.skipped_by is None:
            self._line(self.words("phrases.you_lost_turn"))
        else:
            self._line(self.words("phrases.you_lost_turn_to", name=self.skipped_by))
        self.skipped_by = None

    def ends(self, seat: int, deed: str) -> None:
        """Add going out or floating to the last turn of a seat."""
        turn = self.last.get(seat) or self._of(seat)
        self._count_hits(turn)
        if turn.ending != deed:
            turn.ending = deed
            turn.deeds.append(partial(self._said, turn.name, deed))

    def lines(self, reader: int | None) -> list[str]:
        """Return the newest lines, oldest first: all since the reader's last turn or the deal."""
        entries = self.entries
        since = 0 if reader is None else len(entries) - self._index_after_turn(reader, begun=True)
        newest = entries[-min(max(since, LINES), MOST_LINES) :]
        return [self.written(entry) for entry in newest]

    def since_turn(self, reader: int, *, begun: bool) -> list[str]:
        """Return the lines since the reader's last turn or the deal, without the current turn."""
        since = self._index_after_turn(reader, begun=begun)
        entries = self.entries[since:]
        if begun and entries and self._is_turn_by(entries[-1], reader):
            entries.pop()
        return self._told(entries, whole=self.saw_deal or since > 0)

    def _told(self, entries: Sequence[_TurnLine | str], *, whole: bool) -> list[str]:
        """Return the newest lines; what was played for the reader comes first, under a heading.

        ``whole``: whether the entries reach back as far as the reader was away.
        """
        own = [entry for entry in entries if self._is_for_reader(entry)]
        if not own:
            return [self.written(entry) for entry in entries[-MOST_OTHERS:]]
        shown = own[-MOST_OWN:]
        others = [entry for entry in entries if not self._is_for_reader(entry)]
        shown += others[-(MOST_OTHERS - len(shown)) :]
        lines = [self.words("phrases.while_away"), *map(self.written, shown)]
        left_out = len(entries) - len(shown)
        if not whole:
            lines.append(self.words("phrases.more_before"))
        elif left_out:
            lines.append(self.words("phrases.more", number=left_out))
        return lines

    def _is_for_reader(self, entry: _TurnLine | str) -> bool:
        """Return whether an entry is a turn that a stand-in played for the reader."""
        if not isinstance(entry, _TurnLine) or entry.seat != self.reader:
            return False
        return not isinstance(entry.name, You)

    def last_round(self, seats: Sequence[SeatView]) -> list[str]:
        """Return the last turn of each seat before a hand's end, or all after the reader's.

        The turns in which seats went out are left out.
        """
        since = (
            self._of_last_round() if self.reader is None else self._index_after_turn(self.reader)
        )
        # The dealer is no news at the end.
        since += self.reader is None and self.saw_deal and since == self.dealt
        told = [each for each in self.entries[since:] if each not in self.out.values()]
        lines = self._told(told, whole=self.saw_deal or since > 0)
        if self.reader is None or not seats[self.reader].playing:
            return lines
        had_turn = any(
            self._is_turn_by(entry, self.reader) or self._is_for_reader(entry)
            for entry in self.entries[self.dealt :]
        )
        if had_turn or not (lines and self.saw_deal):
            return lines
        return [self.words("phrases.before_first_turn"), *lines]

    def _of_last_round(self) -> int:
        """Return the first entry after which every seat has one turn at most."""
        seen: set[int] = set()
        for at in range(len(self.entries) - 1, self.dealt - 1, -1):
            entry = self.entries[at]
            if isinstance(entry, _TurnLine):
                if entry.seat in seen:
                    return at + 1
                seen.add(entry.seat)
        return self.dealt

    def _index_after_turn(self, seat: int, *, begun: bool = False) -> int:
        """Return the first entry after a seat's last turn; ``begun`` skips the newest entry."""
        for at in range(len(self.entries) - 1 - begun, self.dealt - 1, -1):
            if self._is_turn_by(self.entries[at], seat):
                return at + 1
        return self.dealt

    def _is_turn_by(self, entry: _TurnLine | str, seat: int | None) -> bool:
        """Return whether an entry is a turn of a seat; a stand-in's turn is news to the reader."""
        if not isinstance(entry, _TurnLine) or entry.seat != seat:
            return False
        return seat != self.reader or isinstance(entry.name, You)

    def _said(self, name: str, deed: str, card: Card | None = None, **data: object) -> str:
        """Return somebody's action in the words that follow the name."""
        if card is not None:
            data["card"] = card_shown(self.words, card)
        return self.words(f"phrases.deed.{deed}", name=name, **data)

    def _answer(self, event: Offered) -> None:
        if not event.taken:
            self._alone(event.seat, "declined")
        elif self.offered is None:
            self._alone(event.seat, "took_offered")
        else:
            self._alone(event.seat, "took_offer", self.offered)

    def _draw(self, event: Drew, name: str) -> Callable[[], str] | None:
        if event.source is Source.SAVE_PILE:
            return partial(self._said, name, "drew_saved")
        if event.source is Source.NONE:
            return partial(self._said, name, "no_card")
        if event.source is Source.DISCARD_PILE and event.card is not None:
            return partial(self._said, name, "took", event.card)
        return None

    def _discard(self, event: Discarded) -> None:
        if event.target is None:
            self._deed(event.seat, "discarded", event.card)
        elif isinstance(self.names[event.target], You):
            self.skipped_by = self.names[event.seat]
            self._deed(event.seat, "skipped_you")
        else:
            self._deed(event.seat, "skipped_other", target=self.names[event.target])

    def _begin(self, seat: int) -> _TurnLine:
        stood_in = seat == self.reader and seat in self.stand_ins.standing
        name = self.words("phrases.for_you") if stood_in else self.names[seat]
        self.turn = self.last[seat] = _TurnLine(seat, name)
        self.entries.append(self.turn)
        return self.turn

    def _of(self, seat: int) -> _TurnLine:
        """Return the current turn of a seat, which may have begun before the first event."""
        if self.turn is None or self.turn.seat != seat:
            return self._begin(seat)
        return self.turn

    def _deed(self, seat: int, deed: str, card: Card | None = None, **data: object) -> None:
        turn = self._of(seat)
        self._count_hits(turn)
        turn.deeds.append(partial(self._said, turn.name, deed, card, **data))

    def _count_hits(self, turn: _TurnLine) -> None:
        if len(turn.hits) == 1:
            turn.deeds.append(partial(self._said, turn.name, "hit_one", *turn.hits))
        elif len(turn.hits) == 2:
            turn.deeds.append(partial(self._said, turn.name, "hit_twice"))
        elif turn.hits:
            name = turn.name
            number = len(turn.hits)
            turn.deeds.append(partial(self.words.plural, "phrases.deed.hit", number, name=name))
        turn.hits = []

    def _alone(self, seat: int, deed: str, card: Card | None = None, **data: object) -> None:
        """Add a line that is not part of a turn."""
        if seat == self.reader:
            self.turn = None
        else:
            said = self._said(self.names[seat], deed, card, **data)
            self._line(self.words("phrases.turn", name=self.names[seat], deeds=said))

    def _line(self, line: str) -> None:
        self.turn = None
        self.entries.append(line)

    def written(self, turn: _TurnLine | str) -> str:
        if isinstance(turn, str):
            return turn
        self._count_hits(turn)
        first = [turn.drew] if turn.drew else []
        deeds = [deed() for deed in (*first, *turn.deeds)] or [self._said(turn.name, "drew")]
        return self.words("phrases.turn", name=turn.name, deeds=self.words.list(deeds))


def news_lines(
    words: Translator,
    events: Sequence[Event],
    names: Sequence[str],
    seats: Sequence[SeatView] = (),
    reader: int | None = None,
) -> list[str]:
    """Describe the newest public events in lines, oldest first; names are escaped already.

    They are at most four, or for the seat of a ``reader`` up to twelve: all since its last turn.
    ``seats`` are the seats now, of which some may be out or floating.
    """
    return _summed_up(words, events, names, seats).lines(reader)


def news_since_turn(
    words: Translator, events: Sequence[Event], names: Sequence[str], view: PlayerView
) -> list[str]:
    """Describe what the others did since the viewer's last turn in at most six lines.

    The viewer is addressed directly. While phases are chosen there are none.
    """
    if view.stage is Stage.DECLARE:
        return []
    summary = _summed_up(words, events, names, view.seats, view.me)
    begun = view.my_turn and view.stage is Stage.PLAY
    return summary.since_turn(view.my_seat.seat, begun=begun)


def is_heading(words: Translator, line: str) -> bool:
    """Return whether a line of news is the heading of the lines after it."""
    return line in map(words, _HEADINGS)


def last_round(
    words: Translator, events: Sequence[Event], names: Sequence[str], seats: Sequence[SeatView]
) -> list[str]:
    """Describe the turns before that in which a hand ended in at most six lines.

    They are the last turn of each seat, or all turns since that of a reader among the names.
    """
    reader = next((seat for seat, name in enumerate(names) if isinstance(name, You)), None)
    ended = [event for event in events if not isinstance(event, HandEnded) or event.out]
    return _summed_up(words, ended, names, (), reader).last_round(seats)


def turns_out(words: Translator, events: Sequence[Event], names: Sequence[str]) -> dict[int, str]:
    """Describe by seat the turns in which players went out, each in one sentence."""
    summary = _summed_up(words, events, names, ())
    return {seat: f"{summary.written(turn)}." for seat, turn in summary.out.items()}


def _summed_up(
    words: Translator,
    events: Sequence[Event],
    names: Sequence[str],
    seats: Sequence[SeatView],
    reader: int | None = None,
) -> _Summary:
    summary = _Summary(words, names, reader)
    for event in events:
        summary.add(event)
    for seat in seats:
        for deed, done in (("out", seat.out), ("floats", seat.floating)):
            if done and seat.seat in summary.last:
                summary.ends(seat.seat, deed)
    return summary
