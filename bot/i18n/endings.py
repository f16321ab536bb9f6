"""The end of a hand in words, and the highlights that animations show.

Names of players are given as a sequence by seat, plain or escaped for message text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.cards.events import Event
from bot.cards.views import Highlight, HighlightKind, PlayerView, SeatView
from bot.core.events import EndReason
from bot.dice.views import DiceView

from .alt import ranking_sentences, short_text
from .catalogue import Translator
from .news import turns_out
from .phrases import card_names


def how_it_ended(
    words: Translator, view: PlayerView, names: Sequence[str], news: Sequence[Event] = ()
) -> Iterator[str]:
    """Say who went out, with their last turn if it is in the news, or why nobody did."""
    out = view.last_hand.out if view.last_hand else ()
    turns = turns_out(words, news, names)
    for seat in out:
        yield turns.get(seat) or words("table.out", name=names[seat])
    if out and view.rules.last_turn and not view.playoff:
        yield words("table.had_last_turns")
    if not out:
        yield words("table.stalemate" if view.stalemate else "table.ran_dry")
    if _uncounted(view):
        yield words("table.playoff_points")


def _uncounted(view: PlayerView) -> bool:
    """Whether cards were held and cost nothing; outside of play-offs each card costs points."""
    held = any(seat.left for seat in view.seats)
    return held and view.last_hand is not None and not any(view.last_hand.points)


def ahead(words: Translator, leaders: Sequence[str], hands: int) -> str:
    """Say who leads a game that was stopped."""
    played = words.plural("history.hands", hands)
    return words.plural("table.ahead", len(leaders), names=words.list(leaders), hands=played)


def lead(words: Translator, view: PlayerView | DiceView, names: Sequence[str]) -> str:
    """Say who leads a game that was ended early; empty for another end, and without a leader."""
    result = view.result
    if result is None or result.reason is not EndReason.ABANDONED or not result.winners:
        return ""
    leaders = [names[seat] for seat in result.winners]
    if isinstance(view, DiceView):
        return ahead(words.about("dice"), leaders, 0)
    return ahead(words, leaders, view.last_hand.hand if view.last_hand else 0)


def podium_alt(words: Translator, view: PlayerView) -> str:
    if view.result is None:
        return ""
    first = lead(words, view, [seat.name for seat in view.seats])
    places = ranking_sentences(words, view, view.result.ranking)
    return short_text([f"{first}.", *places] if first else places)


def cards_left(words: Translator, seat: SeatView) -> str:
    """Name the cards that a seat held at the end: ``Red 3, Skip``."""
    return card_names(words, seat.left) if seat.left else words("table.no_cards_left")


def phase_after(words: Translator, view: PlayerView, seat: SeatView) -> str | None:
    """Say which phase a seat is on next: ``on to phase 5``; None in a play-off."""
    if view.last_hand is None or view.playoff or seat.trying is None:
        return None
    done = view.last_hand.completed[seat.seat]
    if len(seat.completed) == len(view.phases):
        return words("table.all_phases")
    if seat.next_phase is None:
        return words("table.phase_done" if done else "table.phase_not_laid", phase=seat.trying)
    if seat.next_phase == seat.trying:
        return words("table.stays_on", phase=seat.trying)
    key = "table.on_to" if done else "table.not_laid_on_to"
    return words(key, phase=seat.trying, next=seat.next_phase)


def hand_result(words: Translator, view: PlayerView, seat: int, name: str) -> list[str]:
    """Return points with the name, total, and next phase of a seat, to be joined."""
    assert view.last_hand is not None, "only for a view whose hand is over"
    total = words.number(view.last_hand.totals[seat])
    parts = [
        words.plural("table.points", view.last_hand.points[seat], name=name),
        words("table.total", total=total),
    ]
    phase = phase_after(words, view, view.seats[seat])
    return [*parts, phase] if phase else parts


def next_dealer(view: PlayerView) -> int:
    size = len(view.seats)
    around = [(view.dealer + step) % size for step in range(1, size + 1)]
    return next(seat for seat in around if view.seats[seat].playing)


def hand_end_sentences(words: Translator, view: PlayerView) -> list[str]:
    """Describe the picture of a hand's end in sentences, most important first."""
    assert view.last_hand is not None, "only for a view whose hand is over"
    names = [seat.name for seat in view.seats]
    sentences = [words("table.hand_over", hand=view.last_hand.hand)]
    sentences += how_it_ended(words, view, names)
    sentences += [
        f"{', '.join(hand_result(words, view, seat, name))}." for seat, name in enumerate(names)
    ]
    sentences += [
        words("alt.held", name=seat.name, cards=cards_left(words, seat))
        for seat in view.seats
        if seat.left
    ]
    return sentences


def highlight_alt(words: Translator, highlight: Highlight) -> str:
    return short_text((words("alt.animation"), _deed(words, highlight)))


def _deed(words: Translator, highlight: Highlight) -> str:
    seats = [highlight.view.seats[seat] for seat in highlight.seats]
    match highlight.kind:
        case HighlightKind.WON:
            names = words.list([seat.name for seat in seats])
            return words.plural("table.won", len(seats), names=names)
        case HighlightKind.OUT:
            return words("table.out", name=seats[0].name)
        case _:
            cards = "; ".join(card_names(words, group.cards) for group in seats[0].groups)
            phase = seats[0].trying
            name = seats[0].name
            return words("alt.lays", name=name, phase=phase, cards=cards)
