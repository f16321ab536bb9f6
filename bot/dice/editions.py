"""The rule set of the dice game: there is one, without variations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.cards.phases import TEN_PHASES, Phase, parse_phase
from bot.core.errors import RecordError, RuleSetError
from bot.core.states import AnyRules

FEWEST_PLAYERS = 1
MOST_PLAYERS = 6


@dataclass(frozen=True)
class DiceRules(AnyRules):
    """The fixed rules of the dice game, under the names of the card game's options."""

    min_players = FEWEST_PLAYERS
    edition: str = "dice"
    phases: tuple[str, ...] = TEN_PHASES  # in the order they are tried
    max_players: int = MOST_PLAYERS

    def usual_turns(self, players: int) -> float:
        return 12.0 * players

    @property
    def parsed_phases(self) -> tuple[Phase, ...]:
        return tuple(map(parse_phase, self.phases))


DICE: Final = DiceRules()


def checked(rules: DiceRules) -> DiceRules:
    if rules != DICE:
        raise RuleSetError("no_variations", edition=rules.edition)
    return rules


def rules_json(rules: DiceRules) -> dict[str, Any]:
    return {"edition": rules.edition}


def parse_rules(data: dict[str, Any]) -> DiceRules:
    if data != rules_json(DICE):
        raise RecordError("bad_rules", why="the dice game has no variations")
    return DICE
