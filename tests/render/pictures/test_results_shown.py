"""What the pictures of the lobby, of a hand's end and of the podium say and show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.cards.cards import Card, cards, ordered
from bot.lab import samples
from bot.render import make_design
from bot.render.engine.canvas import Canvas
from bot.render.engine.geometry import Rect
from bot.render.pictures import hand_end, lobby, podium, score_sheet
from bot.render.pieces import podium_steps
from bot.results.achievements import Earned, Grade

DESIGN = make_design()
ENDS, LOBBIES = samples.hand_ends(), samples.lobbies()


@pytest.fixture
def shown() -> Iterator[list[Card]]:
    """Every card that is put on a canvas."""
    found: list[Card] = []
    put, put_row = Canvas.card, Canvas.row

    def spy(self: Canvas, card: Card, *args: Any, **more: Any) -> None:
        found.append(card)
        put(self, card, *args, **more)

    def spy_on_row(self: Canvas, cards: Sequence[Card], *args: Any) -> int:
        found.extend(cards)
        return put_row(self, cards, *args)

    with patch.object(Canvas, "card", spy), patch.object(Canvas, "row", spy_on_row):
        yield found


def paint_end(name: str) -> None:
    hand_end.paint_hand_end(DESIGN, ENDS[name])


def test_a_lobby_names_its_people_and_counts_its_free_seats(said: list[str]) -> None:
    lobby.paint_lobby(DESIGN, LOBBIES["3-of-6"])

    assert said[:2] == ["Evening · 10 phases", "about 40 minutes"]
    assert said[2:4] == ["Come and sit down", "Classic"]
    assert said[4:] == [*samples.NAMES[:3], "free", "free", "free"]


def test_a_hands_end_shows_the_deed_and_then_the_bill(said: list[str], shown: list[Card]) -> None:
    paint_end("4")

    assert said[:3] == [samples.NAMES[1], "goes out!", "discarded Wild"]
    assert said[3:8] == ["0", "Phase 2", "3", "45 in all", samples.NAMES[0]]
    assert [line for line in said if line.startswith("+") or line.endswith("in all")] == [
        "45 in all", "+20", "125 in all", "+60", "60 in all", "+75", "335 in all",
    ]  # fmt: skip
    assert "stays on 10" in said
    left = [card for held in samples.LEFT[:4] for card in held]
    assert ordered(shown[3:]) == ordered(left)
    assert shown[2] in cards("W")


def test_new_medals_are_with_their_players_on_and_below_the_steps() -> None:
    medals = {seat: Earned(seat, "wins", Grade.GOLD) for seat in (0, 5)}
    with (
        patch.object(podium_steps, "emblem", wraps=podium_steps.emblem) as on_step,
        patch.object(podium, "emblem", wraps=podium.emblem) as below,
    ):
        podium.paint_podium(DESIGN, samples.ended(6), medals=medals)

    for medal, size in ((on_step, podium_steps.MEDAL), (below, podium.OTHER_FACE)):
        assert [call.args[1:] for call in medal.call_args_list] == [("wins", Grade.GOLD, size)]


def test_a_game_that_was_ended_before_its_time_has_no_confetti(said: list[str]) -> None:
    with patch.object(podium, "_paint_confetti") as confetti:
        podium.paint_podium(DESIGN, samples.abandoned())

    assert said[0] == "Game over"
    assert [line for line in said if line in ("1", "2", "3")] == ["1", "2", "3"]
    confetti.assert_not_called()


def test_a_score_sheet_has_the_whole_number_of_the_last_phase() -> None:
    view, hands = samples.scored(4, 9)
    seats = tuple(replace(seat, trying=10, completed=tuple(range(1, 10))) for seat in view.seats)
    view, written = replace(view, seats=seats), []
    write = Canvas.text

    def watched(self: Canvas, line: str, at: Rect, style: str, *args: Any, **more: Any) -> int:
        if line == "10":
            written.append((style, self.width(line, style) <= at.w))
        return write(self, line, at, style, *args, **more)

    with patch.object(Canvas, "text", watched):
        score_sheet.paint_score_sheet(DESIGN, view, hands)
    assert written == [("figure", True)] * 4
