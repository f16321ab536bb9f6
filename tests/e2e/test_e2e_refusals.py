from __future__ import annotations

import json

import discord
import pytest
from driving import House, Shown
from simcord import InteractionResult

from bot.rules.record import verify


def panel(result: InteractionResult) -> Shown:
    assert result.response is not None
    return Shown(result.response._message)


def other_than(name: str) -> str:
    return "ben" if name == "ada" else "ada"


async def test_a_stale_button_changes_nothing_and_gives_a_fresh_hand(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    old = house.hand(name).controls["draw"].custom_id
    await house.click(name, house.hand(name), "draw")
    version = house.manager.version

    await house.send((name, house.hand(name), old, ()))

    assert house.manager.version == version
    assert "gone on" in house.hand(name).text
    assert "discard" in house.hand(name).controls


async def test_a_foreign_click_changes_nothing(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    other, version = other_than(name), house.manager.version
    draw = house.hand(name).controls["draw"].custom_id

    await house.send((other, house.hand(other), draw, ()))
    (spectator,) = await house.send(("eve", house.hand(name), draw, ()))

    assert house.manager.version == version
    assert "not your turn" in house.hand(other).text
    assert "no seat" in spectator


async def test_my_hand_for_somebody_without_a_seat(house: House) -> None:
    await house.seat("ada", "ben")

    result = await house.click("eve", house.table(), "hand")

    assert "no seat" in house.told(result)
    assert result.response is not None
    assert result.response.ephemeral


async def test_two_clicks_at_once_count_once(house: House) -> None:
    await house.seat("ada", "ben")
    name, version = house.to_move(), house.manager.version
    shown = house.hand(name)
    draw = shown.controls["draw"].custom_id
    cards = len(house.manager.view(house.people[name].id).hand)

    await house.send((name, shown, draw, ()), (name, shown, draw, ()))

    assert house.manager.version == version + 1
    assert len(house.manager.view(house.people[name].id).hand) == cards + 1
    assert "discard" in house.hand(name).controls


@pytest.mark.parametrize(
    "custom_id",
    [
        "p10:another1:3:draw:number",
        "p10:another1:0:hand",
        "p10:another1:0:join",
        "p10:another1:3:ready",
    ],
)
async def test_a_component_of_another_game(house: House, custom_id: str) -> None:
    await house.seat("ada", "ben")
    version = house.manager.version

    (told,) = await house.send(("ada", house.table(), custom_id, ()))

    assert house.manager.version == version
    assert "not here any more" in told or "not open any more" in told


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        ("draw:sideways", ()),
        ("nonsense", ()),
        ("discard:number", ("X9",)),
        ("discard:number", ("R1", "R2")),
        ("hit:number", ("0.0",)),
        ("hit:number", ("9.0.R5",)),
        ("ways:number", ("99",)),
        ("computer", ("genius",)),
        ("topic", ("secrets",)),
    ],
)
async def test_made_up_components_are_answered_in_words(
    house: House, verb: str, values: tuple[str, ...]
) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")
    version, shown = house.manager.version, house.hand(name)
    game = house.manager.view(None).game_id

    (told,) = await house.send((name, shown, f"p10:{game}:{version}:{verb}", values))

    assert house.manager.version == version
    answer = told + house.hand(name).text
    assert "understand" in answer or "any more" in answer or "not" in answer


async def test_a_card_that_is_not_held_is_refused(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")
    held = {card.code for card in house.manager.view(house.people[name].id).hand}
    missing = next(f"R{n}" for n in range(1, 13) if f"R{n}" not in held)
    version, shown = house.manager.version, house.hand(name)

    await house.send((name, shown, shown.controls["discard"].custom_id, (missing,)))

    assert house.manager.version == version
    assert "do not hold" in house.hand(name).text


async def test_a_second_game_is_refused_with_a_link(house: House) -> None:
    await house.slash("ada", "play")
    lobby = await house.slash("ben", "play")
    await house.click("ben", house.table(), "join")
    await house.click("ada", house.table(), "start")
    game = await house.slash("cyd", "solo")

    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{house.table().id}"
    assert link in house.told(lobby)
    assert link in house.told(game)


async def test_a_record_can_be_had_when_the_game_is_over_and_not_before(house: House) -> None:
    await house.seat("ada", "ben")
    game = house.manager.view(None).game_id
    (told,) = await house.send(("eve", house.table(), f"p10:{game}:0:record", ()))
    assert "when the game is over" in told

    asked = await house.slash("ada", "end")
    await house.click("ada", panel(asked), "endnow")
    result = await house.click("eve", house.table(), "record")

    assert result.response is not None
    (file,) = result.response.attachments
    lines = (await file.read()).decode().splitlines()
    assert json.loads(lines[0])["type"] == "game"
    verify(lines)


async def test_missing_permissions_are_named(house: House) -> None:
    bot = house.guild.me
    assert bot is not None
    silent = house.guild.create_text_channel(
        "silent",
        overwrites={bot: discord.PermissionOverwrite(send_messages=False, attach_files=False)},
    )
    result = await house.people["ada"].slash(silent, "phase10 play")

    assert "Send Messages and Attach Files" in house.told(result)
    assert house.bot.desk.registry.for_channel(silent.id).lobby is None


async def test_commands_without_a_game_say_so(house: House) -> None:
    for command in ("hand", "table", "scores", "leave", "end"):
        assert "not here" in house.told(await house.slash("ada", command))


async def test_only_the_host_or_a_moderator_ends_a_game(house: House) -> None:
    await house.seat("ada", "ben")

    refused = await house.slash("ben", "end")

    assert "Only the host" in house.told(refused)
    assert house.manager.running


async def test_leaving_asks_first(house: House) -> None:
    await house.seat("ada", "ben", "cyd")

    asked = await house.slash("ben", "leave")
    assert house.manager.seat_of(house.people["ben"].id) is not None
    stayed = await house.click("ben", panel(asked), "stay")
    assert "goes on" in house.told(stayed)
    asked = await house.slash("ben", "leave")
    await house.click("ben", panel(asked), "leavenow")

    assert house.manager.seat_of(house.people["ben"].id) is None
    assert "left" in house.table().text


async def test_the_menu_behind_the_dots_offers_what_one_may_do(house: House) -> None:
    await house.seat("ada", "ben")

    host = panel(await house.click("ada", house.table(), "more"))
    player = panel(await house.click("ben", house.table(), "more"))
    spectator = panel(await house.click("eve", house.table(), "more"))

    # The other player may be away: a computer can play for them.
    away = {"standin"} if house.to_move() == "ben" else set()
    assert set(host.controls) == {"repost", "leave", "end"} | away
    assert set(player.controls) == {"repost", "leave"}
    assert set(spectator.controls) == {"repost"}


async def test_the_game_goes_on_while_discord_fails(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()
    house.env.inject_error("PATCH", "/channels/*/messages/*", times=1)
    version = house.manager.version

    await house.click(name, house.hand(name), "draw")

    assert house.manager.version == version + 1
    assert "discard" in house.hand(name).controls


async def test_a_failure_nobody_expected_gets_a_friendly_sentence(house: House) -> None:
    async def broken(*_args: object) -> None:
        raise RuntimeError("bug")

    await house.seat("ada", "ben")
    house.manager.act_many = broken  # type: ignore[method-assign,assignment]
    name = house.to_move()

    result = await house.click(name, house.hand(name), "draw")

    assert "Something went wrong" in house.told(result)
