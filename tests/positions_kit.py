"""Positions of random games under many rules, and as much of a manager as their texts need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from kit import NAMES, SECRET, eager_choice, random_choice, steps

from bot.cards.actions import Action
from bot.cards.engine import LegalActions, legal_actions, new_game
from bot.cards.events import Event
from bot.cards.rulesets import EDITIONS, RuleSet
from bot.cards.state import Stage, State
from bot.cards.variations import with_options
from bot.cards.views import seen_by
from bot.seating import Level, Occupant, Table

EASY = "S2+S2,R3,C3"
GAMES = {
    **EDITIONS,
    **{f"{name}, easy": with_options(rules, [EASY], []) for name, rules in EDITIONS.items()},
    "masters, ten hands": with_options(EDITIONS["masters"], [EASY, "ten_hands"], []),
    "house rules": with_options(
        EDITIONS["masters"],
        [EASY],
        ["skip_rule=in_front", "out_by_discard=yes", "last_turn=yes", "opening_offer=yes"],
    ),
    "save pile": with_options(
        EDITIONS["masters"], [EASY], ["save_draw=any", "save_ends_turn=yes", "runs=one_colour"]
    ),
}


@dataclass
class Told:
    """As much of a manager and its game as the text of a table asks for."""

    table: Table
    news: tuple[Event, ...] = ()
    deadline: float | None = 1_700_000_000.0
    deals_at: float | None = 1_700_000_000.0

    @property
    def game(self) -> Told:
        return self


def legal_for(state: State, seat: int) -> LegalActions:
    """What a seat may do, which is nothing when it is not to act."""
    if state.turn != seat or state.stage in (Stage.DEAL, Stage.OVER):
        return LegalActions((), (), None, state.game.rules)
    return legal_actions(state)


def table_of(state: State, **fields: object) -> Table:
    names = enumerate(state.game.players)
    occupants = tuple(Occupant(name, seat, Level.NORMAL) for seat, name in names)
    made = Table("g", 1, 2, 0, occupants, None, "en", 0.0, 0.0)
    return replace(made, **fields)  # type: ignore[arg-type]


def positions(rules: RuleSet, seed: int, most: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Positions of a game and what happened lately: eager for a while, then at random."""
    rng = Random(seed)
    start = new_game("g", rules, NAMES[: min(4, rules.max_players)], SECRET)
    recent: tuple[Event, ...] = ()

    def choose(state: State, rng: Random) -> Action:
        return (eager_choice if rng.random() < 0.8 else random_choice)(state, rng)

    for _, _, step in steps(start, rng, most, choose):
        recent = (*recent, *step.events)[-30:]
        yield step.state, tuple(seen_by(each, None) for each in recent)
