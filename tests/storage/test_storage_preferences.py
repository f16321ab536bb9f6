"""What servers and people chose."""

from __future__ import annotations

from databases import Where, raw

from bot.preferences import PersonalPreferences, ServerPreferences
from bot.storage.database import Database
from bot.storage.preferences import load_preferences, put_preferences
from bot.tables import Level


async def test_choices_come_back_each_for_its_own(store: Database) -> None:
    await store.write(put_preferences, 1, ServerPreferences(theme="high-contrast"))
    await store.write(put_preferences, 1, ServerPreferences(theme="colour-blind"))
    await store.write(put_preferences, 1, PersonalPreferences(theme="playing-cards"))
    assert await store.read(load_preferences, ServerPreferences, 1) == ServerPreferences(
        theme="colour-blind"
    )
    assert await store.read(load_preferences, ServerPreferences, 2) == ServerPreferences()
    assert await store.read(load_preferences, PersonalPreferences, 2) == PersonalPreferences()
    assert await store.read(load_preferences, PersonalPreferences, 1) == PersonalPreferences(
        theme="playing-cards"
    )


async def test_what_makes_no_sense_costs_only_itself(store: Database, where: Where) -> None:
    await store.write(put_preferences, 1, ServerPreferences(theme="high-contrast"))
    for text, wanted in (
        *((text, ServerPreferences()) for text in ("", "[]", '{"theme": 5}', "{")),
        ('{"theme":"colour-blind","sound":"loud"}', ServerPreferences(theme="colour-blind")),
        (
            '{"pings":"weekly","channels":"all","level":"hard","computers":0}',
            ServerPreferences(level=Level.HARD, computers=False),
        ),
    ):
        with raw(where) as connection:
            connection.execute("UPDATE server_choices SET choices = ?", (text,))
        assert await store.read(load_preferences, ServerPreferences, 1) == wanted, text
