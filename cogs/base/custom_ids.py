"""Custom ids and select values: the meaning of a component in at most 100 characters.

A custom id is ``p10:<game>:<version>:<verb>[:<arg>…]``. Clients can send any text, so both
directions are checked here and nothing else reads these strings.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import partial
from inspect import signature
from typing import Annotated, Any, TypeVar
from zlib import crc32

from bot.cards.actions import Discard, Hit
from bot.cards.cards import SKIP, Card, card, table_card
from bot.cards.rulesets import MOST_PLAYERS
from bot.core.states import AnyRules
from bot.game_types import ALL_EDITIONS, GAME_TYPES_BY_NAME

LONGEST = 100
PREFIX = "p10"
NO_GAME = "-"
ANY_CUSTOM_ID = re.compile(rf"{PREFIX}:.{{1,96}}", re.DOTALL)

_GAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_TIME = re.compile(r"[1-9][0-9]{0,11}")
_USER = re.compile(r"[1-9][0-9]{0,18}")
_HIGHEST_USER = 2**63 - 1
_ARG = re.compile(r"[A-Za-z0-9_.,=+-]{1,64}")
_MOST_ARGS = 4
_E = TypeVar("_E", bound=StrEnum)
_T = TypeVar("_T")


class Verb(StrEnum):
    """The action of a component."""

    JOIN = "join"
    QUIT = "quit"
    COMPUTER = "computer"
    OPTIONS = "options"
    OPTIONS_BACK = "optionsback"
    HOUSE_RULES = "houserules"
    LENGTH = "length"
    GAME_TYPE = "gametype"
    LIMIT = "limit"
    EDITION = "edition"
    VARIATION = "variation"
    PHASES_FORM = "phasesform"
    OWN_PHASES = "phases"
    SURPRISE = "surprise"
    RULE = "rule"
    INVITE = "invite"
    INVITE_PEOPLE = "invitepeople"
    REMOVE = "remove"
    START = "start"
    CANCEL = "cancel"
    CANCEL_NOW = "cancelnow"
    THREAD = "thread"

    HAND = "hand"
    SCORES = "scores"
    RULES = "rules"
    MORE = "more"
    READY = "ready"
    REMATCH = "rematch"
    NEXT_WEEK = "nextweek"
    RECORD = "record"
    REVIEW = "review"
    REVIEW_CHOICE = "reviewchoice"

    LEAVE = "leave"
    LEAVE_NOW = "leavenow"
    END = "end"
    END_NOW = "endnow"
    END_AGREE = "endagree"
    END_REFUSE = "endrefuse"
    PAUSE = "pause"
    PAUSE_NOW = "pausenow"
    GO_ON = "resume"
    WIN_NOW = "winnow"
    STAND_IN = "standin"
    STAND_IN_NOW = "standinnow"
    REPOST = "repost"
    STAY = "stay"
    TOPIC = "topic"
    RULES_OF = "rulesof"
    RULES_PAGE = "rulespage"

    AGAIN = "again"
    SOLO_END = "soloend"
    SOLO_END_NOW = "soloendnow"
    SOLO_INSTEAD = "soloinstead"
    SOLO_ON = "soloon"
    SOLO_MORE = "solomore"
    SOLO_PACE = "solopace"

    HAND_READY = "handready"
    DECLARE = "declare"
    ACCEPT = "accept"
    DECLINE = "decline"
    DRAW = "draw"
    TAKE = "take"
    TAKE_SAVED = "takesaved"
    DRAW_NOTHING = "drawnothing"
    LAY = "lay"
    WAYS = "ways"
    HIT_ALL = "hitall"
    HIT = "hit"
    SAVE = "save"
    DISCARD = "discard"
    DISCARD_NOW = "discardnow"
    SORT = "sort"
    HINT = "hint"
    TAKE_BACK = "takeback"

    KEEP = "keep"
    KEEP_ALL = "keepall"
    ROLL = "roll"
    ROLL_NOW = "rollnow"
    STOP = "stop"
    DICE_HINT = "dicehint"

    DAILY = "daily"
    DAILY_SHOW = "dailyshow"
    DAILY_TAKE = "dailytake"
    DAILY_LAY = "dailylay"
    DAILY_WAYS = "dailyways"
    DAILY_DISCARD = "dailydiscard"
    DAILY_DISCARD_NOW = "dailydiscardnow"
    DAILY_SHARE = "dailyshare"
    DAILY_COMPUTER = "dailycomputer"
    DAILY_BOARD = "dailyboard"
    CHALLENGE = "challenge"
    CHALLENGE_PLAY = "challengeplay"

    GUIDED = "guided"
    GUIDED_ASK = "guidedask"
    GUIDED_NO = "guidedno"
    SOLO = "solo"

    SETTING = "setting"
    SETTINGS_PAGE = "settingspage"
    SETTINGS_EXPLAINED = "settingsexplained"
    OWN_SETTING = "ownsetting"
    OWN_EXPLAINED = "ownexplained"
    AVOID = "avoid"
    HOLIDAY = "holiday"
    HOLIDAY_UNTIL = "holidayuntil"
    HOLIDAY_OVER = "holidayover"
    CHANNELS = "channels"
    THREADS = "threads"
    ANNOUNCEMENTS = "announcements"
    DAILY_POSTS = "dailyposts"
    HIDE = "hide"
    CHAMPIONS_ROLE = "championsrole"
    CALLED_ROLE = "calledrole"

    BOARD_BY = "boardby"
    BOARD_PERIOD = "boardperiod"
    BOARD_EDITION = "boardedition"
    BOARD_SEASON = "boardseason"
    BOARD = "board"
    BOARD_OWN = "boardown"
    BOARD_POST = "boardshow"
    BOARD_OPEN = "boardopen"
    CHAMPIONS = "champions"

    PLAY = "play"
    COMMANDS = "commands"
    DISMISS = "dismiss"

    STATS_OF = "statsof"
    STATS_POST = "statsshow"
    ACHIEVEMENTS = "achievements"
    OWN_ACHIEVEMENTS = "myachievements"

    GAMES = "games"
    GAMES_PAGE = "gamespage"
    TABLES_JOIN = "tablesjoin"

    ASK_SEAT = "askseat"
    SEAT_BACK = "seatback"
    WITHDRAW = "withdraw"
    LET_IN = "letin"
    NOT_NOW = "notnow"

    HISTORY = "history"
    PAST_GAME = "pastgame"
    PAST_CHOICE = "pastchoice"

    CUP_JOIN = "cupjoin"
    CUP_LEAVE = "cupleave"
    CUP_LEAVE_NOW = "cupleavenow"
    CUP_TABLE = "cuptable"
    CUP_STANDINGS = "cupstandings"
    CUP_MORE = "cupmore"
    CUP_START = "cupstart"
    CUP_CANCEL = "cupcancel"
    CUP_CANCEL_NOW = "cupcancelnow"
    CUP_HERE = "cuphere"
    CUP_TAKE_OUT = "cuptakeout"
    CUP_TAKE_OUT_NOW = "cuptakeoutnow"
    CUP_CLOSE = "cupclose"
    CUP_CLOSE_NOW = "cupclosenow"
    CUP_STOP = "cupstop"
    CUP_STOP_NOW = "cupstopnow"

    SHEETS = "sheets"
    SHEET = "sheet"
    SHEET_NEW = "sheetnew"
    SHEET_JOIN = "sheetjoin"
    SHEET_GUEST = "sheetguest"
    SHEET_NAME = "sheetname"
    SHEET_SEATS = "sheetseats"
    SHEET_SURPRISE = "sheetsurprise"
    SHEET_START = "sheetstart"
    SHEET_CLOSE = "sheetclose"
    SHEET_CLOSE_NOW = "sheetclosenow"
    SHEET_MORE = "sheetmore"
    SHEET_AGAIN = "sheetagain"
    SHEET_GO_ON = "sheetgoon"
    SHEET_HAND = "sheethand"
    SHEET_RESULT = "sheetresult"
    SHEET_ENTER = "sheetenter"
    SHEET_ANYWAY = "sheetanyway"
    SHEET_CHANGE = "sheetchange"
    SHEET_CORRECT = "sheetcorrect"
    SHEET_CHOOSE = "sheetchoose"
    SHEET_FILE = "sheetfile"
    SHEET_LENGTH = "sheetlength"
    SHEET_EDITION = "sheetedition"
    SHEET_RENAME = "sheetrename"
    SHEET_NEW_NAME = "sheetnewname"
    SHEET_SCORES = "sheetscores"
    SHEET_YEAR = "sheetyear"
    SHEET_OF_YEAR = "sheetofyear"

    FORGET_ME = "forgetme"

    REPLAY = "replay"


class BadCustomIdError(ValueError):
    """A custom id or menu value that this bot did not make; all parsers raise it."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """The meaning of a component."""

    game: str  # the id of the lobby or game, the date of a daily hand, or ``NO_GAME``
    version: int  # the version of the state, where it matters
    verb: Verb
    args: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check(_GAME, self.game)
        _check(_NUMBER, str(self.version))
        if len(self.args) > _MOST_ARGS:
            raise BadCustomIdError(f"more than {_MOST_ARGS} arguments")
        for arg in self.args:
            _check(_ARG, arg)
        if len(str(self)) > LONGEST:
            raise BadCustomIdError("longer than Discord allows")

    @classmethod
    def of(cls, verb: Verb, *args: str) -> CustomId:
        return cls(NO_GAME, 0, verb, args)

    def __str__(self) -> str:
        return ":".join((PREFIX, self.game, str(self.version), self.verb, *self.args))

    def with_random_version(self) -> CustomId:
        """Replace version 0 by a random one, for a menu.

        Clients remember the choice in a menu by its id, and send nothing if it is made again.
        """
        return self if self.version else replace(self, version=1 + secrets.randbelow(10**9 - 1))

    @property
    def component_id(self) -> int:
        """A number that changes with the custom id, by which some clients tell menus apart.

        It has 31 bits and is greater than the numbers that Discord gives to other components.
        """
        return crc32(str(self).encode()) & 0x3FFFFFFF | 0x40000000


_YEARS = range(2000, 3000)


def _check(pattern: re.Pattern[str], text: str) -> str:
    if pattern.fullmatch(text) is None:
        raise BadCustomIdError(f"malformed part {text[:LONGEST]!r}")
    return text


def parse(text: str) -> CustomId:
    parts = text.split(":")
    if len(text) > LONGEST or len(parts) < 4 or parts[0] != PREFIX:
        raise BadCustomIdError("not one of ours")
    _, game, version, verb, *args = parts
    return CustomId(game, int(_check(_NUMBER, version)), parse_choice(Verb, verb), tuple(args))


def parse_choice(kind: type[_E], value: str) -> _E:
    return _parsed(kind, value, kind.__name__.lower())


def _parsed(parse: Callable[[str], _T], value: str, what: str) -> _T:
    try:
        return parse(value)
    except ValueError:
        raise BadCustomIdError(f"no {what} {value[:LONGEST]!r}") from None


def parse_index(value: str, size: int) -> int:
    index = int(_check(_NUMBER, value))
    if index >= size:
        raise BadCustomIdError(f"no place {index} in a list of {size}")
    return index


def parse_known(value: str, known: Container[str]) -> str:
    if value not in known:
        raise BadCustomIdError(f"unknown {value[:LONGEST]!r}")
    return value


def parse_edition(value: str) -> AnyRules:
    return ALL_EDITIONS[parse_known(value, ALL_EDITIONS)]


def parse_date(value: str) -> date:
    """Parse a date, which the components of daily hands have instead of the id of a game."""
    day = _parsed(date.fromisoformat, value, "date")
    # Dates at the end of the calendar have no next month.
    if day.year not in _YEARS:
        raise BadCustomIdError(f"no date {value}")
    return day


def parse_user(value: str) -> int:
    user_id = int(_check(_USER, value))
    if user_id > _HIGHEST_USER:
        raise BadCustomIdError(f"no person {value}")
    return user_id


def arg_parser(annotation: Any) -> tuple[Callable[..., Any], int]:  # noqa: ANN401  # any type
    """Return the parser of a handler's parameter, and how many arguments of a custom id it takes.

    It is the function in ``Annotated[…, function]``, for an enum :func:`parse_choice`, else the
    ``parse`` of the class.
    """
    if metadata := getattr(annotation, "__metadata__", ()):
        parser = metadata[0]
    elif issubclass(annotation, StrEnum):
        parser = partial(parse_choice, annotation)
    else:
        parser = annotation.parse
    parameters = signature(parser).parameters.values()
    return parser, sum(each.default is each.empty for each in parameters)


def hit_value(hit: Hit) -> str:
    """Format a hit as a select value, such as ``1.0.W7``."""
    return f"{hit.owner}.{hit.group}.{hit.card.code}"


def parse_hit(value: str) -> Hit:
    """Parse the select value of a hit, which may be illegal."""
    parts = value.split(".")
    if len(parts) != 3:
        raise BadCustomIdError("not 3 parts")
    owner, group, code = parts
    placed = _parsed(table_card, code, "card")
    return Hit(parse_index(owner, MOST_PLAYERS), int(_check(_NUMBER, group)), placed)


def discard_value(discard: Discard) -> str:
    """Format a discard as an argument: ``R5``, ``S``, or ``S.2`` for a Skip on seat 2."""
    code = discard.card.code
    return code if discard.target is None else f"{code}.{discard.target}"


def parse_discard(value: str) -> Discard:
    """Parse a discard, which may be illegal."""
    code, *target = value.split(".")
    held = parse_card(code)
    if not target:
        return Discard(held)
    if len(target) > 1 or held is not SKIP:
        raise BadCustomIdError("only a Skip names one seat")
    return Discard(held, parse_index(target[0], MOST_PLAYERS))


def parse_card(value: str) -> Card:
    return _parsed(card, value, "card")


def parse_tapped(_place: str, code: str) -> Card:
    """Parse the card of a button; its place in the hand only tells equal cards apart."""
    return parse_card(code)


def parse_placed_hit(_place: str, value: str) -> Hit:
    """Parse the hit of a button; its place among the buttons only tells them apart."""
    return parse_hit(value)


# The annotations of handlers' parameters.
AnyText = Annotated[str, partial(_check, _ARG)]
CardCode = Annotated[Card, parse_card]
TappedCard = Annotated[Card, parse_tapped]
HitCode = Annotated[Hit | None, parse_hit]
PlacedHit = Annotated[Hit | None, parse_placed_hit]
DiscardCode = Annotated[Discard, parse_discard]
GameTypeName = Annotated[str, partial(parse_known, known=GAME_TYPES_BY_NAME)]
UserId = Annotated[int, parse_user]
EditionRules = Annotated[AnyRules, parse_edition]
QuestionNumber = Annotated[int, lambda value: int(_check(_TIME, value))]
GameId = Annotated[str, partial(_check, _GAME)]
