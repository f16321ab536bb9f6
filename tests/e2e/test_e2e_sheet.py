"""A score sheet for printed cards, as two members and two guests keep it at a table."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from driving import Shown, Sim, answer
from faulting import AGAIN_AFTER, EDIT, HAND, install, refused
from simcord import InteractionResult
from test_e2e_anywhere import in_foreign_server, outside

from bot.sheets.sheet import HOST_AWAY, IDLE, SheetResult
from bot.storage import sheets as storage
from bot.storage.errors import StoreError
from cogs.live import retry_queue
from cogs.live.table_announcer import MOST_PASSED
from cogs.services import POST_PAUSE

pytestmark = pytest.mark.database

# What is left of Ada, Ben, Cleo and Dov by hand; Ada and Ben have always laid their phase.
HANDS = [
    ["", "10", "60", "50"],
    ["60", "", "45", "50"],
    ["", "10", "3x9", "50"],
    *[["10", "", "45", "50"], ["", "60", "45", "50"]],
    *[["10", "", "45", "50"], ["", "10", "45", "50"], ["10", "", "45", "50"]],
    *[["", "10", "W", "50"], ["10", "", "45", "50"]],
]


async def open_sheet(sim: Sim, *, begun: bool = False) -> None:
    await sim.slash("ada", "sheet")
    await sim.click("ben", sim.table(), "sheetjoin")
    form = await sim.click("ben", sim.table(), "sheetguest")
    await sim.people["ben"].submit_modal(form, {"text": "Cleo, =Dov*"})
    if begun:
        await sim.click("ada", sim.table(), "sheetstart")


async def told(sim: Sim, name: str, custom_id: str, *values: str) -> str:
    """Use a component that may be an old one; what is said about it."""
    (said,) = await sim.send((name, sim.table(), custom_id, values))
    return said


def lines(form: InteractionResult, *left: str) -> str:
    """What is typed into a form of several players."""
    names = [line.partition(":")[0] for line in filled(form)[1].splitlines()]
    return "\n".join(f"{name}: {each}" for name, each in zip(names, left, strict=True))


async def enter(sim: Sim, name: str, *left: str, laid: str = "") -> str:
    """Enter a hand in one form; what is said about it."""
    form = await sim.click(name, sim.table(), "sheethand")
    return await submit(sim, name, form, lines(form, *left), [*laid])


async def submit(
    sim: Sim, name: str, form: InteractionResult, typed: str, choice: Any = None
) -> str:
    fields = {"text": typed} if choice is None else {"choice": choice, "text": typed}
    done = await sim.people[name].submit_modal(form, fields)
    private = done.followups or (done.response is not None and answer(done).private)
    return sim.newest(name).text if private else ""


def filled(form: InteractionResult) -> tuple[list[str], str]:
    """What is chosen and typed in a form already."""
    parts: Any = form.modal
    text, *choice = [part["component"] for part in parts["components"] if "component" in part]
    options = [each for field in choice for each in field["options"]]
    return [each["value"] for each in options if each.get("default")], text.get("value") or ""


async def stored(sim: Sim, shown: Shown) -> Any:
    sheet_id = shown.buttons[0].custom_id.split(":")[1]
    return await sim.bot.services.store.read(storage.stored_sheet, sheet_id)


async def test_a_game_of_twelve_hands_with_a_restart_a_correction_and_a_play_off(sim: Sim) -> None:
    await open_sheet(sim)
    sheet, start = sim.table(), sim.table().controls["sheetstart"].custom_id
    assert "**ada** → **ben** → **Cleo** (guest) → **=Dov\\*** (guest)" in sheet.text
    assert "the host, **ada**" in await told(sim, "ben", start)
    for seat in ("up.3", "up.2", "up.1", "up.0"):
        await sim.choose("ada", sim.table(), "sheetseats", [seat])
    assert "moved on" in await told(sim, "ada", start), "of other seats"
    await sim.click("ada", sim.table(), "sheetstart")
    early = sim.table().controls["sheethand"].custom_id
    assert "not on this score sheet" in await told(sim, "cyd", early)
    for number, hand in enumerate(HANDS[:5], 1):
        assert f"Hand {number} · " in sim.table().text
        assert (
            await enter(sim, "ada", *hand, laid="0" if number == 2 else "1" * (number == 5)) == ""
        )
    assert "moved on" in await told(sim, "ben", early)
    await sim.restart()
    assert "Hand 6 · ben deals" in sim.table().text
    assert "**Cleo** · Phase 5: a run of 8" in sim.table().text
    form = await sim.click("ada", sim.table(), "sheetresult")
    assert await submit(sim, "ada", form, "5+5") == ""
    assert "✅ **ada** · phase laid, 10 points\n▫️ **ben** · Phase " in sim.table().text
    await correct_the_third_hand(sim)
    sim.permit("attach_files")
    form = await sim.click("ben", sim.table(), "sheethand")
    assert filled(form) == ([], "ben: \nCleo: \n=Dov*: "), "only the host enters for Ada"
    assert await submit(sim, "ben", form, lines(form, *HANDS[5][1:])) == ""
    assert not sim.table().alts, "pictures are in words"
    assert "ada: 80 points" in sim.table().text
    sim.permit()
    for hand in HANDS[6:]:
        assert await enter(sim, "ada", *hand) == ""
    assert "Play-off between ada and ben" in sim.table().text
    assert "Hand 10" not in sim.table().text, "nobody goes on"
    assert "The phase is Phase 10: a set of 5 and a set of 3" in sim.table().text
    assert await play_off(sim) == ""
    assert sim.table().id == sheet.id
    assert len([each for each in sim.public() if each.components]) == 1, "it is edited"
    await check_the_end(sim)


async def play_off(sim: Sim) -> str:
    """Both go out in the first hand, so that it is not known who was first; then Ben does."""
    form = await sim.click("ada", sim.table(), "sheethand")
    assert "Phase" not in str(form.modal["components"]), "no phase is laid"
    question = await submit(sim, "ada", form, "ada: \nben:")
    assert "Nothing is left for **ada** and **ben**, but only one player goes out" in question
    await sim.click("ada", sim.newest("ada"), "sheetanyway")
    assert "Hand 12 · " in sim.table().text
    form = await sim.click("ada", sim.table(), "sheethand")
    return await submit(sim, "ada", form, "ada: W S\nben:")


async def correct_the_third_hand(sim: Sim) -> None:
    results = answer(await sim.click("ben", sim.table(), "sheetcorrect"))
    assert results.private
    assert "Hand 3 · Cleo · phase laid, 15 points" in results.words
    assert "· ada ·" not in results.words, "only the host may change it"
    form = await sim.choose("ben", results, "sheetchoose", ["2.2"])
    assert filled(form) == (["1"], "9 9 9")
    long = "9 10 9 10 9 10 12 12 12 11"
    assert "**Cleo** · phase not laid, 85 points" in await submit(sim, "ben", form, long, "0")
    assert "**Cleo** · Phase 4: a run of 7" in sim.table().text
    assert "ben changed Cleo's hand 3: phase laid, 15 points → phase not" in sim.table().text
    assert sim.table().alts


async def check_the_end(sim: Sim) -> None:
    over = sim.table()
    assert "**ben** won the play-off, and the game!" in over.text
    assert "2\\. ada: 10 phases, 100 points" in over.text
    assert "Place 1: ben, 10 phases" in over.alts[0]
    await sim.click("cyd", over, "sheetfile")
    data, picture = sim.files(sim.newest("cyd"))
    assert picture.startswith(b"\x89PNG")
    rows = [*csv.reader(io.StringIO(data.decode("utf-8-sig")))]
    assert ";".join(rows[0]) == (
        "Date;Hand;Dealer;Name;Phase;Laid;Left in hand;Points;Total;Winner or leader"
    )
    day = sim.env.now().date().isoformat()
    assert rows[12] == [day, "3", "Cleo", "'=Dov*", "1", "No", "50", "50", "150", "ben"]
    assert len(rows) == 1 + 4 * 10 + 2 * 2
    assert rows[-2][3:] == ["ada", "play-off", "", "W S", "40", "100", "ben"]
    history = answer(await sim.slash("ben", "history"))
    await sim.click("ben", history, "sheetyear")
    year = sim.newest("ben")
    assert f"### Score sheets · {sim.env.now().year}" in year.text
    assert "**ben, ada, Cleo, and =Dov\\***\n1 game, won by: ben 1×" in year.text
    await sim.choose("ben", year, "sheetofyear", ["0"])
    assert "**ben** won the play-off" in sim.newest("ben").text
    await sim.click("ben", sim.newest("ben"), "sheetyear", "The whole year")
    await sim.click("ben", sim.newest("ben"), "sheets")
    await sim.env.advance_time(POST_PAUSE)
    await sim.click("ben", sim.newest("ben"), "sheetagain")
    assert "Hand 1 · " in sim.table().text
    assert "sheetyear" not in answer(await sim.slash("cyd", "history")).controls


async def refuse(*_: object) -> None:
    raise StoreError("locked")


async def test_a_refused_form_opens_again_with_what_was_typed_and_one_notice(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_sheet(sim, begun=True)
    form = await sim.click("ada", sim.table(), "sheethand")
    assert "Nothing was typed" in await submit(sim, "ada", form, " \n", [])
    form = await sim.click("ada", sim.table(), "sheethand")
    typed = "ada:\nben: 4o5\nCleo: 60\n=Dov*: `47`"
    said = await submit(sim, "ada", form, f"{typed}\nEve: 5", ["2"])
    assert r"I cannot tell whose result “Eve\: 5” is." in said
    assert "**ben** · I cannot read “4o5”." in said
    assert said.count("I cannot read") == 2
    assert "Points: 45 or 25+10+5." in said
    notices = [each for each in sim.screen("ada") if "I cannot read" in each.text]
    form = await sim.click("ada", sim.table(), "sheethand")
    assert filled(form) == ([], "ada: \nben: \nCleo: \n=Dov*: "), "nothing is entered"
    await submit(sim, "ada", form, typed.replace("4o5", "x"), ["2"])
    assert [each.id for each in sim.screen("ada") if "I cannot read" in each.text] != notices
    assert len([each for each in sim.screen("ada") if "I cannot read" in each.text]) == 1
    # The same while the database does not answer.
    form = await sim.click("ada", sim.table(), "sheethand")
    with monkeypatch.context() as broken:
        broken.setattr(sim.bot.services.store, "read", refuse)
        assert "ben: x" in await submit(sim, "ada", form, typed.replace("4o5", "x"), ["2"])
    await sim.restart()
    notice = sim.newest("ada")
    again = await sim.click("ada", notice, "sheetchange")
    assert filled(again) == (["2"], "ada:\nben: x\nCleo: 60\n=Dov*: '47'")
    assert again.modal["custom_id"] != form.modal["custom_id"]
    said = await submit(sim, "ada", again, "ada:\nben: 47\nCleo: 60\n=Dov*: 60", ["2"])
    assert "**ben** · 47: points come in fives. 45 or 50?" in said
    assert sim.newest("ada").id == notice.id
    await sim.click("ada", notice, "sheetanyway")
    assert "**ben** · phase laid, 47 points" in sim.newest("ada").text
    assert (
        "Hand 1 · ada: on to phase 2 · ben: on to phase 2 · Cleo: on to phase 2 · =Dov\\*: stays on"
        in sim.table().text
    )
    assert await enter(sim, "ada", "", "45", "50", "60") == ""
    assert "Hand 3 · " in sim.table().text


async def test_a_hand_of_four_takes_four_taps_and_the_next_game_one(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    form = await sim.click("ada", sim.table(), "sheethand")
    assert "Points: 45 or 25+10+5. Cards:" in str(form.modal["components"][0])
    # A tap opened the form; one is in the field, one is on a box, and one on *Submit*.
    await submit(sim, "ada", form, lines(form, "", "25+10+5", "9 9 12 W S", "60"), ["2"])
    assert "Hand 2 · ben deals" in sim.table().text
    assert "Hand 1 · ada: on to phase 2 · ben: on to phase 2 · Cleo: on to" in sim.table().text
    before = sim.table()
    await sim.click("ada", before, "sheetclose")
    assert "**ada** is ahead after 1 hand" in before.text
    again = before.controls["sheetagain"].custom_id
    await sim.send(("ben", before, again, ()), ("ada", before, again, ()))
    assert len({each.id for each in sim.public() if "sheethand" in each.controls}) == 1
    assert "Hand 1 · ben deals\n▫️ **ben** · Phase 1: 2 sets of 3\n▫️ **Cleo**" in sim.table().text
    assert (await stored(sim, sim.table())).host_id == sim.people["ben"].id
    # The game that was stopped goes on, for two weeks.
    await sim.click("ben", before, "sheetgoon")
    assert "Hand 2 · ben deals" in before.text
    open_form = await sim.click("ada", before, "sheethand")
    await sim.click("ada", before, "sheetclose")
    assert "was closed meanwhile" in await submit(sim, "ada", open_form, lines(open_form, *"0000"))
    assert not sim.newest("ada").controls
    menu = answer(await sim.click("ada", before, "sheetcorrect"))
    assert "Hand 2" not in menu.words, "it is not complete"
    form = await sim.choose("ada", menu, "sheetchoose", ["0.0123"])
    assert filled(form) == (["0", "1", "2"], "ada: 0\nben: 40\nCleo: 9 9 12 W S\n=Dov*: 60")
    await submit(sim, "ada", form, lines(form, "40", "0", "9 9 12 W S", "60"), ["0", "1", "2"])
    assert "ben changed" not in before.text
    assert "ada changed ben's hand 1: phase laid, 40 points → phase laid, 0 points" in before.text
    assert "not possible" not in menu.words
    # After that the command offers it, and posts it again.
    goes_on = before.controls["sheetgoon"].custom_id
    again = next(each for each in sim.public() if "sheethand" in each.controls)
    await sim.click("ben", again, "sheetclose")
    await sim.click("ben", sim.newest("ben"), "sheetclosenow")
    offer = answer(await sim.slash("ada", "sheet"))
    assert "“Go on” opens this game again, until <t:" in offer.text
    await sim.env.advance_time(POST_PAUSE)
    await sim.click("ada", offer, "sheetgoon")
    assert "Hand 2 · ben deals" in sim.table().text
    assert [each.id for each in sim.public()] == [sim.table().id], "the message before is deleted"
    await sim.click("ada", sim.table(), "sheetclose")
    await sim.env.advance_time(POST_PAUSE)
    await sim.click("ada", answer(await sim.slash("ada", "sheet")), "sheetnew")
    assert "At the table so far: **ada**." in sim.table().text
    await sim.env.advance_time(IDLE + 60)
    (said,) = await sim.send(("ada", sim.table(), goes_on, ()))
    assert "more than two weeks ago" in said


async def test_no_member_is_stuck_when_the_host_is_gone(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    await enter(sim, "ada", "", "10", "45", "60")
    close = sim.table().controls["sheetclose"].custom_id
    assert "Only the host, **ada**" in await told(sim, "ben", close)
    more = answer(await sim.click("ben", sim.table(), "sheetmore"))
    assert "Host of this sheet: **ada**" in more.text
    assert more.menu("sheetseats").values == ("leave.1",), "the own seat"
    # The host hands the sheet over, and leaves the game.
    more = answer(await sim.click("ada", sim.table(), "sheetmore"))
    assert more.menu("sheetseats").values == ("host.1", *(f"leave.{seat}" for seat in range(4)))
    await sim.choose("ada", more, "sheetseats", ["leave.0"])
    assert "**ada** has left the game" in sim.table().text
    assert "**ada** has left the game" in sim.newest("ada").text
    await sim.click("ada", sim.newest("ada"), "sheetseats", "Bring ada back")
    assert "**ada** is back in the game" in sim.newest("ada").text
    more = answer(await sim.click("ada", sim.table(), "sheetmore"))
    await sim.choose("ada", more, "sheetseats", ["host.1"])
    assert "Only the host, **ben**" in await told(sim, "ada", close)
    # The new host leaves the server.
    sim.guild.remove_member(sim.people["ben"])
    assert await enter(sim, "ada", "10", "", "45", "60") == ""
    assert "Hand 3 · " in sim.table().text
    results = answer(await sim.click("ada", sim.table(), "sheetcorrect"))
    assert "Hand 2 · ben · phase laid, 0 points" in results.words
    await sim.click("ada", sim.table(), "sheetclose")
    assert "score sheet of **ben**. Stop the game for everybody?" in sim.newest("ada").text
    await sim.click("ada", sim.newest("ada"), "sheetclosenow")
    assert "**ada** and **ben** are ahead after 2 hands" in sim.table().text


async def test_people_join_before_and_in_the_game(sim: Sim) -> None:
    await sim.click("ada", answer(await sim.slash("ada", "help")), "sheet")
    assert "at least two players" in sim.table().text, "there is no button yet"
    form = await sim.click("ada", sim.table(), "sheetguest")
    assert "cannot see a name" in await submit(sim, "ada", form, " , ")
    await sim.click("ben", sim.table(), "sheetjoin")
    assert "at least two players" not in sim.table().text
    await sim.click("ada", sim.table(), "sheetstart")
    await enter(sim, "ada", "", "10")
    more = answer(await sim.click("cyd", sim.table(), "sheetmore"))
    await sim.click("cyd", more, "sheetjoin")
    assert "▫️ **cyd** · Phase 1" in sim.table().text
    more = answer(await sim.click("cyd", sim.table(), "sheetmore"))
    form = await sim.click("cyd", more, "sheetguest")
    said = await submit(sim, "cyd", form, "Eve, Fay, Gus, Hal, Ida, Joe, Kim")
    assert said.endswith("**Joe**, and **Kim**.")
    assert "with more" not in sim.table().text
    assert "sheetguest" not in answer(await sim.click("ada", sim.table(), "sheetmore")).controls
    assert await enter(sim, "ada", "", "10", "10", *["60"] * 7) == ""
    assert "cyd: on to phase 2" in sim.table().text


async def test_a_member_acts_for_a_host_who_was_away_for_two_days(sim: Sim) -> None:
    await open_sheet(sim)
    await sim.choose("ada", sim.table(), "sheetseats", ["out.0"])
    start = sim.table().controls["sheetstart"].custom_id
    assert "Host of this sheet: **ada**" in sim.table().text
    assert "Only the host, **ada**" in await told(sim, "ben", start), "a host without a seat"
    await sim.env.advance_time(HOST_AWAY + 60)
    await sim.click("ben", sim.table(), "sheetstart")
    assert await enter(sim, "ben", "", "45", "60") == ""
    results = answer(await sim.click("ada", sim.table(), "sheetcorrect"))
    form = await sim.choose("ada", results, "sheetchoose", ["0.1"])
    played = (await stored(sim, sim.table())).played_at
    await sim.env.advance_time(86_400)
    await submit(sim, "ada", form, "40", "1")
    assert "ada changed Cleo's hand 1" in sim.table().text
    assert (await stored(sim, sim.table())).played_at == played


async def test_six_results_of_the_same_moment_are_all_taken(sim: Sim) -> None:
    for name in ("dee", "fay"):
        sim.people[name] = sim.guild.add_member(sim.env.create_user(name))
    await sim.slash("ada", "sheet")
    for name in ("ben", "cyd", "eve", "dee", "fay"):
        await sim.click(name, sim.table(), "sheetjoin")
    await sim.click("ada", sim.table(), "sheetstart")
    forms = [(await sim.click(name, sim.table(), "sheetresult")).modal for name in sim.people]
    assert len({form["custom_id"] for form in forms}) == 6
    clicks = [
        (name, sim.table(), form["custom_id"], ("" if name == "ada" else "45", ""))
        for name, form in zip(sim.people, forms, strict=True)
    ]
    assert not any("moved on" in said for said in await sim.send(*clicks, forms=True))
    assert "Hand 2 · " in sim.table().text
    result = (await stored(sim, sim.table())).result(0, 5)
    assert result == SheetResult(0, 5, 1, "45")


async def test_the_message_of_a_sheet_is_brought_up_to_date_later_and_moves_down(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry_queue, "AGAIN_AFTER", AGAIN_AFTER)
    faults = install(monkeypatch)
    await open_sheet(sim, begun=True)
    for call in (HAND, EDIT):
        faults.add(call, refused(500, 0))
    assert await enter(sim, "ada", "", "10", "45", "60") == ""
    assert "Hand 1 · " in sim.table().text, "as it was"
    await sim.env.advance_time(AGAIN_AFTER[0] + 1)
    assert "Hand 2 · " in sim.table().text
    old = sim.table()
    for number in range(MOST_PASSED):
        await sim.people["cyd"].send(sim.channel, f"message {number}")
    assert await enter(sim, "ada", "", "10", "45", "60") == ""
    assert sim.table().id == old.id
    await sim.people["cyd"].send(sim.channel, "one more")
    assert await enter(sim, "ada", "", "10", "45", "60") == ""
    moved = sim.table()
    assert moved.id != old.id
    assert "Hand 4 · " in moved.text
    assert old.id not in [each.id for each in sim.public()]
    assert await enter(sim, "ada", "", "10", "45", "60") == ""
    assert sim.table().id == moved.id
    assert "Hand 5 · " in sim.table().text


async def test_a_click_brings_a_message_up_to_date_that_the_bot_may_not_edit(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = install(monkeypatch)
    await open_sheet(sim, begun=True)
    faults.add(HAND, refused(500, 0), times=2)
    faults.add(EDIT, refused(403, 50001), times=9)
    for left, shown in (("10", False), ("15", False), ("20", True)):
        form = await sim.click("ada", sim.table(), "sheetresult")
        await submit(sim, "ada", form, left)
        assert (f"phase laid, {left} points" in sim.table().text) is shown, left


async def test_a_member_reads_why_lines_of_others_are_not_taken(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    form = await sim.click("ben", sim.table(), "sheethand")
    above = str(form.modal["components"][0])
    assert "**ada** enters the others, or hands the sheet over under “More”." in above
    said = await submit(sim, "ben", form, "ben 5\ncleo: 20 p\n=Dov* W S\nada 45")
    assert "**ada** enters that line, or hands the sheet over under “More”." in said
    again = await sim.click("ben", sim.newest("ben"), "sheetchange")
    said = await submit(sim, "ben", again, "ben 5\ncleo 20 p\n=Dov*  W S")
    assert "**Cleo** · phase laid, 20 points" in said
    assert "✅ **=Dov\\*** · phase laid, 40 points" in sim.table().text
    form = await sim.click("ada", sim.table(), "sheethand")
    assert "others" not in str(form.modal["components"][0]), "the host enters all"


async def test_nobody_is_sent_to_a_button_that_is_not_there(sim: Sim) -> None:
    await open_sheet(sim)
    await sim.click("ada", sim.table(), "sheetlength", "Ten hands")
    await sim.click("ada", sim.table(), "sheetstart")
    enter_hand = sim.table().controls["sheethand"].custom_id
    assert await told(sim, "cyd", enter_hand) == (
        "You are not on this score sheet, and nobody can join it now."
    )
    more = answer(await sim.click("cyd", sim.table(), "sheetmore"))
    assert "sheetjoin" not in more.controls
    assert "points alone decide" in more.text


async def test_the_phase_that_all_play_is_named_once(sim: Sim) -> None:
    await open_sheet(sim)
    await sim.click("ada", sim.table(), "sheetlength", "Ten hands")
    await sim.click("ada", sim.table(), "sheetstart")
    assert "deals\nPhase 1: 2 sets of 3\n▫️ **ada**\n▫️ **ben**\n" in sim.table().text
    assert await enter(sim, "ada", "", "10", "60", "10") == ""
    assert "\nPhase 2: a set of 3 and a run of 4\n▫️ **ada**\n" in sim.table().text
    assert "-# Hand 1 · Cleo: phase 1 not laid, on to phase 2\n" in sim.table().text
    assert await enter(sim, "ada", "", "10", "10", "10") == ""
    assert "on to phase" not in sim.table().text, "all have laid"


async def test_guests_are_renamed_and_the_rules_chosen_before_the_start(sim: Sim) -> None:
    await open_sheet(sim)
    await sim.click("ada", sim.table(), "sheetlength", "Quick")
    assert "Phases: the first 3 only" in sim.table().text
    await sim.choose("ada", sim.table(), "sheetedition", ["masters"])
    assert "### Score sheet · Masters" in sim.table().text
    assert "Phases: the first 3 only" in sim.table().text, "the length stays"
    length = sim.table().controls["sheetlength"].custom_id
    assert "Only the host, **ada**" in await told(sim, "ben", length)
    more = answer(await sim.click("ben", sim.table(), "sheetmore"))
    form = await sim.choose("ben", more, "sheetrename", ["2"])
    assert "Cleo" in str(form.modal["components"])
    assert "**Cleo** is called **Chloe** now." in await submit(sim, "ben", form, "Chloe")
    assert "**Chloe** (guest)" in sim.table().text
    await sim.choose("ada", sim.table(), "sheetedition", ["classic"])
    await sim.click("ada", sim.table(), "sheetstart")
    more = answer(await sim.click("ben", sim.table(), "sheetmore"))
    form = await sim.choose("ben", more, "sheetrename", ["2"])
    await submit(sim, "ben", form, "Clo")
    assert "**Clo** · Phase 1" in sim.table().text
    again = "ben", sim.table(), form.modal["custom_id"], ("Chloe",)
    assert "moved on" in (await sim.send(again, forms=True))[0]
    assert "has begun already" in await told(sim, "ada", length)


async def test_a_guest_is_told_by_the_name_that_the_sheet_shows(sim: Sim) -> None:
    await open_sheet(sim)
    more = answer(await sim.click("ben", sim.table(), "sheetmore"))
    form = await sim.choose("ben", more, "sheetrename", ["3"])
    said = await submit(sim, "ben", form, "Cleo")
    assert "**=Dov\\*** is called **Cleo \\(2\\)** now." in said
    more = answer(await sim.click("ben", sim.table(), "sheetmore"))
    form = await sim.choose("ben", more, "sheetrename", ["3"])
    assert "**Cleo \\(2\\)** is called **Eve** now." in await submit(sim, "ben", form, "Eve")
    more = answer(await sim.click("ben", sim.table(), "sheetmore"))
    form = await sim.click("ben", more, "sheetguest")
    assert "On the sheet now: **EVE \\(2\\)**." in await submit(sim, "ben", form, "EVE")


async def test_guests_without_a_place_are_named_and_the_others_seated(sim: Sim) -> None:
    await sim.slash("ada", "sheet")
    form = await sim.click("ada", sim.table(), "sheetguest")
    said = await submit(sim, "ada", form, "Bo, Cy; Di\nEd, Flo, Gus, Hal;Ida,Joe, Kim, Lou")
    assert "no place left for **Kim** and **Lou**: a sheet takes 10 people" in said
    assert "**Di** (guest)" in sim.table().text
    assert "**Joe** (guest)" in sim.table().text
    assert "Kim" not in sim.table().text
    assert "With more than 6 people, shuffle two decks together." in sim.table().text
    again = "ada", sim.table(), form.modal["custom_id"], ("Kim",)
    assert "This score sheet is full: it takes 10 people." in (await sim.send(again, forms=True))[0]


async def test_one_private_message_of_a_sheet_stays(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    assert "No hand is complete yet" in await told(sim, "ben", scores_of(sim))
    await enter(sim, "ada", "", "10", "45", "60")
    for verb in ("sheetmore", "sheetcorrect", "sheetscores", "sheetmore"):
        await sim.click("ben", sim.table(), verb)
        if verb == "sheetscores":
            (table,) = sim.newest("ben").alts
            assert "ada: 0 points" in table
    private = [each for each in sim.screen("ben") if each.private]
    assert [each.id for each in private if each.controls] == [sim.newest("ben").id]


def scores_of(sim: Sim) -> str:
    game = sim.table().controls["sheethand"].custom_id.split(":")[1]
    return f"p10:{game}:1:sheetscores"


async def test_a_correction_is_told_in_public_until_the_next_hand_is_over(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    await enter(sim, "ada", "", "10", "45", "60")
    menu = answer(await sim.click("ada", sim.table(), "sheetcorrect"))
    form = await sim.choose("ada", menu, "sheetchoose", ["0.1"])
    await submit(sim, "ada", form, "20", "1")
    for told_in_public in (True, True, False):
        assert ("ada changed ben's hand 1" in sim.table().text) is told_in_public
        await enter(sim, "ada", "", "10", "45", "60")
    assert (
        "ada changed ben's hand 1"
        in answer(await sim.click("ben", sim.table(), "sheetcorrect")).text
    )


async def test_no_name_of_a_person_who_was_deleted_stays_on_a_running_sheet(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    await sim.people["ben"].slash(sim.channel, "privacy delete")
    await sim.click("ben", sim.newest("ben"), "forgetme")
    assert "**?** · Phase 1" in sim.table().text
    assert "ben" not in sim.table().text
    await sim.people["ada"].slash(sim.channel, "privacy delete")
    await sim.click("ada", sim.newest("ada"), "forgetme")
    assert not sim.public(), "no member is left"


async def test_no_stopped_sheet_goes_on_beside_three_open_ones(sim: Sim) -> None:
    await open_sheet(sim, begun=True)
    await enter(sim, "ada", "", "10", "45", "60")
    stopped = sim.table()
    await sim.click("ada", stopped, "sheetclose")
    for _ in range(storage.MOST_OPEN):
        await sim.env.advance_time(POST_PAUSE)
        await sim.slash("ada", "sheet", edition="classic")
    assert "three open score sheets" in await told_of(sim, "ada", stopped, "sheetgoon")
    assert "**ada** is ahead" in stopped.text


async def told_of(sim: Sim, name: str, shown: Shown, verb: str) -> str:
    (said,) = await sim.send((name, shown, shown.controls[verb].custom_id, ()))
    return said


async def test_the_message_whose_first_answer_was_lost_is_used(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = install(monkeypatch)
    faults.add(("POST", "/webhooks/*"), refused(500, 0), done=True)
    await sim.slash("ada", "sheet")
    await sim.click("ben", sim.table(), "sheetjoin")
    assert "**ada** → **ben**" in sim.table().text
    assert (await stored(sim, sim.table())).message_id == sim.table().id


async def test_made_up_choices_change_nothing(sim: Sim, caplog: pytest.LogCaptureFixture) -> None:
    await sim.slash("ada", "sheet")
    before = await stored(sim, sim.table())
    seats = sim.table().menu("sheetseats").custom_id
    game = seats.split(":")[1]
    made_up = [
        *((seats, (value,)) for value in ("out.", "out.9", "sideways.0", "leave.0", "back.0", "x")),
        *(
            (f"p10:{game}:0:{verb}", ())
            for verb in ("sheethand", "sheetresult:99", "sheetenter:0:0")
        ),
        (f"p10:{game}:0:sheetchange:0:00:000000000000:xx", ()),
        *(
            (f"p10:{game}:0:sheetanyway:0:{end}", ())
            for end in ("0:000000:x", "9:000000:x", "0:0:z")
        ),
        (f"p10:{game}:0:sheetchoose", ("0.",)),
    ]
    for custom_id, values in made_up:
        assert await told(sim, "ada", custom_id, *values), custom_id
    for end in ("0:000000:x", "5:000000:x", "5:000000:z", "05:000000000000:xx", "0:00000:b"):
        form = "ada", sim.table(), f"p10:{game}:0:sheetenter:0:{end}", ("4o5", "")
        assert await sim.send(form, forms=True) != [""], end
    after = await stored(sim, sim.table())
    assert (after.players, after.results) == (before.players, before.results)
    assert not [each for each in caplog.records if each.exc_info]


async def test_sheets_whose_messages_were_deleted_are_posted_again(sim: Sim) -> None:
    for _ in range(storage.MOST_OPEN):
        await sim.slash("ada", "sheet", edition="classic")
        await sim.env.advance_time(POST_PAUSE)
    for each in sim.public():
        sim.env.backend.delete_message(sim.channel.id, each.id)
    first = await sim.slash("ben", "sheet")
    assert "enough open score sheets" in answer(first).text
    one = sim.table()
    await sim.env.advance_time(POST_PAUSE)
    await sim.slash("ben", "sheet")
    assert one.controls["sheetjoin"].custom_id != sim.table().controls["sheetjoin"].custom_id
    await sim.click("ada", sim.table(), "sheetclose")
    await sim.click("ada", sim.newest("ada"), "sheetclosenow")
    assert [each.id for each in sim.public()] == [one.id]
    await sim.env.advance_time(POST_PAUSE)
    await sim.slash("ben", "sheet")
    assert "At the table so far: **ben**." in sim.table().text


async def test_a_new_sheet_follows_one_that_was_thrown_away_but_not_again_and_again(
    sim: Sim,
) -> None:
    for edition in ("classic", "masters"):
        await sim.slash("ada", "sheet", edition=edition)
        await sim.click("ada", sim.table(), "sheetclose")
        await sim.click("ada", sim.newest("ada"), "sheetclosenow")
        assert sim.public() == []
    assert "half a minute" in answer(await sim.slash("ada", "sheet")).text
    await sim.env.advance_time(POST_PAUSE)
    await sim.slash("ada", "sheet")
    assert "At the table so far: **ada**." in sim.table().text


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
    drawn = sim.table().text
    await sim.click("ada", sim.table(), "sheetsurprise", "Draw again")
    await sim.click("ada", sim.table(), "sheetsurprise", "Phases as before")
    assert "Phases: all ten" in sim.table().text
    assert "Phases: all ten" not in drawn
    await sim.click("ada", sim.table(), "sheetstart")
    await sim.slash("ben", "sheet")
    assert "**ada**, its host, can stop it" in sim.newest("ben").text
    (again,) = sim.public()
    # As for a form that was opened from the message before.
    faults.add(HAND, refused(404, 10008))
    form = await sim.click("ada", sim.table(), "sheetresult")
    await submit(sim, "ada", form, "")
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
    # Where players choose their phase, it is a form for each.
    for name, choice, text in (("ada", "2", ""), ("Cleo", "0", "W")):
        form = await away.click("ada", sheet, "sheethand")
        assert form.modal["title"] == f"Hand 1 · {name}"
        assert "Which phase was laid?" in str(form.modal)
        await away.people["ada"].submit_modal(form, {"choice": choice, "text": text})
        if name == "Cleo":
            assert "at least 9 cards and 50 points" in away.newest("ada").text
            await away.click("ada", away.newest("ada"), "sheetanyway")
    assert "Hand 2 · Cleo deals" in sheet.text
    form = await away.click("ada", sheet, "sheethand")
    assert "2. a run of 4" not in str(form.modal), "it was laid in the first hand"
    menu = answer(await away.click("ada", sheet, "sheetcorrect"))
    await sim.env.advance_time(16 * 60)
    form = await away.choose("ada", menu, "sheetchoose", ["0.0"])
    await away.people["ada"].submit_modal(form, {"choice": "1", "text": ""})
    assert "after the next tap on one of its buttons" in away.newest("ada").text
    assert "ada changed" not in sheet.text
    await away.click("ada", sheet, "sheetclose")
    assert "ada changed" in sheet.text
    assert "**ada** is ahead after 1 hand" in sheet.text
    assert "1\\. ada: 1 phase, 0 points" in sheet.text
    paths = [each.path for each in sim.env.http_requests[asked:]]
    assert not [path for path in paths if path.startswith("/channels")]
