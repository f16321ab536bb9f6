"""What is said of finished games: rules, places, players, and what happened in a step."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.alt import scores_sentences, table_sentences
from bot.i18n.news import news_lines
from bot.i18n.phrases import card_names, clip
from bot.i18n.rulesets import edition_name, title
from bot.render import HandOrder
from bot.render.fits import in_order
from bot.rules.editions import EDITIONS
from bot.rules.errors import GameError
from bot.rules.events import EndReason
from bot.rules.phases import TEN_PHASES
from bot.rules.state import Stage
from bot.rules.variations import OPTIONS, with_options
from cogs.text import all_escaped, bold, bullets, escaped, isolated, moment, relative, signed, small

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.i18n import Words
    from bot.rules.editions import RuleSet
    from bot.rules.events import GameEnded
    from bot.scores.results import PastGame, SeatResult
    from cogs.replays import Moment, Replay

LONGEST_VARIATION = 60
_FEW_PHASES = re.compile("phases=([12])")


def rules_of(words: Words, past: PastGame) -> str:
    """Edition and variation in words: ``Classic · the first 4 only``."""
    rules = _rules(past)
    if rules is not None:
        return title(words, rules)
    known = past.edition in EDITIONS
    edition = edition_name(words, past.edition) if known else escaped(past.edition)
    variation = escaped(clip(past.variation, LONGEST_VARIATION))
    return f"{edition} · {variation}" if variation else edition


def _rules(past: PastGame) -> RuleSet | None:
    """The rules of a game; None where another version of the program had other ones."""
    if past.edition not in EDITIONS:
        return None
    typed = past.variation.split()
    options = [each for each in typed if each.partition("=")[0] in OPTIONS]
    variations = [_as_typed(each) for each in typed if each not in options]
    try:
        return with_options(EDITIONS[past.edition], variations, options)
    except GameError:
        return None


def _as_typed(variation: str) -> str:
    """A stored variation as it may be asked for; so few phases are not, but as one's own."""
    few = _FEW_PHASES.fullmatch(variation)
    return variation if few is None else ",".join(TEN_PHASES[: int(few[1])])


def name_of(words: Words, seat: SeatResult) -> str:
    """A player's plain name, also of somebody who was forgotten."""
    return seat.name or words("memories.forgotten")


def names_of(words: Words, past: PastGame) -> list[str]:
    """The players' plain names by seat."""
    return [name_of(words, seat) for seat in past.seats]


def placed(past: PastGame) -> list[SeatResult]:
    """The seats, best first."""
    return sorted(past.seats, key=lambda seat: (seat.place, seat.seat))


def game_lines(words: Words, number: int, past: PastGame) -> list[str]:
    """A game in the list: when and by which rules, then who came where."""
    when = moment(past.ended_at)
    rules, at = rules_of(words, past), words.number(number)
    head = bold(words("memories.game", number=at, when=when, rules=rules))
    if past.abandoned:
        head += f" · {words('memories.abandoned')}"
    seats = (_placed(words, seat, _marked(words, seat)) for seat in placed(past))
    return [head, " · ".join(seats)]


def _placed(words: Words, seat: SeatResult, name: str) -> str:
    """Who came where, and with what: places go by phases before points."""
    total = words.number(seat.total)
    return words.plural("memories.placed", seat.phases, place=seat.place, name=name, total=total)


def _marked(words: Words, seat: SeatResult) -> str:
    """An escaped name, with whether it was a computer, or left."""
    name = escaped(name_of(words, seat))
    if seat.is_computer:
        return words("memories.marked", name=name, mark=words("memories.computer"))
    if seat.left:
        return words("memories.marked", name=name, mark=words("memories.left"))
    return name


def game_choice(words: Words, number: int, past: PastGame) -> str:
    """A game in a menu: its number in the list, and its players, best first."""
    names = [isolated(name_of(words, seat)) for seat in placed(past)]
    return words("memories.game_choice", number=words.number(number), names=", ".join(names))


def page_of_game(words: Words, past: PastGame) -> list[str]:
    """A finished game: rules, time, hands, and each player's place."""
    lines = [f"### {rules_of(words, past)}"]
    if past.abandoned:
        lines.append(bold(words("table.abandoned")))
    span = words("memories.from_to", start=moment(past.started_at), end=moment(past.ended_at))
    hands = words.plural("memories.hands", past.hands)
    lines.append(small(f"{span} · {hands} · {relative(past.ended_at)}"))
    lines += [_in_full(words, seat) for seat in placed(past)]
    rules = _rules(past) if past.variation else None
    return lines if rules is None else [*lines, *map(small, bullets(words, rules))]


def _in_full(words: Words, seat: SeatResult) -> str:
    line = _placed(words, seat, bold(_marked(words, seat)))
    if seat.rating is None:
        return line
    change = signed(words, seat.rating.change)
    return f"{line} · {words('memories.rating_change', change=change)}"


# -- steps ---------------------------------------------------------------------------------


def step_lines(words: Words, past: PastGame, replay: Replay, shown: Moment) -> list[str]:
    """A step of a finished game: which one it is, what happened, and what the player holds."""
    names = all_escaped(names_of(words, past))
    hand = words(
        "memories.step",
        hand=words.number(shown.view.hand_number),
        hands=words.number(replay.hands),
        step=words.number(shown.at + 1),
        steps=words.number(len(replay)),
    )
    lines = [f"{bold(rules_of(words, past))}", hand, *_news(words, shown, names)]
    if shown.seat is not None and shown.view.turn is not None:
        lines.append(small(_holds(words, shown, names[shown.seat])))
    return lines


def moment_as_text(words: Words, shown: Moment) -> list[str]:
    """What the picture of a step shows, for who wants none."""
    seats = tuple(replace(seat, name=escaped(seat.name)) for seat in shown.view.seats)
    if shown.view.stage in (Stage.DEAL, Stage.OVER):
        return scores_sentences(words, [seat.name for seat in seats], shown.scored)
    return table_sentences(words, replace(shown.view, seats=seats))


def caption(words: Words, past: PastGame, shown: Moment) -> str:
    """What happened in a step, in a line for its picture."""
    return " · ".join(_news(words, shown, names_of(words, past)))


def _news(words: Words, shown: Moment, names: Sequence[str]) -> Iterator[str]:
    yield from news_lines(words, shown.events, names, shown.view.seats)
    if shown.view.result is not None:
        yield _over(words, shown.view.result, names)


def _over(words: Words, result: GameEnded, names: Sequence[str]) -> str:
    if result.reason is EndReason.ABANDONED:
        return words("memories.over_abandoned")
    winners = words.list([names[seat] for seat in result.winners])
    return words.plural("memories.over", len(result.winners), names=winners)


def _holds(words: Words, shown: Moment, name: str) -> str:
    if not shown.cards:
        return words("memories.holds_nothing", name=name)
    cards = card_names(words, in_order(shown.cards, HandOrder.NUMBER))
    return words("memories.holds", name=name, cards=cards)


def named(words: Words, past: PastGame, shown: Moment) -> Moment:
    """A step with the names that are known today: who was forgotten stays so in pictures, too."""
    names = names_of(words, past)
    seats = tuple(replace(seat, name=names[seat.seat]) for seat in shown.view.seats)
    return replace(shown, view=replace(shown.view, seats=seats))
