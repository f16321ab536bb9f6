"""Settings of a person, with the looks that achievements unlock, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated

import discord

from bot.i18n import short_language_name
from bot.preferences import MOST_AVOIDED, PersonalPreferences
from bot.results.achievements import UNLOCKS, unlocked
from bot.storage.achievements import best_grades
from bot.storage.errors import StoreError
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, CustomId, Verb, parse_user
from cogs.base.discord_errors import answer_first
from cogs.base.permissions import known_server_id
from cogs.base.screens import Button, Form, PeopleMenu, Screen
from cogs.base.slash_commands import command
from cogs.base.text import LONGEST_START, bold, moment, parse_start, small

from . import setting_fields as fields
from .services import BaseCog
from .setting_fields import Setting
from .stats import own_achievements_button

_ABOUT = {"back": "theme", "cloth": "theme"}  # the settings that explain others
SAMPLE_WITH_BACKS = "turn"
LONGEST_HOLIDAY = 28 * 1440  # in minutes

OwnSetting = Annotated[
    Setting[PersonalPreferences], partial(fields.parse_setting, known=fields.OF_PEOPLE)
]


def _settings(locked: set[str] | None) -> Iterator[Setting[PersonalPreferences]]:
    yield from (fields.LANGUAGE, fields.THEME)
    if locked is not None:
        yield from (
            look
            for look in fields.LOOKS
            if not locked.issuperset(look.values.keys() - {fields.DEFAULT})
        )
    yield from (
        fields.PICTURES,
        fields.PACE,
        fields.NOTICES,
        fields.INVITATIONS,
        fields.ACHIEVEMENTS,
    )


class PersonalSettingsCog(BaseCog):
    """Shows and changes the settings of a person."""

    @command("preferences")
    async def preferences(self, interaction: discord.Interaction) -> None:
        own = await self.services.preferences.people.get(interaction.user.id)
        await self._show(interaction, own)

    @on(Verb.OWN_EXPLAINED)
    async def _explain(self, click: Click) -> None:
        await click.defer()
        own = await self.services.preferences.people.get(click.user_id)
        await self._show(click.interaction, own, *fields.OF_PEOPLE, "avoided", "holiday")

    @on(Verb.OWN_SETTING)
    async def _choose(self, click: Click, setting: OwnSetting) -> None:
        await click.defer()
        if setting in fields.LOOKS:
            locked = await self._locked(click.interaction)
            if locked is None or click.chosen in locked:
                raise BadCustomIdError("not unlocked")

        def changed(own: PersonalPreferences) -> PersonalPreferences:
            # Notices come in the language in which the person used Discord last.
            locale = str(click.interaction.locale)
            return replace(setting.changed(own, click.chosen), discord_locale=locale)

        own = await self.services.preferences.people.change(click.user_id, changed)
        await self._show(click.interaction, own, setting.name)
        await self.services.hands.refresh_person(self.services.registry, click.user_id)

    @on(Verb.AVOID)
    async def _avoid(self, click: Click) -> None:
        """Store whom the user does not want to meet."""
        if len(click.values) > MOST_AVOIDED:
            raise BadCustomIdError("too many people")
        chosen = dict.fromkeys(map(parse_user, click.values))
        avoided = tuple(user_id for user_id in chosen if user_id != click.user_id)
        await click.defer()
        own = await self.services.preferences.people.change(
            click.user_id, lambda own: replace(own, avoided=avoided)
        )
        await self._show(click.interaction, own, "avoided")

    @on(Verb.HOLIDAY)
    async def _ask_for_holiday(self, click: Click) -> None:
        words = click.words
        form = Form(
            words("settings.name.holiday"),
            CustomId.of(Verb.HOLIDAY_UNTIL),
            label=words("settings.holiday_until"),
            how=words("settings.holiday_how"),
            longest=LONGEST_START,
        )
        await answer_first(click.interaction.response.send_modal, form)

    @on(Verb.HOLIDAY_UNTIL)
    async def _begin_holiday(self, click: Click) -> None:
        until = parse_start(click.chosen, self.services.clock.now(), LONGEST_HOLIDAY)
        await click.defer()
        own = await self.services.holidays.begin(click.user_id, until)
        await self._show(click.interaction, own)

    @on(Verb.HOLIDAY_OVER)
    async def _end_holiday(self, click: Click) -> None:
        await click.defer()
        own = await self.services.holidays.begin(click.user_id, None)
        await self._show(click.interaction, own)

    async def _show(
        self,
        interaction: discord.Interaction,
        own: PersonalPreferences,
        *explained: str,
    ) -> None:
        locked = await self._locked(interaction)
        reader = await self.services.preferences.reader(interaction)
        words = reader.words
        lines = [f"### {words('settings.own_title')}"]
        for name in dict.fromkeys(_ABOUT.get(name, name) for name in explained):
            lines += fields.about_lines(words, "person", name)
        if not explained:
            lines.append(small(words("settings.title_more")))
        if locked:
            lines.append(small(words.plural("settings.locked", len(locked))))
        defaults = {
            "theme": fields.THEME.label(words, reader.theme),
            "language": short_language_name(words.locale),
        }
        menus = [
            setting.menu(words, Verb.OWN_SETTING, own, defaults, locked or ())
            for setting in _settings(locked)
        ]
        meaning = CustomId.of(Verb.AVOID)
        menus.append(PeopleMenu(words("settings.name.avoided"), meaning, MOST_AVOIDED, own.avoided))
        buttons = [Button(words("settings.explain"), CustomId.of(Verb.OWN_EXPLAINED))]
        if own.holiday is not None and own.holiday > self.services.clock.now():
            lines.append(bold(words("settings.on_holiday", date=moment(own.holiday))))
            buttons.append(Button(words("settings.holiday_over"), CustomId.of(Verb.HOLIDAY_OVER)))
        else:
            buttons.append(Button(words("settings.name.holiday"), CustomId.of(Verb.HOLIDAY)))
        if locked is not None and known_server_id(interaction):
            buttons.append(own_achievements_button(words))
        has_backs = locked is not None and len(locked) < len(UNLOCKS)
        sample = self.services.pictures(reader).figure(
            SAMPLE_WITH_BACKS if has_backs else fields.SAMPLE
        )
        await self.show(interaction, Screen.of(lines, *menus, buttons, drawings=[sample]))

    async def _locked(self, interaction: discord.Interaction) -> set[str] | None:
        """Return the looks that the user has not unlocked; None if that is unknown."""
        guild_id = known_server_id(interaction)
        user_id = interaction.user.id
        if not await self.services.preferences.show_achievements(guild_id, user_id):
            return None
        with suppress(StoreError):
            return UNLOCKS.keys() - unlocked(await self.services.store.read(best_grades, user_id))
        return None
