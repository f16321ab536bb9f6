"""The action of a computer player, with a fallback when its strategy fails."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from random import Random

from bot.games.states import AnyState
from bot.games.system import AnyAction, AnyLegal, GameSystem
from bot.model import Level
from bot.systems import system_of
from bot.work_queue import Urgency

from .context import Context, Question

_log = logging.getLogger(__name__)

LONGEST_THOUGHT = 30.0
"""Seconds until the fallback is used; the longest measured decision took 1.2."""


async def decide(context: Context, state: AnyState, level: Level) -> AnyAction:
    """A legal action for the seat to act; the fallback where the strategy fails."""
    system = system_of(state.game.rules.edition)
    legal = system.legal_actions(state)
    try:
        action = await _choice(context, system, state, legal, level)
    except Exception as error:  # noqa: BLE001  # no failure there may stop the table
        # The message could name hidden cards, so it stays below INFO.
        _log.error("a %s computer player failed: %s", level, type(error).__name__)
        _log.debug("how it failed", exc_info=error)
        return system.fallback(legal)
    if action in legal:
        return action
    _log.error("a %s computer player chose an illegal %s", level, type(action).__name__)
    return system.fallback(legal)


async def _choice(
    context: Context, system: GameSystem, state: AnyState, legal: AnyLegal, level: Level
) -> AnyAction:
    config, view = context.config, system.view_for(state, state.turn)
    with config.metrics.decisions.labels(level).time():
        # Random generators must not be shared between threads.
        question = Question(system.name, level, view, legal, config.rng.getrandbits(64))
        return await _decision(context, question)


async def _decision(context: Context, question: Question) -> AnyAction:
    choose = context.config.strategy(question.level, question.system).choose
    rng = Random(question.seed)  # noqa: S311  # play is random, not secret
    decision = partial(choose, question.view, question.legal, rng)
    async with context.work_queue.turn(Urgency.COMPUTER), asyncio.timeout(LONGEST_THOUGHT):
        return await context.work_queue.in_thread(decision)
