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
        "I have updated what `load_rows` is called with.",
        "我更新了 `load_rows` 会用到的参数。",
        "The user expects that `load_rows` does not skip a row.",
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


@pytest.mark.parametrize(
    ("said", "held_too"),
    [
        ("`load_rows` drops the first row. It goes on from the second.", 2),
        ("`load_rows` drops the first row. The header isn't even checked for it.", 2),
        ("`load_rows` drops the first row. The batches come from a queue.", 1),
        ("`load_rows` 会丢掉第一行。它从第二行读起。", 2),
        ("`load_rows` 会丢掉第一行。表头也没有检查。", 2),
        ("`load_rows` 会丢掉第一行。数据来自队列。", 1),
    ],
)
def test_what_leans_on_it_or_tells_the_fault_with_it_is_marked(said: str, held_too: int) -> None:
    """Alone it would read as the present state."""
    assert len(held(fixed(said))) == held_too


@pytest.mark.parametrize(
    "said",
    [
        "The code has the invalid `rows.is_first` of another type.",
        "代码里的 `rows.is_first` 是另一种类型的。",
    ],
)
def test_code_that_was_taken_out_was_there_before(said: str) -> None:
    """The sentence names what the lines do not hold any more."""
    s = SessionBuilder()
    s.user("The importer fails. 导入失败。")
    s.agent(said)
    s.edit("src/importer.py", "if rows.is_first(batch):", "if batch.number == 0:")
    assert held(s) == [said]
    s.agent(said)
    assert held(s) == [said]


@pytest.mark.parametrize("path", ["plans/importer.md", "notes/导入.MD"])
def test_a_plan_that_is_written_anew_changes_no_code(path: str) -> None:
    """What its lines do not name any more is in the code as it was."""
    s = SessionBuilder()
    s.user("Plan the mending of the importer. 先写修复计划。")
    s.agent("The code has the invalid `rows.is_first` of another type.")
    s.edit(path, "Replace rows.is_first(batch).", "Count the batches.")
    assert held(s) == []


@pytest.mark.parametrize(
    "said",
    ["The command is defined in src/start.py.", "这个命令在 src/start.py 里，它有三个选项。"],
)
def test_of_a_deleted_file_all_is_past(said: str) -> None:
    """Whatever was said of it."""
    s = SessionBuilder()
    s.user("Remove the start command. 删除 start 命令。")
    s.run("Read", "def start():\n    pass\n", file_path="src/start.py")
    s.agent(said)
    s.run("Bash", "", command="rm src/start.py", is_error=False)
    s.agent("Removed. 已删除。")
    assert held(s) == [said]


@pytest.mark.parametrize(
    ("praise", "reserved"),
    [
        ("`load_rows` is clean and well tested.", "`load_rows` is clean, but it never closes."),
        ("`load_rows` 写得好，思路清晰。", "`load_rows` 很清晰，但会丢行。"),
    ],
)
def test_praise_is_not_taken_back_by_a_change(praise: str, reserved: str) -> None:
    """With a reservation it tells a fault."""
    assert held(fixed(praise)) == []
    assert held(fixed(reserved)) == [reserved]
