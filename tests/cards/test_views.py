"""Which moments of a game are highlights."""

from __future__ import annotations

from dataclasses import replace

from bot.cards.cards import table_card
from bot.cards.events import CardHit, GameEnded, Laid
from bot.cards.views import HighlightKind, PlayerView, find_highlight
from bot.core.events import EndReason
from bot.lab.samples import between, ended, late, table, with_seats

LAID = Laid(1, 2, ())


def test_a_phase_that_nobody_has_laid_before() -> None:
    view = with_seats(late(table(2)), {0: {"completed": (1,), "trying": 3}})
    found = find_highlight(lambda: view, (LAID, CardHit(1, 1, 0, table_card("R7"))))
    assert found is not None
    assert (found.kind, found.seats, found.view) == (HighlightKind.LAID, (1,), view)


def test_a_phase_that_somebody_has_laid_is_not_the_first() -> None:
    def is_first(view: PlayerView) -> bool:
        found = find_highlight(lambda: view, (LAID,))
        assert found is not None
        return found.first

    view = late(table(2))
    earlier = with_seats(view, {0: {"completed": (1, 2), "trying": 3}})
    now = with_seats(view, {0: {"completed": (1,), "trying": 2}})
    alone = with_seats(now, {0: {"groups": ()}})
    assert not is_first(earlier)
    assert not is_first(now)
    assert is_first(alone)
    assert not is_first(replace(alone, playoff=True))


def test_going_out_is_rarer_than_laying() -> None:
    view, hit = between(late(table(3))), CardHit(1, 0, 0, table_card("R3"))
    assert view.last_hand is not None
    found = find_highlight(lambda: view, (LAID, hit, view.last_hand))
    assert found is not None
    assert (found.kind, found.seats, found.hit) == (HighlightKind.OUT, (1,), hit)


def test_the_end_of_a_game_that_somebody_won() -> None:
    view = ended(3)
    assert view.last_hand is not None
    assert view.result is not None
    found = find_highlight(lambda: view, (view.last_hand, view.result))
    assert found is not None
    assert (found.kind, found.seats) == (HighlightKind.WON, view.result.winners)


def test_a_game_that_was_broken_off_is_none() -> None:
    broken_off = GameEnded((0,), ((0, 1),), EndReason.ABANDONED, "")
    assert find_highlight(lambda: late(table(2)), (broken_off,)) is None
