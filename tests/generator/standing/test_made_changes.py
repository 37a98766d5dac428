"""What an agent was set to change, and changed since, is told as done."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.problem_solving import ProblemSolvingCompressor

OLD, NEW = "    return rows[1:]", "    return read_all(rows)"


def looked(said: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("The importer loses rows. 导入时丢行。")
    s.run("Read", f"def load_rows(path):\n{OLD}\n", say=said, file_path="src/importer.py")
    return s


def done(session: SessionBuilder) -> list[str]:
    """The sentences that are told as done, each with the message that did it."""
    view = view_of(session.messages)
    carried = [(s.unit.text, view.made_changes.carrying_out(s)) for s in view.statements]
    return [f"{text} {span.message_id}" for text, span in carried if span is not None]


@pytest.mark.parametrize(
    "said",
    [
        "I need to change `load_rows` to call `read_all(rows)` instead of slicing.",
        "So in `src/importer.py`, inside `load_rows`, I should use `read_all(rows)`.",
        "Now I need to modify `src/importer.py` so that no row is lost.",
        "我需要把 `load_rows` 改成调用 `read_all(rows)`，而不是切片。",
        "为了不丢行，我应该在 `src/importer.py` 里改用 `read_all(rows)`。",
    ],
)
def test_a_change_that_was_made_later_is_no_longer_to_be_made(said: str) -> None:
    """The edit that puts it in is cited; before it, the change is still ahead."""
    s = looked(said)
    assert done(s) == []
    s.edit("src/importer.py", OLD, NEW)
    assert done(s) == [f"{said} m4"]


@pytest.mark.parametrize(
    "said",
    [
        "I need to check what `load_rows` in `src/importer.py` returns.",
        "I should not touch `src/importer.py`.",
        "If I change `src/importer.py`, I need to update the tests.",
        "I'll change `src/importer.py` later.",
        "I need to change `store_rows` in `src/importer.py`.",
        "`src/importer.py` drops the first row.",
        "我需要检查 `src/importer.py` 返回什么。",
        "我不需要改 `src/importer.py`。",
        "稍后我会改 `src/importer.py`。",
        "我需要修改 `src/importer.py` 里的 `store_rows`。",
    ],
)
def test_what_that_change_does_not_carry_out_is_not_done(said: str) -> None:
    """A look, what is left, put off or supposed, another name, and no plan at all."""
    s = looked(said)
    s.edit("src/importer.py", OLD, NEW)
    assert done(s) == []


def test_a_plan_that_is_written_down_is_not_done() -> None:
    """A file that is written to be read holds the names of what is to come."""
    s = looked("I need to use `read_all(rows)`. 我需要改用 `read_all(rows)`。")
    s.run("Write", "File created.", file_path="docs/plan.md", content="Use read_all(rows).")
    assert done(s) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I will undo both steps in the script.", ["I will undo both steps in the script. m2"]),
        ("我将在脚本里撤销这两步。", ["我将在脚本里撤销这两步。 m2"]),
        ("I will undo both steps. Then I need to rename the rest.", []),
        ("我将撤销这两步。然后我需要重命名其余的。", []),
        ("<thinking>\nI'll keep the slice.\n</thinking>\nNow the reader itself:", []),
    ],
)
def test_without_a_name_the_message_itself_must_do_it(said: str, told: list[str]) -> None:
    """Where it goes on to announce more, or only thinks so, nobody knows which was done."""
    s = SessionBuilder()
    s.user("Undo it. 撤销。")
    s.edit("solve.py", OLD, NEW, say=said)
    assert [one for one in done(s) if not one.startswith(("Then", "然后"))] == told


@pytest.mark.parametrize("lead", ["I need to:", "我需要："])
def test_of_a_list_all_items_must_be_done(lead: str) -> None:
    """Else each item would need a line of its own."""
    plan = f"{lead}\n\n1. `load_rows` -> `read_all(rows)`\n2. `store_rows` -> `write_all(rows)`\n"
    s = looked(plan)
    s.edit("src/importer.py", f"def load_rows(path):\n{OLD}", f"def load_rows(path):\n{NEW}")
    assert done(s) == []
    s.edit("src/importer.py", "def store_rows(a):", "def store_rows(a):\n    write_all(rows)")
    assert [one[-2:] for one in done(s)] == ["m4", "m6"]


@pytest.mark.parametrize(
    "said",
    [
        "I decided that we need to use `read_all(rows)` in `load_rows`.",
        "我决定我们需要在 `load_rows` 里使用 `read_all(rows)`，而不是切片。",
    ],
)
def test_a_decision_is_told_as_done_too(said: str) -> None:
    """With the change among its sources."""
    s = looked(said)
    s.edit("src/importer.py", f"def load_rows(path):\n{OLD}", f"def load_rows(path):\n{NEW}")
    s.agent("Next. 下一步。")
    found = [one for one in proposed(ProblemSolvingCompressor(), s.messages) if said in one.text]
    assert texts_of(found, kind="decision") == [f"(done) {said}"]
    assert {"m2", "m4"} <= {at.message_id for one in found for at in one.sources}
