"""Alt texts of animations: what they show, not how it moves."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.events import HandEnded
from bot.rules.views import Highlight, HighlightKind, PlayerView

from .alt import joined, scores_sentences
from .catalogue import Words
from .endings import went_out
from .phrases import card_names


def highlight_alt(words: Words, highlight: Highlight) -> str:
    """Alt text of the animation of a highlight."""
    return joined((words("alt.animation"), _deed(words, highlight)))


def _deed(words: Words, highlight: Highlight) -> str:
    seats = [highlight.view.seats[seat] for seat in highlight.seats]
    match highlight.kind:
        case HighlightKind.WON:
            names = words.list([seat.name for seat in seats])
            return words.plural("table.won", len(seats), names=names)
        case HighlightKind.OUT:
            return went_out(words, seats[0], seats[0].name)
        case _:
            cards = "; ".join(card_names(words, group.cards) for group in seats[0].groups)
            phase, name = seats[0].trying, seats[0].name
            return words("alt.lays", name=name, phase=phase, cards=cards)


def recap_alt(words: Words, view: PlayerView, hands: Sequence[HandEnded]) -> str:
    """Alt text of the animation of a whole game."""
    return joined((words("alt.recap"), *recap_sentences(words, view, hands)))


def recap_sentences(words: Words, view: PlayerView, hands: Sequence[HandEnded]) -> list[str]:
    """A whole game in words: who won, then the score sheet."""
    names = [seat.name for seat in view.seats]
    sheet = scores_sentences(words, names, hands)
    if view.result is None or not view.result.winners:
        return sheet
    winners = [names[seat] for seat in view.result.winners]
    won = words.plural("table.won", len(winners), names=words.list(winners))
    return [won, *sheet]
