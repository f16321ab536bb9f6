"""Cached preferences of servers and people, and the display options of each reader."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

import discord
from cachetools import TTLCache

from bot.game_types import ALL_EDITIONS
from bot.i18n import Translator, languages, words_for
from bot.i18n.catalogue import CardOrFace
from bot.preferences import DirectNotices, PersonalPreferences, ServerPreferences
from bot.render import BACKS, CLOTHS, DEFAULT_THEME, THEMES
from bot.storage.database import Database
from bot.storage.errors import StoreError
from bot.storage.preferences import load_preferences, put_preferences
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS

from .permissions import known_server_id

Faces = Callable[[str], Callable[[CardOrFace], str]]
_T = TypeVar("_T", ServerPreferences, PersonalPreferences)
_NOT_CHOSEN = str(discord.Locale.american_english)  # of servers that are no communities
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Caching:
    """How preferences are cached; times are in seconds."""

    most: int = 4096  # the number of servers, and of people
    patience: float = 1.0  # the longest wait of an answer for a person's preferences
    # The age at which a person's are read again, as other processes may write them.
    renew_after: float = math.inf
    now: Callable[[], float] = time.monotonic


ONE_PROCESS = Caching()
SEVERAL_PROCESSES = Caching(renew_after=60)


@dataclass(frozen=True)
class DisplayOptions:
    """The look of messages; public ones have no ``user_id``. An empty look is the theme's own."""

    words: Translator
    theme: str
    pictures: bool
    animations: bool = True
    back: str = ""
    cloth: str = ""
    user_id: int | None = None

    @property
    def look(self) -> tuple[str, str, str, str]:
        """The arguments of :func:`bot.render.make_design` for this reader."""
        return self.theme, self.words.locale, self.back, self.cloth


class PreferenceCache(Generic[_T]):
    """Write-through LRU cache of preferences by the id of their owner, with a lock for each owner.

    ``values`` has, by attribute, the values that this version knows; others count as not chosen.
    """

    def __init__(
        self, store: Database, kind: type[_T], caching: Caching, **values: Container[object]
    ) -> None:
        self._store = store
        self._kind: type[_T] = kind
        self._default: _T = kind()
        self._values = values
        self._known: TTLCache[int, _T] = TTLCache(
            caching.most, caching.renew_after, timer=caching.now
        )
        # A lock that nobody holds is dropped.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def _lock(self, owner: int) -> asyncio.Lock:
        return self._locks.setdefault(owner, asyncio.Lock())

    def known(self, owner: int) -> _T | None:
        return self._known.get(owner)

    async def forget(self, owner: int) -> None:
        """Drop the preferences that are cached or being read."""
        async with self._lock(owner):
            self._known.pop(owner, None)

    async def get(self, owner: int) -> _T:
        """Return an owner's preferences. Raises TableError ``not_read``."""
        known = self._known.get(owner)
        if known is not None:
            return known
        async with self._lock(owner):
            return self._known.get(owner) or await self._fetched(owner)

    async def get_or_default(self, owner: int) -> _T:
        """Return an owner's preferences; the defaults if the store fails."""
        try:
            return await self.get(owner)
        except TableError:
            _log.warning("preferences could not be read", exc_info=True)
            return self._default

    async def _fetched(self, owner: int) -> _T:
        try:
            stored = await self._store.read(load_preferences, self._kind, owner)
        except StoreError as error:
            raise TableError("not_read") from error
        unknown = {
            name: None for name, known in self._values.items() if getattr(stored, name) not in known
        }
        self._known[owner] = stored = replace(stored, **unknown)  # type: ignore[arg-type]
        return stored

    async def change(self, owner: int, how: Callable[[_T], _T]) -> _T:
        """Change an owner's preferences, starting from the stored ones.

        Raises TableError ``not_read`` or ``not_stored``, or as ``how`` does; then nothing changes.
        """
        async with self._lock(owner):
            known = self._known.get(owner)
            try:
                # Another process may have written.
                stored = await self._fetched(owner)
            except TableError:
                if known is None:
                    raise
                stored = known
            chosen = how(stored)
            try:
                await self._store.write(put_preferences, owner, chosen)
            except StoreError as error:
                raise TableError("not_stored") from error
            self._known[owner] = chosen
            return chosen


class Preferences:
    """The preferences of servers and people; ``faces`` writes the cards of a theme as emojis."""

    def __init__(
        self,
        store: Database,
        caching: Caching = ONE_PROCESS,
        default_locale: str | None = None,
        faces: Faces = lambda _: lambda _: "",
    ) -> None:
        self._faces = faces
        self.default_locale = default_locale
        self._patience = caching.patience
        self._reading: set[asyncio.Task[PersonalPreferences]] = set()
        self.servers = PreferenceCache(
            store,
            ServerPreferences,
            # One process alone writes those of a server.
            replace(caching, renew_after=math.inf),
            theme=THEMES,
            edition=ALL_EDITIONS,
            turn_limit=TURN_LIMITS,
            locale=languages(),
            posts_locale=languages(),
        )
        self.people = PreferenceCache(
            store,
            PersonalPreferences,
            caching,
            theme=THEMES,
            locale=languages(),
            back=BACKS,
            cloth=CLOTHS,
        )

    async def server(self, guild_id: int) -> ServerPreferences:
        return await self.servers.get_or_default(guild_id)

    async def person(self, user_id: int) -> PersonalPreferences:
        return await self.people.get_or_default(user_id)

    def wants_quick(self, user_id: int) -> bool:
        """Whether computer players make no pauses for a person, as far as that is cached."""
        person = self.people.known(user_id)
        return person is not None and person.quick

    async def said_once(self, words: Translator, user_id: int) -> list[str]:
        """Return the line that tells a person once that turn notices could not be sent."""
        if (await self.person(user_id)).notices is not DirectNotices.REFUSED:
            return []
        # If it cannot be stored, they see the sentence once more.
        with suppress(TableError):
            await self.people.change(user_id, lambda own: replace(own, notices=DirectNotices.OFF))
        return [words("notifications.refused", command=words.command("phase10", "preferences"))]

    async def show_achievements(self, guild_id: int, user_id: int) -> bool:
        server = await self.server(guild_id)
        person = await self.person(user_id)
        return server.achievements and person.achievements

    async def learn(self, user_id: int) -> None:
        """Cache a person's preferences before an answer, without failing or taking long."""
        if self.people.known(user_id) is not None:
            return
        # Discord waits three seconds; a slow store goes on reading for the next time.
        reading = asyncio.ensure_future(self.person(user_id))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)
        await asyncio.wait([reading], timeout=self._patience)

    def translator(self, interaction: discord.Interaction, theme: str | None = None) -> Translator:
        """Return the words of the user: the chosen language, if learnt, else Discord's."""
        discords = str(interaction.locale)
        person = self.people.known(interaction.user.id)
        locale = (person and person.locale) or self.default_locale or discords
        # Commands are named as Discord shows them, whatever language was chosen here.
        return replace(words_for(locale, theme), discord=discords)

    async def reader(
        self, interaction: discord.Interaction, guild_id: int | None = None
    ) -> DisplayOptions:
        """Return the user's options for private replies, here or in a game of another server."""
        person = await self.person(interaction.user.id)
        guild_id = known_server_id(interaction) if guild_id is None else guild_id
        theme = person.theme or (await self.server(guild_id)).theme or DEFAULT_THEME
        words = self.translator(interaction, theme)
        if person.pictures:
            words = replace(words, face=self._faces(theme))
        user_id = interaction.user.id
        reader = DisplayOptions(words, theme, person.pictures, person.animations, user_id=user_id)
        if not await self.show_achievements(guild_id, interaction.user.id):
            return reader
        return replace(reader, back=person.back or "", cloth=person.cloth or "")

    def chosen_locale(self, guild: discord.Guild | None, discords: object) -> str | None:
        """Return the default language of public messages in a server, None if nobody chose one.

        ``discords`` is the server's language in Discord, which only communities can choose.
        """
        is_chosen = str(discords) != _NOT_CHOSEN or (guild and "COMMUNITY" in guild.features)
        return self.default_locale or (str(discords) if discords and is_chosen else None)

    def server_locale(self, interaction: discord.Interaction) -> str:
        """Return the default language of a public message that a person opens."""
        chosen = self.chosen_locale(interaction.guild, interaction.guild_locale)
        return chosen or self.translator(interaction).locale

    async def everybody(self, interaction: discord.Interaction) -> DisplayOptions:
        """Return the options for a public message, in the default language of its opener."""
        server = await self.server(known_server_id(interaction))
        return self.public_reader(server, self.server_locale(interaction))

    def public_reader(self, server: ServerPreferences, locale: str) -> DisplayOptions:
        """Return a server's options for public messages; ``locale`` is the default language."""
        theme = server.theme or DEFAULT_THEME
        words = replace(words_for(server.locale or locale, theme), face=self._faces(theme))
        return DisplayOptions(words, theme, pictures=True)
