"""Cups in words: format, round and standings, and the descriptions of their pictures."""

from __future__ import annotations

from collections.abc import Iterator

from bot.cups.standings import CupStanding, standings
from bot.cups.state import Cup, CupStatus, Participant

from .alt import short_text
from .catalogue import Translator
from .rulesets import title
from .standings import Escape

MOST_SHOWN = 8  # people in a picture or a short list


def format_line(words: Translator, cup: Cup) -> str:
    name = words(f"cup.format.{cup.format.name}")
    if not cup.most_rounds:
        return name
    return words.plural("cup.with_rounds", cup.most_rounds, format=name)


def round_line(words: Translator, cup: Cup) -> str:
    """Name the newest round: ``Round 2 of 3``."""
    number = len(cup.rounds)
    this = cup.round
    if cup.most_rounds:
        return words("cup.round_of", round=number, rounds=cup.most_rounds)
    final = cup.format.knock_out and len(this.tables) == 1 and not this.byes
    return words("cup.final") if final else words("cup.round", round=number)


def people_line(words: Translator, cup: Cup, most: int, escape: Escape) -> str:
    names = [escape(participant.name) for participant in cup.participants]
    if not names:
        return words("cup.nobody_yet")
    listed = ", ".join(names[:most])
    more = len(names) - most
    if more > 0:
        listed = words.plural("cup.and_more", more, names=listed)
    return words.plural("cup.people", len(names), names=listed)


def participant_name(cup: Cup, person: int) -> str:
    participant = cup.participant(person)
    assert participant is not None, "people in rounds and standings have joined"
    return participant.name


def standing_line(words: Translator, cup: Cup, standing: CupStanding, escape: Escape) -> str:
    """Describe a standing without its place."""
    total = words("cup.total", total=words.number(standing.total))
    ahead = [words(f"cup.ahead.{standing.ahead_by}")] if standing.ahead_by else []
    return " · ".join((*_standing(words, cup, standing, escape), total, *ahead))


def _standing(
    words: Translator, cup: Cup, standing: CupStanding, escape: Escape
) -> tuple[str, str, str]:
    gone = gone_note(words, standing)
    left = f" {gone}" if gone else ""
    points = words.plural("pictures.points", standing.points)
    phases = words.plural("cup.phases", standing.phases)
    return escape(participant_name(cup, standing.person)) + left, points, phases


def gone_note(words: Translator, person: CupStanding | Participant) -> str:
    """Say why somebody is out, if they are."""
    if person.absent:
        return words("cup.was_absent")
    return words("cup.has_left") if person.left else ""


def cup_alt(words: Translator, cup: Cup, escape: Escape = str) -> str:
    """Describe a cup: its people, or the standings with the points of each round."""
    return short_text(_sentences(words, cup, escape))


def _sentences(words: Translator, cup: Cup, escape: Escape) -> Iterator[str]:
    name = escape(cup.name)
    if not cup.has_results and cup.status is not CupStatus.FINISHED:
        yield f"{name}: {format_line(words, cup)} · {title(words, cup.rules)}."
        yield people_line(words, cup, MOST_SHOWN, escape)
        return
    rows = standings(cup)
    if cup.status is CupStatus.FINISHED:
        yield f"{name}: {words('cup.won', name=escape(participant_name(cup, rows[0].person)))}"
    else:
        line = round_line(words, cup)
        yield f"{name}: {line}" if line.endswith("!") else f"{name}: {line}."
    for standing in rows[:MOST_SHOWN]:
        scores = ", ".join("–" if score is None else str(score) for score in standing.rounds)
        who, points, phases = _standing(words, cup, standing, escape)
        yield f"{standing.place}. {who} · {points} ({scores}) · {phases}."
