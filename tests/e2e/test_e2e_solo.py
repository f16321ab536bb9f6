"""A game alone: all of it is in its owner's private messages, wherever they are."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from driving import ROW, Shown, Sim, answer
from remembering import ask

from bot.cards.state import Stage
from bot.cards.variations import Length, game_length
from bot.seating import Level
from bot.storage import stats
from cogs.base.custom_ids import NO_GAME, Verb

UNPLAYED = "Ended before anybody finished a turn of their own. Nothing is counted."
QUICK = {"length": "quick", "opponents": 1}
FIRST = ("handready", "lay", "hitall", "draw", "drawnothing")
ARGUMENTS = ("", ":0:R1:number", ":all:0:0")

OF_GAME = ("record", "review", "reviewchoice", "pastgame", "replay")
AT_ONCE = 40  # how many clicks are sent before their answers are waited for


async def play(sim: Sim, name: str, until: Stage) -> None:
    """Click through a private game of cards to a stage: lay and hit what fits, else draw."""
    manager, rng = sim.private(name), Random(1)
    while manager.view(None).stage is not until:
        shown = sim.hand(name)
        found = [each for each in FIRST if each in shown.controls]
        if found:
            await sim.click(name, shown, found[0])
        else:
            await sim.discard(name, shown, rng.choice(shown.controls["discard"].values))


async def test_all_of_a_game_is_in_its_owners_message(sim: Sim) -> None:
    begun = answer(await sim.slash("ada", "solo", **QUICK))
    assert begun.private
    # All of it is in one row above the cards.
    first = next(each for each in begun.components if each["type"] == ROW)
    verbs = [each["custom_id"].split(":")[3] for each in first["components"]]
    assert verbs == [*(v for v in ("draw", "take") if v in verbs), "sort", "hint", "solomore"]
    more = answer(await sim.click("ada", begun, "solomore"))
    assert list(more.controls) == ["rules", "solopace", "stay", "soloend"]
    await play(sim, "ada", Stage.DEAL)
    shown = sim.hand("ada")
    assert "Hand 1 is over." in shown.text
    assert " went out." in shown.text
    assert "ada" not in shown.text
    assert "Hand 1 is over." in shown.alts[0]
    assert set(shown.controls) == {"handready", "solomore"}
    more = answer(await sim.click("ada", shown, "solomore"))
    assert list(more.controls) == ["scores", "rules", "solopace", "stay", "soloend"]
    await play(sim, "ada", Stage.OVER)
    shown = sim.hand("ada")
    assert re.search(r"You win|wins the game!", shown.text)
    assert "ada" not in shown.text
    assert "\\. You: " in shown.text
    assert "rating with computer players" in shown.text
    assert shown.text.count("(bronze)") == 2
    assert shown.alts[0].startswith("Place 1: ")
    assert set(shown.controls) == {"again", "scores", "review"}
    back = answer(await sim.click("ada", shown, "review"))
    assert "**Your choices**" in back.text
    assert set(shown.controls) == {"again", "scores", "review"}, "the podium stays"
    record = await sim.click("ada", back, "record")
    assert "The record of this game" in sim.told(record)
    assert sim.public() == []
    game_id = sim.private("ada").game.table.game_id
    for name in ("ben", "ada"):
        listed = await ask(sim, name, "phase10 history", member=sim.people["ada"])
        figures = await ask(sim, name, "stats", member=sim.people["ada"])
        assert ("pastchoice" in listed.controls) is (name == "ada")
        assert ("1 finished game" in figures.words) is (name == "ada")
        assert "Nobody is here yet." in (await ask(sim, name, "leaderboard")).text
    own = await ask(sim, "ada", "stats")
    assert ("Solo games count here" in own.text) is ("statsshow" not in own.controls)
    await sim.send(("ada", own, f"p10:-:0:statsshow:{sim.people['ada'].id}", ()))
    assert "You have not finished a game against others here yet." in own.text
    assert sim.public() == []
    page = await ask(sim, "ben", "leaderboard")
    forged = [f"p10:{game_id}:0:{verb}{more}" for verb in OF_GAME for more in ARGUMENTS]
    for again in (False, True):
        # Another game takes its place in memory.
        if again:
            await sim.slash("ada", "solo", **QUICK)
        told = await sim.send(*(("ben", page, each, ()) for each in forged))
        told += await sim.send(("ben", page, f"p10:{NO_GAME}:0:pastchoice:all:0", [game_id]))
        assert not any("Pip" in each or "record of this game" in each for each in told)
        assert all(not each.raw.attachments for each in sim.screen("ben"))


async def asked_to_end(sim: Sim) -> Shown:
    """Ada wants to end her solo game; the question."""
    hand = next(each for each in reversed(sim.screen("ada")) if "solomore" in each.controls)
    asked = answer(await sim.click("ada", hand, "solomore"))
    await sim.click("ada", asked, "soloend")
    return asked


async def test_it_is_played_again_at_once_and_ended_after_a_question(sim: Sim) -> None:
    await sim.slash("ada", "solo", **QUICK)
    first = sim.private("ada").game.table.game_id
    asked = answer(await sim.click("ada", sim.hand("ada"), "solomore"))
    rules = answer(await sim.click("ada", asked, "rules"))
    await sim.click("ada", rules, "stay")
    assert "draw" in rules.controls
    await sim.click("ada", asked, "soloend")
    assert set(asked.controls) == {"soloendnow", "stay"}
    await sim.click("ada", asked, "stay")
    # The question has become the hand.
    assert [each.id for each in sim.screen("ada")] == [asked.id]
    assert "draw" in asked.controls
    assert sim.private("ada").running
    await sim.click("ada", await asked_to_end(sim), "soloendnow")
    shown = sim.newest("ada")
    assert shown.text.strip() == UNPLAYED
    assert set(shown.controls) == {"again", "rules"}
    assert "No game was finished here yet" in (await ask(sim, "ada", "phase10 history")).text
    await sim.click("ada", shown, "again")
    again = sim.private("ada").game.table
    assert again.game_id != first
    assert [each.level for each in again.occupants[1:]] == [Level.NORMAL]
    assert "draw" in shown.controls
    assert sim.public() == []


async def test_the_pace_is_changed_from_a_running_game(sim: Sim) -> None:
    await sim.slash("ada", "solo", opponents=1)
    preferences = sim.bot.services.preferences
    for quick in (True, False):
        more = answer(await sim.click("ada", sim.hand("ada"), "solomore"))
        await sim.click("ada", more, "solopace")
        assert (await preferences.person(sim.people["ada"].id)).quick is quick
        assert sim.hand("ada").id == more.id, "the hand is back in its place"


async def test_after_dice_a_game_is_as_long_as_the_last_one_of_cards(sim: Sim) -> None:
    solo = sim.private("ada")
    await sim.slash("ada", "solo", length="ten_hands", opponents=1)
    while solo.view(sim.people["ada"].id).turn != 0:
        await sim.env.advance_time(5)
    await sim.click("ada", sim.hand("ada"), "draw")
    shown = sim.hand("ada")
    await sim.discard("ada", shown, shown.cards[0][0])
    await solo.end_game(sim.people["ada"].id)
    await sim.slash("ada", "solo", edition="dice", opponents=0)
    await solo.end_game(sim.people["ada"].id)
    await sim.restart()
    labels = [each.label for each in answer(await sim.slash("ada", "help")).buttons]
    assert any(each.startswith("Play now · Ten hands · ") for each in labels)
    await sim.slash("ada", "solo", opponents=1)
    assert game_length(sim.private("ada").game.state.game.rules) is Length.TEN_HANDS


async def test_a_game_of_no_chosen_length_is_as_long_as_the_last(sim: Sim) -> None:
    await sim.slash("ada", "solo", length="ten_hands", opponents=1)
    await sim.click("ada", await asked_to_end(sim), "soloendnow")
    await sim.slash("ada", "solo", opponents=1)
    assert game_length(sim.private("ada").game.state.game.rules) is Length.TEN_HANDS


WISH: dict[str, Any] = {
    "opponents": 3,
    "level": "easy",
    "edition": "masters",
    "length": "ten_hands",
}


def is_wished(sim: Sim) -> bool:
    """Whether the running game has the opponents, level, edition and length of the wish."""
    manager = sim.private("ada")
    levels = [each.level for each in manager.game.table.occupants[1:]]
    rules = manager.game.state.game.rules
    asked = ("masters", Length.TEN_HANDS)
    return levels == [Level.EASY] * 3 and (rules.edition, game_length(rules)) == asked


async def test_one_tap_ends_the_running_game_and_starts_the_one_that_was_asked_for(
    sim: Sim,
) -> None:
    await sim.slash("ada", "solo", **QUICK)
    game = sim.private("ada").game.table.game_id
    goes_on = answer(await sim.slash("ada", "solo", **WISH))
    await sim.click("ada", goes_on, "soloon")
    assert [each.id for each in sim.screen("ada")] == [goes_on.id]
    assert "draw" in sim.newest("ada").controls
    assert sim.private("ada").game.table.game_id == game
    refused = answer(await sim.slash("ada", "solo", **WISH))
    assert "still going" in refused.text
    assert set(refused.controls) == {"soloon", "soloinstead"}
    await sim.click("ada", refused, "soloinstead")
    assert is_wished(sim)
    # The refusal has become the hand, and the hand of the game that was ended is gone.
    assert [each.id for each in sim.screen("ada")] == [refused.id]
    assert "declare" in sim.newest("ada").controls


async def test_an_old_refusal_starts_its_game_but_ends_no_other(sim: Sim) -> None:
    await sim.slash("ada", "solo", **QUICK)
    refused = answer(await sim.slash("ada", "solo", **WISH))
    instead = refused.controls["soloinstead"].custom_id
    await sim.click("ada", await asked_to_end(sim), "soloendnow")
    await sim.restart()
    await sim.send(("ada", refused, instead, ()))
    assert is_wished(sim)
    # A second tap is about a game that is over.
    other = sim.private("ada").game.table.game_id
    await sim.send(("ada", refused, instead, ()))
    assert "declare" in refused.controls
    # Nor does a game that cannot begin end another one.
    alone = sim.told(await sim.slash("ada", "solo", opponents=0))
    (told,) = await sim.send(("ada", refused, instead.replace("3.", "0.", 1), ()))
    for said in (alone, told):
        assert "With cards you need at least one opponent. Alone you can play dice." in said
    assert sim.private("ada").game.table.game_id == other
    assert sim.private("ada").running


async def test_it_goes_on_anywhere_and_counts_for_no_server_if_begun_outside(sim: Sim) -> None:
    ada = sim.people["ada"].user
    begun = answer(await ada.slash("phase10 solo", **QUICK))
    assert "Phase 1" in begun.text
    assert sim.private("ada").guild_id == 0
    await sim.restart()
    # A game in the channel comes first in its channel, and neither hinders the other.
    await sim.seat("ada", "ben")
    assert "ben" in answer(await sim.slash("ada", "hand")).words
    mine = await ask(sim, "ada", "phase10 games")
    assert "Your solo game" in mine.text
    assert len(mine.links) == 1
    helped = answer(await ada.slash("phase10 help"))
    assert "A game waits for you: Your solo game" in helped.text
    sim.channel = sim.guild.create_text_channel("elsewhere")
    hand = answer(await sim.slash("ada", "hand"))
    drawn = answer(await sim.click("ada", hand, "draw"))
    assert "Your new card" in drawn.text
    card = next(each for code, each in drawn.cards if code != "S")
    await sim.tap("ada", drawn, card)
    if "discardnow" in drawn.controls:
        await sim.click("ada", drawn, "discardnow")
    await sim.click("ada", await asked_to_end(sim), "soloendnow")
    game = sim.private("ada").game.table.game_id
    listed = answer(await ada.slash("phase10 history"))
    assert "Your last games" in listed.text
    assert "You: 0 phases, 0 points" in listed.text
    assert "Pip (computer)" in listed.text
    assert (await sim.bot.services.store.read(stats.history, sim.guild.id))[1] == 0
    ben = sim.people["ben"].user
    assert "Pip" not in answer(await ben.slash("phase10 history")).text
    for meaning in ("record", "recap", "pastgame:all:0"):
        (told,) = await sim.send(("ben", drawn, f"p10:{game}:0:{meaning}", ()))
        assert "ada" not in told


async def test_nobody_else_reaches_it(sim: Sim) -> None:
    await sim.seat("cyd", "ben")
    await sim.slash("ada", "solo", **QUICK)
    await sim.click("ada", sim.hand("ada"), "draw")
    manager = sim.private("ada")
    table, version, game = manager.game.table, manager.version, manager.game.table.game_id
    before = len(sim.screen("eve"))
    ids = [f"p10:{game}:{version}:{verb}{more}" for verb in Verb for more in ARGUMENTS]
    told: list[str] = []
    for at in range(0, len(ids), AT_ONCE):
        clicks = (("eve", sim.table(), each, ()) for each in ids[at : at + AT_ONCE])
        told += await sim.send(*clicks)
    told += await sim.send(("eve", sim.table(), f"p10:{NO_GAME}:0:pastchoice:all:0", [game]))
    assert len(told) == len(ids) + 1
    assert not any("Pip" in each for each in told)
    assert (manager.version, manager.game.table) == (version, table)
    assert all(game not in str(each.raw.components) for each in sim.screen("eve")[before:])
