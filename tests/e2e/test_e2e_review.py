"""Reviews in Discord: chances for everybody, luck and choices for each player alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from driving import Sim, answer
from remembering import play

from bot.analysis.review import Choice, Course, Review, finished_turns
from bot.games.errors import GameError
from bot.players.reviews import review_of
from bot.render import Canvas, Design
from bot.render.pictures.chances import paint_chances
from bot.rules.actions import Discard
from bot.rules.events import Discarded
from bot.rules.views import view_for
from bot.table.errors import TableError
from bot.workers import Worker, WorkError
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.panels import Panel, button, row


def _with_choices(found: Review, lines: list[str], seats: Sequence[int]) -> Review:
    """The review with two costly choices, whatever the game was like."""
    if not seats:
        return found
    decisions = [each for turn in finished_turns(lines) for each in turn]
    states = [each.before for each in decisions if isinstance(each.decision, Discarded)]
    view = next(view_for(each, each.turn) for each in states if each.turn == seats[0])
    one, other = (Discard(card) for card in view.hand[:2])
    costly = tuple(Choice(1, view, (one,), (other,), gain, 0.01) for gain in (-0.2, -0.1))
    return replace(found, choices=(replace(found.choices[0], best=(), costliest=costly),))


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are made in this process, and quickly."""

    async def ask_here(_worker: object, lines: list[str], seats: Sequence[int]) -> Review:
        try:
            return _with_choices(review_of(lines, seats, rounds=100), lines, seats)
        except GameError as error:
            raise WorkError(error.code) from error

    monkeypatch.setattr(Worker, "ask", ask_here)


@pytest.mark.usefixtures("painted")
async def test_a_player_sees_the_chances_and_alone_their_luck_and_choices(sim: Sim) -> None:
    await play(sim, "ada", "ben", variation="phases=2")
    over = sim.table()

    shown = answer(await sim.click("ada", over, "review"))
    assert shown.private
    assert "best turn +" in shown.text
    assert "The turn that decided it" in shown.text
    assert shown.alts[0].startswith("Chances to win.")
    assert "Luck" not in shown.text
    assert "±" not in shown.text

    of_eve = answer(await sim.click("eve", over, "review"))
    assert of_eve.text == shown.text
    assert set(shown.controls) - set(of_eve.controls) == {"reviewmine"}
    await sim.click("eve", of_eve, "reviewmethod")
    assert "Turning points" in of_eve.text
    assert "Where your chance came from" not in of_eve.text

    await sim.click("ada", shown, "reviewmine")
    assert "Luck" in shown.text
    assert shown.text.endswith("−20%")
    assert shown.alts[0].startswith("Your costliest choice: Hand 1: You discarded")
    await sim.click("ada", shown, "reviewmethod")
    assert "−20% ± 2%" in shown.text
    assert "Luck of the deals" in shown.text
    await sim.click("ada", shown, "reviewback")
    await sim.click("ada", shown, "recap")
    assert "wins the game!" in shown.text
    assert "reviewback" in shown.controls


async def test_the_picture_of_chances_names_the_readers_own_thread(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = []

    def noted(design: Design, course: Course, names: Sequence[str], *more: Any) -> Canvas:
        readers.append(more[-1] if more[-1] is None else names[more[-1]])
        return paint_chances(design, course, names, *more)

    monkeypatch.setattr("cogs.live.pictures.paint_chances", noted)
    await play(sim, "ada", "ben", variation="phases=1")
    over = sim.table()
    for name in ("ben", "eve"):
        await sim.click(name, over, "review")

    assert readers == ["ben", None]


async def test_the_podium_of_a_private_game_stays_while_its_review_is_read(sim: Sim) -> None:
    await sim.slash("ada", "solo", length="quick", opponents=1)
    await sim.click("ada", sim.hand("ada"), "draw")
    hand = sim.hand("ada")
    await sim.discard("ada", hand, hand.controls["discard"].values[0])
    asked = answer(await sim.click("ada", sim.hand("ada"), "solomore"))
    await sim.click("ada", asked, "soloend")
    await sim.click("ada", asked, "soloendnow")
    podium = sim.screen("ada")[-1]
    buttons = set(podium.controls)
    assert {"again", "review"} <= buttons

    review = answer(await sim.click("ada", podium, "review"))
    assert review.private
    await sim.click("ada", review, "reviewmine")
    assert "reviewback" in review.controls
    await sim.click("ada", review, "reviewback")

    assert "best turn" in review.text
    assert set(podium.controls) == buttons


async def test_a_button_that_comes_to_others_shows_them_nobodys_luck(sim: Sim) -> None:
    game_id = await play(sim, "ada", "ben", variation="phases=1")
    channel = sim.bot.get_channel(sim.channel.id)
    mine = button("Mine", CustomId(game_id, 0, Verb.REVIEW_MINE))
    await channel.send(view=Panel(row(mine)))
    forged = next(each for each in sim.public() if "reviewmine" in each.controls)

    refused = sim.told(await sim.click("eve", forged, "reviewmine"))

    assert "You have no seat" in refused


async def test_no_review_is_offered_or_made_while_the_game_runs(sim: Sim) -> None:
    await sim.seat("ada", "ben", variation="phases=1")
    assert "review" not in sim.table().controls
    with pytest.raises(TableError) as refused:
        await sim.bot.parts.reviews.of(sim.manager.view(None).game_id)
    assert refused.value.code in {"no_past_game", "no_review"}
