"""Aligned lines."""

from __future__ import annotations

from uagent_memory.cli.columns import columns


def test_columns_are_aligned_in_both_languages() -> None:
    """Wide characters take two cells; figures end in one column."""
    rows = [("m1", "12", "short"), ("消息10", "3", "长一点的文本")]
    lines = list(columns(("id", "seen", "text"), rows, numbers=("seen",)))
    assert lines == ["id      seen  text", "m1        12  short", "消息10     3  长一点的文本"]


def test_the_last_column_is_cut_to_the_terminal() -> None:
    lines = list(columns(("id", "text"), [("m1", "x" * 50), ("m2", "限流" * 20)], width=24))
    assert lines[1] == f"m1  {'x' * 19}…"
    assert lines[2].startswith("m2  限流限流")
    assert lines[2].endswith("…")
    assert list(columns(("id", "text"), [("m1", "a" * 50)], width=3))[1] == "m1  aaaaaaa…"


def test_no_rows_leave_the_head() -> None:
    assert list(columns(("id", "text"), [])) == ["id  text"]
