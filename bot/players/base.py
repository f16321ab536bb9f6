"""What every computer player is: a function of a view, the legal actions and a generator."""

from __future__ import annotations

from random import Random
from typing import Protocol

from bot.rules.actions import Action
from bot.rules.engine import LegalActions
from bot.rules.views import PlayerView


class Strategy(Protocol):
    """A computer player; it knows what a person in its seat would know, and nothing else."""

    def choose(self, view: PlayerView, legal: LegalActions, rng: Random) -> Action:
        """One of the legal actions."""
