from __future__ import annotations

from random import Random

import pytest
from driving import House, Shown

from bot.rules.state import Stage
from cogs.drawing import renderer


def pings(house: House) -> list[str]:
    return [each.text for each in house.public() if "<@" in each.text and not each.components]


async def test_three_people_and_a_computer_play_a_hand(house: House) -> None:
    await house.seat("ada", "ben", "cyd", computers=1)

    await house.play_hand()

    ended = house.manager.hands_scored[-1]
    text = house.table().text
    assert "Hand 1 is over" in text
    for seat, points in zip(house.manager.view(None).seats, ended.points, strict=True):
        assert f"**{seat.name}**: {points} point" in text
    for name, points in zip(("ada", "ben", "cyd"), ended.points, strict=False):
        assert f"You got {points} point" in house.hand(name).text


async def test_the_next_hand_is_dealt_when_everybody_is_ready(house: House) -> None:
    await house.seat("ada", "ben", computers=1)
    await house.play_hand()

    await house.click("ada", house.table(), "ready")
    assert "Ready: ada" in house.table().text
    await house.click("ben", house.hand("ben"), "ready")

    assert house.manager.view(None).hand_number == 2
    assert {"draw", "sort"} & set(house.hand("ada").controls)
    assert "Phase" in house.hand("ben").text


async def test_a_usual_turn_takes_two_clicks(house: House) -> None:
    await house.seat("ada", "ben")
    first = house.to_move()

    await house.click(first, house.hand(first), "draw")
    card = next(v for v in house.hand(first).controls["discard"].values if v[0] not in "WS")
    await house.choose(first, house.hand(first), "discard", [card])

    assert house.to_move() != first


async def test_solo_opens_the_hand_at_once(house: House) -> None:
    result = await house.slash("ada", "solo", opponents=5, level="easy")

    assert result.response is not None
    assert result.response.ephemeral
    assert {"sort"} <= set(house.hand("ada").controls)
    assert len(house.manager.view(None).seats) == 6


async def test_the_private_hands_follow_the_game_without_a_click(house: House) -> None:
    await house.seat("ada", "ben")
    first = house.to_move()
    other = "ben" if first == "ada" else "ada"
    before = house.hand(other).id

    await house.click(first, house.hand(first), "draw")
    card = next(v for v in house.hand(first).controls["discard"].values if v[0] not in "WS")
    await house.choose(first, house.hand(first), "discard", [card])

    assert house.hand(other).id == before
    assert "draw" in house.hand(other).controls
    assert "Your turn" in house.hand(other).text


async def test_one_ping_names_the_player_to_move(house: House) -> None:
    await house.seat("ada", "ben", "cyd")

    rng = Random(3)
    for _ in range(12):
        await house.step(rng)
        mover = house.people[house.to_move()].id
        assert pings(house) == [f"<@{mover}> your turn"]


async def test_nobody_is_pinged_while_alone_with_computers(house: House) -> None:
    await house.slash("ada", "solo", opponents=2)

    assert pings(house) == []


async def test_nothing_else_is_posted(house: House) -> None:
    await house.seat("ada", "ben", computers=1)
    await house.play_hand()

    assert [bool(each.components) for each in house.public()] == [True]


async def test_sorting_is_kept_through_the_turn(house: House) -> None:
    await house.seat("ada", "ben")
    name = house.to_move()

    await house.click(name, house.hand(name), "sort")
    sorted_by_colour = house.hand(name).alts[0]
    await house.click(name, house.hand(name), "draw")

    assert house.hand(name).controls["sort"].label == "Sort by number"
    assert sorted_by_colour != ""
    assert house.hand(name).controls["discard"].custom_id.endswith(":colour")


async def test_a_chosen_hit_goes_where_it_was_meant(house: House) -> None:
    await house.seat("ada", "ben")
    name = await house.until("hit")
    value = house.hand(name).controls["hit"].values[-1]
    owner, group, code = value.split(".")
    before = house.manager.view(None).seats[int(owner)].groups[int(group)]

    await house.choose(name, house.hand(name), "hit", [value])

    after = house.manager.view(None).seats[int(owner)].groups
    assert not after or len(after[int(group)]) == len(before) + 1
    assert not after or code in [card.code for card in after[int(group)].cards]


async def test_another_way_to_lay_is_laid(house: House) -> None:
    await house.seat("ada", "ben")
    name = await house.until("ways")
    last = house.hand(name).controls["ways"].values[-1]

    await house.choose(name, house.hand(name), "ways", [last])

    seat = house.manager.seat_of(house.people[name].id)
    assert seat is not None
    assert house.manager.view(None).seats[seat].groups


async def test_the_table_moves_down_when_the_talk_has_passed_it(house: House) -> None:
    await house.seat("ada", "ben")
    before = house.table().id

    for _ in range(9):
        await house.people["cyd"].send(house.channel, "chat")
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")

    assert house.table().id != before
    assert before not in [each.id for each in house.public()]
    assert house.public()[-1].id == house.table().id


async def test_the_table_stays_where_it_is_for_a_few_messages(house: House) -> None:
    await house.seat("ada", "ben")
    before = house.table().id

    for _ in range(8):
        await house.people["cyd"].send(house.channel, "chat")
    name = house.to_move()
    await house.click(name, house.hand(name), "draw")

    assert house.table().id == before


async def test_a_deleted_table_is_posted_anew(house: House) -> None:
    await house.seat("ada", "ben")
    before = house.table().id
    house.env.backend.delete_message(house.channel.id, before)
    await house.env.settle()

    name = house.to_move()
    await house.click(name, house.hand(name), "draw")

    assert house.table().id != before
    assert house.manager.table is not None
    assert house.manager.table.message_id == house.table().id


async def test_the_table_command_posts_it_at_the_bottom(house: House) -> None:
    await house.seat("ada", "ben")
    before = house.table().id
    await house.people["cyd"].send(house.channel, "chat")

    result = await house.slash("cyd", "table")

    assert house.public()[-1].id == house.table().id != before
    assert str(house.table().id) in house.told(result)


async def test_scores_before_and_after_a_hand(house: House) -> None:
    await house.seat("ada", "ben", computers=1)
    empty = await house.slash("cyd", "scores")
    await house.play_hand()
    full = await house.slash("cyd", "scores")

    assert "still empty" in house.told(empty)
    assert full.response is not None
    shown = Shown(full.response._message)
    assert "Hand 1:" in shown.alts[0]
    assert [each.filename for each in full.response.attachments] == ["scores.png"]


async def test_the_commitment_is_shown_in_the_first_hand(house: House) -> None:
    await house.seat("ada", "ben")

    assert house.manager.view(None).commitment in house.table().text


async def test_rules_have_pages(house: House) -> None:
    result = await house.slash("cyd", "rules", topic="scoring")
    assert "25" in house.told(result)
    assert result.response is not None

    turned = await house.choose("cyd", Shown(result.response._message), "topic", ["phases"])

    assert "run of 9" in house.told(turned)


async def test_the_game_goes_on_without_a_picture_that_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> bytes:
        raise OSError("no font")

    await house.seat("ada", "ben")
    name = house.to_move()
    monkeypatch.setattr(renderer("standard"), "hand", broken)

    await house.click(name, house.hand(name), "draw")

    assert house.hand(name).alts == []
    assert "discard" in house.hand(name).controls
    assert house.manager.view(None).stage is Stage.PLAY


async def test_a_reminder_takes_the_place_of_the_ping(house: House) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    assert "time is up <t:" in house.table().text
    first = pings(house)

    await house.env.advance_time(46)

    (reminder,) = pings(house)
    assert reminder != first[0]
    assert "a quarter of the time is left" in reminder


async def test_who_was_away_is_welcomed_back(house: House) -> None:
    await house.seat("ada", "ben", turn_limit=60)
    await house.env.advance_time(61 * 8)
    table = house.manager.table
    assert table is not None
    away = next(each for each in table.occupants if each.away)
    name = house.name_of(away.user_id)
    await house.click(name, house.table(), "hand")

    assert "Welcome back" in house.hand(name).text
