"""Discord's own troubles: which exceptions they come as, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

DISCORD_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
"""What a call to Discord may raise that is no mistake of this program."""

UNKNOWN_CHANNEL = 10003
_UNKNOWN_INTERACTION, _ACKNOWLEDGED = 10062, 40060
_THREAD_ARCHIVED, _THREAD_LOCKED = 50083, 160005
_HAND_GONE = {10008, 10015, 50027}
_TOO_MANY = 429


def channel_is_gone(error: Exception) -> bool:
    """Whether Discord says that there is no such channel."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL


def hand_is_gone(error: Exception) -> bool:
    """Whether a private answer cannot be edited ever again: dismissed, or its token expired."""
    return isinstance(error, discord.HTTPException) and error.code in _HAND_GONE


def came_too_late(error: Exception) -> bool:
    """Whether Discord waited no longer for the first answer to an interaction."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION


def was_answered(error: Exception) -> bool:
    """Whether Discord has the first answer already, from a try that seemed to fail."""
    return isinstance(error, discord.HTTPException) and error.code == _ACKNOWLEDGED


@contextmanager
def answered_before() -> Iterator[None]:
    """Around a first answer: that Discord has it from an earlier try is no failure."""
    try:
        yield
    except discord.HTTPException as error:
        if not was_answered(error):
            raise


def is_archived(error: Exception) -> bool:
    """Whether the thread must be woken up by a new message first."""
    return isinstance(error, discord.HTTPException) and error.code == _THREAD_ARCHIVED


def is_forbidden(error: Exception) -> bool:
    """Whether the bot lacks a permission; trying again soon is of no use."""
    if isinstance(error, discord.HTTPException) and error.code == _THREAD_LOCKED:
        return True
    return isinstance(error, discord.Forbidden) or is_archived(error)


def seconds_to_wait(error: Exception) -> float:
    """How long Discord wants to be left alone, 0.0 where it did not say."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def must_wait(error: Exception) -> bool:
    """Whether the next try is not to come before its time."""
    if isinstance(error, discord.HTTPException) and error.status == _TOO_MANY:
        return True
    return isinstance(error, discord.RateLimited) or is_forbidden(error)


def described(error: Exception) -> str:
    """A trouble for the log: its kind and Discord's codes, nothing of what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} (status {error.status}, code {error.code})"
    return type(error).__name__
