from __future__ import annotations

from driving import Shown, Sim, answer, other_than
from remembering import add_moderator, next_door

from bot.seating import Level
from cogs.base.custom_ids import Verb


async def test_a_stale_or_foreign_click_changes_nothing(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    other, old = other_than(name), sim.hand(name).controls["draw"].custom_id
    version = sim.manager.version
    await sim.send((other, sim.hand(other), old, ()))
    (spectator,) = await sim.send(("eve", sim.hand(name), old, ()))
    assert sim.manager.version == version
    assert "not your turn" in sim.hand(other).text
    assert "no seat" in spectator
    await sim.click(name, sim.hand(name), "draw")
    version = sim.manager.version
    await sim.send((name, sim.hand(name), old, ()))
    assert sim.manager.version == version
    assert "moved on" in sim.hand(name).text
    assert "discard" in sim.hand(name).controls
    ready = f"p10:{sim.manager.view(None).game_id}:{version - 1}:ready"
    (told,) = await sim.send((name, sim.table(), ready, ()))
    assert "moved on" in told


async def test_taps_that_are_refused_leave_one_notice(sim: Sim) -> None:
    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    for _ in range(3):
        told = sim.told(await sim.click("ben", sim.table(), "start"))
        assert told == "Only the host, **ada**, can do that."
    assert [each.text for each in sim.screen("ben") if each.private] == [told]
    (notice,) = [each for each in sim.screen("ben") if each.private]
    sim.env.backend.delete_message(sim.channel.id, notice.id)
    assert sim.told(await sim.click("ben", sim.table(), "start")) == told, "it was dismissed"


async def test_old_and_foreign_components_are_answered(sim: Sim) -> None:
    for command in ("hand", "table"):
        told = sim.told(await sim.slash("ada", command))
        assert "No game is being played in this channel" in told
    await sim.slash("ada", "play")
    assert "has not begun yet" in sim.told(await sim.slash("ada", "hand"))
    menu = sim.table().controls["computer"].custom_id
    await sim.send(("ada", sim.table(), menu, ("expert",)))  # a level of an earlier version
    assert [seat.level for seat in sim.manager.lobby.seats[1:]] == [Level.HARD]
    await sim.choose("ada", Shown((await _options(sim)).raw), "remove", ["1.0"])
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")
    version = sim.manager.version
    for meaning in ("3:draw:number", "0:hand", "0:join", "3:ready"):
        (told,) = await sim.send(("ada", sim.table(), f"p10:another1:{meaning}", ()))
        assert "no longer running" in told or "not open any more" in told
    view = sim.manager.view(sim.people[name].id)
    held = {card.code for card in view.hand}
    missing = next(f"R{n}" for n in range(1, 13) if f"R{n}" not in held)
    for sent in (f"discard:0:{missing}:number", f"discardnow:{missing}:number"):
        custom_id = f"p10:{view.game_id}:{version}:{sent}"
        await sim.send((name, sim.hand(name), custom_id, ()))
        assert "do not hold" in sim.hand(name).text
    assert sim.manager.version == version
    # The discard menu of earlier versions goes on.
    card = next(each for each in view.hand if each.is_natural)
    discard = f"p10:{view.game_id}:{version}:discard:colour"
    await sim.send((name, sim.hand(name), discard, (card.code,)))
    assert sim.manager.view(None).discard_pile[-1] is card
    (told,) = await sim.send(("ada", sim.table(), f"p10:{view.game_id}:{version}:react:0", ()))
    assert "older version" in told


async def _options(sim: Sim) -> Shown:
    return answer(await sim.click("ada", sim.table(), "options"))


async def test_from_another_server_only_the_owner_of_a_seat_plays(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    other = next_door(sim, name)
    add_moderator(other)
    await other.slash("mod", "play")
    game, version, table = sim.manager.view(None).game_id, sim.manager.version, sim.table().text
    ids = {verb: f"p10:{game}:{version}:{verb}" for verb in Verb}
    told = await other.send(*[("mod", other.table(), each, ()) for each in ids.values()])
    assert len(told) == len(Verb)
    assert all("another channel" in each for each in told)
    assert (sim.manager.version, sim.manager.running) == (version, True)
    assert (sim.table().text, len(other.public())) == (table, 1)
    await other.send((name, other.table(), ids[Verb.DRAW], ()))
    assert sim.manager.version == version + 1


async def test_the_menu_behind_the_dots_offers_what_one_may_do(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    host = answer(await sim.click("ada", sim.table(), "more"))
    player = answer(await sim.click("ben", sim.table(), "more"))
    spectator = answer(await sim.click("eve", sim.table(), "more"))
    # The other player may be away: a computer can play for them.
    away = {"standin"} if sim.to_move() == "ben" else set()
    assert set(host.controls) == {"repost", "leave", "pause", "end"} | away
    assert set(player.controls) == {"repost", "leave", "pause"}
    assert set(spectator.controls) == {"repost"}
    end = f"p10:{sim.manager.view(None).game_id}:0:end"
    (refused,) = await sim.send(("ben", sim.table(), end, ()))
    assert "Only the host, **ada**," in refused
    assert sim.manager.running


async def test_a_computer_plays_for_somebody_away_by_the_host_or_after_ten_minutes(
    sim: Sim,
) -> None:
    await sim.seat("ada", "ben", "cyd")
    while sim.to_move() != "ben":
        await sim.turn()
    sim.guild.remove_member(sim.people["ben"])
    began = sim.manager.table.turn_at
    menu = answer(await sim.click("ada", sim.table(), "more"))
    assert menu.controls["standin"].label == "Let a computer play for ben"
    await sim.click("ada", menu, "standin")
    assert f"for **ben**? The table began to wait for them <t:{int(began)}:R>." in menu.text
    assert "**ben** can take the seat back at any time" in menu.text
    assert sim.to_move() == "ben", "it was only asked"
    told = sim.told(await sim.click("ada", menu, "standinnow"))
    assert "A computer player plays for **ben**" in told
    assert sim.manager.table.occupants[1].away
    assert not sim.manager.table.occupants[1].left
    await sim.turn()
    assert sim.to_move() == "ada"
    assert "standin" not in (answer(await sim.click("cyd", sim.table(), "more"))).controls
    game, version = sim.manager.view(None).game_id, sim.manager.version
    for verb in ("standin", "standinnow"):
        (told,) = await sim.send(("cyd", sim.table(), f"p10:{game}:{version}:{verb}", ()))
        assert "ten minutes" in told
    assert sim.to_move() == "ada"
    await sim.env.advance_time(601)
    menu = answer(await sim.click("cyd", sim.table(), "more"))
    assert "standin" not in (answer(await sim.click("eve", sim.table(), "more"))).controls
    await sim.click("cyd", menu, "standin")
    await sim.click("cyd", menu, "dismiss")
    assert sim.to_move() == "ada"
    menu = answer(await sim.click("cyd", sim.table(), "more"))
    await sim.click("cyd", menu, "standin")
    await sim.click("cyd", menu, "standinnow")
    assert sim.to_move() != "ada"
    assert "\nada is away; a computer player helps out" in sim.table().text
    (hand,) = (each for each in sim.screen("ada") if "seatback" in each.controls)
    assert "**While you were away:**\nFor you: " in hand.text
    assert "A computer player plays for you until" in hand.text
    helped = answer(await sim.slash("ada", "help"))
    assert "A game waits for you: " in helped.text
    assert "hand" in helped.controls
    await sim.click("ada", hand, "seatback")
    assert "Welcome back!" in hand.text
    assert "seatback" not in hand.controls
