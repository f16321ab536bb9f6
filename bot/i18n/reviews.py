"""Reviews of finished games in words."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from bot.cards.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.cards.cards import Card, ordered
from bot.cards.events import CardHit, Discarded, Event, HandEnded, Laid
from bot.chances.review import LEAST_TURN, Choice, Course, TurningPoint

from .alt import short_text
from .catalogue import Translator
from .news import news_lines
from .phrases import card_shown

Deeds = tuple[Sequence[Action], Sequence[Action]]
"""The actions of a seat, and those of a hard computer player."""


def turning_points(words: Translator, course: Course, names: Sequence[str]) -> list[str]:
    if not course.turning_points:
        return [words("reviews.no_turning_points", least=words.percent(LEAST_TURN))]
    return [_turning_point(words, point, names) for point in course.turning_points]


def deed(words: Translator, point: TurningPoint) -> tuple[int, str] | None:
    """Return a seat and its action at a turning point, preferring the seat of the point."""
    # The most important kinds first.
    kinds = (HandEnded, Laid, Discarded, CardHit)
    told = [
        line
        for kind in kinds
        for event in point.events
        if isinstance(event, kind)
        for line in _tags(words, event)
    ]
    return next((line for line in told if line[0] == point.seat), told[0] if told else None)


def _tags(words: Translator, event: Event) -> Iterator[tuple[int, str]]:
    match event:
        case HandEnded(out=out):
            yield from ((seat, words("reviews.tag.out")) for seat in out)
        case Laid(seat=seat, phase=phase):
            yield seat, words("reviews.tag.laid", phase=words.number(phase))
        case Discarded(target=int() as target):
            yield target, words("reviews.tag.skipped")
        case CardHit(seat=seat):
            yield seat, words("reviews.tag.hit")


def deciding_turn(words: Translator, course: Course, names: Sequence[str]) -> list[str]:
    points = course.turning_points
    most = max(points, key=lambda point: abs(point.after - point.before), default=None)
    return [] if most is None else [_turning_point(words, most, names)]


def person_lines(words: Translator, course: Course, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each seat: its highest chance, its best and its worst turn."""
    rows = course.chances
    for seat, name in enumerate(names):
        most = words.percent(max(row[seat] for row in rows[:-1]))
        changes = [
            (rows[turn + 1][seat] - rows[turn][seat], bisect_right(course.hands, turn))
            for turn, mover in enumerate(course.movers)
            if mover == seat
        ]
        if not changes:
            yield words("reviews.person_without_turns", name=name, most=most)
            continue
        (gain, best), (loss, worst) = max(changes), min(changes)
        yield words(
            "reviews.person",
            name=name,
            most=most,
            gain=words.change(gain),
            hand=words.number(best),
            loss=words.change(loss),
            other=words.number(worst),
        )


def choice_alt(words: Translator, choice: Choice, names: Sequence[str]) -> str:
    title = words("reviews.costliest_choice")
    return short_text([f"{title}: {choice_sentence(words, choice, names)}."])


def chances_alt(words: Translator, course: Course, names: Sequence[str]) -> str:
    lines = [words("reviews.chances"), *turning_points(words, course, names)]
    return short_text(f"{line.removesuffix('.')}." for line in lines)


def _turning_point(words: Translator, point: TurningPoint, names: Sequence[str]) -> str:
    return words(
        "reviews.turning_point",
        hand=words.number(point.hand),
        news=" · ".join(news_lines(words, point.events, names)),
        name=names[point.seat],
        before=words.percent(point.before),
        after=words.percent(point.after),
    )


def choice_sentence(words: Translator, choice: Choice, names: Sequence[str]) -> str:
    return words(
        "reviews.choice",
        hand=words.number(choice.view.hand_number),
        deed=_deed(words, choice, names),
        gain=words.change(-choice.cost),
    )


def _deed(words: Translator, choice: Choice, names: Sequence[str]) -> str:
    last = choice.own[-1]
    if isinstance(last, Draw):
        key = "took" if last.source is Source.DISCARD_PILE else "drew"
        card = card_shown(words, choice.view.discard_pile[-1])
        return words(f"reviews.deed.{key}", card=card)
    deeds = (choice.own, choice.hard)
    return _laid_or_hit(words, deeds) or _discarded(words, deeds, names)


def _laid_or_hit(words: Translator, deeds: Deeds) -> str | None:
    """Say how the cards put on the table differ; None if they do not."""
    lays = [[action for action in actions if isinstance(action, Lay)] for actions in deeds]
    if lays[1] and not lays[0]:
        return words("reviews.deed.kept_phase")
    own, hard = (
        Counter(hit.card.held for hit in actions if isinstance(hit, Hit)) for actions in deeds
    )
    if kept := hard - own:
        return words("reviews.deed.kept", cards=_named(words, kept))
    if hit := own - hard:
        return words("reviews.deed.hit", cards=_named(words, hit))
    return None if lays[0] == lays[1] else words("reviews.deed.otherwise")


def _named(words: Translator, cards: Counter[Card]) -> str:
    return words.list([card_shown(words, card) for card in ordered(cards.elements())])


def _discarded(words: Translator, deeds: Deeds, names: Sequence[str]) -> str:
    own, hard = (
        next((action for action in actions if isinstance(action, Discard)), None)
        for actions in deeds
    )
    if own is None or hard is None:
        return words("reviews.deed.otherwise")
    if own.card is hard.card and own.target is not None and hard.target is not None:
        return words("reviews.deed.skipped", name=names[own.target], other=names[hard.target])
    card, other = card_shown(words, own.card), card_shown(words, hard.card)
    return words("reviews.deed.discarded", card=card, other=other)
