"""Reviews of finished games in words."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from bot.analysis.review import (
    CONFIDENT,
    LEAST_TURN,
    Account,
    Choice,
    Choices,
    Course,
    Part,
    TurningPoint,
)
from bot.rules.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.rules.cards import Card, ordered
from bot.rules.events import Discarded, Event, HandEnded, Laid, WasHit
from bot.scores.results import FEWEST_FOR_MEANS, ReviewMeans
from bot.scores.statistics import Estimate

from .alt import short_text
from .catalogue import Words
from .news import news_lines
from .phrases import card_shown

Deeds = tuple[Sequence[Action], Sequence[Action]]
"""What a seat did, and what hard would have done."""


def turning_points(words: Words, course: Course, names: Sequence[str]) -> list[str]:
    """A line for each turning point of a game; names by seat."""
    if not course.turning_points:
        return [words("reviews.no_turning_points", least=words.percent(LEAST_TURN))]
    return [_turning_point(words, point, names) for point in course.turning_points]


def deed(words: Words, point: TurningPoint) -> tuple[int, str] | None:
    """A seat and what it did at a turning point, if possible the seat whose chance changed most."""
    # The most telling kinds first.
    kinds = (HandEnded, Laid, Discarded, WasHit)
    told = [
        line
        for kind in kinds
        for event in point.events
        if isinstance(event, kind)
        for line in _tags(words, event)
    ]
    return next((line for line in told if line[0] == point.seat), told[0] if told else None)


def _tags(words: Words, event: Event) -> Iterator[tuple[int, str]]:
    match event:
        case HandEnded(out=out):
            yield from ((seat, words("reviews.tag.out")) for seat in out)
        case Laid(seat=seat, phase=phase):
            yield seat, words("reviews.tag.laid", phase=words.number(phase))
        case Discarded(target=int() as target):
            yield target, words("reviews.tag.skipped")
        case WasHit(seat=seat):
            yield seat, words("reviews.tag.hit")


def deciding_turn(words: Words, course: Course, names: Sequence[str]) -> list[str]:
    """The turning point that changed a chance most, if there is one."""
    points = course.turning_points
    most = max(points, key=lambda point: abs(point.after - point.before), default=None)
    return [] if most is None else [_turning_point(words, most, names)]


def person_lines(words: Words, course: Course, names: Sequence[str]) -> list[str]:
    """A line for each seat: the highest chance, the best turn and the worst."""
    turns = [turn for turn in range(len(course.chances) - 1) if turn not in course.hands]
    return [_person(words, course, seat, name, turns) for seat, name in enumerate(names)]


def _person(words: Words, course: Course, seat: int, name: str, turns: Sequence[int]) -> str:
    rows = course.chances

    def change(turn: int) -> float:
        return rows[turn + 1][seat] - rows[turn][seat]

    best, worst = max(turns, key=change), min(turns, key=change)
    return words(
        "reviews.person",
        name=name,
        most=words.percent(max(row[seat] for row in rows[:-1])),
        gain=words.change(change(best)),
        hand=words.number(bisect_right(course.hands, best)),
        loss=words.change(change(worst)),
        other=words.number(bisect_right(course.hands, worst)),
    )


def choices_alt(words: Words, choices: Sequence[tuple[str, Choice]], names: Sequence[str]) -> str:
    """Alt text of the picture of choices, after the keys of their headings; names by seat."""
    return short_text(
        f"{words(f'reviews.{key}')}: {choice_sentence(words, choice, names)}."
        for key, choice in choices
    )


def chances_alt(words: Words, course: Course, names: Sequence[str]) -> str:
    """Alt text of the picture of everybody's chances; names by seat."""
    lines = [words("reviews.chances"), *turning_points(words, course, names)]
    return short_text(f"{line.removesuffix('.')}." for line in lines)


def _turning_point(words: Words, point: TurningPoint, names: Sequence[str]) -> str:
    return words(
        "reviews.turning_point",
        hand=words.number(point.hand),
        news=" · ".join(news_lines(words, point.events, names)),
        name=names[point.seat],
        before=words.percent(point.before),
        after=words.percent(point.after),
    )


def account_title(words: Words, account: Account) -> str:
    """The chance before the first deal, and the result."""
    start, result = words.percent(account.start), words.percent(account.result)
    return words("reviews.account", start=start, result=result)


def account_lines(words: Words, account: Account) -> list[str]:
    """A line for each part of the way from the start to the result."""
    return [
        words(f"reviews.part.{part}", change=words.change(change))
        for part, change in account.parts.items()
        if part is not Part.REST or change
    ]


def choices_title(words: Words, choices: Choices) -> str:
    """The gain or cost of the choices compared with hard's."""
    if not choices.can_compare:
        return words("reviews.not_compiled")
    if not choices.decisions:
        return words("reviews.no_choices")
    if not choices.different:
        return words("reviews.same_choices")
    title = words(
        "reviews.choices",
        gain=words.change(choices.gain),
        reach=words.precise(CONFIDENT * choices.error),
    )
    return _marked(words, title, is_sure=choices.significant)


def choices_lines(words: Words, choices: Choices) -> list[str]:
    """How many choices hard would have made differently, and how many were compared."""
    if not choices.different:
        return []
    counts = (choices.different, choices.decisions, choices.compared)
    different, decisions, compared = map(words.number, counts)
    line = words("reviews.different", different=different, decisions=decisions)
    if choices.compared < choices.different:
        line += " " + words("reviews.sampled", compared=compared)
    return [line]


def choice_sentence(words: Words, choice: Choice, names: Sequence[str]) -> str:
    """What was chosen, what hard would have chosen, and the difference."""
    return words(
        "reviews.choice",
        hand=words.number(choice.view.hand_number),
        deed=_deed(words, choice, names),
        gain=words.change(choice.gain),
    )


def choice_line(words: Words, choice: Choice, names: Sequence[str]) -> str:
    """The sentence of a choice with the interval of the difference."""
    line = words(
        "reviews.measured",
        figure=choice_sentence(words, choice, names),
        reach=words.precise(CONFIDENT * choice.error),
    )
    return _marked(words, line, is_sure=choice.significant)


def luck(account: Account) -> float:
    """How much the hands dealt and the cards drawn changed a chance."""
    return account.parts.get(Part.DEALS, 0.0) + account.parts.get(Part.DRAWS, 0.0)


def own_line(words: Words, account: Account, choices: Choices) -> str:
    """Somebody's luck and choices in two numbers, as far as choices are compared."""
    line = words("reviews.own_luck", luck=words.change(luck(account)))
    if not choices.can_compare or not choices.decisions:
        return line
    return f"{line} · {words('reviews.own_choices', gain=words.change(choices.gain))}"


def _marked(words: Words, line: str, *, is_sure: bool) -> str:
    return line if is_sure else f"{line} ({words('reviews.by_chance')})"


def _deed(words: Words, choice: Choice, names: Sequence[str]) -> str:
    last = choice.own[-1]
    if isinstance(last, Draw):
        key = "took" if last.source is Source.DISCARD_PILE else "drew"
        card = card_shown(words, choice.view.discard_pile[-1])
        return words(f"reviews.deed.{key}", card=card)
    deeds = (choice.own, choice.hard)
    return _laid_or_hit(words, deeds) or _discarded(words, deeds, names)


def _laid_or_hit(words: Words, deeds: Deeds) -> str | None:
    """How the two differ in the cards that they put on the table; None if they do not."""
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


def _named(words: Words, cards: Counter[Card]) -> str:
    return words.list([card_shown(words, card) for card in ordered(cards.elements())])


def _discarded(words: Words, deeds: Deeds, names: Sequence[str]) -> str:
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


# ── means over games ──────────────────────────────────────────────────────────────────────────


def means_lines(words: Words, means: ReviewMeans | None) -> list[str]:
    """Somebody's luck and choices over games; empty where there are too few games, or none."""
    if means is None or means.deals is None or means.draws is None:
        return []
    title = words.plural("reviews.means.title", means.games)
    deals, draws = (_mean(words, mean, "luck") for mean in (means.deals, means.draws))
    lines = [title, words("reviews.means.deals", mean=deals)]
    return [*lines, words("reviews.means.draws", mean=draws), _choices_mean(words, means)]


def _choices_mean(words: Words, means: ReviewMeans) -> str:
    mean = means.choices
    text = words("standings.none") if mean is None else _mean(words, mean, "choices")
    if means.compared == means.games:
        return words("reviews.means.choices", mean=text)
    return words.plural("reviews.means.choices_in", means.compared, mean=text)


def _mean(words: Words, mean: Estimate, kind: str) -> str:
    value = words.change(mean.value)
    if mean.low is None or mean.high is None:
        verdict = words(f"reviews.means.{kind}.even")
        return words("reviews.means.bare", mean=value, verdict=verdict)
    verdict = "good" if mean.low > 0 else "bad" if mean.high < 0 else "even"
    return words(
        "reviews.means.mean",
        mean=value,
        low=words.change(mean.low),
        high=words.change(mean.high),
        verdict=words(f"reviews.means.{kind}.{verdict}"),
    )


def own_means_note(words: Words, means: ReviewMeans, *, shared: bool) -> str:
    """Who else sees one's luck and choices, or how many games are missing."""
    if means.deals is None:
        games = words.number(means.games)
        return words.plural("reviews.means.few", FEWEST_FOR_MEANS, games=games)
    command = words.command("phase10", "preferences")
    return words("reviews.means.shown" if shared else "reviews.means.hidden", command=command)
