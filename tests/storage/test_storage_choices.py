"""What servers and people chose."""

from __future__ import annotations

from pathlib import Path

import pytest
from stored import raw

from bot.model import PersonalChoices, ServerChoices
from bot.storage.store import SqlStore


async def test_what_was_never_chosen_is_as_it_is_by_default(store: SqlStore) -> None:
    assert await store.server_choices(1) == ServerChoices()
    assert await store.personal_choices(1) == PersonalChoices()


async def test_choices_come_back_each_for_its_own(store: SqlStore) -> None:
    await store.put_server_choices(1, ServerChoices(theme="high-contrast"))
    await store.put_server_choices(1, ServerChoices(theme="colour-blind"))
    await store.put_personal_choices(1, PersonalChoices(theme="playing-cards"))
    assert await store.server_choices(1) == ServerChoices(theme="colour-blind")
    assert await store.server_choices(2) == ServerChoices()
    assert await store.personal_choices(1) == PersonalChoices(theme="playing-cards")


async def test_choices_outlive_a_restart(path: Path) -> None:
    store = await SqlStore.open(path)
    await store.put_personal_choices(2**63 - 1, PersonalChoices(theme="high-contrast"))
    await store.close()
    again = await SqlStore.open(path)
    assert (await again.personal_choices(2**63 - 1)).theme == "high-contrast"
    await again.close()


@pytest.mark.parametrize("text", ["", "[]", '{"theme": 5}', "{"])
async def test_damaged_choices_are_the_defaults(store: SqlStore, path: Path, text: str) -> None:
    await store.put_server_choices(1, ServerChoices(theme="high-contrast"))
    with raw(path) as connection:
        connection.execute("UPDATE server_choices SET choices = ?", (text,))
    assert await store.server_choices(1) == ServerChoices()


async def test_choices_of_a_later_program_do_not_hurt(store: SqlStore, path: Path) -> None:
    await store.put_server_choices(1, ServerChoices(theme="high-contrast"))
    with raw(path) as connection:
        connection.execute(
            "UPDATE server_choices SET choices = ?", ('{"theme":"colour-blind","sound":"loud"}',)
        )
    assert (await store.server_choices(1)).theme == "colour-blind"
