"""The turn of a computer player, with a fallback when its strategy fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from random import Random

from bot.core.game_type import AnyGameType
from bot.core.states import AnyAction, AnyLegal, AnyState, AnyTransition, Transition
from bot.game_types import game_type_for
from bot.seating import Level, LiveGame
from bot.work_queue import Urgency

from .context import Context
from .play import turn_ended

_log = logging.getLogger(__name__)

LONGEST_THOUGHT = 30.0  # seconds until the fallback is used; the longest measured decision took 1.2


async def decide_turn(context: Context, game: LiveGame) -> tuple[AnyAction, ...]:
    """Return the actions of the seat to act up to the end of its turn."""
    level = game.table.occupants[game.state.turn].level
    game_type = game.game_type
    transition: AnyTransition = Transition(game.state, ())
    actions: list[AnyAction] = []
    while not turn_ended(game, transition):
        state = transition.state
        action = game_type.forced_action(state) or await decide(context, state, level)
        actions.append(action)
        transition = transition.then(game_type.apply(state, action))
    return tuple(actions)


async def decide(context: Context, state: AnyState, level: Level) -> AnyAction:
    """Return a legal action for the seat to act: the fallback's if the strategy fails."""
    game_type = game_type_for(state.game.rules.edition)
    legal = game_type.legal_actions(state)
    try:
        action = await _choice(context, game_type, state, legal, level)
    except Exception as error:  # noqa: BLE001  # no failure there may stop the table
        # The message could name hidden cards, so it stays below INFO.
        _log.error("a %s computer player failed: %s", level, type(error).__name__)
        _log.debug("how it failed", exc_info=error)
        return game_type.fallback(legal)
    if action in legal:
        return action
    _log.error("a %s computer player chose an illegal %s", level, type(action).__name__)
    return game_type.fallback(legal)


async def _choice(
    context: Context, game_type: AnyGameType, state: AnyState, legal: AnyLegal, level: Level
) -> AnyAction:
    config = context.config
    # Random generators must not be shared between threads.
    rng = Random(config.rng.getrandbits(64))  # noqa: S311  # play is random, not secret
    choose = config.strategy(level, game_type.name).choose
    decision = partial(choose, game_type.view_for(state, state.turn), legal, rng)
    with config.metrics.decisions.labels(level).time():
        return await _decided(context, decision, level)


async def _decided(context: Context, decision: Callable[[], AnyAction], level: Level) -> AnyAction:
    longest = LONGEST_THOUGHT if level is Level.HARD else None
    async with context.work_queue.turn(Urgency.COMPUTER), asyncio.timeout(longest):
        return await context.work_queue.in_thread(decision)
