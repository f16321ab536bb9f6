"""The ten dice: six high ones and four low ones, always listed in this order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from bot.cards.cards import Colour
from bot.core.chance import below, integers
from bot.core.errors import MalformedError

COLOURS = (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN)
HIGH_NUMBERS = (5, 6, 7, 8, 9, 10)
LOW_NUMBERS = (1, 2, 3, 4)
_WILDS = (None, None)
HIGH_DICE = 6
_LOW_DICE = 4
SIDES = 6
HIGHEST = HIGH_NUMBERS[-1]
DICE_COUNT = HIGH_DICE + _LOW_DICE


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a die."""

    number: int | None  # 1 to 10; None on a Wild face
    colour: Colour  # Wild faces have one, too

    @property
    def is_wild(self) -> bool:
        return self.number is None

    @property
    def points(self) -> int:
        """The points in a phase: its number, 0 for a Wild face."""
        return self.number or 0

    @property
    def code(self) -> str:
        """How game records write the face, such as ``R5`` or ``GW``."""
        return f"{self.colour}{self.number or 'W'}"

    def __repr__(self) -> str:
        return self.code


def _die(numbers: tuple[int | None, ...], shift: int) -> tuple[Face, ...]:
    return tuple(Face(number, COLOURS[(shift + i) % 4]) for i, number in enumerate(numbers))


FACES: tuple[tuple[Face, ...], ...] = (
    *(_die(HIGH_NUMBERS, d + 1) for d in range(HIGH_DICE)),
    *(_die((*LOW_NUMBERS, *_WILDS), d) for d in range(_LOW_DICE)),
)
"""The six faces of each die."""
_BY_CODE = tuple({face.code: face for face in die} for die in FACES)


def faces(codes: object) -> tuple[Face, ...]:
    if not isinstance(codes, list | tuple) or len(codes) != DICE_COUNT:
        raise MalformedError("not_ten_dice")
    return tuple(_face(die, code) for die, code in enumerate(codes))


def _face(die: int, code: object) -> Face:
    face = _BY_CODE[die].get(code) if isinstance(code, str) else None
    if face is None:
        raise MalformedError("no_such_face", die=die, face=repr(code))
    return face


def codes(lying: Iterable[Face]) -> list[str]:
    """Faces as game records write them."""
    return [face.code for face in lying]


class Roller(Protocol):
    """Yields roll number ``k`` of a game."""

    def __call__(self, k: int, dice: int) -> tuple[int, ...]:
        """Which face (0–5) each of ``dice`` dice shows in roll ``k``."""


@dataclass(frozen=True, slots=True)
class SecretRoller:
    """Rolls that everybody can check once the secret is revealed."""

    secret: bytes = field(repr=False)

    def __call__(self, k: int, dice: int) -> tuple[int, ...]:
        stream = integers(self.secret, k)
        return tuple(below(SIDES, stream) for _ in range(dice))
