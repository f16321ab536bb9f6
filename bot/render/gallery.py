"""The gallery: every kind of picture of made-up moments, in every theme, to look at and to test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from bot.rules.cards import Colour, cards
from bot.rules.editions import CLASSIC, SkipRule
from bot.rules.phases import parse_phase
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from bot.scores.results import MemberStats

from . import FIGURES, THEMES, HandOrder, Renderer, SeatLook, samples
from .moments import HAND, between, ended, full, laid, late, score_sheet, table, with_seats

LOOKS = tuple(SeatLook(computer=seat == 2) for seat in range(6))
COMPUTERS = tuple(SeatLook(computer=seat > 0) for seat in range(6))
SCRIPTS = ("שלום עולם", "ทดสอบ สวัสดี", "क्षत्रिय देवी", "🏳️‍🌈 Zoë 👑", "김민준 선수", "W" * 32)
ROBOTS = ("Mia", "Pip", "Rusty", "Olive", "Maple", "Zuri")
FIVE_GROUPS = tuple(map(parse_phase, ("S2+S2+S2+S2+S2", "C3+C3+C3", "S10", "R4+R3+R3")))
CAPTIONS = {
    "replay-step": "Hand 3 · turn 12: Big Tony drew Red 5",
    "replay-long": "Hand 12 · turn 48: Nguyễn Thị Minh Khai hit Wild as 12 on Mia's run, high end",
}


def cases(theme: str = THEMES[0], locale: str = "en") -> Iterator[tuple[str, bytes]]:
    """Names and PNG files of representative pictures."""
    for name, draw in painters(theme, locale):
        yield name, draw()


def painters(
    theme: str = THEMES[0], locale: str = "en"
) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Names of the pictures, and what draws each."""
    renderer = Renderer(theme)
    for name, view in tables():
        yield f"table-{name}", _table(renderer, view, locale, LOOKS)
    robots = with_seats(table(6), {seat: {"name": name} for seat, name in enumerate(ROBOTS)})
    yield "table-6-computers", _table(renderer, robots, locale, COMPUTERS)
    yield "table-4-avatars", _table(renderer, late(table(4)), locale, avatars())
    yield "table-6-avatars", _table(renderer, late(table(6)), locale, avatars())
    for name, view in hands():
        yield f"hand-{name}", _hand(renderer, view, locale, HandOrder.NUMBER)
    looking = dict(hands())["looking"]
    yield "hand-by-colour", _hand(renderer, looking, locale, HandOrder.COLOUR)
    for name, caption in CAPTIONS.items():
        yield name, _replay(renderer, caption, locale)
    yield from _results(renderer, locale)
    yield from _standings(renderer, locale)
    for name in FIGURES:
        yield f"figure-{name}", _figure(renderer, name, locale)


def _results(renderer: Renderer, locale: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for players, rounds in ((2, 0), (2, 4), (4, 9), (6, 30)):
        sheet = score_sheet(players, rounds)
        name = f"scores-{players}-players-{rounds}-hands"
        yield name, lambda sheet=sheet: renderer.scores(sheet, locale)  # type: ignore[misc]
    for players in (2, 3, 4, 6):
        view = ended(players)
        yield f"podium-{players}", lambda view=view: renderer.podium(view, locale, LOOKS)  # type: ignore[misc]
    yield "podium-6-avatars", lambda: renderer.podium(ended(6), locale, avatars())


def _standings(renderer: Renderer, locale: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for name, board in samples.boards():
        yield f"board-{name}", partial(renderer.board, board, locale)
    for name, stats in samples.members():
        yield f"stats-{name}", partial(renderer.stats, stats, locale)
    for name, stats in samples.charts():
        yield f"rating-{name}", partial(_chart, renderer, stats, locale)


def _chart(renderer: Renderer, stats: MemberStats, locale: str) -> bytes:
    png = renderer.rating_chart(stats, locale)
    assert png is not None, "all samples have ratings"
    return png


def _table(
    renderer: Renderer, view: PlayerView, locale: str, looks: Sequence[SeatLook]
) -> Callable[[], bytes]:
    return lambda: renderer.table(view, locale, looks)


def _hand(
    renderer: Renderer, view: PlayerView, locale: str, order: HandOrder
) -> Callable[[], bytes]:
    return lambda: renderer.hand(view, locale, order)


def _replay(renderer: Renderer, caption: str, locale: str) -> Callable[[], bytes]:
    return lambda: renderer.replay(late(table(3)), caption, locale, LOOKS)


def _figure(renderer: Renderer, name: str, locale: str) -> Callable[[], bytes]:
    return lambda: renderer.figure(name, locale)


def tables() -> Iterator[tuple[str, PlayerView]]:
    """Spectators' views of tables at every stage and of every edition."""
    blank: dict[str, object] = {"completed": (), "total": 0, "trying": None}
    new = with_seats(table(2), {0: blank, 1: blank})
    yield "2-new-game", replace(new, stage=Stage.DEAL, hand_number=0, turn=None)
    for players in range(2, 7):
        yield f"{players}-early", table(players)
        yield f"{players}-late", late(table(players))
    yield "4-skipped", with_seats(table(4), {2: {"skipped": True}, 3: {"skipped": True}})
    yield "6-full", full(table(6))
    yield (
        "6-scripts",
        with_seats(table(6), {seat: {"name": name} for seat, name in enumerate(SCRIPTS)}),
    )
    yield "4-between-hands", between(late(table(4)))
    waits: dict[str, object] = {"playing": False, "groups": (), "trying": None, "cards": 0}
    yield (
        "4-play-off",
        replace(with_seats(late(table(4)), {0: waits, 2: waits}), playoff=True, dealer=3),
    )
    yield "4-over", ended(4)
    yield "4-no-discards", replace(table(4), discard_pile=(), draw_pile=1, stage=Stage.DRAW)
    yield from editions()


def editions() -> Iterator[tuple[str, PlayerView]]:
    """Spectators' views of what only some editions and variations have."""
    yield (
        "4-in-front",
        with_seats(orange(late(table(4))), {0: {"skipped": True}, 3: {"skipped": True}}),
    )
    yield "3-opening-offer", replace(table(3), stage=Stage.OFFER, discard_pile=cards("Y9"))
    out: dict[str, object] = {"out": True, "cards": 0}
    yield "3-last-turns", replace(with_seats(late(table(3)), {1: out}), last_turns=(2, 0), turn=2)
    floats: dict[str, object] = {"floating": True, "cards": 0}
    yield "3-floating", with_seats(late(table(3)), {0: floats})
    yield "4-declaring", declaring(masters(table(4)))
    yield "4-save-piles", with_seats(masters(late(table(4))), {2: {"skipped": True}})
    five = replace(table(4), phases=FIVE_GROUPS)
    five = with_seats(five, {n: {"trying": n + 1} for n in range(4)})
    yield "4-custom-phases", five
    pairs = tuple(laid("S", f"R{n} B{n}") for n in (1, 3, 5, 7, 12))
    yield (
        "4-five-groups",
        with_seats(
            five, {0: {"groups": pairs, "trying": 1}, 1: {"trying": 4, "saved": 1, "skipped": True}}
        ),
    )
    even = tuple(CLASSIC.parsed_phases[n] for n in (1, 3, 5, 7, 9))
    done: dict[int, dict[str, object]] = {
        seat: {"trying": seat + 2, "completed": tuple(range(1, seat + 2))} for seat in range(4)
    }
    yield "4-even-phases", replace(between(with_seats(late(table(4)), done)), phases=even)


def orange(view: PlayerView) -> PlayerView:
    """The view in an edition with orange cards and Skips that lie in front."""
    colours = (Colour.GREEN, Colour.YELLOW, Colour.ORANGE, Colour.RED)
    rules = replace(CLASSIC, colours=colours, skip_rule=SkipRule.IN_FRONT)
    groups = (laid("R", "R2 G3 W4 O5 Y6 R7"),), (laid("S", "O7 R7 G7"), laid("R", "Y3 O4 G5 W6"))
    seats: dict[int, dict[str, object]] = {
        seat: {"groups": group} for seat, group in enumerate(groups)
    }
    seats[2] = {"groups": (laid("C", "O1 O4 O4 O7 O9 O12 WO"),)}
    return replace(with_seats(view, seats), rules=rules, discard_pile=cards("R3 Y9 O2 G8 O11"))


def masters(view: PlayerView) -> PlayerView:
    """The view in an edition with save piles."""
    saved: dict[int, dict[str, object]] = {0: {"saved": 1}, 1: {"saved": 12}, 2: {"saved": 3}}
    return with_seats(replace(view, rules=replace(CLASSIC, save_pile=True)), saved)


def declaring(view: PlayerView) -> PlayerView:
    """The view while phases are declared: some have, one is to, the last waits."""
    completed: dict[int, dict[str, object]] = {
        0: {"trying": 8},
        1: {"trying": None, "completed": (1, 2, 7, 9), "cards": 10},
        2: {"trying": None, "completed": (4, 5)},
        3: {"trying": None, "completed": ()},
    }
    return replace(with_seats(view, completed), stage=Stage.DECLARE)


def hands() -> Iterator[tuple[str, PlayerView]]:
    """Players' own views with hands of every size."""
    base = replace(table(4), me=1)
    yield "looking", replace(base, hand=HAND, drawn=HAND[0])
    yield "11-cards-run", replace(_trying(base, 6), hand=cards("R1 R2 B4 Y5 W G8 G8 B9 R10 S W"))
    ready = cards("R7 B7 W G2 Y2 G2 B5 R12 S Y11 R1")
    yield "ready-to-lay", replace(_trying(base, 1), hand=ready)
    yield "one-colour", replace(_trying(base, 8), hand=cards("R7 R9 W G2 R2 G3 B5 R12 R12 Y11"))
    down = late(base)
    yield "phase-down", replace(down, hand=cards("B9 R6 W S G4"), turn=1)
    yield "one-card", replace(down, hand=cards("G11"))
    yield "12-cards", replace(base, hand=(*HAND, *cards("R1 B12")))
    yield "empty", replace(down, hand=())
    yield from _special_hands(base)


def _special_hands(base: PlayerView) -> Iterator[tuple[str, PlayerView]]:
    hand = replace(base, hand=HAND)
    yield "waiting", replace(with_seats(hand, {1: {"skipped": True}}), turn=2)
    coloured = cards("O1 O4 R5 Y7 O9 G9 O12 W S G2")
    yield "orange", replace(_trying(orange(base), 8), hand=coloured)
    saves = replace(masters(hand), saved=cards("Y3 B5 R5"))
    yield "save-pile", with_seats(saves, {1: {"saved": 3}})
    yield "declaring", replace(declaring(saves), me=1)
    five = replace(hand, phases=FIVE_GROUPS, saved=cards("W"), turn=2)
    yield "five-groups", with_seats(five, {1: {"trying": 1, "total": 1245, "skipped": True}})
    floats: dict[str, object] = {"floating": True, "cards": 0}
    yield "floating", replace(with_seats(late(base), {1: floats}), turn=2)


def _trying(view: PlayerView, phase: int) -> PlayerView:
    assert view.me is not None
    return with_seats(view, {view.me: {"trying": phase}})


def avatars() -> tuple[SeatLook, ...]:
    """Looks with portraits of every kind, one computer standing in and one broken file."""
    kinds = ("PNG", "JPEG", "WEBP", "GIF", "PNG")
    looks = [SeatLook(seat == 2, _avatar(seat, kind)) for seat, kind in enumerate(kinds)]
    return (*looks, SeatLook(computer=False, face=b"GIF89a, or so it says"))


def _avatar(seat: int, kind: str) -> bytes:
    """Somebody in front of an evening sky."""
    skies = ("#f4a259", "#5b8e7d", "#8cb369", "#bc4b51", "#5c7cfa")
    skins = ("#f1c9a5", "#8d5a3b", "#c98f6b", "#e8b894", "#6b4430")
    image = Image.new("RGB", (160, 160), skies[seat])
    light = Image.linear_gradient("L").resize(image.size)
    image.paste("#22223b", (0, 0), light)
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 112, 140, 240), fill=skies[(seat + 3) % 5])
    draw.ellipse((48, 34, 112, 124), fill=skins[seat])
    draw.pieslice((42, 22, 118, 104), 170, 370, fill="#2b1d14")
    for x in (66, 94):
        draw.ellipse((x - 5, 72, x + 5, 82), fill="#1a1a1a")
    draw.arc((64, 78, 96, 108), 20, 160, fill="#7a2c2c", width=4)
    out = BytesIO()
    image.filter(ImageFilter.GaussianBlur(1)).save(out, kind)
    return out.getvalue()


STYLE = """
body { margin: 0; padding: 24px; background: #2b2d31; color: #f2f3f5; font: 18px/1.4 sans-serif; }
nav a { color: #9ecbff; margin-right: 16px; }
figure { margin: 24px 0 48px; display: flex; flex-wrap: wrap; gap: 24px; align-items: start; }
figcaption { width: 100%; font-weight: 600; }
img { display: block; border-radius: 8px; height: auto; }
"""


def write_gallery(folder: Path, themes: Sequence[str] = THEMES) -> list[Path]:
    """Write every picture in these themes and an ``index.html`` that shows them.

    Returns the files written, the page last.

    Raises:
        ValueError: there is no such theme.
    """
    written: list[Path] = []
    for theme in themes:
        found = dict(cases(theme))
        (folder / theme).mkdir(parents=True, exist_ok=True)
        for name, png in found.items():
            written.append(folder / theme / f"{name}.png")
            written[-1].write_bytes(png)
    page = folder / "index.html"
    page.write_text(_page(folder, written, themes), encoding="utf-8")
    return [*written, page]


def _page(folder: Path, files: Sequence[Path], themes: Sequence[str]) -> str:
    links = "".join(f'<a href="#{theme}">{escape(theme)}</a>' for theme in themes)
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>Pictures</title><style>{STYLE}</style><h1>Pictures</h1><nav>{links}</nav>",
    ]
    for theme in themes:
        parts.append(f'<h2 id="{theme}">{escape(theme)}</h2>')
        parts += [_shown(path.relative_to(folder)) for path in files if path.parent.name == theme]
    return "\n".join([*parts, "</html>", ""])


def _shown(path: Path) -> str:
    """A picture as on a large screen and as on a phone."""
    name, source = escape(path.stem), escape(path.as_posix())
    images = "".join(f'<img src="{source}" width="{w}" alt="{name}">' for w in (1200, 375))
    return f"<figure><figcaption>{name}</figcaption>{images}</figure>"
