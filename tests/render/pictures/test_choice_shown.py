"""The picture of a choice: the cards by which one's own and hard's differ."""

from __future__ import annotations

from dataclasses import replace

from kit import laid

from bot.cards.actions import Discard, Lay
from bot.cards.cards import SKIP
from bot.lab import samples
from bot.render.pictures.costliest import shown_cards

CHOICE = samples.choices()["lay"]


def test_a_long_group_is_in_two_rows() -> None:
    run = Lay((laid("R", "R1 G2 B3 W4 Y5 R6 B7 G8 B9"),))
    both = Lay((laid("S", "R7 B7 G7"), laid("R", "Y3 G4 B5 W6 R7 B8 G9 Y10")))
    discard = Discard(SKIP)
    own, hard = shown_cards(replace(CHOICE, own=(run, discard), hard=(both, discard)))
    assert (own[0], [*map(len, own[1])]) == ("lay", [5, 4])
    assert (hard[0], [*map(len, hard[1])]) == ("lay", [3, 8])
