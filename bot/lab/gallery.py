"""The gallery: every kind of picture in every theme, for looking and for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import CLASSIC
from bot.cards.views import view_for
from bot.daily.views import build_view
from bot.dice.editions import DICE
from bot.lab import dice_samples, samples
from bot.render import THEMES, Avatar, Canvas, Design, make_design
from bot.render.engine.animation import animated
from bot.render.pictures.achievements import paint_achievements
from bot.render.pictures.board import paint_board, paint_champions
from bot.render.pictures.chances import paint_chances
from bot.render.pictures.choice import paint_choices
from bot.render.pictures.cup import paint_cup
from bot.render.pictures.daily import paint_daily, paint_daily_share
from bot.render.pictures.dice_figures import DICE_FIGURES, paint_dice_figure
from bot.render.pictures.dice_scores import paint_dice_scores
from bot.render.pictures.dice_table import paint_dice_table
from bot.render.pictures.figures import FIGURES, paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.hand_end import paint_hand_end
from bot.render.pictures.highlight import paint_highlight
from bot.render.pictures.lobby import paint_lobby
from bot.render.pictures.podium import paint_podium
from bot.render.pictures.score_sheet import paint_score_sheet
from bot.render.pictures.sheet_table import paint_sheet_table
from bot.render.pictures.stats import paint_stats
from bot.render.pictures.table import paint_replay, paint_table
from bot.results.achievements import Earned, Grade
from bot.sheets.figures import figures

from .cup_samples import cups
from .daily_samples import dailies, daily_board, daily_shares
from .samples import ended, late, table

Recipe = Callable[[Design], Canvas]
INITIALS = tuple(Avatar(computer=seat == 2) for seat in range(6))
"""People without portraits, and one computer player."""
PEOPLE = (Avatar(computer=False),) * 10
COMPUTERS = tuple(Avatar(computer=seat > 0) for seat in range(6))
NEW_MEDALS = {
    0: Earned(1, "games", Grade.BRONZE),
    1: Earned(2, "comeback", Grade.GOLD),
    4: Earned(5, "wilds", Grade.SILVER),
}
CAPTIONS = {
    "replay-step": "Hand 3 · turn 12: Big Tony drew Red 5",
    "replay-long": "Hand 12 · turn 48: Nguyễn Thị Minh Khai hit Wild as 12 on Mia's run, high end",
}


def painters(
    theme: str = THEMES[0], locale: str = "en"
) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Names of the pictures, and a function for each that draws it."""
    design = make_design(theme, locale)
    for recipes in (_games, _results, _standings, _dice, _daily, _cups):
        for name, paint in recipes():
            yield name, partial(_png, paint, design)
    for name in FIGURES:
        yield f"figure-{name}", partial(_png, partial(paint_figure, name=name), design)


def _png(paint: Recipe, design: Design) -> bytes:
    return paint(design).png()


def animations(
    theme: str = THEMES[0], locale: str = "en", avatars: Sequence[Avatar] = ()
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Names of the animations and the pieces of their GIF files; by default with portraits."""
    design = make_design(theme, locale)
    avatars = avatars or portraits()
    for name, highlight in samples.highlights().items():
        yield f"animation-{name}", animated(paint_highlight(design, highlight, avatars))


def _games() -> Iterator[tuple[str, Recipe]]:
    for name, view in samples.tables().items():
        yield f"table-{name}", partial(paint_table, view=view, avatars=INITIALS)
    robots = samples.named(table(6), samples.ROBOTS)
    yield "table-6-computers", partial(paint_table, view=robots, avatars=COMPUTERS)
    for players in (4, 6):
        view = late(table(players))
        yield f"table-{players}-avatars", partial(paint_table, view=view, avatars=portraits())
    hands = samples.hands()
    for name, view in hands.items():
        yield f"hand-{name}", partial(paint_hand, view=view, avatars=INITIALS)
    looking = partial(paint_hand, view=hands["looking"], avatars=INITIALS)
    moved = replace(hands["looking"], turn=0)
    yield "hand-moved", partial(paint_hand, view=moved, avatars=INITIALS, mover=3)
    yield "table-4-moved", partial(paint_table, view=late(table(4)), avatars=COMPUTERS, mover=0)
    yield "hand-by-colour", partial(looking, order=HandOrder.COLOUR)
    yield (
        "hand-with-back-and-cloth",
        lambda design: looking(replace(design, back="sun", cloth="quilt")),
    )
    view = late(table(3))
    for name, caption in CAPTIONS.items():
        yield name, partial(paint_replay, view=view, caption=caption, avatars=INITIALS)


def _results() -> Iterator[tuple[str, Recipe]]:
    faces = portraits()
    for players, rounds in ((2, 0), (2, 4), (4, 9), (6, 30)):
        view, scored = samples.scored(players, rounds)
        paint = partial(paint_score_sheet, view=view, hands=scored, avatars=INITIALS)
        yield f"scores-{players}-players-{rounds}-hands", paint
    for players, rounds in ((2, 3), (4, 9), (10, 12)):
        course = figures(samples.printed_sheet(players, rounds))
        view = view_for(course.state, None)
        paint = partial(paint_sheet_table, view=view, rows=course.rows, avatars=PEOPLE)
        yield f"sheet-table-{players}-players", paint
    for name, lobby in samples.lobbies().items():
        yield f"lobby-{name}", partial(paint_lobby, lobby=lobby, avatars=INITIALS)
    two = samples.lobby(CLASSIC, samples.NAMES[:2])
    yield "lobby-kept", partial(paint_lobby, lobby=two, avatars=INITIALS, kept=samples.NAMES[3:6])
    six = samples.lobbies()["6-of-6"]
    yield "lobby-6-avatars", partial(paint_lobby, lobby=six, avatars=faces)
    for name, view in samples.hand_ends().items():
        yield f"hand-end-{name}", partial(paint_hand_end, view=view, avatars=INITIALS)
    view = samples.hand_ends()["6"]
    yield "hand-end-6-avatars", partial(paint_hand_end, view=view, avatars=faces)
    podium = partial(paint_podium, avatars=INITIALS)
    for players in (2, 3, 4, 6):
        rated = {0: -7, 1: 18} if players == 2 else {}
        medals = NEW_MEDALS if players in (3, 6) else {}
        view = ended(players)
        yield f"podium-{players}", partial(podium, view=view, rated=rated, medals=medals)
    yield "podium-4-shared", partial(podium, view=samples.shared())
    yield "podium-3-abandoned", partial(podium, view=samples.abandoned())
    yield "podium-6-avatars", partial(paint_podium, view=ended(6), avatars=faces)


def _dice() -> Iterator[tuple[str, Recipe]]:
    for name, view in dice_samples.dice_tables().items():
        yield f"dice-table-{name}", partial(paint_dice_table, view=view, avatars=INITIALS)
    for players in (1, 6):
        view = dice_samples.dice_ended(players)
        yield f"dice-end-{players}", partial(paint_podium, view=view, avatars=INITIALS)
    view = dice_samples.dice_view(6, "5 5 6 7 8 10 1 1 2 3", phase=9)
    yield "dice-scores", partial(paint_dice_scores, view=view, avatars=INITIALS)
    for name in DICE_FIGURES:
        yield f"dice-figure-{name}", partial(paint_dice_figure, name=name)
    lobby = samples.lobby(DICE, samples.NAMES[:3])
    yield "dice-lobby", partial(paint_lobby, lobby=lobby, avatars=INITIALS)


def _daily() -> Iterator[tuple[str, Recipe]]:
    for name, state in dailies().items():
        board, streak = (daily_board(), 12) if state.laid else (None, 1)
        paint = partial(paint_daily, view=build_view(state), board=board, streak=streak)
        yield f"daily-{name}", paint
    for name, shares in daily_shares().items():
        yield f"daily-share-{name}", partial(paint_daily_share, shares=shares)


def _cups() -> Iterator[tuple[str, Recipe]]:
    faces = dict(enumerate(portraits()))
    for name, cup in cups().items():
        known = faces if name in ("open-14", "after-2-rounds", "podium") else {}
        yield f"cup-{name}", partial(paint_cup, cup=cup, faces=known)


def _standings() -> Iterator[tuple[str, Recipe]]:
    for name, board in samples.boards().items():
        yield f"board-{name}", partial(paint_board, board=board)
    for name, champions in samples.champions().items():
        yield f"champions-{name}", partial(paint_champions, champions=champions)
    for name, stats in samples.members().items():
        yield f"stats-{name}", partial(paint_stats, stats=stats)
    stats = samples.members()["many"]
    yield "stats-avatars", partial(paint_stats, stats=stats, avatars=portraits())
    progress = samples.achievements()
    fresh = [replace(one, count=0, at=()) for one in progress]
    for name, shelf in (("many", progress), ("none", fresh)):
        paint = partial(paint_achievements, name="Mia", progress=shelf)
        yield f"achievements-{name}", paint
    choices = [*samples.choices().values()]
    yield "choices", partial(paint_choices, choices=choices[:3])
    yield "choice-hits", partial(paint_choices, choices=choices[3:])
    for count in (2, 6):
        names = samples.NAMES[:count]
        course = samples.course(count)
        paint = partial(paint_chances, course=course, names=names, avatars=INITIALS, reader=0)
        yield f"chances-{count}", paint


def portraits() -> tuple[Avatar, ...]:
    """Portraits of every file format, one computer player and one broken file."""
    kinds = ("PNG", "JPEG", "WEBP", "GIF", "PNG")
    avatars = [Avatar(seat == 2, _portrait(seat, kind)) for seat, kind in enumerate(kinds)]
    return (*avatars, Avatar(computer=False, picture=b"GIF89a, or so it says"))


def _portrait(seat: int, kind: str) -> bytes:
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


def write_gallery(folder: Path, themes: Sequence[str]) -> list[Path]:
    """Write every picture in these themes and an ``index.html``, the last of the files returned.

    Raises:
        ValueError: there is no such theme.
    """
    written: list[Path] = []
    for theme in themes:
        (folder / theme).mkdir(parents=True, exist_ok=True)
        files = [(f"{name}.png", draw()) for name, draw in painters(theme)]
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
    name = escape(path.stem)
    source = escape(path.as_posix())
    widths = (600, 235) if path.suffix == ".gif" else (1200, 375)
    images = "".join(f'<img src="{source}" width="{w}" alt="{name}">' for w in widths)
    return f"<figure><figcaption>{name}</figcaption>{images}</figure>"
