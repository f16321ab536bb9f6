"""What happened in a game of dice, a line for each turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.dice.dice import Face
from bot.dice.engine import BONUS
from bot.dice.events import DiceEvent, Ordered, TurnEnded
from bot.games.events import TakenOver, TakeoverReason
from bot.rules.cards import Colour

from .catalogue import Words

LINES = 4


def die_colour(words: Words, colour: Colour) -> str:
    """A colour of dice: ``red``, or with playing cards ``hearts``."""
    return words(f"terms.die.colour.{colour}")


def face_name(words: Words, face: Face) -> str:
    """A face of a die: ``8 red``, ``Wild red``; with playing cards ``8 of hearts``."""
    colour = die_colour(words, face.colour)
    if face.number is None:
        return words("terms.die.wild", colour=colour)
    return words("terms.die.face", colour=colour, number=words.number(face.number))


def dice_news(words: Words, events: Sequence[DiceEvent], names: Sequence[str]) -> list[str]:
    """Lines about the newest turns, oldest first: four at most.

    Args:
        words: the reader's language.
        events: the events, oldest first.
        names: the players' names by seat, escaped for a message.
    """
    return [*_lines(words, events, names)][-LINES:]


def _lines(words: Words, events: Sequence[DiceEvent], names: Sequence[str]) -> Iterator[str]:
    before: DiceEvent | None = None
    for event in events:
        match event:
            case Ordered(rolls=(_, *_)):
                yield words("dice.table.begins", name=names[event.first])
            case TurnEnded():
                yield turn_line(words, event, names[event.seat])
            case TakenOver() if not _only_ends(before, event):
                deed = words(f"phrases.deed.{event.reason}")
                yield words("phrases.turn", name=names[event.seat], deeds=deed)
            case _:
                pass
        before = event


def _only_ends(before: DiceEvent | None, event: TakenOver) -> bool:
    """Whether a computer player has played the one turn for which it stood in."""
    returned = event.reason is TakeoverReason.RETURNED
    return returned and isinstance(before, TurnEnded) and before.seat == event.seat


def turn_line(words: Words, ended: TurnEnded, name: str) -> str:
    """How a turn ended: the phase, its points, and the bonuses that came with it."""
    data = {"name": name, "phase": ended.phase}
    if ended.success:
        line = words.plural("dice.table.scored", ended.points, **data)
    elif ended.points:
        line = words.plural("dice.table.failed_for", -ended.points, **data)
    else:
        line = words("dice.table.failed", **data)
    bonuses = [words(f"dice.table.bonus.{bonus}", points=BONUS) for bonus in ended.bonus]
    return " · ".join([line, *bonuses])
