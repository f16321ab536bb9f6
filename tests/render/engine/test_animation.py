"""Animations: limits of files, frames that hold only changes, the same bytes every time."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.lab import gallery, samples
from bot.render import Avatar, make_design
from bot.render.engine.animation import animated
from bot.render.pictures.highlight import paint_highlight

MOST, LONGEST = 300_000, 4_000  # bytes and milliseconds
FASTEST = 60  # milliseconds of a frame: about seventeen a second
LOOP = b"NETSCAPE2.0"
ONE_OF_A_KIND = {f"animation-{name}" for name in ("laid-sets", "out-hit", "won-shared")}
INITIALS = tuple(Avatar(computer=False) for _ in range(6))


def frames(gif: bytes) -> list[tuple[Image.Image, int]]:
    found = []
    with Image.open(BytesIO(gif)) as opened:
        for n in range(getattr(opened, "n_frames", 1)):
            opened.seek(n)
            found.append((opened.convert("RGB"), int(opened.info["duration"])))
    return found


def test_files_and_durations_are_within_the_limits() -> None:
    for name, pieces in gallery.animations():
        gif = b"".join(pieces)
        shown = [time for _, time in frames(gif)]
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
    gif = b"".join(animated(paint_highlight(make_design(), highlight, avatars)))
    drawn = paint_highlight(make_design(), highlight, avatars)
    for (shown, time), (canvas, duration) in zip(frames(gif), drawn, strict=True):
        image, _, portraits = canvas.drawn()
        image.putpalette(canvas.palette.table(portraits))
        assert shown.tobytes() == image.convert("RGB").tobytes()
        assert time == duration
