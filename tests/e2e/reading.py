"""Somebody who plays by ear: who knows a language, and of a game only the words they are told.

A reader sees no picture, no custom id and no object of the program: text, labels and options of
their own private messages are all there is, and their cards are what these say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from driving import BUTTON, MENU, Shown, Sim

from bot.cards.cards import SKIP, WILD, Card, Colour, natural
from bot.i18n import words_for
from bot.i18n.phrases import card_name

MOST_CLICKS = 20_000
DECK = [*(natural(colour, number) for colour in Colour for number in range(1, 13)), WILD, SKIP]


@dataclass
class Page:
    """What a reader hears of a message.

    Attributes:
        lines: its text, line by line.
        buttons: the labels of its buttons.
        menus: what each menu asks, and the options it offers.
    """

    lines: list[str]
    buttons: list[str]
    menus: dict[str, list[str]]


def _label(button: dict[str, Any]) -> str:
    """The label of a button, without the mark of the card just drawn."""
    return str(button["label"]).removesuffix(" ○")


def heard(shown: Shown) -> Page:
    """A message as words alone."""
    parts = shown.components
    return Page(
        [line for line in shown.text.splitlines() if line],
        [_label(each) for each in parts if each["type"] == BUTTON and not each.get("disabled")],
        {
            each["placeholder"]: [option["label"] for option in each["options"]]
            for each in parts
            if each["type"] == MENU
        },
    )


@dataclass
class DisplayOptions:
    """Plays by what is said.

    Attributes:
        sim: where the game is.
        name: as whom.
        locale: the language that the reader understands.
        turns: how many clicks each of their turns took, draw and discard included.
        heard: every page they came to act on.
    """

    sim: Sim
    name: str
    locale: str
    turns: list[int] = field(default_factory=list)
    heard: list[Page] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = words_for(self.locale)
        self.cards = {card_name(self.words, card): card for card in DECK}
        self._clicks = 0

    # -- hearing ---------------------------------------------------------------------------

    def page(self) -> Page:
        """Their newest hand."""
        return heard(self.sim.hand(self.name))

    def said(self, page: Page, key: str) -> str | None:
        """What is said where a sentence of this kind stands, None where none does."""
        template = re.escape(self.words._messages[key][0])
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", template)
        found = (re.fullmatch(pattern, line) for line in page.lines)
        match = next((each for each in found if each is not None), None)
        return None if match is None else match["cards"]

    def named(self, text: str | None) -> list[Card]:
        """Cards that are told one after another."""
        return [self.cards[each] for each in text.split(", ")] if text else []

    def hand(self, page: Page) -> list[Card]:
        """The cards held."""
        return self.named(self.said(page, "alt.hand"))

    # -- doing -----------------------------------------------------------------------------

    async def act(self) -> bool:
        """Do what is due; whether anything was."""
        page = self.page()
        label = self._button(page)
        if label is not None:
            self.heard.append(page)
            await self._press(label)
            return True
        options = [each for each in page.buttons if self.card(each) is not None]
        if not options:
            return False
        self.heard.append(page)
        await self._press(self._discard(page, options))
        await self._answer(self.page())
        self.turns.append(self._clicks)
        self._clicks = 0
        return True

    def card(self, label: str) -> Card | None:
        """The card of a button, which may be marked, or say that it is the last one."""
        names = [re.sub("( [✓+○])+$", "", label)]
        last = self.words("hand.discard_last", card="\n").split("\n")
        if label.startswith(last[0]) and label.endswith(last[1]):
            names.append(label[len(last[0]) : len(label) - len(last[1])])
        return next((self.cards[each] for each in names if each in self.cards), None)

    def _button(self, page: Page) -> str | None:
        """The button to press, by its label alone."""
        taking = self._take(page)
        wanted = [
            self.words("table.ready"),
            self.words("hand.decline"),
            *([taking] if taking else []),
            *(self.words(f"hand.{each}") for each in ("draw", "draw_nothing", "lay", "hit_all")),
            # Where there is a single hit, a button names it.
            *(each for each in page.buttons if " → " in each),
        ]
        return next((each for each in wanted if each in page.buttons), None)

    def _take(self, page: Page) -> str | None:
        """Take the top discard where it makes a pair or a better one of cards held."""
        for card in self.hand(page):
            label = self.words("hand.take", card=card_name(self.words, card))
            if label in page.buttons:
                return label
        return None

    def _discard(self, page: Page, options: list[str]) -> str:
        """A card that does not fit, the highest first; a Skip where it is there to be played."""
        fitting = self.named(self.said(page, "alt.fitting"))
        skip = self.words("terms.skip")
        for option in options:
            if option.startswith(skip):
                return option
        cards = {option: self.card(option) for option in options}
        loose = {option: card for option, card in cards.items() if card not in fitting}
        worth = {option: card.number or 0 for option, card in (loose or cards).items() if card}
        return max(worth, key=lambda each: worth[each])

    async def _press(self, label: str) -> None:
        if label == self.words("table.ready"):
            # Who hit the last card away needed no discard to end the turn.
            self._clicks = 0
        elif label != self.words("hand.decline"):
            self._clicks += 1
        await self._use(label)

    async def _answer(self, page: Page) -> None:
        """Answer the question that a Wild or a Skip asks."""
        asked = self.words("hand.skip_question") in "".join(page.lines)
        if asked or self.words("hand.discard_it") in page.buttons:
            discards = [each for each in page.buttons if each == self.words("hand.discard_it")]
            await self._press((discards or page.buttons)[0])

    async def _use(self, label: str) -> None:
        """Use the button that says this; only equal cards may be named twice."""
        shown = self.sim.hand(self.name)
        found = [
            each
            for each in shown.components
            if each["type"] == BUTTON and _label(each) == label and not each.get("disabled")
        ]
        assert len(found) == 1 or (found and self.card(label)), (label, heard(shown))
        await self.sim.tap(self.name, shown, found[0]["custom_id"])


async def play_by_ear(sim: Sim, *readers: DisplayOptions) -> None:
    """Play until the game is over; somebody always knows what to do."""
    for _ in range(MOST_CLICKS):
        if not sim.manager.running:
            return
        acted = [await reader.act() for reader in readers if sim.manager.running]
        assert any(acted), [reader.page() for reader in readers]
    raise AssertionError("the game does not end")
