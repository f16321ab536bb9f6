"""No single tap gives up a complete phase of dice, or throws away a card of the day's phase.

``test_view_games.py`` looks at the taps of the card game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from random import Random

import dice_kit
from daily_kit import MONDAY, a_deal, sensible
from limits import buttons_of

from bot.cards.cards import WILD, Card
from bot.cards.laying import best_lay
from bot.daily import engine as daily
from bot.daily.calendar import DailyStreaks
from bot.daily.state import DailyStage, DailyState
from bot.daily.views import build_view as daily_view
from bot.dice.dice import FACES
from bot.dice.editions import DICE
from bot.dice.engine import new_game as new_dice_game
from bot.dice.scoring import best_scoring
from bot.dice.views import DiceView
from bot.dice.views import view_for as dice_view
from bot.i18n import words_for
from bot.table.daily import DailyAttempt
from cogs.base.custom_ids import Verb, parse_card
from cogs.pages.daily_page import ASK, daily_screen

WORDS = words_for("en")


def completes(view: DiceView, kept: Collection[int], rng: Random) -> bool:
    """Whether the phase is complete after a roll of the other dice."""
    faces = [face if die in kept else rng.choice(FACES[die]) for die, face in enumerate(view.faces)]
    return best_scoring(faces, view.phase) is not None


def test_no_complete_phase_of_dice_is_lost_by_a_tap() -> None:
    asked = 0
    for game in range(10):
        secret = Random(game).randbytes(32)  # play, not secrets
        state = new_dice_game("taps", DICE, ("A", "B"), secret)
        for here, _, _ in dice_kit.steps(state, Random(game)):
            view = dice_view(here, here.turn)
            if view.best is None:
                continue
            # With any dice kept: a roll asks unless no roll of the others loses the phase.
            for kept in ((), view.best.dice, *combinations(view.best.dice, 2)):
                asks = view.gives_up_phase(kept)
                assert asks or all(completes(view, kept, Random(roll)) for roll in range(20))
                asked += asks
    assert asked > 10


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
    for counter in range(10):
        rng, state = Random(counter), daily.start(a_deal(MONDAY, counter))
        while not state.over:
            view, lay = daily_view(state), daily.legal_actions(state).best_lay
            if state.stage is DailyStage.PLAY:
                for tapped in daily_taps(state):
                    taps += 1
                    assert tapped is not WILD
                    if lay is not None:
                        left = list(view.hand)
                        left.remove(tapped)
                        assert best_lay(left, view.phase, view.rules) is not None
            state = daily.apply(state, sensible(state, rng))
    assert taps > 10
