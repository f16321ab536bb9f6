"""Reviews of finished games in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.cards.actions import Discard, Hit, Save
from bot.cards.cards import Card
from bot.cards.events import CardHit, Discarded, Event, HandEnded, Laid
from bot.cards.views import drawn_card
from bot.core.states import with_names
from bot.reviews.choices import Choice, Cost, OwnChoices
from bot.reviews.course import LEAST_TURN, Course, TurningPoint

from .alt import short_text
from .catalogue import Translator
from .hints import advice_parts
from .news import news_lines
from .phrases import card_shown

MOST_TAGS = 2  # turns that the picture of chances tells of


def turning_points(words: Translator, course: Course, names: Sequence[str]) -> list[str]:
    if not course.turning_points:
        return [words("reviews.no_turning_points", least=words.percent(LEAST_TURN))]
    return [_turning_point(words, point, names) for point in course.turning_points]


def deed(words: Translator, point: TurningPoint) -> str:
    """Say what the player of a turning point did; empty for what is not worth a tag."""
    # The most important kinds first.
    kinds = (HandEnded, Laid, Discarded, CardHit)
    events = sorted(
        (event for event in point.events if isinstance(event, kinds)),
        key=lambda event: kinds.index(type(event)),
    )
    told = (_tag(words, event, point.mover) for event in events)
    return next(filter(None, told), "")


def _tag(words: Translator, event: Event, mover: int) -> str:
    match event:
        case HandEnded(out=out) if mover in out:
            return words("reviews.tag.out")
        case Laid(phase=phase):
            return words("reviews.tag.laid", phase=words.number(phase))
        case Discarded(target=int()):
            return words("reviews.tag.skip")
        case CardHit():
            return words("reviews.tag.hit")
    return ""


def deciding_turn(
    words: Translator, course: Course, names: Sequence[str], reader: int | None
) -> list[str]:
    """Say which turn decided the game for its reader, or for a spectator the largest one."""
    if reader is not None and course.deciding[reader] is None:
        return []
    return [_turning_point(words, point, names) for point in course.told(reader)[:1]]


def person_lines(words: Translator, course: Course, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each seat: its highest chance, its best and its worst turn."""
    rows = course.chances
    for seat, name in enumerate(names):
        highest = max(row[seat] for row in rows[:-1])
        most = words.percent(highest)
        if rows[-1][seat] > highest:
            most = words("reviews.before_last", most=most)
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


def choices_alt(words: Translator, choices: Sequence[Choice], names: Sequence[str]) -> str:
    title = words("reviews.choices")
    return short_text([f"{title}.", *(choice_sentence(words, each, names) for each in choices)])


def chances_alt(
    words: Translator, course: Course, names: Sequence[str], reader: int | None = None
) -> str:
    """Describe the picture, with the turns that have tags in it."""
    told = replace(course, turning_points=tuple(course.told(reader)[:MOST_TAGS]))
    lines = [words("reviews.chances"), *turning_points(words, told, names)]
    return short_text(f"{line.removesuffix('.')}." for line in lines)


def _turning_point(words: Translator, point: TurningPoint, names: Sequence[str]) -> str:
    return words(
        "reviews.turning_point",
        hand=words.number(point.hand),
        news=" · ".join(news_lines(words, point.events, names)),
        name=names[point.seat],
        before=words.percent(point.before),
        after=words.percent(point.after),
        cause=words(f"reviews.cause.{point.cause}", name=names[point.mover]),
    )


def choice_lines(words: Translator, own: OwnChoices, names: Sequence[str]) -> Iterator[str]:
    """Yield the choices that set the hand back, the dearest first, and the best one."""
    if not own.judged:
        yield words("reviews.no_choices")
        return
    if not own.unlike_hints:
        yield words("reviews.followed_hints")
    elif not own.costly:
        yield words("reviews.no_costly_choice")
    yield from (choice_sentence(words, choice, names) for choice in own.costly)
    good = own.best
    if good is not None:
        yield words(
            "reviews.best_choice",
            hand=words.number(good.view.hand_number),
            card=card_shown(words, good.card),
            worse=words.number(good.worse),
            kinds=words.number(good.kinds),
        )


def choice_sentence(words: Translator, choice: Choice, names: Sequence[str]) -> str:
    """Say what a choice did to the hand, what the next player did with the card, and the hint."""
    view = with_names(choice.view, names)
    told = [_deed(words, choice)]
    if choice.used is not None:
        (seat, use) = choice.used
        told.append(words(f"reviews.used.{use}", name=names[seat]))
    told.append(words("reviews.better", **advice_parts(words, view, choice.better)))
    return words("reviews.choice", hand=words.number(view.hand_number), deed=" ".join(told))


def _deed(words: Translator, choice: Choice) -> str:
    """Say what was done, and what it cost."""
    effect = choice.effect
    key = f"reviews.deed.{effect.cost}"
    named = card_shown(words, _told_card(choice))
    (own_short, short) = effect.short
    (own_helpful, helpful) = effect.helpful
    match effect.cost:
        case Cost.FARTHER:
            fewer = own_helpful < helpful
            return words.plural(
                f"{key}_fewer" if fewer else key,
                own_short,
                card=named,
                better=words.number(short),
                fewer=words.number(own_helpful),
                more=words.number(helpful),
            )
        case Cost.LEFT if short:
            return words.plural(key, short, card=named, own=words.number(own_short))
        case Cost.LEFT:
            return words(f"{key}_phase", card=named)
        case Cost.FEWER | Cost.LEFT_WIDER | Cost.TOOK:
            return words.plural(key, own_helpful, card=named, more=words.number(helpful))
        case Cost.NOT_HIT | Cost.POINTS:
            return words.plural(key, effect.points, card=named)
    return words(key, card=named)


def _told_card(choice: Choice) -> Card:
    """The card that the sentence about a choice names."""
    own = choice.own
    better = choice.better.action
    match better:
        case Hit(card=card):
            return card.held
        case Save(card=card):
            return card
    if isinstance(own, Discard):
        return own.card
    taken = own if choice.effect.cost in (Cost.TOOK, Cost.TOOK_NO_HIT) else better
    return drawn_card(choice.view, taken)
