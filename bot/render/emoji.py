"""Faces of cards as emojis."""

from __future__ import annotations

from io import BytesIO

from bot.rules.cards import HIGHEST, SKIP, WILD, Card, Colour, natural

from .card_faces import card_emblem
from .theme import Theme

SIZE = 128
"""Width and height in pixels."""
EMOJI_CARDS = (
    *(natural(colour, number) for colour in Colour for number in range(1, HIGHEST + 1)),
    WILD,
    SKIP,
)
"""Every card that has an emoji: those that can be held."""


def emoji_face(theme: Theme, card: Card) -> bytes:
    """The face of a card that can be held, as a PNG file with a transparent ground."""
    out = BytesIO()
    card_emblem(theme, card, SIZE).save(out, "PNG")
    return out.getvalue()
