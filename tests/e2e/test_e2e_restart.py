from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest
from driving import MENUS, Sim
from remembering import TWO_SHORT

from bot.table.keeper import TableKeeper

pytestmark = pytest.mark.database


@pytest.mark.parametrize("seated", [False, True])
async def test_messages_whose_ids_were_lost_with_a_killed_process_are_there_once(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, seated: bool
) -> None:
    async def lost(_keeper: TableKeeper, write: Coroutine[Any, Any, None]) -> None:
        write.close()

    with monkeypatch.context() as patch:
        # The ids of messages are stored by this, what happens in a game is not.
        patch.setattr(TableKeeper, "try_to_write", lost)
        await sim.slash("ada", "play")
        if seated:
            await sim.click("ben", sim.table(), "join")
            await sim.click("ada", sim.table(), "start")
            await sim.click("ada", sim.table(), "hand")
            await sim.turn()
    messages = [each.id for each in sim.public()]
    assert len(messages) == 1 + seated
    await sim.restart(killed=True)
    await sim.env.advance_time(1)
    assert [each.id for each in sim.public()] == messages
    await sim.click("ada", sim.table(), "hand" if seated else "quit")


@pytest.mark.parametrize(
    ("edition", "verb"), [("classic", "hitall"), ("masters", "takesaved"), ("final_turn", "accept")]
)
async def test_a_turn_goes_on_after_a_restart(sim: Sim, edition: str, verb: str) -> None:
    await sim.seat("ada", "ben", edition=edition, variation=TWO_SHORT)
    name = await sim.until(verb)
    before = sim.manager.view(sim.people[name].id)
    old, messages = sim.hand(name), [each.id for each in sim.public()]
    await sim.restart()
    assert sim.manager.view(sim.people[name].id) == before
    assert [each.id for each in sim.public()] == messages, "nobody is pinged again"
    if verb in (*MENUS, "discard"):
        await sim.choose(name, old, verb, old.controls[verb].values[:1])
    else:
        await sim.click(name, old, verb)
    assert sim.manager.version > before.version
    assert "moved on" not in sim.hand(name).text


async def test_a_start_edits_only_messages_that_would_differ(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = sim.channel
    await sim.seat("ada", "ben")
    await sim.turn()
    sim.channel = sim.guild.create_text_channel("second")
    await sim.seat("ada", "ben")
    # The move is stored, and nothing is sent any more.
    monkeypatch.setattr(sim.bot.services.announcer, "table", lambda _channel_id: None)
    await sim.turn()
    before = len(sim.env.http_requests)
    await sim.restart(killed=True)
    edits = [each for each in sim.env.http_requests[before:] if each.method == "PATCH"]
    edited = [each.path for each in edits if each.path.startswith("/channels/")]
    assert [f"/channels/{sim.channel.id}/messages/{sim.table().id}"] == edited
    sim.channel = first
    message = sim.table().id
    await sim.click(sim.to_move(), sim.table(), "hand")
    await sim.turn()
    assert (sim.table().id, "discarded" in sim.table().text) == (message, True)


async def test_the_end_of_a_game_is_shown_after_the_process_was_killed_before(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.seat("ada", "ben")
    await sim.turn()
    name, table = sim.to_move(), sim.table()
    hand = sim.hand(name)
    # The end is stored, and nothing is sent any more.
    monkeypatch.setattr(sim.bot.services.announcer, "table", lambda _channel_id: None)
    await sim.manager.end_game(0, moderator=True)
    assert sim.table().text == table.text
    await sim.restart()
    (shown,) = sim.public()
    assert shown.id == table.id
    assert "without a winner" in shown.text
    assert set(shown.controls) == {"rematch", "review", "myachievements", "nextweek"}
    assert len(shown.alts) == 1
    assert "without a winner" in sim.told(await sim.click(name, hand, "draw"))
    # It is shown once. Afterwards the game is in the history alone.
    await sim.restart()
    assert sim.manager.table is None
    assert sim.table().text == shown.text
    assert "has ended" in sim.told(await sim.click("ben", shown, "rematch"))
