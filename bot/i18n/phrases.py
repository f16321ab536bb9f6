"""Words for cards, groups, phases, hits and missing cards.

Names of players are given as a sequence by seat, plain (for menus, alt texts, pictures) or escaped
(for message text).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from bot.cards.actions import Hit
from bot.cards.cards import HIGHEST, WILD, Card, Colour, natural, ordered
from bot.cards.distance import distance, helpful
from bot.cards.groups import Group
from bot.cards.marked_cards import PhaseSlot, Slots
from bot.cards.phases import GroupKind, Phase
from bot.cards.rulesets import RuleSet
from bot.cards.views import PlayerView
from bot.core.states import AnyRules

from .catalogue import Translator, You

LONGEST_LABEL = 100
SHORT_NAME = 12  # characters of a name in a list where a picture has little room
_OWN = {
    GroupKind.SET: "phrases.own_set",
    GroupKind.RUN: "phrases.own_run",
    GroupKind.COLOUR: "phrases.own_colour_group",
    GroupKind.COLOUR_RUN: "phrases.own_run",
}
_SPECS = {
    GroupKind.SET: "phrases.sets",
    GroupKind.RUN: "phrases.runs",
    GroupKind.COLOUR: "phrases.colour_groups",
    GroupKind.COLOUR_RUN: "phrases.colour_runs",
}


def with_you(words: Translator, names: Sequence[str], reader: int | None) -> list[str]:
    """Return names by seat in which the reader, if any, is addressed directly."""
    return [You(words("terms.you")) if seat == reader else name for seat, name in enumerate(names)]


def colour_name(words: Translator, colour: Colour) -> str:
    return words(f"terms.colour.{colour}")


def number_name(words: Translator, number: int) -> str:
    """Name a number: ``7``, or with playing cards ``8``."""
    key = f"terms.number.{number}"
    return words(key) if words.has(key) else words.number(number)


def card_name(words: Translator, card: Card) -> str:
    """Name a card: ``Red 5``, ``Skip``, ``Wild``, or ``Wild as 7`` for one on the table.

    With playing cards: ``6 of hearts``, ``Joker (Skip)``, ``Ace (Wild)``, ``Ace as 8``.
    """
    if card.is_skip:
        return words("terms.skip")
    if not card.is_wild:
        assert card.colour is not None
        assert card.number is not None
        number = number_name(words, card.number)
        return words("terms.card", colour=colour_name(words, card.colour), number=number)
    if card is WILD:
        return words("terms.wild")
    if card.colour:
        return words("terms.wild_as", meaning=colour_name(words, card.colour))
    return words("terms.wild_as", meaning=number_name(words, card.number or 0))


def card_shown(words: Translator, card: Card) -> str:
    """Name a card in a message, after its emoji if the reader sees emojis."""
    return after_face(words.face(card), card_name(words, card))


def after_face(face: str, name: str) -> str:
    """Return a name that stays in one line after its emoji, if there is one."""
    return " ".join((face, name.replace(" ", "\N{NO-BREAK SPACE}"))) if face else name


def card_names(words: Translator, cards: Iterable[Card]) -> str:
    return ", ".join(card_name(words, card) for card in cards)


def phase_name(words: Translator, phase: Phase) -> str:
    """Name the groups of a phase: ``a set of 3 and a run of 4``."""
    groups = ((spec, len(list(same))) for spec, same in groupby(phase.groups))
    named = [words.plural(_SPECS[spec.kind], count, size=spec.size) for spec, count in groups]
    return words.list(named)


def numbered_phase(
    words: Translator, number: int, phase: Phase, rules: AnyRules | None = None
) -> str:
    """Name a phase and its hero number, if any: ``Phase 2: a set of 3 and a run of 4``."""
    named = phase_name(words, phase)
    hero = rules.hero_in(phase) if isinstance(rules, RuleSet) else None
    if hero is not None:
        named = words("phrases.with_hero", phase=named, number=number_name(words, hero))
    return words("phrases.phase", number=number, phase=named)


def group_name(words: Translator, group: Group) -> str:
    """Name a group on the table: ``set of 5s``, ``run 4–8``, ``Red run 4–8``, ``Red cards``."""
    if group.kind is GroupKind.SET:
        assert group.number is not None
        return words("phrases.set", number=number_name(words, group.number))
    if group.kind is GroupKind.RUN:
        low, high = number_name(words, group.low), number_name(words, group.high)
        return words("phrases.run", low=low, high=high)
    assert group.colour is not None
    if group.is_run:
        low, high = number_name(words, group.low), number_name(words, group.high)
        colour = colour_name(words, group.colour)
        return words("phrases.colour_run", colour=colour, low=low, high=high)
    return words("phrases.colour_group", colour=colour_name(words, group.colour))


def group_cards(words: Translator, group: Group) -> str:
    """Name a group and its cards: ``set of 5s (Red 5, Blue 5, Wild as 5)``."""
    cards = card_names(words, group.cards)
    return words("phrases.group_cards", group=group_name(words, group), cards=cards)


def way_name(words: Translator, groups: Sequence[Group]) -> str:
    """Name a way to lay a phase in at most 100 characters: its groups and their cards."""
    full = full_way_name(words, groups)
    if len(full) <= LONGEST_LABEL:
        return full
    return clip(" · ".join(card_names(words, group.cards) for group in groups))


def full_way_name(words: Translator, groups: Sequence[Group]) -> str:
    """Name the groups and their cards where there is room for all of them, as in a sentence."""
    return " · ".join(group_cards(words, group) for group in groups)


def clip(text: str, longest: int = LONGEST_LABEL) -> str:
    """Cut a text to ``longest`` characters, the last of which is an ellipsis then."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def hit_name(
    words: Translator, hit: Hit, group: Group, names: Sequence[str], me: int | None
) -> str:
    """Name a hit in at most 100 characters: ``Blue 9 → Ada's run 4–8, high end``."""
    named = group_name(words, group)
    if hit.owner == me:
        place = words(_OWN[group.kind], group=named)
    else:
        place = words("phrases.group_of", name=names[hit.owner], group=named)
    key = "phrases.hit"
    if group.is_run:
        key = "phrases.hit_low" if (hit.card.number or 0) < group.low else "phrases.hit_high"
    return clip(words(key, card=card_name(words, hit.card), place=place))


def last_card_lines(words: Translator, view: PlayerView) -> list[str]:
    """Warn that somebody holds a single card, in lines from the longest to the shortest."""
    names = [seat.name for seat in view.last_cards if seat.seat != view.me]
    if not names:
        return [words("phrases.own_last_card")] if view.last_cards else []
    short = [clip(name, SHORT_NAME) for name in names]
    lines = [words("phrases.last_cards", names=words.list(some)) for some in (names, short)]
    one = words("phrases.one_card")
    if len(names) == 1:
        return [words("phrases.last_card", name=names[0]), *lines, one]
    return [*lines, words("phrases.last_cards_count", count=words.number(len(names))), one]


def missing(
    words: Translator, hand: Sequence[Card], phase: Phase, rules: RuleSet, slots: Slots = ()
) -> str | None:
    """Name the cards that a hand still needs for a phase; None if it can be laid.

    Of several cards those for the empty ``slots`` are named, which the picture of the hand shows.
    """
    missing = distance(hand, phase, rules)
    if missing == 0:
        return None
    hero = rules.hero_in(phase)
    if hero is not None and distance(hand, phase, replace(rules, hero_number=None)) == 0:
        return words("phrases.missing_hero", number=number_name(words, hero))
    names = _helpful_names(words, hand, phase, rules) if missing == 1 else []
    empty = [_slot_name(words, slot) for group in slots for slot in group if slot.card is None]
    if len(empty) == missing > 1 and all(empty):
        return words.plural("phrases.missing_such_as", missing, cards=_counted(words, empty))
    if len(names) < 2:
        return words.plural("phrases.missing_more", missing)
    *others, last = names
    either = words("phrases.or", cards=", ".join(others), last=last)
    return words("phrases.missing_one", cards=either)


def _counted(words: Translator, names: Sequence[str]) -> str:
    """List names, those that come more than once with their number: ``11 and 3× 1``."""
    counts = Counter(names).items()
    # A line does not end between a number and what it counts.
    times = "×\N{NO-BREAK SPACE}"
    return words.list([name if n == 1 else f"{words.number(n)}{times}{name}" for name, n in counts])


def _slot_name(words: Translator, slot: PhaseSlot) -> str:
    """Name what a place of a phase asks for; empty if that is not known yet."""
    match slot:
        case PhaseSlot(number=int(number), colour=Colour() as colour):
            return card_name(words, natural(colour, number))
        case PhaseSlot(number=int(number)):
            return number_name(words, number)
        case PhaseSlot(colour=Colour() as colour):
            return colour_name(words, colour)
    return ""


_MOST_NAMED = 3
"""How many single cards are named, as for a run in one colour."""


def _helpful_names(
    words: Translator, hand: Sequence[Card], phase: Phase, rules: RuleSet
) -> list[str]:
    """Name the helpful cards by colour, number and Wild, else a few singly; empty if not exact."""
    kinds = helpful(hand, phase, rules)
    numbers = range(1, HIGHEST + 1)
    colours: list[Colour] = []
    if any(spec.kind is GroupKind.COLOUR for spec in phase.groups):
        colours = [c for c in rules.colours if all(natural(c, n) in kinds for n in numbers)]
    others = {card.number for card in kinds if card.is_natural and card.colour not in colours}
    if any(natural(c, n) not in kinds for n in others if n for c in rules.colours):
        single = [card for card in ordered(kinds) if card.is_natural]
        names = [card_name(words, card) for card in single]
        return [*names, words("terms.wild")] if len(names) <= _MOST_NAMED and WILD in kinds else []
    names = [colour_name(words, colour) for colour in colours]
    names += [number_name(words, number) for number in numbers if number in others]
    return [*names, words("terms.wild")] if WILD in kinds else names
