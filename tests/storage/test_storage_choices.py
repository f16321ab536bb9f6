"""What servers and people chose."""

from __future__ import annotations

import pytest
from databases import Where, raw

from bot.model import Level, PersonalPreferences, Pings, ServerPreferences
from bot.storage.store import SqlStore


async def test_choices_come_back_each_for_its_own(store: SqlStore) -> None:
    await store.put_preferences(1, ServerPreferences(theme="high-contrast"))
    await store.put_preferences(1, ServerPreferences(theme="colour-blind"))
    await store.put_preferences(1, PersonalPreferences(theme="playing-cards"))
    assert await store.preferences(ServerPreferences, 1) == ServerPreferences(theme="colour-blind")
    assert await store.preferences(ServerPreferences, 2) == ServerPreferences()
    assert await store.preferences(PersonalPreferences, 2) == PersonalPreferences()
    assert await store.preferences(PersonalPreferences, 1) == PersonalPreferences(
        theme="playing-cards"
    )


@pytest.mark.parametrize("text", ["", "[]", '{"theme": 5}', "{"])
async def test_damaged_choices_are_the_defaults(store: SqlStore, where: Where, text: str) -> None:
    await store.put_preferences(1, ServerPreferences(theme="high-contrast"))
    with raw(where) as connection:
        connection.execute("UPDATE server_choices SET choices = ?", (text,))
    assert await store.preferences(ServerPreferences, 1) == ServerPreferences()


async def test_choices_of_a_later_program_do_not_hurt(store: SqlStore, where: Where) -> None:
    await store.put_preferences(1, ServerPreferences(theme="high-contrast"))
    with raw(where) as connection:
        connection.execute(
            "UPDATE server_choices SET choices = ?", ('{"theme":"colour-blind","sound":"loud"}',)
        )
    assert (await store.preferences(ServerPreferences, 1)).theme == "colour-blind"


async def test_a_choice_that_makes_no_sense_costs_only_itself(
    store: SqlStore, where: Where
) -> None:
    await store.put_preferences(1, ServerPreferences(theme="high-contrast"))
    text = '{"theme":"colour-blind","pings":"weekly","channels":"all","level":"hard","computers":0}'
    with raw(where) as connection:
        connection.execute("UPDATE server_choices SET choices = ?", (text,))
    wanted = ServerPreferences(theme="colour-blind", level=Level.HARD, computers=False)
    assert await store.preferences(ServerPreferences, 1) == wanted


async def test_all_that_can_be_chosen_comes_back_after_a_restart(
    store: SqlStore, where: Where
) -> None:
    server = ServerPreferences(
        theme="colour-blind",
        edition="masters",
        turn_limit=60,
        locale="en",
        channels=(2**63 - 1, 7),
        pings=Pings.PAUSE,
        computers=False,
        level=Level.EASY,
    )
    await store.put_preferences(1, server)
    person = PersonalPreferences(theme="colour-blind", locale="en", pictures=False)
    await store.put_preferences(2**63 - 1, person)
    await store.close()
    again = await SqlStore.open(where)
    assert await again.preferences(ServerPreferences, 1) == server
    assert await again.preferences(PersonalPreferences, 2**63 - 1) == person
    await again.close()
