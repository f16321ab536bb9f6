"""Editions, variations and house rules in words."""

from __future__ import annotations

from bot.rules.editions import CLASSIC, EDITIONS, HERO_PHASE, RuleSet
from bot.rules.phases import EVEN_PHASES, TEN_PHASES

from .catalogue import Words
from .phrases import colour_name, number_name, phase_name

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


def edition_name(words: Words, edition: str) -> str:
    """The name of an edition."""
    return words(f"lobby.edition.{edition}")


def phases_name(words: Words, rules: RuleSet) -> str:
    """The phases of a rule set: ``all ten phases``, ``the first 4 phases``, or a list."""
    phases = rules.phases
    if phases == TEN_PHASES:
        return words("ruleset.phases.all")
    if phases == EVEN_PHASES:
        return words("ruleset.phases.even")
    if phases == TEN_PHASES[: len(phases)]:
        return words.plural("ruleset.phases.first", len(phases))
    return own_phases(words, rules)


def own_phases(words: Words, rules: RuleSet) -> str:
    """A list of all phases with their numbers."""
    named = (phase_name(words, phase) for phase in rules.parsed_phases)
    return "; ".join(
        words("ruleset.numbered", number=number, phase=phase)
        for number, phase in enumerate(named, 1)
    )


def title(words: Words, rules: RuleSet) -> str:
    """A rule set in a few words: the edition and its variation, if any."""
    parts = [edition_name(words, rules.edition)]
    if rules.phases != TEN_PHASES:
        parts.append(_phases_in_title(words, rules))
    if rules.ten_hands:
        parts.append(words("ruleset.ten_hands.name"))
    if _has_house_rules(rules):
        parts.append(words("ruleset.house_rules"))
    return " · ".join(parts)


def _phases_in_title(words: Words, rules: RuleSet) -> str:
    if rules.phases == EVEN_PHASES:
        return words("ruleset.title.even")
    if rules.phases == TEN_PHASES[: len(rules.phases)]:
        return words.plural("ruleset.title.first", len(rules.phases))
    return words("ruleset.title.own")


def differences(words: Words, rules: RuleSet) -> list[str]:
    """The differences from the classic edition, a sentence each.

    Differences from the rule set's own edition are included.
    """
    sentences, usual = [], (CLASSIC, _preset(rules))
    if rules.max_players != CLASSIC.max_players:
        sentences.append(words("ruleset.max_players", most=rules.max_players))
    if set(rules.colours) != set(CLASSIC.colours):
        colours = words.list([colour_name(words, each) for each in rules.colours])
        sentences.append(words("ruleset.colours", colours=colours))
    if rules.phases != TEN_PHASES:
        sentences.append(words("ruleset.phases", phases=phases_name(words, rules)))
    if _differs(rules, "skips", *usual):
        sentences.append(words.plural("ruleset.skips", rules.skips))
    choices = (key for key in CHOICES if _differs(rules, key, *usual))
    sentences += [choice_name(words, rules, key) for key in choices]
    if rules.opening_skip is not CLASSIC.opening_skip:
        sentences.append(words(f"ruleset.opening_skip.{rules.opening_skip}"))
    if rules.hero_number is not None and HERO_PHASE in rules.phases:
        phase, number = rules.phases.index(HERO_PHASE) + 1, number_name(words, rules.hero_number)
        sentences.append(words("ruleset.hero", phase=phase, number=number))
    sentences += [
        switch_name(words, rules, key) for key in SWITCHES if _differs(rules, key, *usual)
    ]
    return sentences


def choice_name(words: Words, rules: RuleSet, key: str) -> str:
    """The sentence for a rule with several values, such as ``skip_rule``."""
    value = getattr(rules, key)
    return words(f"ruleset.{key}.{value}")


def switch_name(words: Words, rules: RuleSet, key: str) -> str:
    """The sentence for a rule that is on or off."""
    return words(f"ruleset.{key}.yes" if getattr(rules, key) else f"ruleset.{key}.no")


def _differs(rules: RuleSet, key: str, *others: RuleSet) -> bool:
    """Whether a rule has another value than in one of the other rule sets."""
    return any(getattr(rules, key) != getattr(other, key) for other in others)


def _preset(rules: RuleSet) -> RuleSet:
    return EDITIONS.get(rules.edition, CLASSIC)


def _has_house_rules(rules: RuleSet) -> bool:
    """Whether single rules differ from those of the edition."""
    keys = ("skips", *CHOICES, *SWITCHES[:-1])
    return any(_differs(rules, key, _preset(rules)) for key in keys)
