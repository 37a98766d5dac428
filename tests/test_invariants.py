"""What must hold of the whole, beside the tests of the parts (docs/design/invariants.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import SessionBuilder
from tests.sessions import PADDING, random_sessions, team_session
from uagent_memory.config import Settings
from uagent_memory.errors import BudgetError
from uagent_memory.memory import AgentMemory
from uagent_memory.messages import Message
from uagent_memory.role_files import load_roles
from uagent_memory.segments import CompressedContext, SegmentName
from uagent_memory.stateless import compress_context_sync
from uagent_memory.validator.trace import LiteralTracer

ROOT = Path(__file__).parents[1]
LISTED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
NAMED = {
    *(f"I{number}" for number in (*range(1, 4), *range(5, 8), *range(9, 12), 14)),
    *(f"I{number}" for number in (*range(17, 25), 26, 27, 29, *range(32, 35))),
}
PROPERTY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def compressed(messages: tuple[Message, ...], **wishes: float) -> CompressedContext | None:
    """None where the wish is below the bare frame or the history comes back whole."""
    try:
        result = compress_context_sync(messages, **wishes)  # type: ignore[arg-type]
    except BudgetError:
        return None
    return None if result.status == "unchanged" else result


def test_every_invariant_has_its_tests() -> None:
    """The list names all of them, and each test that it names is there."""
    text = (ROOT / "docs/design/invariants.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| I")]
    assert {row.split("|")[1].strip() for row in rows} == NAMED
    for row in rows:
        found = LISTED.findall(row)
        assert found, row
        for path, name in found:
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), (path, name)


@given(random_sessions(), st.integers(200, 900))
@PROPERTY
def test_every_literal_stands_in_its_cited_spans(
    messages: tuple[Message, ...], budget: int
) -> None:
    """I20, I22: of the finished hand-off, must-keep entries included."""
    result = compressed(messages, budget=budget)
    if result is None:
        return
    tracer = LiteralTracer.of_messages({message.id: message for message in messages})
    for segment in result.segments:
        for entry in segment.entries:
            assert tracer.untraceable(entry) == (), entry


@given(random_sessions(), st.integers(200, 900))
@PROPERTY
def test_the_receipt_accounts_for_every_message(messages: tuple[Message, ...], budget: int) -> None:
    """I11: each is kept or covered by this record, and only those that came in."""
    result = compressed(messages, budget=budget)
    if result is None:
        return
    assert set(result.report.coverage) == {message.id for message in messages}
    assert set(result.report.coverage.values()) <= {"kept", "covered"}


@given(random_sessions(), st.sampled_from([0.3, 0.6, 0.9]), st.integers(1, 5))
@PROPERTY
def test_the_loop_ends(messages: tuple[Message, ...], ratio: float, passes: int) -> None:
    """I27: never more rounds than allowed, where the controller steers."""
    try:
        result = compress_context_sync(messages, ratio=ratio, settings=Settings(passes=passes))
    except BudgetError:
        return
    assert result.report.passes <= passes


class Letters:
    """A counter unlike the shipped one: one token a character."""

    def count(self, text: str) -> int:
        return len(text)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        return list(map(len, texts))


async def test_one_counter_for_trigger_cut_and_report() -> None:
    """I29: the caller's counter decides what fits, what is reported and when it is due."""
    memory = AgentMemory(counter=Letters(), settings=Settings())
    messages = team_session()
    await memory.append("coder", messages)
    size = sum(len(message.full_text) for message in messages)
    assert await memory.tokens("coder") == size
    assert await memory.needs_compression("coder", window=size, threshold=1.0)
    assert not await memory.needs_compression("coder", window=size + 1, threshold=1.0)
    result = await memory.compress_context("coder", to="tester", budget=4000)
    assert result.report.original_tokens == size
    assert result.tokens == len(result.markdown) <= 4000
    assert await memory.tokens("tester") == result.tokens


def test_a_chinese_session_speaks_chinese() -> None:
    """I24: what was said in Chinese is said in Chinese, labels too; headings are English."""
    s = SessionBuilder()
    s.user("请修复导入器丢行的问题，不要修改 src/schema.py。")
    s.run("Bash", PADDING, command="ls -R src")
    s.run("Write", "File created successfully at: a.py", file_path="a.py", content="x = 1\n")
    s.run("Bash", "Error: 端口 70000 无效", command="./serve", is_error=True)
    s.agent("原因是 rows[1:] 丢掉了每批的第一行。我决定直接遍历 rows，因为改动最小。")
    s.user("好的，继续。")
    result = compress_context_sync(s.messages, budget=600)
    said = [
        entry.text
        for segment in result.segments
        for entry in segment.entries
        if segment.name in {SegmentName.USER_MESSAGES, SegmentName.PROBLEM_SOLVING}
    ]
    assert "原因是 rows[1:] 丢掉了每批的第一行" in "".join(said)
    assert "好的，继续。" in said
    assert "不要修改 src/schema.py" in result.markdown
    assert "- `a.py` 已创建" in result.markdown
    assert "- 未解决：Error: 端口 70000 无效" in result.markdown
    assert not re.search(r"(?m)^- (?:OPEN|Read|Done|Policy|\[pending)", result.markdown)


async def test_compressing_a_role_touches_that_role_only() -> None:
    """I33: the planner's words stay the planner's; its log, view and tokens are as they were."""
    memory = AgentMemory(settings=Settings())
    await memory.append("coder", team_session())
    planner = SessionBuilder()
    planner.user("Plan the zebra migration. Never mention the quagga table.")
    planner.agent("I decided on zebra_v2 because quagga_v1 cannot be altered.")
    await memory.append("planner", planner.messages)
    before = await memory.context("planner")
    handed = await memory.compress_context("coder", to="tester", budget=900)
    compacted = await memory.compress_context("coder", budget=900)
    after = await memory.context("planner")
    assert (after.messages, after.visible) == (before.messages, before.visible)
    assert len(await memory.messages("tester")) == 1
    assert await memory.messages("reviewer") == ()
    for result in (handed, compacted):
        assert "zebra" not in result.model_dump_json()
        assert all(name.startswith("coder/") for name in result.report.coverage)


@pytest.mark.parametrize(
    ("tools", "told"), [("", True), ('tools = ["Bash"]', False), ('tools = ["recall"]', True)]
)
def test_a_hand_off_offers_no_tool_that_its_receiver_lacks(
    tmp_path: Path, tools: str, *, told: bool
) -> None:
    """I34: the contract is there word for word; `recall` is named to who may have it."""
    text = f'extends = "tester"\ncontract = "Only run the smoke tests."\n{tools}\n'
    (tmp_path / "tester.toml").write_text(text, encoding="utf-8")
    roles = load_roles([tmp_path], environ={})
    result = compress_context_sync(
        team_session(), role="coder", to="tester", budget=900, roles=roles
    )
    assert "Contract of tester: Only run the smoke tests.\n" in result.markdown
    assert ("`recall(mN)`" in result.markdown) is told
    assert result.tokens <= 900
