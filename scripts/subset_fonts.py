"""Make the files of ``assets/fonts`` from full font files: smaller fonts and a coverage list.

Needs fontTools and brotli. The sources are the unpacked Debian packages fonts-inter,
fonts-noto-core and fonts-noto-cjk, the npm package @fontsource/noto-emoji and
Outfit-ExtraBold.otf of the repository Outfitio/Outfit-Fonts, all in one directory::

    python scripts/subset_fonts.py SOURCES assets/fonts
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

SCRIPTS = (
    "Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam "
    "Sinhala Thai Lao Khmer Myanmar Georgian Armenian Ethiopic Cherokee CanadianAboriginal "
    "Thaana Adlam Javanese Balinese Sundanese OlChiki"
)
SIMPLIFIED_CHINESE = 2  # the face's place in the collection
HAN = ["calt", "ccmp", "kern", "liga", "ljmo", "tjmo", "vjmo"]
DROPPED = ("aalt", "cpsp", "sups", "subs", "ordn", "dnom", "numr", "frac", "sinf", "zero", "case")


def main() -> None:
    """Write all font files and ``coverage.json`` in order of preference, and print the sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    coverage = {}
    for name, source, number, wanted in jobs(options.sources):
        target = options.target / name
        coverage[name] = shrink(source, number, wanted, target)
        print(f"{name}: {target.stat().st_size // 1024} KB")
    (options.target / "coverage.json").write_text(
        json.dumps(coverage, separators=(",", ":")) + "\n", encoding="utf-8"
    )


def jobs(sources: Path) -> Iterable[tuple[str, Path, int, set[int] | None]]:
    """Yield target name, source, face number and code points (None: all) for each file."""
    yield "Inter-Bold.otf", source_file(sources, "Inter-Bold.otf"), -1, None
    yield "Inter-SemiBold.otf", source_file(sources, "Inter-SemiBold.otf"), -1, None
    yield "Outfit.otf", source_file(sources, "Outfit-ExtraBold.otf"), -1, None
    for script in SCRIPTS.split():
        name = f"NotoSans{script}-Bold.ttf"
        yield name, source_file(sources, name), -1, None
    cjk = source_file(sources, "NotoSansCJK-Bold.ttc")
    yield "NotoSansCJK-Bold.otf", cjk, SIMPLIFIED_CHINESE, common_cjk()
    yield "NotoEmoji-Bold.ttf", source_file(sources, "noto-emoji-emoji-700-normal.woff2"), -1, None
    for name in ("NotoSansMath-Regular", "NotoSansSymbols-Bold", "NotoSansSymbols2-Regular"):
        yield f"{name}.ttf", source_file(sources, f"{name}.ttf"), -1, None


def source_file(sources: Path, name: str) -> Path:
    """The file of this name in the sources."""
    return next(iter(sorted(sources.rglob(name))))


def common_cjk() -> set[int]:
    """The characters of the national sets of China, Taiwan, Japan and Korea, and all Hangul."""
    hangul = set(range(0xAC00, 0xD7A4))
    return hangul | {
        point
        for point in range(0x2E80, 0xFFE7)
        if any(
            _encodes(chr(point), charset) for charset in ("gb2312", "big5", "shift_jis", "euc_kr")
        )
    }


def _encodes(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def shrink(source: Path, number: int, wanted: set[int] | None, target: Path) -> list[list[int]]:
    """Write one font without hints and rare features; return the code point ranges it covers."""
    font = TTFont(source, fontNumber=number)
    options = subset.Options(
        hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 13, 14]
    )
    rare = {f"ss{n:02}" for n in range(1, 21)} | {f"cv{n:02}" for n in range(1, 100)}
    features = {row.FeatureTag for table in ("GSUB", "GPOS") for row in _features(font, table)}
    # A set of characters is that of CJK, whose variants for vertical lines take as much as itself.
    options.layout_features = sorted(features - rare - set(DROPPED)) if wanted is None else HAN
    maker = subset.Subsetter(options)
    maker.populate(unicodes=wanted if wanted is not None else font.getBestCmap())
    maker.subset(font)
    font.flavor = None
    font.save(target)
    return ranges(font.getBestCmap())


def _features(font: TTFont, table: str) -> list[object]:
    return list(font[table].table.FeatureList.FeatureRecord) if table in font else []


def ranges(points: Iterable[int]) -> list[list[int]]:
    """Code points as pairs of first and last of each contiguous range."""
    out: list[list[int]] = []
    for point in sorted(points):
        if out and point == out[-1][1] + 1:
            out[-1][1] = point
        else:
            out.append([point, point])
    return out


if __name__ == "__main__":
    main()
