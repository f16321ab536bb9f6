"""Colours, marks and hints never name different actions."""

from __future__ import annotations

from random import Random

import pytest
from limits import buttons_of

from bot.cards.actions import FROM_DISCARDS, Discard, Draw, Source
from bot.cards.engine import LegalActions, apply, legal_actions, new_game
from bot.cards.marked_cards import fitting
from bot.cards.rulesets import EDITIONS
from bot.cards.state import Stage
from bot.cards.views import PlayerView, view_for
from bot.cards.worth import Worth, compare_with_hidden, worth_taking
from bot.game_types import CARDS
from bot.i18n import words_for
from bot.i18n.hints import hint
from bot.players import sampled_draws, sampled_hands, strategy
from bot.seating import Level
from cogs.base.screens import SECONDARY
from cogs.base.text import HINTED
from cogs.pages.hand_page import NOTHING, Aside, HandPage

WORDS = words_for("en")
HANDS, CHECKED = 20, 0.05
"""Hands of each edition, and the share of their decisions that is checked; 500 hands pass, too."""
MARKS = {"○", "+", "✓", HINTED}


@pytest.mark.parametrize("edition", EDITIONS)
def test_colours_marks_and_hints_agree(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is compared does not depend on the number of samples.
    for module, name in (
        (sampled_hands, "MOST_SAMPLES"),
        (sampled_hands, "MOST_OWN_GUESSES"),
        (sampled_draws, "MOST"),
    ):
        monkeypatch.setattr(module, name, 4)
    rng, player, hands = Random(edition), strategy(Level.NORMAL), 0
    while hands < HANDS:
        state = new_game(f"g{hands}", EDITIONS[edition], ("Ada", "Ben"), rng.randbytes(32))
        while not state.over:
            hands += state.stage is Stage.DEAL
            action = CARDS.forced_action(state)
            if action is None:
                view, legal = view_for(state, state.turn), legal_actions(state)
                if rng.random() < CHECKED:
                    _check(view, legal)
                action = player.choose(view, legal, rng)
            state = apply(state, action).state


def _check(view: PlayerView, legal: LegalActions) -> None:
    _, advised = hint(WORDS, view, legal)
    before = _coloured(view, legal)
    after = _coloured(view, legal, Aside(notice=".", hint=advised))
    assert len(after) <= 1
    assert not before or before >= after
    if isinstance(advised, Discard) and len(view.hand) > 1:
        marks = {*zip(view.hand, fitting(view, view.hand), strict=True)}
        spare = {card for card, fits in marks if not fits and not card.is_wild} - {view.drawn}
        assert (advised.card, False) in marks or not spare
    if isinstance(advised, Draw) and view.discard_pile and FROM_DISCARDS in legal.plain:
        worth = compare_with_hidden(view, view.discard_pile[-1])
        assert worth_taking(view) == (worth is Worth.BETTER)
        if advised.source is not Source.SAVE_PILE:
            assert worth is not (Worth.WORSE if advised == FROM_DISCARDS else Worth.BETTER)


def _coloured(view: PlayerView, legal: LegalActions, aside: Aside = NOTHING) -> set[str]:
    """The names of the controls that are coloured, without their marks."""
    buttons = buttons_of(HandPage(WORDS, view, legal, aside=aside).screen())
    coloured = (button.label for button in buttons if button.style is not SECONDARY)
    return {" ".join(word for word in label.split() if word not in MARKS) for label in coloured}
