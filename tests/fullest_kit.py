"""The longest names and the fullest tables, lobbies, boards and results that messages may show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from kit import laid, position
from past_games import HERE, past, rating, seat

from bot.cards.phases import TEN_PHASES
from bot.cards.rulesets import CLASSIC, NaturalCardsPer, RuleSet
from bot.cards.state import State
from bot.i18n.alt import LONGEST_ALT
from bot.results.standings import (
    Board,
    BoardQuery,
    BoardRow,
    By,
    MemberStats,
    Period,
    PhaseRate,
    Rival,
)
from bot.seating import Level, Lobby, Occupant
from cogs.base.screens import Picture

LONG = "@" * 32
GAME = "z" * 9
LONGEST_ID = "z" * 40
HIGHEST = 2**63 - 1
LONGEST_PHASES = ("S2+S2+S2+S2+S2", "S2+R3+S2+R3", *("S2+R3+C3",) * 8)
OWN_PHASES = ",".join(["S2+R3+C3"] * 10)
PICTURE = Picture("x.png", b"", "x" * LONGEST_ALT)
PEOPLE = [Occupant(LONG, n, Level.NORMAL) for n in range(3)]
COMPUTERS = [Occupant(LONG, None, Level.HARD) for _ in range(3)]
LONGEST_GAME = past(
    LONGEST_ID,
    edition="final_turn",
    variation=f"{OWN_PHASES} ten_hands skip_rule=in_front skips=12",
    hands=999,
    abandoned=True,
    seats=tuple(
        seat(
            n,
            LONG,
            user_id=HIGHEST,
            left=True,
            place=6,
            total=99_999,
            phases=10,
            people=rating(1, -1234),
        )
        for n in range(6)
    ),
)
FIGURES = [
    field.name for field in fields(MemberStats) if str(field.type).startswith(("int", "float"))
]
"""Numbers of a member's statistics, among them the id."""
FULLEST_STATS = replace(
    MemberStats(**dict.fromkeys(FIGURES, 9_999)),
    user_id=HIGHEST,
    name=LONG,
    games=99_999,
    average_place=3.25,
    hands=999_999,
    hands_won=99_999,
    points_a_hand=123.45,
    phases=tuple(PhaseRate(each, 9_999, 999) for each in (*TEN_PHASES, *["S2+R3+C3"] * 90)),
    rivals=tuple(Rival(n, LONG, 999, 500, 499) for n in range(5)),
    rating=1_234,
    computer_rating=1_111,
)


def full_table(**fields: Any) -> State:
    """Six long names, many groups, a hand of eleven with a choice of everything."""
    groups = {
        seat: [
            laid("S", "R4 B4 G4 Y4 W4"),
            laid("R", " ".join(f"R{n}" for n in range(2 + seat % 2, 9 + seat // 2))),
        ]
        for seat in range(6)
    }
    state = position(
        ["R2 B11 G4 Y4 W W W S B2 G11 R4", *["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"] * 5],
        discard="R5",
        groups=groups,
        trying=[2] * 6,
        draw="R1 R2",
        **fields,
    )
    game = replace(state.game, game_id=GAME, players=(LONG,) * 6)
    return replace(state, game=game, version=10**8)


def lobby(seats: Iterable[Occupant], rules: RuleSet = CLASSIC) -> Lobby:
    return Lobby(GAME, 1, 2, 3, rules, 86_400, tuple(seats), "en", 0.0, bytes(32))


def everything_else(rules: RuleSet) -> RuleSet:
    return replace(
        rules,
        phases=LONGEST_PHASES,
        ten_hands=True,
        skips=12,
        natural_cards_per=NaturalCardsPer.GROUP,
        opening_offer=True,
        last_turn=True,
        out_by_discard=True,
        choose_phase=True,
        save_pile=True,
    )


def row(rank: int, name: str = "") -> BoardRow:
    return BoardRow(rank, 100 + rank, name or f"Player {rank}", 1_000_000 - rank, 12_345, 6_789)


def board(first: int, last: int, total: int, own: int | None = None, name: str = "") -> Board:
    rows = tuple(row(rank, name) for rank in range(first, last + 1))
    query = BoardQuery(HERE, By.WIN_RATE, Period.LAST_MONTH, "anniversary40")
    return Board(query, first - 1, rows, total, None if own is None else row(own, name))
