"""Score sheets, and the people on them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select, update

from bot.shards import PersonToForget, Stay
from bot.sheets.figures import figures
from bot.sheets.seats import without_person
from bot.sheets.sheet import IDLE, Sheet
from bot.sheets.years import SheetsOfYear

from .errors import StaleWriteError, problem
from .schema import Row, insert_new, page_bounds, sheet_people, sheets

MOST_OPEN = 3  # open sheets of a channel
MOST_OF_YEAR = 200
_AT_ONCE = 5  # sheets that are changed in one transaction
_IS_OPEN = sheets.c.ended_at.is_(None)
_OF_OTHERS: Any = {"host_id": True, "players": {"__all__": {"user_id"}}}
_ADAPTER = TypeAdapter(Sheet)
_log = logging.getLogger(__name__)


def add_sheet(connection: Connection, new: Sheet) -> bool:
    """Store a new sheet, unless its channel has ``MOST_OPEN``."""
    if _is_full(connection, new.channel_id):
        return False
    connection.execute(insert(sheets), {"sheet_id": new.sheet_id, **_columns(new)})
    _put_people(connection, new)
    return True


def close_idle(connection: Connection, now: float) -> bool:
    """Close some sheets without a change for ``IDLE`` seconds."""
    idle = select(sheets).where(_IS_OPEN, sheets.c.touched_at < now - IDLE).limit(_AT_ONCE)
    rows = connection.execute(idle.with_for_update(skip_locked=True)).all()
    for row in rows:
        sheet = _parsed(row)
        if sheet is None:
            damaged = update(sheets).where(sheets.c.sheet_id == row.sheet_id)
            connection.execute(damaged.values(ended_at=0.0))
        else:
            put_sheet(connection, replace(sheet, version=sheet.version + 1, closed=True))
    return bool(rows)


def _is_full(connection: Connection, channel_id: int) -> bool:
    here = select(func.count()).where(_IS_OPEN, sheets.c.channel_id == channel_id)
    return (connection.scalar(here) or 0) >= MOST_OPEN


def put_sheet(connection: Connection, new: Sheet) -> bool:
    """Replace a sheet of the version before, unless it is opened again beside ``MOST_OPEN`` others.

    Raises StaleWriteError.
    """
    columns = _columns(new)
    of_sheet = sheets.c.sheet_id == new.sheet_id
    over = select(sheets.c.sheet_id).where(of_sheet, sheets.c.ended_at.is_not(None))
    opens_again = columns["ended_at"] is None and connection.scalar(over) is not None
    if opens_again and _is_full(connection, new.channel_id):
        return False
    before = and_(of_sheet, sheets.c.version == new.version - 1)
    if not connection.execute(update(sheets).where(before).values(columns)).rowcount:
        raise StaleWriteError(f"sheet {new.sheet_id} is not at version {new.version - 1}")
    _put_people(connection, new)
    return True


def _columns(sheet: Sheet) -> Row:
    course = figures(sheet)
    ended_at = sheet.played_at if course.scored else 0.0
    return {
        "channel_id": sheet.channel_id,
        "version": sheet.version,
        "touched_at": sheet.touched_at,
        "ended_at": ended_at if course.state.over else None,
        "content": _ADAPTER.dump_json(sheet).decode(),
    }


def _put_people(connection: Connection, sheet: Sheet) -> None:
    people = {sheet.host_id, *(player.user_id for player in sheet.players)} - {None}
    gone = sheet_people.c.sheet_id == sheet.sheet_id, sheet_people.c.user_id.not_in(people)
    connection.execute(delete(sheet_people).where(*gone))
    for user_id in people:
        insert_new(connection, sheet_people, {"user_id": user_id, "sheet_id": sheet.sheet_id})


def stored_sheet(connection: Connection, sheet_id: str) -> Sheet | None:
    """A sheet; None if there is none, or it is damaged."""
    return next(_restored(connection, select(sheets).where(sheets.c.sheet_id == sheet_id)), None)


def newest_sheet(connection: Connection, user_id: int, channel_id: int) -> Sheet | None:
    """A person's newest sheet of a channel: one that is open, else one that was played."""
    some = sheets.c.channel_id == channel_id, or_(_IS_OPEN, sheets.c.ended_at > 0)
    newest = _of_person(user_id).where(*some)
    newest = newest.order_by(_IS_OPEN.desc(), sheets.c.touched_at.desc()).limit(1 + MOST_OPEN)
    return next(_restored(connection, newest), None)


def quietest_sheet(connection: Connection, channel_id: int) -> Sheet | None:
    """The open sheet of a channel that was changed longest ago."""
    here = select(sheets).where(_IS_OPEN, sheets.c.channel_id == channel_id)
    return next(_restored(connection, here.order_by(sheets.c.touched_at)), None)


def open_sheets(connection: Connection, user_id: int) -> list[Sheet]:
    """The sheets of a person that are not over."""
    return [*_restored(connection, _of_person(user_id).where(_IS_OPEN))]


def has_past_sheets(connection: Connection, user_id: int) -> bool:
    finished = _of_person(user_id).where(sheets.c.ended_at > 0)
    return bool(connection.scalar(select(finished.exists())))


def past_sheets(connection: Connection, user_id: int, offset: int = 0) -> tuple[Sheet | None, int]:
    """One of a person's finished sheets, the newest first, and the number of all."""
    finished = _of_person(user_id).where(sheets.c.ended_at > 0)
    total = connection.scalar(select(func.count()).select_from(finished.subquery())) or 0
    newest = finished.order_by(sheets.c.ended_at.desc(), sheets.c.sheet_id)
    offset, limit = page_bounds(offset, 1)
    return next(_restored(connection, newest.offset(offset).limit(limit)), None), total


def sheets_of_year(connection: Connection, user_id: int, year: int | None) -> SheetsOfYear | None:
    """A person's finished sheets of a year, by default of the newest; None without any."""
    mine = _of_person(user_id).where(sheets.c.ended_at > 0)
    at = mine.with_only_columns(sheets.c.ended_at).order_by(sheets.c.ended_at.desc())
    ended = [datetime.fromtimestamp(when, UTC).year for when in connection.scalars(at)]
    if not ended:
        return None
    year = ended[0] if year is None else year
    later = len([each for each in ended if each > year])
    count = min(ended.count(year), MOST_OF_YEAR)
    newest = mine.order_by(sheets.c.ended_at.desc(), sheets.c.sheet_id)
    found = _restored(connection, newest.offset(later).limit(count)) if count else ()
    return SheetsOfYear(year, tuple(found), later, tuple(dict.fromkeys(ended)))


def _of_person(user_id: int) -> Select[Any]:
    mine = sheet_people.c.user_id == user_id
    return select(sheets).join_from(sheets, sheet_people).where(mine)


def _restored(connection: Connection, wanted: Select[Any]) -> Iterator[Sheet]:
    parsed = map(_parsed, connection.execute(wanted).all())
    return (sheet for sheet in parsed if sheet is not None)


def _parsed(row: Any) -> Sheet | None:  # noqa: ANN401  # a row of sheets
    try:
        return _ADAPTER.validate_json(row.content)
    except ValueError as error:
        _log.error("sheet %s is damaged (%s)", row.sheet_id, problem(error))
        return None


def own_data(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """What is stored about a person in sheets: their name and their results."""
    told = []
    for sheet in _restored(connection, _of_person(user_id).order_by(sheets.c.sheet_id)):
        seat = sheet.find_seat(user_id)
        host = sheet.host_id == user_id
        own = replace(
            sheet,
            players=tuple(player for player in sheet.players if player.user_id == user_id),
            results=tuple(result for result in sheet.results if result.seat == seat),
            corrections=(),
            host_name=sheet.host_name if host else "",
        )
        told.append(_ADAPTER.dump_python(own, mode="json", exclude=_OF_OTHERS) | {"host": host})
    return told


def delete_sheet(connection: Connection, sheet_id: str) -> None:
    connection.execute(delete(sheets).where(sheets.c.sheet_id == sheet_id))


def stays(connection: Connection, user_id: int) -> list[Stay]:
    """The sheets on which a person is; every process may change them."""
    mine = select(sheet_people.c.sheet_id).where(sheet_people.c.user_id == user_id)
    return [Stay(sheet_id, 0, over=True) for sheet_id in connection.scalars(mine)]


def leave(connection: Connection, person: PersonToForget, sheet_id: str) -> None:
    """Make a person a nameless guest; a sheet without other members is deleted."""
    of_sheet = select(sheets).where(sheets.c.sheet_id == sheet_id).with_for_update()
    row = connection.execute(of_sheet).one_or_none()
    if row is None:
        return
    sheet = _parsed(row)
    left = None if sheet is None else without_person(sheet, person.user_id)
    if left is None:
        delete_sheet(connection, sheet_id)
    else:
        put_sheet(connection, replace(left, version=row.version + 1))
