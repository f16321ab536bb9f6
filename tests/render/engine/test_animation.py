"""Animations: limits of files, frames that hold only changes, the same bytes every time."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.i18n import languages, words_for
from bot.lab import gallery, samples
from bot.render import THEMES, Avatar, design_of
from bot.render.engine.animation import animated
from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import Rect
from bot.render.pictures.highlight import paint_highlight
from bot.rules.views import Highlight, HighlightKind

MOST, LONGEST = 300_000, 4_000  # bytes and milliseconds
FASTEST = 60  # milliseconds of a frame: about seventeen a second
LOOP = b"NETSCAPE2.0"
ONE_OF_A_KIND = {f"animation-{name}" for name in ("laid-sets", "out-hit", "won-shared")}
INITIALS = tuple(Avatar(computer=False) for _ in range(6))


def frames(gif: bytes) -> list[tuple[Image.Image, int]]:
    """The whole pictures of an animation, and how long each is shown, in milliseconds."""
    found = []
    with Image.open(BytesIO(gif)) as opened:
        for n in range(getattr(opened, "n_frames", 1)):
            opened.seek(n)
            found.append((opened.convert("RGB"), int(opened.info["duration"])))
    return found


def times(gif: bytes) -> list[int]:
    """How long each frame is shown, in milliseconds."""
    with Image.open(BytesIO(gif)) as opened:
        assert opened.width == 600
        found = []
        for n in range(getattr(opened, "n_frames", 1)):
            opened.seek(n)
            found.append(int(opened.info["duration"]))
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_files_and_durations_are_within_the_limits(theme: str) -> None:
    for name, pieces in gallery.animations(theme):
        gif = b"".join(pieces)
        shown = times(gif)
        assert len(gif) <= MOST, name
        assert sum(shown) <= LONGEST, name
        assert min(shown) >= FASTEST, name
        assert LOOP not in gif, name


def test_the_same_highlight_gives_the_same_bytes() -> None:
    drawn = ([b"".join(p) for n, p in gallery.animations() if n in ONE_OF_A_KIND] for _ in range(2))
    first, second = drawn
    assert first == second
    assert len(first) == len(ONE_OF_A_KIND)


@pytest.mark.parametrize("avatars", [gallery.portraits(), INITIALS], ids=["portraits", "initials"])
def test_frames_that_hold_only_changes_show_the_whole_picture(avatars: tuple[Avatar, ...]) -> None:
    highlight = samples.highlights()["won-by-all"]
    gif = b"".join(animated(paint_highlight(design_of(), highlight, avatars)))
    drawn = paint_highlight(design_of(), highlight, avatars)
    for (shown, time), (canvas, duration) in zip(frames(gif), drawn, strict=True):
        image, _, portraits = canvas.drawn()
        image.putpalette(canvas.palette.table(portraits))
        assert shown.tobytes() == image.convert("RGB").tobytes()
        assert time == duration


def test_only_what_changes_is_in_a_frame() -> None:
    gif = b"".join(animated(paint_highlight(design_of(), samples.highlights()["laid-sets"])))
    with Image.open(BytesIO(gif)) as opened:
        opened.seek(opened.n_frames - 2)  # type: ignore[attr-defined]
        left, top, right, bottom = opened.dispose_extent  # type: ignore[attr-defined]
    assert (right - left) * (bottom - top) < 600 * opened.height / 8


def test_a_laid_phase_ends_with_all_its_cards() -> None:
    view = samples.late(samples.table(4))
    missing = samples.with_seats(view, {0: {"groups": view.seats[0].groups[:1]}})
    runs = [
        frames(
            b"".join(
                animated(paint_highlight(design_of(), Highlight(HighlightKind.LAID, (0,), each)))
            )
        )
        for each in (view, samples.with_seats(missing, {0: {"groups": _shorter(view)}}))
    ]
    assert runs[0][-1][0].tobytes() != runs[1][-1][0].tobytes()
    assert len(runs[0]) == len(runs[1]) + 1, "each card takes a frame"


def _shorter(view: samples.PlayerView) -> tuple[samples.Group, ...]:
    (group,) = view.seats[0].groups
    return (replace(group, cards=group.cards[:-1]),)


@pytest.mark.parametrize("locale", languages())
def test_the_words_on_plates_are_not_shortened(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    seen: set[str] = set()
    text = Canvas.text

    def noted(canvas: Canvas, line: str, at: Rect, *args: str, **more: str) -> int:
        seen.add(line)
        if canvas.width(line, args[0]) > at.w:
            written.append(line)
        return text(canvas, line, at, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", noted)
    for name, pieces in gallery.animations(locale=locale, avatars=INITIALS):
        if name in ONE_OF_A_KIND:
            b"".join(pieces)
    assert words_for(locale)("pictures.goes_out") in seen
    names = {*samples.NAMES, *samples.SCRIPTS}
    assert not [line for line in written if not any(name in line for name in names)]
