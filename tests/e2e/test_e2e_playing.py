from __future__ import annotations

from random import Random

import pytest
from driving import Shown, Sim

from bot.render import Canvas
from bot.rules.state import Stage
from cogs.live import pictures
from cogs.rules import CHECKING_PAGE


def pings(sim: Sim) -> list[str]:
    return [each.text for each in sim.public() if each.is_ping]


async def test_three_people_and_a_computer_play_a_hand(sim: Sim) -> None:
    await sim.seat("ada", "ben", "cyd", computers=1)

    await sim.play_hand()

    ended = sim.manager.game.scored[-1]
    assert "Hand 1 is over" in sim.table().text
    described = sim.table().alts[0]
    assert described.startswith("Hand 1 is over. ")
    for seat, points in zip(sim.manager.view(None).seats, ended.points, strict=True):
        assert f"{seat.name}: {points} point" in described
        assert f"{seat.name}**: {points} point" not in sim.table().text
    for name, points in zip(("ada", "ben", "cyd"), ended.points, strict=False):
        told = f"cost you {points} point" if points else "You went out, so you get no points."
        assert told in sim.hand(name).text


async def test_the_next_hand_is_dealt_when_everybody_is_ready(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    await sim.play_hand()

    await sim.click("ada", sim.hand("ada"), "handready")
    assert "Ready: ada" in sim.table().text
    assert "You are ready; the table is waiting for **ben**." in sim.hand("ada").text
    assert not sim.hand("ada").controls
    await sim.click("ben", sim.hand("ben"), "handready")

    assert sim.manager.view(None).hand_number == 2
    assert {"draw", "sort"} & set(sim.hand("ada").controls)
    assert "Phase" in sim.hand("ben").text


async def test_a_usual_turn_takes_two_clicks(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    first = sim.to_move()

    await sim.click(first, sim.hand(first), "draw")
    card = next(v for v in sim.hand(first).controls["discard"].values if v[0] not in "WS")
    await sim.choose(first, sim.hand(first), "discard", [card])

    assert sim.to_move() != first


async def test_solo_opens_the_hand_at_once(sim: Sim) -> None:
    result = await sim.slash("ada", "solo", opponents=5, level="easy")

    assert result.response is not None
    assert result.response.ephemeral
    assert {"sort"} <= set(sim.hand("ada").controls)
    assert len(sim.private("ada").view(None).seats) == 6


async def test_the_private_hands_follow_the_game_without_a_click(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    first = sim.to_move()
    other = "ben" if first == "ada" else "ada"
    before = sim.hand(other).id

    await sim.click(first, sim.hand(first), "draw")
    card = next(v for v in sim.hand(first).controls["discard"].values if v[0] not in "WS")
    await sim.choose(first, sim.hand(first), "discard", [card])

    assert sim.hand(other).id == before
    assert "draw" in sim.hand(other).controls
    assert "Your turn" in sim.hand(other).text


@pytest.mark.parametrize("edition", ["classic", "masters"])
async def test_one_ping_names_the_player_to_move_if_they_have_not_just_begun(
    sim: Sim, edition: str
) -> None:
    await sim.seat("ada", "ben", "cyd", edition=edition)
    rng = Random(3)
    while sim.to_move() == "ada":
        assert pings(sim) == []
        await sim.step(rng)

    for _ in range(8):
        mover = sim.people[sim.to_move()].id
        assert pings(sim) == [f"<@{mover}> your turn"]
        await sim.step(rng)


async def test_the_ping_opens_the_hand(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    await sim.turn()
    name = sim.to_move()
    before = sim.hand(name).id
    (ping,) = [each for each in sim.public() if each.is_ping]

    await sim.click(name, ping, "hand")

    assert sim.hand(name).id != before
    assert "draw" in sim.hand(name).controls


async def test_nobody_is_pinged_while_alone_with_computers(sim: Sim) -> None:
    await sim.seat("ada", computers=2)

    assert pings(sim) == []


async def test_nothing_else_is_posted(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    await sim.play_hand()

    assert [bool(each.components) for each in sim.public()] == [True]


async def test_sorting_is_kept_through_the_turn(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = sim.to_move()

    await sim.click(name, sim.hand(name), "sort")
    sorted_by_colour = sim.hand(name).alts[0]
    await sim.click(name, sim.hand(name), "draw")

    assert sim.hand(name).controls["sort"].label == "Sort by number"
    assert sorted_by_colour != ""
    assert sim.hand(name).controls["discard"].custom_id.endswith(":colour")


async def test_a_chosen_hit_goes_where_it_was_meant(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = await sim.until("hit")
    value = sim.hand(name).controls["hit"].values[-1]
    owner, group, code = value.split(".")
    before = sim.manager.view(None).seats[int(owner)].groups[int(group)]

    await sim.choose(name, sim.hand(name), "hit", [value])

    after = sim.manager.view(None).seats[int(owner)].groups
    assert not after or len(after[int(group)]) == len(before) + 1
    assert not after or code in [card.code for card in after[int(group)].cards]


async def test_another_way_to_lay_is_laid(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    name = await sim.until("ways")
    last = sim.hand(name).controls["ways"].values[-1]

    await sim.choose(name, sim.hand(name), "ways", [last])

    seat = sim.manager.seat_of(sim.people[name].id)
    assert seat is not None
    assert sim.manager.view(None).seats[seat].groups


async def test_the_table_moves_down_when_the_talk_has_passed_it(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    before = sim.table().id

    for _ in range(9):
        await sim.people["cyd"].send(sim.channel, "chat")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")

    assert sim.table().id != before
    assert before not in [each.id for each in sim.public()]
    assert sim.public()[-1].id == sim.table().id


async def test_the_table_stays_where_it_is_for_a_few_messages(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    before = sim.table().id

    for _ in range(8):
        await sim.people["cyd"].send(sim.channel, "chat")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")

    assert sim.table().id == before


async def test_a_deleted_table_is_posted_anew(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    before = sim.table().id
    sim.env.backend.delete_message(sim.channel.id, before)
    await sim.env.settle()

    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")

    assert sim.table().id != before
    assert sim.manager.table is not None
    assert sim.manager.table.message_id == sim.table().id


async def test_the_table_command_posts_it_at_the_bottom(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    before = sim.table().id
    await sim.people["cyd"].send(sim.channel, "chat")

    result = await sim.slash("cyd", "table")

    assert sim.public()[-1].id == sim.table().id != before
    assert str(sim.table().id) in sim.told(result)


async def test_scores_before_and_after_a_hand(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    empty = await sim.click("cyd", sim.table(), "scores")
    await sim.play_hand()
    full = await sim.click("cyd", sim.table(), "scores")

    assert "still empty" in sim.told(empty)
    assert full.response is not None
    shown = Shown(full.response._message)
    assert "Hand 1:" in shown.alts[0]
    assert [each.filename for each in full.response.attachments] == ["scores.png"]


async def test_the_commitment_is_behind_the_rules(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    commitment = sim.manager.view(None).commitment
    rules = await sim.click("ada", sim.table(), "rules")
    assert rules.response is not None

    page = await sim.choose("ada", Shown(rules.response._message), "topic", ["fair_shuffles"])

    assert commitment[:8] not in sim.table().text
    assert commitment in sim.told(page)
    assert page.response is not None
    assert sim.files(Shown(page.response._message)) == [CHECKING_PAGE.read_bytes()]


async def test_rules_have_pages(sim: Sim) -> None:
    result = await sim.slash("cyd", "rules", topic="scoring")
    assert "25" in sim.told(result)
    assert result.response is not None

    turned = await sim.choose("cyd", Shown(result.response._message), "topic", ["phases"])

    assert "run of 9" in sim.told(turned)


async def test_the_game_goes_on_without_a_picture_that_fails(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> Canvas:
        raise OSError("no font")

    await sim.seat("ada", "ben")
    name = sim.to_move()
    monkeypatch.setattr(pictures, "paint_hand", broken)

    await sim.click(name, sim.hand(name), "draw")

    assert sim.hand(name).alts == []
    assert "discard" in sim.hand(name).controls
    assert sim.manager.view(None).stage is Stage.PLAY


async def test_a_reminder_takes_the_place_of_the_ping(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    assert "time is up <t:" in sim.table().text
    await sim.turn()
    first = pings(sim)

    await sim.env.advance_time(46)

    (reminder,) = pings(sim)
    assert reminder != first[0]
    assert "a quarter of the time is left" in reminder


async def test_who_was_away_is_welcomed_back(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    await sim.env.advance_time(61 * 8)
    table = sim.manager.table
    assert table is not None
    away = next(each for each in table.occupants if each.away)
    name = sim.name_of(away.user_id)
    await sim.click(name, sim.table(), "hand")

    assert "Welcome back" in sim.hand(name).text
