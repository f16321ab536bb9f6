"""A score sheet: who plays, and the results that people enter."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from bot.cards.rulesets import RuleSet

from .names import distinct_names

MOST_HANDS = 60  # hands after which a game ends as if it was stopped
IDLE = 14 * 86_400  # seconds without a change after which a sheet is over
HOST_AWAY = 2 * 86_400  # seconds without the host after which all members have the host's rights
MOST_PEOPLE = 10  # on a sheet; more than a rule set allows play with two decks
MARKS = 10**6


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A member, or a guest, who has no id; ``gone_in`` is the first hand that they do not play."""

    name: str
    user_id: int | None = None
    gone_in: int | None = None
    came_in: int = 0  # their first hand


@dataclass(frozen=True, slots=True)
class SheetResult:
    """The result of a player in a hand; hands are numbered from 0.

    ``laid`` is 0 for no phase, else the number of the phase where players choose it, and 1 where
    they do not. ``left`` are points (``45``) or cards (``9 9 12 W S``); empty for nothing.
    """

    hand: int
    seat: int
    laid: int
    left: str = ""


def mark(result: SheetResult | None) -> int:
    """A number by which a form recognizes the result that it was opened for; 0 for none."""
    if result is None:
        return 0
    return 1 + crc32(f"{result.laid} {result.left}".encode()) % (MARKS - 1)


@dataclass(frozen=True, slots=True)
class SheetCorrection:
    """A changed result; ``by`` is the seat of the person, None for a host without one."""

    by: int | None
    was: SheetResult
    now: SheetResult
    made_in: int | None = None  # the hand that was played then; None in version 1.1


@dataclass(frozen=True)
class Sheet:
    """A score sheet."""

    sheet_id: str  # also in custom ids
    guild_id: int  # 0 outside of servers and in those without the bot
    channel_id: int
    host_id: int
    rules: RuleSet
    players: tuple[SheetPlayer, ...]  # by seat; the first deals first
    touched_at: float  # in seconds since 1970
    version: int = 1
    begun: bool = False
    closed: bool = False  # before the end of the game
    results: tuple[SheetResult, ...] = ()  # in any order
    corrections: tuple[SheetCorrection, ...] = ()  # the newest, oldest first
    message_id: int | None = None
    host_name: str = ""
    host_at: float = 0.0  # when the host last changed the sheet
    played_at: float = 0.0  # when the newest result came, corrections apart
    locale: str | None = None  # the default language of its message; None in version 1.1
    usual_phases: tuple[str, ...] = ()  # the phases before surprise phases were drawn

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat; those that look alike are numbered, as in ``Alex (2)``."""
        return distinct_names(player.name for player in self.players)

    def find_seat(self, user_id: int) -> int | None:
        ids = [player.user_id for player in self.players]
        return ids.index(user_id) if user_id in ids else None

    def result(self, hand: int, seat: int) -> SheetResult | None:
        found = (each for each in self.results if (each.hand, each.seat) == (hand, seat))
        return next(found, None)

    def staying(self) -> list[int]:
        """The seats of those who have not left the game."""
        return [seat for seat, player in enumerate(self.players) if player.gone_in is None]

    def may_enter(self, user_id: int, seat: int) -> bool:
        """Whether a person may enter results of a seat: their own, a guest's, as the host all."""
        own = self.players[seat].user_id
        guest = own is None and self.find_seat(user_id) is not None
        return guest or user_id in (self.host_id, own)


def new_sheet(place: tuple[str, int, int], host: SheetPlayer, rules: RuleSet, now: float) -> Sheet:
    """A new sheet with one person; ``place`` is its id, server and channel."""
    sheet_id, guild_id, channel_id = place
    return Sheet(
        sheet_id,
        guild_id,
        channel_id,
        host.user_id or 0,
        rules,
        (host,),
        touched_at=now,
        host_name=host.name,
        host_at=now,
    )
