"""Text of any script as masks: cleaned, shaped, ordered, shortened and cached."""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont, features

from bot import FONTS

from .shapes import stepped
from .sprite_cache import drawn_once
from .theme import RGB

LATIN_END = 0x7F  # code points below are in every font for words, so need no look-up
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
CAP_HEIGHT = 0.72  # share of the font size, close enough for every font used
MOST_MARKS = 3  # combining marks kept on one letter
ELLIPSIS = "…"
BLANKS = "Inter-Bold.otf"  # for characters that fonts of figures and headings lack
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_MARKS = {"Mn", "Mc", "Me"}
_KINDS = {"L": "L", "R": "R", "AL": "A", "EN": "E", "AN": "N", "CS": ",", "ES": "+", "ET": "%"}
_RULES = (  # of Unicode's bidirectional algorithm: W2 to W7, then N1
    ("(?<=A)[^LRA]*", str.maketrans("E", "N")),
    ("A", str.maketrans("A", "R")),
    ("(?<=E)[,+](?=E)", str.maketrans(",+", "EE")),
    ("(?<=N),(?=N)", str.maketrans(",", "N")),
    ("%+(?=E)|(?<=E)%+", str.maketrans("%", "E")),
    ("(?<=L)[^LR]*", str.maketrans("E", "L")),
    ("(?<=L)[ ,+%]+(?=L)", str.maketrans(" ,+%", "LLLL")),
    ("(?<=[REN])[ ,+%]+(?=[REN])", str.maketrans(" ,+%", "RRRR")),
)
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_MODIFIERS = dict.fromkeys(range(0x1F3FB, 0x1F400))  # of the emoji before them
SHAPES = features.check("raqm")
"""Whether Pillow can join letters: its Raqm loads FriBiDi, a library of the machine."""
_FOR_OPERATORS = (
    "The library FriBiDi (of Debian's package libfribidi0, elsewhere fribidi) is missing:"
    " pictures show names in Arabic, Hindi and similar scripts with unjoined letters."
)


def missing_library() -> str | None:
    """A sentence about the library that this machine lacks, and what pictures lack with it."""
    return None if SHAPES else _FOR_OPERATORS


@drawn_once
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / file, size)


def file_for(character: str, first: str) -> str | None:
    """The font file for a character: ``first`` if possible, None if no font has it."""
    point = ord(character)
    if unicodedata.category(character) == "Co":  # what fonts have there is not meant
        return None
    if 0x20 <= point < LATIN_END or covers(first, point):
        return first
    return next((file for file in _coverage() if covers(file, point)), None)


def covers(file: str, point: int) -> bool:
    starts, ends = _coverage()[file]
    place = bisect_right(starts, point) - 1
    return place >= 0 and point <= ends[place]


@cache
def _coverage() -> dict[str, tuple[list[int], list[int]]]:
    """First and last code points of the ranges of each file, in order of preference."""
    data = json.loads((FONTS / "coverage.json").read_text(encoding="ascii"))
    return {
        file: ([first for first, _ in ranges], [last for _, last in ranges])
        for file, ranges in data.items()
    }


@dataclass(frozen=True, eq=False, slots=True)
class Mask:
    """A line of text as a mask."""

    image: Image.Image  # mode L, no larger than the ink
    width: int  # how far the line advances
    left: int  # of the image relative to the start of the line
    top: int  # of the image relative to the baseline


@dataclass(frozen=True, slots=True)
class _TextRun:
    text: str
    file: str
    level: int

    @property
    def _ordered(self) -> tuple[str, str | None]:
        """The text in the order in which Pillow takes it, and its direction."""
        right_to_left = self.level % 2 == 1
        if SHAPES:
            return self.text, "rtl" if right_to_left else "ltr"
        text = self.text.translate(_MODIFIERS)
        return text.translate(_MIRRORED)[::-1] if right_to_left else text, None

    def width(self, size: int) -> float:
        text, direction = self._ordered
        return font(self.file, size).getlength(text, direction=direction)

    def draw(self, draw: ImageDraw.ImageDraw, at: tuple[float, int], size: int) -> None:
        text, direction = self._ordered
        draw.text(at, text, 255, font(self.file, size), anchor="ls", direction=direction)


def cleaned(text: str) -> str:
    """The text without control and zero-width characters and excess combining marks."""
    out: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        category = unicodedata.category(character)
        if category in _HIDDEN or 0xFE00 <= ord(character) <= 0xFE0F:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= (MOST_MARKS if out else 0):
            out.append(character)
    return " ".join("".join(out).split())


@drawn_once
def mask(text: str, file: str, size: int, width: int | None = None) -> Mask:
    """A line of text in a font (with fallbacks), shortened with … to ``width`` pixels.

    Text of which nothing would be seen is a replacement character.
    """
    wanted = text
    text = cleaned(text)
    runs = _fitted_runs(text, _face_for(text, file), size, width)
    lengths = [run.width(size) for run in runs]
    pad = size // 4
    baseline = round(size * 1.3)
    image = Image.new("L", (round(sum(lengths)) + 2 * pad + 1, round(size * 1.85)))
    draw = ImageDraw.Draw(image)
    x = float(pad)
    for run, length in zip(runs, lengths, strict=True):
        run.draw(draw, (x, baseline), size)
        x += length
    box = image.getbbox()
    if box is None and wanted.strip() and wanted != UNKNOWN:
        return mask(UNKNOWN, file, size, width)
    left, top, right, bottom = box or (pad, 0, pad + 1, 1)
    ink = stepped(image.crop((left, top, right, bottom)))
    return Mask(ink, round(sum(lengths)), left - pad, top - baseline)


def _face_for(text: str, file: str) -> str:
    """The font file for all words of a line: a display face only if it has all Latin letters."""
    if all(covers(file, ord(character)) for character in text if covers(BLANKS, ord(character))):
        return file
    return BLANKS


def stretched(drawn: Mask, width: int) -> Mask:
    """A line as narrow as given, of the same height."""
    image = drawn.image.resize((width, drawn.image.height), Image.Resampling.BOX)
    return Mask(stepped(image), width, 0, drawn.top)


def write(image: Image.Image, drawn: Mask, at: tuple[int, int], ink: RGB) -> None:
    """Paste a line of text into a picture, with its baseline starting at a point."""
    image.paste(ink, (at[0] + drawn.left, at[1] + drawn.top), drawn.image)


def initials(name: str) -> str:
    """One or two letters for a name: the initials of its first two words."""
    words = [
        word for word in cleaned(name).split() if unicodedata.category(word[0])[0] in "LN"
    ] or cleaned(name).split()
    first = [_clusters(word)[0] for word in words[:2]]
    if len(first) == 2 and any(_is_wide(cluster) for cluster in first):
        first = first[:1]
    return "".join(first).upper() or "?"


def _is_wide(cluster: str) -> bool:
    return unicodedata.east_asian_width(cluster[0]) in "WF" or len(cluster) > 1


def _fitted_runs(text: str, file: str, size: int, width: int | None) -> Sequence[_TextRun]:
    """The runs of the text, or of its longest prefix that fits with an ellipsis."""
    runs = _runs(text, file)
    if width is None or _width(runs, size) <= width:
        return runs
    clusters = _clusters(text)
    low, high = 0, len(clusters) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = _width(_runs(_cut(clusters, middle), file), size) <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    return _runs(_cut(clusters, low), file)


def _cut(clusters: Sequence[str], count: int) -> str:
    return "".join(clusters[:count]).rstrip() + ELLIPSIS


def _width(runs: Iterable[_TextRun], size: int) -> float:
    return sum(run.width(size) for run in runs)


def _clusters(text: str) -> list[str]:
    """Letters together with their combining marks and modifiers."""
    out: list[str] = []
    for character in text:
        joins = unicodedata.category(character) in _MARKS or ord(character) in _MODIFIERS
        if joins and out:
            out[-1] += character
        else:
            out.append(character)
    return out


def _runs(text: str, first: str) -> list[_TextRun]:
    """Runs of one font and direction, in visual order."""
    clusters = _clusters(text)
    pieces: list[tuple[str, str, int]] = []
    for cluster, level in zip(clusters, _direction_levels(clusters), strict=True):
        drawn, file = _drawable(cluster, first)
        if not (drawn == UNKNOWN and pieces and pieces[-1][0] == UNKNOWN):
            pieces.append((drawn, file, level))
    runs = [
        _TextRun("".join(piece[0] for piece in group), file, level)
        for (file, level), group in groupby(pieces, key=lambda piece: piece[1:])
    ]
    return _reordered(runs)


def _drawable(cluster: str, first: str) -> tuple[str, str]:
    """The text to draw for a cluster, and the font file."""
    if cluster == " ":
        return cluster, first if covers(first, ord(" ")) else BLANKS
    file = file_for(cluster[0], first)
    if file is None:
        return UNKNOWN, first
    drawn = cluster[0] + "".join(mark for mark in cluster[1:] if file_for(mark, file) == file)
    return drawn, file


def _direction_levels(clusters: Sequence[str]) -> list[int]:
    """Bidirectional embedding levels of a line; odd levels run from right to left."""
    kinds = "".join(_KINDS.get(unicodedata.bidirectional(cluster[0]), " ") for cluster in clusters)
    strong = re.search("[LRA]", kinds)
    base = "L" if strong is None or strong[0] == "L" else "R"
    kinds = base + kinds + base
    for pattern, changes in _RULES:
        kinds = "".join(
            part.translate(changes) if n % 2 else part
            for n, part in enumerate(re.split(f"({pattern})", kinds))
        )
    levels = {"L": 0 if base == "L" else 2, "R": 1, "E": 2, "N": 2}
    return [levels.get(kind, "LR".index(base)) for kind in kinds[1:-1]]


def _reordered(runs: list[_TextRun]) -> list[_TextRun]:
    """Runs in visual order: from the highest level down, each sequence is reversed."""
    for level in range(max((run.level for run in runs), default=0), 0, -1):
        out: list[_TextRun] = []
        for inside, group in groupby(runs, key=lambda run: run.level >= level):
            stretch = list(group)
            out += reversed(stretch) if inside else stretch
        runs = out
    return runs
