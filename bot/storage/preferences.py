"""The preferences of servers and people."""

from __future__ import annotations

import logging
from typing import TypeVar, cast

from pydantic import TypeAdapter
from sqlalchemy import Connection, select

from bot.preferences import PersonalPreferences, ServerPreferences

from .errors import problem
from .schema import personal_preferences, server_preferences, upsert

PreferencesKind = TypeVar("PreferencesKind", ServerPreferences, PersonalPreferences)
_ADAPTERS = {kind: TypeAdapter(kind) for kind in (ServerPreferences, PersonalPreferences)}
_STORED_IN = {ServerPreferences: server_preferences, PersonalPreferences: personal_preferences}
_log = logging.getLogger(__name__)


def load_preferences(
    connection: Connection, kind: type[PreferencesKind], owner_id: int
) -> PreferencesKind:
    """The preferences of a server or a person, with defaults."""
    table = _STORED_IN[kind]
    (key,) = table.primary_key
    text = connection.scalar(select(table.c.choices).where(key == owner_id))
    return kind() if text is None else _parsed(kind, text)


def _parsed(kind: type[PreferencesKind], text: str) -> PreferencesKind:
    try:
        return cast("PreferencesKind", _ADAPTERS[kind].validate_json(text))
    except ValueError as error:
        _log.error("choices are damaged (%s)", problem(error))
        return kind()


def put_preferences(
    connection: Connection, owner_id: int, chosen: ServerPreferences | PersonalPreferences
) -> None:
    table = _STORED_IN[type(chosen)]
    (key,) = table.primary_key
    text = _ADAPTERS[type(chosen)].dump_json(chosen).decode()
    upsert(connection, table, [{key.name: owner_id, "choices": text}])


def announcing_servers(connection: Connection) -> dict[int, int]:
    """The servers that chose a channel for announcements or daily hands, or a champions' role.

    Each with the hour of its daily posts, in UTC.
    """
    rows = connection.execute(select(server_preferences))
    chosen = {guild_id: _parsed(ServerPreferences, text) for guild_id, text in rows}
    return {
        guild_id: one.daily_hour
        for guild_id, one in chosen.items()
        if one.announcements or one.daily_posts or one.champions_role
    }
