"""Fifty clicks at the same moment by six people on one table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from driving import MENUS, USEFUL, House, Shown
from kit import all_cards, deck_of

from bot.rules import record
from bot.rules.record import event_line, header_line
from bot.rules.state import Stage

CROWD = ("ada", "ben", "cyd", "eve", "dee", "fay")
CLICKS, STORMS = 50, 6
Storm = list[tuple[str, Shown, str, Sequence[str]]]


async def test_fifty_clicks_at_once_count_once(house: House) -> None:
    for name in CROWD[4:]:
        house.people[name] = house.guild.add_member(house.env.create_user(name))
    await house.seat(*CROWD)
    rng = Random(11)
    for _ in range(STORMS):
        version, name = house.manager.version, house.to_move()
        # Of several hands that were opened at once, any may be the one that is kept up to date.
        await house.click(name, house.table(), "hand")
        storm, steps = _storm(house, name, rng)

        told = await house.send(*storm)

        # Of all the clicks made for this version one counted, with all of its actions.
        assert version < house.manager.version <= version + steps
        assert len(told) == CLICKS
        _check_whole(house)
        if house.manager.view(None).stage is Stage.DEAL:
            await house.deal_if_due()


def _storm(house: House, name: str, rng: Random) -> tuple[Storm, int]:
    """Clicks of everybody on everything, those of the person to move among them.

    Also how many actions the longest of them consists of.
    """
    shown = house.hand(name)
    useful: Storm = []
    for verb in (*USEFUL, "discard"):
        if verb in shown.controls:
            control = shown.controls[verb]
            values = [rng.choice(control.values)] if verb in MENUS or control.values else ()
            useful.append((name, shown, control.custom_id, values))
    everybody: Storm = [
        (each, house.table(), house.table().controls["hand"].custom_id, ()) for each in CROWD
    ]
    # Somebody else presses what only the person to move may press.
    foreign: Storm = [(rng.choice(CROWD), *click[1:]) for click in useful]
    storm = useful * 2 + [rng.choice(useful + everybody + foreign) for _ in range(CLICKS)]
    storm = storm[:CLICKS]
    rng.shuffle(storm)
    cards = len(house.manager.view(house.people[name].id).hand)
    return storm, cards


def _check_whole(house: House) -> None:
    """No card is lost or doubled, and the database holds what the table does."""
    play = house.manager._play
    assert play is not None
    assert all_cards(play.state) == deck_of(play.state.game.rules)


async def test_the_record_of_a_stormy_game_verifies(house: House) -> None:
    await house.seat("ada", "ben", "cyd")
    rng = Random(3)
    for _ in range(STORMS):
        await house.click(house.to_move(), house.table(), "hand")
        storm, _ = _storm(house, house.to_move(), rng)
        await house.send(*[click for click in storm if click[0] in CROWD[:3]])
        await house.deal_if_due()

    await house.slash("ada", "end")
    ask = next(each for each in reversed(house.screen("ada")) if "endnow" in each.controls)
    await house.click("ada", ask, "endnow")

    play = house.manager._play
    assert play is not None
    lines = await house.bot.desk.store.record(play.table.game_id)
    assert lines is not None
    assert lines[0] == record.dumps(header_line(play.state.game))
    assert lines[-1] == record.dumps(event_line(play.state.result))  # type: ignore[arg-type]
    (verdict,) = record.verify(lines)
    assert verdict.state.version == play.state.version
