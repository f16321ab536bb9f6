"""Settings of a person, with the looks that achievements unlock, and turn notices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.i18n import Words, language_name, languages, words_for
from bot.i18n.achievements import achievement_name, grade_name
from bot.i18n.alt import figure_alt
from bot.i18n.phrases import clip
from bot.i18n.time_zones import clock_in, suggested, zone_named
from bot.model import PersonalPreferences
from bot.scores.achievements import UNLOCKS, unlocked
from bot.table.errors import TableError, looking_up
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import BadCustomIdError, Verb
from cogs.base.panels import Panel, container, gallery, pictured, show, text
from cogs.base.permissions import server_of
from cogs.base.slash_commands import command
from cogs.base.text import bold, escaped, small

from .parts import BaseCog
from .setting_fields import (
    ACHIEVEMENTS,
    DEFAULT,
    LANGUAGE,
    LOOKS,
    NOTICES,
    OF_NOTICES,
    OF_PEOPLE,
    PICTURES,
    QUIET_FROM,
    QUIET_UNTIL,
    SAMPLE,
    SKILL,
    THEME,
    Setting,
    card_names,
    named_line,
    setting_command,
    setting_of,
)

MOST_SUGGESTED = 25
LONGEST_TIME_ZONE = 64
SAMPLE_WITH_BACKS = "turn"
ChosenValue = tuple[Setting[PersonalPreferences], str | None]
"""A setting, and the value chosen for it if one was."""


# -- turn notices --------------------------------------------------------------------------


def notices_panel(words: Words, own: PersonalPreferences, now: float) -> Panel:
    """Build the message about turn notices; ``now`` is in seconds since 1970."""
    menus = [each.menu(words, Verb.OWN_SETTING, own) for each in OF_NOTICES]
    return Panel(container(text(*_notice_lines(words, own, now)), *menus))


def _notice_lines(words: Words, own: PersonalPreferences, now: float) -> Iterator[str]:
    yield NOTICES.line(words, own)
    yield words("settings.about.person.notices")
    clock = clock_in(own.time_zone, now) if own.time_zone else ""
    if not clock:
        yield words("settings.no_time_zone", command=words.command("phase10", "notices"))
        return
    zone = f"{(own.time_zone or '').replace('_', ' ')} · {clock}"
    yield named_line(words, "time_zone", bold(zone))
    if own.quiet_from == own.quiet_until:
        yield named_line(words, "quiet", bold(words("settings.no_quiet")))
        return
    start, end = (each.label(words, each.read(own)) for each in (QUIET_FROM, QUIET_UNTIL))
    yield named_line(words, "quiet", bold(f"{start}–{end}"))
    yield words("settings.about.person.quiet")


# -- looks ---------------------------------------------------------------------------------


def _look_lines(words: Words, own: PersonalPreferences, locked: set[str]) -> Iterator[str]:
    """Name the backs and the cloth that were chosen, and what unlocks the others."""
    for setting in LOOKS:
        yield setting.line(words, own)
    ahead = [
        words(
            "settings.locked_one",
            look=setting.label(words, look),
            achievement=achievement_name(words, UNLOCKS[look][0]),
            grade=grade_name(words, UNLOCKS[look][1]).lower(),
        )
        for setting in LOOKS
        for look in setting.values()
        if look in locked
    ]
    if ahead:
        yield small(words("settings.locked", looks=" · ".join(ahead)))


def _sample(locked: set[str] | None) -> str:
    """Return the figure that shows a theme; one with backs of cards where some are unlocked."""
    return SAMPLE if locked is None or len(locked) == len(UNLOCKS) else SAMPLE_WITH_BACKS


# -- the others ----------------------------------------------------------------------------


def _in_all_languages(name: str) -> Iterator[str]:
    """Show a sentence of the table in each language."""
    for locale in languages():
        sentence = words_for(locale)("table.draw", name=escaped(name))
        yield small(f"{bold(language_name(locale))} · {sentence}")


def _command(words: Words, setting: Setting[PersonalPreferences]) -> str:
    """The command that a sentence about a setting names."""
    return words.command(*(["stats"] if setting in (ACHIEVEMENTS, SKILL) else ["phase10", "table"]))


class PersonalSettingsCog(BaseCog):
    """Reads and changes what a person chose."""

    theme = setting_command(THEME)
    language = setting_command(LANGUAGE)
    pictures = setting_command(PICTURES)
    achievements = setting_command(ACHIEVEMENTS)
    skill = setting_command(SKILL)

    @command(
        "notices",
        notices="notices",
        time_zone="time_zone",
        quiet_from="quiet_from",
        quiet_until="quiet_until",
    )
    @app_commands.choices(notices=NOTICES.choices())
    @app_commands.choices(quiet_from=QUIET_FROM.choices(), quiet_until=QUIET_UNTIL.choices())
    async def notices(
        self,
        interaction: discord.Interaction,
        notices: str | None = None,
        time_zone: app_commands.Range[str, 1, LONGEST_TIME_ZONE] | None = None,
        quiet_from: str | None = None,
        quiet_until: str | None = None,
    ) -> None:
        """Choose whether and when turn notices come, or show it."""
        chosen = (NOTICES, notices), (QUIET_FROM, quiet_from), (QUIET_UNTIL, quiet_until)
        await self._choose_notices(interaction, *chosen, time_zone=time_zone)

    @notices.autocomplete("time_zone")
    async def _suggest_time_zone(
        self, _interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Suggest time zones for what was typed."""
        # The first time the names of all zones are read from files.
        now = self.parts.clock.now()
        zones = await asyncio.to_thread(suggested, typed, now, MOST_SUGGESTED)
        return [Choice(name=clip(name), value=value) for name, value in zones]

    @on(Verb.OWN_SETTING)
    async def _change(self, click: Click) -> None:
        setting = setting_of(click, OF_PEOPLE)
        await click.defer()
        if setting in OF_NOTICES:
            await self._choose_notices(click.interaction, (setting, click.chosen))
        else:
            await self.choose(click.interaction, setting, click.chosen)

    async def choose(
        self,
        interaction: discord.Interaction,
        setting: Setting[PersonalPreferences],
        value: str | None,
    ) -> None:
        """Change a setting, or show it (None), with a sample; the interaction is deferred already.

        Raises:
            TableError: ``not_stored`` or ``not_read``.
            BadCustomIdError: it has no such value, or one that is not unlocked.
        """
        parts, user_id = self.parts, interaction.user.id
        locked = await self._locked(interaction) if setting in (THEME, *LOOKS) else None
        if setting in LOOKS and (locked is None or value in locked):
            raise BadCustomIdError("not unlocked")
        people = parts.preferences.people
        if value is None:
            own = await people.get(user_id)
        else:
            own = await people.change(user_id, partial(setting.changed, value=value))
        # Backs and cloth are shown with the theme.
        setting = THEME if setting in LOOKS else setting
        reader = await parts.preferences.reader(interaction)
        words = reader.words
        defaults = {
            "theme": THEME.label(words, reader.theme),
            "language": language_name(words.locale),
        }
        about = f"settings.about.person.{setting.name}"
        lines = [
            setting.line(words, own, defaults),
            words(about, command=_command(words, setting)),
            *card_names(words, setting),
        ]
        sample = None
        if setting is LANGUAGE:
            lines += _in_all_languages(interaction.user.display_name)
        elif setting is not SKILL:
            sample = await parts.pictures.figure(reader, _sample(locked))
        if setting is PICTURES and sample is None:
            lines.append(small(figure_alt(words, SAMPLE)))
        menus = [setting.menu(words, Verb.OWN_SETTING, own)]
        if locked is not None:
            lines += _look_lines(words, own, locked)
            menus += [
                each.menu(words, Verb.OWN_SETTING, own, locked)
                for each in LOOKS
                if not locked.issuperset(each.values().keys() - {DEFAULT})
            ]
        await show(interaction, pictured(text(*lines), gallery(sample), *menus), sample)
        if value is not None:
            await parts.hands.refresh_person(parts.registry, user_id)

    async def _locked(self, interaction: discord.Interaction) -> set[str] | None:
        """Return the looks that the user has not unlocked; None where achievements are off.

        Raises:
            TableError: ``not_looked_up``.
        """
        guild_id, user_id = server_of(interaction), interaction.user.id
        if not await self.parts.preferences.show_achievements(guild_id, user_id):
            return None
        with looking_up():
            return UNLOCKS.keys() - unlocked(await self.parts.store.best_grades(user_id))

    async def _choose_notices(
        self, interaction: discord.Interaction, *chosen: ChosenValue, time_zone: str | None = None
    ) -> None:
        """Change what is not None, and show all; the interaction is deferred already.

        Raises:
            TableError: ``not_stored``, ``not_read``, or ``no_such_time_zone``.
            BadCustomIdError: a setting has no such value.
        """
        if time_zone is not None and zone_named(time_zone) is None:
            raise TableError("no_such_time_zone")
        people, user_id = self.parts.preferences.people, interaction.user.id
        changes = [(setting, value) for setting, value in chosen if value is not None]

        def changed(own: PersonalPreferences) -> PersonalPreferences:
            for setting, value in changes:
                own = setting.changed(own, value)
            zone = time_zone or own.time_zone
            return replace(own, time_zone=zone, discord_locale=str(interaction.locale))

        if changes or time_zone is not None:
            own = await people.change(user_id, changed)
        else:
            own = await people.get(user_id)
        words = self.parts.preferences.words_of(interaction)
        await show(interaction, notices_panel(words, own, self.parts.clock.now()))
