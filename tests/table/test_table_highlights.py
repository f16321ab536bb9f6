from __future__ import annotations

from random import Random

from fakes_table import ADA, BEN, World

from bot.rules.views import HighlightKind


async def test_each_highlight_is_announced_once_as_everybody_may_see_it(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    found, rng = world.announcer.highlights, Random(1)
    for _ in range(400):
        if len(found) >= 2:
            break
        user_id = world.to_act
        action = world.eager.choose(manager.view(user_id), manager.legal(user_id), rng)
        await manager.act(user_id, manager.version, action)
        await world.clock.settle()
    assert found[0].kind is HighlightKind.LAID
    assert all(each.view.me is None and each.view.hand == () for each in found)
    assert len({each.view.version for each in found}) == len(found)
    kinds = [(each.kind, each.seats, each.view.seats[each.seats[0]].trying) for each in found]
    assert len(set(kinds)) == len(kinds)
    shown = len(found)
    await world.restart()
    assert len(found) == shown, "a new process announces none of them again"
