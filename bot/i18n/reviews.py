"""Reviews of finished games in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from bot.cards.actions import FROM_PILE, AnswerOffer, Discard, Draw, Hit, Save
from bot.cards.events import CardHit, Discarded, Event, HandEnded, Laid
from bot.cards.views import drawn_card
from bot.chances.review import LEAST_TURN, Choice, Course, TurningPoint

from .alt import short_text
from .catalogue import Translator
from .news import news_lines
from .phrases import card_names, card_shown


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


def deciding_turn(
    words: Translator, course: Course, names: Sequence[str], reader: int | None
) -> list[str]:
    """Say which turn decided the game for its reader, or for a spectator the largest one."""
    points = course.turning_points if reader is None else [course.deciding[reader]]
    known = (point for point in points if point is not None)
    most = max(known, key=lambda point: abs(point.after - point.before), default=None)
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
        # The turn that ended the game showed what the others held.
        played = changes[:-1] if course.movers[-1] == seat else changes
        (gain, best) = max(changes)
        (loss, worst) = min(played or changes)
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


def choice_lines(
    words: Translator, choices: Sequence[Choice], names: Sequence[str]
) -> Iterator[str]:
    """Yield the costliest choices, the costliest first."""
    if not choices:
        yield words("reviews.no_costly_choice")
    for at, choice in enumerate(choices):
        sentence = choice_sentence(words, choice, names)
        yield words("reviews.also", choice=sentence) if at else sentence


def choice_sentence(words: Translator, choice: Choice, names: Sequence[str]) -> str:
    hand = words.number(choice.view.hand_number)
    deed = _drawn(words, choice) or _discarded(words, choice, names)
    return words("reviews.choice", hand=hand, deed=deed)


def _drawn(words: Translator, choice: Choice) -> str | None:
    """Say which card was left or taken; None if it was no draw."""
    own = choice.own
    better = choice.better
    view = choice.view
    if not isinstance(own, Draw | AnswerOffer):
        return None
    if better in (FROM_PILE, AnswerOffer(take=False)):
        return words("reviews.deed.took", card=card_shown(words, drawn_card(view, own)))
    left = drawn_card(view, better)
    key = "left_place" if choice.joins else "left"
    shown = card_shown(words, left)
    return words(f"reviews.deed.{key}", card=shown, cards=card_names(words, choice.joins))


def _discarded(words: Translator, choice: Choice, names: Sequence[str]) -> str:
    own = choice.own
    better = choice.better
    assert isinstance(own, Discard), "only draws and discards are judged"
    card = card_shown(words, own.card)
    match better:
        case Hit() | Save():
            key = "not_hit" if isinstance(better, Hit) else "not_saved"
            return words(f"reviews.deed.{key}", card=card_shown(words, better.card.held))
        case Discard(target=int(target)):
            return words("reviews.deed.no_skip", card=card, name=names[target])
        case Discard(card=other):
            key = "needed" if choice.needed else "discarded"
            return words(f"reviews.deed.{key}", card=card, other=card_shown(words, other))
    return words("reviews.deed.kept_phase")
