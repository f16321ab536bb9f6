"""A score sheet for printed cards, as two members and two guests keep it at a table."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from driving import Sim, answer
from faulting import HAND, install, refused
from simcord import InteractionResult
from test_e2e_anywhere import in_foreign_server, outside

pytestmark = pytest.mark.database

# Of Ada, Ben, Cleo and Dov by hand: a phase that was laid (+) or not (-), and what is left.
HANDS = [
    "+ +10 -9,9 -50",
    "-5,5 + +45 -50",
    "+ +10 +3x9 -50",
    "+10 + +45 -50",
    "+ -10 +45 -50",
    *("+10 + +45 -50", "+ +10 +45 -50", "+10 + +45 -50", "+ +10 +W -50", "+10 + +45 -50"),
    "+5 +5 + -50",
]


async def open_sheet(sim: Sim) -> None:
    """Ada opens a sheet, Ben joins, and adds two guests."""
    await sim.slash("ada", "sheet")
    await sim.click("ben", sim.table(), "sheetjoin")
    for guest in ("Cleo", "=Dov*"):
        form = await sim.click("ben", sim.table(), "sheetguest")
        await sim.people["ben"].submit_modal(form, {"text": guest})


async def fill_in(sim: Sim, name: str, form: InteractionResult, result: str) -> str:
    typed = {"choice": [str(int(result[0] == "+"))], "text": result[1:]}
    done = await sim.people[name].submit_modal(form, typed)
    return sim.newest(name).text if done.followups or answer(done).private else ""


async def told(sim: Sim, name: str, custom_id: str) -> str:
    """Press a button that may be an old one; what is said about it."""
    (said,) = await sim.send((name, sim.table(), custom_id, ()))
    return said


async def ask(sim: Sim, name: str, result: str) -> InteractionResult:
    label = "Phase laid" if result[0] == "+" else "Not laid"
    return await sim.click(name, sim.table(), "sheetresult", label)


async def enter(sim: Sim, *results: str) -> None:
    """Ada and Ben enter their own results, then Ben the guests': two taps each, and typing."""
    for name, result in zip(("ada", "ben", "ben", "ben"), results, strict=False):
        form = await ask(sim, name, result)
        assert filled(form) == (str(int(result[0] == "+")), "")
        assert await fill_in(sim, name, form, result) == ""


def filled(form: InteractionResult) -> tuple[str, str]:
    """What is chosen and typed in a form already."""
    parts: Any = form.modal
    _, choice, field = (part.get("component") for part in parts["components"])
    (chosen,) = (each["value"] for each in choice["options"] if each.get("default"))
    return chosen, field.get("value") or ""


async def test_a_game_of_twelve_hands_with_a_restart_a_correction_and_a_play_off(sim: Sim) -> None:
    await open_sheet(sim)
    sheet, start = sim.table(), sim.table().controls["sheetstart"].custom_id
    assert "**ada** → **ben** → **Cleo** (guest) → **=Dov\\*** (guest)" in sheet.text
    assert "the host, **ada**" in await told(sim, "ben", start)
    for seat in ("up.3", "up.2", "up.1", "up.0"):
        await sim.choose("ada", sim.table(), "sheetseats", [seat])
    assert "moved on" in await told(sim, "ada", start), "of other seats"
    await sim.click("ada", sim.table(), "sheetstart")
    early = sim.table().controls["sheetresult"].custom_id
    assert "no seat" in await told(sim, "cyd", early)
    for number, hand in enumerate(HANDS[:5], 1):
        assert f"Hand {number} · " in sim.table().text
        await enter(sim, *hand.split())
    assert "moved on" in await told(sim, "ben", early)
    await sim.restart()
    assert "Hand 6 · ben deals" in sim.table().text
    assert "**Cleo** · Phase 5: a run of 8" in sim.table().text
    await enter(sim, "+10")
    assert "✅ **ada** · phase laid, 10 points\n▫️ **ben** · Phase " in sim.table().text

    await correct_the_third_hand(sim)
    sim.permit("attach_files")
    for result in HANDS[5].split()[1:]:
        await fill_in(sim, "ben", await ask(sim, "ben", result), result)
    assert not sim.table().alts, "pictures are in words"
    assert "ada: 30 points" in sim.table().text
    sim.permit()
    for hand in HANDS[6:]:
        await enter(sim, *hand.split())
    assert "Play-off between ada and ben" in sim.table().text
    assert "Hand 11" not in sim.table().text, "nobody goes on"
    assert len([each for each in sim.public() if each.components]) == 1, "it is edited"
    await enter(sim, "+")
    await fill_in(sim, "ben", await ask(sim, "ben", "+"), "+")
    question = sim.newest("ben")
    assert "**ben** · phase laid, 0 points\nReally? Somebody else has nothing" in question.text
    assert question.text not in "".join(each.text for each in sim.screen("ada"))
    assert filled(await sim.click("ben", question, "sheetchange")) == ("1", "")
    assert "▫️ **ben**" in sim.table().text
    results = answer(await sim.click("ada", sim.table(), "sheetcorrect"))
    await fill_in(sim, "ada", await sim.choose("ada", results, "sheetchoose", ["11.0"]), "-W S")
    await sim.click("ben", question, "sheetanyway")

    assert sim.table().id == sheet.id
    await check_the_end(sim)


async def correct_the_third_hand(sim: Sim) -> None:
    results = answer(await sim.click("ben", sim.table(), "sheetcorrect"))
    assert results.private
    assert "Hand 3 · Cleo · phase laid, 15 points" in results.words
    assert "· ada ·" not in results.words, "only the host may change it"
    form = await sim.choose("ben", results, "sheetchoose", ["2.2"])
    assert filled(form) == ("1", "9 9 9")
    assert "on the sheet" in await fill_in(sim, "ben", form, "-3x9")
    assert "**Cleo** · Phase 4: a run of 7" in sim.table().text
    assert "ben changed Cleo's hand 3: phase laid, 15 points → phase not" in sim.table().text
    assert sim.table().alts


async def check_the_end(sim: Sim) -> None:
    over = sim.table()
    assert "**ben** wins the game!" in over.text
    assert "no rating, board or achievement" in over.text
    assert "2\\. ada: 10 phases, 55 points" in over.text
    assert "Place 1: ben, 10 phases" in over.alts[0]
    await sim.click("cyd", over, "sheetfile")
    (data,) = sim.files(sim.newest("cyd"))
    rows = [*csv.reader(io.StringIO(data.decode("utf-8-sig")))]
    assert rows[0] == ["hand", "dealer", "name", "phase", "laid", "left in hand", "points", "total"]
    assert rows[11] == ["3", "Cleo", "Cleo", "2", "No", "9 9 9", "15", "70"]
    assert rows[12] == ["3", "Cleo", "'=Dov*", "1", "No", "50", "50", "150"]
    assert rows[-2:] == [
        ["12", "ada", "ada", "10", "No", "W S", "40", "55"],
        ["12", "ada", "ben", "10", "Yes", "", "0", "55"],
    ]
    assert len(rows) == 1 + 4 * 11 + 2
    history = answer(await sim.slash("ben", "history"))
    await sim.click("ben", history, "sheets")
    assert "**ben** wins the game!" in sim.newest("ben").text
    assert "sheets" not in answer(await sim.slash("cyd", "history")).controls


async def test_a_refused_sheet_is_forgotten_and_an_open_one_is_posted_again(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The sentence about it is refused as well.
    faults = install(monkeypatch)
    faults.add(("POST", "/webhooks/*"), refused(403, 50013), times=2)
    await sim.slash("ada", "sheet")
    await open_sheet(sim)
    assert "Everybody at your table can join it" in sim.newest("ada").text
    await sim.env.advance_time(31)
    await sim.slash("ada", "sheet")
    await sim.click("ada", sim.table(), "sheetsurprise", "Surprise phases")
    await sim.click("ada", sim.table(), "sheetsurprise", "Draw again")
    await sim.click("ada", sim.table(), "sheetstart")
    await sim.slash("ben", "sheet")
    assert "End it to open a new one" in sim.newest("ben").text
    (again,) = sim.public()
    # As for a form that was opened from the message before.
    faults.add(HAND, refused(404, 10008))
    await enter(sim, "+")
    assert "✅ **ada** · phase laid, 0 points" in again.text
    await sim.env.advance_time(31)
    await sim.slash("ben", "sheet", edition="masters")
    assert "Score sheet · Masters" in sim.table().text


async def test_a_sheet_is_kept_where_the_bot_is_not(sim: Sim) -> None:
    in_foreign_server(sim)
    away = outside(sim, "ada", "ben")
    await away.people["ada"].slash("phase10 sheet", edition="masters", variation="S3+S3, R4")
    (sheet,) = away.public()
    asked = len(sim.env.http_requests)
    form = await away.click("ada", sheet, "sheetguest")
    await away.people["ada"].submit_modal(form, {"text": "Cleo"})
    await away.click("ada", sheet, "sheetstart")
    for choice, text in (("2", ""), ("0", "W")):
        form = await away.click("ada", sheet, "sheetresult", "Not laid")
        await away.people["ada"].submit_modal(form, {"choice": [choice], "text": text})
    assert "Hand 2 · Cleo deals" in sheet.text
    await away.click("ada", sheet, "sheetclose")
    await away.click("ada", away.newest("ada"), "sheetclose")
    assert "ended early" in sheet.text
    assert "1\\. ada: 1 phase, 0 points" in sheet.text
    paths = [each.path for each in sim.env.http_requests[asked:]]
    assert not [path for path in paths if path.startswith("/channels")]
