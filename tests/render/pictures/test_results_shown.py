"""What the pictures of the lobby, of a hand's end and of the podium say and show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.cards.cards import WILD
from bot.cards.rulesets import MASTERS
from bot.cards.state import Stage
from bot.lab import samples
from bot.render import make_design
from bot.render.engine import Canvas
from bot.render.pictures import hand_end, lobby, podium, score_sheet
from bot.render.pieces import podium_steps
from bot.results.achievements import Earned, Grade

DESIGN = make_design()
ENDS, LOBBIES = samples.hand_ends(), samples.lobbies()


def test_a_lobby_names_its_people_and_counts_its_free_seats(said: list[str]) -> None:
    lobby.paint_lobby(DESIGN, LOBBIES["3-of-6"])

    assert said[:2] == ["Evening · 10 phases", "about 40 minutes"]
    assert said[2:4] == ["Come and sit down", "Classic"]
    assert said[4:] == [*samples.NAMES[:3], "free", "free", "free"]


def test_a_hands_end_shows_the_deed_and_then_the_bill(said: list[str]) -> None:
    with patch.object(Canvas, "card") as one, patch.object(Canvas, "row") as row:
        hand_end.paint_hand_end(DESIGN, ENDS["4"])

    assert said[:3] == [samples.NAMES[1], "goes out!", "Hand 3"]
    assert said[3:8] == ["0", "Phase 2", "3", "45 in all", samples.NAMES[0]]
    assert [line for line in said if line.startswith("+") or line.endswith("in all")] == [
        "45 in all", "+20", "125 in all", "+60", "60 in all", "+75", "335 in all",
    ]  # fmt: skip
    assert "stays on 10" in said
    assert [call.args[0] for call in one.call_args_list][2:] == [WILD]
    assert [call.args[0] for call in row.call_args_list] == [*filter(None, samples.LEFT[:4])]


def test_new_medals_are_with_their_players_on_and_below_the_steps() -> None:
    medals = {seat: Earned(seat, "wins", Grade.GOLD) for seat in (0, 5)}
    with (
        patch.object(podium_steps, "emblem", wraps=podium_steps.emblem) as on_step,
        patch.object(podium, "emblem", wraps=podium.emblem) as below,
    ):
        podium.paint_podium(DESIGN, samples.ended(6), medals=medals)

    for medal, size in ((on_step, podium_steps.MEDAL), (below, podium.OTHER_FACE)):
        assert [call.args[1:] for call in medal.call_args_list] == [("wins", Grade.GOLD, size)]


def test_a_game_that_was_ended_early_names_its_leader(said: list[str]) -> None:
    podium.paint_podium(DESIGN, samples.abandoned())
    assert "is ahead after 3 hands" in said[0]
    assert [line for line in said if line in ("1", "2", "3")] == ["2", "1", "3"]


def test_a_game_that_was_ended_early_while_nobody_led_has_no_confetti(said: list[str]) -> None:
    view = samples.abandoned()
    level = replace(view.result, winners=(), ranking=((0, 1, 2),))
    with patch.object(podium, "_paint_confetti") as confetti:
        podium.paint_podium(DESIGN, replace(view, result=level))

    assert said[0] == "Game over"
    assert [line for line in said if line in ("1", "2", "3")] == ["1", "1", "1"]
    confetti.assert_not_called()


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"stage": Stage.PLAY}, ["3", "2"]),
        ({"stage": Stage.DEAL}, ["4", "2"]),
        ({"stage": Stage.OVER}, ["4", "2"]),
        ({"stage": Stage.DEAL, "rules": MASTERS}, []),
        ({"stage": Stage.OVER, "rules": MASTERS}, ["2"]),
    ],
    ids=["playing", "between hands", "over", "to be chosen", "chosen before"],
)
def test_the_large_number_is_that_of_the_phase_that_a_player_is_on(
    fields: dict[str, Any], shown: list[str]
) -> None:
    view, hands = samples.scored(2, 4)
    view = replace(view, **fields)
    done, missed = view.seats
    fixed = not view.rules.choose_phase
    seats = (
        replace(done, trying=3, completed=(1, 2, 3), next_phase=4 if fixed else None),
        replace(missed, trying=2, completed=(1,), next_phase=2 if fixed else None),
    )
    with patch.object(Canvas, "fit", autospec=True, side_effect=Canvas.fit) as fit:
        score_sheet.paint_score_sheet(DESIGN, replace(view, seats=seats), hands)
    written = [call.args[1] for call in fit.call_args_list]
    assert [each for each in written if each.isdigit()] == shown


def test_the_last_phase_of_ten_hands_has_none_after_it() -> None:
    view, hands = samples.scored(2, 4)
    rules = replace(view.rules, ten_hands=True)
    seats = [replace(seat, trying=10, completed=(1, 10)) for seat in view.seats]
    view = replace(view, stage=Stage.OVER, rules=rules, seats=tuple(seats))
    with patch.object(Canvas, "fit", autospec=True, side_effect=Canvas.fit) as fit:
        score_sheet.paint_score_sheet(DESIGN, view, hands)
    assert not any(call.args[1].isdigit() for call in fit.call_args_list)


def test_a_score_sheet_has_the_whole_number_of_the_last_phase() -> None:
    view, hands = samples.scored(4, 9)
    seats = tuple(replace(seat, trying=10, completed=tuple(range(1, 10))) for seat in view.seats)
    with patch.object(Canvas, "text", autospec=True, side_effect=Canvas.text) as text:
        score_sheet.paint_score_sheet(DESIGN, replace(view, seats=seats), hands)
    calls = [call.args for call in text.call_args_list if call.args[1] == "10"]
    written = [(style, canvas.width(line, style) <= at.w) for canvas, line, at, style, _ in calls]
    assert written == [("figure", True)] * 4
