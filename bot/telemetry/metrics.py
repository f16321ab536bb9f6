"""What a running bot counts about itself, for Prometheus; no name, card or token is among it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """The counters of one bot; each bot has its own registry, so that several fit in a process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._interactions = self._counter(
            "interactions",
            "Commands, clicks and windows, by what came of them: done, a refusal's code, failed.",
            "outcome",
        )
        self._handling = self._histogram(
            "interaction_seconds",
            "From an interaction's arrival until everything it asked for was done.",
        )
        self._writes = self._histogram(
            "write_seconds", "Transactions that write, waiting for the database included."
        )
        self._refused = self._counter(
            "refused_writes",
            "Transactions that the database refused, by the code of the reason.",
            "code",
        )
        self._overtaken = self._counter(
            "overtaken_tables",
            "Tables found to have been moved on by another process that serves the same shard.",
        )
        self._pictures = self._histogram(
            "picture_seconds", "Drawing a picture, waiting for a thread included."
        )
        self._undrawn = self._counter("failed_pictures", "Pictures that could not be drawn.")
        self._untold = self._counter(
            "failed_announcements",
            "Announcements that did not reach their channel, by what they were to show.",
            "what",
        )
        self._decisions = self._histogram(
            "decision_seconds", "Decisions of computer players, by level.", "level"
        )
        self._lag = self._histogram(
            "loop_lag_seconds", "How much later than asked the event loop came round."
        )

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"phase10_{name}", what, labels, registry=self._registry)

    def _histogram(self, name: str, what: str, *labels: str) -> Histogram:
        return Histogram(f"phase10_{name}", what, labels, buckets=_QUICK, registry=self._registry)

    def gauge(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Report a number that is asked for at each reading; ``name`` goes without the prefix."""
        gauge = Gauge(f"phase10_{name}", what, registry=self._registry)
        gauge.set_function(value)

    def interaction(self, outcome: str, seconds: float) -> None:
        """An interaction was handled; ``outcome`` is one of few words."""
        self._interactions.labels(outcome).inc()
        self._handling.observe(seconds)

    @contextmanager
    def write(self) -> Iterator[None]:
        """Time a transaction that writes; an exception with a ``code`` is counted by it."""
        began = time.perf_counter()
        try:
            yield
        except Exception as error:
            self._refused.labels(str(getattr(error, "code", "failed"))).inc()
            raise
        finally:
            self._writes.observe(time.perf_counter() - began)

    def overtaken(self) -> None:
        """Another process had moved a table of this one on."""
        self._overtaken.inc()

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Time a picture; an exception is counted."""
        with self._pictures.time(), self._undrawn.count_exceptions():
            yield

    def not_announced(self, what: str) -> None:
        """An announcement failed; ``what`` is one of few words."""
        self._untold.labels(what).inc()

    @contextmanager
    def deciding(self, level: str) -> Iterator[None]:
        """Time a computer player's decision."""
        with self._decisions.labels(level).time():
            yield

    def lagged(self, seconds: float) -> None:
        """The event loop came round so much later than asked."""
        self._lag.observe(max(0.0, seconds))

    def exposition(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self._registry)
