"""A rule that a user took back stays taken back for the second role after the first."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.openai_messages import user
from tests.test_second_hop import EN as TALK_EN
from tests.test_second_hop import ZH as TALK_ZH
from tests.test_second_hop import Talk, idle
from uagent_memory import AgentMemory
from uagent_memory.segments import SegmentName

BUDGET = 1200


class Lifted(NamedTuple):
    talk: Talk
    rule: str
    leave: str
    standing: str


EN = Lifted(
    TALK_EN,
    rule="Do not touch api/token.py, somebody else is at work there.",
    leave="You can change api/token.py now.",
    standing="Never change docs/terms.md.",
)
ZH = Lifted(
    TALK_ZH,
    rule="不要改 api/token.py，那边有同事在改。",
    leave="现在可以改 api/token.py 了。",
    standing="不要修改 docs/terms.md。",
)


def binding(markdown: str) -> str:
    """The lines of the first segment that bind."""
    first = markdown.partition(f"## {SegmentName.PRIMARY_REQUEST}")[2].partition("\n## ")[0]
    return "\n".join(
        line for line in first.splitlines() if not line.startswith(("- (lifted)", "- （已解除）"))
    )


@pytest.mark.parametrize("said", [EN, ZH], ids=["en", "zh"])
async def test_a_lifted_rule_does_not_bind_the_second_receiver(said: Lifted) -> None:
    """The quotation of the older message does not set the rule again."""
    memory = AgentMemory()
    talk = said.talk
    log = [user(talk.goal), *idle("planner", talk, 8), user(said.rule), *idle("planner", talk, 8)]
    log += [user(said.standing), *idle("planner", talk, 8), user(said.leave)]
    await memory.append("planner", [*log, *idle("planner", talk, 8), user(talk.latest)])
    await memory.compress_context("planner", to="coder", budget=BUDGET)
    await memory.append("coder", idle("coder", talk))
    second = await memory.compress_context("coder", to="tester", budget=BUDGET)
    assert said.rule in second.markdown
    assert said.rule.rstrip(".。") not in binding(second.markdown)
    assert said.standing.rstrip(".。") in binding(second.markdown)
