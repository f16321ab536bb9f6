"""The dice game in words: news, and alt texts of its pictures (see bot.i18n.alt)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from bot.cards.cards import Colour
from bot.cards.phases import GroupKind
from bot.core.events import TakenOver, TakeoverReason
from bot.dice.dice import FACES, Face
from bot.dice.editions import DICE
from bot.dice.engine import BONUS
from bot.dice.events import DiceEvent, Ordered, Rolled, TurnEnded
from bot.dice.scoring import Fit
from bot.dice.state import MOST_ROLLS, DiceStage
from bot.dice.views import DiceSeatView, DiceView

from .alt import phases_alt, ranking_sentences, short_text
from .catalogue import Translator
from .endings import lead
from .phrases import numbered_phase

LINES = 4
_FACE_OF = {face.code: face for die in FACES for face in die}
_FIGURE_DICE: dict[str, dict[str, str]] = {
    "dice": {"high": "R5,B6,Y7,G8,R9,B10", "low": "Y1,G2,R3,B4,YW,GW"},
    "turn": {
        "first": "B5,B8,G9,G8,G7,G10,R1,BW,R3,R2",
        "second": "Y6,B8,R6,G8,Y10,G10,G4,BW,Y1,G1",
        "third": "R8,B8,B7,G8,Y10,G10,G4,BW,G2,GW",
    },
    "sets": {"one": "R8,B8,G8", "other": "Y10,G10,B10,RW"},
    "run": {"dice": "G2,Y3,B4,YW,R6,G7,B8"},
    "colour": {"dice": "G5,G7,G10,G9,G1,G3,GW"},
    "wild": {"wild": "YW", "set": "R9,B9,YW", "run": "G3,YW,R5", "colour": "Y6,Y2,YW"},
    "scoring": {"one": "R8,B8,Y8", "other": "G10,RW,BW"},
}
"""The dice in the figures of the rules, by field of their sentences."""
FIGURE_KEPT: dict[str, tuple[int, ...]] = {
    "first": (1, 3, 7),
    "second": (1, 3, 4, 5, 7),
    "third": (0, 1, 3, 4, 5, 7),
}
"""The dice that are kept in the example of a turn, and at its end those of the phase."""


def die_colour(words: Translator, colour: Colour) -> str:
    """Name a colour of dice: ``red``, or with playing cards ``hearts``."""
    return words(f"terms.die.colour.{colour}")


def face_name(words: Translator, face: Face) -> str:
    """Name a face of a die: ``red 8``, ``red Wild``; with playing cards ``8 of hearts``."""
    colour = die_colour(words, face.colour)
    if face.number is None:
        return words("terms.die.wild", colour=colour)
    return words("terms.die.face", colour=colour, number=words.number(face.number))


def face_names(words: Translator, faces: Sequence[Face], dice: Collection[int]) -> str:
    return ", ".join(face_name(words, faces[die]) for die in dice)


def dice_missing(words: Translator, fit: Fit) -> str:
    """Name what a phase still needs besides the dice that fit: ``4 and 8``, ``3 more Blue``."""
    wanted = [means for group in fit for die, means in group if die is None]
    if wanted and isinstance(wanted[0], Colour):
        colour = die_colour(words, wanted[0])
        return words.plural("dice.alt.more_of_colour", len(wanted), colour=colour)
    numbers = Counter(words.number(means) for means in wanted if isinstance(means, int))
    return words.list(
        [number if many == 1 else _times(words, many, number) for number, many in numbers.items()]
    )


def _times(words: Translator, n: int, name: str) -> str:
    # A line does not end between a number and what it counts.
    return words("dice.alt.times", n=n, number=name).replace(" ", "\N{NO-BREAK SPACE}")


def dice_news(words: Translator, events: Sequence[DiceEvent], names: Sequence[str]) -> list[str]:
    """Describe the newest turns, oldest first, in at most four lines; names are escaped already."""
    return [*_lines(words, events, names)][-LINES:]


def _lines(words: Translator, events: Sequence[DiceEvent], names: Sequence[str]) -> Iterator[str]:
    before: DiceEvent | None = None
    rolled: Rolled | None = None
    left: set[int] = set()
    for event in events:
        if isinstance(event, TakenOver) and event.reason is TakeoverReason.LEFT:
            left.add(event.seat)
        match event:
            case Ordered(rolls=(_, *_)):
                yield words("dice.table.begins", name=names[event.first])
            case Rolled():
                rolled = event
            case TurnEnded(success=False) if rolled is not None and rolled.seat == event.seat:
                line = _turn_line(words, event, names[event.seat])
                yield f"{line} · {_failed_dice(words, event.phase, rolled.faces)}"
            case TurnEnded():
                yield _turn_line(words, event, names[event.seat])
            case TakenOver() if event.seat in left or not _only_ends(before, event):
                deed = words(f"phrases.deed.{event.reason}")
                yield words("phrases.turn", name=names[event.seat], deeds=deed)
        before = event


def _failed_dice(words: Translator, phase: int, faces: Sequence[Face]) -> str:
    """Name the dice that miss their phase: the colours where they matter, else the numbers."""
    if any(group.kind is GroupKind.COLOUR for group in DICE.parsed_phases[phase - 1].groups):
        colours = Counter(face.colour for face in faces)
        return ", ".join(
            _times(words, n, die_colour(words, colour))
            for colour, n in sorted(colours.items(), key=lambda many: (-many[1], many[0]))
        )
    numbers = sorted(face.number for face in faces if face.number is not None)
    wilds = len(faces) - len(numbers)
    return ", ".join([*map(words.number, numbers), *[words("dice.table.wild")] * wilds])


def _only_ends(before: DiceEvent | None, event: TakenOver) -> bool:
    """Return whether a return only ends the turn of a stand-in."""
    returned = event.reason is TakeoverReason.RETURNED
    return returned and isinstance(before, TurnEnded) and before.seat == event.seat


def _turn_line(words: Translator, ended: TurnEnded, name: str) -> str:
    data = {"name": name, "phase": ended.phase}
    if ended.success:
        line = words.plural("dice.table.scored", ended.points, **data)
    elif ended.points:
        line = words.plural("dice.table.failed_for", -ended.points, **data)
    else:
        line = words("dice.table.failed", **data)
    bonuses = [words(f"dice.table.bonus.{bonus}", points=BONUS) for bonus in ended.bonus]
    return " · ".join([line, *bonuses])


def dice_table_sentences(
    words: Translator, view: DiceView, kept: Collection[int] | None = None, *, turn: bool = True
) -> list[str]:
    """Describe the whole dice table in sentences, most important first.

    ``kept`` replaces the view's dice to be kept. Without ``turn`` the player to act and the phase
    are left out.
    """
    sentences = list(_turn(words, view)) if turn else []
    if view.roll:
        sentences += _lying(words, view, view.kept if kept is None else kept)
    elif view.last_turn is not None:
        sentences += _outcome(words, view, view.last_turn)
    elif view.order is not None:
        sentences += _order(words, view, view.order)
    if view.finisher is not None and view.stage is DiceStage.PLAY:
        finisher = view.seats[view.finisher].name
        sentences.append(words("dice.alt.last_turns", name=finisher))
    return [*sentences, *(_seat(words, view, seat) for seat in view.seats)]


def _turn(words: Translator, view: DiceView) -> Iterator[str]:
    if view.turn is None:
        return
    seat = view.seats[view.turn]
    if view.roll:
        yield words("dice.alt.turn", name=seat.name, roll=view.roll, rolls=MOST_ROLLS)
    else:
        yield words("dice.alt.turn_begins", name=seat.name)
    if seat.trying is not None:
        phase = view.phases[seat.trying - 1]
        yield f"{numbered_phase(words.about('dice'), seat.trying, phase)}."


def _lying(words: Translator, view: DiceView, kept: Collection[int]) -> Iterator[str]:
    dice = [
        words(
            "dice.alt.die_kept" if die in kept else "dice.alt.die",
            die=die + 1,
            face=face_name(words, face),
        )
        for die, face in enumerate(view.faces)
    ]
    yield words("dice.alt.lying", dice="; ".join(dice))
    if view.best is not None:
        numbers = _numbered(words, view.best.dice)
        yield words.plural("dice.alt.score_now", view.best.points, dice=numbers)
        return
    yield words("dice.alt.fits", dice=_numbered(words, view.fitting))
    yield words("dice.alt.missing", missing=dice_missing(words, view.fit))


def _numbered(words: Translator, dice: Sequence[int]) -> str:
    return words.list([words.number(die + 1) for die in dice])


def _outcome(words: Translator, view: DiceView, last: TurnEnded) -> list[str]:
    name = view.seats[last.seat].name
    if not last.success:
        key = "dice.alt.failed_solo" if last.points else "dice.alt.failed"
        points = words.number(abs(last.points))
        return [words(key, name=name, phase=last.phase, points=points)]
    dice = "; ".join(
        face_names(words, view.faces, [die for die, _ in group]) for group in last.groups
    )
    done = words.plural("dice.alt.done", last.points, name=name, phase=last.phase, dice=dice)
    return [done, *(words(f"dice.alt.bonus.{bonus}", points=BONUS) for bonus in last.bonus)]


def _order(words: Translator, view: DiceView, order: Ordered) -> Iterator[str]:
    names = [seat.name for seat in view.seats]
    for rolls in order.rolls:
        told = [words("dice.alt.rolled", name=names[seat], number=number) for seat, number in rolls]
        yield words("dice.alt.order", rolls=words.list(told))
    yield words("dice.alt.begins", name=names[order.first])


def _seat(words: Translator, view: DiceView, seat: DiceSeatView) -> str:
    total = words.number(seat.total)
    if seat.trying is None:
        return words.plural("dice.alt.seat_done", seat.total, name=seat.name)
    key = "dice.alt.seat_over" if seat.done and view.stage is DiceStage.PLAY else "dice.alt.seat"
    return words(key, name=seat.name, phase=seat.trying, total=total)


def dice_scores_sentences(words: Translator, view: DiceView) -> list[str]:
    totals = [
        words.plural("alt.total", seat.completed, name=seat.name, total=words.number(seat.total))
        for seat in view.seats
    ]
    return [*totals, *_points(words, view)]


def _points(words: Translator, view: DiceView) -> Iterator[str]:
    for seat in view.seats:
        parts = [
            words("dice.alt.points_of", phase=phase, points=words.number(points))
            for phase, points in enumerate(seat.points, 1)
        ]
        parts += [words(f"dice.alt.short_bonus.{bonus}", points=BONUS) for bonus in seat.bonuses]
        if seat.points:
            yield words("dice.alt.card", name=seat.name, points=", ".join(parts))


def dice_end_alt(words: Translator, view: DiceView) -> str:
    """Describe the end: the places, best first, or for one player the score card."""
    if view.solo or view.result is None:
        return short_text(dice_scores_sentences(words, view))
    first = lead(words, view, [seat.name for seat in view.seats])
    places = ranking_sentences(words, view, view.result.ranking)
    return short_text([*([f"{first}."] if first else []), *places, *_points(words, view)])


def dice_figure_faces(name: str) -> dict[str, tuple[Face, ...]]:
    """Return the dice in a figure of the rules, by field of its sentences."""
    return {
        part: tuple(_FACE_OF[code] for code in codes.split(","))
        for part, codes in _FIGURE_DICE[name].items()
    }


def dice_figure_alt(words: Translator, name: str) -> str:
    if name == "phases":
        return phases_alt(words.about("dice"), DICE)
    parts = dice_figure_faces(name)
    fields = {
        part: ", ".join(face_name(words, face) for face in dice) for part, dice in parts.items()
    }
    if name == "turn":
        for part, kept in FIGURE_KEPT.items():
            fields[f"kept_{part}"] = face_names(words, parts[part], kept)
    points = sum(face.points for dice in parts.values() for face in dice)
    return words(f"dice.alt.figure.{name}", points=words.number(points), **fields)
