from __future__ import annotations

from typing import Any

import pytest

from bot.i18n import words_for
from bot.preferences import PersonalPreferences, ServerPreferences
from bot.seating import Level
from cogs.base.custom_ids import BadCustomIdError, Verb
from cogs.base.screens import Menu
from cogs.server_settings import OF_SERVERS
from cogs.setting_fields import COMPUTERS, LENGTH, NO_COMPUTERS, OF_PEOPLE, PACE, Setting

ALL: list[tuple[Setting[Any], Any]] = [
    *((each, ServerPreferences()) for each in OF_SERVERS.values()),
    *((each, PersonalPreferences()) for each in OF_PEOPLE.values()),
]


@pytest.mark.parametrize(("setting", "nothing"), ALL)
def test_every_value_has_words_and_can_be_chosen_and_no_other(
    setting: Setting[Any], nothing: Any
) -> None:
    assert setting.read(nothing) in setting.offered
    for value in setting.offered:
        assert setting.read(setting.changed(nothing, value)) == value
    with pytest.raises(BadCustomIdError):
        setting.changed(nothing, "velvet")
    labels = [setting.label(words_for("en"), value) for value in setting.offered]
    assert len(set(labels)) == len(labels) <= 25
    assert all(1 <= len(each) <= 100 for each in labels)
    assert not any(each.startswith(("settings.", "lobby.")) for each in labels)
    for value in setting.offered:
        chosen, usual = setting.changed(nothing, value), {setting.name: "English"}
        menu = setting.menu(words_for("en"), Verb.OWN_SETTING, chosen, usual)
        assert isinstance(menu, Menu)
        assert len(menu.placeholder) <= 42, "a phone shows little of a closed menu"
        assert len({label for label, *_ in menu.options}) == len(labels) - 1


def test_a_level_is_remembered_while_computer_players_are_not_allowed() -> None:
    hard = COMPUTERS.changed(ServerPreferences(), "hard")
    none = COMPUTERS.changed(hard, NO_COMPUTERS)
    assert (none.computers, none.level) == (False, Level.HARD)


def test_a_menu_describes_a_value_below_its_label() -> None:
    assert PACE.options(words_for("nl"), "quick") == [
        ("Levendig", "lively", "", "elke computerspeler wacht even voor zijn beurt")
    ]
    assert PACE.closed(words_for("nl"), "lively") == "Solotempo: Levendig"
    assert LENGTH.choices()[0].name == "Quick · the first three phases"
