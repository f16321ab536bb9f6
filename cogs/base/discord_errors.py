"""The exceptions of Discord and of the connection to it, and their meaning."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Container
from contextlib import asynccontextmanager

import aiohttp
import discord

LONGEST = 90.0  # seconds that one call to Discord may take, including the library's own retries


class UnreachableError(Exception):
    """Discord did not answer in time, or the connection to it failed, which is the cause."""


DISCORD_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, UnreachableError)
"""The errors of a call to Discord within :func:`within` that are no mistakes of this program."""

ANSWER_AGAIN_AFTER = (0.0, 1.0)  # seconds until each further try of a first answer
CHANNEL_GONE = {10003}
MESSAGE_GONE = {10008}
HAND_GONE = {10008, 10015, 50027}
"""A private answer can never be edited again: it was dismissed, or its token expired."""
TOO_LATE = {10062}
ANSWERED = {40060}  # the first answer arrived already, in a try that seemed to fail
INVALID = {50035}
BLOCKED = {200000, 200001, 240000}  # a filter of the server refuses a text, such as its AutoMod
TEXT_REFUSED = INVALID | BLOCKED
"""Discord or the server does not allow a text, such as a thread's name."""
NO_MEMBER = {10007, 10013}  # not in the server, or no such user
HAS_THREAD = {160004}  # the message has a thread already
ARCHIVED = {50083}  # only a new message reopens the thread
THREAD_CLOSED = ARCHIVED | {160005}  # archived, or locked, so that only moderators write in it
TOO_MANY_THREADS = {160006, 160007}  # of all kinds, in announcement channels
DMS_CLOSED = {10013, 50007, 50278}  # no such user, not from this bot, no server in common
_TOO_MANY = 429


class NotAnsweredError(Exception):
    """Discord did not take the first answer to an interaction; its error is the cause."""


@asynccontextmanager
async def within(seconds: float = LONGEST) -> AsyncIterator[None]:
    """Limit the time of a call; raises UnreachableError for TimeoutError, ConnectionError."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, ConnectionError) as error:
        raise UnreachableError from error


def has_code(error: BaseException, codes: Container[int]) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in codes


def came_too_late(error: BaseException) -> bool:
    """Return whether Discord did not wait for the first answer to an interaction."""
    if isinstance(error, NotAnsweredError):
        error = error.__cause__ or error
    return has_code(error, TOO_LATE)


def is_invalid(error: Exception) -> bool:
    """Return whether Discord refuses the content itself, however often it is sent."""
    if isinstance(error, NotAnsweredError) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    return has_code(error, INVALID)


def lasts(error: Exception) -> bool:
    """Return whether Discord probably refuses something for good."""
    refused = isinstance(error, discord.HTTPException) and 400 <= error.status < 500
    return refused and not is_too_many(error)


async def answer_first(
    send: Callable[..., Awaitable[object]], *content: object, **options: object
) -> None:
    """Send the first answer to an interaction, and again if the connection is lost.

    Discord waits three seconds for it. If an interaction has been answered already, an earlier try
    that seemed to fail did arrive.

    Raises NotAnsweredError if no try is known to have arrived.
    """
    for pause in (*ANSWER_AGAIN_AFTER, None):
        try:
            async with within():
                await send(*content, **options)
        except DISCORD_ERRORS as error:
            if has_code(error, ANSWERED):
                return
            # The library itself repeats requests that a server of Discord failed at.
            if pause is None or isinstance(error, discord.DiscordException):
                raise NotAnsweredError from error
            await asyncio.sleep(pause)
        else:
            return


def is_forbidden(error: Exception) -> bool:
    """Return whether the bot lacks a permission; trying again soon is useless."""
    return isinstance(error, discord.Forbidden) or has_code(error, THREAD_CLOSED)


def seconds_to_wait(error: Exception) -> float:
    """Return the seconds that Discord asks to wait, or 0.0."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def is_too_many(error: Exception) -> bool:
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
