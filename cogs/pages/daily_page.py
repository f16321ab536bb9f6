"""The messages of the daily hand: the private page, a shared result, boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date

from bot.cards.cards import WILD, Card
from bot.cards.marked_cards import in_order
from bot.daily.calendar import closes, ends, opens_until
from bot.daily.deal import MOST_TURNS
from bot.daily.state import DailySide, DailyStage
from bot.daily.views import DailyView, advised_side, daily_marks, daily_order, daily_slots
from bot.i18n import Translator, daily
from bot.i18n.phrases import card_name, card_shown, missing, phase_name
from bot.results.daily import DailyNews, DailyResult, DailyShare
from bot.table.daily import DailyAttempt
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    Drawing,
    Screen,
    split_into_pages,
)
from cogs.base.text import bold, escaped, moment, relative, small

from .card_buttons import CardButton, TapEffect, card_buttons, tap_effects
from .challenge_page import challenge_button

ASK = "ask"  # the argument of a card that asks first
# the arguments of the boards of this week and month
WEEK = "week"
MONTH = "month"
IN_SERVERS = frozenset({Verb.DAILY_SHARE, Verb.DAILY_BOARD})  # before a result is shared there


def daily_screen(  # noqa: PLR0913  # the hand, and how it is shown
    words: Translator,
    attempt: DailyAttempt,
    drawing: Drawing | None = None,
    *,
    asked: Card | None = None,
    notice: str = "",
    offered: Collection[Verb] = IN_SERVERS,
    compared: str = "",
    more: Sequence[str] = (),
) -> Screen:
    """Build the private page of a daily hand; takes some milliseconds.

    The player is ``asked`` about a card if it can be discarded now. ``notice`` is the first line,
    ``more`` are the last ones, and ``compared`` is said without pictures. ``offered`` are actions
    with the result.
    """
    view = attempt.view
    if view.stage is not DailyStage.PLAY or asked not in view.hand:
        asked = None
    held = in_order(view.hand, daily_order(view.phase))
    lines = [*([notice] if notice else []), *_lines(words, attempt, asked)]
    in_words = [*lines, *daily.daily_cards(words, view, attempt.cards_missing)]
    if view.stage is DailyStage.OVER:
        in_words.append(daily.streak_text(words, attempt.streaks))
    in_words += [compared] if compared else []
    rows = []
    if view.stage is not DailyStage.OVER and not attempt.closed:
        cards = list(_cards(attempt, held, asked))
        rows = list(_turn_rows(words, attempt, cards, asked))
    rows.append([*_others(words, attempt, offered)])
    said = [*lines, *more]
    in_words = [*in_words, *more]
    return Screen.of(said, *rows, drawings=[drawing], in_words=in_words)


def public_daily_screen(
    words: Translator, share: DailyShare, drawing: Drawing | None = None, *, in_server: bool = True
) -> Screen:
    """Build a shared result for everybody, without its cards; in a server it leads to the board."""
    result, squares = daily.share_lines(words, share, escaped)
    lines = (bold(result), squares, small(words("daily.share_legend")))
    quick = Button(words("daily.quick"), CustomId.of(Verb.SOLO))
    board = [_board_button(words, share.date)] if in_server else []
    return Screen.of(lines, [_play_button(words), quick, *board], drawings=[drawing])


def news_screen(words: Translator, today: date, news: DailyNews) -> Screen:
    title, *lines = daily.news_lines(words, today, news, escaped)
    return Screen.of([bold(title), *lines], _ways_to_play(words, today))


def daily_post_screen(
    words: Translator, day: date, par: int, results: Sequence[DailyResult]
) -> Screen:
    title, *lines = daily.daily_post_lines(words, day, par, results, escaped)
    return Screen.of([bold(title), *lines], _ways_to_play(words, day))


def _ways_to_play(words: Translator, day: date) -> list[Button]:
    return [_play_button(words), _board_button(words, day), challenge_button(words)]


def _play_button(words: Translator) -> Button:
    return Button(words("daily.play"), CustomId.of(Verb.DAILY), PRIMARY)


def _lines(words: Translator, attempt: DailyAttempt, asked: Card | None) -> Iterator[str]:
    view = attempt.view
    named = phase_name(words, view.phase)
    yield f"### {words('daily.phase', date=daily.date_name(words, view.date), phase=named)}"
    is_of_yesterday = attempt.other is not None and attempt.other > view.date
    if is_of_yesterday and view.stage is not DailyStage.OVER and not attempt.closed:
        yield words("daily.until", when=moment(closes(view.date)))
    if view.stage is DailyStage.OVER:
        yield from _over(words, attempt)
        return
    if attempt.closed:
        yield bold(words("daily.closed"))
        return
    needed = missing(words, view.hand, view.phase, view.rules, daily_slots(view))
    yield needed or words("hand.holds_phase")
    if asked is not None:
        if asked is not WILD:
            yield words("hand.needed", card=card_shown(words, asked))
        yield bold(words("hand.discard_question", card=card_shown(words, asked)))
    else:
        yield bold(_due(words, view, can_lay=bool(attempt.ways)))
    yield small(words("daily.par", par=words.number(view.par)))


def _due(words: Translator, view: DailyView, *, can_lay: bool) -> str:
    turn = {"turn": view.turn, "most": MOST_TURNS}
    if view.drawn is None:
        assert view.up is not None, "a card lies face up in each turn"
        return words("daily.take_now", card=card_shown(words, view.up), **turn)
    took = words("daily.took", card=card_shown(words, view.drawn), **turn)
    if can_lay:
        return f"{took} {words('daily.then_lay', lay=words('hand.lay'))}"
    return f"{took} {words('daily.then_discard')}"


def _over(words: Translator, attempt: DailyAttempt) -> Iterator[str]:
    view = attempt.view
    yield bold(" ".join(daily.daily_result(words, view)))
    if attempt.other is None or attempt.other < view.date:
        yield small(words("daily.next", when=relative(ends(view.date))))
    else:
        yield small(words("daily.todays_until", when=moment(opens_until(attempt.other))))


def _turn_rows(
    words: Translator, attempt: DailyAttempt, cards: Sequence[CardButton], asked: Card | None
) -> Iterator[list[Button]]:
    view = attempt.view

    def meaning(at: int, marked: CardButton) -> CustomId:
        asks = [ASK] if marked.use is TapEffect.ASK or marked.card is WILD else []
        return _id(view, Verb.DAILY_DISCARD, str(at), marked.card.code, *asks)

    first = _takes(words, view) if asked is None else _answers(words, view, asked)
    lay = Button(words("hand.lay"), _id(view, Verb.DAILY_LAY), SUCCESS)
    yield [*first, *([lay] if attempt.ways else [])]
    yield card_buttons(words, cards, meaning)


def _id(view: DailyView, verb: Verb, *args: str) -> CustomId:
    return CustomId(view.date.isoformat(), view.version, verb, args)


def _takes(words: Translator, view: DailyView) -> Iterator[Button]:
    """Build the buttons that take a card, which keep their places against double taps."""
    assert view.up is not None, "a card lies face up in each turn"
    taken = view.taken is not None
    face = words.face(view.up)
    up = words("hand.take", card=card_name(words, view.up))
    advised = None if taken else advised_side(view)
    for side, label, emoji in (
        (DailySide.UP, up, face),
        (DailySide.DOWN, words("daily.take_down"), ""),
    ):
        meaning = _id(view, Verb.DAILY_TAKE, side.value)
        style = PRIMARY if side is advised else SECONDARY
        yield Button(label, meaning, style, emoji=emoji, disabled=taken)


def _answers(words: Translator, view: DailyView, asked: Card) -> Iterator[Button]:
    discard = _id(view, Verb.DAILY_DISCARD_NOW, asked.code)
    yield Button(words("hand.discard_it"), discard, DANGER, emoji=words.face(asked))
    yield Button(words("hand.keep_it"), _id(view, Verb.DAILY_SHOW))


def _cards(attempt: DailyAttempt, held: Sequence[Card], asked: Card | None) -> Iterator[CardButton]:
    view = attempt.view
    drawn = held.index(view.drawn) if view.drawn in held else None
    playing = view.stage is DailyStage.PLAY
    for at, (card, use) in enumerate(zip(held, tap_effects(daily_marks(view, held)), strict=True)):
        yield CardButton(
            card,
            use,
            at == drawn,
            enabled=playing and card is not asked,
            # A complete phase is better laid.
            best=playing and not attempt.ways,
        )


def _others(
    words: Translator, attempt: DailyAttempt, offered: Collection[Verb]
) -> Iterator[Button]:
    view = attempt.view
    if view.stage is DailyStage.OVER:
        if Verb.DAILY_SHARE in offered:
            yield Button(words("daily.share"), _id(view, Verb.DAILY_SHARE), PRIMARY)
        yield Button(words("daily.see_computer"), _id(view, Verb.DAILY_COMPUTER))
        yield challenge_button(words)
    if Verb.DAILY_BOARD in offered:
        yield _board_button(words, view.date)
    if attempt.other is not None:
        key = "daily.todays" if attempt.other > view.date else "daily.yesterdays"
        yield Button(words(key), CustomId(attempt.other.isoformat(), 0, Verb.DAILY_SHOW))


def _board_button(words: Translator, day: date) -> Button:
    return Button(words("daily.board"), CustomId(day.isoformat(), 0, Verb.DAILY_BOARD))


def computer_screen(
    words: Translator,
    own: tuple[DailyView, Sequence[int]],
    computer: tuple[DailyView, Sequence[int]],
    drawing: Drawing | None = None,
) -> Screen:
    """Build the page with the computer's turns next to one's own, each with its cards to go."""
    view, _ = own
    turns = [
        list(zip(attempt.turns, cards_missing, strict=True))
        for attempt, cards_missing in (own, computer)
    ]
    texts = []
    for counted in (False, True):
        legend, *lines = daily.compared_turns(words, *turns, counted=counted)
        lines = [f"### {words('daily.turn_by_turn')}", small(legend), *lines]
        texts.append(next(split_into_pages(lines)))
    back = Button(words("daily.back"), CustomId(view.date.isoformat(), 0, Verb.DAILY_SHOW))
    return Screen.of(texts[0], [back], drawings=[drawing], in_words=texts[1])


def daily_board_screen(
    words: Translator, lines: Iterable[str], day: date, *, opened: bool, span: str = ""
) -> Screen:
    """Build a board of lines, with buttons to the others and to a hand that was ``opened``.

    ``span`` is the argument of the board that is shown, empty for that of a date.
    """
    title, *rest = lines
    show = CustomId(day.isoformat(), 0, Verb.DAILY_SHOW)
    back = Button(words("daily.back"), show) if opened else _play_button(words)
    boards = {"": "daily.of_day", WEEK: "standings.period.week", MONTH: "standings.period.month"}
    others = [
        Button(
            words(key), CustomId(day.isoformat(), 0, Verb.DAILY_BOARD, (other,) if other else ())
        )
        for other, key in boards.items()
        if other != span
    ]
    lines = next(split_into_pages([f"### {title}", *rest]))
    return Screen.of(lines, [back, *others, challenge_button(words)])
