"""What a table, or a command or component around it, refuses.

Codes raised by the tables: ``already_asked``, ``already_running``, ``already_seated``,
``bad_turn_limit``, ``closed``, ``daily_blocked``, ``daily_closed``, ``daily_not_opened``,
``game_over``, ``has_left``, ``has_limit``, ``lobby_hosted``, ``lobby_joined``, ``lobby_open``,
``moment_passed``, ``no_computer``, ``no_cup``, ``no_free_seat``, ``no_game``, ``no_lobby``,
``no_past_game``, ``no_replay``, ``no_request``, ``no_review``, ``no_seat``, ``not_begun``,
``not_forgotten``, ``not_host``, ``not_looked_up``, ``not_now``, ``not_stored``, ``not_yet``,
``not_your_turn``, ``reviews_busy``, ``solo_running``, ``stale``, ``table_full``,
``too_few_players``, ``too_many_reactions``, ``too_many_requests``.

Codes raised only by the user interface: ``bad_start``, ``begun``, ``bot_member``,
``daily_shared``, ``discord_slow``, ``elsewhere``, ``game_ended``, ``game_gone``,
``hosts_elsewhere``, ``may_not_post``, ``no_computers``, ``no_reactions``,
``no_thread``, ``not_a_member``, ``not_here``, ``not_ranked``, ``not_read``, ``only_in_servers``,
``only_you_see``, ``posted_lately``, ``record_running``, ``thread_locked``,
``thread_refused``, ``too_many_threads``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.errors import CodedError
from bot.storage.errors import StaleWriteError, StoreError


class TableError(CodedError):
    """An action that was refused; nothing was changed."""


@contextmanager
def looking_up() -> Iterator[None]:
    """Turn a failure of the store into a refusal: TableError ``not_looked_up``."""
    try:
        yield
    except StoreError as error:
        raise TableError("not_looked_up") from error


@contextmanager
def storing() -> Iterator[None]:
    """Turn a failure of the store into a refusal: TableError ``not_stored`` or ``stale``."""
    try:
        yield
    except StaleWriteError as error:
        raise TableError("stale") from error
    except StoreError as error:
        raise TableError("not_stored") from error
