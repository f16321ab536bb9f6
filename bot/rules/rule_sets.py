"""Rule sets as JSON data, in records and in stored lobbies and preferences."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import asdict, replace
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from bot.games.errors import RecordError
from bot.games.records import why

from .editions import ADDED_OPTIONS, EDITIONS, RuleSet, checked, edition
from .editions import typed_variation as variation_of

__all__ = ["EDITIONS", "checked", "parse_rules", "recorded_rules", "rules_json", "variation_of"]


def _rules_model() -> type[BaseModel]:
    """The model of a rule set as JSON; options may be missing."""
    always = {"colours", "skips", "skip_rule", "natural_cards_per", "ten_hands"}
    wanted: dict[str, Any] = {
        name: (hint, ...) if name in always else (hint, None)
        for name, hint in get_type_hints(RuleSet, include_extras=True).items()
    }
    return create_model("Rules", __config__=ConfigDict(extra="ignore"), **wanted)


_RULES = _rules_model()


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """A rule set as JSON data; ``changes`` lists what differs from its edition's preset.

    Options that were added later are left out while they have their earlier meaning.
    """
    options = _json_ready(rules)
    kept = {
        key: value
        for key, value in options.items()
        if key not in ADDED_OPTIONS or value != ADDED_OPTIONS[key]
    }
    return kept | {"changes": _changes(rules, kept)}


def parse_rules(data: dict[str, Any]) -> RuleSet:
    """The rule set of a lobby or a preference; the edition gives missing options."""
    return _parsed(data, str(data.get("edition")), {})


def recorded_rules(data: dict[str, Any], edition_id: str) -> RuleSet:
    """The rule set of a record; options added since it was written have their earlier meaning."""
    return _parsed(data, edition_id, ADDED_OPTIONS)


def _parsed(data: dict[str, Any], edition_id: str, missing: dict[str, Any]) -> RuleSet:
    try:
        read = _RULES.model_validate_json(json.dumps(data), strict=True)
        given = {key: getattr(read, key) for key in read.model_fields_set}
        rules = checked(replace(edition(edition_id), **(missing | given)))
    except (ValueError, TypeError) as error:
        raise RecordError("bad_rules", why=why(error)) from error
    if rules.edition != edition_id:
        raise RecordError("bad_rules", why=f"edition is {rules.edition!r} here")
    if "changes" in data and data["changes"] != (changes := _changes(rules, data)):
        raise RecordError("bad_rules", why=f"changes are {changes!r}")
    return rules


def _changes(rules: RuleSet, keys: Container[str]) -> dict[str, Any]:
    """The options, of these keys, that differ from the edition's preset."""
    options, preset = _json_ready(rules), _json_ready(edition(rules.edition))
    return {key: options[key] for key in options if key in keys and options[key] != preset[key]}


def _json_ready(rules: RuleSet) -> dict[str, Any]:
    return {
        key: list(map(str, value)) if isinstance(value, tuple) else value
        for key, value in asdict(rules).items()
    }
