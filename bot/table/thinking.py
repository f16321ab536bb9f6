"""Decisions of computer players that take long, made in a worker process."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.games.system import AnyAction, AnyLegal, AnyView
from bot.model import Level
from bot.players import strategy
from bot.workers import Worker

PATIENCE = 5.0
"""Seconds until another level has to decide; the process starts in one or two."""
LONGEST = 30.0
"""Seconds until the process counts as hanging, and is ended."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be made by the seat to act, in a game's system of this name."""

    system: str
    level: Level
    view: AnyView
    legal: AnyLegal
    # Determines all that is random in the decision.
    seed: int


class Thinker(Worker[Question, AnyAction]):
    """The worker process of expert computer players."""

    def __init__(self, patience: float = PATIENCE) -> None:
        super().__init__(_decision, "thinker", patience, LONGEST)


def _decision(question: Question) -> AnyAction:
    choose = strategy(question.level, question.system).choose
    return choose(question.view, question.legal, Random(question.seed))  # noqa: S311  # no secret
