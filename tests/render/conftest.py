"""What is written in pictures while a test runs."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.engine import Canvas


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    write = Canvas.text

    def noted(self: Canvas, line: str, *args: Any, **more: Any) -> int:
        lines.append(line)
        return write(self, line, *args, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    return lines
