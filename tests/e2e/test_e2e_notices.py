"""Direct messages to people for whom a slow game waits."""

from __future__ import annotations

from driving import Shown, Sim, other_than
from faulting import POST
from simcord import ResponseMessage

from bot.preferences import DirectNotices
from bot.seating import DAY

UNTIL_HANDS_EXPIRE = 15 * 60 + 1


def letters(sim: Sim, name: str) -> list[Shown]:
    channel = sim.env.backend.get_dm_channel(sim.people[name].id)
    return [each for each in sim.messages(channel.id) if not each.private]


async def begin(sim: Sim, **options: object) -> tuple[str, str]:
    """A game between two who want notices; who is to move, and who is not."""
    for name in ("ada", "ben"):
        await sim.prefer(name, "notices", "on")
    await sim.seat("ada", "ben", **options)
    mover = sim.to_move()
    return mover, other_than(mover)


async def click_there(sim: Sim, name: str, shown: Shown, custom_id: str) -> Shown:
    """Click in a direct message; the private answer, or the message as it is then."""
    person, message = sim.people[name].user, ResponseMessage(sim.env, shown.raw)
    result = await person.click(message, custom_id=custom_id)
    return Shown(result.response._message) if result.response else shown


async def discard_there(sim: Sim, name: str, hand: Shown) -> None:
    """Discard a card in a direct message, and answer the question if there is one."""
    await click_there(sim, name, hand, hand.cards[0][1])
    if sim.to_move() == name:
        await click_there(sim, name, hand, hand.ids("discardnow")[0])


async def test_a_notice_comes_once_opens_the_hand_there_and_goes_with_the_turn(sim: Sim) -> None:
    mover, other = await begin(sim, turn_limit=3 * DAY)
    await sim.env.advance_time(300)
    assert letters(sim, mover) == []  # their hand is still on their screen
    await sim.env.advance_time(UNTIL_HANDS_EXPIRE)
    (letter,) = letters(sim, mover)
    for said in (
        "Your turn: draw a card.",
        "games · ",
        "You have until <t:",
        "/phase10 preferences",
    ):
        assert said in letter.text
    place = f"{sim.guild.id}/{sim.channel.id}/{sim.table().id}"
    assert letter.links == [f"https://discord.com/channels/{place}"]
    await sim.restart()
    await sim.env.advance_time(3600)
    assert [each.id for each in letters(sim, mover)] == [letter.id]
    hand = await click_there(sim, mover, letter, letter.controls["hand"].custom_id)
    assert hand.private
    assert "permission" not in hand.text
    await click_there(sim, mover, hand, hand.controls["draw"].custom_id)
    assert [each.id for each in letters(sim, mover)] == [letter.id]
    await discard_there(sim, mover, hand)
    assert sim.to_move() == other
    assert (letters(sim, mover), letters(sim, other)) == ([], [])
    await sim.env.advance_time(UNTIL_HANDS_EXPIRE)
    assert len(letters(sim, other)) == 1


async def test_who_cannot_be_written_to_is_told_once_and_not_tried_again(sim: Sim) -> None:
    mover, _ = await begin(sim)
    sim.env.inject_error(*POST, status=403, code=50007)
    await sim.env.advance_time(UNTIL_HANDS_EXPIRE)
    person = await sim.bot.services.preferences.person(sim.people[mover].id)
    assert person.notices is DirectNotices.REFUSED
    await sim.restart()
    await sim.env.advance_time(UNTIL_HANDS_EXPIRE)
    assert letters(sim, mover) == []
    await sim.click(mover, sim.table(), "hand")
    assert "Discord did not let me" in sim.hand(mover).text
    await sim.click(mover, sim.table(), "hand")
    assert "Discord did not let me" not in sim.hand(mover).text
