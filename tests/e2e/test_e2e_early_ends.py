"""Games that end before their time or are paused: who agrees, who loses, who may take the win."""

from __future__ import annotations

from dataclasses import replace

import pytest
from driving import Shown, Sim, answer, other_than
from remembering import add_moderator

from bot.results.past_games import SeatResult
from bot.seating import DAY
from bot.storage import stats
from bot.table.timing import DESERTED

ASKS = "would like to end this game"
ABSENCE = 600.0


async def played(sim: Sim, *names: str, **options: object) -> None:
    """Seat people, and let each of them play a turn: from then on the game counts."""
    await sim.seat(*names, **options)
    for _ in names:
        await sim.turn()


async def behind(sim: Sim, name: str) -> None:
    """Let somebody lose by far after a hand."""
    state = sim.manager.game.state
    loser = sim.manager.table.find_seat(sim.people[name].id)
    seats = tuple(
        replace(seat, completed=(1,), total=300)
        if number == loser
        else replace(seat, completed=(1, 2), total=20)
        for number, seat in enumerate(state.seats)
    )
    await sim.put(seats=seats)


async def results(sim: Sim) -> dict[str, SeatResult]:
    """The seats of the newest result, by name; empty without a counted one."""
    found = await sim.bot.services.store.read(stats.past_game, sim.manager.game.table.game_id)
    if found is None or found.abandoned:
        return {}
    return {seat.name: seat for seat in found.seats}


async def ask(sim: Sim, host: str = "ada") -> None:
    await sim.more(host, "end")
    await sim.click(host, sim.newest(host), "endnow")


def question(sim: Sim) -> list[str]:
    return [each.text for each in sim.public() if ASKS in each.text]


def asking(sim: Sim) -> Shown:
    return next(each for each in sim.public() if ASKS in each.text)


async def test_a_host_who_loses_asks_and_leaves_when_somebody_plays_on(sim: Sim) -> None:
    await played(sim, "ada", "ben", "cyd")
    await behind(sim, "ada")
    await sim.more("ada", "end")
    assert "the others are asked first" in sim.newest("ada").text
    await sim.click("ada", sim.newest("ada"), "endnow")
    (said,) = question(sim)
    ben, cyd = (f"<@{sim.people[name].id}>" for name in ("ben", "cyd"))
    assert f"{ben} {cyd} **ada**" in said
    assert ASKS in sim.hand("ben").text
    assert "You asked the others" in sim.hand("ada").text
    # Also after a restart, and a double click counts once.
    await sim.restart()
    shown = asking(sim)
    waiting = "You agreed; waiting for **cyd**."
    assert waiting in sim.told(await sim.click("ben", shown, "endagree"))
    await sim.click("ben", shown, "endagree")
    assert sim.manager.running
    await sim.click("cyd", shown, "endrefuse")
    assert sim.manager.running
    assert question(sim) == []
    assert "settled already" in (await sim.send(("ben", shown, shown.ids("endagree")[0], ())))[0]
    again = await sim.click("ada", sim.table(), "more")
    await sim.click("ada", answer(again), "end")
    refused = await sim.click("ada", sim.newest("ada"), "endnow")
    assert "**cyd** wants to play on" in sim.told(refused)
    await sim.more("ada", "leave")
    assert "you come last" in sim.newest("ada").text
    await sim.click("ada", sim.newest("ada"), "leavenow")
    assert sim.manager.running


async def test_when_all_agree_nobody_wins_or_loses_and_the_leader_is_named(sim: Sim) -> None:
    await played(sim, "ada", "ben", "cyd")
    await sim.play_hand()
    await sim.deal_if_due()
    await ask(sim)
    shown = asking(sim)
    await sim.click("ben", shown, "endagree")
    await sim.click("cyd", shown, "endagree")
    assert not sim.manager.running
    assert question(sim) == []
    assert await results(sim) == {}
    assert "ahead after 1 hand" in sim.table().text
    assert "ahead after 1 hand" in sim.table().alts[0]
    assert sim.manager.game.wins == (0, 0, 0)


async def test_who_gives_no_answer_does_not_block(sim: Sim) -> None:
    await played(sim, "ada", "ben", "cyd")
    await ask(sim)
    await sim.env.advance_time(ABSENCE - 5)
    assert sim.manager.running
    await sim.restart()
    await sim.env.advance_time(10)
    assert not sim.manager.running
    assert await results(sim) == {}


async def test_the_last_one_who_stays_may_win_now(sim: Sim) -> None:
    await played(sim, "ada", "ben")
    await behind(sim, "ben")
    await sim.more("ben", "leave")
    await sim.click("ben", sim.newest("ben"), "leavenow")
    assert "**ada** can win now" in sim.table().text
    stranger = await sim.click("cyd", sim.table(), "winnow")
    assert "no seat" in sim.told(stranger)
    shown = sim.table()
    await sim.click("ada", shown, "winnow")
    assert not sim.manager.running
    assert "wins the game!" in sim.table().text
    assert sim.manager.game.wins == (1, 0)
    seats = await results(sim)
    assert (seats["ada"].place, seats["ben"].place) == (1, 2)
    assert seats["ada"].people.change > 0 > seats["ben"].people.change
    past = await sim.slash("ada", "history")
    said = sim.told(past).replace("\N{NO-BREAK SPACE}", " ")
    assert "1\\. You: 1 phase, 0 points · 2\\. ben (left)" in said


async def test_who_comes_back_takes_the_win_away(sim: Sim) -> None:
    await played(sim, "ada", "ben")
    await sim.more("ben", "leave")
    await sim.click("ben", sim.newest("ben"), "leavenow")
    shown = sim.table()
    button = shown.ids("winnow")[0]
    await sim.click("ben", sim.newest("ben"), "seatback")
    assert "winnow" not in sim.table().controls
    (told,) = await sim.send(("ada", shown, button, ()))
    assert "plays again" in told
    assert sim.manager.running


async def test_a_moderator_ends_games_but_none_that_they_lose(sim: Sim) -> None:
    add_moderator(sim)
    await played(sim, "ada", "mod")
    await behind(sim, "mod")
    sim.manager._kept.game = replace(sim.manager._kept.game, scored=(None,))
    refused = await sim.click("mod", answer(await sim.click("mod", sim.table(), "more")), "end")
    assert "only another moderator" in sim.told(refused)
    await behind(sim, "ada")
    sim.manager._kept.game = replace(sim.manager._kept.game, scored=(None,))
    await ask(sim, "mod")
    assert not sim.manager.running
    assert await results(sim) == {}


async def test_a_game_that_everybody_has_left_frees_its_channel_and_is_told_of(sim: Sim) -> None:
    await played(sim, "ada", "ben")
    await sim.env.advance_time(DESERTED + 60)
    assert not sim.manager.running
    assert await results(sim) == {}
    await sim.restart()
    assert sim.bot.services.registry.running == 0
    for name, told in ("ada", True), ("cyd", False):
        assert ("nobody had made a move" in sim.told(await sim.slash(name, "games"))) == told
    await sim.env.advance_time(DESERTED)
    assert "nobody had made a move" not in sim.told(await sim.slash("ada", "games"))
    await sim.slash("cyd", "play")
    assert sim.manager.lobby is not None


# -- pauses ----------------------------------------------------------------------------------


async def pause(sim: Sim, name: str) -> None:
    await sim.more(name, "pause")
    await sim.click(name, sim.newest(name), "pausenow")


def paused(shown: Shown) -> bool:
    return "The game is paused until <t:" in shown.text


@pytest.mark.parametrize("edition", ["classic", "dice"])
async def test_anybody_pauses_a_game_and_anybody_goes_on(sim: Sim, edition: str) -> None:
    await sim.seat("ada", "ben", "cyd", edition=edition, turn_limit=DAY)
    mover = sim.to_move()
    asker, other, last = sorted(("ada", "ben", "cyd"), key=lambda name: name == mover)
    await sim.more(asker, "pause")
    assert "anybody with a seat can go on" in sim.newest(asker).text
    await sim.click(asker, sim.newest(asker), "pausenow")
    (call,) = [each for each in sim.public() if "would like to pause" in each.text]
    assert "Agree to pause it" in call.words
    assert "would like to pause" in sim.hand(other).text
    assert "You asked the others to pause" in sim.hand(asker).text
    waiting = f"You agreed; waiting for **{last}**."
    assert waiting in sim.told(await sim.click(other, call, "endagree"))
    # In the answer, and in the hand in place of the question.
    assert sum(waiting in each.text for each in sim.screen(other)) == 2
    assert not any("endagree" in each.controls for each in sim.screen(other) if each.private)
    assert "You agreed" not in sim.told(await sim.click(last, call, "endagree"))
    assert not [each for each in sim.public() if "would like to pause" in each.text]
    hands = [
        [each for each in sim.screen(name) if each.private and "resume" in each.controls]
        for name in (asker, other, last)
    ]
    for shown in (sim.table(), *(hand for (hand,) in hands)):
        assert paused(shown)
        assert "resume" in shown.controls
    assert not {"ready", "roll", "keep"} & {*sim.table().controls}
    assert {*sim.hand(mover).controls} == {"resume"}
    assert sim.pings() == []
    await sim.env.advance_time(5 * DAY)
    await sim.restart(killed=True)
    assert sim.to_move() == mover
    for reader in (mover, "eve"):
        listed = sim.told(await sim.slash(reader, "games"))
        assert "The game is paused until <t:" in listed
        assert "turn" not in listed
    assert "no seat" in sim.told(await sim.click("eve", sim.table(), "resume"))
    await sim.click(other, sim.table(), "resume")
    assert not paused(sim.table())
    assert "resume" not in sim.table().controls
    assert sim.pings() == [f"<@{sim.people[mover].id}> your turn"]
    assert sim.manager.game.deadline is not None


async def test_an_old_button_is_refused_in_a_pause_and_playing_on_is_told(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    asker = other_than(mover)
    await pause(sim, asker)
    (call,) = [each for each in sim.public() if "would like to pause" in each.text]
    await sim.click(mover, call, "endrefuse")
    assert f"**{mover}** wants to play on." in sim.hand(asker).text
    await sim.env.advance_time(ABSENCE + 1)
    draw = sim.hand(mover).controls["draw"].custom_id
    await pause(sim, asker)
    (call,) = [each for each in sim.public() if "would like to pause" in each.text]
    await sim.click(mover, call, "endagree")
    version = sim.manager.version
    await sim.send((mover, sim.hand(mover), draw, ()))
    assert "Press *Go on*" in sim.hand(mover).text
    assert sim.manager.version == version
    # Also in a hand that is too old to be updated.
    await sim.env.advance_time(3600)
    await sim.click(mover, sim.hand(mover), "resume")
    await sim.click(mover, sim.hand(mover), "draw")
    assert sim.manager.version > version
