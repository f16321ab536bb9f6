"""Things of the daily hand: suns, the flame of a streak, and decks of cards for its turns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, product
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageFilter

from bot.render.engine import Canvas, Rect, Sprite, Theme
from bot.render.engine.card_faces import hairline
from bot.render.engine.cloth import CELL, STEP, dithered
from bot.render.engine.shapes import area, rounded, shape, smooth
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import banded, make_sprite
from bot.render.engine.theme import LEVELS, RGB, mixed
from bot.results.daily import DailyShare

from .materials import plate, slot

# of a large sun and of a small one
SPIKES = 24
FEW_SPIKES = 12
SMALL = 200  # pixels of a disc without a weave
FLAME = 0.76  # its width as a share of its height
# of light around a sun
WEDGES = 16
WEDGE_SHARE = 0.3
# its light, how far it reaches, how it falls off
HALO = 154
HALO_END = 110
HALO_SLOPE = 7
WINDOW_SHARE = 0.6
MOON_SHADES = 5  # from dark to light
CRATERS = ((0.2, 0.14, 0.1), (0.68, 0.76, 0.13), (0.3, 0.82, 0.08), (0.84, 0.42, 0.07))
SLAB_GAP = 2  # between the cards of a deck
PITCH = 124  # of the decks, at most
# of a number: its height and most width, and its least width
PLATE = 76
NARROW = 56
MOST_ALONE = 8  # decks that have plates of their own
NOT_NEEDED = 126  # the height of a hollow, below the spikes of the sun on the last deck
SHALLOW = 12  # the height of a hollow that is left out


@drawn_once
def sun_sprite(theme: Theme, radius: int, reach: int, *, risen: bool = True) -> Sprite:
    """A sun, or a moon, whose spikes go ``reach`` pixels beyond its disc; 0 for none."""
    half = radius + reach
    size = (2 * half, 2 * half)
    edge, ring = ("brass_dark", "brass_light") if risen else ("silver_dark", "silver_light")
    image = Image.new("RGB", size, theme["flame_edge"] if risen else hairline(theme))
    disc = rounded(2 * radius, 2 * radius, radius)
    cover = _spikes(half, radius, 0).copy() if reach else Image.new("L", size)
    if reach:
        image.paste(theme["brass"], (0, 0), _spikes(half, radius, max(2, radius // 70)))
    cover.paste(255, (reach, reach), disc)
    for inset, colour in ((0, theme[edge]), (max(2, radius // 60), theme[ring])):
        side = 2 * (radius - inset)
        image.paste(colour, (reach + inset,) * 2, rounded(side, side, side // 2))
    inset = max(4, radius // 18)
    side = 2 * (radius - inset)
    at = (reach + inset,) * 2
    image.paste(_disc(theme, side, risen=risen), at, rounded(side, side, side // 2))
    return make_sprite(theme, image, cover, max(70, radius // 2), 0.8)


def _disc(theme: Theme, side: int, *, risen: bool) -> Image.Image:
    if side < SMALL:
        top, low = ("brass_light", "brass") if risen else ("silver_light", "silver")
        return banded([mixed(theme[top], theme[low], n / 4) for n in range(5)], side)
    colours = _ramp(theme)
    if not risen:  # few, which the palette has
        last = MOON_SHADES - 1
        dark = theme["silver"]
        bright = theme["silver_light"]
        colours = [mixed(dark, bright, n / last) for n in range(MOON_SHADES)]
    rows = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    most = (len(colours) - 1) * STEP
    light = rows.resize((-(-side // CELL),) * 2).point([n * most // 255 for n in range(256)])
    levels = dithered(light, (side, side)).image
    levels.putpalette([part for colour in colours for part in colour])
    face = levels.convert("RGB")
    craters = [] if risen else CRATERS
    for x, y, size in craters:
        across = round(side * size)
        hole = rounded(across, across, across // 2)
        for colour, shift in (("silver_light", 3), ("silver", 0)):
            shade = mixed(theme[colour], theme["silver_dark"], 0.25 if shift == 0 else 0)
            face.paste(shade, (round(side * x) + shift, round(side * y) + shift), hole)
    return face


def _ramp(theme: Theme) -> list[RGB]:
    low = theme["sun_low"]
    main = theme["sun"]
    high = theme["sun_high"]
    middle = LEVELS // 3
    dark = [mixed(low, main, n / middle) for n in range(middle)]
    rest = LEVELS - middle
    return [*dark, *(mixed(main, high, n / (rest - 1)) for n in range(rest))]


def _spikes(half: int, radius: int, inset: int) -> Image.Image:
    """Pointed rays around a disc, every second one longer, as a square mask."""
    out = []
    count = FEW_SPIKES if 2 * radius < SMALL else SPIKES
    for n in range(count):
        tip = half - inset * 3 if n % 2 else radius + (half - radius) * 0.55 - inset * 2
        turn = 2 * pi * n / count
        wide = pi / count * 0.62 - inset / radius
        points = ((tip, turn), (radius * 0.98, turn - wide), (radius * 0.98, turn + wide))
        out.append(
            area(*(((1 + r / half * sin(a)) / 2, (1 - r / half * cos(a)) / 2) for r, a in points))
        )
    return smooth((2 * half, 2 * half), *out)


def paint_wedges(canvas: Canvas, x: int, y: int, ends: tuple[int, int]) -> None:
    """Let wedges of light fall from a point; ``ends`` are their reach and their lowest height."""
    half, horizon = ends
    canvas.lighten(_wedges(half, half + horizon - y), x - half, y - half)


@drawn_once
def _wedges(half: int, height: int) -> Image.Image:
    """Wedges of light and a halo around a point, as a share for each thread of a square."""
    turns = [2 * pi * n / WEDGES for n in range(WEDGES)]
    wide = pi / WEDGES / 2
    rays = (
        area(
            (0.5, 0.5), *((0.5 + 0.72 * sin(turn + by), 0.5 - 0.72 * cos(turn + by)) for by in ends)
        )
        for turn in turns
        for ends in ((-wide, wide),)
    )
    wedges = smooth((2 * half // CELL, 2 * half // CELL), *rays).point(
        [round(value * WEDGE_SHARE) for value in range(256)]
    )
    far = Image.radial_gradient("L").resize(wedges.size)
    halo = far.point([max(0, min(HALO, HALO_SLOPE * (HALO_END - n))) for n in range(256)])
    return ImageChops.lighter(wedges, halo).crop((0, 0, halo.width, height // CELL))


@drawn_once
def window_light(width: int, height: int) -> Image.Image:
    lean = 0.12
    slope = height / width
    panes = (
        area(
            (left + lean, top * slope),
            (left + lean + 0.34, top * slope),
            (left + 0.34, (top + 0.42) * slope),
            (left, (top + 0.42) * slope),
        )
        for left, top in product((0.08, 0.5), (0.04, 0.54))
    )
    mask = smooth((width // CELL, height // CELL), *panes)
    soft = mask.filter(ImageFilter.GaussianBlur(9))
    return soft.point([round(value * WINDOW_SHARE) for value in range(256)])


def paint_flame(canvas: Canvas, x: int, low: int, height: int, days: int) -> int:
    flame = _flame(canvas.theme, height)
    width = flame.size[0]
    canvas.sprite(flame, x, low - height)
    room = Rect(x, low - height // 2, width, height * 2 // 5)
    canvas.text(canvas.words.number(days), room, "number", "sun_ink", align="middle")
    return x + width


@drawn_once
def _flame(theme: Theme, height: int) -> Sprite:
    size = (round(height * FLAME), height)
    image = Image.new("RGB", size, theme["flame_edge"])
    for share, colour in ((0.95, "flame_low"), (0.78, "flame"), (0.56, "brass")):
        inner = shape("flame", height).resize([round(side * share) for side in size])
        low = height - round((1 - share) * 12) - inner.height - 3
        image.paste(theme[colour], ((size[0] - inner.width) // 2, max(0, low)), inner)
    return make_sprite(theme, image, shape("flame", height).resize(size), 90)


def paint_decks(canvas: Canvas, area: Rect, share: DailyShare) -> Rect:
    """Draw a deck for each turn; of many, those in a row that lack as many cards share a number.

    A hollow stands for par after the last deck if the phase was laid before. Returns the last deck.
    """
    turns = len(share.cards_missing)
    laid = share.turns is not None
    word = canvas.words("daily.shown.par_here")
    later = canvas.width(word, "small") + 17 if laid and turns < share.par else 0
    pitch = min(PITCH, (area.w - later) // turns)
    width = pitch - pitch // 7
    left = area.right - pitch * turns + (-later if later else pitch // 7)
    if later:
        hollow = Rect(area.right - later, area.bottom - NOT_NEEDED, later, NOT_NEEDED)
        slot(canvas, hollow)
        canvas.text(word, hollow, "small", "muted", align="middle")
    alone = turns <= MOST_ALONE
    side = min(PLATE, width + 2) if alone else NARROW
    ends = [turn * (alone or (laid and turn == turns)) for turn in range(1, turns + 1)]
    x = left
    for (missing, turn), run in groupby(zip(share.cards_missing, ends, strict=True)):
        places = [Rect(x + n * pitch, area.y, width, area.h) for n, _ in enumerate(run)]
        x += pitch * len(places)
        counts = share.size - missing, share.size
        deck = _paint_run(canvas, places, counts, side, gold=laid and turn == turns)
    return deck


def _paint_run(
    canvas: Canvas, places: Sequence[Rect], counts: tuple[int, int], side: int, *, gold: bool
) -> Rect:
    """Draw decks of the cards of the phase that are held; returns the last deck.

    A plate as wide as ``side`` has the number of those that are not, if the decks are as wide.
    """
    (there, most) = counts
    at = places[-1]
    slab = at.h // most
    deck = Rect(at.x, at.bottom - there * slab, at.w, there * slab)
    whole = Rect(places[0].x, at.y, at.right - places[0].x, at.h)
    hollow = Rect(whole.x, at.y, whole.w, deck.y - at.y - 6)
    if there < most and hollow.h > SHALLOW:
        slot(canvas, hollow)
    if there:
        sprite = _deck(canvas.theme, at.w, there, slab, gold=gold)
        for place in places:
            canvas.sprite(sprite, place.x, deck.y)
    if there < most and side <= whole.w + 2:
        top = min(at.bottom - PLATE - 10, deck.y + 2 * slab)
        box = Rect(whole.middle[0] - side // 2, top, side, PLATE)
        plate(canvas, box, 14)
        canvas.text(canvas.words.number(most - there), box, "pile", "text", align="middle")
    return deck


@drawn_once
def _deck(theme: Theme, width: int, cards: int, slab: int, *, gold: bool) -> Sprite:
    size = (width, cards * slab)
    top, low, edge = (
        ("brass_light", "brass", "brass_dark") if gold else ("paper", "paper_shade", "paper_line")
    )
    image = Image.new("RGB", size, theme[edge])
    cover = Image.new("L", size)
    face = [mixed(theme[top], theme[low], n / 3) for n in (0, 0, 2, 3)]
    radius = min(7, slab // 3)
    for n in range(cards):
        shift = (0, 2, 1, 0, 1)[(n + cards) % 5]
        box = (width - 3, slab - SLAB_GAP)
        cover.paste(rounded(*box, radius), (shift, n * slab))
        inner = (box[0] - 4, box[1] - 4)
        bands = banded(face, max(inner)).resize(inner, Image.Resampling.NEAREST)
        image.paste(bands, (shift + 2, n * slab + 2), rounded(*inner, max(1, radius - 2)))
    cover.paste(255, (2, 2, width - 5, size[1] - SLAB_GAP - 2))
    return make_sprite(theme, image, cover, 90)
