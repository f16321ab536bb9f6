"""People whom a host invites, and takes out of a lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from driving import Shown, Sim, answer
from faulting import POST, install, refused
from remembering import add_moderator
from simcord import InteractionResult

from bot.table.lobbies import INVITATION

ROW = 1  # the type of a row of buttons
KEPT = "Invited until <t:"
PING = "invites you to a game of Phase 10. A seat is kept for you until <t:"
PING_ALL = PING.replace("for you", "for each of you")


async def opened(sim: Sim, name: str = "ada") -> Shown:
    return answer(await sim.click(name, sim.table(), "options"))


async def invite(sim: Sim, people: Sequence[Any]) -> str:
    """Ada invites people; what she reads then."""
    page = answer(await sim.click("ada", sim.table(), "invitepeople"))
    await sim.choose("ada", page, "invite", people)
    return sim.newest("ada").text


async def take_out(sim: Sim, name: str) -> None:
    options = await opened(sim)
    (value,) = (
        each for each in options.menu("remove").values if each.endswith(f".{sim.people[name].id}")
    )
    await sim.choose("ada", options, "remove", [value])


async def play_with(sim: Sim, name: str, other: str) -> InteractionResult:
    menu = sim.people[name].context_menu
    return await menu(sim.channel, "Play Phase 10", sim.people[other])


def mentions(*people: Any) -> str:
    return " ".join(f"<@{person.id}>" for person in people)


async def test_invited_people_are_told_once_and_their_seats_are_kept(sim: Sim) -> None:
    ben, cyd = sim.people["ben"], sim.people["cyd"]
    await sim.slash("ada", "play")
    for _ in range(3):
        await sim.choose("ada", sim.table(), "computer", ["easy"])
    await invite(sim, [ben, cyd])
    (ping,) = [each for each in sim.screen("ben") if each.is_ping]
    assert ping.text.startswith(f"{mentions(ben, cyd)} **ada** {PING_ALL}")
    assert ping.raw.allowed_mentions.users == {ben.id, cyd.id}
    assert not ping.raw.allowed_mentions.everyone
    assert sim.table().text.count(KEPT) == 1
    assert "**ben** and **cyd**" in sim.table().text
    await invite(sim, [ben])
    (told,) = await sim.send(("eve", sim.table(), sim.table().controls["join"].custom_id, ()))
    assert "The last seats are kept for people who are invited." in told
    (told,) = await sim.send(
        ("ada", sim.table(), sim.table().controls["computer"].custom_id, ["easy"])
    )
    assert "The last seats are kept" in told
    await sim.restart(killed=True)
    await sim.click("ben", ping, "join")
    assert [who.name for who in sim.manager.lobby.seats][-1] == "ben"
    assert "**cyd**" in sim.table().text
    assert "**ben**" not in sim.table().text
    await sim.env.advance_time(INVITATION + 2)
    assert KEPT not in sim.table().text
    await sim.click("eve", sim.table(), "join")
    assert [who.name for who in sim.manager.lobby.seats][-1] == "eve"
    (told,) = await sim.send(("cyd", ping, ping.controls["join"].custom_id, ()))
    assert "at most 6 can play, not 7" in told
    await sim.click("ada", sim.table(), "start")
    assert sim.manager.running
    (over,) = [each for each in sim.public() if each.is_ping and each.id == ping.id]
    assert over.text.endswith("**ada** invited you to a game of Phase 10. The game has begun.")
    assert over.controls == {}


async def test_who_wants_direct_messages_is_not_pinged(sim: Sim) -> None:
    await sim.prefer("ben", "notices", "on")
    await sim.slash("ada", "play")
    await invite(sim, [sim.people["ben"]])
    (letter,) = sim.messages(sim.env.backend.get_dm_channel(sim.people["ben"].id).id)
    assert f"**ada** {PING}" in letter.text
    assert "/phase10 preferences says whether and when I write to you." in letter.text
    assert letter.links[0].endswith(f"{sim.channel.id}/{sim.table().id}")
    assert sim.pings() == []


async def test_a_kill_between_the_ping_and_its_note_pings_nobody_twice(sim: Sim) -> None:
    await sim.slash("ada", "play")
    sim.manager.note_told = _lost  # type: ignore[method-assign]
    await invite(sim, [sim.people["ben"]])
    assert not sim.manager.lobby.guests[0].told
    await sim.restart(killed=True)
    assert sim.manager.lobby.guests[0].told
    assert len(sim.pings()) == 1


async def _lost(*_: Any) -> None:
    """Write nothing, as if the process had just ended."""


async def invited_without_an_answer(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Ada's ping of Ben and Cyd, which the bot does not know to be posted."""
    await sim.slash("ada", "play")
    install(monkeypatch).add(POST, refused(500, 0), done=True)
    await invite(sim, [sim.people["ben"], sim.people["cyd"]])
    (ping,) = [each for each in sim.public() if each.is_ping]
    return ping


async def test_a_ping_is_not_sent_again_where_the_answer_was_lost(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    ping = await invited_without_an_answer(sim, monkeypatch)
    assert not any(guest.told for guest in sim.manager.lobby.guests)
    await sim.click("ben", ping, "join")
    await sim.env.advance_time(60)
    assert all(guest.told for guest in sim.manager.lobby.guests)
    assert len(sim.pings()) == 1


async def test_who_cannot_come_is_named_and_the_others_are_invited(sim: Sim) -> None:
    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    told = await invite(sim, [robot])
    assert "**robot** is a bot and cannot sit down." in told
    assert sim.manager.lobby.guests == ()
    assert sim.pings() == []
    await sim.prefer("eve", "invitations", "nobody")
    zoe = sim.env.create_user("zoe")
    ben, cyd, eve = (sim.people[name] for name in ("ben", "cyd", "eve"))
    told = await invite(sim, [robot, zoe, eve]) + await invite(sim, [cyd, robot, ben])
    for said in (
        "**cyd** is invited.",
        "**robot** is a bot and cannot sit down.",
        "**ben** has a seat at this table already.",
        "**zoe** cannot see this channel",
        "**eve** takes no invitations at the moment.",
    ):
        assert said in told
    assert [guest.name for guest in sim.manager.lobby.guests] == ["cyd"]
    assert len(sim.pings()) == 1


async def test_a_call_is_not_told_again_after_one_of_those_called_is_taken_out(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    ping = await invited_without_an_answer(sim, monkeypatch)
    await sim.click("ben", ping, "join")
    await take_out(sim, "ben")
    await sim.env.advance_time(60)
    assert sim.pings() == [ping.text]


async def cancel(sim: Sim) -> None:
    await sim.click("ada", sim.table(), "cancel")
    await sim.click("ada", sim.newest("ada"), "cancelnow")


async def test_a_person_is_called_once_in_ten_minutes_by_the_same_host(sim: Sim) -> None:
    await play_with(sim, "ada", "ben")
    elsewhere = sim.guild.create_text_channel("elsewhere")
    here = sim.channel
    for channel in (here, elsewhere, here):
        await cancel(sim)
        sim.channel = channel
        told = sim.told(await play_with(sim, "ada", "ben"))
        assert "**ben** is invited and the seat is kept, but you called them a short" in told
        assert sim.table().text.count(KEPT) == 1
    assert len(sim.pings()) == 1
    assert "The table has closed since then." in sim.pings()[0]
    assert [each for each in sim.public() if each.is_ping and each.controls] == []
    await invite(sim, [sim.people["cyd"]])
    assert len(sim.pings()) == 2
    await cancel(sim)
    assert "**ben** is invited. The seat" in sim.told(await play_with(sim, "eve", "ben"))
    assert len(sim.pings()) == 3


async def test_a_person_invited_again_after_ten_minutes_is_called_again(sim: Sim) -> None:
    await play_with(sim, "ada", "ben")
    await sim.env.advance_time(INVITATION + 2)
    assert "**ben** is invited. The seat" in sim.told(await play_with(sim, "ada", "ben"))
    assert len(sim.pings()) == 2
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    assert all("The game has begun." in ping for ping in sim.pings()[:2])


async def test_a_letter_of_a_table_that_closed_says_so(sim: Sim) -> None:
    await sim.prefer("ben", "notices", "on")
    for _ in range(3):
        await play_with(sim, "ada", "ben")
        await cancel(sim)
    (letter,) = sim.messages(sim.env.backend.get_dm_channel(sim.people["ben"].id).id)
    assert letter.text.endswith("The table has closed since then.")
    assert letter.links == []


async def test_people_whom_somebody_avoids_neither_invite_nor_join_them(sim: Sim) -> None:
    page = answer(await sim.slash("ben", "preferences"))
    await sim.choose("ben", page, "avoid", [sim.people["ada"]])
    assert "They read only that it is closed to them." in sim.newest("ben").text
    told = sim.told(await play_with(sim, "ada", "ben"))
    assert told == "**ben** takes no invitations at the moment."
    assert sim.manager.lobby is None
    await sim.restart()
    await sim.slash("ben", "play")
    join = sim.table().controls["join"].custom_id
    assert "This table is closed to you." in sim.told(await sim.tap("ada", sim.table(), join))
    await sim.click("cyd", sim.table(), "join")
    await sim.click("ben", sim.table(), "start")
    custom_id = f"p10:{sim.manager.table.game_id}:0:askseat"
    assert await sim.send(("ada", sim.table(), custom_id, ())) == ["This table is closed to you."]
    page = answer(await sim.slash("ben", "preferences"))
    (menu,) = [each for each in page.components if each["type"] == 5]
    assert [int(each["id"]) for each in menu["default_values"]] == [sim.people["ada"].id]
    await sim.choose("ben", page, "avoid", [])
    assert sim.bot.services.preferences.people.known(sim.people["ben"].id).avoided == ()


async def test_a_rematch_brings_nobody_together_who_does_not_want_it(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    page = answer(await sim.slash("ben", "preferences"))
    await sim.choose("ben", page, "avoid", [sim.people["ada"]])
    await sim.more("ada", "end")
    await sim.click("ada", sim.newest("ada"), "endnow")
    await sim.click("ada", sim.table(), "rematch")
    assert [who.name for who in sim.manager.lobby.seats] == ["ada", "cyd"]
    assert sim.manager.lobby.guests == ()


async def test_who_is_taken_out_comes_back_only_when_invited(sim: Sim) -> None:
    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    await take_out(sim, "ben")
    line = "Taken out of this table by the host: **ben**."
    for name in ("ada", "ben", "cyd"):
        assert line in next(each.text for each in sim.screen(name) if each.id == sim.table().id)
    join = sim.table().controls["join"].custom_id
    told = sim.told(await sim.tap("ben", sim.table(), join))
    assert "**ada** took you out of this table. You can come back when **ada** invites" in told
    await sim.restart()
    await invite(sim, [sim.people["ben"]])
    assert line not in sim.table().text
    await sim.click("ben", sim.table(), "join")
    assert [who.name for who in sim.manager.lobby.seats] == ["ada", "ben"]


async def test_the_command_on_a_person_opens_a_table_or_invites_to_ones_own(sim: Sim) -> None:
    first = await play_with(sim, "ada", "ben")
    assert "**ben** is invited." in sim.told(first)
    assert sim.table().text.count(KEPT) == 1
    await play_with(sim, "ada", "cyd")
    assert "**ben** and **cyd**" in sim.table().text
    assert len(sim.pings()) == 2
    again = sim.told(await play_with(sim, "ada", "ada"))
    assert again == "**ada** has a seat at this table already."
    assert "open" in sim.told(await play_with(sim, "eve", "cyd"))
    assert len(sim.pings()) == 2


async def test_the_command_on_a_person_follows_the_rules_of_the_server(sim: Sim) -> None:
    add_moderator(sim)
    other = sim.guild.create_text_channel("elsewhere")
    await sim.settings("mod", "#channels", other)
    assert f"<#{other.id}>" in sim.told(await play_with(sim, "ada", "ben"))
    assert sim.manager.lobby is None
    await sim.settings("mod", "#channels", None)
    sim.permit("attach_files")
    assert "Attach Files" in sim.told(await play_with(sim, "ada", "ben"))
    assert sim.pings() == []
    sim.permit()
    await sim.settings("mod", "threads", "here")
    await play_with(sim, "ada", "ben")
    sim.channel = sim.channel.threads[-1]
    assert [guest.name for guest in sim.manager.lobby.guests] == ["ben"]
    assert len(sim.pings()) == 1


async def test_a_rematch_invites_those_who_left(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd")
    await sim.more("cyd", "leave")
    leaving = sim.newest("cyd")
    await sim.click("cyd", leaving, "leavenow")
    await sim.more("ada", "end")
    await sim.click("ada", sim.newest("ada"), "endnow")
    await sim.click("ben", sim.table(), "rematch")
    assert [who.name for who in sim.manager.lobby.seats] == ["ben", "ada"]
    assert sim.table().text.count(KEPT) == 1
    (ping,) = [each for each in sim.pings() if PING in each]
    assert ping.startswith(f"{mentions(sim.people['cyd'])} **ben** ")


def call(sim: Sim) -> Shown:
    """The message in the channel that invites people."""
    (found,) = [each for each in sim.public() if each.is_ping]
    return found


async def test_a_call_says_when_all_have_sat_down_and_that_one_has_left_again(sim: Sim) -> None:
    await sim.slash("ada", "play")
    await invite(sim, [sim.people["ben"], sim.people["cyd"]])
    await sim.click("ben", call(sim), "join")
    assert "A seat is kept for each of you" in call(sim).text, "Cyd is still awaited"
    assert "Kept for cyd. 3 seats are free." in sim.table().alts[0]
    await sim.click("cyd", call(sim), "join")
    assert call(sim).text.endswith("All of you have a seat now.")
    assert call(sim).controls == {}
    assert sim.table().alts[0].endswith("3 seats are free.")
    await sim.click("cyd", sim.table(), "quit")
    assert "A seat is kept for each of you" in call(sim).text
    assert "join" in call(sim).controls
    await sim.click("cyd", call(sim), "join")
    await take_out(sim, "cyd")
    assert call(sim).text.startswith(f"{mentions(sim.people['ben'])} **ada** invited you")
    assert call(sim).text.endswith("You have a seat now.")


async def test_a_letter_says_that_one_has_a_seat_and_still_leads_there(sim: Sim) -> None:
    await sim.prefer("ben", "notices", "on")
    await play_with(sim, "ada", "ben")
    dm = sim.env.backend.get_dm_channel(sim.people["ben"].id).id
    (first,) = sim.messages(dm)
    await sim.click("ben", sim.table(), "join")
    (letter,) = sim.messages(dm)
    assert letter.text.endswith("You have a seat now.")
    assert letter.links == first.links
    await sim.click("ben", sim.table(), "quit")
    (letter,) = sim.messages(dm)
    assert letter.text == first.text


async def test_a_kill_after_the_last_has_joined_is_made_up_for(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_with(sim, "ada", "ben")
    with monkeypatch.context() as killed:
        killed.setattr("cogs.live.notifications.Invitations._corrections", lambda *_: [])
        await sim.click("ben", sim.table(), "join")
    assert "join" in call(sim).controls
    await sim.restart(killed=True)
    assert call(sim).text.endswith("You have a seat now.")


@pytest.mark.parametrize("end", ["start", "cancel"])
async def test_a_call_names_who_invited_also_after_another_is_host(sim: Sim, end: str) -> None:
    await play_with(sim, "ada", "ben")
    for name in ("cyd", "eve"):
        await sim.click(name, sim.table(), "join")
    await sim.click("ada", sim.table(), "quit")
    await sim.restart()
    await sim.click("cyd", sim.table(), end)
    if end == "cancel":
        await sim.click("cyd", sim.newest("cyd"), "cancelnow")
    assert f"{mentions(sim.people['ben'])} **ada** invited you" in call(sim).text


async def test_who_invited_and_wants_to_be_forgotten_is_not_kept(sim: Sim) -> None:
    await play_with(sim, "ada", "ben")
    await sim.click("cyd", sim.table(), "join")
    await sim.click("ada", sim.table(), "quit")
    assert sim.manager.lobby.knows(sim.people["ada"].id)
    assert await sim.manager.forget_person(sim.people["ada"].id)
    assert not sim.manager.lobby.knows(sim.people["ada"].id)
    assert [guest.name for guest in sim.manager.lobby.guests] == ["ben"]


async def test_the_list_of_tables_counts_kept_seats_as_free_for_those_invited_alone(
    sim: Sim,
) -> None:
    await sim.slash("ada", "play")
    for _ in range(4):
        await sim.choose("ada", sim.table(), "computer", ["easy"])
    await invite(sim, [sim.people["ben"]])
    for name, free in (("ben", True), ("eve", False)):
        listed = answer(await sim.slash(name, "games"))
        assert ("1 free seat" in listed.text) is free
        assert ("tablesjoin" in listed.controls) is free


async def test_the_first_row_of_a_lobby_invites_while_a_seat_is_free(sim: Sim) -> None:
    await sim.slash("ada", "play")
    await sim.click("ben", sim.table(), "join")
    (first, *_) = [each for each in sim.table().components if each["type"] == ROW]
    assert [each["label"] for each in first["components"]] == ["Join", "Invite", "Options", "Start"]
    told = sim.told(await sim.click("ben", sim.table(), "invitepeople"))
    assert told == "Only the host, **ada**, can do that."
    page = answer(await sim.click("ada", sim.table(), "invitepeople"))
    assert "Whom do you want at your table?" in page.text
    assert set(page.controls) == {"invite"}
    await sim.click("ada", sim.table(), "start")
    assert page.id not in {each.id for each in sim.screen("ada")}, "nobody is invited any more"


async def test_a_full_lobby_invites_nobody(sim: Sim) -> None:
    await sim.slash("ada", "play")
    custom_id = sim.table().controls["invitepeople"].custom_id
    for _ in range(5):
        await sim.choose("ada", sim.table(), "computer", ["easy"])
    assert "invitepeople" not in sim.table().controls
    (told,) = await sim.send(("ada", sim.table(), custom_id, ()))
    assert "at most 6 can play" in told
