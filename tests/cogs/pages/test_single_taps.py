"""No single tap throws away a Wild, a card that fits, or a complete phase.

Whole games are played, and each button of the player to act is looked at in each state. TAP_GAMES
in the environment is the number of games of each edition.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from random import Random

import dice_kit
import pytest
from daily_kit import MONDAY, a_deal, sensible
from kit import steps
from limits import buttons_of

from bot.cards.actions import Hit
from bot.cards.cards import WILD, Card
from bot.cards.editions import EDITIONS
from bot.cards.engine import LegalActions, legal_actions, new_game
from bot.cards.laying import best_lay
from bot.cards.marked_cards import HandOrder
from bot.cards.state import Stage
from bot.cards.views import PlayerView, view_for
from bot.daily import engine as daily
from bot.daily.calendar import DailyStreaks
from bot.daily.state import DailyStage, DailyState
from bot.daily.views import build_view as daily_view
from bot.dice.editions import DICE
from bot.dice.engine import new_game as new_dice_game
from bot.dice.scoring import best_scoring
from bot.dice.views import view_for as dice_view
from bot.i18n import words_for
from bot.table.daily import DailyAttempt
from cogs.base.custom_ids import Verb, parse_card
from cogs.pages.daily_page import ASK, daily_screen
from cogs.pages.hand_page import CardButton, hand_cards, question

GAMES = int(os.environ.get("TAP_GAMES", "1"))
WORDS = words_for("en")


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def check_tap(view: PlayerView, legal: LegalActions, tapped: CardButton) -> None:
    """A tap that discards at once loses nothing that helps."""
    if tapped.hit is not None or question(view, legal, tapped.card):
        return
    last = len(view.hand) == 1
    assert tapped.card is not WILD or last
    hits = {action.card.held for action in legal.plain if isinstance(action, Hit)}
    assert tapped.card not in hits or last
    if legal.best_lay is not None and view.my_phase is not None:
        left = best_lay(without(view.hand, tapped.card), view.my_phase, view.rules)
        assert left is not None


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_is_lost_by_a_tap(edition: str) -> None:
    taps = 0
    for game in range(GAMES):
        secret = Random(f"{edition} {game}").randbytes(32)  # play, not secrets
        names = ("A", "B", "C", "D")[: 2 + game % 3]
        state = new_game("taps", EDITIONS[edition], names, secret)
        for here, _, _ in steps(state, Random(game)):
            if here.stage is not Stage.PLAY or here.turn is None:
                continue
            view, legal = view_for(here, here.turn), legal_actions(here)
            buttons = [each for each in hand_cards(view, legal, HandOrder.NUMBER) if each.enabled]
            for tapped in buttons:
                check_tap(view, legal, tapped)
            taps += len(buttons)
    assert taps > 100 * GAMES


def test_no_complete_phase_of_dice_is_lost_by_a_tap() -> None:
    asked = 0
    for game in range(10 * GAMES):
        secret = Random(game).randbytes(32)  # play, not secrets
        state = new_dice_game("taps", DICE, ("A", "B"), secret)
        for here, _, _ in dice_kit.steps(state, Random(game)):
            view = dice_view(here, here.turn)
            if view.best is None:
                continue
            # With any dice kept: a roll asks unless the kept dice have the phase by themselves.
            for kept in ((), view.best.dice, *combinations(view.best.dice, 2)):
                faces = [view.faces[die] for die in kept]
                safe = best_scoring(faces, view.phase) is not None
                assert view.gives_up_phase(kept) is not safe
                asked += not safe
    assert asked > 10 * GAMES


def daily_taps(state: DailyState) -> Iterator[Card]:
    """The cards whose button discards at once."""
    ways = daily.legal_actions(state).ways_to_lay(2)
    attempt = DailyAttempt(daily_view(state), ways, (), DailyStreaks(0, 0), None, closed=False)
    for each in buttons_of(daily_screen(WORDS, attempt)):
        meaning = each.meaning
        if meaning and meaning.verb is Verb.DAILY_DISCARD and ASK not in meaning.args:
            yield parse_card(meaning.args[-1])


def test_no_card_of_the_days_phase_is_lost_by_a_tap() -> None:
    taps = 0
    for counter in range(10 * GAMES):
        rng, state = Random(counter), daily.start(a_deal(MONDAY, counter))
        while not state.over:
            view, lay = daily_view(state), daily.legal_actions(state).best_lay
            if state.stage is DailyStage.PLAY:
                for tapped in daily_taps(state):
                    taps += 1
                    assert tapped is not WILD
                    if lay is not None:
                        left = best_lay(without(view.hand, tapped), view.phase, view.rules)
                        assert left is not None
            state = daily.apply(state, sensible(state, rng))
    assert taps > 10 * GAMES
