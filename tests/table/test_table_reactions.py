"""Reactions at a table: one of each person, within bounds."""

from __future__ import annotations

import pytest
from fakes_table import ADA, BEN, World
from hypothesis import given
from hypothesis import strategies as st

from bot.model import REACTIONS
from bot.table.errors import TableError
from bot.table.play import MOST_REACTIONS, with_reaction

TAPS = st.lists(st.tuples(st.integers(1, 5), st.integers(0, len(REACTIONS) - 1)))


@pytest.fixture
async def world() -> World:
    world = World()
    await world.seated(ADA, BEN)
    return world


@given(TAPS)
async def test_each_person_counts_once_with_what_they_tapped_last(
    taps: list[tuple[int, int]],
) -> None:
    world = World()
    await world.seated(ADA, BEN)
    game, last = world.manager.game, dict[int, int]()
    for user_id, kind in taps:
        game = with_reaction(game, user_id, kind)
        if last.get(user_id) == kind:
            del last[user_id]
        else:
            last[user_id] = kind
    kinds = list(last.values())
    assert game.table.reaction_counts == tuple(map(kinds.count, range(len(REACTIONS))))


async def test_there_are_at_most_so_many(world: World) -> None:
    game = world.manager.game
    for user_id in range(MOST_REACTIONS):
        game = with_reaction(game, user_id, 0)
    with pytest.raises(TableError) as refused:
        with_reaction(game, MOST_REACTIONS, 0)
    assert refused.value.code == "too_many_reactions"
    # Who is among them can still change.
    assert with_reaction(game, 0, 1).table.reaction_counts[1] == 1


async def test_nobody_reacts_while_a_hand_goes_on(world: World) -> None:
    with pytest.raises(TableError) as refused:
        await world.manager.react(ADA.user_id, world.manager.version, 0)
    assert refused.value.code == "moment_passed"
    assert world.manager.game.table.reactions == ()
