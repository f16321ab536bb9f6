"""Games, lobbies and glances into the database for the tests of the storage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

from kit import NAMES, random_choice, steps

from bot.cards.engine import new_game
from bot.cards.rulesets import ADDED_OPTIONS, CLASSIC, RuleSet, SkipRule
from bot.cards.state import State
from bot.core.states import Transition
from bot.seating import Change, Guest, Level, LiveGame, Lobby, Occupant, Table
from bot.storage import games, results
from bot.storage.database import Database

VARIANTS = {
    "classic": CLASSIC,
    "in_front": replace(CLASSIC, skip_rule=SkipRule.IN_FRONT, skips=12),
    "after_own_turn": replace(CLASSIC, skip_rule=SkipRule.AFTER_OWN_TURN, skips=8),
    "final_turn": replace(CLASSIC, opening_offer=True, last_turn=True, out_by_discard=True),
    "masters": replace(CLASSIC, max_players=4, skips=2, choose_phase=True, save_pile=True),
    "ten_hands": replace(CLASSIC, ten_hands=True, phases=("C3", "S2", "R3")),
}
BEFORE = replace(CLASSIC, **ADDED_OPTIONS)
"""The rules of the games that older programs wrote; a game keeps its rules to its end."""
BIG_ID = 2**63 - 1
AT = 77.5
"""The time of writing, where it does not matter."""


def fresh(game_id: str = "g", players: int = 3, rules: RuleSet = BEFORE) -> State:
    """A game before its first deal; each id has its own secret."""
    secret = game_id.encode().rjust(32, b"\0")
    return new_game(game_id, rules, NAMES[:players], secret)


def played(state: State, most: int, seed: int = 1) -> list[Transition]:
    """The steps of a random game, at most so many."""
    return [step for _, _, step in steps(state, Random(seed), most, random_choice, undone=0)]


def short_game(game_id: str = "g") -> list[Transition]:
    """A whole game of two easy hands, step by step."""
    rules = replace(BEFORE, phases=("S2+S2+S2+S2", "S2+S2+S2+S2"), ten_hands=True)
    return played(fresh(game_id, 2, rules), 500, seed=118)


def channel_of(game_id: str) -> int:
    """A channel of its own for each game."""
    # The one that older programs wrote is not calculated.
    return BIG_ID - 100 - (0 if game_id == "running" else crc32(game_id.encode()))


def seated(state: State, started_at: float = 1_700_000_000.5) -> Table:
    """A table for a game, with every kind of occupant."""
    occupants = tuple(
        Occupant(name, None if seat == 1 else BIG_ID - seat, Level.HARD, missed=seat)
        for seat, name in enumerate(state.game.players)
    )
    return Table(
        game_id=state.game.game_id,
        guild_id=BIG_ID,
        channel_id=channel_of(state.game.game_id),
        host_id=BIG_ID,
        occupants=occupants,
        turn_limit=60,
        locale="pt-BR",
        started_at=started_at,
        turn_at=started_at + 1,
        message_id=BIG_ID,
        ping_id=None,
        ready=(0, 2),
    )


def lobby(lobby_id: str = "l", touched_at: float = 5.25) -> Lobby:
    """A lobby with rules of its own."""
    rules = replace(CLASSIC, phases=("R4", "S2+S2"), hero_number=8)
    seats = (Occupant("Ada \u202e🂡 愛", BIG_ID, Level.NORMAL), Occupant("C", None, Level.EASY))
    guests = (Guest(BIG_ID + 1, "Ben", 605.25), Guest(BIG_ID + 2, "", 0.0, told=True, out=True))
    made = Lobby(lobby_id, 0, BIG_ID, BIG_ID, rules, None, seats, "nl", touched_at, bytes(32))
    return replace(made, message_id=BIG_ID, guests=guests)


def change(table: Table, step: Transition) -> Change:
    """What a step does to the game at a table."""
    return Change(LiveGame(table, step.state), step.events)


async def keep(store: Database, start: State, moves: list[Transition]) -> None:
    """Begin a game and commit its steps, all but the last one together."""
    table = seated(start)
    await store.write(games.begin, Change(LiveGame(table, start), ()))
    state = start
    for some in (moves[:-1], moves[-1:]):
        if some:
            events = tuple(event for move in some for event in move.events)
            moved_on = change(table, Transition(some[-1].state, events))
            await store.write(results.commit, moved_on, state.version, AT)
            state = some[-1].state


def moved(table: Table) -> Table:
    """The same table, changed in every way that play changes it."""
    first, *others = table.occupants
    occupants = (replace(first, away=True, missed=2), *others)
    return replace(table, occupants=occupants, message_id=7, ping_id=8, ready=(), turn_at=9.5)


def bytes_of(path: Path) -> bytes:
    """What is in a file."""
    return path.read_bytes()


def overwrite(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Make a file hold this and nothing else."""
    path.write_bytes(data)
    path.chmod(mode)


def remove(path: Path) -> None:
    """Take a file away."""
    path.unlink()
