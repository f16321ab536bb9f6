"""What tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable

Said = tuple[int, str, str]
"""Exit status, stdout, stderr."""
Run = Callable[..., Said]


def refused(said: Said, status: int, *words: str) -> None:
    """Check that a command was refused with one sentence that has these words."""
    got, out, err = said
    assert (got, out) == (status, "")
    assert err.startswith("phase10: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for word in words:
        assert word in err
