"""The Hint button: one private sentence, and nothing in the game moves."""

from __future__ import annotations

from driving import House
from kit import held

from bot.rules.cards import Card
from bot.rules.state import Seat, Stage

TEN = "R5 B5 G5 R9 B9 R1 B2 G11 Y12 R3"


async def _to_draw(house: House, top: str) -> str:
    """Ada is to draw and this lies on the discards."""
    await house.seat("ada", "ben")
    seats = (Seat(hand=held(TEN), trying=1), Seat(hand=held("R4 B4 G4"), trying=1))
    pile: tuple[Card, ...] = held("Y1 Y2 Y3 Y4 Y5 Y6")
    mover = house.manager.view(None).turn
    assert mover is not None
    await house.put(
        seats=seats if mover == 0 else seats[::-1],
        stage=Stage.DRAW,
        discard_pile=held(top),
        draw_pile=pile,
    )
    return house.to_move()


async def test_a_hint_says_what_to_do_and_why(house: House) -> None:
    name = await _to_draw(house, "G1 Y9")
    version, shown = house.manager.version, house.hand(name)

    await house.click(name, shown, "hint")

    assert "Hint: take Yellow 9, as it completes your phase." in house.hand(name).text
    assert house.hand(name).id == shown.id
    assert house.manager.version == version
    assert "Hint" not in house.table().text
    assert {"draw", "take", "hint"} <= set(house.hand(name).controls)


async def test_the_hint_goes_when_the_game_goes_on(house: House) -> None:
    name = await _to_draw(house, "G1 Y9")
    await house.click(name, house.hand(name), "hint")

    await house.click(name, house.hand(name), "take")

    assert "as it completes your phase" not in house.hand(name).text
    await house.click(name, house.hand(name), "hint")
    assert "Hint: lay your phase as set of 5s" in house.hand(name).text


async def test_nobody_else_sees_it_and_who_is_not_to_move_has_no_button(house: House) -> None:
    name = await _to_draw(house, "G1 Y9")
    other = "ben" if name == "ada" else "ada"
    await house.click(name, house.hand(name), "hint")

    assert "hint" not in house.hand(other).controls
    assert "Hint" not in house.hand(other).text


async def test_a_stale_hint_says_so_and_changes_nothing(house: House) -> None:
    name = await _to_draw(house, "G1 Y9")
    stale = house.hand(name).controls["hint"].custom_id
    await house.click(name, house.hand(name), "draw")
    version = house.manager.version

    await house.send((name, house.hand(name), stale, ()))

    assert "Hint:" not in house.hand(name).text
    assert house.manager.version == version
    assert "moved on" in house.hand(name).text or "since" in house.hand(name).text


async def test_a_hint_for_each_thing_that_is_due(house: House) -> None:
    """From the draw to the discard of whole turns there is always a hint to be had."""
    await house.seat("ada", "ben", edition="masters")
    told = set()
    for _ in range(24):
        await house.deal_if_due()
        name = house.to_move()
        version = house.manager.version
        await house.click(name, house.hand(name), "hint")
        told |= {line for line in house.hand(name).text.splitlines() if line.startswith("Hint: ")}
        assert house.manager.version == version
        await house.step(house.bot.config.rng)
    assert len(told) >= 6
