"""Animations of the highlights of a game: a phase laid, a player who goes out, a victory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import pi, sin
from random import Random

from bot.cards.cards import Card
from bot.cards.state import OutBy
from bot.cards.views import Highlight, HighlightKind, PlayerView, SeatView
from bot.render.engine import AvatarsBySeat, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.animation import Frame
from bot.render.engine.canvas import Spot
from bot.render.engine.sprites import HELD, LAID
from bot.render.pieces.celebration import (
    LEAF,
    LID,
    brass_sprite,
    confetti_piece,
    deck_sprite,
    paint_rays,
)
from bot.render.pieces.group_rows import Content, GroupShape, RowStyle, arranged, rows_height
from bot.render.pieces.materials import badge, plate, slot, sparks
from bot.render.pieces.piles import discard_stack

FRAME_WIDTH = 600
EDGE = 30
TICK = 60  # milliseconds of a frame in motion
# of the first frame and of the last
START = 180
HOLD = 1500
HEAD = Rect(EDGE, 28, FRAME_WIDTH - 2 * EDGE, 124)  # the plate with face and name
FACE = 100
ROOM = Rect(EDGE, HEAD.bottom + 26, HEAD.w, 0)  # for cards, below the plate
CARDS = (112, 104, 96, 88, 80, 74)  # widths of laid cards, the largest that fits is taken
PILE = 150  # width of a card on the discard pile
# The share of its way that a flying card has behind it, by frame, and its height above the cloth.
FLIGHT = ((0.27, HELD), (0.54, HELD), (0.78, LAID), (0.93, LAID))
MOST_FLIGHTS = 11  # frames in which cards start
ARC = (0.04, 0.12, 0.24, 0.39, 0.55, 0.71, 0.85, 0.95)  # the shares for the last card of a hand
CHECK = 84  # size of the badge on the plate
STAMPS = ((CHECK * 13 // 10, 0), (CHECK, 30), (CHECK, 54), (CHECK, 34))  # badge and sparks
GLITTER = (30, 52, 68, 44)  # size of the sparks around the discard pile
# the winner's deck: its width, and its height in the end
DECK = 200
TALL = LID + 8 * LEAF
# upper edge of the winner's plate; frames in which the deck grows
FLOOR = 400
GROWTH = 7
CROWN = 104
# most pieces, and frames in which they fall
CONFETTI = 60
FALL = 6


def paint_highlight(
    design: Design, highlight: Highlight, avatars: AvatarsBySeat = (), height: int = 0
) -> Iterator[Frame]:
    """The frames of a highlight, at most four seconds; they are ``height`` pixels high at least."""
    staging = Staging(design, highlight.view, avatars, height)
    if highlight.kind is HighlightKind.WON:
        return (
            (_victory(staging, highlight.seats, scene), HOLD if scene is VICTORY[-1] else TICK)
            for scene in VICTORY
        )
    seat = highlight.view.seats[highlight.seats[0]]
    if highlight.kind is HighlightKind.LAID:
        return _landing(staging, seat, _all_laid(seat), out=False)
    if seat.out_by is OutBy.DISCARD and seat.out_card is not None:
        return _discarding(staging, seat, seat.out_card)
    return _landing(staging, seat, _last_hit(highlight) or _all_laid(seat), out=True)


@dataclass(frozen=True, slots=True)
class Staging:
    """The common parts of all frames of an animation."""

    design: Design
    view: PlayerView
    avatars: AvatarsBySeat
    least: int = 0  # height

    def canvas(self, height: int, lamp: Lamp) -> Canvas:
        canvas = Canvas(self.design, max(height, self.least), lamp, self.avatars, width=FRAME_WIDTH)
        canvas.top = (canvas.size[1] - height) // 2
        return canvas

    def head(self, canvas: Canvas, seat: SeatView, line: str) -> None:
        """The plate with a seat's face and name, and a line below; the right end stays free."""
        plate(canvas, HEAD)
        face = Rect(HEAD.x + 12, HEAD.y + 12, FACE, FACE)
        canvas.face(seat, face, gold=True)
        x = face.right + 18
        name = Rect(x, HEAD.y + 12, HEAD.right - x - CHECK - 22, 50)
        canvas.text(seat.name, name, "name", "text")
        canvas.text(line, Rect(x, name.bottom, name.w, 50), "small", "gold")


LaidRows = tuple[Sequence[Sequence[Card]], Collection[tuple[int, int]]]
"""Groups of cards, and the places of those that are laid now."""


def _all_laid(seat: SeatView) -> LaidRows:
    groups = [group.cards for group in seat.groups]
    return groups, {(n, m) for n, cards in enumerate(groups) for m in range(len(cards))}


def _last_hit(highlight: Highlight) -> LaidRows | None:
    """The group of the last hit, with the card that was put on it."""
    hit = highlight.hit
    if hit is None or highlight.view.seats[highlight.seats[0]].out_by is not OutBy.HIT:
        return None
    group = highlight.view.seats[hit.owner].groups[hit.group]
    return [group.cards], {(0, group.cards.index(hit.card))}


def _landing(staging: Staging, seat: SeatView, rows: LaidRows, *, out: bool) -> Iterator[Frame]:
    """Cards slide out from under the plate to their places, then a badge is stamped on it."""
    groups, new = rows
    content = Content(groups=tuple(GroupShape(len(cards)) for cards in groups))
    # The largest cards with which everything is in one line, else in as few as possible.
    styles = [RowStyle(width, round(0.64 * width)) for width in CARDS]
    style = min(styles, key=lambda one: rows_height(content, ROOM.w, one) // one.height)
    room = Rect(ROOM.x, ROOM.y, ROOM.w, rows_height(content, ROOM.w, style))
    placed = [group.cards for group in arranged(content, room, style, "middle").groups]
    line = staging.design.words("pictures.goes_out" if out else "pictures.phase", phase=seat.trying)
    starts = {place: n // -(-len(new) // MOST_FLIGHTS) for n, place in enumerate(sorted(new))}
    landed = max(starts.values()) + len(FLIGHT) + 1

    def drawn(now: int, check: int = 0, light: int = 0) -> Canvas:
        canvas = staging.canvas(room.bottom + 44, Lamp(0.3, 0.35, 420, 0.78))
        for hollow in _hollows(placed):
            slot(canvas, hollow)
        flying = []
        for n, cards in enumerate(groups):
            for m, card in enumerate(cards):
                at = placed[n][m]
                since = now - 1 - starts.get((n, m), -len(FLIGHT) - 1)
                if since >= len(FLIGHT):
                    canvas.card(card, (at.x, at.y), at.w, over=True)
                elif since >= 0:
                    flying.append((card, at, FLIGHT[since]))
        for card, at, (share, lift) in reversed(flying):
            spot = _on_the_way((HEAD.x + 60, HEAD.y - 10), (at.x, at.y), share)
            canvas.card(card, spot, at.w, Pose(lift=lift), over=True)
        staging.head(canvas, seat, line)
        _stamp(canvas, check, light)
        return canvas

    yield drawn(0), START
    for now in range(1, landed + 1):
        yield drawn(now), TICK
    for check, light in STAMPS:
        yield drawn(landed, check, light), TICK
    yield drawn(landed, CHECK), HOLD


def _hollows(placed: Sequence[Sequence[Rect]]) -> Iterator[Rect]:
    """One long hollow for each line of a group."""
    for cards in placed:
        for y in dict.fromkeys(at.y for at in cards):
            line = [at for at in cards if at.y == y]
            yield Rect(line[0].x, y, line[-1].right - line[0].x, line[0].h)


def _stamp(canvas: Canvas, check: int, light: int) -> None:
    """The badge at the right end of the plate, and sparks of a size around it."""
    x, y = HEAD.right - 22 - CHECK // 2, HEAD.y + HEAD.h // 2
    if check:
        badge(canvas, (x - check // 2, y - check // 2), check)
    if light:
        far = CHECK // 2 + 10
        sparks(
            canvas, *((x + a * far, y + b * far, light) for a, b in ((-1, -1), (1, -1), (-1, 1)))
        )


def _on_the_way(start: Spot, end: Spot, share: float, bow: int = 26) -> Spot:
    """A place on an arc, ``bow`` pixels above the straight line in its middle."""
    x, y = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return x, y - round(bow * sin(pi * share))


def _discarding(staging: Staging, seat: SeatView, card: Card) -> Iterator[Frame]:
    """The last card flies in an arc to the discard pile, which glitters."""
    pile = staging.view.discard_pile
    pile = pile if pile and pile[-1] == card else (*pile, card)
    x, y = (FRAME_WIDTH - PILE) // 2, ROOM.y + 14
    line = staging.design.words("pictures.goes_out")

    def drawn(share: float, light: int = 0, check: int = 0, sunk: int = 0) -> Canvas:
        canvas = staging.canvas(y + card_height(PILE) + 50, Lamp(0.5, 0.66, 380, 0.8))
        discard_stack(canvas, pile if share == 1 else pile[:-1], (x, y + sunk), PILE)
        if share < 1:
            spot = _on_the_way((HEAD.x + 36, HEAD.y + 24), (x, y), share, -20)
            canvas.card(card, spot, PILE, Pose(round(-300 * (1 - share)), HELD), over=True)
        if light:
            spots = ((-124, -90), (124, -66), (-150, 76), (140, 90))
            for n, (a, b) in enumerate(spots):
                sparks(canvas, (x + PILE // 2 + a, y + 105 + b, light + n % 2 * 10))
        staging.head(canvas, seat, line)
        _stamp(canvas, check, 0)
        return canvas

    for n, share in enumerate(ARC):
        yield drawn(share), TICK if n else START
    yield drawn(1, sunk=-3), TICK
    for (check, _), light in zip(STAMPS, GLITTER, strict=True):
        yield drawn(1, light, check), TICK
    yield drawn(1, 0, CHECK), HOLD


@dataclass(frozen=True, slots=True)
class _Scene:
    """One frame of a victory."""

    deck: int = GROWTH  # how far the decks have grown, in frames
    face: int | None = 0  # how far the faces are above them; None before they fall
    crown: int | None = 0  # the same for the crowns above the faces
    tilt: int = 0  # degrees by which the crowns are turned
    fall: int = 0  # frames since the confetti began to fall; 0 before


VICTORY = (
    *(_Scene(deck, None, None) for deck in (3, 5, GROWTH)),
    *(_Scene(face=face, crown=None) for face in (200, 110, 40, 0, 14, 0)),
    *(_Scene(crown=crown, tilt=tilt) for crown, tilt in ((150, 12), (70, 9), (0, 6), (0, -4))),
    *(_Scene(fall=fall) for fall in range(FALL + 1)),
)


def _victory(staging: Staging, seats: Sequence[int], scene: _Scene) -> Canvas:
    """A frame of a victory: decks grow, winners drop onto them, crowns fall, and confetti."""
    winners = [staging.view.seats[seat] for seat in seats]
    pitch = (FRAME_WIDTH - 2 * EDGE) // max(1, len(winners))
    canvas = staging.canvas(FLOOR + 156, Lamp(0.5, 0.42, 360, 0.85))
    if scene.fall and winners:
        _paint_confetti(canvas, pitch * (len(winners) - 1), FALL - scene.fall)
    for place, seat in enumerate(winners):
        box = Rect(EDGE + place * pitch, 0, pitch, FLOOR)
        _champion(canvas, seat, box, scene)
    # The words wait for the faces.
    landed = scene.face is not None and scene.face < FACE
    _praise(canvas, winners if landed else ())
    return canvas


def _champion(canvas: Canvas, seat: SeatView, box: Rect, scene: _Scene) -> None:
    """A winner with a crown on a deck, which rises from behind the plate."""
    x = box.middle[0]
    size = min(150, box.w - 12)
    wide = min(DECK, box.w - 24)
    deck = deck_sprite(canvas.theme, wide, TALL)
    if scene.deck:
        canvas.sprite(deck, x - wide // 2, FLOOR - TALL * scene.deck // GROWTH)
    top = FLOOR - TALL - size + 26
    # Above the picture before it falls, since all frames share the colours of the portraits.
    face = Rect(x - size // 2, -2 * size if scene.face is None else top - scene.face, size, size)
    if scene.fall and box.w > 2 * DECK:
        paint_rays(canvas, face)
    canvas.face(seat, face, gold=True)
    if scene.crown is not None:
        side = CROWN * size // 150
        crown = brass_sprite(canvas.theme, "crown", side, scene.tilt)
        canvas.sprite(crown, x - side // 2, top - side * 2 // 3 - scene.crown, over=True)


def _praise(canvas: Canvas, winners: Sequence[SeatView]) -> None:
    """The plate below the decks, with the names of the winners; faces suffice if they are long."""
    box = Rect(EDGE, FLOOR - 4, FRAME_WIDTH - 2 * EDGE, 124)
    plate(canvas, box)
    if winners:
        name = Rect(box.x + 24, box.y + 12, box.w - 48, 50)
        names = canvas.words.list([seat.name for seat in winners])
        line = canvas.words.plural("pictures.winners", len(winners))
        if len(winners) > 1 and canvas.width(names, "name") > name.w:
            style = canvas.design.fitting(line, ("pile", "small"), name.w)
            canvas.text(line, box, style, "gold", align="middle")
            return
        canvas.text(names, name, "name", "text", align="middle")
        canvas.text(line, Rect(name.x, name.bottom, name.w, 50), "small", "gold", align="middle")


def _paint_confetti(canvas: Canvas, taken: int, left: int) -> None:
    """Signs of the cards left and right of the middle, some frames before they have fallen."""
    random = Random(10)  # noqa: S311  # a pattern
    paints = cycle(canvas.theme.cards.values())
    wide = max(60, (FRAME_WIDTH - max(DECK + 80, taken)) // 2 - 70)
    boxes: list[Rect] = []
    for n in range(CONFETTI):
        size = 20 + 6 * (n % 4)
        x, y = 28 + random.randrange(wide), 32 + random.randrange(FLOOR - 90)
        x = x if n % 2 else FRAME_WIDTH - x - size
        box = Rect(x - 4, y - 4, size + 8, size + 8)
        if not any(box.overlaps(other) for other in boxes):
            boxes.append(box)
            step = 26 + random.randrange(30)
            turn = random.randrange(-20, 20)
            piece = confetti_piece(canvas.theme, next(paints), size, turn * (left + 1))
            canvas.sprite(piece, x + 4 * left, y - step * left)
