"""Quick playouts of the rest of a hand, by one simple policy for all seats.

A world is one way in which the hidden cards may lie. Playing it on leaves out what matters little
to who lays and who goes out: protections against Skips, save piles and stalemates. A world uses no
randomness, so two plays from copies of one world differ by what was played alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from math import inf

from bot.rules.cards import HIGHEST, SKIP, WILD, Card
from bot.rules.distance import Solver
from bot.rules.editions import RuleSet
from bot.rules.groups import Group
from bot.rules.laying import best_lay
from bot.rules.phases import Phase

from .collection import collection

MOST_TURNS = 120
"""Turns of all seats after which a playout ends with nobody out."""
POINTS = 32
"""More than all that decides between cards that serve equally: points, and :data:`WANTED`."""
WANTED = 10
"""Points that discarding a card costs that the next player is noticed to want for its phase."""
REACH = 20
"""Points that a card next to a run on the table is worth; half of it for each further step."""
FAR = 12
"""More steps than there are to any group."""


class OpenGroup:
    """A group on the table, as far as hits need it; hits change it."""

    __slots__ = ("_colour", "_high", "_low", "_number")

    def __init__(self, group: Group) -> None:
        self._number, self._colour = group.number, group.colour
        self._low, self._high = group.low, group.high

    def copy(self) -> OpenGroup:
        """A group that later hits on this one do not change."""
        made = OpenGroup.__new__(OpenGroup)
        made._number, made._colour = self._number, self._colour
        made._low, made._high = self._low, self._high
        return made

    def steps(self, card: Card) -> int:
        """How many numbers lie between a natural card and the group's end; 0 where it fits."""
        if self.takes(card):
            return 0
        number = card.number or 0
        if not self._high or (self._colour is not None and card.colour is not self._colour):
            return FAR
        if number < self._low:
            return self._low - 1 - number
        return number - self._high - 1 if number > self._high else FAR

    def takes(self, card: Card) -> bool:
        """Whether a natural card fits here."""
        if self._high:
            ends = card.number in (self._low - 1, self._high + 1)
            return ends and (self._colour is None or card.colour is self._colour)
        if self._number is not None:
            return card.number == self._number
        return card.colour is self._colour

    def hit(self, card: Card) -> bool:
        """Put a natural card or a Wild here, if it fits."""
        if card is WILD:
            return self._hit_wild()
        if not self.takes(card):
            return False
        if self._high and card.number == self._low - 1:
            self._low -= 1
        elif self._high:
            self._high += 1
        return True

    def _hit_wild(self) -> bool:
        if not self._high:
            return True
        if self._high < HIGHEST:
            self._high += 1
        elif self._low > 1:
            self._low -= 1
        else:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Goal:
    """The phase that a seat tries.

    Attributes:
        phase: the phase.
        solver: its plans, or those near the seat's hand.
    """

    phase: Phase
    solver: Solver


class Holder:
    """A seat of a world and its cards.

    Attributes:
        cards: its hand; changed by :meth:`add` and :meth:`remove` alone.
        goal: the phase that it tries; None once it is down.
        skipped: whether its next turn is lost.
    """

    __slots__ = ("_collection", "cards", "goal", "skipped")

    def __init__(self, cards: Sequence[Card], goal: Goal | None, *, skipped: bool = False) -> None:
        self.cards, self.goal, self.skipped = list(cards), goal, skipped
        self._collection = None if goal is None else collection(goal.solver, cards)

    def copy(self) -> Holder:
        """A seat that what happens to this one does not change."""
        made = Holder.__new__(Holder)
        made.cards, made.goal, made.skipped = self.cards.copy(), self.goal, self.skipped
        made._collection = None if self._collection is None else self._collection.copy()
        return made

    def add(self, card: Card) -> None:
        """Take a card into the hand."""
        self.cards.append(card)
        if self._collection is not None and card is not SKIP:
            self._collection.add(card)

    def remove(self, card: Card) -> None:
        """Give a card away."""
        self.cards.remove(card)
        if self._collection is not None and card is not SKIP:
            self._collection.remove(card)

    def wants(self, card: Card) -> bool:
        """Whether a card other than a Skip brings the phase nearer; only before it is down."""
        collected = self._collection
        if collected is None or collected.is_complete:
            return False
        return card is WILD or collected.wants(card)

    def lay(self, rules: RuleSet) -> tuple[Group, ...]:
        """Lay the phase if the hand holds it; the groups, none otherwise."""
        goal, collected = self.goal, self._collection
        if goal is None or collected is None or not collected.is_complete:
            return ()
        groups = best_lay(self.cards, goal.phase, rules)
        if groups is None:
            return ()
        self.goal = self._collection = None
        for group in groups:
            for card in group.cards:
                self.cards.remove(card.held)
        return groups

    def least_useful(self, feeding: Container[Card] = (), wanted: Container[Card] = ()) -> Card:
        """The card to discard before the phase is down: what the nearest plans need least.

        Args:
            feeding: the cards that the next player could hit.
            wanted: the cards that the next player is noticed to want for its phase.
        """
        kinds = [card for card in dict.fromkeys(self.cards) if card.is_natural]
        if not kinds:
            return SKIP if SKIP in self.cards else WILD
        collected = self._collection
        assert collected is not None, "the phase is not down"
        costs = [
            (loss + collected.worth * (card in feeding)) * POINTS
            - card.points
            + WANTED * (card in wanted)
            for loss, card in zip(collected.losses(kinds), kinds, strict=True)
        ]
        return kinds[costs.index(min(costs))]


@dataclass(frozen=True, slots=True)
class Noticed:
    """The cards of which players notice that the next one wants them.

    Attributes:
        before: by players who collect.
        on_table: by players whose phase is down.
    """

    before: Container[Card] = ()
    on_table: Container[Card] = ()


NOTHING_NOTICED = Noticed()


def _wanted_by(seat: Holder, cards: Iterable[Card], noticed: Container[Card]) -> list[Card]:
    """The number cards that a seat is noticed to want for its phase."""
    if seat.goal is None or seat.skipped:
        return []
    kinds = {card for card in cards if card.is_natural and card in noticed}
    return [card for card in kinds if seat.wants(card)]


class World:
    """The rest of a hand in which every card is known.

    Attributes:
        seats: those who play, the one to act first.
        noticed: what they notice of each other; nothing at first.
    """

    __slots__ = ("_groups", "_left", "_pile", "_rules", "_top", "_turn", "noticed", "seats")

    def __init__(
        self,
        rules: RuleSet,
        seats: Sequence[Holder],
        groups: Sequence[OpenGroup],
        pile: Sequence[Card],
        top: Card | None,
    ) -> None:
        """Begin at the first seat's draw or discard.

        Args:
            rules: the rule set.
            seats: those who play, the one to act first.
            groups: the groups on the table.
            pile: the draw pile, its top last.
            top: the top discard, if any.
        """
        self._rules, self.seats, self._groups = rules, list(seats), list(groups)
        self._pile, self._left = pile, len(pile)
        self._top, self._turn, self.noticed = top, 0, NOTHING_NOTICED

    def copy(self) -> World:
        """The same world, to be played on in another way."""
        made = World.__new__(World)
        made._rules, made._pile, made._left = self._rules, self._pile, self._left
        made._top, made._turn, made.noticed = self._top, self._turn, self.noticed
        made.seats = [seat.copy() for seat in self.seats]
        made._groups = [group.copy() for group in self._groups]
        return made

    def play_discard(self, card: Card, target: int | None = None) -> None:
        """Discard a card, then play the hand to its end.

        Args:
            card: held by the seat to act.
            target: the seat that a Skip names, counted from the one to act.
        """
        self._discard(self.seats[self._turn], card, target)
        self._go_on()

    def play_draw(self, *, taken: bool) -> None:
        """Draw the top discard or from the draw pile, then play the hand to its end."""
        seat = self.seats[self._turn]
        if taken:
            self._take(seat)
        elif not self._draw(seat):
            return
        self._play(seat)
        self._go_on()

    def _go_on(self) -> None:
        """Play to the end of the hand after a turn."""
        seats, more = self.seats, MOST_TURNS
        ends = False
        while more:
            if not seats[self._turn].cards and not ends:
                more, ends = len(seats) if self._rules.last_turn else 1, True
            more -= 1
            self._turn = (self._turn + 1) % len(seats)
            if more and not self._turn_of(seats[self._turn]):
                return

    def _turn_of(self, seat: Holder) -> bool:
        """A whole turn; False where no card can be drawn."""
        if seat.skipped:
            seat.skipped = False
            return True
        top = self._top
        if top is not None and top is not SKIP and self._wanted(seat, top):
            self._take(seat)
        elif not self._draw(seat):
            return False
        self._play(seat)
        return True

    def _wanted(self, seat: Holder, card: Card) -> bool:
        if seat.goal is not None:
            return seat.wants(card)
        return self._fits(card)

    def _take(self, seat: Holder) -> None:
        assert self._top is not None, "the top discard is taken only where there is one"
        seat.add(self._top)
        self._top = None

    def _draw(self, seat: Holder) -> bool:
        if not self._left:
            return False
        self._left -= 1
        seat.add(self._pile[self._left])
        return True

    def _play(self, seat: Holder) -> None:
        """Lay and hit what can be, then discard."""
        self._groups += [OpenGroup(group) for group in seat.lay(self._rules)]
        if seat.goal is None:
            self._hit(seat)
        if seat.cards:
            self._discard(seat, self._choice(seat), None)

    def _choice(self, seat: Holder) -> Card:
        """The card to discard: a Skip as soon as there is somebody to name."""
        if SKIP in seat.cards and self._most_dangerous(seat) is not None:
            return SKIP
        following = self.seats[(self._turn + 1) % len(self.seats)]
        if seat.goal is None:
            return self._worst_on_table(seat, following)
        if following.skipped:
            return seat.least_useful()
        if following.goal is None:
            return seat.least_useful([card for card in seat.cards if self._fits(card)])
        return seat.least_useful((), _wanted_by(following, seat.cards, self.noticed.before))

    def _worst_on_table(self, seat: Holder, following: Holder) -> Card:
        """The card to discard once the phase is down: what is dear and cannot be hit soon."""
        wanted = _wanted_by(following, seat.cards, self.noticed.on_table)

        def cost(card: Card) -> float:
            if card is WILD:
                return inf
            steps = min([group.steps(card) for group in self._groups], default=FAR)
            reach = REACH * 0.5**steps if card.is_natural else 0.0
            return reach + WANTED * (card in wanted) - card.points

        return min(seat.cards, key=cost)

    def _fits(self, card: Card) -> bool:
        return card is WILD or any(group.takes(card) for group in self._groups)

    def _hit(self, seat: Holder) -> None:
        """Hit all cards that fit; the last one is kept where going out takes a discard."""
        keep = 1 if self._rules.out_by_discard else 0
        again = True
        while again:
            again = False
            for card in seat.cards[:]:
                if card is not SKIP and len(seat.cards) > keep and self._hit_one(card):
                    seat.remove(card)
                    again = True

    def _hit_one(self, card: Card) -> bool:
        for group in self._groups:  # noqa: SIM110  # quicker, and it is asked most of all
            if group.hit(card):
                return True
        return False

    def _discard(self, seat: Holder, card: Card, target: int | None) -> None:
        seat.remove(card)
        self._top = card
        if card is SKIP:
            named = self._most_dangerous(seat) if target is None else self.seats[target]
            if named is not None:
                named.skipped = True

    def _most_dangerous(self, seat: Holder) -> Holder | None:
        """Whom a Skip names: who has laid, with the fewest cards."""
        others = [each for each in self.seats if each is not seat and not each.skipped]
        return min(others, key=lambda each: (each.goal is not None, len(each.cards)), default=None)
