"""What the stored states of all games share."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError

from .errors import SnapshotError


class SnapshotModel(BaseModel):
    """The stored fields of a state; errors do not quote them, as they hold cards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


def damaged(error: ValidationError) -> SnapshotError:
    """Where a stored state is wrong, and the kind of error; nothing that is stored."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"])) or "all of it"
    return SnapshotError(f"{where}: {first['type']}")
