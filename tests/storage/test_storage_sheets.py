"""Score sheets in the database."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime

import pytest
from databases import Where, raw
from people import BEN, BEN_S, CYD, CYD_S, ME, sheet_of
from sqlalchemy import Connection, select

from bot.sheets.seats import seated
from bot.sheets.sheet import IDLE, Sheet, SheetCorrection, SheetResult
from bot.storage import schema, sheets
from bot.storage.database import Database
from bot.storage.errors import StaleWriteError


def later(result: Sheet, seconds: float = 1.0, **changes: object) -> Sheet:
    now = result.touched_at + seconds
    at: dict[str, object] = {"touched_at": now, "played_at": now, "version": result.version + 1}
    return replace(result, **(at | changes))  # type: ignore[arg-type]


async def test_a_sheet_is_stored_from_the_version_before(store: Database, where: Where) -> None:
    new = replace(sheet_of("sheet1", BEN_S, CYD_S), begun=False, results=())
    await store.write(sheets.add_sheet, new)
    alone = later(seated(new, new.players[::2]), begun=True)
    await store.write(sheets.put_sheet, alone)
    for stale in (alone, later(later(alone))):
        with pytest.raises(StaleWriteError):
            await store.write(sheets.put_sheet, stale)
    assert await store.read(sheets.stored_sheet, "sheet1") == alone
    played = later(alone, results=(SheetResult(0, 0, 1), SheetResult(0, 1, 0, "45")))
    await store.write(sheets.put_sheet, played)
    assert await store.read(sheets.past_sheets, BEN) == (None, 0), "not over"
    closed = later(played, closed=True)
    await store.write(sheets.put_sheet, closed)
    assert await store.read(sheets.past_sheets, BEN) == (closed, 1)
    assert await store.read(sheets.past_sheets, CYD) == (None, 0), "left before the game"
    with raw(where) as connection:
        connection.execute("UPDATE sheets SET content = '{'")
    assert await store.read(sheets.stored_sheet, "sheet1") is None


async def test_a_channel_has_few_open_sheets_and_those_without_a_change_are_closed(
    store: Database, where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = (sheet_of(f"sheet{n}", BEN_S, CYD_S) for n in range(sheets.MOST_OPEN + 1))
    one, *others = (replace(sheet, channel_id=9) for sheet in made)
    one = later(one, results=tuple(SheetResult(0, seat, 0, "45") for seat in range(3)))
    for each in (one, *others[:-1]):
        assert await store.write(sheets.add_sheet, each)
    assert not await store.write(sheets.add_sheet, others[-1])
    await store.write(sheets.put_sheet, later(others[0], 1.5))
    for person, channel_id, newest in ((BEN, 9, "sheet1"), (BEN, 8, None), (ME, 9, None)):
        found = await store.read(sheets.newest_sheet, person, channel_id)
        assert (found and found.sheet_id) == newest
    with raw(where) as connection:
        connection.execute("UPDATE sheets SET content = '{' WHERE sheet_id = 'sheet2'")
    monkeypatch.setattr(sheets, "_AT_ONCE", 1)
    await store.write_in_pieces(sheets.close_idle, one.touched_at + IDLE)
    assert await store.read(sheets.past_sheets, CYD) == (None, 0)
    late = one.touched_at + IDLE + 2.0
    await asyncio.gather(*(store.write_in_pieces(sheets.close_idle, late) for _ in range(3)))
    closed = replace(one, version=one.version + 1, closed=True)
    assert await store.read(sheets.newest_sheet, CYD, 9) == closed, "no other was played"
    assert await store.read(sheets.past_sheets, CYD) == (closed, 1)
    unplayed = await store.read(sheets.stored_sheet, "sheet1")
    assert unplayed.closed
    assert await store.write(sheets.add_sheet, others[-1])


async def test_a_sheet_opens_again_only_where_fewer_than_the_most_are_open(
    store: Database,
) -> None:
    made = (sheet_of(f"sheet{n}", BEN_S, CYD_S) for n in range(sheets.MOST_OPEN + 1))
    one, *others = (replace(sheet, channel_id=9) for sheet in made)
    await store.write(sheets.add_sheet, one)
    stopped = later(one, closed=True)
    assert await store.write(sheets.put_sheet, stopped)
    for each in others:
        assert await store.write(sheets.add_sheet, each)
    again = later(stopped, closed=False)
    assert not await store.write(sheets.put_sheet, again)
    assert await store.read(sheets.stored_sheet, "sheet0") == stopped
    assert await store.write(sheets.put_sheet, later(others[0], closed=True))
    assert await store.write(sheets.put_sheet, again)


async def test_the_sheets_of_a_year_come_with_the_years_that_have_any(store: Database) -> None:
    assert await store.read(sheets.sheets_of_year, CYD, None) is None
    results = tuple(SheetResult(0, seat, 0, "45") for seat in range(3))
    for number, day in enumerate(("2025-12-31", "2026-01-01", "2026-07-01")):
        at = datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()
        new = replace(sheet_of(f"sheet{number}", BEN_S, CYD_S), results=results)
        await store.write(sheets.add_sheet, new)
        await store.write(sheets.put_sheet, later(new, closed=True, played_at=at))
    newest = await store.read(sheets.sheets_of_year, CYD, None)
    before = await store.read(sheets.sheets_of_year, CYD, 2025)
    assert newest is not None
    assert before is not None
    assert [each.sheet_id for each in newest.sheets] == ["sheet2", "sheet1"]
    assert (newest.year, newest.later, newest.years) == (2026, 0, (2026, 2025))
    assert [each.sheet_id for each in before.sheets] == ["sheet0"]
    assert before.later == 2
    none = await store.read(sheets.sheets_of_year, CYD, 1)
    assert none is not None
    assert (none.sheets, none.later) == ((), 3)


async def test_a_sheet_of_version_1_1_goes_on(store: Database, where: Where) -> None:
    was = SheetResult(0, 0, 1, "5")
    now = replace(was, left="10")
    corrected = SheetCorrection(0, was, now, made_in=0)
    new = replace(
        sheet_of("sheet1", BEN_S, CYD_S),
        results=(now, SheetResult(0, 1, 1), SheetResult(0, 2, 1, "5")),
        corrections=(corrected,),
    )
    await store.write(sheets.add_sheet, new)
    content = json.loads(await store.read(_content))
    for each in content["corrections"]:
        del each["made_in"]
    with raw(where) as connection:
        changed = json.dumps(content).replace("'", "''")
        connection.execute(f"UPDATE sheets SET content = '{changed}'")  # noqa: S608  # ours
    old = await store.read(sheets.stored_sheet, "sheet1")
    assert old == replace(new, corrections=(replace(corrected, made_in=None),))
    assert await store.write(sheets.put_sheet, later(old, closed=True))


def _content(connection: Connection) -> str:
    content: str = connection.scalars(select(schema.sheets.c.content)).one()
    return content
