"""Faces of cards and of dice as emojis."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.cards.cards import HIGHEST, SKIP, WILD, Card, Colour, natural
from bot.dice.dice import FACES, Face
from bot.render.engine.card_faces import card_emblem
from bot.render.engine.theme import load_theme
from bot.render.pieces.dice import face_tile

SIZE = 128  # width and height in pixels
EMOJI_CARDS = (
    *(natural(colour, number) for colour in Colour for number in range(1, HIGHEST + 1)),
    WILD,
    SKIP,
)
"""All cards that can be held."""
EMOJI_FACES = tuple(dict.fromkeys(face for die in FACES for face in die))
"""Every face of the dice, each once; its number tells whether the die is a high or a low one."""


def emoji_face(theme_name: str, face: Card | Face) -> bytes:
    """A card that can be held, or the face of a die, as a PNG file with a transparent ground."""
    out = BytesIO()
    theme = load_theme(theme_name)
    if isinstance(face, Face):
        image = Image.new("RGBA", (SIZE, SIZE))
        picture, cover = face_tile(theme, face, SIZE)
        image.paste(picture, (0, 0), cover)
    else:
        image = card_emblem(theme, face, SIZE)
    image.save(out, "PNG")
    return out.getvalue()
