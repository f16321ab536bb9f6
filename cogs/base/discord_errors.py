"""The exceptions that Discord and the connection to it raise, and what they mean."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import discord

LONGEST = 90.0
"""Seconds that one call to Discord may take, including the library's own retries."""


class UnreachableError(Exception):
    """Discord did not answer in time, or the connection to it failed, which is the cause."""


DISCORD_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    UnreachableError,
)
"""What a call to Discord within :func:`within` may raise without a mistake in this program."""

ANSWER_AGAIN_AFTER = (0.0, 1.0)
"""Seconds until each further try of a first answer."""
UNKNOWN_CHANNEL = 10003
_UNKNOWN_MESSAGE = 10008
_UNKNOWN_INTERACTION, _ACKNOWLEDGED = 10062, 40060
_INVALID = 50035
_BLOCKED = {200000, 200001, 240000}  # a word in a message or a title, a harmful link
_HAS_THREAD = 160004
_THREAD_ARCHIVED, _THREAD_LOCKED = 50083, 160005
_TOO_MANY_THREADS = {160006, 160007}  # of all kinds, in announcement channels
_HAND_GONE = {10008, 10015, 50027}
_DMS_CLOSED = {10013, 50007, 50278}  # no such user, not from this bot, no server in common
_TOO_MANY = 429


class NotAnsweredError(Exception):
    """Discord did not take the first answer to an interaction, and nothing was done.

    The error of Discord is its cause.
    """


@asynccontextmanager
async def within(seconds: float = LONGEST) -> AsyncIterator[None]:
    """Limit the time of a call to Discord.

    Raises:
        UnreachableError: in place of TimeoutError and ConnectionError, which a database or this
            program may raise as well.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, ConnectionError) as error:
        raise UnreachableError from error


def channel_is_gone(error: Exception) -> bool:
    """Return whether the channel does not exist."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL


def message_is_gone(error: Exception) -> bool:
    """Return whether the message does not exist."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE


def dms_are_closed(error: Exception) -> bool:
    """Return whether a person cannot get direct messages of the bot."""
    return isinstance(error, discord.HTTPException) and error.code in _DMS_CLOSED


def hand_is_gone(error: Exception) -> bool:
    """Return whether a private answer can never be edited again: dismissed, or token expired."""
    return isinstance(error, discord.HTTPException) and error.code in _HAND_GONE


def came_too_late(error: BaseException) -> bool:
    """Return whether Discord did not wait for the first answer to an interaction."""
    if isinstance(error, NotAnsweredError):
        error = error.__cause__ or error
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION


def was_answered(error: Exception) -> bool:
    """Return whether the first answer arrived already, in a try that seemed to fail."""
    return isinstance(error, discord.HTTPException) and error.code == _ACKNOWLEDGED


def is_invalid(error: Exception) -> bool:
    """Return whether Discord refuses the content itself, however often it is sent."""
    if isinstance(error, NotAnsweredError) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    return isinstance(error, discord.HTTPException) and error.code == _INVALID


def is_text_refused(error: Exception) -> bool:
    """Return whether Discord or the server does not allow a text, such as a thread's name."""
    return isinstance(error, discord.HTTPException) and error.code in {_INVALID, *_BLOCKED}


def has_thread(error: Exception) -> bool:
    """Return whether a thread was begun from the message before."""
    return isinstance(error, discord.HTTPException) and error.code == _HAS_THREAD


def lasts(error: Exception) -> bool:
    """Return whether Discord refuses something for good, as far as is known."""
    refused = isinstance(error, discord.HTTPException) and 400 <= error.status < 500
    return refused and not is_too_many(error)


async def answer_first(send: Callable[[], Awaitable[object]]) -> None:
    """Send the first answer to an interaction, and again if the connection is lost.

    Discord waits three seconds for it. That it has been answered already means that an earlier try
    arrived, although that seemed to fail.

    Raises:
        NotAnsweredError: no try arrived, as far as is known.
    """
    for pause in (*ANSWER_AGAIN_AFTER, None):
        try:
            async with within():
                await send()
        except DISCORD_ERRORS as error:
            if was_answered(error):
                return
            # The library itself repeats what a server of Discord failed at.
            if pause is None or isinstance(error, discord.DiscordException):
                raise NotAnsweredError from error
            await asyncio.sleep(pause)
        else:
            return


def is_archived(error: Exception) -> bool:
    """Return whether the thread is archived, so that only a new message reopens it."""
    return isinstance(error, discord.HTTPException) and error.code == _THREAD_ARCHIVED


def is_locked(error: Exception) -> bool:
    """Return whether the thread is locked, so that only moderators write in it."""
    return isinstance(error, discord.HTTPException) and error.code == _THREAD_LOCKED


def too_many_threads(error: Exception) -> bool:
    """Return whether the server has as many active threads as Discord allows."""
    return isinstance(error, discord.HTTPException) and error.code in _TOO_MANY_THREADS


def is_forbidden(error: Exception) -> bool:
    """Return whether the bot lacks a permission; trying again soon is useless."""
    return isinstance(error, discord.Forbidden) or is_archived(error) or is_locked(error)


def seconds_to_wait(error: Exception) -> float:
    """Return how many seconds Discord asks to wait, 0.0 if none."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def is_too_many(error: Exception) -> bool:
    """Return whether Discord asks for fewer requests."""
    return isinstance(error, discord.HTTPException) and error.status == _TOO_MANY


def must_wait(error: Exception) -> bool:
    """Return whether the next try must wait, even for newer changes."""
    return is_too_many(error) or isinstance(error, discord.RateLimited) or is_forbidden(error)


def described(error: Exception) -> str:
    """Describe an error for the log: its type and Discord's codes, without any content."""
    hides = isinstance(error, NotAnsweredError | UnreachableError)
    if hides and isinstance(error.__cause__, Exception):
        return described(error.__cause__)
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} (status {error.status}, code {error.code})"
    return type(error).__name__
