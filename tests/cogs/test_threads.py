from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cards.phases import TEN_PHASES
from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.variations import Length, with_length
from bot.core.errors import GameError
from bot.game_types import ALL_EDITIONS
from bot.i18n import words_for
from bot.i18n.rulesets import NAMED, with_variation
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS
from cogs.base.custom_ids import LONGEST, BadCustomIdError, parse, parse_edition
from cogs.threads import NewTable, new_table, thread_button_id

WORDS = words_for("en")


def opened_by(edition: str, limit: str, variation: str = "") -> NewTable:
    """The table that a button with these arguments opens."""
    return new_table(parse_edition(edition), int(limit), variation)


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_button_opens_the_table_that_was_asked_for(edition: str) -> None:
    preset = ALL_EDITIONS[edition]
    asked = [preset]
    if isinstance(preset, RuleSet):
        asked += [with_length(preset, each) for each in Length]
        asked += [with_variation(WORDS, preset, each) for each in NAMED]
        asked += [with_variation(WORDS, preset, " s3+r4 , C7, RC4,  R7")]
        asked += [replace(preset, phases=tuple(reversed(TEN_PHASES)))]
    for rules in asked:
        for limit in TURN_LIMITS:
            new = NewTable(rules, limit)
            made = thread_button_id(new)
            assert made is not None
            assert len(str(made)) <= LONGEST
            assert opened_by(*parse(str(made)).args) == new


def test_phases_that_are_too_long_have_no_button() -> None:
    rules = with_variation(WORDS, CLASSIC, ",".join(["S2+S2+S2"] * 10))
    assert thread_button_id(NewTable(rules, 86_400)) is None


@pytest.mark.parametrize(
    "args",
    [
        ("chess", "0"),
        ("classic", "7"),
        ("classic", "86401"),
        ("classic", "0", "S99"),
        ("dice", "0", "phases=3"),
    ],
)
def test_invalid_buttons_open_nothing(args: tuple[str, ...]) -> None:
    with pytest.raises((BadCustomIdError, GameError, TableError)):
        opened_by(*args)
