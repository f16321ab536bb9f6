"""Reactions at a table: one of each person, within bounds."""

from __future__ import annotations

from random import Random

import pytest
from fakes_table import ADA, BEN, World, refused

from bot.table.errors import TableError
from bot.table.play import MOST_REACTIONS, with_reaction
from bot.tables import REACTIONS


async def test_each_person_counts_once_with_what_they_tapped_last(world: World) -> None:
    game, last, rng = (await world.seated(ADA, BEN)).game, dict[int, int](), Random(1)
    for _ in range(300):
        user_id, kind = rng.randrange(5), rng.randrange(len(REACTIONS))
        game = with_reaction(game, user_id, kind)
        if last.get(user_id) == kind:
            del last[user_id]
        else:
            last[user_id] = kind
        kinds = list(last.values())
        assert game.table.reaction_counts == tuple(map(kinds.count, range(len(REACTIONS))))


async def test_there_are_at_most_so_many(world: World) -> None:
    game = (await world.seated(ADA, BEN)).game
    for user_id in range(MOST_REACTIONS):
        game = with_reaction(game, user_id, 0)
    with pytest.raises(TableError, match="too_many_reactions"):
        with_reaction(game, MOST_REACTIONS, 0)
    # Who is among them can still change.
    assert with_reaction(game, 0, 1).table.reaction_counts[1] == 1


async def test_nobody_reacts_while_a_hand_goes_on(world: World) -> None:
    manager = await world.seated(ADA, BEN)
    await refused("moment_passed", manager.react(ADA.user_id, manager.version, 0))
    assert manager.game.table.reactions == ()
