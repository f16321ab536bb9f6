"""The hand in every position that random games of every edition come to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from limits import check, verbs_of
from positions_kit import GAMES, legal_for, positions

from bot.cards.actions import AnswerOffer, Declare, Discard, Draw, Hit, Save, Source
from bot.cards.cards import SKIP, WILD, Card
from bot.cards.engine import LegalActions
from bot.cards.laying import best_lay
from bot.cards.rulesets import EDITIONS
from bot.cards.state import Stage, State
from bot.cards.views import PlayerView, view_for
from bot.i18n import words_for
from cogs.base.custom_ids import Verb, parse_card
from cogs.base.screens import Menu, Screen
from cogs.pages.card_buttons import all_hits, discards, legal_hits, question
from cogs.pages.hand_page import Aside, HandPage

WORDS = replace(
    words_for("en"), face=lambda card: f"<:p10_high_contrast_{card.held.code}_12345678:{10**19}>"
)
NOTICE = Aside(notice="x" * 200)


def offered(shown: Screen, view: PlayerView, legal: LegalActions) -> set[object]:
    """Every action behind the controls of a hand but lays and hitting all."""
    menus = {
        each.meaning.verb: [value for _, value, *_ in each.options]
        for each in shown.controls
        if isinstance(each, Menu)
    }
    found: set[object] = {Declare(int(value)) for value in menus.get(Verb.DECLARE, ())}
    buttons: dict[Verb, object] = {
        Verb.ACCEPT: AnswerOffer(take=True),
        Verb.DECLINE: AnswerOffer(take=False),
        Verb.DRAW: Draw(Source.DRAW_PILE),
        Verb.TAKE: Draw(Source.DISCARD_PILE),
        Verb.TAKE_SAVED: Draw(Source.SAVE_PILE),
        Verb.DRAW_NOTHING: Draw(Source.NONE),
    }
    found |= {buttons[verb] for verb in verbs_of(shown) if verb in buttons}
    saved = menus.get(Verb.TAKE_SAVED, ())
    found |= {Draw(Source.SAVE_PILE, parse_card(value)) for value in saved}
    found |= {Save(parse_card(value)) for value in menus.get(Verb.SAVE, ())}
    for each in HandPage(WORDS, view, legal).cards():
        if each.hit is not None:
            found.add(each.hit)
        elif each.enabled:
            found |= {*question(view, legal, each.card), *discards(legal, each.card)}
    return found


def expected(view: PlayerView, legal: LegalActions) -> set[object]:
    """All that is legal, but one hit of several that serve alike, and no discard in its place.

    Where every card can be hit, each can be discarded, too. The last card goes out by a discard,
    which serves as well as a hit.
    """
    plain = {action for action in legal.plain if not isinstance(action, Hit)}
    if len(view.hand) == 1 and view.my_seat.groups:
        return set(plain)
    hits = {card: legal_hits(view, legal, card) for card in view.hand}
    if view.my_seat.groups and all(hits.values()):
        return {*plain, *(hit for ways in hits.values() for hit in ways)}
    sure = {card for card, ways in hits.items() if len(ways) == 1}
    thrown = {a for a in plain if isinstance(a, Discard) and a.card in sure}
    return {*(plain - thrown), *(hit for ways in hits.values() for hit in ways)}


@pytest.mark.parametrize("name", GAMES)
async def test_every_position_of_a_random_game(name: str) -> None:
    # Easy games come to every stage within fewer turns than whole ones.
    most = 60 if name in EDITIONS else 150
    for at, (state, _) in enumerate(positions(GAMES[name], seed=6, most=most)):
        for seat in {state.turn, at % state.game.size}:
            check_hand(state, seat)


def check_hand(state: State, seat: int) -> None:
    view, legal = view_for(state, seat), legal_for(state, seat)
    page = HandPage(WORDS, view, legal, aside=NOTICE, deadline=1.0)
    shown = page.screen()
    check(shown)
    for asked in (WILD, SKIP):
        if question(view, legal, asked):
            check(
                HandPage(
                    WORDS, view, legal, aside=replace(NOTICE, asked=asked), deadline=1.0
                ).screen()
            )
    if state.turn != seat or state.stage in (Stage.DEAL, Stage.OVER):
        assert offered(shown, view, legal) == set()
        assert page.cards() == ()
        return
    assert offered(shown, view, legal) == expected(view, legal)
    for tapped in page.cards():
        if tapped.enabled and tapped.hit is None and not question(view, legal, tapped.card):
            check_discard(view, legal, tapped.card)
    best = legal.best_lay and legal.best_lay.groups
    assert best == next(iter(legal.ways_to_lay(26)), None)
    assert (Verb.LAY in verbs_of(shown)) == (legal.best_lay is not None)
    if view.rules.out_by_discard and view.hand:
        assert len(all_hits(view)) < len(view.hand)


def check_discard(view: PlayerView, legal: LegalActions, thrown: Card) -> None:
    if len(view.hand) == 1:
        return
    hits = {action.card.held for action in legal.plain if isinstance(action, Hit)}
    assert thrown is not WILD
    assert thrown not in hits
    if legal.best_lay is not None and view.my_phase is not None:
        left = list(view.hand)
        left.remove(thrown)
        assert best_lay(left, view.my_phase, view.rules) is not None
