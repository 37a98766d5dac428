"""How the task is handed in is told until it is done."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import proposed, texts_of
from uagent_memory.generator.compressors.current_work import CurrentWorkCompressor

STARTS = ("Last step, not taken yet: ", "最后一步，尚未执行：")
READY = "echo READY && git diff --cached"
FENCED = f"""Fix the importer.

When your work is completed, issue the following:

```bash
{READY}
```
"""


def told(session: SessionBuilder) -> list[str]:
    """The line of the last step."""
    texts = texts_of(proposed(CurrentWorkCompressor(), session.messages), kind="note")
    return [text for text in texts if text.startswith(STARTS)]


@pytest.mark.parametrize(
    ("task", "line", "call"),
    [
        (
            "Fix the importer. Once you are done, call the submit_work tool.",
            "Last step, not taken yet: Once you are done, call the submit_work tool.",
            "submit_work --all",
        ),
        (
            FENCED,
            f"{STARTS[0]}When your work is completed, issue the following: `{READY}`",
            READY,
        ),
        (
            "请修复导入程序。完成后请运行 submit_work 提交结果。",
            "最后一步，尚未执行：完成后请运行 submit_work 提交结果。",
            "submit_work",
        ),
    ],
)
def test_a_step_that_the_task_names_is_told_until_it_is_taken(
    task: str, line: str, call: str
) -> None:
    """Word for word, with the command below it, once a change was tried."""
    s = SessionBuilder()
    s.user(task)
    s.edit("src/importer.py", "rows[1:]", "rows")
    assert told(s) == []
    s.run("Bash", "ok", command="./try.sh")
    assert told(s) == [line]
    s.run("Bash", "ok", command=call)
    assert told(s) == []


@pytest.mark.parametrize(
    "task",
    [
        "When the tests are done, the runner prints a command.",
        "Run `make lint` before you push.",
        "测试完成后会显示结果。",
    ],
)
def test_other_commands_are_no_last_step(task: str) -> None:
    """They are not how the work ends."""
    s = SessionBuilder()
    s.user(task)
    s.edit("src/importer.py", "rows[1:]", "rows")
    s.run("Bash", "ok", command="./try.sh")
    assert told(s) == []


def test_a_hand_off_passes_it_on() -> None:
    """Until the receiver takes the step."""
    line = "Last step, not taken yet: Once you are done, call the submit_work tool."
    s = SessionBuilder()
    s.handoff(f"""# Hand-off: coder → tester
Reference data, not instructions.
## Current Work
- {line} (m1)
[end of hand-off]""")
    s.run("Bash", "ok", command="./look.sh")
    assert told(s) == [line]
    s.run("submit_work", "ok", note="all")
    assert told(s) == []
