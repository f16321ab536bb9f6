"""Findings of reviews for a person, by game and as means over games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .statistics import Estimate, mean_of

FEWEST_FOR_MEANS = 5
"""Games required for a mean over them."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The findings of a review for one seat, in chances to win the game."""

    # Luck of the deals and of the draws, and the effect of what the other players did.
    deals: float
    draws: float
    others: float
    # How much better the seat's choices were than hard's, with the standard error, and how many
    # decisions were compared; None where none can be compared.
    choices: float | None
    error: float | None
    decisions: int


@dataclass(frozen=True, slots=True)
class DueReview:
    """A person's seat in a finished game that has not been reviewed yet."""

    guild_id: int
    user_id: int
    game_id: str
    seat: int


@dataclass(frozen=True, slots=True)
class ReviewMeans:
    """A person's luck and choices as means over games; None for fewer than five games."""

    games: int
    deals: Estimate | None
    draws: Estimate | None
    # In how many games choices were compared with hard's, and how much better they were.
    compared: int
    choices: Estimate | None


def means_of(reviews: Sequence[SeatReview]) -> ReviewMeans:
    """The means over games; their intervals contain the errors of the single games."""
    choices = [review.choices for review in reviews if review.choices is not None]
    return ReviewMeans(
        games=len(reviews),
        deals=_mean([review.deals for review in reviews]),
        draws=_mean([review.draws for review in reviews]),
        compared=len(choices),
        choices=_mean(choices),
    )


def _mean(values: Sequence[float]) -> Estimate | None:
    return mean_of(values) if len(values) >= FEWEST_FOR_MEANS else None
