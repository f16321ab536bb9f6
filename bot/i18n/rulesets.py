"""Editions, variations and house rules in words, and variations as people type them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.cards.cards import SKIP, WILD, natural
from bot.cards.phases import EVEN_PHASES, LARGEST_PHASE, SMALLEST, TEN_PHASES, GroupKind
from bot.cards.rulesets import CLASSIC, FEWEST_PHASES, HERO_PHASE, RuleSet, preset
from bot.cards.variations import Length, game_length, varied
from bot.core.errors import GameError, RuleSetError
from bot.core.states import AnyRules

from .catalogue import Translator
from .phrases import clip, colour_name, number_name, phase_name

EXAMPLE = "S3+R4, C7"  # phases in notation
CHOICES = ("skip_rule", "natural_cards_per", "runs", "save_draw")
SWITCHES = (
    "opening_offer",
    "last_turn",
    "out_by_discard",
    "choose_phase",
    "save_pile",
    "save_ends_turn",
    "ten_hands",
)


def edition_name(words: Translator, edition: str) -> str:
    return words(f"lobby.edition.{edition}")


def length_name(words: Translator, length: Length) -> str:
    return words(f"lobby.length.{length}")


def length_names(words: Translator, rules: AnyRules) -> list[str]:
    length = game_length(rules) if isinstance(rules, RuleSet) else None
    return [] if length is None else [length_name(words, length)]


def phases_name(words: Translator, rules: RuleSet) -> str:
    """Name the phases of a rule set: ``all ten phases``, ``the first 4 phases``, or a list."""
    if rules.phases == TEN_PHASES:
        return words("ruleset.phases.all")
    return _usual_phases(words, rules, "phases") or own_phases(words, rules)


def _usual_phases(words: Translator, rules: RuleSet, place: str) -> str | None:
    """Name the phases of a named variation in the words for a place; None for others."""
    if rules.phases == EVEN_PHASES:
        return words(f"ruleset.{place}.even")
    count = len(rules.phases)
    if rules.phases == TEN_PHASES[:count]:
        return words.plural(f"ruleset.{place}.first", count)
    return None


def own_phases(words: Translator, rules: RuleSet) -> str:
    named = (phase_name(words, phase) for phase in rules.parsed_phases)
    return "; ".join(
        words("ruleset.numbered", number=number, phase=phase)
        for number, phase in enumerate(named, 1)
    )


def title(words: Translator, rules: AnyRules) -> str:
    """Name the edition of a rule set and its variation, if any."""
    edition = edition_name(words, rules.edition)
    if not isinstance(rules, RuleSet):
        return edition
    return " · ".join((edition, *particulars(words, rules)))


def particulars(words: Translator, rules: RuleSet) -> list[str]:
    """Name the variation and the house rules of a rule set in a few words each."""
    parts = []
    if rules.phases != preset(rules).phases:
        phases = _usual_phases(words, rules, "title")
        parts.append(phases or words("ruleset.title.own"))
    if rules.ten_hands:
        parts.append(words("ruleset.ten_hands.name"))
    others = {"skips", *CHOICES, *SWITCHES} - {"ten_hands"}
    if any(_differs(rules, key, preset(rules)) for key in others):
        parts.append(words("ruleset.house_rules"))
    return parts


def house_rules(words: Translator, rules: AnyRules) -> list[str]:
    """Return a sentence for each difference from the edition: custom phases, single rules."""
    if not isinstance(rules, RuleSet):
        return []
    edition = replace(preset(rules), ten_hands=rules.ten_hands)
    usual = {*differences(words, edition)}
    return [sentence for sentence in differences(words, rules) if sentence not in usual]


def differences(words: Translator, rules: AnyRules) -> list[str]:
    """Return a sentence for each difference from the classic edition or from the own one."""
    if not isinstance(rules, RuleSet):
        return []
    sentences = []
    usual = (CLASSIC, preset(rules))
    if rules.max_players != CLASSIC.max_players:
        sentences.append(words("ruleset.max_players", most=rules.max_players))
    if set(rules.colours) != set(CLASSIC.colours):
        colours = words.list([colour_name(words, colour) for colour in rules.colours])
        sentences.append(words("ruleset.colours", colours=colours))
    # The title names usual phases.
    if _usual_phases(words, rules, "title") is None:
        sentences.append(words("ruleset.phases", phases=own_phases(words, rules)))
    if _differs(rules, "skips", *usual):
        sentences.append(words.plural("ruleset.skips", rules.skips))
    choices = (key for key in CHOICES if _differs(rules, key, *usual))
    sentences += [_rule(words, rules, key) for key in choices]
    if rules.opening_skip is not CLASSIC.opening_skip:
        sentences.append(_rule(words, rules, "opening_skip"))
    sentences += _hero(words, rules)
    switches = (key for key in SWITCHES if _differs(rules, key, *usual))
    return sentences + [_rule(words, rules, key) for key in switches]


def _hero(words: Translator, rules: RuleSet) -> list[str]:
    if rules.hero_number is None or HERO_PHASE not in rules.phases:
        return []
    phase = rules.phases.index(HERO_PHASE) + 1
    number = number_name(words, rules.hero_number)
    return [words("ruleset.hero", phase=phase, number=number)]


def card_points(rules: AnyRules) -> dict[str, int]:
    """Return the points of each kind of card by field of sentences; empty for dice."""
    if not isinstance(rules, RuleSet):
        return {}
    low, high = natural(rules.colours[0], 1), natural(rules.colours[0], rules.first_dear_number)
    kinds = {"low": low, "high": high, "skip": SKIP, "wild": WILD}
    return {field: rules.points(card) for field, card in kinds.items()}


def page_facts(words: Translator, rules: RuleSet, page: str) -> list[str]:
    """Return a sentence for each fact of a rule set on a page of the rules."""
    return list(_FACTS[page](words, rules)) if page in _FACTS else []


def group_kinds(rules: RuleSet) -> set[GroupKind]:
    return {spec.kind for phase in rules.parsed_phases for spec in phase.groups}


def group_bounds(words: Translator, kind: GroupKind) -> str:
    """Explain a letter of the notation, with the sizes of its groups."""
    key = f"ruleset.letter.{kind.name.lower()}"
    return words(key, letter=kind, least=SMALLEST[kind], most=LARGEST_PHASE)


def notation_lines(words: Translator) -> list[str]:
    letters = [group_bounds(words, kind) for kind in GroupKind]
    phases = own_phases(words, varied(CLASSIC, EXAMPLE))
    return [*letters, words("ruleset.notation", most=LARGEST_PHASE, example=EXAMPLE, phases=phases)]


def _about_object(words: Translator, rules: RuleSet) -> Iterator[str]:
    if rules.ten_hands:
        yield words("ruleset.ten_hands.yes")
    else:
        yield words("ruleset.moving_on")
        yield words("ruleset.winning")
    if rules.choose_phase:
        yield words("ruleset.choose_phase.yes")


def _about_deal(words: Translator, rules: RuleSet) -> Iterator[str]:
    yield words("ruleset.max_players", most=rules.max_players)
    yield _rule(words, rules, "first_dealer")
    yield words("ruleset.opening_offer.yes" if rules.opening_offer else "ruleset.opening_wild")
    if rules.skips:
        yield _rule(words, rules, "opening_skip")
    yield words("ruleset.empty_pile")
    if rules.stalemate_turns is not None:
        yield words.plural("ruleset.stalemate", rules.stalemate_turns)


def _about_turn(words: Translator, rules: RuleSet) -> Iterator[str]:
    yield _rule(words, rules, "out_by_discard")
    yield _rule(words, rules, "last_turn")
    if not rules.save_pile:
        return
    yield words("ruleset.save_pile.yes")
    if rules.save_draw is not CLASSIC.save_draw:
        yield _rule(words, rules, "save_draw")
    yield _rule(words, rules, "save_ends_turn")
    if rules.save_limit:
        yield words("ruleset.save_limit")


def _about_phases(words: Translator, rules: RuleSet) -> Iterator[str]:
    kinds = group_kinds(rules)
    for kind in GroupKind:
        if kind in kinds:
            yield words(f"ruleset.kind.{kind.name.lower()}")
    yield words("ruleset.extra_cards")
    yield from _hero(words, rules)
    if rules.choose_phase:
        yield words("ruleset.choose_phase.yes")


def _about_wilds_and_skips(words: Translator, rules: RuleSet) -> Iterator[str]:
    yield _rule(words, rules, "natural_cards_per")
    yield from _hero(words, rules)
    yield words.plural("ruleset.skips", rules.skips)
    if rules.skips:
        yield _rule(words, rules, "skip_rule")
        yield words("ruleset.skip_of_two")


def _about_scoring(words: Translator, rules: RuleSet) -> Iterator[str]:
    yield words("ruleset.out_scores.late" if rules.last_turn else "ruleset.out_scores")
    if rules.save_pile:
        yield words("ruleset.saved_scores")


_FACTS = {
    "object": _about_object,
    "deal": _about_deal,
    "turn": _about_turn,
    "phases": _about_phases,
    "wild_and_skip": _about_wilds_and_skips,
    "scoring": _about_scoring,
}


def _rule(words: Translator, rules: RuleSet, key: str) -> str:
    value = getattr(rules, key)
    name = ("no", "yes")[value] if isinstance(value, bool) else value
    return words(f"ruleset.{key}.{name}")


def _differs(rules: RuleSet, key: str, *others: RuleSet) -> bool:
    return any(getattr(rules, key) != getattr(other, key) for other in others)


LONGEST_VALUE = 100  # characters of a choice's value; longer input is submitted as typed
TEN_HANDS = "ten_hands"
EVEN = "even_phases"
ALL = f"phases={len(TEN_PHASES)}"
FIRST = tuple(f"phases={count}" for count in range(FEWEST_PHASES, len(TEN_PHASES)))
NAMED = (TEN_HANDS, EVEN, *FIRST)
OF_PHASES = (ALL, EVEN, *FIRST)


def variation_name(words: Translator, variation: str) -> str:
    if variation == ALL:
        return words("ruleset.choice.all_phases")
    _, _, count = variation.partition("=")
    if count:
        return words.plural("ruleset.choice.first", int(count))
    return words(f"ruleset.choice.{variation}")


def with_variation(words: Translator, rules: AnyRules, typed: str) -> RuleSet:
    """Return the rules with a variation: its id, its name in a language, or phases in notation.

    Raises MalformedError ``bad_variation`` or an error of :func:`parse_phase`, and RuleSetError
    ``number_of_phases`` or ``no_variations``.
    """
    if not isinstance(rules, RuleSet):
        raise RuleSetError("no_variations", edition=rules.edition)
    typed = typed.strip()
    named = {variation_name(words, each).casefold(): each for each in (*NAMED, ALL)}
    return varied(rules, named.get(typed.casefold(), typed))


def suggestions(words: Translator, typed: str) -> list[tuple[str, str]]:
    """Return the names and values of variations that contain a text; at most eleven."""
    start = typed.strip().casefold()
    named = [(variation_name(words, variation), variation) for variation in NAMED]
    matching = [pair for pair in named if start in pair[0].casefold() or start in pair[1]]
    if matching or len(typed) > LONGEST_VALUE:
        return matching
    try:
        own = with_variation(words, CLASSIC, typed)
    except GameError:
        return []
    return [(clip(words("ruleset.choice.these", phases=own_phases(words, own))), typed)]
