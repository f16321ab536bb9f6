"""What just happened at a table, summed up in a line for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.rules.actions import Source
from bot.rules.events import (
    Dealt,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    Reshuffled,
    Skipped,
    TakenOver,
    WasHit,
)

from .catalogue import Words
from .phrases import card_name

MOST_LINES = 4


@dataclass
class _Turn:
    """The deeds of one seat, as they follow one another."""

    seat: int
    deeds: list[str] = field(default_factory=list)
    hits: int = 0
    drew: str | None = None


class _Summary:
    """Collects events into lines."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names
        self.lines: list[str] = []
        self.turn: _Turn | None = None

    def add(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case Drew():
                self._close()
                self.turn = _Turn(event.seat, drew=self._draw(event))
            case Laid():
                self._deed(event.seat, self.words("phrases.deed.laid", phase=event.phase))
            case WasHit():
                self._of(event.seat).hits += 1
            case Discarded():
                self._deed(event.seat, self._discard(event))
                if event.card.is_skip and event.target is not None:
                    self._close()
            case TakenOver():
                self._close()
                self._line(event.seat, [self.words(f"phrases.deed.{event.reason}")])
            case Skipped():
                self._close()
                self._line(event.seat, [self.words("phrases.deed.skipped")])
            case _:
                self._between_turns(event)

    def _between_turns(self, event: Event) -> None:
        match event:
            case Reshuffled():
                self._close()
                self.lines.append(self.words("phrases.reshuffled"))
            case Dealt():
                self._close()
                dealer = self.names[event.dealer]
                self.lines.append(self.words("phrases.dealt", name=dealer, hand=event.hand))
            case HandEnded(out=()):
                self._close()
                self.lines.append(self.words("phrases.nobody_out"))
            case HandEnded():
                for seat in event.out:
                    self._deed(seat, self.words("phrases.deed.out"))
                    self._close()
            case _:
                pass

    def finish(self) -> list[str]:
        """The lines, oldest first."""
        self._close()
        return self.lines

    def _draw(self, event: Drew) -> str | None:
        if event.source is Source.NONE:
            return self.words("phrases.deed.no_card")
        if event.source is Source.DISCARD_PILE and event.card is not None:
            return self.words("phrases.deed.took", card=card_name(self.words, event.card))
        return None

    def _discard(self, event: Discarded) -> str:
        if event.target is not None:
            return self.words("phrases.deed.skipped_other", name=self.names[event.target])
        return self.words("phrases.deed.discarded", card=card_name(self.words, event.card))

    def _of(self, seat: int) -> _Turn:
        if self.turn is None or self.turn.seat != seat:
            self._close()
            self.turn = _Turn(seat)
        return self.turn

    def _deed(self, seat: int, deed: str) -> None:
        turn = self._of(seat)
        self._count_hits(turn)
        turn.deeds.append(deed)

    def _count_hits(self, turn: _Turn) -> None:
        if turn.hits == 2:
            turn.deeds.append(self.words("phrases.deed.hit_twice"))
        elif turn.hits:
            turn.deeds.append(self.words.plural("phrases.deed.hit", turn.hits))
        turn.hits = 0

    def _close(self) -> None:
        if self.turn is None:
            return
        turn, self.turn = self.turn, None
        self._count_hits(turn)
        first = [turn.drew] if turn.drew else []
        deeds = [*first, *turn.deeds] or [self.words("phrases.deed.drew")]
        self._line(turn.seat, deeds)

    def _line(self, seat: int, deeds: list[str]) -> None:
        told = self.words.list(deeds)
        self.lines.append(self.words("phrases.turn", name=self.names[seat], deeds=told))


def news_lines(words: Words, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """At most four lines of what happened last, oldest first.

    Args:
        words: the reader's language.
        events: what happened, as everybody may see it, oldest first.
        names: the players' names by seat, escaped for a message.
    """
    summary = _Summary(words, names)
    for event in events:
        summary.add(event)
    return summary.finish()[-MOST_LINES:]
