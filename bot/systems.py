"""The games that can be played at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from bot.cards.system import CardGame
from bot.core.errors import MalformedError, RecordError
from bot.core.records import text_in
from bot.core.states import AnyRules
from bot.core.system import AnyGame
from bot.dice.system import DiceGame

# Whoever has a state of a game without knowing its class asks the game of its edition: the casts
# forget the types here, and nowhere else.
CARDS: Final = cast("AnyGame", CardGame())
DICE: Final = cast("AnyGame", DiceGame())
SYSTEMS: Final = (CARDS, DICE)
DEFAULT_SYSTEM: Final = CARDS
"""The system of which everything is shown where nobody chose one."""
SYSTEMS_BY_NAME: Final = {system.name: system for system in SYSTEMS}
ALL_EDITIONS: dict[str, AnyRules] = {
    edition: rules for system in SYSTEMS for edition, rules in system.editions.items()
}
_BY_FORMAT = {system.records.format: system for system in SYSTEMS}
_BY_EDITION = {edition: system for system in SYSTEMS for edition in system.editions}


def system_of(edition: str) -> AnyGame:
    """The system of an edition; that of the card game for an edition that is no longer known."""
    return _BY_EDITION.get(edition, CARDS)


def rules_named(edition: str) -> AnyRules:
    """The rules of an edition of any system; raises the MalformedError ``no_such_edition``."""
    if edition not in ALL_EDITIONS:
        raise MalformedError("no_such_edition", edition=edition, known=tuple(ALL_EDITIONS))
    return ALL_EDITIONS[edition]


def system_of_record(lines: Sequence[str | bytes]) -> AnyGame:
    """The system of a game's record; raises the RecordError ``not_a_record``."""
    system = _BY_FORMAT.get(text_in(lines[0], "format") or "") if lines else None
    if system is None:
        raise RecordError("not_a_record", line=1)
    return system
