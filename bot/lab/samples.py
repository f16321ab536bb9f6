"""Made-up views of games, leaderboards and statistics, for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sin

from bot.cards.actions import FROM_PILE, Action, Discard, Draw, Hit, Lay, Source
from bot.cards.cards import SKIP, WILD, Colour, cards, ordered, table_card
from bot.cards.events import CardHit, Discarded, Event, GameEnded, HandEnded, Laid
from bot.cards.groups import Group, group
from bot.cards.phases import TEN_PHASES, GroupKind, parse_phase
from bot.cards.rulesets import CLASSIC, EDITIONS, SkipRule
from bot.cards.state import OutBy, Stage
from bot.cards.views import Highlight, HighlightKind, PlayerView, SeatView
from bot.core.events import EndReason
from bot.core.states import AnyRules
from bot.players.advice import Advice, Reason
from bot.results.achievements import ACHIEVEMENTS, Progress
from bot.results.standings import (
    Board,
    BoardQuery,
    BoardRow,
    By,
    Champion,
    Champions,
    CupSeason,
    Medal,
    MemberStats,
    Period,
    PhaseRate,
    RatingPoint,
    Rival,
)
from bot.reviews.choices import Choice, Cost, Effect, Use
from bot.reviews.course import Cause, Course, TurningPoint
from bot.seating import Level, Lobby, Occupant
from bot.sheets.sheet import Sheet, SheetPlayer, SheetResult

NAMES = ("Mia", "Big Tony 🎲", "Ada", "Nguyễn Thị Minh Khai", "李小龍", "نور الهدى")
SCRIPTS = ("שלום עולם", "ทดสอบ สวัสดี", "क्षत्रिय देवी", "🏳️‍🌈 Zoë 👑", "김민준 선수", "W" * 32)
ROBOTS = ("Mia", "Pip", "Rusty", "Olive", "Maple", "Zuri")
FIVE_GROUPS = tuple(map(parse_phase, ("S2+S2+S2+S2+S2", "C3+C3+C3", "S10", "R4+R3+R3")))
SKIPPED: dict[str, object] = {"skipped": True}
FLOATS = {"floating": True, "cards": 0}
PILE = cards("G4 R11 B2 S Y9 G12 R3 B8")
HAND = cards("R7 B7 W G7 Y3 G4 B5 R12 S Y11")
R12, G9, Y2 = cards("R12 G9 Y2")
TAKE = Draw(Source.DISCARD_PILE)
LEFT = (
    cards("R3 S"),
    (),
    cards("B11 W W"),
    cards("R1 B4 G5 Y9 R10 G11 B12 W"),
    cards("R1 R2 B5"),
    cards("Y2 G2 B6 R7 B8 Y9 G10 R11 B12 S"),
)
DAY = 86_400
START = 1_740_000_000  # 19 February 2025
PEOPLE = (
    *(*NAMES, "Zoë", "Brúnó", "Katarzyna Wiśniewska", "김민준", "xX_Phase_Master_Xx", "ทดสอบ"),
    *("Ola", "W" * 32),
)
FIRST_MEMBER = 96  # their id; it gives them the colour of the seat that has their name


def table(players: int) -> PlayerView:
    """A spectator's view early in hand 3, seat 1 to act."""
    trying = (4, 2, 8, 10, 3, 6)
    return PlayerView(
        game_id="gallery",
        rules=CLASSIC,
        phases=CLASSIC.parsed_phases,
        commitment="",
        beacon="",
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
    )


def with_seats(view: PlayerView, changes: Mapping[int, Mapping[str, object]]) -> PlayerView:
    """The view with fields of some seats changed."""
    seats = tuple(replace(seat, **changes.get(seat.seat, {})) for seat in view.seats)  # type: ignore[arg-type]
    return replace(view, seats=seats)


def named(view: PlayerView, names: Sequence[str]) -> PlayerView:
    return with_seats(view, {seat: {"name": name} for seat, name in enumerate(names)})


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
    seats = enumerate(zip(down, counts, strict=True))
    changes = {seat: {"groups": groups, "cards": cards} for seat, (groups, cards) in seats}
    return replace(with_seats(view, changes), draw_pile=8)


def full(view: PlayerView) -> PlayerView:
    """The view with the most cards that can be on a table."""
    run = laid("R", "B1 R2 R3 Y4 Y5 W6 G7 R8 B9 B10 W11 Y12")
    large = laid("S", "R7 R7 B7 B7 Y7 Y7 G7 G7 W7 W7 W7")
    one = {"groups": (run,), "cards": 1}
    two = {"groups": (run, large), "cards": 1}
    changes = {0: SKIPPED, 1: two, 2: one, 3: two, 4: one, 5: two}
    return replace(with_seats(view, changes), draw_pile=0)


def between(view: PlayerView) -> PlayerView:
    """The view after the hand was scored, with seat 1 gone out by discarding a Wild."""
    left = LEFT[: len(view.seats)]
    points = tuple(map(view.rules.points_in_hand, left))
    done = tuple(bool(seat.groups) for seat in view.seats)
    totals = tuple(seat.total + more for seat, more in zip(view.seats, points, strict=True))
    progress = tuple(len(seat.completed) for seat in view.seats)
    seats = tuple(
        replace(
            seat,
            total=total,
            completed=(*seat.completed, *((seat.trying or 0,) * moved)),
            left=held,
            next_phase=(seat.trying or 0) + moved,
        )
        for seat, total, moved, held in zip(view.seats, totals, done, left, strict=True)
    )
    ended_hand = HandEnded(3, (1,), points, totals, done, progress)
    out = {"out": True, "cards": 0, "out_by": OutBy.DISCARD, "out_card": WILD}
    over = replace(view, stage=Stage.DEAL, turn=None, seats=seats, last_hand=ended_hand)
    return replace(with_seats(over, {1: out}), discard_pile=(*view.discard_pile, WILD))


def hand_ends() -> dict[str, PlayerView]:
    """Spectators' views of ended hands, by name."""
    two, three, four, six = (between(late(table(players))) for players in (2, 3, 4, 6))
    points = (20, CLASSIC.points_in_hand(HAND), 60)
    nobody = {1: {"out": False, "out_by": None, "out_card": None, "left": tuple(ordered(HAND))}}
    assert three.last_hand is not None, "the hand is over"
    stuck = replace(three.last_hand, out=(), points=points)
    dry = with_seats(replace(three, last_hand=stuck), nobody)
    both = {2: {"out": True, "out_by": OutBy.HIT, "out_card": WILD, "left": ()}}
    last_two = replace(three.last_hand, out=(1, 2), points=(20, 0, 0))
    waits = {"playing": False, "left": (), "trying": None, "next_phase": None}
    return {
        "2-laid-all": with_seats(two, {1: {"out_by": OutBy.LAY, "out_card": None}}),
        "3-two-out": with_seats(replace(three, last_hand=last_two), both),
        "3-ran-dry": replace(dry, ran_dry=True, draw_pile=0),
        "3-stalemate": dry,
        "4-play-off": replace(with_seats(four, {0: waits, 2: waits}), playoff=True),
        "4": four,
        "4-any-phase": with_seats(four, {seat: {"next_phase": None} for seat in range(4)}),
        "6": six,
        "6-scripts": named(six, SCRIPTS),
    }


def lobbies() -> dict[str, Lobby]:
    """Lobbies with few and with many seats taken, by name."""
    masters = replace(EDITIONS["masters"], phases=("S3+S3", "R7"))
    return {
        "1-of-6": lobby(CLASSIC, NAMES[:1]),
        "3-of-6": lobby(CLASSIC, NAMES[:3]),
        "2-of-4": lobby(masters, NAMES[3:5]),
        "6-of-6": lobby(EDITIONS["anniversary40"], NAMES),
        "scripts": lobby(EDITIONS["final_turn"], SCRIPTS[:5]),
    }


def lobby(rules: AnyRules, names: Sequence[str]) -> Lobby:
    """A lobby of people, and of one computer player if there are more than two seats taken."""
    people = [None if seat == 2 else seat for seat in range(len(names))]
    seats = (Occupant(name, who, Level.NORMAL) for name, who in zip(names, people, strict=True))
    return Lobby("gallery", 1, 2, 0, rules, None, tuple(seats), "en", 0.0, bytes(32))


def ended(players: int) -> PlayerView:
    """A spectator's view of a finished game."""
    order = [seat for seat in (3, 1, 0, 2, 5, 4) if seat < players]
    changes = {
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


def shared() -> PlayerView:
    """A spectator's view of a game that two players won."""
    view = ended(4)
    assert view.result is not None, "the game is over"
    first, second, *others = view.result.ranking
    both = (*first, *second)
    return replace(view, result=replace(view.result, winners=both, ranking=(both, *others)))


def abandoned() -> PlayerView:
    """A spectator's view of a game that was ended before its time, while one player leads."""
    view = ended(3)
    assert view.result is not None, "the game is over"
    result = replace(view.result, reason=EndReason.ABANDONED)
    done = {seat.seat: {"completed": seat.completed[:-6]} for seat in view.seats}
    return replace(with_seats(view, done), result=result)


def scored(players: int, hands: int) -> tuple[PlayerView, tuple[HandEnded, ...]]:
    """A spectator's view after a number of hands, and the results of these."""
    seats = range(players)
    totals = [0] * players
    done = [0] * players
    results = []
    for hand in range(hands):
        out = hand % players
        points = [0 if seat == out else 5 * ((7 * hand + 11 * seat) % 23) for seat in seats]
        moved = [done[seat] < 10 and (hand * 5 + seat * 3) % 4 < 2 for seat in seats]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        done = [number + more for number, more in zip(done, moved, strict=True)]
        results.append(
            HandEnded(hand + 1, (out,), tuple(points), tuple(totals), tuple(moved), tuple(done))
        )
    phases = {
        seat: {"completed": tuple(range(1, done[seat] + 1)), "trying": min(10, done[seat] + 1)}
        for seat in seats
    }
    return with_seats(table(players), phases), tuple(results)


def printed_sheet(players: int, hands: int) -> Sheet:
    """A score sheet for printed cards; the last player came in the second hand."""
    names = [*NAMES, *SCRIPTS][:players]
    people = [SheetPlayer(name) for name in names[:-1]]
    people.append(SheetPlayer(names[-1], came_in=1))
    results = []
    for hand in range(hands):
        for seat in range(players):
            laid = (hand * 5 + seat * 3) % 4 < 2
            points = 5 * ((7 * hand + 11 * seat) % 9) if laid else 50 + 5 * (hand + seat)
            left = "" if seat == hand % players else str(points or "")
            results.append(SheetResult(hand, seat, 1 if laid else 0, left))
    return Sheet("s", 0, 0, 0, CLASSIC, tuple(people), 0.0, begun=True, results=tuple(results))


def highlights() -> dict[str, Highlight]:
    """Highlights of every kind, with the most cards and the longest names, by name."""
    view = late(table(4))
    most = with_seats(full(table(6)), {1: {"name": SCRIPTS[-1]}})
    last = {}
    for by, card in ((OutBy.DISCARD, PILE[-1]), (OutBy.HIT, WILD), (OutBy.LAY, None)):
        out = {"out": True, "cards": 0, "out_by": by, "out_card": card}
        last[by] = with_seats(view, {1: out})
    hit = CardHit(1, 0, 0, table_card("R2"))
    tied = named(ended(6), SCRIPTS)
    return {
        "laid-sets": Highlight(HighlightKind.LAID, (1,), view),
        "laid-run": Highlight(HighlightKind.LAID, (0,), view),
        "laid-five": Highlight(HighlightKind.LAID, (0,), tables()["4-five-groups"]),
        "laid-most": Highlight(HighlightKind.LAID, (1,), most),
        "out-discard": Highlight(HighlightKind.OUT, (1,), last[OutBy.DISCARD]),
        "out-hit": Highlight(HighlightKind.OUT, (1,), last[OutBy.HIT], hit),
        "out-lay": Highlight(HighlightKind.OUT, (1,), last[OutBy.LAY]),
        "won": Highlight(HighlightKind.WON, (3,), ended(4)),
        "won-shared": Highlight(HighlightKind.WON, (0, 1, 2), ended(3)),
        "won-by-all": Highlight(HighlightKind.WON, tuple(range(6)), tied),
    }


def tables() -> dict[str, PlayerView]:
    """Spectators' views of tables during a hand and of every edition, by name."""
    waits = {"playing": False, "groups": (), "trying": None, "cards": 0}
    playoff = replace(with_seats(late(table(4)), {0: waits, 2: waits}), playoff=True, dealer=3)
    last_turns = with_seats(late(table(3)), {1: {"out": True, "cards": 0}})
    five = replace(table(4), phases=FIVE_GROUPS)
    five = with_seats(five, {n: {"trying": n + 1} for n in range(4)})
    pairs = tuple(laid("S", f"R{n} B{n}") for n in (1, 3, 5, 7, 12))
    laid_five: dict[int, dict[str, object]] = {
        0: {"groups": pairs, "trying": 1},
        1: {"trying": 4, "saved": 1, "skipped": True},
    }
    return {
        **{
            f"{players}-{name}": view
            for players in range(2, 7)
            for name, view in (("early", table(players)), ("late", late(table(players))))
        },
        "4-skipped": with_seats(table(4), {2: SKIPPED, 3: SKIPPED}),
        "6-full": full(table(6)),
        "6-scripts": named(table(6), SCRIPTS),
        "4-play-off": playoff,
        **{
            f"{players}-last-card": with_seats(late(table(players)), {0: {"cards": 1}})
            for players in (2, 4)
        },
        "4-no-discards": replace(table(4), discard_pile=(), draw_pile=1, stage=Stage.DRAW),
        "4-in-front": with_seats(orange(late(table(4))), {0: SKIPPED, 3: SKIPPED}),
        "3-opening-offer": replace(table(3), stage=Stage.OFFER, discard_pile=cards("Y9")),
        "3-last-turns": replace(last_turns, last_turns=(2, 0), turn=2),
        "3-floating": with_seats(late(table(3)), {0: FLOATS}),
        "4-declaring": declaring(masters(table(4))),
        "4-save-piles": with_seats(masters(late(table(4))), {2: SKIPPED}),
        "4-custom-phases": five,
        "4-five-groups": with_seats(five, laid_five),
    }


def orange(view: PlayerView) -> PlayerView:
    """The view in an edition with orange cards and Skips in front of seats."""
    colours = (Colour.GREEN, Colour.YELLOW, Colour.ORANGE, Colour.RED)
    rules = replace(CLASSIC, colours=colours, skip_rule=SkipRule.IN_FRONT)
    groups = (
        (laid("R", "R2 G3 W4 O5 Y6 R7"),),
        (laid("S", "O7 R7 G7"), laid("R", "Y3 O4 G5 W6")),
        (laid("C", "O1 O4 O4 O7 O9 O12 WO"),),
    )
    seats = {seat: {"groups": laid_groups} for seat, laid_groups in enumerate(groups)}
    return replace(with_seats(view, seats), rules=rules, discard_pile=cards("R3 Y9 O2 G8 O11"))


def masters(view: PlayerView) -> PlayerView:
    """The view in an edition with save piles."""
    saved = {0: {"saved": 1}, 1: {"saved": 12}, 2: {"saved": 3}}
    return with_seats(replace(view, rules=replace(CLASSIC, save_pile=True)), saved)


def declaring(view: PlayerView) -> PlayerView:
    """The view while phases are declared: some are, one is due, the last one waits."""
    changes: dict[int, dict[str, object]] = {
        0: {"trying": 8},
        1: {"trying": None, "completed": (1, 2, 7, 9), "cards": 10},
        2: {"trying": None, "completed": (4, 5)},
        3: {"trying": None, "completed": ()},
    }
    return replace(with_seats(view, changes), stage=Stage.DECLARE)


def hands() -> dict[str, PlayerView]:
    """Players' own views with hands of every size, by name."""
    base = replace(table(4), me=1)
    down = late(base)
    hand = replace(base, hand=HAND)
    saves = replace(masters(hand), saved=cards("Y3 B5 R5"))
    five = replace(hand, phases=FIVE_GROUPS, saved=cards("W"), turn=2)
    return {
        "looking": replace(hand, drawn=HAND[0]),
        "11-cards-run": _trying(base, 6, "R1 R2 B4 Y5 W G8 G8 B9 R10 S W"),
        "ready-to-lay": _trying(base, 1, "R7 B7 W G2 Y2 G2 B5 R12 S Y11 R1"),
        "one-colour": _trying(base, 8, "R7 R9 W G2 R2 G3 B5 R12 R12 Y11"),
        "phase-down": replace(down, hand=cards("B9 R6 W S G4"), turn=1),
        "one-card": replace(with_seats(down, {1: {"cards": 1}}), hand=cards("G11")),
        "last-card": replace(
            with_seats(down, {0: {"cards": 1}}), hand=cards("B9 R6 W G4"), stage=Stage.DRAW
        ),
        "last-cards": replace(
            with_seats(hand, {0: {"cards": 1}, 2: {"cards": 1}, 3: {"cards": 1}}), turn=3
        ),
        "12-cards": replace(base, hand=(*HAND, *cards("R1 B12"))),
        "empty": replace(with_seats(down, {1: {"cards": 0, "out": True}}), hand=(), turn=2),
        "waiting": replace(with_seats(hand, {1: SKIPPED}), turn=2),
        "orange": _trying(orange(base), 8, "O1 O4 R5 Y7 O9 G9 O12 W S G2"),
        "save-pile": with_seats(saves, {1: {"saved": 3}}),
        "declaring": replace(declaring(saves), me=1),
        "five-groups": with_seats(
            five,
            {
                **{seat: {"trying": seat + 1} for seat in (0, 2, 3)},
                1: {"trying": 1, "total": 1245, "skipped": True},
            },
        ),
        "floating": replace(with_seats(down, {1: FLOATS}), turn=2),
    }


def _trying(view: PlayerView, phase: int, hand: str) -> PlayerView:
    return replace(with_seats(view, {1: {"trying": phase}}), hand=cards(hand))


def rows(by: By, count: int, first: int = 1) -> tuple[BoardRow, ...]:
    """Rows of a leaderboard from a rank on; with four or more the second and third are tied."""
    out = []
    for rank in range(first, first + count):
        level = 2 if rank == 3 < count else rank
        games = 131 - 7 * level
        value: float = {
            By.RATING: 1688 - 23 * level,
            By.WINS: 64 - 4 * level,
            By.WIN_RATE: 0.61 - 0.03 * level,
            By.POINTS: 38.4 - 1.7 * level,
            By.PHASES: 1210 - 71 * level,
            By.CUPS: 312 - 24 * level,
        }[by]
        name = PEOPLE[(rank - 1) % len(PEOPLE)]
        out.append(BoardRow(level, FIRST_MEMBER + rank - 1, name, value, games, 64 - 4 * level))
    return tuple(out)


def boards() -> dict[str, Board]:
    """Pages of leaderboards of every kind, by name."""
    top = rows(By.RATING, 10)
    wins = BoardQuery(1, By.WINS, Period.MONTH, "masters")
    rate = BoardQuery(1, By.WIN_RATE, Period.LAST_MONTH, "classic")
    below = BoardRow(31, 7, "Ferdinand", 2, 9, 2)
    above = rows(By.WIN_RATE, 1)[0]
    season = BoardQuery(1, By.CUPS, season=CupSeason("00000000", "Friday night", 12))
    cups = tuple(replace(row, games=12, wins=4 - row.rank // 3) for row in rows(By.CUPS, 10))
    return {
        "rating": Board(BoardQuery(1), 0, top, 14, top[4]),
        "wins-own-below": Board(wins, 0, rows(By.WINS, 10), 34, below),
        "win-rate-second-page": Board(rate, 10, rows(By.WIN_RATE, 4, 11), 14, above),
        "points": Board(BoardQuery(1, By.POINTS, edition="dice"), 0, rows(By.POINTS, 3), 3),
        "phases": Board(BoardQuery(1, By.PHASES), 5, rows(By.PHASES, 5, 6), 10),
        "cups": Board(season, 0, cups, 10, cups[6]),
    }


def champions() -> dict[str, Champions]:
    """Pages of champions by name: several with a shared title, and none."""
    month = 2026 * 12 + 9
    several = [
        Champion(
            month - n + n // 3, FIRST_MEMBER + n, PEOPLE[n % len(PEOPLE)], 1312 - 17 * n, 41 - 3 * n
        )
        for n in range(8)
    ]
    return {
        "many": Champions(1, "cards", 0, tuple(several), 19),
        "none": Champions(1, "dice", 0, (), 0),
    }


def members() -> dict[str, MemberStats]:
    """Statistics of members with many games, few and none, by name."""
    many = member()
    people = tuple(RatingPoint(START + 2400 * n, 1500 + 14 * n - 9 * (n % 3)) for n in range(6))
    computers = tuple(RatingPoint(START + 1100 + 3100 * n, 1500 - 6 * n) for n in range(4))
    first = tuple(PhaseRate(phase, int(n < 3), int(n < 2)) for n, phase in enumerate(TEN_PHASES))
    falling = tuple(RatingPoint(START + n * DAY, 1560 - 9 * n + 30 * (n % 3)) for n in range(8))
    return {
        "many": many,
        "dice": replace(many, points_a_hand=31.4, game_type="dice", medals=many.medals[:1]),
        "long-names": replace(
            many,
            name="W" * 32,
            wins=1047,
            games=2310,
            rating_history=curve(200, 1490, 23, pause=5),
            rivals=(Rival(FIRST_MEMBER + 3, NAMES[3] + " " + "W" * 24, 1258, 631, 598),),
        ),
        "evening": replace(
            many, rating_history=people, computer_rating_history=computers, medals=()
        ),
        "week-with-computers": replace(
            many, rating_history=(), rivals=(), computer_rating_history=falling
        ),
        "one-game": MemberStats(
            user_id=FIRST_MEMBER + 3,
            name="Nguyễn Thị Minh Khai",
            games=1,
            average_place=3.0,
            hands=3,
            points_a_hand=41.7,
            phases=first,
            computer_rating=1484,
            computer_rating_history=(RatingPoint(START, 1484),),
        ),
        "none": MemberStats(9, "Ola"),
    }


def achievements() -> tuple[Progress, ...]:
    """Achievements of every grade, and some that are not earned yet."""
    progress = []
    for n, achievement in enumerate(ACHIEVEMENTS.values()):
        bronze, silver, gold = achievement.thresholds
        count = (bronze // 2, bronze, (silver + gold) // 2, gold + 7)[n % 4]
        earned = tuple(START + DAY * 40 * grade for grade in range(n % 4))
        progress.append(Progress(achievement, count, earned))
    return tuple(progress)


def member() -> MemberStats:
    """A member's statistics after many games, some with custom phases."""
    rates = [
        PhaseRate(phase, 96 - 7 * n, 61 - (5 * n * n) % 37 - 2 * n)
        for n, phase in enumerate(TEN_PHASES)
    ]
    own = (("S2+S2+S2+S2+S2", 12, 3), ("C3+C3+C3", 8, 5), ("S10", 4, 0))
    rates += [PhaseRate(*rate) for rate in own]
    rivals = [
        Rival(FIRST_MEMBER + n, NAMES[n], 67 - 9 * n, 36 - 5 * n, 27 - 3 * n) for n in range(1, 6)
    ]
    return MemberStats(
        user_id=FIRST_MEMBER,
        name="Mia",
        games=131,
        wins=47,
        average_place=2.14,
        hands=1480,
        hands_won=412,
        points_a_hand=27.44,
        phases=tuple(rates),
        rivals=tuple(rivals),
        rating=1612,
        computer_rating=1548,
        rating_history=curve(90, 1500, 23),
        computer_rating_history=curve(40, 1480, 11, start=20),
        medals=(Medal("comeback", 3), Medal("daily_streak", 2), Medal("wins", 2)),
    )


def curve(
    points: int, first: int, step: int, start: int = 0, pause: int = 1
) -> tuple[RatingPoint, ...]:
    """Ratings that go up and down, ``pause`` times up to three days apart."""
    out = []
    rating = first
    at = START + start * DAY
    for n in range(points):
        rating += (n * step) % 37 - 16
        if n % 11 == 3:
            rating += 9
        at += pause * DAY * ((n * 5) % 7) // 2 + 1800
        out.append(RatingPoint(at, rating))
    return tuple(out)


def choices() -> dict[str, Choice]:
    """Choices next to better ones: a discard, a phase that was kept, a draw, and a hit."""
    view = hands()["looking"]
    down = hands()["phase-down"]
    lay = Lay((laid("S", "R7 B7 G7 W7"), laid("R", "Y3 G4 B5 W6")))
    draws = replace(view, stage=Stage.DRAW, drawn=None, discard_pile=cards("G9 R6"))
    farther = Effect(Cost.FARTHER, 5.0, (2, 1), (7, 12))
    hit = Hit(1, 0, table_card("R6"))

    def choice(view: PlayerView, own: Action, better: Advice, effect: Effect) -> Choice:
        used = (1, Use.LAID) if effect is farther else None
        return Choice(0, view, own, better, effect, used)

    return {
        "discard": choice(
            view, Discard(cards("B7")[0]), Advice(Discard(R12), Reason.DEAREST, number=10), farther
        ),
        "lay": choice(
            view, Discard(R12), Advice(lay, Reason.COUNTS_AT_ONCE), Effect(Cost.NOT_LAID, 5.0)
        ),
        "draw": choice(
            draws, FROM_PILE, Advice(TAKE, Reason.NEARER, number=1), Effect(Cost.LEFT, 4.0, (2, 1))
        ),
        "hits": choice(
            down,
            Discard(cards("G4")[0]),
            Advice(hit, Reason.LOWERS_POINTS, number=5),
            Effect(Cost.NOT_HIT, 0.5, points=5),
        ),
    }


def course(players: int) -> Course:
    """Chances through a game of eight hands, the last of which seat 1 wins."""
    hands = 8
    turns = 8 * 6 * players
    rows = []
    for turn in range(turns + 1):
        done = turn / turns
        parts = [
            1.2 + sin(seat * 2.4 + 9 * done) + (turn * (seat + 3) % 7) / 12
            for seat in range(players)
        ]
        parts[1] += 0.3 / (1.0001 - done) if done > 0.7 else 0
        rows.append(tuple(part / sum(parts) for part in parts))
    rows[-1] = tuple(float(seat == 1) for seat in range(players))
    firsts = tuple(turns * hand // hands for hand in range(hands))
    groups = (laid("S", "R7 B7 G7"), laid("R", "Y3 G4 B5 W6 R7 B8"))
    ended = HandEnded(hands, (1,), (0,) * players, (0,) * players, (), ())
    colour = laid("C", "B1 B4 B7 B9 B12 WB WB")
    deeds: tuple[tuple[int, int, Cause, tuple[Event, ...]], ...] = (
        (turns // 4, 0, Cause.DEALT, (Laid(0, 3, groups), Discarded(0, R12, None))),
        (turns // 2, 1, Cause.DRAWN, (Laid(1, 8, (colour,)),)),
        (turns // 2 + 1, 1, Cause.CHOICE, (Discarded(1, SKIP, 0),)),
        (turns // 2 + 2, 0, Cause.CHOICE, (CardHit(0, 0, 0, table_card("Y7")),)),
        (turns - 1, 1, Cause.DRAWN, (Laid(1, 10, groups), Discarded(1, Y2, None), ended)),
    )
    points = tuple(
        TurningPoint(
            turn=turn,
            hand=1 + turn * hands // turns,
            mover=seat,
            cause=cause,
            seat=seat,
            before=rows[turn][seat],
            after=rows[turn + 1][seat],
            events=events,
        )
        for turn, seat, cause, events in deeds
    )
    movers = tuple(turn % players for turn in range(turns))
    return Course(tuple(rows), movers, firsts, points)
