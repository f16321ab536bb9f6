from __future__ import annotations

import pytest
from driving import Shown, Sim, answer
from past_games import past, seat
from remembering import TWO_SHORT, ask, custom_id, next_door, play

from bot.cards.record import RECORDS
from bot.lab.demo import season
from bot.storage import results

STEPS = ("⏮ First", "◀ Back", "Next ▶", "Last ⏭", "⏪ Hand back", "Next hand ⏩")


def lines_of(shown: Shown) -> list[str]:
    return [line for line in shown.text.splitlines() if line.startswith("**")]


async def open_game(sim: Sim, name: str, game_id: str) -> Shown:
    shown = await ask(sim, name, "phase10 history")
    await sim.choose(name, shown, "pastchoice", [game_id])
    return shown


async def test_the_list_has_the_newest_game_first(sim: Sim) -> None:
    ada, ben, cyd = (
        seat(number, name, user_id=sim.people[name].id)
        for name, number in (("ada", 0), ("ben", 1), ("cyd", 1))
    )
    games = [
        past("old", sim.guild.id, seats=(ada, ben), ended_at=1.0, variation="R4"),
        past("off", sim.guild.id, seats=(ada, cyd), ended_at=2.0, abandoned=True),
        past("new", sim.guild.id, seats=(ada, ben), ended_at=3.0, edition="modern"),
    ]
    await sim.bot.services.store.write(results.add_missing, sim.guild.id, games)
    shown = await ask(sim, "eve", "phase10 history")
    newest, broken_off, oldest = lines_of(shown)
    assert "Modern**" in newest
    assert broken_off.endswith("ended early")
    assert "Classic · custom phases" in oldest
    assert "<t:" in newest
    assert shown.alts == []
    assert len(shown.controls["pastchoice"].values) == 3
    of_ben = await ask(sim, "eve", "phase10 history", member=sim.people["ben"])
    assert lines_of(of_ben) == [newest, oldest.replace("#3", "#2")]
    of_eve = await ask(sim, "ada", "phase10 history", member=sim.people["eve"])
    assert "**eve** has not finished a game here yet" in of_eve.text


async def test_pages_work_after_a_restart(sim: Sim) -> None:
    games = season(sim.guild.id, 6, seed=1, now=0.0)
    await sim.bot.services.store.write(results.add_missing, sim.guild.id, [*games])
    shown = await ask(sim, "eve", "phase10 history")
    first = lines_of(shown)
    assert len(first) == 5
    assert "Back" not in str(shown.buttons)
    await sim.restart()
    await sim.click("eve", shown, "history", "More")
    assert len(lines_of(shown)) == 1
    assert lines_of(shown)[0].startswith("**#6 ")
    assert "6–6 of 6" in shown.text
    assert "More" not in str(shown.buttons)
    await sim.click("eve", shown, "history", "Back")
    assert lines_of(shown) == first
    (*_, oldest) = shown.controls["pastchoice"].values
    await sim.choose("eve", shown, "pastchoice", [oldest])
    assert set(shown.controls) == {"history"}
    assert "no record" in shown.text


@pytest.mark.usefixtures("short_games_count")
async def test_the_record_can_be_had_and_verified(sim: Sim) -> None:
    game_id = await play(sim, "ada", "ben")
    result = sim.manager.view(None).result
    first = ("ada", "ben")[result.winners[0]]
    shown = await open_game(sim, "eve", game_id)
    assert f"1\\. **{first}**" in shown.text
    assert "first rating against people: " in shown.text
    assert shown.alts[0].startswith(f"Place 1: {first}")
    assert set(shown.controls) == {"replay", "review", "record", "history"}
    await sim.restart()
    sent = answer(await sim.click("eve", shown, "record"))
    assert sent.private
    (record,) = sim.files(sent)
    (verdict,) = RECORDS.verify(record.splitlines())
    assert verdict.finished
    assert verdict.game_id == game_id
    assert sent.raw.attachments[0]["filename"] == f"phase10-{game_id}.jsonl"


async def test_stepping_through_a_game_from_first_to_last(sim: Sim) -> None:
    game_id = await play(sim, "ada", "ben", variation=TWO_SHORT)
    hands = sim.manager.view(None).hand_number
    shown = await open_game(sim, "eve", game_id)
    await sim.click("eve", shown, "replay")
    assert "step 1 of" in shown.text
    assert "dealt hand 1" in shown.text
    assert [one.label for one in shown.buttons if one.verb == "replay"] == [*STEPS]
    steps = int(shown.text.split("step 1 of ")[1].split()[0])
    await sim.restart()
    first, _ = shown.alts, await sim.click("eve", shown, "replay", "Next ▶")
    assert f"step 2 of {steps}" in shown.text
    assert len(shown.alts) == len(sim.files(shown)) == 1
    assert shown.alts != first
    await sim.click("eve", shown, "replay", "◀")
    assert f"step 1 of {steps}" in shown.text
    for hand in range(2, hands + 1):
        await sim.click("eve", shown, "replay", "Next hand")
        assert f"Hand {hand} of {hands}" in shown.text
        assert f"dealt hand {hand}" in shown.text
    await sim.click("eve", shown, "replay", "Hand back")
    assert f"dealt hand {hands - 1}" in shown.text
    await sim.click("eve", shown, "replay", "Last")
    assert "won the game" in shown.text
    assert shown.alts[0].startswith("Place 1:")
    await sim.click("eve", shown, "replay", "First")
    assert "step 1 of" in shown.text
    await sim.click("eve", shown, "pastgame")
    assert "replay" in shown.controls
    await sim.click("eve", shown, "history")
    assert "pastchoice" in shown.controls


async def test_nothing_of_another_server_is_seen_but_by_who_played_there(sim: Sim) -> None:
    game_id = await play(sim, "ada", "ben")
    here = await open_game(sim, "ada", game_id)
    record, replay = custom_id(here, "record"), custom_id(here, "replay")
    other = next_door(sim, "ada", "eve")
    # The next game takes its place in memory.
    await sim.seat("ada", "ben")
    there = await ask(other, "eve", "phase10 history")
    assert "No game was finished here" in there.text
    of_ben = f"p10:-:0:history:{sim.people['ben'].id}:0"
    for meaning in (record, replay, f"p10:{game_id}:0:pastgame:all:0"):
        (told,) = await other.send(("eve", there, meaning, ()))
        assert "cannot find a finished game like that" in told
    (told,) = await other.send(("eve", there, "p10:-:0:pastchoice:all:0", (game_id,)))
    assert "cannot find a finished game like that" in told
    await other.send(("eve", there, of_ben, ()))
    assert "ben" not in there.words
    assert all(not each.raw.attachments for each in other.screen("eve"))
    (told,) = await other.send(("ada", await ask(other, "ada", "phase10 history"), record, ()))
    assert "The record of this game" in told
    # A game that goes on is no finished one.
    running = sim.manager.view(None).game_id
    for meaning in ("replay:all:0:0", "pastgame:all:0"):
        (told,) = await sim.send(("eve", here, f"p10:{running}:0:{meaning}", ()))
        assert "cannot find a finished game like that" in told
    (told,) = await sim.send(("eve", here, f"p10:{running}:0:record", ()))
    assert "when the game is over" in told
