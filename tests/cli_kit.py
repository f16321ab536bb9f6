"""What tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable

# Text with which a stranger would change a terminal, or forge a line.
HOSTILE = "Eve\x1b]0;x\x07\x9b2J\u202e\u2066\r\nphase10: right\u2028"
Said = tuple[int, str, str]  # exit status, stdout, stderr
Run = Callable[..., Said]


def refused(said: Said, status: int, *words: str) -> None:
    """Check that a command was refused with one sentence that has these words."""
    got, out, err = said
    assert (got, out) == (status, "")
    assert err.startswith("phase10: ")
    assert err.removesuffix("\n").isprintable()
    assert "Traceback" not in err
    for word in words:
        assert word in err
