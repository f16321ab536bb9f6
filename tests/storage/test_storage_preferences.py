"""What servers and people chose."""

from __future__ import annotations

from databases import Where, raw

from bot.preferences import ServerPreferences
from bot.seating import Level
from bot.storage.database import Database
from bot.storage.preferences import load_preferences, put_preferences


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
