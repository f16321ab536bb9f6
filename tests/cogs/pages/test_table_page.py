from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from kit import after, laid, position
from past_games import rating
from positions_kit import Told, table_of

from bot.cards.actions import Discard
from bot.cards.cards import card
from bot.cards.events import Discarded, GameEnded
from bot.cards.rulesets import CLASSIC, FINAL_TURN, MASTERS
from bot.cards.state import Stage, State
from bot.cards.variations import varied
from bot.cards.views import view_for
from bot.core.events import EndReason
from bot.i18n import words_for
from bot.results.ratings import Kind
from bot.table.manager import GameManager
from bot.table.rating_changes import NO_CHANGES, Changes
from cogs.pages.table_page import table_lines

WORDS = words_for("en")
PLAYING = position(["R1 R2", "R3 R4", "R5"], discard="R6")
OVER = after(position(["R1", "R10 W"], discard="R5"), Discard(card("R1")))


def lines(state: State, told: Told | None = None, changes: Changes = NO_CHANGES) -> str:
    manager = cast("GameManager", told or Told(table_of(state)))
    return "\n".join(table_lines(WORDS, view_for(state, None), manager, changes))


LAST = position(["", "R2", "R3"], rules=FINAL_TURN, turn=1, out=(0,), last_turns=(2,))
ADA, *OTHERS = table_of(PLAYING).occupants
COMPUTER = table_of(PLAYING, occupants=(replace(ADA, user_id=None), *OTHERS))
AWAY = table_of(PLAYING, occupants=(replace(ADA, away=True), *OTHERS))
DRY = replace(OVER, last_hand=replace(OVER.last_hand, out=()))
ENDED = GameEnded((1,), ((1,), (0,)), EndReason.COMPLETED, "ab" * 32)
WON = replace(OVER, stage=Stage.OVER, result=ENDED)
PLAYOFF = replace(OVER, playoff=True, seats=(replace(OVER.seats[0], playing=False), OVER.seats[1]))


@pytest.mark.parametrize(
    ("state", "manager", "told"),
    [
        (PLAYING, None, "**Ada**'s turn: lay, hit, then discard"),
        (replace(PLAYING, stage=Stage.DRAW), None, "**Ada**'s turn: draw a card"),
        (position(["R1 R2", "R3"], groups={0: [laid("S", "R4 B4 G4")]}), None,
         "**Ada**'s turn: hit what fits, then discard"),
        (position(["R1", "R2"], rules=FINAL_TURN, stage=Stage.OFFER, discard="Y9"), None,
         "**Ada**'s turn: take the Yellow 9, or decline"),
        (position(["R1", "R2"], rules=MASTERS, stage=Stage.DECLARE, discard="Y9"), None,
         "**Ada**'s turn: choose a phase"),
        (PLAYING, Told(table_of(PLAYING), deadline=90.4), "time is up <t:90:R>"),
        (PLAYING, Told(COMPUTER), "(computer player)"),
        (PLAYING, Told(AWAY), "stands in"),
        (PLAYING, Told(table_of(PLAYING), (Discarded(2, card("R6"), None),)),
         "\nCyd discarded Red 6"),
        (DRY, None, "Nobody went out: "),
        (PLAYOFF, None, "Play-off: **Ben** deals next"),
        (LAST, None, "**Ada went out: one last turn for Ben and Cyd**"),
        (replace(LAST, turn=2, last_turns=()), None, "this is the last turn of the hand"),
    ],
)  # fmt: skip
def test_what_a_table_says(state: State, manager: Told | None, told: str) -> None:
    assert told in lines(state, manager)


def test_the_end_of_a_hand() -> None:
    assert OVER.last_hand is not None
    news = Discarded(1, card("B9"), None), Discarded(0, card("R1"), None), OVER.last_hand
    told = lines(OVER, Told(table_of(OVER, ready=(0,)), news, deals_at=70.0))
    assert "**Hand 1 is over.** **Ada** discarded Red 1 and went out." in told
    assert told.index("Ben discarded Blue 9") < told.index("Hand 1 is over")
    assert "**Ada**: 0 points (no cards left) · 0 in all · stays on phase 1" in told
    assert "**Ben**: 35 points (Red 10, Wild) · 35 in all · stays on phase 1" in told
    assert "**Ada** deals next · <t:70:R>" in told
    assert "Ready: Ada" in told


def test_a_winner_and_the_last_hand_are_told() -> None:
    told = lines(WON)
    assert "**Ben** wins the game!" in told
    assert "1\\. Ben: 0 phases, 35 points" in told
    assert "2\\. Ada: 0 phases, 0 points" in told
    assert "ab" * 32 not in told
    assert "-# **Ada** went out." in told
    assert "-# **Ben**: 35 points (Red 10, Wild)" in told
    manager = cast("GameManager", Told(table_of(WON)))
    # The picture of the podium does not show it.
    assert "\n".join(table_lines(WORDS, view_for(WON, None), manager, brief=True)) == told
    given_up = replace(WON, result=replace(ENDED, reason=EndReason.ABANDONED))
    assert "Red 10" not in lines(given_up)


def test_a_game_for_fun_says_so_at_its_end() -> None:
    own = replace(WON, game=replace(WON.game, rules=varied(CLASSIC, "R4")))
    assert "\n-# Just for fun: " in lines(own)
    assert "for fun" not in lines(WON)


def test_each_rating_is_shown_with_its_own_change() -> None:
    both = {Kind.PEOPLE: rating(1097, -30), Kind.COMPUTERS: rating(1240, 130)}
    told = lines(WON, changes={1: both, 0: {Kind.COMPUTERS: rating(1217, 217)}})
    people, computers = "rating against people", "rating with computer players"
    assert f"35 points · {people} 1,097 (−30) · {computers} 1,240 (+130)\n" in told
    assert f"2\\. Ada: 0 phases, 0 points · first {computers}: 1,217\n" in told


def test_shared_places_have_one_number() -> None:
    ended = GameEnded((0, 1), ((0, 1),), EndReason.TEN_HANDS, "ab" * 32)
    told = lines(replace(OVER, stage=Stage.OVER, result=ended))
    assert "**Ada** and **Ben** share the win!" in told
    assert told.count("1\\.") == 2


def test_other_rules_are_named_and_left_to_the_rules() -> None:
    for hand in (1, 2):
        told = lines(replace(position(["R1", "R2"], rules=MASTERS), hand=hand))
        assert "-# Masters" in told
        assert "2 to 4 players" not in told
    assert "Classic" not in lines(PLAYING)
