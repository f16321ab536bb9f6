"""The daily hand in words: its picture, results, and boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest
from typing import TypeVar

from bot.cards.cards import Card
from bot.cards.marked_cards import in_order
from bot.daily.calendar import DailyStreaks, begins, day_number
from bot.daily.deal import MOST_TURNS
from bot.daily.state import DailySide, DailyStage, DailyTurn
from bot.daily.views import DailyGrade, DailyView, compute_grade, daily_marks, daily_order, up_helps
from bot.results.daily import (
    MOST_COUNTED,
    DailyBoard,
    DailyNews,
    DailyResult,
    DailyRow,
    DailyShare,
    DailySum,
    DailySums,
)

from .alt import cards_held, short_text
from .catalogue import Translator
from .phrases import card_name, group_cards, phase_name
from .standings import Escape

_Row = TypeVar("_Row")
TELLING = 3  # the shortest streak that is mentioned
PODIUM = 3  # places that are announced
_NEAR = ("\N{WHITE HEAVY CHECK MARK}", "\N{LARGE YELLOW SQUARE}", "\N{WHITE LARGE SQUARE}")
"""Squares for the turn of the lay, for one card to go, and for more."""


def date_name(words: Translator, day: date) -> str:
    """Format a date: ``November 25, 2026``."""
    return words.date(begins(day))


def grade_name(words: Translator, grade: DailyGrade) -> str:
    """Name a grade: ``Sunrise``."""
    return words(f"daily.grade.{grade.value}")


def against_par(words: Translator, turns: int, par: int) -> str:
    """Compare a result with par: ``1 under par``."""
    if turns == par:
        return words("daily.shown.at_par")
    key = "daily.shown.over_par" if turns > par else "daily.shown.under_par"
    return words.plural(key, abs(turns - par))


def sooner_line(words: Translator, one: DailyShare, other: DailyShare) -> str:
    """Compare two results: ``Mia: 1 turn sooner``."""
    turns = [MOST_TURNS + 1 if share.turns is None else share.turns for share in (one, other)]
    if turns[0] == turns[1]:
        return words("daily.shown.same")
    best = one if turns[0] < turns[1] else other
    if MOST_TURNS + 1 not in turns:
        return words.plural("daily.shown.sooner", abs(turns[0] - turns[1]), name=best.name)
    key = "daily.shown.only_computer" if best.user_id is None else "daily.shown.only"
    return words(key, name=best.name)


def standing(words: Translator, board: DailyBoard) -> str:
    """Compare the reader's result with the others of a server: ``better than 4 of 6 here``."""
    others = board.finished - 1
    if board.beaten:
        return words(
            "daily.shown.better", better=words.number(board.beaten), others=words.number(others)
        )
    return words.plural("daily.shown.played", others) if others else words("daily.shown.first")


def daily_sentences(words: Translator, view: DailyView, cards_missing: Sequence[int]) -> list[str]:
    """Describe the picture of a daily hand, most important first."""
    phase = phase_name(words, view.phase)
    sentences = [words("daily.alt.title", date=date_name(words, view.date), phase=phase)]
    if view.turn is not None:
        sentences.append(words("daily.alt.turn", turn=view.turn, most=MOST_TURNS, par=view.par))
    else:
        sentences += daily_result(words, view)
    if view.stage is DailyStage.TAKE and view.up is not None:
        keys = ["daily.alt.up", *(["daily.alt.helps"] if up_helps(view) else [])]
        sentences += [words(key, card=card_name(words, view.up)) for key in keys]
    if view.drawn is not None:
        sentences.append(words("daily.alt.took", card=card_name(words, view.drawn)))
    return [*sentences, *daily_cards(words, view, cards_missing)]


def daily_cards(words: Translator, view: DailyView, cards_missing: Sequence[int]) -> list[str]:
    """Describe what the text above the picture does not say; part of :func:`daily_sentences`."""
    if view.stage is not DailyStage.OVER:
        cards = in_order(view.hand, daily_order(view.phase))
        return list(cards_held(words, cards, daily_marks(view, cards)))
    sentences = []
    if view.laid is not None:
        groups = words.list([group_cards(words, group) for group in view.laid.groups])
        sentences.append(words("daily.alt.laid", groups=groups))
    return [*sentences, _nearness(words, cards_missing)]


def _nearness(words: Translator, cards_missing: Sequence[int]) -> str:
    return words("daily.alt.to_go", counts=words.list([words.number(n) for n in cards_missing]))


def daily_result(words: Translator, view: DailyView) -> Iterator[str]:
    grade = grade_name(words, compute_grade(view.result, view.par))
    if view.result is None or view.laid is None:
        yield words("daily.not_today", grade=grade)
        return
    compared = against_par(words, view.result, view.par)
    yield words("daily.laid", grade=grade, turn=view.result, compared=compared)
    points = view.laid.points
    yield words.plural("daily.points", points) if points else words("daily.no_points")


def compared_turns(
    words: Translator,
    own: Sequence[tuple[DailyTurn, int]],
    computer: Sequence[tuple[DailyTurn, int]],
    *,
    counted: bool,
) -> Iterator[str]:
    """Describe the turns of a reader and the computer, ``counted`` with the cards still missing."""
    yield words("daily.step_legend")
    for number, (mine, its) in enumerate(zip_longest(own, computer), 1):
        alike = mine and its and _deed(mine[0]) == _deed(its[0])
        people = ("both",) if alike else ("you", "the_computer")
        told = [(who, turn) for who, turn in zip(people, (mine, its), strict=False) if turn]
        for n, (who, (turn, cards_missing)) in enumerate(told):
            line = _turn_line(words, who, turn)
            if counted and cards_missing:
                line += f" · {words.plural('daily.shown.to_go', cards_missing)}"
            yield line if n else f"**{words.number(number)}** {line}"


def _deed(turn: DailyTurn) -> tuple[DailySide, Card, Card | None]:
    return turn.took, turn.taken, turn.discard


def _turn_line(words: Translator, who: str, turn: DailyTurn) -> str:
    data = {
        "who": words(f"daily.{who}"),
        "card": card_name(words, turn.taken),
        "side": words(f"daily.side.{turn.took}"),
    }
    if turn.discard is None:
        return words("daily.step_laid", **data)
    return words("daily.step", discard=card_name(words, turn.discard), **data)


def streak_text(words: Translator, streaks: DailyStreaks) -> str:
    now = words.plural("daily.streak", streaks.current)
    if streaks.longest <= streaks.current:
        return now
    return f"{now} {words.plural('daily.longest', streaks.longest)}"


def share_lines(words: Translator, share: DailyShare, escape: Escape = str) -> Iterator[str]:
    """Yield a sentence about a result, and a square for each turn."""
    data = {
        "name": escape(share.name),
        "number": words.number(day_number(share.date)),
        "grade": grade_name(words, compute_grade(share.turns, share.par)),
        "par": words.number(share.par),
    }
    if share.turns is None:
        line = words("daily.share_not_today", **data)
    else:
        line = words.plural("daily.share_laid", share.turns, **data)
    if share.streak > 1:
        line = f"{line} · {words.plural('daily.share_streak', share.streak)}"
    yield line
    squares = [_NEAR[min(max(missing, 1), 2)] for missing in share.cards_missing]
    yield "".join(squares if share.turns is None else [*squares[:-1], _NEAR[0]])


def share_alt(words: Translator, share: DailyShare) -> str:
    result, _ = share_lines(words, share)
    return short_text([f"{result}.", _nearness(words, share.cards_missing)])


def daily_post_lines(
    words: Translator, day: date, par: int, results: Sequence[DailyResult], escape: Escape
) -> Iterator[str]:
    """Yield a title and the results of a date that were shared in a server."""
    title = words("daily.shown.number", number=words.number(day_number(day)))
    yield f"{title} · {words('daily.shown.par', par=words.number(par))}"
    yield " · ".join(_post_row(words, result, escape) for result in results)
    for result in results:
        if result.ended >= TELLING:
            yield words.plural("daily.streak_over", result.ended, name=escape(result.name))


def _post_row(words: Translator, result: DailyResult, escape: Escape) -> str:
    turns = words.number(result.turns) if result.turns else words("daily.post_not_today")
    streak = f" \N{FIRE} {words.number(result.streak)}" if result.streak >= TELLING else ""
    return f"{escape(result.name)} **{turns}**{streak}"


def daily_board_lines(words: Translator, board: DailyBoard, escape: Escape) -> Iterator[str]:
    yield words("daily.board_of", date=date_name(words, board.date))
    if not board.people:
        yield words("daily.nobody")
        return
    if not board.visible and board.finished:
        yield words.plural("daily.people", board.finished)
    for row in _with_own(board.rows, board.own):
        yield _marked(words, _day_row(words, row, escape), mine=row == board.own)
    if board.people > board.finished:
        yield words.plural("daily.playing", board.people - board.finished)
    if not board.visible:
        yield words("daily.hidden")


def news_lines(words: Translator, today: date, news: DailyNews, escape: Escape) -> Iterator[str]:
    """Yield a title, the best of the closed date, and of the week that ended with it."""
    yield words("daily.new_day", date=date_name(words, today))
    told = date_name(words, news.date)
    yield words("daily.best_of" if news.rows else "daily.nobody_on", date=told)
    for row in news.rows:
        if row.rank <= PODIUM:
            yield _day_row(words, row, escape)
    if news.week:
        yield words("daily.weeks_best", most=words.number(MOST_COUNTED))
    for total in news.week:
        if total.rank <= PODIUM:
            yield _sum_row(words, total, escape)


def _day_row(words: Translator, row: DailyRow, escape: Escape) -> str:
    name = escape(row.name)
    if row.turns is None:
        return words("daily.row_not_today", name=name)
    points = words.plural("daily.points_left", row.points or 0)
    rank = words.number(row.rank)
    return words.plural("daily.row", row.turns, rank=rank, name=name, points=points)


def daily_sums_lines(words: Translator, board: DailySums, escape: Escape) -> Iterator[str]:
    span = words.dates(begins(board.first), begins(board.last))
    yield words("daily.board_span", dates=span)
    if not board.rows:
        yield words("daily.nobody")
    for row in _with_own(board.rows, board.own):
        yield _marked(words, _sum_row(words, row, escape), mine=row == board.own)
    yield words("daily.sum_note")


def _sum_row(words: Translator, row: DailySum, escape: Escape) -> str:
    rank = words.number(row.rank)
    score = words.plural("pictures.points", row.score)
    return words.plural("daily.sum_row", row.laid, rank=rank, name=escape(row.name), score=score)


def _with_own(rows: Sequence[_Row], own: _Row | None) -> list[_Row]:
    return [*rows, *([own] if own is not None and own not in rows else [])]


def _marked(words: Translator, line: str, *, mine: bool) -> str:
    return words("standings.marked_row", row=line) if mine else line
