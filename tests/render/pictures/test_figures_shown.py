"""Figures of the rules: cards lie in the picture, and are those of the alt text."""

from __future__ import annotations

from itertools import combinations

import pytest
from pairs import in_pairs

from bot.cards.cards import Card
from bot.cards.rulesets import ANNIVERSARY40, CLASSIC, EDITIONS, RuleSet
from bot.cards.variations import with_options
from bot.i18n import languages, words_for
from bot.i18n.alt import figure_cards
from bot.render import make_design
from bot.render.engine import WIDTH, Canvas, Pose, Rect, Sprite, Theme, canvas
from bot.render.engine.geometry import MARGIN
from bot.render.engine.sprites import LYING, CardSide, card_sprite, row_sprite
from bot.render.pictures import figures
from bot.render.pictures.figures import FIGURES, paint_figure
from bot.render.pieces.laid_cards import phase_words

ONE_COLOUR = with_options(CLASSIC, [], ["runs=one_colour"])


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> list[Rect]:
    found: list[Rect] = []

    def sprite(_canvas: Canvas, drawn: Sprite, x: int, y: int, *, over: bool = False) -> None:
        del over
        found.append(Rect(x + drawn.x, y + drawn.y, *drawn.size))

    monkeypatch.setattr(Canvas, "sprite", sprite)
    return found


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    found: list[Card] = []

    def noted(theme: Theme, side: CardSide, width: int, pose: Pose = LYING) -> Sprite:
        found.extend([side] if isinstance(side, Card) else [])
        return card_sprite(theme, side, width, pose)

    def noted_row(theme: Theme, cards: tuple[Card, ...], width: int, step: int) -> Sprite:
        found.extend(cards)
        return row_sprite(theme, cards, width, step)

    for module in (figures, canvas):
        monkeypatch.setattr(module, "card_sprite", noted)
    monkeypatch.setattr(canvas, "row_sprite", noted_row)
    return found


@pytest.mark.parametrize(
    "rules", [CLASSIC, ANNIVERSARY40, ONE_COLOUR], ids=["classic", "40th", "one-colour"]
)
@pytest.mark.parametrize("name", FIGURES)
def test_cards_lie_within_the_margins_and_are_those_of_the_edition_and_the_alt_text(
    name: str, rules: RuleSet, put: list[Rect], drawn: list[Card]
) -> None:
    painted = paint_figure(make_design(), name, rules)

    inside = Rect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, painted.size[1] - 2 * MARGIN)
    assert put
    assert all(inside.holds(each) for each in put)
    assert drawn
    assert {card.colour for card in drawn} - {None} <= set(rules.colours)
    if name != "phases":
        assert {card for cards in figure_cards(name, rules).values() for card in cards} <= {*drawn}


@pytest.mark.parametrize(
    ("locale", "variation", "edition"),
    in_pairs(
        languages(),
        ("phases=3", "even_phases", "RC4,S2+S3"),
        ("classic", "el_chavo"),
    ),
)
def test_the_phases_drawn_are_those_of_the_game(
    locale: str, variation: str, edition: str, said: list[str]
) -> None:
    words, rules = words_for(locale), with_options(EDITIONS[edition], [variation], [])
    heros = words("pictures.rules.hero", number=8)

    paint_figure(make_design(locale=locale), "phases", rules)

    named = [" + ".join(phase_words(words, phase)) for phase in rules.parsed_phases]
    # Two groups with long words are in two lines.
    read = " ".join(line for line in said if line != heros and not line.isdecimal())
    assert read == " ".join(named)
    assert (heros in said) is (edition == "el_chavo" and variation == "even_phases")


@pytest.mark.parametrize("phase", ["S2+R3+S2+R3", "S3+R4+S3", "S4+S2+R3"])
@pytest.mark.parametrize("locale", languages())
def test_words_of_a_phase_are_whole_and_do_not_overlap_those_of_another(
    locale: str, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[Rect] = []

    def text(canvas: Canvas, line: str, at: Rect, style: str, colour: str, **_: str) -> int:
        places.append(at)
        assert canvas.width(line, style) <= at.w
        return canvas.width(line, style) + len(colour)

    monkeypatch.setattr(Canvas, "text", text)
    rules = with_options(CLASSIC, [f"{phase},{phase}"], [])
    paint_figure(make_design(locale=locale), "phases", rules)

    assert len(places) >= 4
    assert not any(one.overlaps(other) for one, other in combinations(places, 2))
