from __future__ import annotations

import pytest

from cogs.base.text import escaped


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Anna-Lena", "Anna-Lena"),
        ("**x**", r"\*\*x\*\*"),
        ("_a_ `b` ~c~ ||d||", r"\_a\_ \`b\` \~c\~ \|\|d\|\|"),
        ("# big", r"\# big"),
        ("- item", r"\- item"),
        ("<@1> <#2> <:x:3>", "\\<\\@\u200b1\\> \\<\\#2\\> \\<\\:x\\:3\\>"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("https://x", r"https\://x"),
        ("1. one", r"1\. one"),
        ("日本 👋", "日本 👋"),
        ("@everyone", "\\@\u200beveryone"),
    ],
)
def test_names_are_just_names(name: str, shown: str) -> None:
    assert escaped(name) == shown
