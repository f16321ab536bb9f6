"""The private hand as data: what it says and what it offers, from a PlayerView."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words
from bot.i18n.phrases import (
    card_name,
    discard_name,
    hit_name,
    missing,
    numbered_phase,
    way_name,
)
from bot.rules import laying
from bot.rules.actions import Action, Discard, Draw, Hit, Source
from bot.rules.engine import LegalActions
from bot.rules.groups import Group
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from cogs.text import bold, escaped, relative, small

from .custom_ids import discard_value, hit_value

MOST_OPTIONS = 25
Ways = tuple[tuple[Group, ...], ...]


@dataclass(frozen=True)
class HandPage:
    """What a private hand shows.

    Attributes:
        lines: the text above the picture.
        draw: whether a card may be drawn from the draw pile.
        take: the discard that may be taken, in words.
        lay: whether the phase may be laid.
        ways: other ways to lay it, the second best first, in words.
        hits: each possible hit as label and value.
        hit_all: whether one click may do all hits that are worth it.
        discards: each possible discard as label and value.
        ready: whether the next hand waits for this player.
    """

    lines: tuple[str, ...]
    draw: bool = False
    take: str | None = None
    lay: bool = False
    ways: tuple[str, ...] = ()
    hits: tuple[tuple[str, str], ...] = ()
    hit_all: bool = False
    discards: tuple[tuple[str, str], ...] = ()
    ready: bool = False


def ways_to_lay(legal: LegalActions) -> Ways:
    """The ways to lay the phase, best first; the same for the same hand, whenever it is asked."""
    if legal.to_lay is None:
        return ()
    return tuple(laying.ways_to_lay(legal.hand, legal.to_lay, legal.rules, MOST_OPTIONS + 1))


def all_hits(view: PlayerView) -> tuple[Hit, ...]:
    """The hits that one click on Hit all means."""
    return tuple(laying.best_hits(view.hand, [seat.groups for seat in view.seats]))


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
    draws = [action.source for action in legal.plain if isinstance(action, Draw)]
    top = view.discard_pile[-1] if view.discard_pile else None
    takes = Source.DISCARD_PILE in draws and top is not None
    ways = ways_to_lay(legal)
    hits = _hits(words, view, legal.plain)
    return HandPage(
        lines=tuple(_lines(words, view, deadline, can_lay=bool(ways))),
        draw=Source.DRAW_PILE in draws,
        take=card_name(words, top) if takes and top else None,
        lay=bool(ways),
        ways=tuple(way_name(words, way) for way in ways[1:]),
        hits=hits,
        # Best hits keep Wilds that bring nothing, so there may be none of them.
        hit_all=bool(hits) and bool(all_hits(view)),
        discards=_discards(words, view, legal.plain),
        ready=view.stage is Stage.DEAL and view.hand_number > 0,
    )


def _hits(words: Words, view: PlayerView, actions: Sequence[Action]) -> tuple[tuple[str, str], ...]:
    names = [seat.name for seat in view.seats]
    hits = [action for action in actions if isinstance(action, Hit)][:MOST_OPTIONS]
    return tuple(
        (
            hit_name(words, hit, view.seats[hit.owner].groups[hit.group], names, view.me),
            hit_value(hit),
        )
        for hit in hits
    )


def _discards(
    words: Words, view: PlayerView, actions: Sequence[Action]
) -> tuple[tuple[str, str], ...]:
    names = [seat.name for seat in view.seats]
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


def _lines(words: Words, view: PlayerView, deadline: float | None, *, can_lay: bool) -> list[str]:
    if view.stage is Stage.OVER:
        return [bold(words("hand.game_over"))]
    if view.stage is Stage.DEAL:
        return _between_hands(words, view)
    return [*_phase_lines(words, view, can_lay=can_lay), *_turn_lines(words, view, deadline)]


def _between_hands(words: Words, view: PlayerView) -> list[str]:
    if view.last_hand is None or view.me is None:
        return [bold(words("hand.before_deal"))]
    points = view.last_hand.points[view.me]
    total = view.last_hand.totals[view.me]
    done = view.last_hand.completed[view.me]
    return [
        bold(words("hand.hand_over", hand=view.last_hand.hand)),
        words.plural("hand.points", points, total=words.number(total)),
        words("hand.phase_gained" if done else "hand.phase_again"),
    ]


def _phase_lines(words: Words, view: PlayerView, *, can_lay: bool) -> list[str]:
    mine = view.my_seat
    phase = view.my_phase
    if not mine.playing:
        return [bold(words("hand.sits_out"))]
    if phase is None or mine.trying is None:
        return []
    lines = [f"### {numbered_phase(words, mine.trying, phase)}"]
    if view.playoff:
        lines.append(words("hand.playoff"))
    if mine.groups:
        lines.append(words("hand.phase_down"))
    elif can_lay:
        lines.append(words("hand.can_lay"))
    else:
        lines.append(missing(words, view.hand, phase, view.rules) or words("hand.holds_phase"))
    return lines


def _turn_lines(words: Words, view: PlayerView, deadline: float | None) -> list[str]:
    lines = []
    if view.turn is not None:
        lines.append(_turn_line(words, view))
    if view.my_seat.skipped:
        lines.append(words("hand.skipped"))
    if deadline is not None:
        lines.append(small(words("hand.deadline", when=relative(deadline))))
    return lines


def _turn_line(words: Words, view: PlayerView) -> str:
    assert view.turn is not None
    if not view.my_turn:
        return words("hand.their_turn", name=bold(escaped(view.seats[view.turn].name)))
    if view.stage is Stage.DRAW:
        return bold(words("hand.draw_now"))
    if view.drawn is None:
        return bold(words("hand.nothing_drawn"))
    return bold(words("hand.drew", card=card_name(words, view.drawn)))
