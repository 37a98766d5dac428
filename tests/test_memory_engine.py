"""The memory with the real engine behind it."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from uagent_memory.config import Settings
from uagent_memory.errors import BudgetTooSmall
from uagent_memory.memory import AgentMemory
from uagent_memory.messages import Message
from uagent_memory.recall import handle_recall
from uagent_memory.role_files import shipped_roles

RULE = "Never change the public API of parser.py."
BUDGET = 900


def session() -> tuple[Message, ...]:
    """A coder fixes one bug after another under one rule."""
    made = SessionBuilder()
    made.user(f"Make the date parser accept ISO weeks. {RULE}")
    for step in range(12):
        made.run(
            "Read", f"def parse_{step}(line):\n    return line\n" * 12, path=f"src/part_{step}.py"
        )
        made.run(
            "Edit",
            "The file has been updated.",
            path=f"src/part_{step}.py",
            old_string="return line",
            new_string=f"return week_{step}(line)",
        )
        made.agent(f"I decided to keep week_{step} separate because part {step} is cached.")
    made.run(
        "Bash",
        "FAILED tests/test_week.py::test_w53 - AssertionError: 52 != 53",
        command="pytest -q",
    )
    made.user("Please hand the failing test to the tester.")
    return made.messages


@pytest.fixture
async def memory() -> AgentMemory:
    held = AgentMemory(settings=Settings())
    await held.append("coder", session())
    return held


async def test_a_handoff_reaches_the_tester(memory: AgentMemory) -> None:
    """Within the budget, with the contract word for word, the rule, the failure and the files."""
    result = await memory.compress_context("coder", to="tester", budget=BUDGET)
    (delivered,) = await memory.messages("tester")
    assert result.status == "accepted"
    assert await memory.tokens("tester") == result.tokens <= BUDGET
    assert shipped_roles().get("tester").contract in delivered.text
    for needed in (RULE, "pytest -q", "52 != 53", "src/part_11.py"):
        assert needed in delivered.text


async def test_every_source_can_be_recalled_and_explained(memory: AgentMemory) -> None:
    """Entries cite full ids; the memory returns what they quote, the hand-off says where."""
    result = await memory.compress_context("coder", to="tester", budget=BUDGET)
    assert set(result.report.coverage) == {m.id for m in await memory.messages("coder")}
    for segment in result.segments:
        for entry in segment.entries:
            for span in entry.sources:
                original = await memory.recall(span)
                assert span.end <= len(original.part(span.part))
                assert result.explain(span.message_id).verdict in {"kept", "degraded"}
    assert result.explain("src/part_11.py").verdict == "kept"
    answer = await handle_recall(memory, {"ref": "m1"}, role=result.role)
    assert RULE in answer.text


async def test_compactions_keep_what_must_be_kept(memory: AgentMemory) -> None:
    """Generation after generation the rule is there, the view bounded, nothing done twice."""
    for generation in range(4):
        result = await memory.compress_context("coder", budget=BUDGET)
        (view,) = await memory.messages("coder")
        assert RULE in view.text
        assert result.tokens <= BUDGET
        assert await memory.compress_context("coder", budget=BUDGET) == result
        assert len(await memory.messages("coder")) == 1
        more = SessionBuilder()
        more.run("Read", f"more {generation}\n" * 60, path=f"docs/{generation}.md")
        await memory.append("coder", more.messages)


async def test_strict_leaves_everything_alone(memory: AgentMemory) -> None:
    """A budget below the must-keep facts: the error has the result, the tester has nothing."""
    with pytest.raises(BudgetTooSmall) as caught:
        await memory.compress_context("coder", to="tester", budget=250, strict=True)
    assert caught.value.result.tokens <= 250
    assert caught.value.minimum_budget > 250
    assert await memory.messages("tester") == ()


async def test_a_chain_of_roles_stays_in_budget(memory: AgentMemory) -> None:
    """Coder to tester to reviewer: the coder's originals are still one call away."""
    await memory.compress_context("coder", to="tester", budget=BUDGET)
    made = SessionBuilder()
    made.run("Bash", "1 failed\nE   assert 52 == 53\n" * 40, command="pytest tests/test_week.py")
    await memory.append("tester", made.messages)
    result = await memory.compress_context("tester", to="reviewer", budget=700)
    assert result.tokens <= 700
    first = await memory.recall("coder/m1")
    assert isinstance(first, Message)
    assert first.text.endswith(RULE)
