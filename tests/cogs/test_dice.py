"""A hundred dice games by taps on whatever button is there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import cast

from limits import buttons_of
from past_games import rating

from bot.dice.editions import DICE
from bot.dice.engine import DiceAction, RollOrder, abandon, apply, new_game
from bot.dice.state import DiceState
from bot.dice.views import DiceView, view_for
from bot.i18n import words_for
from bot.model import Level, Occupant, Table
from bot.scores.ratings import Kind
from bot.table.context import SystemClock
from bot.table.manager import GameManager
from cogs.base.clicks import Click, handlers_in
from cogs.base.custom_ids import CustomId, Verb
from cogs.hand import DiceCog
from cogs.pages.dice_page import table_lines, table_page
from cogs.parts import Parts

WORDS = words_for("en")
TABLE = Table("g", 1, 2, 0, (Occupant("Ada", 0, Level.NORMAL),), None, "en", 0.0, 0.0)
GAMES, MOST_TAPS = 100, 60
PLAYS = {Verb.KEEP, Verb.KEEP_ALL, Verb.ROLL, Verb.ROLL_NOW, Verb.STOP}


@dataclass
class Played:
    """A game of one player, as much of its manager as the cog asks for, and its messages."""

    state: DiceState
    asks: bool = False
    chosen: tuple[int, ...] = ()

    @property
    def game(self) -> SimpleNamespace:
        table = replace(TABLE, marks=self.chosen, asked=self.asks)
        return SimpleNamespace(table=table, news=(), deadline=None)

    @property
    def version(self) -> int:
        return self.state.version

    def view(self, user_id: int | None) -> DiceView:
        return view_for(self.state, user_id)

    async def marks(self) -> tuple[int, ...]:
        return self.chosen

    async def mark(self, _user_id: int, _version: int, item: int) -> None:
        self.chosen = tuple(sorted({item}.symmetric_difference(self.chosen)))

    async def mark_only(self, _user_id: int, _version: int, items: tuple[int, ...]) -> None:
        self.chosen = tuple(items)

    async def ask(self, _user_id: int, _version: int) -> None:
        self.asks = True

    async def act(self, _user_id: int, version: int, action: DiceAction) -> None:
        assert version == self.version
        self.state, self.chosen = apply(self.state, action).state, ()

    def buttons(self) -> list[CustomId]:
        found = buttons_of(table_page(WORDS, cast("GameManager", self)).screen())
        meanings = [each.meaning for each in found if each.meaning and not each.disabled]
        return [meaning for meaning in meanings if meaning.verb in PLAYS]

    async def tap(self, meaning: CustomId) -> None:
        self.asks = False
        cog = DiceCog(cast("Parts", SimpleNamespace(guard=None, clock=SystemClock())))
        click = SimpleNamespace(
            user_id=0,
            meaning=meaning,
            arg=next(iter(meaning.args), ""),
            is_private=False,
            interaction=None,
            seated_in=lambda _system: self,
            defer_quietly=_nothing,
        )
        await dict(handlers_in(cog))[meaning.verb].call(cast("Click", click))


async def _nothing() -> None:
    pass


def test_the_end_of_a_game_names_the_ratings_of_dice() -> None:
    game = Played(abandon(new_game("g", DICE, ("Ada", "Bea"), bytes(32))).state)
    changes = {0: {Kind.PEOPLE: rating(1018, 18)}}

    told = "\n".join(table_lines(WORDS, cast("GameManager", game), changes))

    assert "Ada: 0 phases, 0 points · first dice rating against people: 1,018" in told


def lost(before: DiceView, after: DiceView) -> bool:
    """Whether a complete phase is no longer complete, and was not scored."""
    if before.best is None:
        return False
    if after.roll > before.roll:
        return after.best is None
    return after.roll == 0 and (after.last_turn is None or not after.last_turn.success)


async def test_no_single_tap_gives_a_complete_phase_away_without_a_question() -> None:
    random, losses, asked = Random(27), Counter[Verb](), 0
    for number in range(GAMES):
        secret = number.to_bytes(32, "big")
        game = Played(apply(new_game("g", DICE, ("Ada",), secret), RollOrder()).state)
        for _ in range(MOST_TAPS):
            if game.state.over:
                break
            before, was_asked = game.view(0), game.asks
            # Every second tap is on another button than those of the dice.
            buttons = game.buttons()
            others = [each for each in buttons if each.verb is not Verb.KEEP]
            tapped = random.choice(others if others and random.random() < 0.5 else buttons)
            await game.tap(tapped)
            asked += game.asks
            if lost(before, game.view(0)):
                assert was_asked
                losses[tapped.verb] += 1

    # Rolling on after the question does lose phases, and nothing else does.
    assert set(losses) == {Verb.ROLL_NOW}
    assert asked > losses[Verb.ROLL_NOW]
