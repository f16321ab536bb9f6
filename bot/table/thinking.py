"""Decisions of computer players that take long, made in a worker process."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.games.system import AnyAction, AnyLegal, AnyView
from bot.model import Level
from bot.players import strategy

from .worker import Worker

PATIENCE = 5.0
"""Seconds until somebody else has to decide; the process starts in one or two."""
LONGEST = 30.0
"""Seconds without an answer after which the process is taken to hang."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be made.

    Attributes:
        system: the name of the game's system.
        level: who decides.
        view: what the seat may know.
        legal: its legal actions.
        seed: determines all that is random in the decision.
    """

    system: str
    level: Level
    view: AnyView
    legal: AnyLegal
    seed: int


class Thinker(Worker[Question, AnyAction]):
    """The worker process of expert computer players."""

    def __init__(self, patience: float = PATIENCE) -> None:
        super().__init__(_decided, "thinker", patience, LONGEST)

    async def think(self, question: Question) -> AnyAction:
        """The action of a computer player; raises what :meth:`ask` does."""
        return await self.ask(question)


def _decided(question: Question) -> AnyAction:
    choose = strategy(question.level, question.system).choose
    return choose(question.view, question.legal, Random(question.seed))  # noqa: S311  # no secret
