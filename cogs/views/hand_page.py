"""The message of a private hand, from a PlayerView: its text, and what it offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.alt import hand_sentences
from bot.i18n.phrases import (
    card_name,
    card_names,
    discard_name,
    hit_name,
    missing,
    numbered_phase,
    way_name,
)
from bot.render import HandOrder
from bot.render.fits import fitting, in_order
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
from bot.rules.editions import SkipRule
from bot.rules.engine import LegalActions
from bot.rules.hitting import best_hits
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from cogs.drawing import Picture
from cogs.text import all_escaped, bold, escaped, isolated, relative, small

from .base import Option, Panel, button, container, gallery, menu, row, text
from .custom_ids import CustomId, Verb, discard_value, hit_value

MOST_OPTIONS = 25
_PRIMARY = discord.ButtonStyle.primary
_SUCCESS = discord.ButtonStyle.success


# -- what it offers ------------------------------------------------------------------------


@dataclass(frozen=True)
class HandPage:
    """The content of a private hand.

    Attributes:
        lines: the text above the picture.
        phases: each phase that may be declared as label and value.
        offer: the card of the opening offer, in words.
        draw: whether a card may be drawn from the draw pile.
        take: the discard that may be taken, in words.
        take_saved: the card that may be drawn from the save pile, in words.
        draw_nothing: whether the player may go on without a card.
        lay: whether the phase may be laid.
        ways: other ways to lay it, the second best first, in words.
        hits: each possible hit as label and value.
        hit_all: whether one click may do all useful hits.
        saves: each card that may be set aside as label and value.
        discards: each possible discard as label and value.
        ready: whether the next hand waits for this player.
        hint: whether the player is to act, so that a hint can be given.
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
    """Return the hits that one click on Hit all means.

    If going out requires a discard, a card is kept for it: nobody floats by accident.
    """
    hits = _best_hits(view)
    return hits[:-1] if _would_float(view, hits) else hits


def _best_hits(view: PlayerView) -> tuple[Hit, ...]:
    return tuple(best_hits(view.hand, [seat.groups for seat in view.seats]))


def _would_float(view: PlayerView, hits: Sequence[Hit]) -> bool:
    """Return whether all these hits leave no card for a discard that going out requires."""
    return view.rules.out_by_discard and len(hits) == len(view.hand) > 0


def hand_page(
    words: Words, view: PlayerView, legal: LegalActions, deadline: float | None = None
) -> HandPage:
    """Collect the content of a private hand; slow: some milliseconds.

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
    status = HandStatus(
        can_lay=bool(ways),
        dry=Source.NONE in draws,
        may_float=bool(hits) and _would_float(view, _best_hits(view)),
    )
    return HandPage(
        lines=tuple(hand_lines(words, view, status, deadline)),
        phases=_phases(words, view, legal.plain),
        offer=top if AnswerOffer(take=True) in legal.plain else None,
        draw=Source.DRAW_PILE in draws,
        take=top if Source.DISCARD_PILE in draws else None,
        take_saved=card_name(words, view.saved[-1]) if Source.SAVE_PILE in draws else None,
        draw_nothing=status.dry,
        lay=bool(ways),
        ways=tuple(way_name(words, way) for way in ways[1:]),
        hits=hits,
        # The best hits keep useless Wilds, so there may be none.
        hit_all=bool(hits) and bool(all_hits(view)),
        saves=_saves(words, legal.plain),
        discards=_discards(words, view, legal.plain),
        ready=view.stage is Stage.DEAL and view.hand_number > 0,
        hint=view.my_turn,
    )


def _phases(words: Words, view: PlayerView, actions: Sequence[Action]) -> tuple[Option, ...]:
    """List the phases that may be declared: fewest cards missing first, then the larger one."""
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


# -- what it says --------------------------------------------------------------------------


@dataclass(frozen=True)
class HandStatus:
    """What the player's cards allow.

    Attributes:
        can_lay: whether the phase may be laid now.
        dry: whether the player is to draw and the piles have nothing.
        may_float: whether hits could leave the player without a card and not out.
    """

    can_lay: bool
    dry: bool
    may_float: bool


def hand_lines(
    words: Words, view: PlayerView, status: HandStatus, deadline: float | None
) -> list[str]:
    """Return the text above the picture of a hand.

    Args:
        words: the reader's language.
        view: what the player may know.
        status: what the cards allow.
        deadline: when the present turn's limit is up, in seconds since 1970.
    """
    if view.stage is Stage.OVER:
        return [bold(words("hand.game_over"))]
    if view.stage is Stage.DEAL:
        return list(_between_hands(words, view))
    if not view.my_seat.playing:
        return [bold(words("hand.sits_out")), *_whose_turn(words, view)]
    lines = [*_phase(words, view, can_lay=status.can_lay), *_standing(words, view)]
    lines.append(_mine(words, view, dry=status.dry) if view.my_turn else _theirs(words, view))
    if status.may_float:
        lines.append(words("hand.may_float"))
    lines += _after_turn(words, view)
    if deadline is not None:
        lines.append(small(words("hand.deadline", when=relative(deadline))))
    return lines


def _declared(words: Words, view: PlayerView) -> list[str]:
    """Say which phases were declared so far."""
    declared = [
        words("hand.declared_by", name=escaped(seat.name), phase=seat.trying)
        for seat in view.seats
        if seat.trying is not None
    ]
    if view.stage is not Stage.DECLARE or not declared:
        return []
    return [words("hand.declared", phases=", ".join(declared))]


def _between_hands(words: Words, view: PlayerView) -> Iterator[str]:
    ended = view.last_hand
    if ended is None or view.me is None:
        yield bold(words("hand.before_deal"))
        return
    yield bold(words("hand.hand_over", hand=ended.hand))
    total = words.number(ended.totals[view.me])
    yield words.plural("hand.points", ended.points[view.me], total=total)
    if view.playoff:
        yield words("hand.playoff_next" if view.my_seat.playing else "hand.sits_out")
    elif ended.completed[view.me]:
        free = view.rules.choose_phase or view.rules.ten_hands
        yield words("hand.phase_gained_any" if free else "hand.phase_gained")
    elif view.rules.ten_hands:
        yield words("hand.phase_lost")
    else:
        yield words("hand.phase_again_any" if view.rules.choose_phase else "hand.phase_again")


def _phase(words: Words, view: PlayerView, *, can_lay: bool) -> Iterator[str]:
    mine, phase = view.my_seat, view.my_phase
    if phase is None or mine.trying is None:
        key = "hand.declare_now" if view.my_turn else "hand.declare_later"
        yield f"### {words(key)}"
        return
    yield f"### {numbered_phase(words, mine.trying, phase, view.rules)}"
    if view.playoff:
        yield words("hand.playoff")
    if mine.out:
        yield words("hand.out")
    elif mine.floating:
        yield words("hand.floating_now" if view.my_turn else "hand.floating")
    elif mine.groups:
        yield words("hand.phase_down")
    elif can_lay:
        yield words("hand.can_lay")
    else:
        yield missing(words, view.hand, phase, view.rules) or words("hand.holds_phase")


def _standing(words: Words, view: PlayerView) -> Iterator[str]:
    """List declarations, saved cards and last turns."""
    yield from _declared(words, view)
    if view.saved:
        yield words("hand.saved", cards=card_names(words, view.saved))
    if view.last_turns is None or view.my_seat.out:
        return
    if view.my_turn:
        yield bold(words("hand.last_turn_now"))
    elif view.me in view.last_turns:
        names = all_escaped(seat.name for seat in view.seats if seat.out)
        yield words.plural("hand.last_turn_coming", len(names), names=words.list(names))
    else:
        yield words("hand.last_turn_over")


def _mine(words: Words, view: PlayerView, *, dry: bool) -> str:
    """Say what the player is to do."""
    match view.stage:
        case Stage.DECLARE:
            return bold(words("hand.your_turn"))
        case Stage.OFFER:
            return words("hand.offer_now", card=bold(card_name(words, view.discard_pile[-1])))
        case Stage.DRAW:
            return bold(words("hand.no_card_there" if dry else "hand.draw_now"))
    if view.drawn is None:
        return bold(words("hand.nothing_drawn"))
    return bold(words("hand.drew", card=card_name(words, view.drawn)))


def _theirs(words: Words, view: PlayerView) -> str:
    """Say what the player to act is to do."""
    if view.turn is None:
        return ""
    name = bold(escaped(view.seats[view.turn].name))
    if view.stage is Stage.DECLARE:
        return words("hand.declare_theirs", name=name)
    if view.stage is Stage.OFFER:
        card = card_name(words, view.discard_pile[-1])
        return words("hand.offer_theirs", card=card, name=name)
    return words("hand.their_turn", name=name)


def _after_turn(words: Words, view: PlayerView) -> Iterator[str]:
    """Announce a turn with the offered card, and a Skip."""
    # Only who took the offer holds more than ten cards before their turn.
    if view.rules.opening_offer and not view.my_turn and len(view.hand) > 10:
        yield words("hand.offer_taken")
    if view.my_seat.skipped:
        in_front = view.rules.skip_rule is SkipRule.IN_FRONT
        yield words("hand.skip_in_front" if in_front else "hand.skipped")


def _whose_turn(words: Words, view: PlayerView) -> list[str]:
    return [_theirs(words, view)] if view.turn is not None else []


def hand_as_text(words: Words, view: PlayerView, order: HandOrder) -> list[str]:
    """List a player's cards in words, and those that fit; empty between hands."""
    if view.stage in (Stage.DEAL, Stage.OVER):
        return []
    cards = in_order(view.hand, order)
    marked = [card for card, up in zip(cards, fitting(view, cards), strict=True) if up]
    sentences = hand_sentences(words, view, cards)
    if marked:
        sentences.insert(1, words("alt.fitting", cards=card_names(words, marked)))
    return sentences


# -- the message ---------------------------------------------------------------------------


def hand_panel(  # noqa: PLR0913  # a page, and what its parts need to be known by
    words: Words,
    page: HandPage,
    view: PlayerView,
    order: HandOrder,
    *,
    shown: Picture | None,
    notice: str = "",
) -> Panel:
    """Build the message of a private hand.

    Args:
        words: the reader's language.
        page: what it shows.
        view: what the player may know.
        order: how the cards are sorted now.
        shown: the picture of the cards, if there is one.
        notice: a sentence to say first.
    """
    made = _Controls(words, page, view, order)
    lines = (notice, *page.lines) if notice else page.lines
    return Panel(container(text(*lines), *gallery(shown), *made.rows()))


class _Controls:
    """Builds the buttons and menus below the picture, for legal actions only."""

    def __init__(self, words: Words, page: HandPage, view: PlayerView, order: HandOrder) -> None:
        self.words = words
        self.page = page
        self.view = view
        self.order = order

    def rows(self) -> list[discord.ui.ActionRow[Any]]:
        """Build the rows, in the order of a turn."""
        rows = [self._buttons()]
        if self.page.phases:
            rows.append(self._menu("hand.declare", Verb.DECLARE, self.page.phases))
        if self.page.ways:
            rows.append(self._ways())
        if self.page.hits:
            rows.append(self._menu("hand.hit", Verb.HIT, self.page.hits, len(self.view.hand)))
        if self.page.saves:
            rows.append(self._menu("hand.save", Verb.SAVE, self.page.saves))
        if self.page.discards:
            rows.append(self._menu("hand.discard", Verb.DISCARD, self.page.discards))
        return [each for each in rows if each.children]

    def _id(self, verb: Verb, *args: str) -> CustomId:
        return CustomId(self.view.game_id, self.view.version, verb, (*args, self.order.value))

    def _buttons(self) -> discord.ui.ActionRow[Any]:
        words, page = self.words, self.page
        found = [*self._draws()]
        if page.lay:
            found.append(button(words("hand.lay"), self._id(Verb.LAY), _SUCCESS))
        if page.hit_all:
            found.append(button(words("hand.hit_all"), self._id(Verb.HIT_ALL), _SUCCESS))
        if page.ready:
            meaning = CustomId(self.view.game_id, self.view.version, Verb.READY)
            found.append(button(words("table.ready"), meaning, _SUCCESS))
        if len(self.view.hand) > 1 and self.view.stage not in (Stage.DEAL, Stage.OVER):
            found.append(self._sort())
        if page.hint:
            found.append(button(words("hints.button"), self._id(Verb.HINT)))
        return row(*found)

    def _draws(self) -> Iterator[discord.ui.Button[Any]]:
        """Build the buttons that get a card."""
        words, page = self.words, self.page
        if page.offer is not None:
            label = words("hand.take", card=page.offer)
            yield button(label, self._id(Verb.ACCEPT), _PRIMARY)
            yield button(words("hand.decline"), self._id(Verb.DECLINE))
        if page.draw:
            yield button(words("hand.draw"), self._id(Verb.DRAW), _PRIMARY)
        if page.take is not None:
            yield button(words("hand.take", card=page.take), self._id(Verb.TAKE))
        if page.take_saved is not None:
            label = words("hand.draw_saved", card=page.take_saved)
            yield button(label, self._id(Verb.TAKE_SAVED))
        if page.draw_nothing:
            yield button(words("hand.draw_nothing"), self._id(Verb.DRAW_NOTHING))

    def _sort(self) -> discord.ui.Button[Any]:
        by_number = self.order is HandOrder.NUMBER
        other = HandOrder.COLOUR if by_number else HandOrder.NUMBER
        key = "hand.sort_colour" if by_number else "hand.sort_number"
        meaning = CustomId(self.view.game_id, self.view.version, Verb.SORT, (other.value,))
        return button(self.words(key), meaning)

    def _ways(self) -> discord.ui.ActionRow[Any]:
        options = [(way, str(at)) for at, way in enumerate(self.page.ways[:MOST_OPTIONS])]
        return menu(self.words("hand.other_ways"), self._id(Verb.WAYS), options)

    def _menu(
        self, key: str, verb: Verb, options: Sequence[Option], most: int = 1
    ) -> discord.ui.ActionRow[Any]:
        return menu(self.words(key), self._id(verb), options, most)
