"""A person who is everywhere in a database, and what to look for when they are gone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

from databases import Where, content, empty_log
from kit import steps
from stored import AT, change, channel_of

from bot.cards.actions import DealHand
from bot.cards.engine import abandon, apply, new_game
from bot.cards.events import Discarded
from bot.cards.rulesets import CLASSIC
from bot.cards.state import State
from bot.core.events import TakeoverReason
from bot.core.states import Transition, take_over
from bot.players import computer_names
from bot.preferences import PersonalPreferences
from bot.seating import (
    Change,
    Guest,
    Level,
    LiveGame,
    Lobby,
    Occupant,
    SeatRequest,
    Table,
    private_channel,
)
from bot.shards import PersonToForget
from bot.sheets.sheet import Sheet, SheetPlayer, SheetResult
from bot.storage.daily import StoredAttempt, open_daily, put_daily_key
from bot.storage.database import Database
from bot.storage.games import begin, put_lobby, put_table
from bot.storage.members import note_member, put_gone
from bot.storage.notifications import PersonalTurn, SentNotice, put_notice
from bot.storage.preferences import put_preferences
from bot.storage.results import commit
from bot.storage.sheets import add_sheet
from bot.table.play import granted

ME, BEN, CYD = 0x1A2B3C4D5E6F7081, 902_000_000_000_000_002, 903_000_000_000_000_003
NAME, OLD_NAME = "Zyxwvutsr", 'Qvx "the" \\ 愛'
SHORT = replace(CLASSIC, phases=("S2+S2+S2", "S2+S2+S2"), ten_hands=True)
Seat = tuple[str, int | None]
BEN_S, CYD_S, COMPUTER = ("Ben", BEN), ("Cyd", CYD), ("Pip", None)


def whom(user_id: int = ME, **other: object) -> PersonToForget:
    return replace(PersonToForget(user_id, computer_names, 4e9), **other)  # type: ignore[arg-type]


def started(game_id: str, *seats: Seat) -> Transition:
    """A game whose first player was away for a moment."""
    names = [name for name, _ in seats]
    secret = game_id.encode().rjust(32, b"\0")
    people = [str(user_id) for _, user_id in seats if user_id]
    beacon = "-".join(["9", *people])
    step = apply(new_game(game_id, SHORT, names, secret, beacon), DealHand())
    step = step.then(take_over(step.state, 0, "computer", TakeoverReason.TIMEOUT))
    return step.then(take_over(step.state, 0, names[0], TakeoverReason.RETURNED))


def table_of(game_id: str, guild_id: int, host_id: int, *seats: Seat) -> Table:
    occupants = tuple(Occupant(name, user_id, Level.NORMAL) for name, user_id in seats)
    channel_id = 5 if game_id in ("running", "hosted") else channel_of(game_id)
    return Table(game_id, guild_id, channel_id, host_id, occupants, None, "en", 1000.5, 1000.5)


async def under_way(
    store: Database, game_id: str, guild_id: int, *seats: Seat, host_id: int | None = None
) -> tuple[Table, State]:
    table = table_of(game_id, guild_id, host_id or seats[0][1] or 0, *seats)
    step = started(game_id, *seats)
    await store.write(begin, change(table, step))
    return table, step.state


@cache
def played_to_the_end(game_id: str, *seats: Seat) -> Transition:
    """All that follows after the beginning of a game; the same each time."""
    step = Transition(started(game_id, *seats).state, ())
    for _, _, more in steps(step.state, Random(3)):
        step = step.then(more)
    assert step.state.result is not None
    return step


async def finished(store: Database, game_id: str, guild_id: int, *seats: Seat) -> None:
    table, state = await under_way(store, game_id, guild_id, *seats)
    step = played_to_the_end(game_id, *seats)
    await store.write(commit, change(table, step), state.version, AT)


async def broken_off(store: Database, game_id: str, guild_id: int, *seats: Seat) -> None:
    table, state = await under_way(store, game_id, guild_id, *seats)
    step = Transition(state, ())
    for _, _, more in steps(state, Random(3), 50):
        step = step.then(more)
        if any(isinstance(event, Discarded) for event in step.events):
            break
    step = step.then(abandon(step.state))
    await store.write(commit, change(table, step), state.version, AT)


def waiting(lobby_id: str, host_id: int, *seats: Seat) -> Lobby:
    occupants = tuple(Occupant(name, user_id, Level.NORMAL) for name, user_id in seats)
    return Lobby(lobby_id, 1, 6, host_id, CLASSIC, None, occupants, "en", 1000.5, bytes(32))


async def asking(store: Database, game_id: str, me: Seat, *, agreed: bool | None = None) -> None:
    """A running game in which a person asks for a seat, and has it where that was agreed."""
    seats = (BEN_S, CYD_S, COMPUTER)
    table, state = await under_way(store, game_id, 1, *seats)
    asked = replace(table, requests=(SeatRequest(me[1] or 0, me[0], agreed),))
    # Seats are given with a deal, which is stored already here.
    deal = started(game_id, *seats).events[:1]
    agreement = granted(Change(LiveGame(asked, state), deal), 1001.5)
    game = agreement.game
    if agreed:
        change = Change(LiveGame(game.table, game.state), agreement.events[1:])
        await store.write(commit, change, state.version, AT)
    else:
        await store.write(put_table, game.table, state.version)


def sheet_of(sheet_id: str, host: Seat, other: Seat | None) -> Sheet:
    """A sheet with a result of its first seat; its channel is its number."""
    players = tuple(SheetPlayer(*seat) for seat in (host, other, ("a guest", None)) if seat)
    place, result = (1, int(sheet_id[-1]), host[1] or 0), SheetResult(0, 0, 1, "9 W")
    new = Sheet(sheet_id, *place, CLASSIC, players, 1000.5, begun=True, results=(result,))
    return replace(new, host_name=host[0])


OTHERS_GAME = "benscyds"
MY_SHEETS = ("sheet0", "sheet1", "sheet3")
MY_GAMES = ("over0", "over1", "over2", "brokenoff", "running", "hosted", "asking", "joined")


async def everywhere(store: Database, me: Seat = (NAME, ME)) -> None:
    """Fill a database with a person in every place where one can stand."""
    await finished(store, "over0", 1, me, BEN_S)
    await finished(store, "over1", 1, (OLD_NAME, me[1]), BEN_S, CYD_S)
    await finished(store, "over2", 2, BEN_S, me)
    await finished(store, OTHERS_GAME, 2, BEN_S, CYD_S)
    await broken_off(store, "brokenoff", 1, CYD_S, me)
    _, state = await under_way(store, "running", 1, me, BEN_S, COMPUTER)
    notice = PersonalTurn("running", me[1] or 0, state.version)
    await store.write(put_notice, SentNotice(notice, 11, 12))
    await under_way(store, "hosted", 2, BEN_S, CYD_S, host_id=me[1])
    await asking(store, "asking", me)
    await asking(store, "joined", me, agreed=True)
    await store.write(put_lobby, waiting("mylobby", me[1] or 0, me, BEN_S))
    appointed = replace(waiting("benslobby", BEN, BEN_S, me), begins_at=1600.5, call_at=1300.5)
    await store.write(put_lobby, appointed)
    await store.write(put_lobby, waiting("cydslobby", CYD, CYD_S))
    guests = (Guest(me[1] or 0, me[0], 1600.5, told=True), Guest(BEN, BEN_S[0], 0.0, out=True))
    invites = replace(waiting("invites", CYD, CYD_S), guests=guests)
    await store.write(put_lobby, invites)
    await store.write(put_preferences, me[1] or 0, PersonalPreferences("high-contrast"))
    await store.write(put_preferences, BEN, PersonalPreferences("colour-blind"))
    for number, (host, other) in enumerate(((me, BEN_S), (BEN_S, me), (BEN_S, CYD_S), (me, None))):
        await store.write(add_sheet, sheet_of(f"sheet{number}", host, other))
    await store.write(note_member, 1, me[1] or 0, me[0])
    await store.write(put_gone, 2, [me[1] or 0], AT)
    await store.write(put_daily_key, bytes(32))
    for each, user_id in (me, BEN_S):
        attempt = StoredAttempt(user_id or 0, date(2026, 11, 25), 0, "{}", 1000.5)
        await store.write(open_daily, attempt, 1, each)


def traces(where: Where, user_id: int = ME, names: Sequence[str] = (NAME, OLD_NAME)) -> list[str]:
    """Where somebody can still be found: in which file, or in which table of a server."""
    texts = [str(user_id), *names, *(json.dumps(each)[1:-1] for each in names)]
    texts += [json.dumps(each, ensure_ascii=False)[1:-1] for each in names]
    if not isinstance(where, Path):
        return [
            f"{table}: {text}"
            for table, rows in content(where).items()
            for text in texts
            if text in "\n".join(str(value) for row in rows for value in row)
        ]
    empty_log(where)
    ids = (each.to_bytes(8, "big", signed=True) for each in (user_id, private_channel(user_id)))
    wanted = [*(text.encode() for text in texts), *ids]
    files = {each.name: each.read_bytes() for each in where.parent.glob(f"{where.name}*")}
    assert where.name in files
    return [f"{name}: {each!r}" for name, data in files.items() for each in wanted if each in data]
