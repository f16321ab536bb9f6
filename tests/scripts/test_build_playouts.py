"""The hook that compiles playouts: what it leaves of an earlier library, and the wheel's tag."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scripts.build_playouts import COMPILERS, LIBRARY, SOURCE, CompilePlayouts

EARLIER = b"an earlier library"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with a library, and a source that can be compiled."""
    (tmp_path / SOURCE).parent.mkdir(parents=True)
    (tmp_path / SOURCE).write_text("int answer(void) { return 42; }\n")
    (tmp_path / LIBRARY).write_bytes(EARLIER)
    return tmp_path


def build(root: Path, target: str = "wheel", version: str = "editable") -> dict[str, Any]:
    hook = CompilePlayouts(str(root), {}, None, None, str(root), target)  # type: ignore[arg-type]
    data: dict[str, Any] = {"artifacts": []}
    hook.initialize(version, data)
    return data


@pytest.mark.skipif(not any(map(shutil.which, COMPILERS)), reason="no C compiler was found")
def test_the_library_is_replaced_and_makes_a_wheel_for_every_python_of_the_platform(
    root: Path,
) -> None:
    data = build(root, version="standard")
    assert (root / LIBRARY).read_bytes() != EARLIER
    assert data["artifacts"] == [LIBRARY]
    assert data["tag"].startswith("py3-none-")
    assert not data["tag"].endswith("-any")


def test_a_source_distribution_leaves_the_library(root: Path) -> None:
    assert build(root, "sdist", "standard") == {"artifacts": []}
    assert (root / LIBRARY).read_bytes() == EARLIER


def test_a_compiler_that_fails_leaves_the_library_and_ends_an_editable_installation(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "false")
    with pytest.raises(subprocess.CalledProcessError):
        build(root)
    assert (root / LIBRARY).read_bytes() == EARLIER
    assert build(root, version="standard") == {"artifacts": []}


def test_without_a_compiler_no_library_of_another_version_stays(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(root))
    assert build(root) == {"artifacts": []}
    assert not (root / LIBRARY).exists()
