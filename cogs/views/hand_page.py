"""The private hand as data: what it says and what it offers, from a PlayerView."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words
from bot.i18n.phrases import (
    card_name,
    discard_name,
    hit_name,
    numbered_phase,
    way_name,
)
from bot.rules.actions import (
    Action,
    AnswerOffer,
    Declare,
    Discard,
    Draw,
    Hit,
    Save,
    Source,
)
from bot.rules.distance import distance
from bot.rules.engine import LegalActions
from bot.rules.hitting import best_hits
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from cogs.text import isolated

from .custom_ids import discard_value, hit_value
from .hand_lines import Standing, hand_lines

MOST_OPTIONS = 25
Option = tuple[str, str]


@dataclass(frozen=True)
class HandPage:
    """What a private hand shows.

    Attributes:
        lines: the text above the picture.
        phases: each phase that may be declared as label and value.
        offer: the card of the opening offer, in words.
        draw: whether a card may be drawn from the draw pile.
        take: the discard that may be taken, in words.
        take_saved: the card that may be drawn from the save pile, in words.
        draw_nothing: whether one may go on without a card.
        lay: whether the phase may be laid.
        ways: other ways to lay it, the second best first, in words.
        hits: each possible hit as label and value.
        hit_all: whether one click may do all hits that are worth it.
        saves: each card that may be set aside as label and value.
        discards: each possible discard as label and value.
        ready: whether the next hand waits for this player.
        hint: whether something is due from the player, so that a hint can be given.
    """

    lines: tuple[str, ...]
    phases: tuple[Option, ...] = ()
    offer: str | None = None
    draw: bool = False
    take: str | None = None
    take_saved: str | None = None
    draw_nothing: bool = False
    lay: bool = False
    ways: tuple[str, ...] = ()
    hits: tuple[Option, ...] = ()
    hit_all: bool = False
    saves: tuple[Option, ...] = ()
    discards: tuple[Option, ...] = ()
    ready: bool = False
    hint: bool = False


def all_hits(view: PlayerView) -> tuple[Hit, ...]:
    """The hits that one click on Hit all means.

    Where going out takes a discard, a card is kept for that: nobody floats by accident.
    """
    hits = _best_hits(view)
    return hits[:-1] if _would_float(view, hits) else hits


def _best_hits(view: PlayerView) -> tuple[Hit, ...]:
    return tuple(best_hits(view.hand, [seat.groups for seat in view.seats]))


def _would_float(view: PlayerView, hits: Sequence[Hit]) -> bool:
    """Whether all these hits leave no card for the discard that going out takes."""
    return view.rules.out_by_discard and len(hits) == len(view.hand) > 0


def hand_page(
    words: Words, view: PlayerView, legal: LegalActions, deadline: float | None = None
) -> HandPage:
    """What a private hand shows.

    Args:
        words: the reader's language.
        view: what the player may know.
        legal: what the player may do now.
        deadline: when the present turn's limit is up, in seconds since 1970.
    """
    draws = {action.source for action in legal.plain if isinstance(action, Draw)}
    top = card_name(words, view.discard_pile[-1]) if view.discard_pile else None
    ways = legal.ways_to_lay(1 + MOST_OPTIONS)
    hits = _hits(words, view, legal.plain)
    standing = Standing(
        can_lay=bool(ways),
        dry=Source.NONE in draws,
        may_float=bool(hits) and _would_float(view, _best_hits(view)),
    )
    return HandPage(
        lines=tuple(hand_lines(words, view, standing, deadline)),
        phases=_phases(words, view, legal.plain),
        offer=top if AnswerOffer(take=True) in legal.plain else None,
        draw=Source.DRAW_PILE in draws,
        take=top if Source.DISCARD_PILE in draws else None,
        take_saved=card_name(words, view.saved[-1]) if Source.SAVE_PILE in draws else None,
        draw_nothing=standing.dry,
        lay=bool(ways),
        ways=tuple(way_name(words, way) for way in ways[1:]),
        hits=hits,
        # Best hits keep Wilds that bring nothing, so there may be none of them.
        hit_all=bool(hits) and bool(all_hits(view)),
        saves=_saves(words, legal.plain),
        discards=_discards(words, view, legal.plain),
        ready=view.stage is Stage.DEAL and view.hand_number > 0,
        hint=view.my_turn,
    )


def _phases(words: Words, view: PlayerView, actions: Sequence[Action]) -> tuple[Option, ...]:
    """The phases that may be declared; fewest cards missing first, of equals the larger one."""
    open_phases = [action.phase for action in actions if isinstance(action, Declare)]
    lacking = {
        number: distance(view.hand, view.phases[number - 1], view.rules) for number in open_phases
    }
    best = sorted(open_phases, key=lambda n: (lacking[n], -view.phases[n - 1].size, -n))
    return tuple((_phase_option(words, view, each, lacking[each]), str(each)) for each in best)


def _phase_option(words: Words, view: PlayerView, number: int, lacking: int) -> str:
    named = numbered_phase(words, number, view.phases[number - 1], view.rules)
    lacks = words("hand.all_there")
    if lacking:
        lacks = words.plural("hand.cards_missing", lacking)
    return words("hand.declare_option", phase=named, missing=lacks)


def _saves(words: Words, actions: Sequence[Action]) -> tuple[Option, ...]:
    cards = sorted((a.card for a in actions if isinstance(a, Save)), key=lambda card: card.index)
    return tuple((card_name(words, card), card.code) for card in cards)


def _hits(words: Words, view: PlayerView, actions: Sequence[Action]) -> tuple[Option, ...]:
    names = [isolated(seat.name) for seat in view.seats]
    hits = [action for action in actions if isinstance(action, Hit)][:MOST_OPTIONS]
    return tuple(
        (
            hit_name(words, hit, view.seats[hit.owner].groups[hit.group], names, view.me),
            hit_value(hit),
        )
        for hit in hits
    )


def _discards(words: Words, view: PlayerView, actions: Sequence[Action]) -> tuple[Option, ...]:
    names = [isolated(seat.name) for seat in view.seats]
    found = [action for action in actions if isinstance(action, Discard)]
    found.sort(key=lambda action: action.card.index)
    aimed = sum(action.target is not None for action in found) > 1
    return tuple(
        (
            discard_name(words, action, names) if aimed else card_name(words, action.card),
            discard_value(action),
        )
        for action in found
    )
