"""Turns that were not carried out for their form."""

from __future__ import annotations

import pytest

from tests.builders import SessionBuilder
from tests.generator.views import view_of
from uagent_memory.analyzer.types import UnitKind
from uagent_memory.authorship import authorship
from uagent_memory.generator.evidence.quotes import EvidenceQuoter
from uagent_memory.generator.pool import CandidatePool
from uagent_memory.messages import Role

TURN = """The limit in src/http.py is too low.

```bash
sed -i 's/limit = 1/limit = parse_header(2)/' src/http.py
```

Then I read it again:

```bash
cat src/http.py
```
"""


def _turn(answer: str) -> SessionBuilder:
    s = SessionBuilder()
    s.user("Why does parse_header in src/http.py fail? 为什么 parse_header 失败？")
    s.agent(TURN)
    s.add(Role.USER, authorship(answer).author, answer)
    return s


def _quoted(s: SessionBuilder) -> list[str]:
    pool = CandidatePool()
    EvidenceQuoter(view_of(s.messages), pool).propose()
    return [candidate.text for candidate in pool.candidates]


@pytest.mark.parametrize(
    "answer",
    [
        "Please always provide EXACTLY ONE action in triple backticks, found 2 actions.",
        "Your output was not formatted correctly. You must give one command.",
        "你的输出格式不正确，请只给出一条命令。",
    ],
)
def test_nothing_in_the_blocks_of_a_rejected_turn_is_told(answer: str) -> None:
    """What is said around them is."""
    s = _turn(answer)
    own = view_of(s.messages).messages[1].units
    assert [unit.text for unit in own] == ["The limit in src/http.py is too low."]
    assert _quoted(s) == []


@pytest.mark.parametrize("answer", ["Please do it.", "请继续。", "Your output was fine."])
def test_other_answers_reject_nothing(answer: str) -> None:
    """The blocks are what the agent wrote."""
    s = _turn(answer)
    own = view_of(s.messages).messages[1].units
    assert sum(unit.kind is UnitKind.COMMAND for unit in own) == len(("sed", "cat"))
    assert any("parse_header(2)" in text for text in _quoted(s))
