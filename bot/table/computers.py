"""The action of a computer player, with a fallback when its strategy fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from random import Random

from bot.core.states import AnyAction, AnyLegal, AnyState
from bot.core.system import AnyGame
from bot.systems import system_of
from bot.tables import Level
from bot.work_queue import Urgency

from .context import Context

_log = logging.getLogger(__name__)

LONGEST_THOUGHT = 30.0
"""Seconds until the fallback is used; the longest measured decision took 1.2."""


async def decide(context: Context, state: AnyState, level: Level) -> AnyAction:
    """Return a legal action for the seat to act: the fallback's if the strategy fails."""
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
    context: Context, system: AnyGame, state: AnyState, legal: AnyLegal, level: Level
) -> AnyAction:
    config = context.config
    # Random generators must not be shared between threads.
    rng = Random(config.rng.getrandbits(64))  # noqa: S311  # play is random, not secret
    choose = config.strategy(level, system.name).choose
    decision = partial(choose, system.view_for(state, state.turn), legal, rng)
    with config.metrics.decisions.labels(level).time():
        return await _decided(context, decision, level)


async def _decided(context: Context, decision: Callable[[], AnyAction], level: Level) -> AnyAction:
    longest = LONGEST_THOUGHT if level is Level.HARD else None
    async with context.work_queue.turn(Urgency.COMPUTER), asyncio.timeout(longest):
        return await context.work_queue.in_thread(decision)
