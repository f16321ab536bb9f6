from __future__ import annotations

from typing import Any, cast

import pytest
from discord import Locale

from bot.i18n import words_for
from bot.i18n.catalogue import language_name, languages
from bot.model import Level, PersonalPreferences, ServerPreferences
from cogs.base.custom_ids import BadCustomIdError, Verb
from cogs.base.slash_commands import CatalogueTranslator
from cogs.server_settings import OF_SERVERS
from cogs.setting_fields import COMPUTERS, EDITION, LANGUAGE, NO_COMPUTERS, OF_PEOPLE, Setting

ALL: list[tuple[Setting[Any], Any]] = [
    *((each, ServerPreferences()) for each in OF_SERVERS.values()),
    *((each, PersonalPreferences()) for each in OF_PEOPLE.values()),
]
every_setting = pytest.mark.parametrize(("setting", "nothing"), ALL)


@every_setting
def test_every_value_can_be_chosen_and_is_read_back(setting: Setting[Any], nothing: Any) -> None:
    for value in setting.values():
        assert setting.read(setting.changed(nothing, value)) == value


@every_setting
def test_what_counts_before_anything_was_chosen_is_one_of_them(
    setting: Setting[Any], nothing: Any
) -> None:
    assert setting.read(nothing) in setting.values()


@every_setting
def test_every_value_has_words_that_fit_menus(setting: Setting[Any], nothing: Any) -> None:
    labels = [setting.label(words_for("en"), value) for value in setting.values()]

    assert len(set(labels)) == len(labels) <= 25
    assert all(1 <= len(each) <= 100 for each in labels)
    assert not any(each.startswith(("settings.", "lobby.")) for each in labels)


@pytest.mark.parametrize("discords", ["en-US", "es-419", "pt-BR", "nl"])
async def test_editions_are_described_below_their_names_in_menus_and_after_them_in_commands(
    discords: str,
) -> None:
    translator, where = CatalogueTranslator(), cast("Any", None)
    options = EDITION.options(words_for(discords))

    for (name, _, _, about), choice in zip(options, EDITION.choices(), strict=True):
        said = await translator.translate(cast("Any", choice)._locale_name, Locale(discords), where)
        assert about
        assert len(said or choice.name) <= 100
        assert (said or choice.name) == f"{name} · {about}"


def test_a_menu_shows_the_line_that_describes_an_edition() -> None:
    menu = EDITION.menu(words_for("en"), Verb.SETTING, ServerPreferences())
    (masters,) = [each for each in menu.item().children[0].options if each.value == "masters"]

    assert masters.label == "Masters"
    assert (masters.description or "").startswith("Choose your phase each hand, save cards")


@every_setting
def test_made_up_values_are_refused(setting: Setting[Any], nothing: Any) -> None:
    with pytest.raises(BadCustomIdError):
        setting.changed(nothing, "velvet")


def test_a_level_is_remembered_while_computer_players_are_not_allowed() -> None:
    hard = COMPUTERS.changed(ServerPreferences(), "hard")
    none = COMPUTERS.changed(hard, NO_COMPUTERS)

    assert (none.computers, none.level) == (False, Level.HARD)


def test_languages_are_the_folders_of_the_catalogue_english_first() -> None:
    assert languages()[0] == "en"
    assert set(LANGUAGE.values()) == {"default", *languages()}


@pytest.mark.parametrize(
    ("locale", "name"),
    [
        ("en", "English"),
        ("es", "Español"),
        ("pt_BR", "Português (Brasil)"),
        ("nl", "Nederlands"),
    ],
)
def test_languages_have_their_own_names(locale: str, name: str) -> None:
    assert language_name(locale) == name
