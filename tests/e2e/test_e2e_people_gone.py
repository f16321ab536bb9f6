"""People who left the server, or whom a moderator hides, and new names."""

from __future__ import annotations

import pytest
from driving import Shown, Sim, answer
from remembering import add_moderator, ask, play
from test_e2e_seasons import win

from bot.lab.demo import season
from bot.playground.simcord_internals import let_invented_people_in
from bot.storage import results
from bot.storage.members import GONE_FOR
from cogs.base.members import KNOWN_FOR


async def look_again(sim: Sim, seconds: float = KNOWN_FOR) -> None:
    await sim.env.advance_time(seconds + 1)


def leave(sim: Sim, name: str) -> None:
    sim.env.backend.remove_member(sim.guild.id, sim.people[name].id)


def come_back(sim: Sim, name: str) -> None:
    sim.people[name] = sim.guild.add_member(sim.people[name].user)


async def champions(sim: Sim) -> Shown:
    shown = await ask(sim, "eve", "leaderboard")
    await sim.click("eve", shown, "champions")
    return shown


async def five_lists(sim: Sim, first: str, second: str) -> dict[str, str]:
    """What Eve reads in each list, and the other player in their own figures."""
    stats = answer(await sim.people[second].slash(sim.channel, "stats"))
    return {
        "board": (await ask(sim, "eve", "leaderboard")).text,
        "champions": (await champions(sim)).text,
        "stats": f"{stats.text} {stats.alts}",
        "history": (await ask(sim, "eve", "phase10 history")).text,
    }


async def test_who_left_keeps_no_place_and_comes_back_with_the_figures(sim: Sim) -> None:
    await win(sim, "ada", "ben", games=6)
    lists = await five_lists(sim, "ada", "ben")
    assert all("ada" in said for said in lists.values()), lists
    assert lists["board"].index("ada") < lists["board"].index("ben")
    leave(sim, "ada")
    await look_again(sim)
    lists = await five_lists(sim, "ada", "ben")
    assert {name for name, said in lists.items() if "ada" in said} == {"history"}
    assert "1\\. ben" in lists["board"]
    come_back(sim, "ada")
    await sim.restart()
    assert "ada" not in (await ask(sim, "eve", "leaderboard")).text, "Discord is asked once a day"
    await ask(sim, "ada", "phase10 help")
    lists = await five_lists(sim, "ada", "ben")
    assert all("ada" in said for said in lists.values()), lists


async def test_who_came_back_without_a_click_is_found_the_next_day(sim: Sim) -> None:
    await win(sim, "ada", "ben")
    leave(sim, "ada")
    assert "ada" not in (await ask(sim, "eve", "leaderboard")).text
    come_back(sim, "ada")
    await look_again(sim, GONE_FOR + KNOWN_FOR)
    assert "ada" in (await ask(sim, "eve", "leaderboard")).text


async def test_a_moderator_hides_somebody_from_all_lists(sim: Sim) -> None:
    add_moderator(sim)
    await win(sim, "ada", "ben", games=6)
    page = answer(await sim.settings("mod"))
    await sim.tap("mod", page, "p10:-:0:settingspage:people")
    await sim.choose("mod", page, "hide", [sim.people["ada"]])
    assert "**Hidden from boards**" in page.text
    await sim.restart()
    lists = await five_lists(sim, "ada", "ben")
    assert {name for name, said in lists.items() if "ada" in said} == set()
    assert "Somebody" in lists["history"]
    told = sim.told(await sim.people["eve"].slash(sim.channel, "stats", member=sim.people["ada"]))
    assert told == "The figures of this player are not shown in this server."
    own = answer(await sim.people["ada"].slash(sim.channel, "stats"))
    assert "6 finished games" in own.alts[0]
    board = await ask(sim, "ada", "leaderboard")
    assert "does not show you on its boards. Only people who manage it" in board.text
    assert "no place on this leaderboard" not in board.text
    # My place, from before.
    await sim.send(("ada", board, "p10:-:0:boardown:rating-all:all:0", ()))
    assert "does not show you on its boards" in board.text
    assert "does not show you" not in (await ask(sim, "eve", "leaderboard")).text
    await sim.choose("mod", page, "hide", [sim.people["mod"], sim.people["ada"]])
    own_choice = (await ask(sim, "mod", "leaderboard")).text
    assert "You can change that under *People* in /phase10-settings." in own_choice
    (forged,) = await sim.send(("eve", page, "p10:-:0:hide", [str(sim.people["ben"].id)]))
    assert forged == "You need the permission Manage Server for that."
    await sim.choose("mod", page, "hide", [])
    lists = await five_lists(sim, "ada", "ben")
    assert all("ada" in said for said in lists.values()), lists


async def test_invented_people_hold_places_in_the_playground_alone(sim: Sim) -> None:
    games = [*season(sim.guild.id, 40, 1, sim.clock.now())]
    await sim.bot.services.store.write(results.add_missing, sim.guild.id, games)
    asked = sim.bot.http.get_member
    let_invented_people_in(sim.bot)
    assert "1\\. " in (await ask(sim, "eve", "leaderboard")).text
    sim.bot.http.get_member = asked  # type: ignore[method-assign]
    await look_again(sim)
    assert "1\\. " not in (await ask(sim, "eve", "leaderboard")).text


async def test_who_left_is_no_champion_when_a_month_is_announced(sim: Sim) -> None:
    add_moderator(sim)
    news = sim.guild.create_text_channel("news")
    await win(sim, "ada", "ben")
    leave(sim, "ada")
    await sim.settings("mod", "#announcements", news)
    (post,) = sim.messages(news.id)
    assert "ben" in post.text
    assert "ada" not in post.text


@pytest.mark.usefixtures("short_games_count")
async def test_names_are_those_of_the_last_click(sim: Sim) -> None:
    await play(sim, "ada", "ben")
    await sim.seat("ada", "ben")
    await sim.env.settle()
    assert "ada" in sim.table().words
    sim.people["ada"].user._user.global_name = "Adeline"
    await ask(sim, "ada", "phase10 help")
    await sim.env.settle()
    assert "Adeline" in sim.table().words
    assert "ada" not in sim.table().words
    board = await ask(sim, "eve", "leaderboard")
    assert "Adeline" in board.text
    assert "ada" not in board.text
    await sim.restart()
    assert "Adeline" in sim.table().words
