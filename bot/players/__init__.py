"""Computer players: a view in, an action out."""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeVar, cast

from bot.cards.actions import Action
from bot.cards.engine import LegalActions
from bot.cards.views import PlayerView
from bot.core.states import AnyAction, AnyLegal, AnyView
from bot.dice.engine import DiceAction, DiceLegalActions
from bot.dice.views import DiceView
from bot.game_types import CARDS
from bot.seating import Level

from .dice_levels import EasyDice, HardDice, NormalDice
from .hard import Hard
from .levels import Easy, Normal

V_contra = TypeVar("V_contra", contravariant=True)
L_contra = TypeVar("L_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class ComputerPlayer(Protocol[V_contra, L_contra, A_co]):
    """How a computer player of a game decides; it keeps nothing from one decision to the next."""

    def choose(self, view: V_contra, legal: L_contra, rng: Random) -> A_co: ...


AnyPlayer = ComputerPlayer[AnyView, AnyLegal, AnyAction]
_CARDS: dict[Level, ComputerPlayer[PlayerView, LegalActions, Action]] = {
    Level.EASY: Easy(),
    Level.NORMAL: Normal(),
    Level.HARD: Hard(),
}
_DICE: dict[Level, ComputerPlayer[DiceView, DiceLegalActions, DiceAction]] = {
    Level.EASY: EasyDice(),
    Level.NORMAL: NormalDice(),
    Level.HARD: HardDice(),
}
computer_names = (
    "Pip",
    "Marlow",
    "Juno",
    "Biscuit",
    "Tamsin",
    "Otto",
    "Wren",
    "Figaro",
    "Saffron",
    "Dusty",
    "Linnet",
    "Cosmo",
    "Maple",
    "Quill",
    "Zuri",
    "Nimbus",
)
"""Short names of computer players, more than a table has seats."""


def strategy(level: Level, game_type: str = CARDS.name) -> AnyPlayer:
    return cast("AnyPlayer", _CARDS[level] if game_type == CARDS.name else _DICE[level])
