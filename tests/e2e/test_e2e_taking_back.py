"""Taking a turn back: two people in a channel, and somebody alone."""

from __future__ import annotations

from driving import Sim, answer, other_than

from bot.cards.record import RECORDS
from bot.storage.games import running_record
from cogs.live.notifications import PAUSE

ALLOWED = "Your own turn can be taken back until the next player acts"
TOLD = "took the turn back"


async def started(sim: Sim, *, allowed: bool = True) -> None:
    """A game of ada and ben, in which the host has chosen whether turns are taken back."""
    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    if allowed:
        shown = answer(await sim.click("ada", sim.table(), "options"))
        await sim.click("ada", shown, "houserules")
        assert "No turn can be taken back" in shown.text
        await sim.choose("ada", shown, "rule", ["take_back=yes"])
        assert ALLOWED in shown.text
        assert ALLOWED in sim.table().text
        assert ALLOWED in answer(await sim.click("ben", sim.table(), "options")).text
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")


async def test_a_discard_is_taken_back_before_the_other_acts(sim: Sim) -> None:
    await started(sim)
    mine = sim.to_move()
    other = "ada" if mine == "ben" else "ben"
    await sim.click(mine, sim.hand(mine), "draw")
    assert "takeback" not in sim.hand(mine).controls
    drawn, shown = sim.manager.game.state, sim.hand(mine)
    discarded, tap = shown.cards[0]
    await sim.tap(mine, shown, tap)
    if sim.manager.game.state == drawn:
        # The card fits, so that this was asked about.
        await sim.click(mine, sim.hand(mine), "discardnow")
    assert sim.to_move() == other
    assert "discarded" in sim.table().text
    assert "takeback" not in sim.hand(other).controls
    button = sim.hand(mine).controls["takeback"]
    assert (button.label, button.blue) == ("Take back", False)
    before = sim.hand(mine)
    assert set(before.controls) == {"sort", "takeback"}
    await sim.click(mine, before, "takeback")
    assert sim.to_move() == mine
    hand = sim.hand(mine)
    assert hand.id == before.id
    assert hand.cards[0][0] == discarded
    assert "takeback" not in hand.controls
    assert f"{mine} {TOLD}" in sim.table().text.replace("*", "")
    for each in (sim.table(), sim.hand(other)):
        assert "discarded" not in each.words
    assert sim.pings() == [], "nobody is called who has just clicked"
    # Taps on what is gone are answered kindly.
    for name, id_ in ((mine, button.custom_id), (other, button.custom_id)):
        await sim.send((name, hand, id_, ()))
        assert sim.to_move() == mine
    assert "nothing to take back any more" in sim.hand(mine).text
    await sim.restart()
    assert f"{mine} {TOLD}" in sim.table().text.replace("*", "")
    await sim.click(mine, sim.table(), "hand")
    await sim.turn()
    assert sim.to_move() == other
    await sim.click(mine, sim.hand(mine), "takeback")
    await sim.turn()
    assert sim.pings() == [], "the other player was called before"
    await sim.click(other, sim.table(), "hand")
    await sim.click(other, sim.hand(other), "draw")
    assert "takeback" not in sim.hand(mine).controls
    game = sim.manager.game
    lines = await sim.bot._store.read(running_record, game.table.game_id, sim.manager.version)
    (verdict,) = RECORDS.verify(lines)
    assert verdict.state.seats == game.state.seats
    assert [line for line in lines if "take_back" in line] == [
        f'{{"type":"take_back","seat":{game.table.find_seat(sim.people[mine].id)}}}'
    ] * 2


async def test_the_host_reads_that_taking_back_ends_when_a_second_person_joins(sim: Sim) -> None:
    await sim.slash("ada", "play")
    shown = answer(await sim.click("ada", sim.table(), "options"))
    await sim.click("ada", shown, "houserules")
    assert ALLOWED in shown.text
    await sim.click("ben", sim.table(), "join")
    assert "**ben** has joined, so no turn can be taken back" in sim.newest("ada").text
    told = len(sim.screen("ada"))
    await sim.click("cyd", sim.table(), "join")
    assert len(sim.screen("ada")) == told


async def test_taking_back_in_a_circle_calls_the_next_player_once(sim: Sim) -> None:
    await started(sim)
    mine, other = sim.to_move(), other_than(sim.to_move())
    call = f"<@{sim.people[other].id}> your turn"
    for _ in range(3):
        await sim.turn()
        assert sim.to_move() == other
        await sim.click(mine, sim.hand(mine), "takeback")
    await sim.turn()
    bodies = [each.json for each in sim.env.http_requests if each.method == "POST"]
    assert sum(call in str(body) for body in bodies) == 1
    assert sim.pings() == []
    await sim.env.advance_time(PAUSE + 1)
    assert sim.pings() == [call], "now it lasts"


async def test_where_ratings_count_the_button_is_not_there(sim: Sim) -> None:
    await started(sim, allowed=False)
    assert ALLOWED not in sim.table().text
    mine = sim.to_move()
    await sim.turn()
    shown = sim.hand(mine)
    assert "takeback" not in shown.controls
    version, game_id = sim.manager.version, sim.manager.game.table.game_id
    await sim.send((mine, shown, f"p10:{game_id}:{version}:takeback:number", ()))
    assert "nothing to take back any more" in sim.hand(mine).text
    assert sim.manager.version == version


async def test_a_lay_is_taken_back_alone(sim: Sim) -> None:
    await sim.slash("ada", "solo", opponents=1, length="quick")
    manager = sim.private("ada")
    while "lay" not in (shown := sim.hand("ada")).controls:
        found = [each for each in ("handready", "draw") if each in shown.controls]
        if found:
            await sim.click("ada", shown, found[0])
        else:
            await sim.discard("ada", shown, shown.controls["discard"].values[-1])
    drawn = manager.game.state
    await sim.click("ada", sim.hand("ada"), "lay")
    assert "lay" not in sim.hand("ada").controls
    await sim.click("ada", sim.hand("ada"), "takeback")
    assert manager.game.state.seats == drawn.seats
    assert {"lay", "hint"} <= set(sim.hand("ada").controls)
    assert "takeback" not in sim.hand("ada").controls
