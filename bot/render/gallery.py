"""Pictures of made-up moments, to look at and for the README: every kind, two to six seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.rules.cards import cards, table_card
from bot.rules.editions import CLASSIC
from bot.rules.events import EndReason, GameEnded, HandEnded
from bot.rules.groups import Group, group
from bot.rules.phases import GroupKind
from bot.rules.state import Stage
from bot.rules.views import PlayerView, SeatView

from . import HandOrder, HandScore, Renderer, ScoreSheet, SeatLook

NAMES = ("Mia", "Big Tony 🎲", "Ada (robot)", "Nguyễn Thị Minh Khai", "李小龍", "نور الهدى")
LOOKS = tuple(SeatLook(computer=seat == 2) for seat in range(6))
PILE = cards("G4 R11 B2 S Y9 G12 R3 B8")
HAND = cards("R7 B7 W G7 Y3 G4 B5 R12 S Y11")


def cases(theme: str = "standard", locale: str = "en") -> Iterator[tuple[str, bytes]]:
    """Names and PNG files of representative pictures."""
    renderer = Renderer(theme)
    for name, view in tables():
        yield f"table-{name}", renderer.table(view, locale, LOOKS)
    for name, view in hands():
        yield f"hand-{name}", renderer.hand(view, locale)
    yield "hand-by-colour", renderer.hand(dict(hands())["looking"], locale, HandOrder.COLOUR)
    for players, rounds in ((2, 0), (2, 4), (4, 9), (6, 30)):
        sheet = score_sheet(players, rounds)
        yield f"scores-{players}-players-{rounds}-hands", renderer.scores(sheet, locale)
    for players in (2, 3, 4, 6):
        yield f"podium-{players}", renderer.podium(ended(players), locale, LOOKS)


def tables() -> Iterator[tuple[str, PlayerView]]:
    """Spectators' views of tables at every stage."""
    yield (
        "2-new-game",
        replace(
            with_seats(
                table(2), {seat: {"completed": (), "total": 0, "trying": None} for seat in (0, 1)}
            ),
            stage=Stage.DEAL,
            hand_number=0,
            turn=None,
        ),
    )
    for players in range(2, 7):
        yield f"{players}-early", table(players)
        yield f"{players}-late", late(table(players))
    yield "4-skipped", with_seats(table(4), {2: {"skipped": True}, 3: {"skipped": True}})
    yield "6-full", full(table(6))
    yield "4-between-hands", between(late(table(4)))
    yield (
        "4-play-off",
        replace(
            with_seats(late(table(4)), {0: {"playing": False, "groups": (), "trying": None}}),
            playoff=True,
        ),
    )
    yield (
        "3-last-turns",
        replace(with_seats(late(table(3)), {1: {"out": True, "cards": 0}}), last_turns=(2, 0)),
    )
    yield "4-over", ended(4)


def hands() -> Iterator[tuple[str, PlayerView]]:
    """Players' own views with hands of every size."""
    base = replace(table(4), me=1)
    yield "looking", replace(base, hand=HAND, drawn=HAND[0])
    yield (
        "11-cards-run",
        replace(_trying(base, 6), hand=(*cards("R1 R2 B4 Y5 W G8 G8 B9 R10 S W"),)),
    )
    ready = cards("R7 B7 W G2 Y2 G2 B5 R12 S Y11 R1")
    yield "ready-to-lay", replace(_trying(base, 1), hand=ready)
    yield "one-colour", replace(_trying(base, 8), hand=cards("R7 R9 W G2 R2 G3 B5 R12 R12 Y11"))
    down = late(base)
    yield "phase-down", replace(down, hand=cards("B9 R6 W S G4"), turn=1)
    yield "one-card", replace(down, hand=cards("G11"))
    yield "12-cards", replace(base, hand=(*HAND, *cards("R1 B12")))
    yield "empty", replace(down, hand=())


def _trying(view: PlayerView, phase: int) -> PlayerView:
    assert view.me is not None
    return with_seats(view, {view.me: {"trying": phase}})


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
        save_left=False,
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
