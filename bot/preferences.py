"""The preferences of servers and people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, TypeVar

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import PydanticUseDefault

from bot.cards.variations import Length
from bot.seating import Level


class Pings(StrEnum):
    """How players are notified of their turn."""

    PING = "ping"
    PAUSE = "pause"
    SILENT = "silent"


class DirectNotices(StrEnum):
    """Whether a person gets notices of turns in slow games; REFUSED: off, as Discord refused."""

    OFF = "off"
    ON = "on"
    REFUSED = "refused"


class InvitedBy(StrEnum):
    """Who may invite a person to a table."""

    EVERYBODY = "everybody"
    NOBODY = "nobody"


MOST_AVOIDED = 25  # as many as a menu of Discord takes
_T = TypeVar("_T")


def _default_if_unknown(value: object, valid: ValidatorFunctionWrapHandler) -> object:
    """Return the stored value, or the default for a value that this program does not know."""
    try:
        return valid(value)
    except ValidationError:
        raise PydanticUseDefault from None


# For each field, so that an unknown value of a newer program does not lose the other values.
Chosen = Annotated[_T, WrapValidator(_default_if_unknown)]


ROLE_PAUSE = 6 * 3600.0  # seconds in which a server's role is called for one table or cup
HERE = 0  # for ``ServerPreferences.threads``: the channel in which a table is opened


@dataclass(frozen=True)
class ServerPreferences:
    """The settings of a server; stored as JSON, so new fields need defaults."""

    theme: Chosen[str | None] = None  # None for the bot's default; members may choose another one
    # Defaults of new tables; None for the classic edition, and for no limit (in seconds).
    edition: Chosen[str | None] = None
    length: Chosen[Length] = Length.EVENING
    turn_limit: Chosen[int | None] = None
    # None for the server's language in Discord, else that of the person who opens a message.
    locale: Chosen[str | None] = None
    channels: Chosen[tuple[int, ...]] = ()  # where games are allowed; empty for all channels
    pings: Chosen[Pings] = Pings.PING
    # Whether computer players may be added, and their default level.
    computers: Chosen[bool] = True
    level: Chosen[Level] = Level.NORMAL
    animations: Chosen[bool] = True
    achievements: Chosen[bool] = True
    # The channels in which the champions of a month and the daily hands are announced.
    announcements: Chosen[int | None] = None
    daily_posts: Chosen[int | None] = None
    # The role that the champions of the newest season have.
    champions_role: Chosen[int | None] = None
    # The role that is called when a table opens by appointment, or a cup.
    called_role: Chosen[int | None] = None
    # When it was called last, and for which table or cup.
    role_called_at: Chosen[float] = 0.0
    role_called_for: Chosen[str] = ""
    posts_locale: Chosen[str | None] = None  # of the manager who chose a channel for them
    daily_hour: Chosen[Annotated[int, Field(ge=0, lt=24)]] = 12  # of the day's post, in UTC
    # The channel in which each new table gets its own thread, or ``HERE``; None for no threads.
    threads: Chosen[int | None] = None

    def with_role_called(self, opening: str, now: float) -> ServerPreferences:
        """Note that the role is called for an opening, unless it was for another one lately."""
        if now < self.role_called_at + ROLE_PAUSE:
            return self
        return replace(self, role_called_at=now, role_called_for=opening)


@dataclass(frozen=True)
class PersonalPreferences:
    """The settings of a person in all servers, for private messages."""

    # None for the server's theme, and for the language of their Discord.
    theme: Chosen[str | None] = None
    locale: Chosen[str | None] = None
    pictures: Chosen[bool] = True  # whether private messages have pictures instead of text
    animations: Chosen[bool] = True  # whether the person's highlights are animated
    achievements: Chosen[bool] = True
    # Whether computer players make no pause before their turns in the person's solo games.
    quick: Chosen[bool] = False
    # The backs of cards and the table cloth; None for those of the theme.
    back: Chosen[str | None] = None
    cloth: Chosen[str | None] = None
    guided: Chosen[bool] = False  # whether the guided first hand was offered, or played to its end
    notices: Chosen[DirectNotices] = DirectNotices.OFF
    # The language of their Discord when they last made a choice about notices.
    discord_locale: Chosen[str | None] = None
    invitations: Chosen[InvitedBy] = InvitedBy.EVERYBODY
    # The ids of people who may not invite the person, nor sit down at the person's tables.
    avoided: Chosen[tuple[int, ...]] = ()
    holiday: Chosen[float | None] = None  # until when the person is on holiday; may be over

    def takes_invitation(self, host_id: int) -> bool:
        """Return whether this host may invite the person."""
        return self.invitations is InvitedBy.EVERYBODY and host_id not in self.avoided
