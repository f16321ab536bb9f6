"""What a table refuses, beside what the rules core refuses.

Codes: ``already_running``, ``already_seated``, ``bad_turn_limit``, ``closed``, ``discord_slow``,
``game_over``, ``has_limit``, ``lobby_open``, ``no_computer``, ``no_computers``, ``no_game``,
``no_lobby``, ``no_seat``, ``not_forgotten``, ``not_here``, ``not_host``, ``not_now``,
``not_stored``, ``not_yet``, ``not_your_turn``, ``stale``, ``table_full``, ``too_few_players``,
``too_many_channels``.
"""

from __future__ import annotations

from typing import Any


class TableError(Exception):
    """Something a table refuses, nothing changed; ``code`` says why, ``data`` the particulars."""

    def __init__(self, code: str, **data: Any) -> None:  # noqa: ANN401  # particulars of any kind
        super().__init__(code, data)
        self.code = code
        self.data: dict[str, Any] = data

    def __str__(self) -> str:
        particulars = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"{self.code} ({particulars})" if particulars else self.code
