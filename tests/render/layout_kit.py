"""Random contents of a seat at the table, and checks that nothing in a layout overlaps."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import strategies as st

from bot.render.engine import Rect
from bot.render.pieces.group_rows import (
    EDGE_OF_CARD,
    LEAST_MARGIN,
    LEAST_PITCH,
    LEAST_SHARE,
    SQUEEZED,
    WORDS_MARGIN,
    Arrangement,
    Content,
    GroupShape,
    OpenShape,
    RowStyle,
)

SMALLEST_TEXT = 44
group_shapes = st.builds(GroupShape, st.integers(2, 32), st.booleans(), st.booleans())
laid = st.lists(group_shapes, max_size=5).map(tuple)
widths = st.integers(80, 500).map(lambda width: (width, width * 3 // 5))  # of one line and of two
open_shapes = st.builds(OpenShape, st.integers(2, 10), widths)
opened = st.lists(open_shapes, max_size=5).map(tuple)
blocks = st.lists(st.tuples(st.integers(40, 340), st.integers(40, 112)), max_size=2).map(tuple)
contents = st.one_of(
    st.builds(Content, groups=laid, blocks=blocks), st.builds(Content, open=opened, blocks=blocks)
)


def apart(rects: list[Rect]) -> bool:
    return not any(one.overlaps(other) for one, other in combinations(rects, 2))


def parts_of(placed: Arrangement) -> list[list[Rect]]:
    """What must not overlap: each group with its ends, each open group, each block."""
    groups = [
        [*group.cards, *(end for end in (group.low, group.high) if end)] for group in placed.groups
    ]
    return [*groups, *([single] for single in (*placed.open, *placed.blocks))]


def check_content(content: Content, placed: Arrangement, style: RowStyle) -> None:
    parts = parts_of(placed)
    assert all(placed.area.holds(rect) for part in parts for rect in part)
    for one, other in combinations(parts, 2):
        assert not any(a.overlaps(b) for a in one for b in other)
    for shape, group in zip(content.groups, placed.groups, strict=True):
        assert len(group.cards) == shape.cards
        assert ((group.low is not None), (group.high is not None)) == (shape.low, shape.high)
        ends = [end for end in (group.low, group.high) if end]
        assert not any(end.overlaps(card) for end in ends for card in group.cards)
        for card, after in pairwise(group.cards):
            covered = after.x - card.x if after.y == card.y else style.card
            squeezed = style.squeezed and shape.cards >= SQUEEZED and card is not group.cards[0]
            assert covered >= (EDGE_OF_CARD if squeezed else round(style.card * LEAST_SHARE))
            assert after.y - card.y in (0, round(style.card * 1.1), style.height + 10)
    lines = 1 + any(
        place.w < shape.words[0] + 2 * WORDS_MARGIN
        for shape, place in zip(content.open, placed.open, strict=True)
    )
    for shape, place in zip(content.open, placed.open, strict=True):
        assert place.w >= shape.words[lines - 1] + 2 * LEAST_MARGIN
        assert place.w >= min(LEAST_PITCH * shape.cards, placed.area.w)
        assert place.h == style.height >= SMALLEST_TEXT
