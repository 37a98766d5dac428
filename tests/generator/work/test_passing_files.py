"""Files that were made here, moved, and deleted under another name."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.files import FilesCompressor


def moved(*commands: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Find the fault. 请查找问题。")
    for command in ("echo 'import re' > bar.py", *commands):
        s.run("Bash", "", command=command, is_error=False)
    return s


def gone(session: SessionBuilder) -> frozenset[str]:
    passing = view_of(session.messages).passing_files
    return frozenset(name for name, label in passing.items() if label == "gone")


def test_a_file_that_was_made_moved_and_deleted_leaves_nothing() -> None:
    """All its names share the line of what came and went."""
    s = moved("mkdir -p lab && mv bar.py lab/", "rm -rf lab")
    assert gone(s) >= {"bar.py", "lab/bar.py"}
    lines = texts_of(proposed(FilesCompressor(), s.messages))
    assert not any("renamed" in line or line.endswith("deleted") for line in lines)


@pytest.mark.parametrize("last", ["mv lab/bar.py kept.py", "ls lab"])
def test_one_that_is_still_there_under_some_name_is_work(last: str) -> None:
    """It was moved, and is not gone."""
    assert not gone(moved("mkdir -p lab && mv bar.py lab/", last))


def test_a_file_of_the_project_that_was_moved_and_deleted_is_a_change() -> None:
    """It was there before."""
    s = SessionBuilder()
    s.user("Remove the old module.")
    s.run("Bash", "", command="git mv src/a.py src/b.py", is_error=False)
    s.run("Bash", "", command="rm src/b.py", is_error=False)
    assert not gone(s)
