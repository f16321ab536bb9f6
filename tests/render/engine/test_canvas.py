"""The canvas: what lies on what, and where shadows fall."""

from __future__ import annotations

from random import Random
from weakref import ref

from PIL import Image

from bot.cards.cards import cards
from bot.lab.gallery import portraits
from bot.lab.samples import hands, table
from bot.render import make_design
from bot.render.engine import Canvas, Rect
from bot.render.engine.canvas import Avatar, colours_by_seat
from bot.render.engine.palette import build_palette
from bot.render.engine.theme import RGB
from bot.render.pictures.hand import paint_hand
from bot.render.pieces.materials import Depicted

DESIGN = make_design()
THEME = DESIGN.theme
RED, BLUE, GREEN = cards("R5 B7 G9")


def canvas(height: int = 500) -> Canvas:
    return Canvas(DESIGN, height)


def picture(drawn: Canvas) -> Image.Image:
    return drawn.drawn()[0]


def colour_at(drawn: Canvas, x: int, y: int) -> RGB:
    index = picture(drawn).crop((x, y, x + 1, y + 1)).tobytes()[0]
    return build_palette(THEME).colours[index]


def light(drawn: Canvas, box: tuple[int, int, int, int]) -> int:
    return sum(picture(drawn).crop(box).tobytes())


def test_a_card_takes_light_from_the_cloth_beside_it() -> None:
    beside = (430, 300, 440, 340)
    empty, full = canvas(), canvas()
    full.card(RED, (300, 250), 130)
    assert light(full, beside) < light(empty, beside)


def test_only_a_card_over_another_dims_it() -> None:
    spot = (396, 250)  # of the first card, left of the second
    flat, over = canvas(), canvas()
    for drawn, lies_on in ((flat, False), (over, True)):
        drawn.card(RED, (300, 150), 150)
        drawn.card(BLUE, (400, 150), 150, over=lies_on)
    assert sum(colour_at(over, *spot)) < sum(colour_at(flat, *spot))


def test_portraits_have_colours_after_those_of_the_theme() -> None:
    drawn = Canvas(DESIGN, 400, avatars=portraits())
    for seat in table(2).seats:
        drawn.face(seat, Rect(100 + 200 * seat.seat, 100, 120, 120))
    image, _, colours = drawn.drawn()
    assert 20 < len(colours) <= 70
    found = set(image.tobytes())
    assert max(found) < len(build_palette(THEME).colours) + len(colours)
    assert len([index for index in found if index >= len(build_palette(THEME).colours)]) > 20


def test_a_person_has_one_colour_at_tables_and_by_their_id() -> None:
    ada, ben, cyd = (1 << 22) * 41, (1 << 22) * 42, (1 << 22) * 47
    colours = {who: colours_by_seat([who])[0] for who in (ada, ben, cyd)}
    assert colours[cyd] == colours[ada] != colours[ben]
    drawn = Canvas(DESIGN, 400, avatars=[Avatar(computer=False, colour=colours[ben])])
    by_id = drawn.seat_colour(Depicted(ben, "A"))
    assert by_id == drawn.seat_colour(Depicted(0, "A"))
    drawn.face(Depicted(0, "A"), Rect(100, 100, 120, 120))
    assert colour_at(drawn, 160, 115) == by_id

    for people in ([ada, ben, None, None, None, None], [None, ben, ada], [cyd, None, ada, ben]):
        computers = [seat for seat, who in enumerate(people) if who is None]
        seats = colours_by_seat(people, computers)
        assert len(set(seats)) == len(people)
        assert seats[people.index(ben)] == colours[ben]
        first = next(who for who in people if who in (ada, cyd))
        assert seats[people.index(first)] == colours[ada]


def test_nobody_changes_colour_when_somebody_joins() -> None:
    for number in range(50):
        rng = Random(number)
        people = [rng.choice([None, rng.randrange(1 << 60)]) for _ in range(6)]
        colours = colours_by_seat(people)
        assert len(set(colours)) == len(people)
        for some in range(len(people)):
            assert colours_by_seat(people[:some]) == colours[:some]
        # A latecomer has the seat of a computer player.
        seat = rng.randrange(6)
        before = colours_by_seat([*people[:seat], None, *people[seat + 1 :]], {seat})
        after = colours_by_seat(
            [*people[:seat], rng.randrange(1 << 60), *people[seat + 1 :]], {seat}
        )
        assert [*before[:seat], *before[seat + 1 :]] == [*after[:seat], *after[seat + 1 :]]


def test_a_picture_leaves_memory_as_soon_as_nothing_refers_to_it() -> None:
    drawn = paint_hand(DESIGN, hands()["looking"], portraits())
    drawn.png()
    found = ref(drawn)
    del drawn
    assert found() is None
