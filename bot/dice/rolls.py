"""Provable rolls: the faces come from SHA-256 of the game's secret, as the card game's shuffles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from bot.games.chance import below, integers

from .dice import SIDES


class Roller(Protocol):
    """Yields roll number ``k`` of a game."""

    def __call__(self, k: int, dice: int) -> tuple[int, ...]:
        """Which face (0–5) each of ``dice`` dice shows in roll ``k``."""

    @property
    def secret(self) -> bytes:
        """The secret behind the rolls; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class SecretRoller:
    """Rolls that everybody can check once the secret is revealed."""

    secret: bytes = field(repr=False)

    def __call__(self, k: int, dice: int) -> tuple[int, ...]:
        """Roll number ``k`` (from 0) of the game."""
        stream = integers(self.secret, k)
        return tuple(below(SIDES, stream) for _ in range(dice))
