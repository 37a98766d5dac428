"""What agents described before it was changed is marked so."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of

MARKED = ("(before the change) ", "（改动之前）")


def held(session: SessionBuilder) -> list[str]:
    """The sentences that are marked."""
    view = view_of(session.messages)
    return [s.unit.text for s in view.statements if view.before_changes.hold(s)]


def fixed(before: str, after: str = "Done. 完成。") -> SessionBuilder:
    s = SessionBuilder()
    s.user("The importer loses rows. 导入时丢行。")
    s.run("Read", "def load_rows(path):\n    return rows[1:]\n", file_path="src/importer.py")
    s.agent(before)
    s.run(
        "Edit",
        "The file src/importer.py has been updated.",
        file_path="src/importer.py",
        old_string="def load_rows(path):\n    return rows[1:]",
        new_string="def load_rows(path):\n    return rows",
    )
    s.agent(after)
    return s


@pytest.mark.parametrize(
    "said",
    [
        "`load_rows` takes the whole file but the first row.",
        "The header is currently read as a row.",
        "src/importer.py ignores the first row of a batch.",
        "`load_rows` 会丢掉每批的第一行。",
        "目前表头被当作一行读入。",
    ],
)
def test_a_state_that_was_changed_is_marked(said: str) -> None:
    """In the present tense it reads as if it were so still."""
    assert held(fixed(said)) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "`load_rows` should take the whole file.",
        "I'll look at what `load_rows` does.",
        "The batches are read by src/reader.py.",
        "`store_rows` takes the whole file.",
        "`load_rows` 应该读入整个文件。",
    ],
)
def test_wishes_and_other_things_are_not(said: str) -> None:
    """What shall be, and what nobody changed."""
    assert held(fixed(said)) == []


@pytest.mark.parametrize(
    "said",
    ["`load_rows` returns all rows.", "`load_rows` 会返回所有行。", "It is currently green."],
)
def test_what_is_said_after_the_change_holds(said: str) -> None:
    """It tells how things are."""
    assert held(fixed("Let me see. 我看看。", said)) == []


def test_a_file_made_here_was_not_there_before() -> None:
    """What is said while it is made is no earlier state."""
    s = SessionBuilder()
    s.user("Write a reader.")
    s.agent("`read_rows` takes a path and has no limit.")
    s.run(
        "Write",
        "File created successfully at: src/reader.py",
        file_path="src/reader.py",
        content="def read_rows(path):\n    return []\n",
    )
    assert held(s) == []
