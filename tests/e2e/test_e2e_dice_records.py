"""Finished games of dice through the whole bot: history, steps, record, figures, leaderboard."""

from __future__ import annotations

import json
from random import Random

from dice_kit import steps
from driving import Sim, answer
from remembering import ask, play
from stored import AT

from bot.dice.editions import DICE as RULES
from bot.dice.engine import new_game
from bot.game_types import DICE, recorded_game_type
from bot.seating import Change, Level, LiveGame, Occupant, Table
from bot.storage import games, results


async def play_dice(sim: Sim, *names: str) -> str:
    """Store a whole game between people, which nobody sees; its id."""
    start = new_game("dice1", RULES, names, bytes(range(32)))
    *_, (_, _, last) = moves = list(steps(start, Random(1)))
    occupants = tuple(Occupant(each, sim.people[each].id, Level.NORMAL) for each in names)
    host, channel = sim.people[names[0]].id, sim.channel.id + 1
    table = Table("dice1", sim.guild.id, channel, host, occupants, None, "en", 1.0, 1.0)
    store = sim.bot.services.store
    await store.write(games.begin, Change(LiveGame(table, start), ()))
    events = [event for _, _, step in moves for event in step.events]
    await store.write(
        results.commit, Change(LiveGame(table, last.state), events), start.version, AT
    )
    await store.write(games.drop_pending_end, "dice1")
    return "dice1"


async def test_a_finished_game_is_watched_turn_by_turn_and_its_record_verified(sim: Sim) -> None:
    game_id = await play_dice(sim, "ada", "ben")
    shown = await ask(sim, "eve", "phase10 history")
    assert "· Dice**" in shown.text
    await sim.choose("eve", shown, "pastchoice", [game_id])
    assert set(shown.controls) == {"replay", "record", "history"}
    assert "rounds" in shown.text
    assert shown.alts[0].startswith("Place 1: ")
    sent = answer(await sim.click("eve", shown, "record"))
    (data,) = sim.files(sent)
    assert sent.raw.attachments[0]["filename"] == "phase10-dice-dice1.jsonl"
    lines = data.decode().splitlines()
    assert recorded_game_type(lines) is DICE
    assert next(DICE.records.verify(lines)).finished
    await sim.click("eve", shown, "replay")
    assert "Round 1 of " in shown.text
    assert "rolled highest and begins" in shown.text
    await sim.click("eve", shown, "replay", "⏩")
    assert "Round 2 of " in shown.text
    assert "phase" in shown.alts[0]


async def test_figures_and_leaderboards_are_of_one_game_at_a_time(sim: Sim) -> None:
    await play_dice(sim, "ada", "ben")
    only_dice = await ask(sim, "eve", "stats", member=sim.people["ada"])
    assert "Dice stats in this server" in only_dice.alts[0]
    assert "statsof" not in only_dice.controls
    await play(sim, "ada", "ben")
    shown = await ask(sim, "eve", "stats", member=sim.people["ada"])
    assert "· Stats in this server" in shown.alts[0]
    await sim.click("eve", shown, "statsof")
    assert "Dice stats in this server" in shown.alts[0]
    await sim.click("eve", shown, "statsshow")
    assert "Dice stats in this server" in sim.public()[-1].alts[0]
    board = await ask(sim, "eve", "leaderboard", by="phases", edition="dice")
    assert "All time · Dice" in board.text
    assert "ada" in board.alts[0]
    await sim.choose("eve", board, "boardedition", ["all"])
    assert "All card games" in board.text


async def test_who_is_forgotten_in_the_middle_of_a_turn_is_replaced(sim: Sim) -> None:
    await sim.slash("ada", "play", edition="dice")
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    name = sim.to_move()
    await sim.click(name, sim.table(), "roll")
    exported = await ask(sim, name, "privacy export")
    (running,) = json.loads(sim.files(exported)[0])["running_games"]
    assert (running["edition"], running["name"]) == ("dice", name)
    asked = await ask(sim, name, "privacy delete")
    await sim.click(name, asked, "forgetme")
    assert "Done" in asked.text
    assert name not in sim.table().text
    assert name not in {seat.name for seat in sim.manager.view(None).seats}
    assert sim.manager.running
