from __future__ import annotations

from cogs.bounded import Bounded


def test_what_was_not_used_for_longest_is_forgotten() -> None:
    kept: Bounded[str, int] = Bounded(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (1, None, 3)


def test_what_is_dropped_is_gone_and_dropping_twice_is_no_error() -> None:
    kept: Bounded[str, int] = Bounded(2)
    kept.put("a", 1)
    kept.drop("a")
    kept.drop("a")
    assert kept.get("a") is None
