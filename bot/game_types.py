"""The types of game that can be played at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from bot.cards.game_type import CARD_GAME
from bot.core.errors import MalformedError, RecordError
from bot.core.game_type import AnyGameType
from bot.core.records import text_in
from bot.core.states import AnyRules
from bot.dice.game_type import DICE_GAME

# A state whose class is not known is given to the type of game of its edition. Only these casts
# forget the classes.
CARDS: Final = cast("AnyGameType", CARD_GAME)
DICE: Final = cast("AnyGameType", DICE_GAME)
GAME_TYPES: Final = (CARDS, DICE)
DEFAULT_GAME_TYPE: Final = CARDS  # the type of game that is shown where nobody chose one
GAME_TYPES_BY_NAME: Final = {game_type.name: game_type for game_type in GAME_TYPES}
ALL_EDITIONS: dict[str, AnyRules] = {**CARDS.editions, **DICE.editions}
_BY_FORMAT = {game_type.records.format: game_type for game_type in GAME_TYPES}
_BY_EDITION = {edition: game_type for game_type in GAME_TYPES for edition in game_type.editions}


def game_type_for(edition: str) -> AnyGameType:
    """Return the type of game of an edition, the card game for one that is no longer known."""
    return _BY_EDITION.get(edition, CARDS)


def rules_named(edition: str) -> AnyRules:
    """Return the rules of an edition; raises the MalformedError ``no_such_edition``."""
    if edition not in ALL_EDITIONS:
        raise MalformedError("no_such_edition", edition=edition, known=tuple(ALL_EDITIONS))
    return ALL_EDITIONS[edition]


def recorded_game_type(lines: Sequence[str | bytes]) -> AnyGameType:
    """Return the type of game of a record; raises the RecordError ``not_a_record``."""
    game_type = _BY_FORMAT.get(text_in(lines[0], "format") or "") if lines else None
    if game_type is None:
        raise RecordError("not_a_record", line=1)
    return game_type
