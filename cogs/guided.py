"""The guided first hand: its private message, its buttons, and its offer to new users."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from textwrap import wrap

import discord

from bot.cards.actions import Discard, Hit
from bot.cards.cards import WILD, Card
from bot.cards.marked_cards import HandOrder
from bot.cards.state import Stage
from bot.cards.views import PlayerView
from bot.cards.worth import worth_taking
from bot.core.states import AnyRules
from bot.game_types import CARDS, game_type_for
from bot.guided import (
    COMPUTER,
    DEAL,
    HIT,
    LAY,
    PILE,
    TOP,
    Advised,
    GuidedChoiceError,
    GuidedHand,
    Lesson,
    advised,
    discard_choice,
    discarded_by,
    guided_hand,
    hit_choice,
)
from bot.i18n import Translator
from bot.i18n.news import news_since_turn
from bot.i18n.phrases import card_name, card_shown, missing, number_name, numbered_phase
from bot.render import Avatar
from bot.storage import stats
from bot.storage.errors import StoreError
from bot.table.errors import TableError
from bot.work_queue import Urgency
from cogs.base.clicks import Click, on
from cogs.base.custom_ids import NO_GAME, AnyText, BadCustomIdError, CustomId, Verb
from cogs.base.discord_errors import DISCORD_ERRORS
from cogs.base.screens import DANGER, PRIMARY, SECONDARY, SUCCESS, Button, Drawing, Part, Screen
from cogs.base.text import HINTED, all_escaped, bold, escaped, small
from cogs.pages.card_buttons import CardButton, card_buttons, question
from cogs.pages.hand_page import Aside, HandPage, hit_label
from cogs.pages.hand_text import hand_as_text, question_text

from .services import BaseCog, Services

ORDER = HandOrder.NUMBER
IN_AN_ARG = 24  # choices in one argument of a custom id
AVATARS = (Avatar(computer=False), Avatar(computer=True))
# The buttons of a hand that this one has, too, and their choices.
_CHOICES = {Verb.DRAW: PILE, Verb.TAKE: TOP, Verb.LAY: LAY, Verb.HIT_ALL: HIT}


def guided_button(words: Translator, label: str = "guided.title") -> Button:
    return Button(words(label), _id(""))


def _id(choices: str, verb: Verb = Verb.GUIDED) -> CustomId:
    return CustomId(NO_GAME, DEAL, verb, tuple(wrap(choices, IN_AN_ARG)))


def join_choices(deal: int, parts: Sequence[str]) -> str:
    """Return the choices in a custom id of this deal, which may be made up."""
    # Choices of another deal are invalid in this one, so the hand begins.
    return "".join(parts) if deal == DEAL else ""


def guided_screen(
    words: Translator,
    hand: GuidedHand,
    view: PlayerView,
    drawing: Drawing | None,
    asked: Card | None,
) -> Screen:
    """Build a step in some milliseconds; the player may be ``asked`` about a card."""
    step = advised(hand)
    answers = question(view, hand.legal, asked) if asked is not None else ()
    said = [*_lines(words, hand, view, step)]
    if answers:
        said.append(question_text(words, answers))
    lines, in_words = (
        [*said, *map(small, _marks(words, hand, view, step, pictures=pictures))]
        for pictures in (True, False)
    )
    if step.choice and view.my_phase is not None and not view.my_seat.groups:
        in_words += filter(None, [missing(words, view.hand, view.my_phase, view.rules)])
    in_words += hand_as_text(words, view, ORDER)
    ends = [
        Button(words("guided.solo"), CustomId.of(Verb.SOLO), SUCCESS),
        Button(words("table.rules"), CustomId.of(Verb.RULES)),
        Button(words("guided.again"), _id("")),
    ]
    rows = _rows(words, hand, view, step, answers) if step.choice else [ends]
    return Screen.of(lines, *rows, drawings=[drawing], in_words=in_words)


def _lines(words: Translator, hand: GuidedHand, view: PlayerView, step: Advised) -> Iterator[str]:
    inside = hand.choices and step.choice
    title = numbered_phase(words, 1, view.phases[0]) if inside else words("guided.title")
    yield f"### {title}"
    if not hand.choices:
        yield words("guided.welcome", name=_opponent(view))
    elif view.stage is Stage.DRAW:
        names = all_escaped(seat.name for seat in view.seats)
        yield from news_since_turn(words, hand.news, names, view)
    before = hand.before() if step.choice else None
    if before is not None and hand.choices != before.choices + advised(before).choice:
        yield words("guided.other_way")
    yield bold(_task(words, view, step, HandPage(words, view, hand.legal).labels()))


def _opponent(view: PlayerView) -> str:
    return escaped(view.seats[COMPUTER].name)


def _task(words: Translator, view: PlayerView, step: Advised, labels: Mapping[Verb, str]) -> str:
    """Say what to do and why; a sentence uses some of the fields."""
    cards = {"card": step.card, "drawn": step.drawn, "wild": WILD}
    fields = {name: card_shown(words, card) for name, card in cards.items() if card is not None}
    named = {"draw": Verb.DRAW, "take": Verb.TAKE, "lay": Verb.LAY, "hit": Verb.HIT_ALL}
    fields |= {name: labels.get(verb, "") for name, verb in named.items()}
    fields["hit"] = fields["hit"] or fields.get("card", "")
    fields["low"] = number_name(words, view.rules.first_dear_number)
    if step.lesson is Lesson.GO_OUT:
        fields["out"] = words("hand.discard_last", card=card_name(words, view.hand[0]))
    return words(f"guided.step.{step.lesson}", name=_opponent(view), **fields)


def _marks(
    words: Translator, hand: GuidedHand, view: PlayerView, step: Advised, *, pictures: bool
) -> Iterator[str]:
    """Explain the marks that appear for the first time, most of them in pictures alone."""
    before = hand.before()
    if before is None:
        return
    if len(hand.choices) == 1:
        yield words("guided.mark.drawn")
    elif len(hand.choices) == 2:
        yield words("guided.mark.fits" if pictures else "guided.mark.fits_said")
    if not pictures:
        return
    if worth_taking(view) and not _was_worth_taking(before):
        yield words("guided.mark.wanted")
    if view.seats[COMPUTER].groups and not before.state.seats[COMPUTER].groups:
        yield words("guided.mark.laid", name=_opponent(view))
    if step.lesson is Lesson.HIT and before.view.my_seat.groups and before.choices[-1] == LAY:
        yield words("guided.mark.hits")


def _was_worth_taking(hand: GuidedHand | None) -> bool:
    """Return whether this or an earlier state showed the mark of a helpful discard."""
    while hand is not None:
        if worth_taking(hand.view):
            return True
        hand = hand.before()
    return False


def _rows(
    words: Translator,
    hand: GuidedHand,
    view: PlayerView,
    step: Advised,
    answers: Sequence[Hit | Discard],
) -> Iterator[Part]:
    asked = answers[-1].card.held if answers else None
    page = HandPage(words, view, hand.legal, ORDER, Aside(asked=asked))
    labels = page.labels()
    buttons = {
        verb: _choice(words, hand, verb, labels[verb], step) for verb in _CHOICES if verb in labels
    }
    first = [buttons[verb] for verb in (Verb.DRAW, Verb.TAKE) if verb in buttons]
    if answers:
        first = _answers(words, hand, answers[-1].card.held)
    yield [*first, Button(words("table.rules"), CustomId.of(Verb.RULES))]
    shown = page.cards()
    places = _places(view, shown)

    def meaning(at: int, marked: CardButton) -> CustomId:
        if marked.hit is not None:
            return _id(hand.choices + hit_choice(places[at]))
        asks = question(view, hand.legal, marked.card)
        verb = Verb.GUIDED_ASK if asks else Verb.GUIDED
        return _id(hand.choices + discard_choice(places[at]), verb)

    cards = [
        replace(marked, hinted=step.choice in (discard_choice(place), hit_choice(place)))
        for place, marked in zip(places, shown, strict=True)
    ]
    yield card_buttons(words, cards, meaning)
    yield [buttons[verb] for verb in (Verb.LAY, Verb.HIT_ALL) if verb in buttons]


def _choice(words: Translator, hand: GuidedHand, verb: Verb, label: str, step: Advised) -> Button:
    """Build a button of a choice; the recommended one is marked as by a hint."""
    face = words.face(hand.view.discard_pile[-1]) if verb is Verb.TAKE else ""
    advised_here = step.choice == _CHOICES[verb]
    style = SUCCESS if advised_here else SECONDARY
    label = f"{label} {HINTED}" if advised_here else label
    return Button(label, _id(hand.choices + _CHOICES[verb]), style, emoji=face)


def _answers(words: Translator, hand: GuidedHand, card: Card) -> list[Button]:
    place = hand.view.hand.index(card)
    hit = hand.hit_with(card)
    style = DANGER if hit is None else SECONDARY
    meaning = _id(hand.choices + discard_choice(place))
    discard = Button(words("hand.discard_it"), meaning, style)
    keep = Button(words("hand.keep_it"), _id(hand.choices))
    if hit is None:
        return [discard, keep]
    meaning = _id(hand.choices + hit_choice(place))
    return [Button(hit_label(words, hand.view, hit), meaning, SUCCESS), keep, discard]


def _places(view: PlayerView, cards: Sequence[CardButton]) -> list[int]:
    left = dict(enumerate(view.hand))
    places = []
    for marked in cards:
        place = next(at for at, card in left.items() if card is marked.card)
        del left[place]
        places.append(place)
    return places


async def is_newcomer(services: Services, interaction: discord.Interaction) -> bool:
    """Return whether the user has finished no game against others; False if in doubt."""
    with suppress(StoreError):
        return not (await services.store.read(stats.everywhere, interaction.user.id)).games
    return False


async def offer_guided(
    services: Services, interaction: discord.Interaction, rules: AnyRules
) -> None:
    """Offer the hand once to new users at tables of cards, unless they are in a solo game."""
    own = await services.preferences.person(interaction.user.id)
    if game_type_for(rules.edition) is not CARDS or own.guided:
        return
    solo = await services.registry.private_table(interaction.user.id)
    if solo.running or not await is_newcomer(services, interaction):
        return
    words = services.preferences.translator(interaction)
    begin = Button(words("guided.title"), _id(""), PRIMARY)
    no = Button(words("guided.no"), CustomId.of(Verb.GUIDED_NO))
    offer = Screen.of([words("guided.offer")], [begin, no])
    # The interaction has been answered already.
    with suppress(*DISCORD_ERRORS):
        await services.sender.follow_up(interaction, offer, ephemeral=True)
    await _remember(services, interaction.user.id)


async def _remember(services: Services, user_id: int) -> None:
    """Store that the hand was offered, or played to its end."""
    with suppress(TableError):
        if not (await services.preferences.people.get(user_id)).guided:
            await services.preferences.people.change(user_id, lambda own: replace(own, guided=True))


class GuidedCog(BaseCog):
    """Shows the guided hand; its custom ids hold all choices made so far."""

    @on(Verb.GUIDED)
    async def _go_on(self, click: Click, *parts: AnyText) -> None:
        await self._show(click, join_choices(click.meaning.version, parts))

    @on(Verb.GUIDED_NO)
    async def _decline(self, click: Click) -> None:
        command = click.words.command("phase10", "help")
        await click.replace(Screen.of([click.words("guided.declined", command=f"`{command}`")]))
        await _remember(self.services, click.user_id)

    @on(Verb.GUIDED_ASK)
    async def _ask(self, click: Click, *parts: AnyText) -> None:
        choices = join_choices(click.meaning.version, parts)
        if not choices:
            raise BadCustomIdError("no card")
        await self._show(click, choices[:-1], choices[-1])

    async def _show(self, click: Click, choices: str, thrown: str = "") -> None:
        """Show the hand after these choices, or the question about a discard (``thrown``)."""
        await click.defer()
        reader = await self.services.preferences.reader(click.interaction)
        queue = self.services.work_queue
        pictures = self.services.pictures(reader)
        played = partial(_played, choices, thrown)
        hand, asked, over = await queue.run(played, Urgency.ANSWER, click.user_id)
        me, *others = hand.view.seats
        seats = (replace(me, name=click.person.name), *others)
        view = replace(hand.view, seats=seats)

        def make() -> Screen:
            if hand.is_on:
                drawing = pictures.hand(view, AVATARS, ORDER)
            else:
                drawing = pictures.table(view, AVATARS)
            return guided_screen(reader.words, hand, view, drawing, asked)

        await self.show(click.interaction, make)
        if over:
            await _remember(self.services, click.user_id)


def _played(choices: str, thrown: str) -> tuple[GuidedHand, Card | None, bool]:
    """Return the hand after these choices, the card of a discard, and whether the hand is over."""
    try:
        hand = guided_hand(choices)
        asked = discarded_by(hand, thrown) if thrown else None
    except GuidedChoiceError as error:
        raise BadCustomIdError(str(error)) from error
    return hand, asked, not advised(hand).choice
