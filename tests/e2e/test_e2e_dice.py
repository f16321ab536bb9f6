"""The dice game through the whole bot: at the table, alone, in words, across restarts."""

from __future__ import annotations

from dataclasses import replace

from driving import Shown, Sim, answer, other_than

from bot.dice.dice import DICE_COUNT
from bot.dice.state import DiceSeat, DiceStage, DiceState
from bot.dice.views import DiceView

MOST_CLICKS = 60
LAST_PHASE = 9  # phases completed before the one that hardly ever falls at once


def labels_of_dice(shown: Shown) -> list[str]:
    return [each.label for each in shown.buttons if each.verb == "keep"]


def view_of(sim: Sim) -> DiceView:
    view = sim.manager.view(None)
    assert isinstance(view, DiceView)
    return view


async def keep(sim: Sim, name: str, shown: Shown, *dice: int) -> None:
    """Tap dice, each on the message as it was."""
    for die in dice:
        await sim.tap(name, shown, shown.ids("keep")[die])


async def skip_to(sim: Sim, completed: int) -> None:
    live = sim.manager._kept.game
    assert isinstance(live.state, DiceState)
    done = DiceSeat(points=(40,) * completed, total=40 * completed)
    state = replace(live.state, seats=(done,) * len(live.state.seats))
    sim.manager._kept.game = replace(live, state=state)


async def one_roll(sim: Sim, name: str) -> None:
    if view_of(sim).best is not None:
        await sim.click(name, sim.table(), "stop")
        return
    if "keepall" in sim.table().controls:
        await sim.click(name, sim.table(), "keepall")
    await sim.click(name, sim.table(), "roll")


async def test_one_plays_alone_to_the_end_by_taps_at_the_table(sim: Sim, newcomers: None) -> None:
    await sim.slash("ada", "play", edition="dice")
    assert "first game?" not in sim.newest("ada").text, "the guided hand teaches cards"
    begun = answer(await sim.click("ada", sim.table(), "start"))
    table = sim.table().id
    assert begun.text.strip() == "The game has begun: the dice are rolled at the table."
    assert "**ada**'s turn: roll all ten dice" in sim.table().text
    commitment = view_of(sim).commitment
    assert commitment[:8] not in sim.table().text
    rules = answer(await sim.click("ada", sim.table(), "rules"))
    await sim.choose("ada", rules, "topic", ["fair_shuffles"])
    assert commitment in rules.text
    await sim.click("ada", sim.table(), "roll")
    await skip_to(sim, 8)
    for _ in range(MOST_CLICKS):
        if sim.manager.running:
            await one_roll(sim, "ada")
    assert view_of(sim).stage is DiceStage.OVER
    assert sim.table().id == table
    assert f"has finished with {view_of(sim).seats[0].total} points!" in sim.table().text
    assert {"rematch", "scores", "record"} <= set(sim.table().controls)
    scores = answer(await sim.click("ada", sim.table(), "scores"))
    assert str(view_of(sim).seats[0].total) in scores.words


async def test_only_the_person_to_act_presses_and_gets_a_hint(sim: Sim) -> None:
    await sim.seat("ada", "ben", edition="dice")
    first = sim.to_move()
    other = other_than(first)
    await sim.click(first, sim.table(), "roll")
    rolled, version = sim.table(), sim.manager.version
    assert len(rolled.ids("keep")) == DICE_COUNT
    for name, said in ((other, "It is not your turn."), ("eve", "You have no seat at this table.")):
        for verb in ("keep", "roll", "dicehint"):
            assert said in sim.told(await sim.tap(name, rolled, rolled.ids(verb)[0]))
    assert (sim.manager.version, await sim.manager.marks()) == (version, ())
    await sim.click(other, sim.table(), "hand")
    assert not sim.newest(other).ids("keep")
    assert f"It is **{first}**'s turn." in sim.newest(other).text
    hint = answer(await sim.click(first, sim.table(), "dicehint"))
    assert hint.private
    above, buttons = hint.text.split("Hint: ")
    assert "Phase 1" in above
    assert "**" not in buttons
    assert any(label.endswith("💡") for label in labels_of_dice(hint))
    assert hint.ids("keepall")


async def test_taps_keep_dice_and_only_the_others_are_rolled_also_after_restarts(sim: Sim) -> None:
    await sim.seat("ada", edition="dice")
    await skip_to(sim, LAST_PHASE)
    await sim.click("ada", sim.table(), "hand")
    await sim.click("ada", sim.newest("ada"), "roll")
    before, faces = sim.table(), view_of(sim).faces
    pictures = [file["id"] for file in before.raw.attachments]
    # Taps at the same time add up, and another one takes a mark off; both copies agree.
    await sim.send(*[("ada", before, before.ids("keep")[die], ()) for die in (0, 4, 7)])
    await keep(sim, "ada", before, 4)
    await keep(sim, "ada", sim.newest("ada"), 9)
    for after in (sim.table(), sim.newest("ada")):
        kept = [label.endswith("🔒") for label in labels_of_dice(after)]
        assert kept == [die in (0, 7, 9) for die in range(DICE_COUNT)]
        assert after.controls["roll"].label == "Roll 7 dice · 2/3"
    assert [file["id"] for file in sim.table().raw.attachments] != pictures, "they are shown, too"
    await sim.restart()
    # One that comes with the roll counts for it.
    tap, roll = before.ids("keep")[7], before.ids("roll")[0]
    await sim.send(("ada", before, tap, ()), ("ada", before, roll, ()))
    assert view_of(sim).kept == (0, 9)
    assert (view_of(sim).faces[0], view_of(sim).faces[9]) == (faces[0], faces[9])
    # What was kept stays kept until it is tapped.
    assert sim.table().controls["roll"].label == "Roll 8 dice · 3/3"
    view = view_of(sim)
    await sim.restart()
    assert view_of(sim) == view
    await sim.click("ada", sim.table(), "stop")
    assert view_of(sim).last_turn is not None


async def test_rolling_on_with_a_complete_phase_asks_once(sim: Sim) -> None:
    await sim.seat("ada", edition="dice")
    await sim.click("ada", sim.table(), "hand")
    await sim.click("ada", sim.newest("ada"), "roll")
    best, version = view_of(sim).best, sim.manager.version
    assert best is not None, "with these secrets phase 1 falls at once"
    await keep(sim, "ada", sim.newest("ada"), best.dice[0])
    assert sim.newest("ada").controls["roll"].label == "Risk it: roll 9 dice"
    await sim.click("ada", sim.newest("ada"), "roll")
    assert "Really roll 9 dice?" in sim.newest("ada").text
    assert not sim.newest("ada").ids("roll")
    assert sim.manager.version == version
    await sim.click("ada", sim.newest("ada"), "keepall")
    assert await sim.manager.marks() == best.dice
    assert sim.newest("ada").controls["stop"].label == f"Score {best.points}"
    assert sim.newest("ada").controls["roll"].label == "Roll 4 dice · 2/3"
    await keep(sim, "ada", sim.newest("ada"), best.dice[-1])
    await sim.click("ada", sim.newest("ada"), "roll")
    await sim.click("ada", sim.newest("ada"), "rollnow")
    assert (view_of(sim).roll, view_of(sim).kept) == (2, best.dice[:-1])
