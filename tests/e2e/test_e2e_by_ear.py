"""Whole games played by somebody who sees no picture: what is said is enough, and in order."""

from __future__ import annotations

import pytest
from driving import Sim, answer
from kit import held, laid
from reading import Reader, heard, play_by_ear

from bot.games.events import EndReason
from bot.i18n import languages, words_for
from bot.i18n.phrases import card_name
from bot.rules.state import Seat, Stage

SHORT = "S2+S2,C3"
USUAL_TURN = 2


async def by_ear(sim: Sim, name: str, locale: str) -> Reader:
    """Somebody who wants no pictures, and this language."""
    await sim.prefer(name, "pictures", "off")
    await sim.prefer(name, "language", locale)
    return Reader(sim, name, locale)


def check_heard(reader: Reader) -> None:
    """Every page began with the phase, and a turn took as many clicks as it takes with pictures."""
    phase = reader.words("phrases.phase", number="", phase="").split()[0]
    for page in reader.heard:
        if reader.words("table.ready") not in page.buttons:
            assert page.lines[0].startswith(f"### {phase} "), page
            assert reader.hand(page) or reader.words("hand.floating_now") in page.lines, page
    assert min(reader.turns) == USUAL_TURN
    # Draw, lay, hit all, discard, and whom to skip.
    assert max(reader.turns) <= USUAL_TURN + 3


@pytest.mark.parametrize(
    ("locale", "edition"),
    [("en", "classic"), ("nl", "final_turn"), ("pt_BR", "modern"), ("es", "anniversary40")],
)
async def test_a_whole_game_by_ear(sim: Sim, locale: str, edition: str) -> None:
    reader = await by_ear(sim, "ada", locale)
    await sim.seat("ada", computers=2, edition=edition, variation=SHORT)

    await play_by_ear(sim, reader)

    result = sim.manager.view(None).result
    assert result is not None
    assert result.reason in (EndReason.COMPLETED, EndReason.PLAYOFF)
    assert len(reader.turns) > 3
    assert sim.manager.view(None).seats[0].completed
    check_heard(reader)
    told = reader.page().lines
    assert told[0].startswith("### ")
    assert not any("ada" in line for line in told), "the reader is spoken to"


async def test_two_people_play_two_phases_by_ear(sim: Sim) -> None:
    readers = [await by_ear(sim, "ada", "en"), await by_ear(sim, "ben", "nl")]
    await sim.seat("ada", "ben", variation="phases=2")

    await play_by_ear(sim, *readers)

    assert sim.manager.view(None).result is not None
    for reader in readers:
        check_heard(reader)


@pytest.mark.parametrize("locale", languages())
async def test_what_is_said_is_what_is_held(sim: Sim, locale: str) -> None:
    reader = await by_ear(sim, "ada", locale)
    await sim.seat("ada", "ben")
    cards = held("Y5 R11 B11 W S G1")
    seats = (Seat(cards, trying=1), Seat(held("R1"), trying=1))

    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))

    page = reader.page()
    assert sorted(each.index for each in reader.hand(page)) == sorted(c.index for c in cards)
    named = [card for each in page.buttons if (card := reader.card(each)) is not None]
    assert sorted(each.index for each in named) == sorted(c.index for c in cards)
    assert any(card_name(reader.words, held("B12")[0]) in line for line in page.lines)


@pytest.mark.parametrize("locale", languages())
async def test_every_control_can_be_told_from_the_others_by_its_words(
    sim: Sim, locale: str
) -> None:
    reader = await by_ear(sim, "ada", locale)
    await sim.seat("ada", "ben")
    groups = (laid("S", "R4 B4 W4"), laid("R", "R3 W4 R5 R6"))
    seats = (
        Seat(held("Y4 R7 R2 W S S"), trying=2, groups=groups),
        Seat(held("R1 R2 R3"), trying=1, groups=(laid("R", "R8 W9 R10 R11"),)),
    )

    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))

    page = reader.page()
    others = [each for each in page.buttons if reader.card(each) is None]
    assert len(set(others)) == len(others) >= 3
    await sim.tap("ada", sim.hand("ada"), dict(sim.hand("ada").cards)["W"])
    hits = [each for each in reader.page().buttons if "→" in each]
    assert len(set(hits)) == len(hits) == 5
    assert any("ben" in hit for hit in hits)
    assert all(any(name in hit for name in reader.cards) or "→" in hit for hit in hits)


@pytest.mark.parametrize("locale", languages())
async def test_alt_texts_say_all_that_is_needed_to_play(sim: Sim, locale: str) -> None:
    words = words_for(locale)
    await sim.prefer("ada", "language", locale)
    await sim.prefer("ben", "language", locale)
    await sim.seat("ada", "ben")
    groups = (laid("S", "R4 B4 W4"), laid("R", "R3 W4 R5 R6"))
    cards = held("Y4 R7 W S")
    seats = (Seat(cards, trying=2, groups=groups), Seat(held("R1 R2 R3"), trying=1))

    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))

    hand = sim.hand("ada").alts[0]
    for card in (*cards, *held("B12")):
        assert card_name(words, card) in hand
    told = answer(await sim.prefer("ada", "pictures", "off"))
    assert told.alts == []
    table = heard(answer(await sim.slash("ada", "table")))
    text = "\n".join(table.lines)
    for group in groups:
        for card in group.cards:
            assert card_name(words, card) in text
    assert words("alt.seat_trying", name="ben", phase=1, cards=words.plural("terms.cards", 3),
                 total=0) in text  # fmt: skip


async def test_a_hand_can_be_sorted_by_ear(sim: Sim) -> None:
    reader = await by_ear(sim, "ada", "es")
    await sim.seat("ada", "ben")
    by_number = reader.hand(reader.page())

    await sim.click("ada", sim.hand("ada"), "sort")

    by_colour = reader.hand(reader.page())
    assert by_colour != by_number
    assert sorted(each.index for each in by_colour) == sorted(each.index for each in by_number)
