"""The gallery: every kind of picture in every theme, for looking and for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from bot.daily.views import squares, view_of
from bot.lab import dice_samples, samples
from bot.render import DICE_FIGURES, FIGURES, THEMES, HandOrder, Renderer, SeatLook
from bot.scores.results import MemberStats

from .daily_samples import dailies, daily_shares
from .samples import ended, late, table

LOOKS = tuple(SeatLook(computer=seat == 2) for seat in range(6))
COMPUTERS = tuple(SeatLook(computer=seat > 0) for seat in range(6))
CAPTIONS = {
    "replay-step": "Hand 3 · turn 12: Big Tony drew Red 5",
    "replay-long": "Hand 12 · turn 48: Nguyễn Thị Minh Khai hit Wild as 12 on Mia's run, high end",
}


def cases(theme: str = THEMES[0]) -> Iterator[tuple[str, bytes]]:
    """Names and PNG files of representative pictures."""
    for name, draw in painters(theme):
        yield name, draw()


def painters(
    theme: str = THEMES[0], locale: str = "en"
) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Names of the pictures, and a function for each that draws it."""
    renderer, faces = Renderer(theme), avatars()
    for name, view in samples.tables().items():
        yield f"table-{name}", partial(renderer.table, view, locale, LOOKS)
    yield "table-6-computers", partial(renderer.table, samples.robots(), locale, COMPUTERS)
    for players in (4, 6):
        view = late(table(players))
        yield f"table-{players}-avatars", partial(renderer.table, view, locale, faces)
    hands = samples.hands()
    for name, view in hands.items():
        yield f"hand-{name}", partial(renderer.hand, view, locale, HandOrder.NUMBER, LOOKS)
    by_colour = partial(renderer.hand, hands["looking"], locale, HandOrder.COLOUR, LOOKS)
    yield "hand-by-colour", by_colour
    chosen = Renderer(theme, back="sun", cloth="quilt")
    chosen_hand = partial(chosen.hand, hands["looking"], locale, HandOrder.NUMBER, LOOKS)
    yield "hand-with-back-and-cloth", chosen_hand
    for name, caption in CAPTIONS.items():
        yield name, partial(renderer.replay, late(table(3)), caption, locale, LOOKS)
    yield from _results(renderer, locale)
    yield from _standings(renderer, locale)
    yield from _dice(renderer, locale)
    yield from _daily(renderer, locale)
    for name in FIGURES:
        yield f"figure-{name}", partial(renderer.figure, name, locale)


def animations(
    theme: str = THEMES[0], locale: str = "en", looks: Sequence[SeatLook] = ()
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Names of the animations, and for each its GIF file piece by piece; by default with faces."""
    renderer, looks = Renderer(theme), looks or avatars()
    for name, highlight in samples.highlights().items():
        yield f"animation-{name}", renderer.highlight(highlight, locale, looks)
    for players, hands in ((2, 4), (4, 9), (6, 30)):
        view, results = samples.over(players, hands)
        yield f"animation-recap-{players}", renderer.recap(view, results, locale, looks)


def _results(renderer: Renderer, locale: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for players, rounds in ((2, 0), (2, 4), (4, 9), (6, 30)):
        name = f"scores-{players}-players-{rounds}-hands"
        yield name, partial(renderer.scores, *samples.scored(players, rounds), locale, LOOKS)
    for name, lobby in samples.lobbies().items():
        yield f"lobby-{name}", partial(renderer.lobby, lobby, locale, LOOKS)
    faces = avatars()
    yield "lobby-6-avatars", partial(renderer.lobby, samples.lobbies()["6-of-6"], locale, faces)
    for name, view in samples.hand_ends().items():
        yield f"hand-end-{name}", partial(renderer.hand_end, view, locale, LOOKS)
    yield "hand-end-6-avatars", partial(renderer.hand_end, samples.hand_ends()["6"], locale, faces)
    for players in (2, 3, 4, 6):
        yield f"podium-{players}", partial(renderer.podium, ended(players), locale, LOOKS)
    yield "podium-4-rated", partial(renderer.podium, ended(4), locale, LOOKS, samples.RATED)
    yield "podium-4-shared", partial(renderer.podium, samples.shared(), locale, LOOKS)
    yield "podium-3-abandoned", partial(renderer.podium, samples.abandoned(), locale, LOOKS)
    yield "podium-6-avatars", partial(renderer.podium, ended(6), locale, faces)


def _dice(renderer: Renderer, locale: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for name, view in dice_samples.dice_tables().items():
        yield f"dice-table-{name}", partial(renderer.dice_table, view, locale, LOOKS)
    for players in (1, 6):
        view = dice_samples.dice_ended(players)
        yield f"dice-end-{players}", partial(renderer.podium, view, locale, LOOKS)
    scores = partial(renderer.dice_scores, dice_samples.dice_scored(6), locale, LOOKS)
    yield "dice-scores", scores
    for name in DICE_FIGURES:
        yield f"dice-figure-{name}", partial(renderer.dice_figure, name, locale)
    yield "dice-lobby", partial(renderer.lobby, dice_samples.dice_lobby(), locale, LOOKS)


def _daily(renderer: Renderer, locale: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for name, state in dailies().items():
        yield f"daily-{name}", partial(renderer.daily, view_of(state), squares(state), locale)
    for name, share in daily_shares().items():
        yield f"daily-share-{name}", partial(renderer.daily_share, share, locale)


def _standings(renderer: Renderer, locale: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for name, board in samples.boards().items():
        yield f"board-{name}", partial(renderer.board, board, locale)
    for name, champions in samples.champions().items():
        yield f"champions-{name}", partial(renderer.champions, champions, locale)
    for name, stats in samples.members().items():
        yield f"stats-{name}", partial(renderer.stats, stats, locale)
    for first in (0, 21):
        progress = samples.achievements()
        page = partial(renderer.achievements, "Mia", progress, progress[first : first + 6], locale)
        yield f"achievements-{first}", page
    course = samples.course(len(samples.NAMES))
    yield "chances-6", partial(renderer.chances, course, samples.NAMES, locale, LOOKS)
    for name, stats in samples.charts().items():
        yield f"rating-{name}", partial(_chart, renderer, stats, locale)


def _chart(renderer: Renderer, stats: MemberStats, locale: str) -> bytes:
    png = renderer.rating_chart(stats, locale)
    assert png is not None, "all samples have ratings"
    return png


def avatars() -> tuple[SeatLook, ...]:
    """Looks with portraits of every file format, one computer player and one broken file."""
    kinds = ("PNG", "JPEG", "WEBP", "GIF", "PNG")
    looks = [SeatLook(seat == 2, _avatar(seat, kind)) for seat, kind in enumerate(kinds)]
    return (*looks, SeatLook(computer=False, face=b"GIF89a, or so it says"))


def _avatar(seat: int, kind: str) -> bytes:
    """A drawn person in front of an evening sky."""
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
        (folder / theme).mkdir(parents=True, exist_ok=True)
        files = [(f"{name}.png", png) for name, png in cases(theme)]
        files += [(f"{name}.gif", b"".join(pieces)) for name, pieces in animations(theme)]
        for name, data in files:
            written.append(folder / theme / name)
            written[-1].write_bytes(data)
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
    """A picture in the width of a large screen and of a phone."""
    name, source = escape(path.stem), escape(path.as_posix())
    widths = (600, 235) if path.suffix == ".gif" else (1200, 375)
    images = "".join(f'<img src="{source}" width="{w}" alt="{name}">' for w in widths)
    return f"<figure><figcaption>{name}</figcaption>{images}</figure>"
