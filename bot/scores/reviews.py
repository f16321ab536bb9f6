"""What reviews found for a person, game by game, and the means of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .statistics import Estimate, mean_of

FEWEST_FOR_MEANS = 5
"""Games that it takes until means of them are shown."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What a review found for one seat, in chances to win the game.

    Attributes:
        deals: luck of the deals.
        draws: luck of the draws.
        others: what the others did.
        choices: by how much the seat's choices were better than hard's; None where none can be
            compared.
        error: the standard error of that; None likewise.
        decisions: how many could be compared.
    """

    deals: float
    draws: float
    others: float
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
    """A person's luck and choices, as means over games.

    Attributes:
        games: how many were reviewed.
        deals: luck of the deals; None for fewer than five games.
        draws: luck of the draws; None likewise.
        compared: in how many games choices could be compared with hard's.
        choices: by how much they were better; None for fewer than five such games.
    """

    games: int
    deals: Estimate | None
    draws: Estimate | None
    compared: int
    choices: Estimate | None


def means_of(reviews: Sequence[SeatReview]) -> ReviewMeans:
    """The means over games; their intervals contain the errors of the single games."""
    choices = [each.choices for each in reviews if each.choices is not None]
    return ReviewMeans(
        games=len(reviews),
        deals=_mean([each.deals for each in reviews]),
        draws=_mean([each.draws for each in reviews]),
        compared=len(choices),
        choices=_mean(choices),
    )


def _mean(values: Sequence[float]) -> Estimate | None:
    return mean_of(values) if len(values) >= FEWEST_FOR_MEANS else None
