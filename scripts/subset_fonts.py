"""Make the files of ``assets/fonts`` from full font files: smaller fonts and a coverage list.

Needs fontTools and brotli. The sources are the unpacked Debian packages fonts-inter,
fonts-noto-core and fonts-noto-cjk, the npm package @fontsource/noto-emoji and
Outfit-ExtraBold.otf of the repository Outfitio/Outfit-Fonts, all in one directory::

    python scripts/subset_fonts.py SOURCES assets/fonts
"""

from __future__ import annotations

import json
import sys
from itertools import groupby
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

SCRIPTS = (
    "Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam "
    "Sinhala Thai Lao Khmer Myanmar Georgian Armenian Ethiopic Cherokee CanadianAboriginal "
    "Thaana Adlam Javanese Balinese Sundanese OlChiki"
)
CJK = "NotoSansCJK-Bold.otf"
SIMPLIFIED_CHINESE = 2  # the face's place in the collection
NATIONAL_SETS = ("gb2312", "big5", "shift_jis", "euc_kr")
RENAMED = {
    "Outfit.otf": "Outfit-ExtraBold.otf",
    CJK: "NotoSansCJK-Bold.ttc",
    "NotoEmoji-Bold.ttf": "noto-emoji-emoji-700-normal.woff2",
}
FILES = (  # in order of preference
    *("Inter-Bold.otf", "Inter-SemiBold.otf", "Outfit.otf"),
    *(f"NotoSans{script}-Bold.ttf" for script in SCRIPTS.split()),
    *(CJK, "NotoEmoji-Bold.ttf", "NotoSansMath-Regular.ttf"),
    *("NotoSansSymbols-Bold.ttf", "NotoSansSymbols2-Regular.ttf"),
)
HAN = ["calt", "ccmp", "kern", "liga", "ljmo", "tjmo", "vjmo"]
"""The features of CJK, whose variants for vertical lines take as much as itself."""
RARE = {
    *("aalt", "cpsp", "sups", "subs", "ordn", "dnom", "numr", "frac", "sinf", "zero", "case"),
    *(f"ss{n:02}" for n in range(1, 21)),
    *(f"cv{n:02}" for n in range(1, 100)),
}


def shrink(name: str, source: Path, target: Path) -> list[list[int]]:
    """Write one font without hints and rare features; return the code point ranges it covers."""
    font = TTFont(source, fontNumber=SIMPLIFIED_CHINESE if name == CJK else -1)
    options = subset.Options(
        hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 13, 14]
    )
    tables = [font[table].table for table in ("GSUB", "GPOS") if table in font]
    features = {row.FeatureTag for table in tables for row in table.FeatureList.FeatureRecord}
    options.layout_features = HAN if name == CJK else sorted(features - RARE)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=common_cjk() if name == CJK else font.getBestCmap())
    maker.subset(font)
    font.flavor = None
    font.save(target)
    points = enumerate(sorted(font.getBestCmap()))
    runs = ([point for _, point in run] for _, run in groupby(points, lambda at: at[1] - at[0]))
    return [[run[0], run[-1]] for run in runs]


def common_cjk() -> set[int]:
    """The characters of the national sets of China, Taiwan, Japan and Korea, and all Hangul."""
    common = {
        point
        for point in range(0x2E80, 0xFFE7)
        if any(chr(point).encode(charset, "ignore") for charset in NATIONAL_SETS)
    }
    return common | set(range(0xAC00, 0xD7A4))


if __name__ == "__main__":
    sources, folder = map(Path, sys.argv[1:])
    found = {name: next(iter(sorted(sources.rglob(RENAMED.get(name, name))))) for name in FILES}
    coverage = {name: shrink(name, source, folder / name) for name, source in found.items()}
    text = json.dumps(coverage, separators=(",", ":")) + "\n"
    (folder / "coverage.json").write_text(text, encoding="utf-8")
