"""What a server's moderators choose, and where it takes effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
from choosing import add_moderator, answer, end_game
from discord.app_commands import MissingPermissions
from driving import House, Shown
from simcord import InteractionResult, ResponseMessage
from simcord.builders import ChannelHandle

from bot.model import Level, Pings, ServerChoices
from bot.storage.errors import StoreError
from cogs.pings import PAUSE
from cogs.views.custom_ids import BadCustomIdError
from cogs.views.settings import parse_channel

COMMANDS: dict[str, dict[str, Any]] = {
    "show": {},
    "edition": {"edition": "masters"},
    "turn_limit": {"turn_limit": "60"},
    "language": {"language": "en"},
    "theme": {"theme": "playing-cards"},
    "channels": {"everywhere": True},
    "pings": {"pings": "silent"},
    "computers": {"computers": "none"},
}


async def chosen(house: House) -> ServerChoices:
    return await house.bot.desk.choices.chosen_by_server(house.guild.id)


async def play_in(house: House, channel: ChannelHandle) -> str:
    return house.told(await house.people["ada"].slash(channel, "phase10 play"))


async def thread_in(house: House, channel: ChannelHandle) -> ChannelHandle:
    found = house.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    await found.create_thread(name="thread", type=discord.ChannelType.public_thread)
    await house.env.settle()
    return channel.threads[0]


def pings(house: House) -> list[str]:
    return [each.raw.content for each in house.public() if each.raw.content]


@pytest.fixture
def house_with_mod(house: House) -> House:
    add_moderator(house)
    return house


# -- who may, and what is told -------------------------------------------------------------


async def test_only_who_manages_the_server_is_offered_the_commands(house_with_mod: House) -> None:
    house = house_with_mod
    settings = {f"phase10-settings {name}" for name in COMMANDS}

    assert settings <= set(house.people["mod"].available_commands(house.channel))
    assert not settings & set(house.people["ada"].available_commands(house.channel))


async def test_each_command_asks_for_the_permission_where_all_are_given_them(house: House) -> None:
    house.bot.tree.get_command("phase10-settings").default_permissions = None  # type: ignore[union-attr]
    await house.bot.tree.sync()

    for name, options in COMMANDS.items():
        result = await house.settings("ada", name, **options)
        assert house.told(result) == "That takes the permission Manage Server."

    assert [type(error) for error in house.env.errors] == [MissingPermissions] * len(COMMANDS)
    assert await chosen(house) == ServerChoices()


async def test_without_an_argument_each_command_tells_what_is_set(house_with_mod: House) -> None:
    house = house_with_mod
    told = [house.told(await house.settings("mod", name)).strip() for name in COMMANDS]

    assert [each.splitlines()[0] for each in told[1:]] == [
        "Edition: **Classic (25th Anniversary)**",
        "Turn limit: **No turn limit**",
        "Language: **English** · No choice: as Discord says of the server",
        "Card theme: **Standard** · No choice: as the bot is set up",
        "Channels: **everywhere**",
        "Turn pings: **Ping at once**",
        "Computer players: **Allowed, usually normal**",
    ]
    assert await chosen(house) == ServerChoices()


async def test_all_that_is_set_stands_in_one_message_and_outlives_a_restart(
    house_with_mod: House,
) -> None:
    house = house_with_mod
    for name, options in COMMANDS.items():
        await house.settings("mod", name, **options)
    await house.settings("mod", "channels", add=house.channel)

    await house.restart()
    told = house.told(await house.settings("mod", "show"))

    for line in (
        "Edition: **Masters**",
        "Turn limit: **1 minute a turn**",
        "Language: **English**\n",
        "Card theme: **Playing cards**",
        f"Channels: <#{house.channel.id}>",
        "Turn pings: **No pings**",
        "Computer players: **Not allowed**",
    ):
        assert line in told


async def test_what_cannot_be_stored_is_refused_in_words(
    house_with_mod: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_args: object) -> None:
        raise StoreError("disk full")

    house = house_with_mod
    monkeypatch.setattr(house.bot.desk.choices._servers, "_put", refuse)

    result = await house.settings("mod", "pings", pings="silent")

    assert "could not save that" in house.told(result)
    assert await chosen(house) == ServerChoices()


# -- menus ---------------------------------------------------------------------------------


def menus(shown: Shown) -> dict[str, str]:
    """The custom ids of the menus of settings, by what they change."""
    ids = [each["custom_id"] for each in shown.components if "custom_id" in each]
    parts = [each.split(":") for each in ids]
    return {
        part[4] if part[3] == "setting" else part[3]: custom_id
        for part, custom_id in zip(parts, ids, strict=True)
    }


async def choose(house: House, shown: Shown, name: str, *values: Any) -> InteractionResult:
    message = ResponseMessage(house.env, shown.raw)
    return await house.people["mod"].select(message, values, custom_id=menus(shown)[name])


async def test_everything_can_be_changed_with_the_menus(house_with_mod: House) -> None:
    house = house_with_mod
    other = house.guild.create_text_channel("other")
    shown = answer(await house.settings("mod", "show"))

    for name, value in (
        ("edition", "masters"),
        ("turn_limit", "60"),
        ("theme", "colour-blind"),
        ("pings", "pause"),
        ("computers", "hard"),
    ):
        await choose(house, shown, name, value)
    await choose(house, shown, "channels", house.channel, other)

    assert await chosen(house) == ServerChoices(
        theme="colour-blind",
        edition="masters",
        turn_limit=60,
        channels=(house.channel.id, other.id),
        pings=Pings.PAUSE,
        level=Level.HARD,
    )
    assert "Edition: **Masters**" in shown.text
    assert f"Channels: <#{house.channel.id}> and <#{other.id}>" in shown.text
    await choose(house, shown, "channels")
    assert (await chosen(house)).channels == ()


async def test_the_menus_ask_for_the_permission_and_take_nothing_made_up(
    house_with_mod: House,
) -> None:
    house = house_with_mod
    shown = answer(await house.settings("mod", "show"))
    found = menus(shown)

    no_right = await house.send(("ada", shown, found["pings"], ["silent"]))
    made_up = await house.send(
        ("mod", shown, found["pings"], ["loud"]),
        ("mod", shown, found["edition"].replace("edition", "colour"), ["masters"]),
    )

    assert no_right == ["That takes the permission Manage Server."]
    assert all("do not understand" in each for each in made_up)
    assert await chosen(house) == ServerChoices()


async def test_only_channels_of_the_server_to_play_in_can_be_chosen(house: House) -> None:
    forum, rooms = house.guild.create_forum_channel("forum"), house.guild.create_category("rooms")
    guild = house.bot.get_guild(house.guild.id)
    made_up = ("12", "²", "", "-1", "1" * 21, str(house.guild.id), str(rooms.id))

    assert parse_channel(guild, str(forum.id)) == forum.id
    for value in made_up:
        with pytest.raises(BadCustomIdError):
            parse_channel(guild, value)


# -- new tables ----------------------------------------------------------------------------


async def test_new_tables_begin_with_what_the_server_usually_plays(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "edition", edition="final_turn")
    await house.settings("mod", "turn_limit", turn_limit="300")

    await house.slash("ada", "play")

    lobby = house.manager.lobby
    assert lobby is not None
    assert (lobby.rules.edition, lobby.turn_limit) == ("final_turn", 300)


async def test_who_opens_a_table_can_name_something_else(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "edition", edition="final_turn")
    await house.settings("mod", "turn_limit", turn_limit="300")

    await house.slash("ada", "play", edition="classic", turn_limit=0)

    lobby = house.manager.lobby
    assert lobby is not None
    assert (lobby.rules.edition, lobby.turn_limit) == ("classic", None)


async def test_solo_takes_the_servers_edition_and_level(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "edition", edition="modern")
    await house.settings("mod", "computers", computers="hard")

    await house.slash("ada", "solo", opponents=1)

    table = house.manager.table
    assert table is not None
    assert table.occupants[1].level is Level.HARD
    assert house.manager.view(None).rules.edition == "modern"


async def test_the_usual_level_is_the_first_to_be_added(house_with_mod: House) -> None:
    house = house_with_mod
    await house.slash("ada", "play")
    assert house.table().controls["computer"].values == ("normal", "easy", "hard")

    await house.settings("mod", "computers", computers="hard")

    assert house.table().controls["computer"].values == ("hard", "easy", "normal")


async def test_without_computer_players_none_can_be_added(house_with_mod: House) -> None:
    house = house_with_mod
    await house.slash("ada", "play")
    menu = house.table().controls["computer"].custom_id

    await house.settings("mod", "computers", computers="none")
    (kept,) = await house.send(("ada", house.table(), menu, ["normal"]))
    await house.slash("ada", "leave")
    solo = await house.slash("ada", "solo")

    assert "computer" not in house.table().controls
    assert kept.endswith("This server plays without computer players.")
    assert house.told(solo).strip() == "This server plays without computer players."
    assert house.manager.table is None


async def test_a_rematch_leaves_computer_players_out_where_there_shall_be_none(
    house_with_mod: House,
) -> None:
    house = house_with_mod
    await house.seat("ada", "ben", computers=1)
    await house.settings("mod", "computers", computers="none")
    await end_game(house)

    await house.click("ada", house.table(), "rematch")

    lobby = house.manager.lobby
    assert lobby is not None
    assert [each.name for each in lobby.seats] == ["ada", "ben"]


# -- channels ------------------------------------------------------------------------------


async def test_games_begin_only_where_they_may(house_with_mod: House) -> None:
    house = house_with_mod
    tables = house.guild.create_text_channel("tables")
    added = await house.settings("mod", "channels", add=tables)

    refused = await house.slash("ada", "play")
    solo = await house.slash("ada", "solo")

    assert f"Channels: <#{tables.id}>" in house.told(added)
    assert house.told(refused) == f"In this server games are played in <#{tables.id}>."
    assert house.told(solo) == house.told(refused)
    assert house.manager.lobby is None
    assert "Your table is open" in await play_in(house, tables)


async def test_a_game_that_is_there_goes_on_but_has_no_rematch(house_with_mod: House) -> None:
    house = house_with_mod
    await house.seat("ada", "ben")
    await house.settings("mod", "channels", add=house.guild.create_text_channel("tables"))
    name = house.to_move()

    await house.click(name, house.hand(name), "draw")
    assert "discard" in house.hand(name).controls
    await end_game(house)
    rematch = await house.click("ada", house.table(), "rematch")

    assert "games are played in" in house.told(rematch)
    assert house.manager.lobby is None


async def test_threads_count_as_their_channel(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "channels", add=house.channel)
    inside = await thread_in(house, house.channel)
    outside = await thread_in(house, house.guild.create_text_channel("other"))

    assert "Your table is open" in await play_in(house, inside)
    assert "games are played in" in await play_in(house, outside)


async def test_channels_can_be_taken_away_and_given_up(house_with_mod: House) -> None:
    house = house_with_mod
    one, two = (house.guild.create_text_channel(name) for name in ("one", "two"))
    for each in (one, two, one):
        await house.settings("mod", "channels", add=each)
    assert (await chosen(house)).channels == (one.id, two.id)

    await house.settings("mod", "channels", remove=one)
    assert (await chosen(house)).channels == (two.id,)

    await house.settings("mod", "channels", everywhere=True)
    assert (await chosen(house)).channels == ()
    assert "Your table is open" in await play_in(house, house.channel)


async def test_deleted_channels_lock_nobody_out(house_with_mod: House) -> None:
    house = house_with_mod
    tables = house.guild.create_text_channel("tables")
    await house.settings("mod", "channels", add=tables)
    house.env.backend.delete_channel(tables.id)
    await house.env.settle()

    shown = await house.settings("mod", "channels")

    assert "Channels: **everywhere**" in house.told(shown)
    assert "Your table is open" in await play_in(house, house.channel)


async def test_there_is_a_most_of_channels(house_with_mod: House) -> None:
    house = house_with_mod
    many = tuple(house.guild.create_text_channel(f"c{n}").id for n in range(25))
    await house.bot.desk.choices.change_server(
        house.guild.id, lambda now: replace(now, channels=many)
    )

    result = await house.settings("mod", "channels", add=house.channel)

    assert "At most 25 channels" in house.told(result)
    assert (await chosen(house)).channels == many
    shown = answer(await house.settings("mod", "show"))
    assert all(f"<#{each}>" in shown.text for each in many)


# -- language ------------------------------------------------------------------------------


async def test_the_tables_speak_the_servers_language_at_once_and_after_a_restart(
    esperanto: None, house_with_mod: House
) -> None:
    house = house_with_mod
    await house.slash("ada", "play")
    assert "come and play" in house.table().text
    await house.settings("mod", "language", language="eo")
    assert "Venu ludi" in house.table().text

    await house.click("ben", house.table(), "join")
    await house.click("ada", house.table(), "start")
    await house.click("ben", house.table(), "hand")
    mover = house.people[house.to_move()].id
    assert "prenu karton" in house.table().text
    assert pings(house) == [f"<@{mover}> via vico"]
    assert "Draw pile" in house.hand(house.to_move()).words

    await house.restart()
    await house.slash("ada", "table")
    assert "prenu karton" in house.table().text
    await house.settings("mod", "language", language="default")
    assert "draw a card" in house.table().text


# -- turn pings ----------------------------------------------------------------------------


async def test_a_silent_server_pings_nobody_also_not_as_a_reminder(house_with_mod: House) -> None:
    house = house_with_mod
    await house.seat("ada", "ben", turn_limit=60)
    assert len(pings(house)) == 1

    await house.settings("mod", "pings", pings="silent")
    assert pings(house) == []
    await house.click(house.to_move(), house.hand(house.to_move()), "draw")
    await house.env.advance_time(46)

    assert pings(house) == []


async def test_after_a_pause_who_still_is_to_act_is_pinged_once(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "pings", pings="pause")
    await house.seat("ada", "ben")
    name = house.to_move()
    await house.env.advance_time(PAUSE / 2)
    await house.click(name, house.hand(name), "draw")
    await house.env.advance_time(PAUSE / 2 - 1)
    assert pings(house) == []

    await house.env.advance_time(1)
    assert pings(house) == [f"<@{house.people[name].id}> your turn"]
    await house.env.advance_time(10 * PAUSE)
    assert len(pings(house)) == 1

    shown = house.hand(name)
    await house.choose(name, shown, "discard", shown.controls["discard"].values[:1])
    assert pings(house) == []


async def test_a_quick_turn_is_never_pinged(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "pings", pings="pause")
    await house.seat("ada", "ben")
    await house.env.advance_time(PAUSE - 1)
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")
    shown = house.hand(name)
    await house.choose(name, shown, "discard", shown.controls["discard"].values[:1])
    assert house.to_move() != name

    await house.env.advance_time(PAUSE - 1)
    assert pings(house) == []
    await house.env.advance_time(1)
    assert pings(house) == [f"<@{house.people[house.to_move()].id}> your turn"]


async def test_a_pause_goes_on_over_a_restart(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "pings", pings="pause")
    await house.seat("ada", "ben")
    await house.env.advance_time(PAUSE - 10)

    await house.restart()
    assert pings(house) == []
    await house.env.advance_time(10)
    (ping,) = pings(house)

    await house.restart()
    await house.env.advance_time(2 * PAUSE)
    assert pings(house) == [ping]


async def test_pings_that_are_wanted_again_come_at_once(house_with_mod: House) -> None:
    house = house_with_mod
    await house.settings("mod", "pings", pings="pause")
    await house.seat("ada", "ben")

    await house.settings("mod", "pings", pings="ping")
    assert len(pings(house)) == 1
    await house.env.advance_time(2 * PAUSE)

    assert len(pings(house)) == 1
