"""With what an agent's last words say what comes next."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of, view_of
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor


def ahead(session: SessionBuilder) -> list[str]:
    """What stands as the next step."""
    view = view_of(session.messages)
    return [s.unit.text for s in view.statements if s.unit.span in view.standing.next_steps]


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("The tests of the parser pass. Now let me review its code:", "Now let me review its code"),
        ("解析器的测试通过了。现在让我评审它的代码：", "现在让我评审它的代码"),
        ("接下来让我评审它的代码：", "接下来让我评审它的代码"),
    ],
)
def test_what_a_look_only_prepares_is_still_to_come(said: str, step: str) -> None:
    """Reading the guide of reviews is no review."""
    s = SessionBuilder()
    s.user("Test the parser and review it. 测试并评审解析器。")
    s.run("Read", "Reviews name the file and the reason.", say=said, file_path="review.md")
    assert [text.rstrip(":：") for text in ahead(s)] == [step]
    assert step in " ".join(texts_of(proposed(CurrentWorkCompressor(), s.messages)))


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        (
            "Let's apply the limit in `reader.py`. I'll run the formatter first.",
            ["Let's apply the limit in `reader.py`."],
        ),
        (
            "让我在 `reader.py` 里加上这个限制。我先运行一遍格式检查。",
            ["让我在 `reader.py` 里加上这个限制。"],
        ),
    ],
)
def test_of_several_steps_the_one_that_was_taken_is_none(said: str, steps: list[str]) -> None:
    """The call takes the last one; the one before waits for it."""
    s = SessionBuilder()
    s.user("Limit the reader. 限制读取器。")
    s.run("Bash", "", say=said, command="make fmt")
    assert ahead(s) == steps


def test_nothing_is_ahead_once_a_user_has_spoken() -> None:
    """Their words say what comes next."""
    s = SessionBuilder()
    s.user("Fix the parser. 修复解析器。")
    s.run("Read", "def parse():", say="Let me look at the parser of `x.py`.", file_path="x.py")
    assert ahead(s) != []
    s.user("Stop. Fix the reader instead. 停，先修读取器。")
    assert ahead(s) == []


@pytest.mark.parametrize("said", ["Let me summarize the parser's changes:", "让我总结改动："])
def test_the_lead_of_a_report_is_no_step(said: str) -> None:
    """It says that something is told."""
    s = SessionBuilder()
    s.user("Fix the parser. 修复解析器。")
    s.agent(f"{said}\n\n- The parser of `x.py` has a limit. 有了上限。")
    assert ahead(s) == []


PLANS = [
    "I need to:\n\n1. Remove the reuse of `key` in `load`\n2. Keep `key` in `store`\n",
    "我需要：\n\n1. 删除 `load` 里对 `key` 的重用\n2. `store` 里的 `key` 保留不动\n",
]


def planned(plan: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Two rows share a key. Fix it. 两行共用一个键，请修复。")
    s.run("Read", "def load(key):", say=plan, file_path="store.py")
    s.run("Read", "def store(key):", say="Let me see the rest.", file_path="store.py", offset=80)
    return s


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_of_which_nothing_was_done_stands(plan: str) -> None:
    """With all of its items: what is to stay as it is was decided as well."""
    s = planned(plan)
    assert [text[:2] for text in ahead(s) if "`key`" in text] == ["1.", "2."]
    s.edit("store.py", "old = key", "new = fresh()")
    s.agent("One of two. 一处改好了。")
    assert [text for text in ahead(s) if "`key`" in text] == []


STEPS = [
    (
        "So the plan is:\n\n1. Fix `store.py`: `load` (already done)\n2. Fix `index.py`: `scan`\n"
        "3. Fix `cache.py`: `drop`\n"
    ),
    (
        "计划如下：\n\n1. 修复 `store.py` 的 `load`（已完成）\n2. 修复 `index.py` 的 `scan`\n"
        "3. 修复 `cache.py` 的 `drop`\n"
    ),
]


@pytest.mark.parametrize("plan", STEPS)
def test_of_a_plan_that_was_begun_the_items_of_other_files_stand(plan: str) -> None:
    """What is marked as done is none of them, nor is a script to try something a change."""
    s = planned(plan)
    s.run("Write", "File created.", file_path="reproduce_scan.py", content="scan()")
    s.run("Bash", "empty", say="Let me try it. 试一下。", command="python reproduce_scan.py")
    assert [text[:2] for text in ahead(s) if ".py" in text] == ["2.", "3."]
    s.edit("index.py", "old = scan", "new = scan")
    s.agent("One more. 又改好一处。")
    assert [text[:2] for text in ahead(s) if ".py" in text] == ["3."]
    s.edit("other.py", "old = other", "new = other")
    s.agent("And another. 还有一处。")
    assert [text for text in ahead(s) if ".py" in text] == []
