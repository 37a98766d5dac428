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


def told(*commands: str) -> list[str]:
    """The lines of files, each as the tracer finds its names in what it cites."""
    s = SessionBuilder()
    s.user("Tidy up. 请整理。")
    for command in commands:
        printed = "limit = 2\n" if command.startswith("cat old") else ""
        s.run("bash", printed, command=command, is_error=False)
    tracer = LiteralTracer.of_messages({message.id: message for message in s.messages})
    lines = [c for c in proposed(FilesCompressor(), s.messages) if c.text.startswith("`")]
    for line in lines:
        assert tracer.untraceable(Entry(text=line.text, sources=line.sources)) == ()
    return [line.text for line in lines if not line.text.startswith("`bash ")]


LOOK = "cat old/表.py"
EDIT = "sed -i 's/limit = 2/limit = 3/' old/表.py"
READ = "`old/表.py`"


@pytest.mark.parametrize(
    "commands",
    [
        ("mv old new", "mv new old"),
        ("mv old new && mv new old",),
        ("git mv old new", "git mv new old"),
        ("mv old new", "mv new third", "mv third new", "mv new old"),
        ("mv old/表.py old/表.py.bak", "mv old/表.py.bak old/表.py"),
        ("mv old/表.py kept.py", "mv kept.py old/表.py"),
    ],
)
def test_what_was_moved_there_and_back_is_where_it_was(commands: tuple[str, ...]) -> None:
    """As it was, with its changes or without any."""
    assert told(LOOK, *commands) == [READ]
    assert told(LOOK, EDIT, *commands) == [f"{READ} modified"]
    assert told(MADE, *commands) == [f"{READ} created"]


@pytest.mark.parametrize(
    "commands",
    [
        ("mv old new", "git checkout ."),
        ("mv old new", "git checkout -- old"),
        ("mv old new", "git restore old"),
        ("git mv old new", "git reset --hard"),
        ("git mv old new", "git stash"),
        ("rm -rf old", "git checkout -- old"),
        ("rm -rf old", "git reset --hard HEAD"),
        ("cp -r old kept", "rm -rf old", "mv kept old"),
    ],
)
def test_what_was_read_in_a_folder_that_is_back_has_its_old_name(
    commands: tuple[str, ...],
) -> None:
    assert READ in told(LOOK, *commands)


def test_a_folder_whose_move_was_set_aside_and_brought_back_is_moved() -> None:
    lines = told(LOOK, EDIT, "git mv old new", "git stash", "git stash pop")
    assert lines[0].startswith(f"{READ} (renamed to `new/表.py`)")


@pytest.mark.parametrize("again", ["mv new third", "git mv new third"])
def test_a_folder_moved_twice_has_its_last_name(again: str) -> None:
    assert "`third/表.py`" in told(LOOK, "mv old new", again)
