"""Faces of cards as emojis: square, with one number and one sign as large as possible."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.rules.cards import HIGHEST, SKIP, WILD, Card, Colour, natural

from .shapes import quarter, rounded, shape
from .text import CAP_HEIGHT, mask, write
from .theme import RGB, Theme

SIZE = 128
"""Width and height in pixels."""
EMOJI_CARDS = (
    *(natural(colour, number) for colour in Colour for number in range(1, HIGHEST + 1)),
    WILD,
    SKIP,
)
"""Every card that has an emoji: those that can be held."""
_WIDTH, _RADIUS, _LINE = 108, 22, 5
_NUMBER, _NARROW = 84, 66
_SIGN, _ALONE = 42, 76
_MIDDLE = SIZE // 2
_PETALS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)


def emoji_face(theme: Theme, card: Card) -> bytes:
    """The face of a card that can be held, as a PNG file with a transparent ground."""
    face, ink = _colours(theme, card)
    # A line of paper separates a blue card from a blue button.
    line = theme["ink"] if face == theme["paper"] else theme["paper"]
    image = Image.new("RGB", (SIZE, SIZE), line)
    left = (SIZE - _WIDTH) // 2
    cover = Image.new("L", (SIZE, SIZE))
    cover.paste(rounded(_WIDTH, SIZE, _RADIUS), (left, 0))
    inside = rounded(_WIDTH - 2 * _LINE, SIZE - 2 * _LINE, _RADIUS - _LINE)
    image.paste(face, (left + _LINE, _LINE), inside)
    label = theme.labels[card.number - 1] if card.number else theme.wild if card.is_wild else ""
    if label:
        _number(theme, image, label, ink)
    side = _SIGN if label else _ALONE
    _sign(theme, image, card, (_MIDDLE - side // 2, (80 if label else _MIDDLE - side // 2), side))
    image.putalpha(cover)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _colours(theme: Theme, card: Card) -> tuple[RGB, RGB]:
    """The colours of ground and ink."""
    if card.is_natural:
        assert card.colour is not None
        look = theme.cards[card.colour]
        return look.face, look.text
    kind = "wild" if card.is_wild else "skip"
    return theme[kind], theme[f"{kind}_text"]


def _number(theme: Theme, image: Image.Image, label: str, ink: RGB) -> None:
    size = _NUMBER if len(label) == 1 else _NARROW
    drawn = mask(label, theme.styles["figure"][0], size)
    write(image, drawn, (_MIDDLE - drawn.width // 2, 42 + round(size * CAP_HEIGHT / 2)), ink)


def _sign(theme: Theme, image: Image.Image, card: Card, at: tuple[int, int, int]) -> None:
    x, y, side = at
    ink = _colours(theme, card)[1]
    if card.is_wild:
        for which, petal in enumerate(_PETALS):
            image.paste(theme.cards[petal].hue, (x, y), quarter(side, which))
    elif card.is_skip:
        image.paste(ink, (x, y), shape(theme.skip, side))
    elif card.colour:
        image.paste(ink, (x, y), shape(theme.cards[card.colour].sign, side))
