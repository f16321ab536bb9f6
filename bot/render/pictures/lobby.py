"""The picture of a lobby: a fan of cards or dice, the rules on a plate, and the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin

from bot.cards.cards import Card, Colour, cards
from bot.cards.rulesets import RuleSet
from bot.core.states import AnyRules
from bot.dice.dice import Face
from bot.dice.editions import DiceRules
from bot.i18n.rulesets import edition_name, length_names
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.canvas import NAME_STYLES
from bot.render.engine.shapes import dashes
from bot.render.engine.sprites import HELD
from bot.render.pieces.dice import die_sprite
from bot.render.pieces.materials import Depicted, plate, ticket
from bot.seating import Lobby

FAN = cards("S R10 B7 W Y12 G4 R9")
ORANGE_FAN = cards("S R10 O7 W Y12 G4 R9")
DICE = (  # faces, middles, tenths of a degree
    (Face(9, Colour.RED), 176, 206, -110),
    (Face(3, Colour.GREEN), 352, 142, 60),
    (Face(8, Colour.BLUE), 522, 212, -50),
    (Face(None, Colour.YELLOW), 692, 134, 40),
    (Face(10, Colour.YELLOW), 854, 210, 70),
    (Face(7, Colour.GREEN), 1044, 176, -60),
)
DIE = 172
FAN_CARD = 236
FAN_STEP = 8.2
FAN_RADIUS = 800
FAN_TOP = 62
RAISED = 22  # how far the middle card is pulled out of the fan
PLATE = Rect(96, 344, WIDTH - 192, 230)
LINES = {"title": 88, "pile": 70, "small": 60}  # their heights on the plate by style
TICKET = 74
TICKET_MARGIN = 34
SEATS_TOP = PLATE.bottom + 44
# of a row of seats
FACE = 148
PITCH = 244
ACROSS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3, 7: 4, 8: 4}  # seats in a row by number of seats
MARGIN = 56
CHAIR = ((98, 84, -76), (132, 34, 12))  # its back and its seat: sizes, and where from the middle
LEGS = (-54, 48)
LETTER = "\N{ENVELOPE}"
Place = tuple[Rect, Rect]  # of a face and of the name below it
HOST_CARD = 50
HOST_FACE = Face(10, Colour.BLUE)


def lobby_places(seats: int) -> list[Place]:
    """The places of the faces and of the names of a number of seats, row by row."""
    across = ACROSS[seats]
    rows = [min(across, seats - start) for start in range(0, seats, across)]
    pitch = (WIDTH - 2 * MARGIN) // max(across, 3)
    places = []
    for row, count in enumerate(rows):
        left = (WIDTH - pitch * count) // 2
        for x in range(left, left + count * pitch, pitch):
            face = Rect(x + (pitch - FACE) // 2, SEATS_TOP + row * PITCH, FACE, FACE)
            places.append((face, Rect(x + 5, face.bottom + 8, pitch - 10, 58)))
    return places


def paint_lobby(
    design: Design, lobby: Lobby, avatars: AvatarsBySeat = (), kept: Sequence[str] = ()
) -> Canvas:
    """Paint a lobby; the free seats after the taken ones are kept for people with these names."""
    places = lobby_places(max(2, lobby.rules.max_players))
    canvas = Canvas(design, places[-1][1].bottom + 52, Lamp(0.5, 0.26, 600, 0.8), avatars)
    _paint_what(canvas, lobby, full=len(lobby.seats) >= len(places))
    for number, (face, name) in enumerate(places):
        if number < len(lobby.seats):
            _paint_seat(canvas, lobby, number, face, name)
        elif number - len(lobby.seats) < len(kept):
            _paint_kept(canvas, kept[number - len(lobby.seats)], face, name)
        else:
            paint_free(canvas, face, name)
    return canvas


def paint_top(
    canvas: Canvas, rules: AnyRules, lines: Sequence[tuple[str, str, str]], *, apart: bool = False
) -> None:
    """A fan of cards or dice, if ``apart`` with room in its middle; below it a plate with lines."""
    if isinstance(rules, DiceRules):
        dice = DICE[:2] + DICE[-2:] if apart else DICE
        for face, x, y, tenths in dice:
            canvas.sprite(die_sprite(canvas.theme, face, DIE, tenths), x, y, over=True)
    else:
        orange = isinstance(rules, RuleSet) and Colour.ORANGE in rules.colours
        whole = ORANGE_FAN if orange else FAN
        _paint_fan(canvas, (*whole[:2], *[None] * 4, *whole[-2:]) if apart else whole)
    plate(canvas, Rect(PLATE.x, PLATE.y, PLATE.w, plate_height(lines)))
    top = PLATE.y + 10
    for line, style, colour in lines:
        inside = Rect(PLATE.x + 32, top, PLATE.w - 64, LINES[style])
        canvas.text(line, inside, style, colour, align="middle")
        top += inside.h


def plate_height(lines: Sequence[tuple[str, str, str]]) -> int:
    return sum(LINES[style] for _, style, _ in lines) + 22


def _paint_fan(canvas: Canvas, fan_cards: Sequence[Card | None]) -> None:
    for card, tenths, x, y in fan(fan_cards):  # each is covered, the last one by the plate
        canvas.card(card, (x, y), FAN_CARD, Pose(tenths, HELD, covered=True), over=True)


def fan(fan_cards: Sequence[Card | None]) -> Iterator[tuple[Card, int, int, int]]:
    """The cards on a circle: each with tenths of a degree and its place before it is turned.

    None is a place without a card.
    """
    middle = (len(fan_cards) - 1) / 2
    pivot = FAN_TOP + card_height(FAN_CARD) // 2 + FAN_RADIUS
    for n, card in enumerate(fan_cards):
        if card is None:
            continue
        angle = (n - middle) * FAN_STEP
        far = FAN_RADIUS + (RAISED if n == middle else 0)
        x = WIDTH / 2 + far * sin(radians(angle)) - FAN_CARD / 2
        y = pivot - far * cos(radians(angle)) - card_height(FAN_CARD) / 2
        yield card, round(angle * 10), round(x), round(y)


def _paint_what(canvas: Canvas, lobby: Lobby, *, full: bool) -> None:
    words = canvas.words
    heading = words("pictures.lobby.full" if full else "pictures.lobby.title")
    phases = words.plural("standings.value.phases", len(lobby.rules.phases))
    edition = edition_name(words, lobby.rules.edition)
    lines = (heading, "title", "text"), (edition, "small", "gold")
    played = " · ".join((*length_names(words, lobby.rules), phases))
    minutes = words("pictures.lobby.minutes", n=lobby.minutes)
    _paint_ticket(canvas, PLATE.y + plate_height(lines), played, minutes)
    paint_top(canvas, lobby.rules, lines)


def _paint_ticket(canvas: Canvas, top: int, played: str, minutes: str) -> None:
    stub = canvas.width(minutes, "strong") + 2 * TICKET_MARGIN
    tear = canvas.width(played, "strong") + 2 * TICKET_MARGIN
    box = Rect((WIDTH - tear - stub) // 2, top, tear + stub, TICKET)
    ticket(canvas, box, box.x + tear)
    canvas.text(played, replace(box, w=tear), "strong", "ink", align="middle")
    canvas.text(minutes, box.after(tear), "strong", "cross", align="middle")


def _paint_seat(canvas: Canvas, lobby: Lobby, number: int, face: Rect, name: Rect) -> None:
    who = lobby.seats[number]
    canvas.face(Depicted(number, who.name), face)
    canvas.fit(who.name, name, NAME_STYLES, "text", align="middle")
    if who.user_id is not None and who.user_id == lobby.host_id:
        at = face.right - HOST_CARD + 10, face.bottom - card_height(HOST_CARD) + 4
        if isinstance(lobby.rules, DiceRules):
            sprite = die_sprite(canvas.theme, HOST_FACE, HOST_CARD, 110)
            canvas.sprite(sprite, at[0] + 26, at[1] + 36, over=True)
        else:
            canvas.back(at, HOST_CARD, pose=Pose(tenths=120), over=True)


def paint_free(canvas: Canvas, face: Rect, name: Rect) -> None:
    """A stitched chair for a free seat."""
    _paint_chair(canvas, face)
    free = canvas.words("pictures.lobby.free")
    canvas.text(free, name, "small", "muted", align="middle")


def _paint_kept(canvas: Canvas, guest: str, face: Rect, name: Rect) -> None:
    """The same chair with a letter on its back, for a person who is invited."""
    _paint_chair(canvas, face)
    x, y = face.middle
    _, height, top = CHAIR[0]
    back = Rect(x - FACE // 2, y + top, FACE, height)
    canvas.text(LETTER, back, "strong", "gold", align="middle")
    canvas.fit(guest, name, NAME_STYLES, "text", align="middle")


def _paint_chair(canvas: Canvas, face: Rect) -> None:
    x, y = face.middle
    for width, height, top in CHAIR:
        canvas.fill_mask(dashes(width, height, 10, 6), x - width // 2, y + top, "gold")
    for left in LEGS:
        canvas.panel(Rect(x + left, y + CHAIR[1][2] + CHAIR[1][1] + 4, 6, 26), "gold", 3)
