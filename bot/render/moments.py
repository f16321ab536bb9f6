"""Made-up moments of games: what the gallery shows and tests begin with."""

from __future__ import annotations

from dataclasses import replace

from bot.rules.cards import cards, table_card
from bot.rules.editions import CLASSIC
from bot.rules.events import EndReason, GameEnded, HandEnded
from bot.rules.groups import Group, group
from bot.rules.phases import GroupKind
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

from .looks import HandScore, ScoreSheet

NAMES = ("Mia", "Big Tony 🎲", "Ada", "Nguyễn Thị Minh Khai", "李小龍", "نور الهدى")
PILE = cards("G4 R11 B2 S Y9 G12 R3 B8")
HAND = cards("R7 B7 W G7 Y3 G4 B5 R12 S Y11")


def table(players: int) -> PlayerView:
    """A spectator's view early in hand 3, seat 1 to act."""
    trying = (4, 2, 8, 10, 3, 6)
    return PlayerView(
        game_id="gallery",
        rules=CLASSIC,
        phases=CLASSIC.parsed_phases,
        commitment="",
        version=1,
        stage=Stage.PLAY,
        hand_number=3,
        dealer=0,
        turn=1,
        me=None,
        hand=(),
        drawn=None,
        saved=(),
        seats=tuple(_seat(seat, trying[seat]) for seat in range(players)),
        draw_pile=62,
        discard_pile=PILE,
        last_turns=None,
        playoff=False,
        last_hand=None,
        result=None,
    )


def _seat(seat: int, trying: int) -> SeatView:
    return SeatView(
        seat=seat,
        name=NAMES[seat],
        cards=11 if seat == 1 else 10,
        trying=trying,
        groups=(),
        completed=tuple(range(1, trying)),
        total=(105, 45, 0, 260, 5, 85)[seat],
        playing=True,
        out=False,
        floating=False,
        skipped=False,
        may_be_named=False,
        saved=0,
    )


def with_seats(view: PlayerView, changes: dict[int, dict[str, object]]) -> PlayerView:
    """The view with fields of some seats changed."""
    seats = tuple(replace(seat, **changes.get(seat.seat, {})) for seat in view.seats)  # type: ignore[arg-type]
    return replace(view, seats=seats)


def laid(kind: str, codes: str) -> Group:
    """A group from its kind's letter and table cards' codes."""
    return group(GroupKind(kind), [table_card(code) for code in codes.split()])


def late(view: PlayerView) -> PlayerView:
    """The view late in the hand: most phases are down and hit."""
    down = (
        (laid("R", "R2 G3 W4 B5 Y6 R7 G8 B9"),),
        (laid("S", "R7 B7 G7 W7"), laid("R", "Y3 G4 B5 W6 R7")),
        (laid("C", "B1 B4 B4 B7 B9 B12 WB WB"),),
        (),
        (laid("S", "R12 R12 B12 Y12 G12"), laid("R", "R1 W2 G3 B4 R5")),
        (laid("R", "B1 R2 R3 Y4 Y5 W6 G7 R8 B9 B10 W11 Y12"),),
    )
    counts = (3, 5, 2, 10, 1, 4)
    changes: dict[int, dict[str, object]] = {
        seat.seat: {"groups": down[seat.seat], "cards": counts[seat.seat]} for seat in view.seats
    }
    return replace(with_seats(view, changes), draw_pile=8)


def full(view: PlayerView) -> PlayerView:
    """The view with as many cards on the table as there could be."""
    run = laid("R", "B1 R2 R3 Y4 Y5 W6 G7 R8 B9 B10 W11 Y12")
    large = laid("S", "R7 R7 B7 B7 Y7 Y7 G7 G7 W7 W7 W7")
    changes: dict[int, dict[str, object]] = {
        seat.seat: {"groups": (run, large) if seat.seat % 2 else (run,), "cards": 1}
        for seat in view.seats
    }
    return replace(with_seats(view, {**changes, 0: {"skipped": True}}), draw_pile=0)


def between(view: PlayerView) -> PlayerView:
    """The view after the hand was scored."""
    points = (25, 0, 60, 110, 5, 15)[: len(view.seats)]
    done = tuple(bool(seat.groups) for seat in view.seats)
    totals = tuple(seat.total + more for seat, more in zip(view.seats, points, strict=True))
    progress = tuple(len(seat.completed) for seat in view.seats)
    seats = tuple(
        replace(seat, total=total, completed=(*seat.completed, *((seat.trying or 0,) * moved)))
        for seat, total, moved in zip(view.seats, totals, done, strict=True)
    )
    ended_hand = HandEnded(3, (1,), points, totals, done, progress)
    return replace(view, stage=Stage.DEAL, turn=None, seats=seats, last_hand=ended_hand)


def ended(players: int) -> PlayerView:
    """A spectator's view of a finished game."""
    order = [seat for seat in (3, 1, 0, 2, 5, 4) if seat < players]
    changes: dict[int, dict[str, object]] = {
        seat: {"completed": tuple(range(1, 11 - place)), "total": 145 + 60 * place}
        for place, seat in enumerate(order)
    }
    view = with_seats(between(late(table(players))), changes)
    ranking: list[tuple[int, ...]] = [(seat,) for seat in order]
    if players == 6:
        ranking[1:3] = [(order[1], order[2])]
        view = with_seats(view, {order[2]: changes[order[1]]})
    result = GameEnded(ranking[0], tuple(ranking), EndReason.COMPLETED, "")
    return replace(view, stage=Stage.OVER, result=result)


def score_sheet(players: int, hands: int) -> ScoreSheet:
    """A score sheet of so many hands."""
    totals = [0] * players
    done: list[list[int]] = [[] for _ in range(players)]
    rows = []
    for hand in range(hands):
        points = [
            0 if seat == hand % players else 5 * ((7 * hand + 11 * seat) % 23)
            for seat in range(players)
        ]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        moved = [len(done[seat]) < 10 and (hand * 5 + seat * 3) % 4 < 2 for seat in range(players)]
        for seat in range(players):
            done[seat] += [len(done[seat]) + 1] * moved[seat]
        rows.append(HandScore(tuple(points), tuple(totals), tuple(moved)))
    completed = tuple(map(tuple, done))
    return ScoreSheet(NAMES[:players], CLASSIC.phases, completed, tuple(rows))
