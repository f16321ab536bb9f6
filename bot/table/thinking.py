"""A worker process for decisions that would keep this one from everything else."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random

from bot.model import Level
from bot.players import strategy
from bot.systems import AnyAction, AnyLegal, AnyView

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


class ThinkingError(Exception):
    """The computer player failed."""


class Thinker:
    """One worker process, started when it is first asked and again after it has ended.

    It answers one question at a time. It ends with this process, however that ends.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._asking = ThreadPoolExecutor(1, "thinker")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    async def think(self, question: Question) -> AnyAction:
        """The action of a computer player.

        Raises:
            ThinkingError: the player failed.
            TimeoutError: there was no answer in time.
            OSError, EOFError: the process could not be started, or has ended.
        """
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self._patience):
            return await loop.run_in_executor(self._asking, self._ask, question)

    def close(self) -> None:
        """End the process; what is being thought about fails."""
        self._closed = True
        self._asking.shutdown(wait=False, cancel_futures=True)
        self._kill()

    def _ask(self, question: Question) -> AnyAction:
        try:
            pipe = self._pipe or self._started()
            pipe.send(question)
            if not pipe.poll(LONGEST):
                raise TimeoutError
            answer = pipe.recv()
        except (OSError, EOFError):
            self._end()
            raise
        if isinstance(answer, ThinkingError):
            raise answer
        return answer

    def _started(self) -> Connection:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="thinker", daemon=True)
        self._process.start()
        # Reading fails when the process has ended, as no other holds its end of the pipe.
        theirs.close()
        if self._closed:
            raise EOFError
        return self._pipe

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if process := self._kill():
            process.join()
        self._pipe = self._process = None

    def _kill(self) -> BaseProcess | None:
        """Kill the process, and return it, if there is one that has been started."""
        process = self._process
        if process is None or process.pid is None:
            return None
        process.kill()
        return process


def _serve(pipe: Connection) -> None:
    """Answer questions until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            pipe.send(_answer(pipe.recv()))
    except (OSError, EOFError):
        return


def _answer(question: Question) -> AnyAction | ThinkingError:
    choose = strategy(question.level, question.system).choose
    try:
        return choose(question.view, question.legal, Random(question.seed))  # noqa: S311  # no secret
    except Exception as error:  # noqa: BLE001  # whatever failed, the next question is answered
        # The message could name hidden cards.
        return ThinkingError(type(error).__name__)
