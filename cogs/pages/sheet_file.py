"""The results of a score sheet as a file for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime

from bot.i18n import Translator
from bot.sheets.figures import figures
from bot.sheets.names import folded
from bot.sheets.points import result_points
from bot.sheets.sheet import Sheet

_FORMULA = ("=", "+", "-", "@")


def _day(sheet: Sheet) -> str:
    return datetime.fromtimestamp(sheet.played_at, UTC).date().isoformat()


def file_name(sheet: Sheet) -> str:
    names = (re.sub(r"\W+", "", name) for name in sheet.names)
    return "-".join(("score-sheet", _day(sheet), *names))


def sheet_file(words: Translator, sheet: Sheet) -> bytes:
    """Return all results as separated values, with the mark by which Excel knows UTF-8."""
    text = io.StringIO()
    course = figures(sheet)
    table = csv.writer(text, delimiter=words("sheet.separator"))
    columns = (
        *("date", "hand", "dealer", "name", "phase"),
        *("laid", "left", "points", "total", "winner"),
    )
    table.writerow([words(f"sheet.column.{column}") for column in columns])
    names = [f"'{name}" if folded(name).startswith(_FORMULA) else name for name in sheet.names]
    day = _day(sheet)
    winners = course.state.result.winners if course.state.result else ()
    winner = words.list([names[seat] for seat in winners]) if winners else ""
    for hand, (dealt, state) in enumerate(zip(course.dealt, course.scored, strict=False)):
        for seat, before in enumerate(dealt.seats):
            result = sheet.result(hand, seat)
            if result is not None and before.playing:
                phase = before.trying or result.laid or ""
                phase = words("sheet.playoff") if dealt.playoff else phase
                head = day, hand + 1, names[dealt.dealer], names[seat], phase
                laid = "" if dealt.playoff else words("sheet.yes" if result.laid else "sheet.no")
                points = result_points(sheet.rules, result)
                total = state.seats[seat].total
                table.writerow((*head, laid, result.left, points, total, winner))
    return text.getvalue().encode("utf-8-sig")
