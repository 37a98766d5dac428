"""The files below a folder that was moved have their new names."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, view_of
from uagent_memory.facts import FactKind, Status
from uagent_memory.generator.compressors.files import FilesCompressor
from uagent_memory.segments import Entry
from uagent_memory.validator.trace import LiteralTracer

MADE = "cat > old/表.py <<'EOF'\nlimit = 3\nEOF"


def session(ask: str, *commands: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user(ask)
    for command in commands:
        s.run("bash", "", command=command, is_error=False)
    return s


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        ("Tidy up.", "`old/表.py` (renamed to `{}`) renamed"),
        ("请整理。", "`old/表.py`（更名为 `{}`） 已更名"),
    ],
)
@pytest.mark.parametrize(
    ("moving", "name"),
    [
        ("mv old new", "new/表.py"),
        ("git mv old new", "new/表.py"),
        ("mv old pkg/", "pkg/old/表.py"),
        ("touch pkg/x.py && mv old pkg", "pkg/old/表.py"),
        ("touch pkg/x.py && git mv old pkg", "pkg/old/表.py"),
    ],
)
def test_a_file_below_a_moved_folder_is_told_by_its_new_name(
    ask: str, line: str, moving: str, name: str
) -> None:
    """Also where the folder went into another; the new name stands in what is cited."""
    s = session(ask, MADE, moving)
    (file,) = [c for c in proposed(FilesCompressor(), s.messages) if c.text == line.format(name)]
    tracer = LiteralTracer.of_messages({message.id: message for message in s.messages})
    assert tracer.untraceable(Entry(text=file.text, sources=file.sources)) == ()
    wrong = file.text.replace(name, f"lib/{name}")
    assert tracer.untraceable(Entry(text=wrong, sources=file.sources)) == (f"lib/{name}",)


def test_later_edits_are_those_of_the_new_name() -> None:
    """And a file that only shares the beginning of its name stays where it is."""
    s = session(
        "Tidy up. 请整理。",
        MADE,
        "touch older.py",
        "mv old new",
        "sed -i 's/limit = 3/limit = 4/' new/表.py",
    )
    ledger = view_of(s.messages).analysis.ledger
    found = {fact.key: fact.status for fact in ledger.of(FactKind.FILE)}
    assert found["old/表.py"] is Status.RENAMED
    assert found["new/表.py"] is Status.MODIFIED
    assert found["older.py"] is Status.CREATED
