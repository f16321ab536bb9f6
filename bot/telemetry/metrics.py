"""Prometheus metrics of a running bot; they contain no name, card or token."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.seating import Level

ANNOUNCEMENTS = (
    *("animation", "animation-end", "appointment", "cup", "cup-reminder", "daily", "deletion"),
    *("question", "gone"),
    *("hand", "invitation", "invitation-end", "lobby", "notice", "opening", "ping", "remind"),
    *("role", "season", "sheet", "table"),
)
"""The kinds of updates of channels."""
_REFUSALS = (
    *("locked", "full", "readonly", "cannot_open", "not_a_database", "corrupt", "exists"),
    *("closed", "failed", "unreachable", "not_let_in", "no_such_database"),
    *("unknown", "stale", "taken"),
)
_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

Labels = Mapping[str, tuple[str, ...]]  # the known values of a label
NO_LABELS: Labels = {}
M = TypeVar("M", Counter, Histogram)


class Metrics:
    """The metrics of one bot, in a registry of its own, so that several fit in a process.

    All counters exist from the start, as Prometheus sees no increase from a missing one.
    """

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no annotations
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._interactions = self._counter(
            "interactions",
            "Commands, clicks and windows by outcome: done, the code of a refusal, failed.",
            {"outcome": ("done", "failed")},
        )
        self._handling = self._histogram(
            "interaction_seconds", "From the arrival of an interaction until its work is done."
        )
        self._writes = self._histogram(
            "write_seconds", "Transactions that write, including waiting for the database."
        )
        self._refused = self._counter(
            "refused_writes",
            "Transactions that the database refused, by error code.",
            {"code": _REFUSALS},
        )
        self.overtaken_tables = self._counter(
            "overtaken_tables", "Tables that another process serving the same shard had changed."
        )
        self._pictures = self._histogram("picture_seconds", "Drawing a picture.")
        self._undrawn = self._counter("failed_pictures", "Pictures that could not be drawn.")
        self.failed_announcements = self._counter(
            "failed_announcements",
            "Announcements that did not reach their channel, by kind.",
            {"what": ANNOUNCEMENTS},
        )
        self.daily_attempts = self._counter(
            "daily_attempts", "Attempts at daily hands.", {"what": ("opened", "laid", "not_today")}
        )
        self.decisions = self._histogram(
            "decision_seconds", "Decisions of computer players.", {"level": tuple(Level)}
        )
        self.loop_lag = self._histogram(
            "loop_lag_seconds", "How late the event loop woke up from a sleep."
        )

    def _counter(self, name: str, what: str, labels: Labels = NO_LABELS) -> Counter:
        return _with(Counter(f"phase10_{name}", what, labels, registry=self._registry), labels)

    def _histogram(self, name: str, what: str, labels: Labels = NO_LABELS) -> Histogram:
        histogram = Histogram(
            f"phase10_{name}", what, labels, buckets=_QUICK, registry=self._registry
        )
        return _with(histogram, labels)

    def build(self, **facts: str) -> None:
        """Add a gauge that is always 1, with facts about the program as labels."""
        gauge = Gauge("phase10_build_info", "What is running.", facts, registry=self._registry)
        gauge.labels(**facts).set(1)

    def gauge(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Add a number that is computed on each request; ``name`` has no prefix."""
        gauge = Gauge(f"phase10_{name}", what, registry=self._registry)
        gauge.set_function(value)

    def interaction(self, outcome: str, seconds: float) -> None:
        """Count an interaction; ``outcome`` is one of a few words."""
        self._interactions.labels(outcome).inc()
        self._handling.observe(seconds)

    @contextmanager
    def write(self) -> Iterator[None]:
        """Time a transaction that writes; an exception is counted by its ``code``."""
        began = time.perf_counter()
        try:
            yield
        except Exception as error:
            self._refused.labels(str(getattr(error, "code", "failed"))).inc()
            raise
        finally:
            self._writes.observe(time.perf_counter() - began)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        with self._pictures.time(), self._undrawn.count_exceptions():
            yield

    def exposition(self) -> bytes:
        return generate_latest(self._registry)


def _with(metric: M, labels: Labels) -> M:
    for value in (value for values in labels.values() for value in values):
        metric.labels(value)
    return metric
