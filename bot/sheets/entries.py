"""Entering and correcting the results of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.core.errors import IllegalError

from .doubts import Doubt, find_doubts
from .figures import SheetFigures, figures, results_of_hand
from .points import may_be_unlaid
from .sheet import Sheet, SheetCorrection, SheetResult, mark

MOST_CORRECTIONS = 10  # that are kept to be told
NOT_CHOSEN = -1  # in place of a phase: whether one was laid follows from the points


def new_result(sheet: Sheet, hand: int, seat: int, laid: int, left: str) -> SheetResult:
    """A result; where ``laid`` is ``NOT_CHOSEN``, it follows from the points or the cards."""
    before = sheet.result(hand, seat)
    new = SheetResult(hand, seat, max(laid, 0), left)
    if laid == NOT_CHOSEN and (before is None or before.left != new.left):
        return replace(new, laid=0 if may_be_unlaid(sheet.rules, new) else 1)
    return new


@dataclass(frozen=True)
class Writer:
    """A person who enters results, as the host for all seats.

    ``sure`` says that they have confirmed doubtful results.
    """

    user_id: int
    as_host: bool = False
    sure: bool = False


def entered(sheet: Sheet, writer: Writer, new: Sequence[SheetResult], seen: Sequence[int]) -> Sheet:
    """Enter or correct results of a hand; ``seen`` are the marks of those that people saw before.

    A result that is as it was seen is left alone, also if it has been changed meanwhile. Raises
    IllegalError ``not_now`` for another hand or a seat that does not play it, ``sheet_closed`` for
    a hand that is not complete, ``no_such_phase``, ``not_yours``, or unless people are ``sure``
    ``doubtful`` (data: ``doubts``).
    """
    course = figures(sheet)
    after = sheet
    touched: list[SheetResult] = []
    doubts: list[Doubt] = []
    for typed, seen_mark in zip(new, seen, strict=True):
        each = _checked(sheet, course, typed)
        before = sheet.result(typed.hand, typed.seat)
        left_out = before is not None and not seen_mark and not each.left
        if mark(each) == seen_mark or left_out:
            continue
        if not writer.as_host and not sheet.may_enter(writer.user_id, each.seat):
            raise IllegalError("not_yours")
        if before == each:
            continue
        if mark(before) != seen_mark:
            doubts.append((each.seat, "changed", {"result": before}))
        touched.append(each)
        after = _with_result(after, before, each)
        if before is not None:
            seat = sheet.find_seat(writer.user_id)
            after = _with_correction(after, SheetCorrection(seat, before, each, course.hand))
    if touched and not writer.sure:
        hand = touched[0].hand
        dealt = course.dealt[hand]
        doubts += find_doubts(dealt, results_of_hand(after, dealt, hand), touched)
        if doubts:
            raise IllegalError("doubtful", doubts=doubts)
    return after


def _with_result(sheet: Sheet, before: SheetResult | None, new: SheetResult) -> Sheet:
    kept = tuple(result for result in sheet.results if result is not before)
    played_at = sheet.touched_at if before is None else sheet.played_at
    return replace(sheet, results=(*kept, new), played_at=played_at)


def _with_correction(sheet: Sheet, new: SheetCorrection) -> Sheet:
    return replace(sheet, corrections=(*sheet.corrections, new)[-MOST_CORRECTIONS:])


def _checked(sheet: Sheet, course: SheetFigures, new: SheetResult) -> SheetResult:
    """Check that a result can be entered; in a play-off no phase is laid."""
    if sheet.closed and new.hand >= len(course.scored):
        raise IllegalError("sheet_closed")
    there = sheet.begun and new.hand < len(course.dealt) and new.seat < len(sheet.players)
    if not there or not course.dealt[new.hand].seats[new.seat].playing:
        raise IllegalError("not_now")
    if course.dealt[new.hand].playoff:
        return replace(new, laid=0)
    if new.laid > (len(sheet.rules.phases) if sheet.rules.choose_phase else 1):
        raise IllegalError("no_such_phase")
    return new
