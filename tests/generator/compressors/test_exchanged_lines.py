"""A line that a change took out is told with the line that came in its place."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed
from uagent_memory import compress_context_sync
from uagent_memory.entry_kind import EntryKind
from uagent_memory.generator.compressors.files import FilesCompressor

ASKS = ["Raise the limit.", "请提高上限。"]
both = pytest.mark.parametrize("ask", ASKS)


def session(ask: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    return s


def quotes(s: SessionBuilder) -> list[str]:
    candidates = proposed(FilesCompressor(), s.messages)
    return [c.text for c in candidates if c.kind is EntryKind.QUOTE]


@both
def test_the_line_at_the_same_place_stands_beside_it(ask: str) -> None:
    """Of several that came the one that is most like it."""
    s = session(ask)
    s.edit("src/a.py", "limit = 2\nrate = 5", "# 上限\nlimit = 3\nrate = 6")
    assert "- limit = 2\n+ limit = 3" in quotes(s)
    assert "- rate = 5\n+ rate = 6" in quotes(s)


@both
def test_a_later_change_of_the_new_line_is_what_it_became(ask: str) -> None:
    """What came first and was changed again stands no more."""
    s = session(ask)
    s.edit("src/a.py", "limit = 2", "limit = 3")
    s.edit("src/a.py", "limit = 3", "limit = 4")
    assert quotes(s) == ["+ limit = 4", "- limit = 2\n+ limit = 4"]


@both
def test_a_line_whose_successor_cannot_be_shown_is_not_told(ask: str) -> None:
    """It would read as if it had only been taken away; one with no successor is told."""
    s = session(ask)
    s.edit("src/a.py", "limit = 2", "limit = [" + "1, " * 400 + "]")
    assert not [text for text in quotes(s) if text.startswith("-")]
    s.edit("src/b.py", "import os\nlimit = 2", "import os")
    assert "- limit = 2" in quotes(s)


@both
def test_lines_of_a_diff_pair_within_their_stretch(ask: str) -> None:
    """An unchanged line between two changes parts them."""
    s = session(ask)
    s.run("bash", "", command="python3 mend.py src/a.py && sed -i 's/[0-9]$/9/' src/a.py")
    head = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1,5 +1,4 @@"
    rows = "-limit = 2\n rate = 5\n-burst = 1\n+burst = 9"
    s.run("bash", f"{head}\n{rows}", command="git diff")
    assert "- limit = 2" in quotes(s)
    assert "- burst = 1\n+ burst = 9" in quotes(s)


@both
def test_both_lines_are_written_once(ask: str) -> None:
    """The new line, told for itself and beside the old one, stands in the text once."""
    s = session(ask)
    s.run("bash", "\n".join(f"row {n} of the listing" for n in range(900)), command="cat rows.txt")
    s.edit("src/a.py", "limit = compute_limit(2)", "limit = compute_limit(3)")
    text = compress_context_sync(s.messages, to="reviewer", budget=1500).markdown
    assert text.count("+ limit = compute_limit(3)") == 1
    assert text.index("- limit = compute_limit(2)") < text.index("+ limit = compute_limit(3)")
