"""Whole games played by somebody who sees no picture: what is said is enough, and in order."""

from __future__ import annotations

import pytest
from driving import Sim, answer
from kit import held, laid
from reading import DisplayOptions, heard, play_by_ear

from bot.cards.state import Seat, Stage
from bot.core.events import EndReason
from bot.i18n import languages, words_for
from bot.i18n.phrases import card_name

SHORT = "S2+S2,C3"
USUAL_TURN = 2


async def by_ear(sim: Sim, name: str, locale: str) -> DisplayOptions:
    """Somebody who wants no pictures, and this language."""
    await sim.prefer(name, "pictures", "off")
    await sim.prefer(name, "language", locale)
    return DisplayOptions(sim, name, locale)


def check_heard(reader: DisplayOptions) -> None:
    """Every page began with the phase, and a turn took as many clicks as it takes with pictures."""
    phase = reader.words("phrases.phase", number="", phase="").split()[0]
    for page in reader.heard:
        if reader.words("table.ready") not in page.buttons:
            assert page.lines[0].startswith(f"### {phase} "), page
            assert reader.hand(page) or reader.words("hand.floating_now") in page.lines, page
    assert min(reader.turns) == USUAL_TURN
    # Draw, lay, hit all, discard, and whom to skip.
    assert max(reader.turns) <= USUAL_TURN + 3


@pytest.mark.parametrize(("locale", "edition"), [("es", "anniversary40")])
async def test_a_whole_game_by_ear(sim: Sim, locale: str, edition: str) -> None:
    reader = await by_ear(sim, "ada", locale)
    await sim.seat("ada", computers=2, edition=edition, variation=SHORT)

    await play_by_ear(sim, reader)

    result = sim.manager.view(None).result
    assert result.reason in (EndReason.COMPLETED, EndReason.PLAYOFF)
    assert len(reader.turns) > 3
    assert sim.manager.view(None).seats[0].completed
    check_heard(reader)
    told = reader.page().lines
    assert told[0].startswith("### ")
    assert not any("ada" in line for line in told), "the reader is spoken to"


@pytest.mark.parametrize("locale", languages())
async def test_all_that_is_needed_is_said_and_every_control_can_be_told_from_the_others(
    sim: Sim, locale: str
) -> None:
    for name in ("ada", "ben"):
        await sim.prefer(name, "language", locale)
    await sim.seat("ada", "ben")
    words, reader = words_for(locale), DisplayOptions(sim, "ada", locale)
    groups = (laid("S", "R4 B4 W4"), laid("R", "R3 W4 R5 R6"))
    cards, top = held("Y4 R7 R2 W S S"), held("B12")
    seats = (
        Seat(cards, trying=2, groups=groups),
        Seat(held("R1 R2 R3"), trying=1, groups=(laid("R", "R8 W9 R10 R11"),)),
    )
    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=top)
    for each in (*cards, *top):
        assert card_name(words, each) in sim.hand("ada").alts[0]

    assert answer(await sim.prefer("ada", "pictures", "off")).alts == []
    page = reader.page()
    assert sorted(each.index for each in reader.hand(page)) == sorted(c.index for c in cards)
    named = [card for each in page.buttons if (card := reader.card(each)) is not None]
    assert {each.index for each in named} == {each.index for each in cards}
    assert any(card_name(words, top[0]) in line for line in page.lines)
    others = [each for each in page.buttons if reader.card(each) is None]
    assert len(set(others)) == len(others) >= 3
    table = "\n".join(heard(answer(await sim.slash("ada", "table"))).lines)
    assert all(card_name(words, each) in table for group in groups for each in group.cards)
    assert "ben" in table
    await sim.click("ada", sim.table(), "hand")
    await sim.tap("ada", sim.hand("ada"), dict(sim.hand("ada").cards)["W"])
    hits = [each for each in reader.page().buttons if "→" in each]
    assert len(set(hits)) == len(hits) == 5
    assert any("ben" in hit for hit in hits)
