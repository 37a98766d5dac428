"""A user's rule survives hand-off after hand-off."""

from __future__ import annotations

import pytest

from uagent_memory import AgentMemory


@pytest.mark.parametrize(
    ("ask", "rule"),
    [
        (
            "Add rate limiting to api/login.py. Do not change api/token.py.",
            "Do not change api/token.py.",
        ),
        ("请给 api/login.py 加上限流。不要修改 api/token.py。", "不要修改 api/token.py"),
    ],
)
async def test_a_rule_reaches_the_third_role(ask: str, rule: str) -> None:
    """planner -> coder -> tester: at the least budget that is accepted, the rule is there."""
    memory = AgentMemory()
    idle = [
        {"role": "assistant", "content": f"I read module {n} and saw nothing of interest for this."}
        for n in range(30)
    ]
    work = [
        {"role": "assistant", "content": f"Step {n}: I change api/login.py so that part {n} holds."}
        for n in range(40)
    ]
    await memory.append("planner", [{"role": "user", "content": ask}, *idle])
    first = await memory.compress_context("planner", to="coder", budget=500)
    assert rule in first.markdown
    await memory.append("coder", work)
    probe = await memory.compress_context("coder", to="tester", budget=500, deliver=False)
    least = probe.report.minimum_budget
    second = await memory.compress_context("coder", to="tester", budget=least)
    assert second.status == "accepted"
    assert rule in second.markdown
