from __future__ import annotations

import json

import discord
import pytest
from choosing import add_moderator
from driving import Shown, Sim, answer
from remembering import next_door
from simcord import InteractionResult

from bot.rules.record import RECORDS
from cogs.base.custom_ids import Verb


def panel(result: InteractionResult) -> Shown:
    assert result.response is not None
    return Shown(result.response._message)


def other_than(name: str) -> str:
    return "ben" if name == "ada" else "ada"


async def test_a_stale_button_changes_nothing_and_gives_a_fresh_hand(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    old = sim.hand(name).controls["draw"].custom_id
    await sim.click(name, sim.hand(name), "draw")
    version = sim.manager.version

    await sim.send((name, sim.hand(name), old, ()))

    assert sim.manager.version == version
    assert "moved on" in sim.hand(name).text
    assert "discard" in sim.hand(name).controls


async def test_a_foreign_click_changes_nothing(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    other, version = other_than(name), sim.manager.version
    draw = sim.hand(name).controls["draw"].custom_id

    await sim.send((other, sim.hand(other), draw, ()))
    (spectator,) = await sim.send(("eve", sim.hand(name), draw, ()))

    assert sim.manager.version == version
    assert "not your turn" in sim.hand(other).text
    assert "no seat" in spectator


async def test_my_hand_for_somebody_without_a_seat(sim: Sim) -> None:
    await sim.seat("ada", "ben")

    result = await sim.click("eve", sim.table(), "hand")

    assert "no seat" in sim.told(result)
    assert result.response is not None
    assert result.response.ephemeral


async def test_two_clicks_at_once_count_once(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name, version = sim.to_move(), sim.manager.version
    shown = sim.hand(name)
    draw = shown.controls["draw"].custom_id
    cards = len(sim.manager.view(sim.people[name].id).hand)

    await sim.send((name, shown, draw, ()), (name, shown, draw, ()))

    assert sim.manager.version == version + 1
    assert len(sim.manager.view(sim.people[name].id).hand) == cards + 1
    assert "discard" in sim.hand(name).controls


@pytest.mark.parametrize(
    "custom_id",
    [
        "p10:another1:3:draw:number",
        "p10:another1:0:hand",
        "p10:another1:0:join",
        "p10:another1:3:ready",
    ],
)
async def test_a_component_of_another_game(sim: Sim, custom_id: str) -> None:
    await sim.seat("ada", "ben")
    version = sim.manager.version

    (told,) = await sim.send(("ada", sim.table(), custom_id, ()))

    assert sim.manager.version == version
    assert "no longer running" in told or "not open any more" in told


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


MADE_UP: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("draw:sideways", ()),
    ("nonsense", ()),
    ("discard:number", ("X9",)),
    ("discard:number", ("R1", "R2")),
    ("hit:number", ("0.0",)),
    ("hit:number", ("9.0.R5",)),
    ("ways:number", ("99",)),
    ("computer", ("genius",)),
    ("topic", ("secrets",)),
)


async def test_made_up_components_are_answered_in_words(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")
    version, shown = sim.manager.version, sim.hand(name)
    game = sim.manager.view(None).game_id

    for verb, values in MADE_UP:
        (told,) = await sim.send((name, shown, f"p10:{game}:{version}:{verb}", values))

        assert sim.manager.version == version
        refused = ("understand", "any more", "not", "begun already")
        assert any(each in told for each in refused), verb


@pytest.mark.parametrize("sent", ["discard:0:{}:number", "discardnow:{}:number", "discard:number"])
async def test_a_card_that_is_not_held_is_refused(sim: Sim, sent: str) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")
    held = {card.code for card in sim.manager.view(sim.people[name].id).hand}
    missing = next(f"R{n}" for n in range(1, 13) if f"R{n}" not in held)
    view = sim.manager.view(None)

    custom_id = f"p10:{view.game_id}:{view.version}:{sent.format(missing)}"
    await sim.send((name, sim.hand(name), custom_id, () if missing in custom_id else (missing,)))

    assert sim.manager.version == view.version
    assert "do not hold" in sim.hand(name).text


async def test_the_discard_menu_of_earlier_versions_goes_on(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")
    seat = sim.manager.seat_of(sim.people[name].id) or 0
    view = sim.manager.view(sim.people[name].id)
    card = next(each for each in view.hand if each.is_natural)

    menu = f"p10:{view.game_id}:{view.version}:discard:colour"
    await sim.send((name, sim.hand(name), menu, (card.code,)))

    assert sim.manager.view(None).discard_pile[-1] is card
    assert sim.manager.view(None).turn != seat


async def test_a_second_game_is_refused_with_a_link(sim: Sim) -> None:
    await sim.slash("ada", "play")
    lobby = await sim.slash("ben", "play")
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    game = await sim.slash("cyd", "play")

    link = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{sim.table().id}"
    assert link in sim.told(lobby)
    assert link in sim.told(game)


async def test_a_record_can_be_had_when_the_game_is_over_and_not_before(
    sim: Sim,
) -> None:
    await sim.seat("ada", "ben")
    game = sim.manager.view(None).game_id
    (told,) = await sim.send(("eve", sim.table(), f"p10:{game}:0:record", ()))
    assert "when the game is over" in told

    await sim.turn()
    asked = await sim.more("ada", "end")
    await sim.click("ada", asked, "endnow")
    back = answer(await sim.click("eve", sim.table(), "review"))
    result = await sim.click("eve", back, "record")

    assert result.response is not None
    (file,) = result.response.attachments
    lines = (await file.read()).decode().splitlines()
    assert json.loads(lines[0])["type"] == "game"
    RECORDS.verify(lines)


async def test_missing_permissions_are_named(sim: Sim) -> None:
    bot = sim.guild.me
    assert bot is not None
    silent = sim.guild.create_text_channel(
        "silent",
        overwrites={bot: discord.PermissionOverwrite(send_messages=False, attach_files=False)},
    )
    result = await sim.people["ada"].slash(silent, "phase10 play")

    assert "Send Messages and Attach Files" in sim.told(result)
    assert sim.bot.parts.registry.for_channel(silent.id).lobby is None


async def test_commands_without_a_game_say_so(sim: Sim) -> None:
    for command in ("hand", "table"):
        told = sim.told(await sim.slash("ada", command))
        assert "No game is being played in this channel" in told

    await sim.slash("ada", "play")
    assert "has not begun yet" in sim.told(await sim.slash("ada", "hand"))


async def test_only_the_host_or_a_moderator_ends_a_game(sim: Sim) -> None:
    await sim.seat("ada", "ben")

    menu = await sim.click("ben", sim.table(), "more")
    assert "end" not in panel(menu).controls
    end = f"p10:{sim.manager.view(None).game_id}:0:end"
    (refused,) = await sim.send(("ben", sim.table(), end, ()))

    assert "Only the host, **ada**," in refused
    assert sim.manager.running


async def test_leaving_asks_first(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    hand = sim.hand("ben")
    old = hand.controls["sort"].custom_id

    asked = await sim.more("ben", "leave")
    assert sim.manager.seat_of(sim.people["ben"].id) is not None
    await sim.click("ben", asked, "dismiss")
    assert "stays as it is" in asked.text
    asked = await sim.more("ben", "leave")
    await sim.click("ben", asked, "leavenow")

    assert sim.manager.seat_of(sim.people["ben"].id) is None
    assert "left" in sim.table().text
    assert "You have left this game" in asked.text
    assert set(asked.controls) == {"seatback"}
    assert hand.id not in [each.id for each in sim.screen("ben")]
    told = await sim.send(("ben", asked, old, ()))
    assert "While it runs you can have your seat back" in told[0]


async def test_the_menu_behind_the_dots_offers_what_one_may_do(sim: Sim) -> None:
    await sim.seat("ada", "ben")

    host = panel(await sim.click("ada", sim.table(), "more"))
    player = panel(await sim.click("ben", sim.table(), "more"))
    spectator = panel(await sim.click("eve", sim.table(), "more"))

    # The other player may be away: a computer can play for them.
    away = {"standin"} if sim.to_move() == "ben" else set()
    assert set(host.controls) == {"repost", "leave", "end"} | away
    assert set(player.controls) == {"repost", "leave"}
    assert set(spectator.controls) == {"repost"}


async def test_the_game_goes_on_while_discord_fails(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()
    sim.env.inject_error("PATCH", "/channels/*/messages/*", times=1)
    version = sim.manager.version

    await sim.click(name, sim.hand(name), "draw")

    assert sim.manager.version == version + 1
    assert "discard" in sim.hand(name).controls


async def test_a_failure_nobody_expected_gets_a_friendly_sentence(sim: Sim) -> None:
    async def broken(*_args: object) -> None:
        raise RuntimeError("bug")

    await sim.seat("ada", "ben")
    sim.manager.act = broken  # type: ignore[method-assign,assignment]
    name = sim.to_move()

    result = await sim.click(name, sim.hand(name), "draw")

    assert "Something went wrong" in sim.told(result)
